package mcp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/mcp/catalog"
	"emcp/mcp/method"
	"emcp/mcp/session"
	"emcp/mcp/watch"
	"emcp/mcp/wire"
	"emcp/toolset"
	"emcp/upstream"
)

// someone is a caller who may do everything.
var someone = identity.Principal{
	Subject: "one", Scopes: []string{identity.AllScopes}, Servers: []string{identity.AllServers},
}

// serviceOf returns a service with one server, content, which has no database.
func serviceOf(t testing.TB, keys idempotency.Store, log io.Writer, upstreams ...*upstream.Upstream) *Service {
	t.Helper()
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	offers := catalog.Options{
		Handle: "content", Scopes: scopes, Tools: toolset.New(&evodb.DB{}, toolset.Options{}), Upstreams: upstreams,
	}
	return New(Options{
		Keys: keys, Sessions: session.NewSessions(0), Changes: session.NewChanges(0), Draining: t.Context(),
		KeyHeader: "Idempotency-Key", Log: slog.New(slog.NewTextHandler(log, nil)),
		Servers: []Server{{Options: method.Options{
			Offers: offers, Timeout: time.Minute, Watch: watch.New(t.Context(), nil, 0, nil, nil),
		}}},
	})
}

// TestPanic has a call and streams panic, more often than a connection may have streams: that is a fault of the one
// request, of which its client learns nothing more.
func TestPanic(t *testing.T) {
	var logged bytes.Buffer
	s := serviceOf(t, nil, &logged)
	connection := s.Connect(t.Context(), "content", someone)
	defer connection.Close()
	s.endpoints["content"].Tools = nil // without which nothing runs
	for range 100 {
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{` +
				`"notifications":{"resourceSubscriptions":["evo://content/content/1"]},` +
				`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
				`"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		} {
			logged.Reset()
			a := s.Handle(t.Context(), Request{
				Server: "content", Message: wire.Read([]byte(message)), Caller: someone, Uncounted: true, Connection: connection,
			})
			if a.Fault == nil || a.Fault.Kind != fault.Internal || bytes.Contains(a.Reply, []byte("nil pointer")) ||
				bytes.Contains(a.Reply, []byte("goroutine")) {
				t.Fatalf("%s is answered with %s", message, a.Reply)
			}
			if !strings.Contains(logged.String(), "panic: ") || !strings.Contains(logged.String(), "goroutine") {
				t.Fatalf("the log does not say where it comes from: %s", logged.String())
			}
		}
	}
}

// TestPanicInUpstream has a call of an upstream's tool panic: the outcome for the audit names the upstream.
func TestPanicInUpstream(t *testing.T) {
	answers := map[string]string{
		"initialize": `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"crm",` +
			`"version":"1"}}`,
		"tools/list": `{"tools":[{"name":"ask","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`,
	}
	crm := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		m := wire.Read(text)
		if !m.WantsAnswer() {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, answers[m.Method])
	}))
	defer crm.Close()
	all, err := identity.ParsePattern("*")
	if err != nil {
		t.Fatal(err)
	}
	u := upstream.Start(upstream.Options{
		Name: "crm", URL: crm.URL, Allow: []identity.Pattern{all}, Timeout: time.Minute, PassPersonalToken: true,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	defer u.Close()
	s := serviceOf(t, nil, io.Discard, u)
	for range 1000 {
		if _, ok := s.endpoints["content"].UpstreamTool("ask"); ok {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	a := s.Handle(t.Context(), Request{
		Server: "content", Caller: someone, Uncounted: true,
		Message:  wire.Read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{}}}`)),
		Personal: func(context.Context) string { panic("a token cannot be read") },
	})
	if a.Fault == nil || a.Fault.Kind != fault.Internal || a.Outcome.Upstream != "crm" || a.Outcome.Tool != "ask" {
		t.Errorf("%+v, noted %+v", a.Fault, a.Outcome)
	}
}
