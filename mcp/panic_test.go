package mcp

import (
	"bytes"
	"log/slog"
	"strings"
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

	"io"
	"testing"
)

// someone is a caller who may do everything.
var someone = identity.Principal{
	Subject: "one", Scopes: []string{identity.AllScopes}, Servers: []string{identity.AllServers},
}

// serviceOf returns a service with one server, content, which has no database.
func serviceOf(t testing.TB, keys idempotency.Store, log io.Writer) *Service {
	t.Helper()
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	offers := catalog.Options{Handle: "content", Scopes: scopes, Tools: toolset.New(&evodb.DB{}, toolset.Options{})}
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
				`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
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
