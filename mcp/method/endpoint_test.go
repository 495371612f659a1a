package method

import (
	"log/slog"
	"testing"
	"time"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/mcp/catalog"
	"emcp/mcp/session"
	"emcp/mcp/watch"
	"emcp/toolset"
)

// someone is a caller who may do everything.
var someone = identity.Principal{
	Subject: "one", Scopes: []string{identity.AllScopes}, Servers: []string{identity.AllServers},
}

// endpointOf returns the server content, which has no database.
func endpointOf(t testing.TB) *Endpoint {
	t.Helper()
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	offers := catalog.Options{Handle: "content", Scopes: scopes, Tools: toolset.New(&evodb.DB{}, toolset.Options{})}
	return New(
		Options{Offers: offers, Timeout: time.Minute, Watch: watch.New(t.Context(), nil, 0, nil, nil)},
		&Shared{Changes: session.NewChanges(0), Log: slog.New(slog.NewTextHandler(t.Output(), nil))},
	)
}
