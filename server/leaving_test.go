package server_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// TestClientLeavesWhileAnswered has a client that closes the connection in the middle of a long answer. That is no
// error of emcp, so the log is silent.
func TestClientLeavesWhileAnswered(t *testing.T) {
	d := Fixture(t)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET content = REPEAT('🌍', 100000) WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	lines := &Log{}
	s, err := server.New(NewConfig(t, d.DSN),
		WithDefaults(server.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Requests: lines}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	const get = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1,` +
		`"fields":["content"],"max_chars":100000}}}`

	for _, path := range []string{"/mcp/content", "/mcp/content/dispatch"} {
		written := make(chan int64, 1)
		web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w = &countingWriter{ResponseWriter: w}
			s.Handler().ServeHTTP(w, r)
			written <- w.(*countingWriter).bytes
		}))
		web.Config.ConnState = func(c net.Conn, state http.ConnState) {
			if state == http.StateNew {
				_ = c.(*net.TCPConn).SetWriteBuffer(4096) // so that the answer does not fit
			}
		}
		web.Start()
		conn, err := net.Dial("tcp", web.Listener.Addr().String()) //nolint:noctx // there, or refused at once
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		if _, err := fmt.Fprintf(conn,
			"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer full\r\n"+
				"X-Trace-Id: trace-1\r\nContent-Length: %d\r\n\r\n%s", path, len(get), get); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		conn.Close()

		want := pinged.of("tools/call", "evo.content.get").got(1).failed(http.StatusOK, "cancelled")
		want.client, want.bytes = "127.0.0.1", int(<-written)
		Equal(t, []string{want.String()}, lines.TakeN(t, 1), path)
		web.Close()
	}
	if log.Len() > 0 {
		t.Errorf("the log has %s", log.String())
	}
}

// countingWriter counts the bytes of a body that were written.
type countingWriter struct {
	http.ResponseWriter
	bytes int64
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
