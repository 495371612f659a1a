package upstream

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"emcp/internal/fault"
	"emcp/internal/test/wait"
)

// onSocket answers a message over WebSocket; false leaves it to good.
type onSocket func(conn *websocket.Conn, a incoming) bool

// serveSocket returns the address of a server over WebSocket, and how often clients have connected.
func serveSocket(t *testing.T, answer onSocket) (url string, connected *atomic.Int32) {
	t.Helper()
	connected = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"mcp"}})
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.CloseNow() }()
		connected.Add(1)
		for {
			_, text, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var a incoming
			_ = json.Unmarshal(text, &a)
			if (answer == nil || !answer(conn, a)) && a.good() != "" {
				tell(conn, a.good())
			}
		}
	}))
	t.Cleanup(s.Close)
	return "ws" + strings.TrimPrefix(s.URL, "http"), connected
}

// tell sends a text message, and reports whether somebody takes it.
func tell(conn *websocket.Conn, text string) bool {
	return conn.Write(context.Background(), websocket.MessageText, []byte(text)) == nil
}

// overSocket are the options of an upstream over WebSocket.
func overSocket(url string) Options {
	o := options(url)
	o.Token = "secret"
	return o
}

// TestSocketsThatMisbehave uses connections for as long as that makes sense. Where a call ends the
// connection, there is another one.
func TestSocketsThatMisbehave(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(conn *websocket.Conn, a incoming) bool // to a call
		want   string                                      // message of the call; empty: it succeeds
		again  bool                                        // emcp connects again
	}{
		"garbage": {func(conn *websocket.Conn, a incoming) bool {
			for _, text := range []string{
				"not JSON", `{"jsonrpc":"2.0","id":999,"result":{}}`,
				`{"jsonrpc":"2.0","id":"x","method":"sampling/createMessage","params":{}}`, a.good(),
			} {
				tell(conn, text)
			}
			return false
		}, "", false},
		"pings": {func(conn *websocket.Conn, _ incoming) bool {
			go func() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				_ = conn.Ping(ctx)
			}()
			return false
		}, "", false},
		"silent": {func(*websocket.Conn, incoming) bool { return true }, downMessage, false},
		"wrong id": {func(conn *websocket.Conn, _ incoming) bool {
			return tell(conn, `{"jsonrpc":"2.0","id":0,"result":{"content":[]}}`)
		}, downMessage, false},
		"binary": {func(conn *websocket.Conn, a incoming) bool {
			_ = conn.Write(context.Background(), websocket.MessageBinary, []byte(a.good()))
			return true
		}, downMessage, true},
		"closes": {
			func(conn *websocket.Conn, _ incoming) bool { go conn.Close(4000, "secret"); return true }, downMessage, true,
		},
		"vanishes": {func(conn *websocket.Conn, _ incoming) bool { _ = conn.CloseNow(); return true }, downMessage, true},
		"flood": {func(conn *websocket.Conn, _ incoming) bool {
			for tell(conn, `{"jsonrpc":"2.0","method":"notifications/message","params":{}}`) {
			}
			return true
		}, downMessage, true},
		"endless message": {func(conn *websocket.Conn, _ incoming) bool {
			w, err := conn.Writer(context.Background(), websocket.MessageText)
			for err == nil {
				_, err = w.Write([]byte(strings.Repeat("a", 1<<16)))
			}
			return true
		}, downMessage, true},
		"not a result": {
			func(conn *websocket.Conn, a incoming) bool { return tell(conn, a.result("7")) }, failedMessage, false,
		},
		"leaks the token": {func(conn *websocket.Conn, a incoming) bool {
			return tell(conn, a.result(`{"content":[{"type":"text","text":"secret"}]}`))
		}, failedMessage, false},
	} {
		t.Run(name, func(t *testing.T) {
			url, connected := serveSocket(t, func(conn *websocket.Conn, a incoming) bool {
				return a.Method == "tools/call" && test.answer(conn, a)
			})
			o := overSocket(url)
			if test.again {
				o.Timeout = 20 * time.Second // the end of the connection ends the call
			}
			u := start(t, o)
			listed(t, u)
			_, err := call(t, u, "crm_echo", `{"text":"a"}`)
			if test.want == "" {
				if err != nil {
					t.Error(err)
				}
			} else if f := fault.From(err); f.Told() != test.want {
				t.Error(err)
			}
			if test.again {
				wait.Until(t, 10*time.Second, "there is another connection",
					func() bool { return connected.Load() > 1 && u.current() != nil })
			} else if connected.Load() != 1 {
				t.Errorf("%d connections", connected.Load())
			}
		})
	}
}

// TestSocketsThatDoNotConnect say why, without what the server has sent.
func TestSocketsThatDoNotConnect(t *testing.T) {
	const none = "it does not speak MCP over WebSocket (subprotocol mcp) at this address"
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"401": {
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret", http.StatusUnauthorized) },
			notAccepted + "401)",
		},
		"302": {
			func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, redirected,
		},
		"404": {
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret", http.StatusNotFound) },
			"it answered with HTTP 404",
		},
		"503": {
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret", http.StatusServiceUnavailable) },
			"it takes no request at the moment (HTTP 503)",
		},
		"a page": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("secret")) }, none},
		"no proof": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Upgrade", "websocket")
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Sec-WebSocket-Accept", "secret")
			w.WriteHeader(http.StatusSwitchingProtocols)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler) // otherwise the client waits for three seconds for the rest
		}, none},
		"no subprotocol": {func(w http.ResponseWriter, r *http.Request) {
			if conn, err := websocket.Accept(w, r, nil); err == nil {
				_, _, _ = conn.Read(context.Background())
			}
		}, none},
		"silent": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "context deadline exceeded"},
		"silent after the handshake": {func(w http.ResponseWriter, r *http.Request) {
			if conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"mcp"}}); err == nil {
				_, _, _ = conn.Read(context.Background())
				_, _, _ = conn.Read(context.Background())
			}
		}, "initialize: context deadline exceeded"},
	} {
		s := httptest.NewServer(test.handler)
		if _, err := Inspect(t.Context(), overSocket("ws"+strings.TrimPrefix(s.URL, "http"))); err == nil ||
			err.Error() != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
		s.Close()
	}
	if _, err := Inspect(t.Context(), overSocket("ws://127.0.0.1:1/secret")); err == nil ||
		!strings.HasPrefix(err.Error(), errNotSent.Error()) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// TestChangesOverSocket reads the lists again when the server says that they have changed.
func TestChangesOverSocket(t *testing.T) {
	var lists atomic.Int32
	url, _ := serveSocket(t, func(conn *websocket.Conn, a incoming) bool {
		if a.Method == "tools/list" && lists.Add(1) < 3 {
			tell(conn, a.good())
			return tell(conn, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		}
		return false
	})
	start(t, overSocket(url))
	wait.Until(t, 10*time.Second, "the lists are read three times", func() bool { return lists.Load() == 3 })
}
