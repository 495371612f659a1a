package tracing

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestCollectorDoesNotRedirect keeps spans and headers from whom the configuration does not name.
func TestCollectorDoesNotRedirect(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host is asked, with the key %q", r.Header.Get("Api-Key"))
	}))
	defer other.Close()
	named := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer named.Close()
	c := newCollector(Options{Endpoint: named.URL, Headers: map[string]string{"Api-Key": "secret"}},
		slog.New(slog.DiscardHandler))
	err := c.send(t.Context(), nil)
	if err == nil || err.Error() != "the collector answers 307 Temporary Redirect" {
		t.Error(err)
	}
}
