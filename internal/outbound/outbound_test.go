package outbound_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"emcp/internal/outbound"
)

// proxy answers as a proxy that the environment of these tests names. net/http reads the environment once in a process.
var proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, "proxy asked for "+r.URL.String())
}))

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		_ = os.Setenv(name, proxy.URL)
	}
	_ = os.Setenv("NO_PROXY", "direct.invalid")
	status := m.Run()
	proxy.Close()
	os.Exit(status)
}

func get(t *testing.T, c *http.Client, url string) (string, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.Status + " " + string(body), err
}

func TestProxy(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "server")
	}))
	defer server.Close()
	for name, test := range map[string]struct {
		options outbound.Options
		url     string
		want    string // empty: an error
	}{
		"the environment's": {outbound.Options{}, "http://site.invalid/a", "200 OK proxy asked for http://site.invalid/a"},
		"excepted":          {outbound.Options{}, "http://direct.invalid/a", ""},
		"loopback":          {outbound.Options{}, server.URL, "200 OK server"},
		"direct":            {outbound.Options{Direct: true}, "http://site.invalid/a", ""},
	} {
		got, err := get(t, outbound.Client(test.options), test.url)
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, test.want)
		}
	}
}

func TestRedirect(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Location", "/next")
			w.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "next")
	}))
	defer server.Close()
	if got, err := get(t, outbound.Client(outbound.Options{}), server.URL+"/"); got != "302 Found " || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	follow := outbound.Options{Redirect: func(*http.Request, []*http.Request) error { return nil }}
	if got, err := get(t, outbound.Client(follow), server.URL+"/"); got != "200 OK next" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/header":
			w.Header().Set("X-Long", strings.Repeat("a", 100<<10))
		case "/body":
			_, _ = io.WriteString(w, strings.Repeat("a", 11))
		case "/slow":
			<-ended
		}
	}))
	defer server.Close()
	defer close(ended)

	if _, err := get(t, outbound.Client(outbound.Options{}), server.URL+"/header"); err == nil {
		t.Error("100 KiB of headers were read")
	}
	var tooLarge *http.MaxBytesError
	if _, err := get(t, outbound.Client(outbound.Options{MaxBody: 10}), server.URL+"/body"); !errors.As(err, &tooLarge) {
		t.Errorf("reading 11 bytes of 10: %v", err)
	}
	if got, err := get(t, outbound.Client(outbound.Options{MaxBody: 11}), server.URL+"/body"); got != "200 OK "+
		strings.Repeat("a", 11) || err != nil {
		t.Errorf("reading 11 bytes of 11: %q, %v", got, err)
	}
	if _, err := get(t, outbound.Client(outbound.Options{Timeout: 50 * time.Millisecond}),
		server.URL+"/slow"); !os.IsTimeout(err) {
		t.Errorf("an answer that does not come: %v", err)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto)
	}))
	server.TLS = &tls.Config{
		MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10,
	} //nolint:gosec // refused by the client
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	config := &tls.Config{RootCAs: roots} //nolint:gosec // the default is tested
	if _, err := get(t, outbound.Client(outbound.Options{TLS: config}), server.URL); err == nil {
		t.Error("TLS 1.1 was accepted")
	}
	if config.MinVersion != 0 {
		t.Error("the caller's configuration was changed")
	}
}
