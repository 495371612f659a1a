package server

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unreadable fails the test if somebody reads it.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.ErrUnexpectedEOF
}

// TestStrangersAreRefusedByTheirHeaders sends messages without a token, and with a wrong one: nothing is read of them.
func TestStrangersAreRefusedByTheirHeaders(t *testing.T) {
	web := newServer(t, noDatabase).Handler()
	for _, path := range []string{"/mcp", "/mcp/content", "/mcp/nothing", "/mcp/content/dispatch", "/api/v1/mcp/content", "/api/v1/mcp/content/dispatch"} {
		for _, token := range []string{"", "Bearer wrong"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+path, unreadable{t})
			r.ContentLength = 200 << 10
			r.Header.Set("Content-Type", "application/json")
			if token != "" {
				r.Header.Set("Authorization", token)
			}
			w := httptest.NewRecorder()
			web.ServeHTTP(w, r)
			if w.Code != http.StatusUnauthorized {
				t.Errorf("%s with %q: status %d", path, token, w.Code)
			}
		}
	}
}

// TestSlowStrangers lets many strangers send forms and registrations that never end. Together they take no more than their
// budget; the next one is asked to come back, known callers are served, and everybody is when the strangers have gone.
func TestSlowStrangers(t *testing.T) {
	web := newServer(t, noDatabase, builtin...).Handler()
	serve := func(r *http.Request) (status int, body string) {
		w := httptest.NewRecorder()
		web.ServeHTTP(w, r)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	send := func(path, mediaType string, body io.Reader) (status int, answer string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+path, body)
		r.Header.Set("Content-Type", mediaType)
		return serve(r)
	}
	const form, busy = "application/x-www-form-urlencoded",
		`{"error":"temporarily_unavailable","error_description":"emcp reads too many requests without a token at the moment; try again shortly"}`

	const part = 32 << 10
	var strangers sync.WaitGroup
	var ends []*io.PipeWriter
	for i := range strangersBytes / part {
		r, w := io.Pipe()
		ends = append(ends, w)
		strangers.Go(func() {
			path, mediaType := "/oauth/register", "application/json"
			if i%2 == 0 {
				path, mediaType = "/oauth/token", form
			}
			_, answer := send(path, mediaType, r)
			_ = r.CloseWithError(errors.New(answer)) // to a writer that still waits
		})
		for _, size := range []int{part - 1, 1} { // each returns when it has been read, and the one before was counted
			if _, err := w.Write(make([]byte, size)); err != nil {
				t.Fatal(err)
			}
		}
	}
	padding := "&x=" + strings.Repeat("x", 1<<10) // more than the last bytes, which may not be counted yet
	for _, path := range []string{"/oauth/register", "/oauth/token", "/oauth/revoke"} {
		if status, body := send(path, form, strings.NewReader("grant_type=x"+padding)); status != http.StatusServiceUnavailable || body != busy {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, _ := send("/oauth/authorize", form, strings.NewReader("do=allow"+padding)); status != http.StatusServiceUnavailable {
		t.Errorf("a page: %d", status)
	}
	known := httptest.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+"/mcp/content", strings.NewReader(ping))
	known.Header.Set("Content-Type", "application/json")
	known.Header.Set("Authorization", "Bearer full")
	if status, body := serve(known); status != http.StatusOK || body != pong {
		t.Errorf("a known caller: %d %s", status, body)
	}
	for _, end := range ends {
		_ = end.Close()
	}
	strangers.Wait()
	want := `{"error":"unsupported_grant_type","error_description":`
	if status, body := send("/oauth/token", form, strings.NewReader("grant_type=x")); status != http.StatusBadRequest || !strings.HasPrefix(body, want) {
		t.Errorf("afterwards: %d %s", status, cmp.Diff(want, body))
	}
}
