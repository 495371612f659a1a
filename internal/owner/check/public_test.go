package check_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"emcp/config"
	"emcp/server"
)

// routes returns what answers for a configuration.
func routes(t *testing.T, text string) http.Handler {
	t.Helper()
	c, err := config.Parse([]byte(text), noEnvironment)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(c, "1.2.3", slog.New(slog.DiscardHandler), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Handler()
}

// TestUnknownProxy is told that all callers have the address of the web server.
func TestUnknownProxy(t *testing.T) {
	for name, more := range map[string]string{"unknown proxy": "", "known proxy": "security: {trusted_proxies: [127.0.0.1]}\n"} {
		expect(t, name, "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\n"+
			"auth: {modes: [pat], oauth: {builtin: {public_url: \"https://127.0.0.1:1\"}}}\n"+more)
	}
}

// TestPublicAddress asks through web servers that pass on more or less.
func TestPublicAddress(t *testing.T) {
	for name, test := range map[string]struct {
		drop  string // paths that are not passed on
		strip func(r *http.Request, w http.Header)
	}{
		"complete":              {},
		"without metadata":      {drop: "/.well-known/oauth-protected-resource"},
		"without authority":     {drop: "/.well-known/oauth-authorization-server"},
		"without the server":    {drop: "/mcp"},
		"without Authorization": {strip: func(r *http.Request, _ http.Header) { r.Header.Del("Authorization") }},
		"without the challenge": {strip: func(_ *http.Request, w http.Header) { w.Del("WWW-Authenticate") }},
	} {
		t.Run(name, func(t *testing.T) {
			var backend http.Handler
			front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if test.drop != "" && strings.HasPrefix(r.URL.Path, test.drop) {
					http.NotFound(w, r)
					return
				}
				recorder := httptest.NewRecorder()
				if test.strip != nil {
					test.strip(r, http.Header{})
				}
				backend.ServeHTTP(recorder, r)
				if test.strip != nil {
					test.strip(r, recorder.Header())
				}
				for name, values := range recorder.Header() {
					w.Header()[name] = values
				}
				w.WriteHeader(recorder.Code)
				_, _ = w.Write(recorder.Body.Bytes())
			}))
			defer front.Close()
			folder := t.TempDir()
			text := "listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nstate_dir: \"" + folder + "/new\"\n" +
				"auth: {modes: [pat], oauth: {builtin: {public_url: \"" + front.URL + "\"}}}\n"
			backend = routes(t, text)
			expect(t, "public "+name, text, front.URL, "PUBLIC", folder, "FOLDER")
		})
	}
}
