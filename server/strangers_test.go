package server_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// unreadable fails the test if somebody reads it.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.ErrUnexpectedEOF
}

// TestStrangersAreRefusedByTheirHeaders sends messages without a token, and with a wrong one: nothing is read of them.
func TestStrangersAreRefusedByTheirHeaders(t *testing.T) {
	web := NewServer(t, NoDatabase).Handler()
	for _, path := range []string{
		"/mcp", "/mcp/content", "/mcp/nothing", "/mcp/content/dispatch", "/api/v1/mcp/content",
		"/api/v1/mcp/content/dispatch",
	} {
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

// TestSlowRests refuses requests of strangers whose bodies do not come, long before a body must be there.
func TestSlowRests(t *testing.T) {
	address := strings.TrimPrefix(Serve(t, NoDatabase, builtin...), "http://")
	for path, status := range map[string]string{"/mcp": "401", "/mcp/content/dispatch": "401", "/mcp/nothing": "401"} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(server.BodyTime / 2))
		_, _ = io.WriteString(conn, "POST "+path+
			" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{")
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+status+" ") {
			t.Errorf("%s: %.100s, %v", path, answer, err)
		}
	}
}

// TestSlowStrangers lets many strangers send forms and registrations that never end. Together they take no more than
// their budget; the next one is asked to come back, known callers are served, and everybody is when the strangers have
// gone.
func TestSlowStrangers(t *testing.T) {
	web := NewServer(t, NoDatabase, builtin...).Handler()
	serve := func(r *http.Request) (status int, body string) {
		w := httptest.NewRecorder()
		web.ServeHTTP(w, r)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	send := func(address, path, mediaType string, body io.Reader) (status int, answer string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+path, body)
		r.RemoteAddr = address + ":1"
		r.Header.Set("Content-Type", mediaType)
		return serve(r)
	}
	const form, busy = "application/x-www-form-urlencoded",
		`{"error":"temporarily_unavailable","error_description":"emcp reads too many requests without a token at the ` +
			`moment; try again shortly"}`

	const part = 32 << 10
	var strangers sync.WaitGroup
	var ends []*io.PipeWriter
	padding := "&x=" + strings.Repeat("x", 1<<10) // more than the last bytes, which may not be counted yet
	for i := range server.StrangersBytes / part {
		address := fmt.Sprintf("192.0.2.%d", i/(server.StrangerBytes/part))
		r, w := io.Pipe()
		ends = append(ends, w)
		strangers.Go(func() {
			path, mediaType := "/oauth/register", "application/json"
			if i%2 == 0 {
				path, mediaType = "/oauth/token", form
			}
			_, answer := send(address, path, mediaType, r)
			_ = r.CloseWithError(errors.New(answer)) // to a writer that still waits
		})
		for _, size := range []int{part - 1, 1} { // each returns when it has been read, and the one before was counted
			if _, err := w.Write(make([]byte, size)); err != nil {
				t.Fatal(err)
			}
		}
		if i == server.StrangerBytes/part-1 { // the first address has its share
			if status, body := send(address, "/oauth/token", form,
				strings.NewReader("grant_type=x"+padding)); status != http.StatusServiceUnavailable || body != busy {
				t.Errorf("an address with its share: %d %s", status, body)
			}
			if status, _ := send("198.51.100.1", "/oauth/token", form,
				strings.NewReader("grant_type=x"+padding)); status != http.StatusBadRequest {
				t.Errorf("another address: %d", status)
			}
		}
	}
	for _, path := range []string{"/oauth/register", "/oauth/token", "/oauth/revoke"} {
		if status, body := send("198.51.100.1", path, form,
			strings.NewReader("grant_type=x"+padding)); status != http.StatusServiceUnavailable || body != busy {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if status, _ := send("198.51.100.1", "/oauth/authorize", form,
		strings.NewReader("do=allow"+padding)); status != http.StatusServiceUnavailable {
		t.Errorf("a page: %d", status)
	}
	known := httptest.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+"/mcp/content",
		strings.NewReader(Ping))
	known.Header.Set("Content-Type", "application/json")
	known.Header.Set("Authorization", "Bearer full")
	if status, body := serve(known); status != http.StatusOK || body != Pong {
		t.Errorf("a known caller: %d %s", status, body)
	}
	for _, end := range ends {
		_ = end.Close()
	}
	strangers.Wait()
	want := `{"error":"unsupported_grant_type","error_description":`
	if status, body := send("198.51.100.1", "/oauth/token", form,
		strings.NewReader("grant_type=x")); status != http.StatusBadRequest || !strings.HasPrefix(body, want) {
		t.Errorf("afterwards: %d %s", status, cmp.Diff(want, body))
	}
}
