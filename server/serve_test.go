package server_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// Serve runs Serve on a port of its own and returns the URL before the routes, what ends it, and what it returns.
func serve(t *testing.T, s *server.Server) (base string, stop func(), ended <-chan error) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, listener) }()
	return "http://" + listener.Addr().String(), cancel, served
}

// TestSlowHeader is a client that sends its header byte by byte to keep a connection busy.
func TestSlowHeader(t *testing.T) {
	t.Parallel() // most of it is waiting
	base, stop, ended := serve(t, NewServer(t, NoDatabase))
	conn := dial(t, base)
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	go func() {
		for _, letter := range rawHeader + "X-Padding: " + strings.Repeat("a", 1000) {
			if _, err := io.WriteString(conn, string(letter)); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	// net/http says goodbye only when its deadline falls between two lines.
	const goodbye = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: " +
		"close\r\n\r\n400 Bad Request"
	answer, err := io.ReadAll(conn)
	if errors.Is(err, os.ErrDeadlineExceeded) || len(answer) > 0 && string(answer) != goodbye {
		t.Errorf("want the connection closed, got %q, %v", answer, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestIdleConnections has more idle connections than emcp keeps: the first ones are closed, the others stay.
func TestIdleConnections(t *testing.T) {
	const more = 10
	base, stop, ended := serve(t, NewServer(t, NoDatabase))
	var conns []net.Conn
	ask := func(conn net.Conn) error {
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
			return err
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
	for range server.MaxIdle + more {
		conn := dial(t, base)
		conns = append(conns, conn)
		if err := ask(conn); err != nil {
			t.Fatal(err)
		}
	}
	closed := 0
	for i, conn := range conns {
		if err := ask(conn); err != nil {
			// a connection becomes idle a moment after its answer, so that some can change places
			if closed++; i >= server.MaxIdle/2 {
				t.Errorf("connection %d: %v", i, err)
			}
		}
	}
	if closed != more {
		t.Errorf("%d connections were closed, want %d", closed, more)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestHeaderSize(t *testing.T) {
	base, stop, ended := serve(t, NewServer(t, NoDatabase))
	if got := Post(t, base+"/mcp", Ping, "X-Padding",
		strings.Repeat("a", 64<<10)); got.Status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d", got.Status)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDrain ends the server while a call is under way: the call gets its answer, nobody else is let in.
func TestDrain(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base, stop, ended := serve(t, s)
	Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""))
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp", GetHome) }()
	AwaitStatements(t, d, 1)

	stop()
	// readyz first says no over the wire, too, but that is over sooner than a test can be sure to ask.
	var draining Reply
	wait.Until(t, 5*time.Second, "readyz says no", func() bool {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil)
		r.Header.Set("X-Trace-Id", "trace-1")
		s.Handler().ServeHTTP(w, r)
		response := w.Result()
		draining = ReadReply(t, response)
		return draining.Status != http.StatusOK
	})
	Equal(t, notReady("draining"), draining)
	wait.Until(t, 5*time.Second, "connections are refused", func() bool {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", base[len("http://"):])
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
	select {
	case err := <-ended:
		t.Fatalf("the server has not waited for the call: %v", err)
	default:
	}

	unlock()
	want := Answered(GotHome)
	want.Header["Connection"] = "close"
	Equal(t, want, <-got)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestServeReportsListenerError is a listener that cannot be used.
func TestServeReportsListenerError(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	err = NewServer(t, NoDatabase).Serve(t.Context(), listener)
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// TestOpenListenersAreReported: emcp warns when others on the network can reach its listeners, and only then.
func TestOpenListenersAreReported(t *testing.T) {
	for _, test := range []struct {
		address string
		want    int
	}{{"127.0.0.1:0", 0}, {"0.0.0.0:0", 1}} {
		var log bytes.Buffer
		s, err := server.New(NewConfig(t, NoDatabase),
			WithDefaults(server.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for name, serve := range map[string]func(context.Context, net.Listener) error{
			"MCP": s.Serve, "metrics": s.ServeMetrics,
		} {
			listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", test.address)
			if err != nil {
				t.Fatal(err)
			}
			log.Reset()
			if err := serve(ctx, listener); err != nil {
				t.Error(err)
			}
			if got := strings.Count(log.String(), "or listen on a loopback address"); got != test.want {
				t.Errorf("%s on %s: %d warnings, want %d:\n%s", name, test.address, got, test.want, log.String())
			}
		}
	}
}
