package server

import (
	"context"
	"slices"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
)

// PrepareSearches reads the texts that visitors see of the sites, one site after the other, so that the first searches
// need not wait for that. It ends with the context, after maxPrepared servers, or when there is no memory for more.
// Errors are ignored, because the first search tries again and reports them.
func (s *Server) PrepareSearches(ctx context.Context) {
	f := s.front.Load()
	for n, server := range f.config.Servers {
		if n == maxPrepared || ctx.Err() != nil || s.indexes.Full() {
			return
		}
		if hasVisitors(f.config.Auth, server.Handle) {
			_ = f.mcp.Prepare(ctx, server.Handle, identity.Principal{Subject: identity.Anonymous, View: identity.Public})
		}
	}
}

// maxPrepared is the most servers whose texts are read before anybody searches. Of many sites, most are seldom
// searched.
const maxPrepared = 10

// PrepareStdio does what PrepareSearches does, for the caller of ServeStdio.
func (s *Server) PrepareStdio(ctx context.Context, handle string) {
	f := s.front.Load()
	_ = f.mcp.Prepare(ctx, handle, f.config.Stdio)
}

// hasVisitors reports whether callers of a server can have the public view. Only the tokens of the configuration are
// known to have another.
func hasVisitors(a config.Auth, handle string) bool {
	if a.Open != nil {
		return a.Open.View == identity.Public
	}
	return a.JWT != nil || a.Personal != nil || a.OAuth != nil || slices.ContainsFunc(a.Tokens, func(t auth.Token) bool {
		return t.Principal.View == identity.Public && t.Principal.MayUse(handle)
	})
}
