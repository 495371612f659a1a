package server_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/server"
)

// TestFloodOfRefusals sends requests that are refused for all reasons: from an address as many as its limit allows,
// then with one line in the audit log, whatever they are for. Probes are answered all the time, and metrics count
// everything.
func TestFloodOfRefusals(t *testing.T) {
	s, lines := NewAudited(t, NoDatabase, Unlimited,
		"rate_limit: {per_minute: 100, per_address: 12}\nsecurity: {allow_origins: [\"https://example.com\"], allow_hosts: "+
			"[example.com]}")
	web := s.Handler()
	requests := []struct {
		method, path, host string
		headers            []string
		status             int
	}{
		{http.MethodPost, "/nothing", "example.com", nil, 404},
		{http.MethodGet, "/", "example.com", nil, 404},
		{http.MethodPut, "/mcp", "example.com", nil, 405},
		{http.MethodGet, "/mcp", "example.com", nil, 405},
		{
			http.MethodGet, "/mcp", "example.com",
			[]string{"MCP-Protocol-Version", "2026-07-28", "Accept", "text/event-stream"}, 405,
		},
		{http.MethodGet, "/mcp", "evil.com", []string{"Accept", "text/event-stream"}, 403},
		{http.MethodPost, "/mcp", "evil.com", nil, 403},
		{http.MethodPost, "/mcp", "example.com", []string{"Origin", "https://evil.com"}, 403},
		{http.MethodPost, "/mcp", "example.com", []string{"Content-Type", "text/plain"}, 415},
		{http.MethodPost, "/mcp", "example.com", []string{"Authorization", "Bearer wrong"}, 401},
		{
			http.MethodOptions, "/mcp", "example.com",
			[]string{"Origin", "https://example.com", "Access-Control-Request-Method", "POST"}, 204,
		},
		{http.MethodOptions, "/nothing", "example.com", []string{"Origin", "https://evil.com"}, 404},
	}
	const rounds = 5
	var want, got []int
	for round := range rounds {
		for _, r := range requests {
			request := httptest.NewRequestWithContext(t.Context(), r.method, r.path, strings.NewReader(Ping))
			request.Host = r.host
			request.RemoteAddr = "192.0.2.7:1234"
			request.Header.Set("Content-Type", "application/json")
			for i := 0; i < len(r.headers); i += 2 {
				request.Header.Set(r.headers[i], r.headers[i+1])
			}
			w := httptest.NewRecorder()
			web.ServeHTTP(w, request)
			got = append(got, w.Code)
			if round > 0 {
				want = append(want, http.StatusTooManyRequests)
			} else {
				want = append(want, r.status)
			}
		}
	}
	Equal(t, want, got)
	if n := len(lines.TakeN(t, len(requests)+1)); n != len(requests)+1 {
		t.Errorf("%d lines", n)
	}
	for _, probe := range []string{"/healthz", "/readyz"} {
		for range 20 {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, probe, nil)
			request.RemoteAddr = "192.0.2.7:1234"
			w := httptest.NewRecorder()
			web.ServeHTTP(w, request)
			if w.Code == http.StatusTooManyRequests || w.Code == http.StatusNotFound {
				t.Errorf("%s: status %d", probe, w.Code)
			}
		}
	}
	var counted int
	for line := range strings.Lines(ReadMetrics(t, s)) {
		if strings.HasPrefix(line, "emcp_requests_total{") && strings.Contains(line, `code="rate_limited"`) {
			counted++
			if !strings.HasSuffix(strings.TrimSpace(line), " 48") {
				t.Error(line)
			}
		}
	}
	if counted != 1 {
		t.Errorf("%d series of refusals", counted)
	}
	// Another address is not touched.
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/nothing", nil)
	request.RemoteAddr = "192.0.2.8:1234"
	w := httptest.NewRecorder()
	web.ServeHTTP(w, request)
	if w.Code != http.StatusNotFound || len(lines.TakeN(t, 1)) != 1 {
		t.Errorf("status %d", w.Code)
	}
}

// TestFloodOfProbes asks a process whose database is down whether it is ready: that is logged once in a while only.
func TestFloodOfProbes(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	database.Stop()
	var log bytes.Buffer
	s, err := server.New(NewConfig(t, d.DSN), WithDefaults(server.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	web := s.Handler()
	for range 20 {
		w := httptest.NewRecorder()
		web.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("status %d", w.Code)
		}
	}
	if n := strings.Count(log.String(), "not ready"); n != 1 {
		t.Errorf("%d lines:\n%s", n, log.String())
	}
}
