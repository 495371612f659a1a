package probe

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestLocate probes addresses without a path. At some of them a website answers, and MCP is elsewhere.
func TestLocate(t *testing.T) {
	at := func(path string, answer func(call)) func(call) {
		return func(c call) {
			if c.request.URL.Path != path {
				c.write(http.StatusOK, "text/html", "<!DOCTYPE html>")
				return
			}
			answer(c)
		}
	}
	for name, test := range map[string]struct {
		answer      func(call)
		given, want string
	}{
		"below":             {at("/mcp", good), "", "/mcp"},
		"below a slash":     {at("/mcp", good), "/", "/mcp"},
		"below, no token":   {at("/mcp", challenged("Bearer")), "/", "/mcp"},
		"at the root":       {at("/", good), "/", "/"},
		"nowhere":           {at("/other", good), "/", "/"},
		"a path stays":      {at("/mcp", good), "/wrong", "/wrong"},
		"everything speaks": {good, "", ""},
	} {
		for profile, run := range map[string]func(o Options) (string, []string, error){
			"": func(o Options) (string, []string, error) {
				r, err := Run(t.Context(), o)
				if err != nil {
					return "", nil, err
				}
				return r.URL, r.Notes, nil
			},
			"tomo": func(o Options) (string, []string, error) {
				l, err := RunTOMO(t.Context(), o)
				if err != nil {
					return "", nil, err
				}
				return l.URL, l.Notes, nil
			},
		} {
			o := serve(t, test.answer)
			host := strings.TrimSuffix(o.URL, "/mcp")
			o.URL = host + test.given
			o.clock = &clock{time.Now, func(context.Context, time.Duration) {}} // calls for TOMO are seconds apart
			address, notes, err := run(o)
			if err != nil || address != host+test.want {
				t.Errorf("%s, profile %q: %s, %v", name, profile, address, err)
			}
			want := ""
			if test.given != test.want {
				want = o.URL + " does not speak MCP, " + host + "/mcp does: give assistants this address"
			}
			if got := strings.Join(notes, "\n"); got != want {
				t.Errorf("%s, profile %q: %q, want %q", name, profile, got, want)
			}
		}
	}
}

// TestScheme probes an http address of a server that wants https, and the reverse.
func TestScheme(t *testing.T) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	plain, encrypted := httptest.NewServer(answer), httptest.NewUnstartedServer(answer)
	defer plain.Close()
	encrypted.Config.ErrorLog = log.New(io.Discard, "", 0)
	encrypted.StartTLS()
	defer encrypted.Close()
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { // reads the request, and closes the connection without an answer
		for {
			c, err := silent.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 4096))
			c.Close()
		}
	}()
	defer silent.Close()
	for address, want := range map[string]string{
		strings.Replace(plain.URL, "http:", "https:", 1) + "/mcp": "the server answers without TLS: write http:// " +
			"instead of https://",
		strings.Replace(encrypted.URL, "https:", "http:", 1) + "/mcp": "the server answers with TLS: write https:// " +
			"instead of http://",
		strings.Replace(encrypted.URL, "https:", "http:", 1): "the server answers with TLS: write https:// " +
			"instead of http://",
		"http://" + silent.Addr().String() + "/mcp": closedMessage + " before the end of its answer",
	} {
		o := serve(t, good)
		o.URL = address
		for profile, run := range map[string]func() error{
			"":     func() error { _, err := Run(t.Context(), o); return err },
			"tomo": func() error { _, err := RunTOMO(t.Context(), o); return err },
		} {
			if err := run(); err == nil || err.Error() != want {
				t.Errorf("%s, profile %q: %v, want %s", address, profile, err, want)
			}
		}
	}
}
