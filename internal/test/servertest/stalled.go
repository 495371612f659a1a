package servertest

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Stalled sends a request over a connection without buffers, and reads one byte of the answer, so that the handler
// waits for the client. The channel is closed when the handler has returned.
func Stalled(t *testing.T, handler http.Handler, method, body string, headers ...string) <-chan struct{} {
	t.Helper()
	returned := make(chan struct{})
	client, side := net.Pipe()
	wrapped := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(returned)
		handler.ServeHTTP(w, r)
	})
	web := &http.Server{ReadHeaderTimeout: time.Minute, Handler: wrapped}
	go func() { _ = web.Serve(&Single{Conn: side}) }()
	t.Cleanup(func() { _, _ = client.Close(), web.Close() })
	r, err := http.NewRequestWithContext(t.Context(), method, "http://localhost/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if err := r.Write(client); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return returned
}

// Single is a listener with one connection.
type Single struct {
	Conn net.Conn
	once sync.Once
}

// Accept returns the connection once.
func (s *Single) Accept() (conn net.Conn, err error) {
	err = net.ErrClosed
	s.once.Do(func() { conn, err = s.Conn, nil })
	return conn, err
}

// Close does nothing.
func (*Single) Close() error { return nil }

// Addr returns the address of the connection.
func (s *Single) Addr() net.Addr { return s.Conn.LocalAddr() }
