package mcp

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/mcp/watch"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// someone is a caller who may do everything.
var someone = identity.Principal{Subject: "one", Scopes: []string{identity.AllScopes}, Servers: []string{identity.AllServers}}

// serviceOf returns a service with one server, content, which has no database.
func serviceOf(t testing.TB, keys idempotency.Store, log io.Writer) *Service {
	t.Helper()
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	return New(Options{
		Keys: keys, KeyHeader: "Idempotency-Key", Sessions: NewSessions(0), Changes: NewChanges(0), Draining: t.Context(), Log: slog.New(slog.NewTextHandler(log, nil)),
		Servers: []Server{{
			Handle: "content", Scopes: scopes, Timeout: time.Minute, Watch: watch.New(t.Context(), nil, 0, nil, nil),
			Tools: toolset.New(&evodb.DB{}, toolset.Options{}),
		}},
	})
}

// TestPanic has a call and a stream panic: that is a fault of the one request, of which its client learns nothing more.
func TestPanic(t *testing.T) {
	var logged bytes.Buffer
	s := serviceOf(t, nil, &logged)
	e := s.endpoints["content"]
	for i := range e.methods {
		e.methods[i].run = func(*endpoint, context.Context, client, message) (reply, error) { panic("a secret") }
	}
	e.Tools = nil // which a stream is agreed to with
	connection := s.Connect(t.Context(), "content", someone)
	defer connection.Close()
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["evo://content/content/1"]},` +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
	} {
		logged.Reset()
		a := s.Handle(t.Context(), Request{Server: "content", Message: wire.Read([]byte(message)), Caller: someone, Uncounted: true, Connection: connection})
		if a.Fault == nil || a.Fault.Kind != fault.Internal || bytes.Contains(a.Reply, []byte("secret")) || bytes.Contains(a.Reply, []byte("goroutine")) {
			t.Errorf("%s is answered with %s", message, a.Reply)
		}
		if !strings.Contains(logged.String(), "panic: ") || !strings.Contains(logged.String(), "goroutine") {
			t.Errorf("the log does not say where it comes from: %s", logged.String())
		}
	}
	if connection.streams != 0 {
		t.Error("a stream that has failed is still counted")
	}
}
