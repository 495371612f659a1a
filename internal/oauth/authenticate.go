package oauth

import (
	"context"
	"errors"

	"github.com/maypok86/otter/v2"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Authenticate identifies callers by the access tokens of this server. The token must be for the server with that
// handle, and its grant must not have ended. Errors are those of auth.Authenticator.
func (s *Server) Authenticate(ctx context.Context, token, handle string) (identity.Principal, error) {
	claims, err := s.checkAccess(ctx, token)
	if err != nil {
		return identity.Principal{}, err
	}
	if !s.serves(handle, claims.Resource) {
		return identity.Principal{}, fault.New(fault.InvalidToken,
			"the token is for another server; sign in for the address of this one")
	}
	g, err := s.grants.Get(ctx, claims.Grant, otter.LoaderFunc[string, Grant](s.live))
	switch {
	case err != nil:
		return identity.Principal{}, fault.Wrap(fault.Unavailable, err,
			"tokens cannot be checked at the moment; try again later")
	case g.ID == "":
		return identity.Principal{}, fault.New(fault.InvalidToken, "the access has ended; sign in again")
	}
	p, err := s.caller(ctx, g)
	if errors.Is(err, auth.ErrUnknown) {
		return identity.Principal{}, fault.New(fault.InvalidToken,
			"the token with which the access was allowed is gone; sign in again")
	}
	p.Scopes = common(claims.Scopes, p.Scopes)
	return p, err
}

// live reads a grant like grant does, but an ended grant is no error, so that the result can be cached.
func (s *Server) live(ctx context.Context, id string) (Grant, error) {
	g, err := s.grant(context.WithoutCancel(ctx), id)
	if errors.Is(err, errEnded) {
		return Grant{}, nil
	}
	return g, err
}

// caller returns the caller that a grant stands for: its source with its present rights, limited to what was granted.
// Errors are those of Source.
func (s *Server) caller(ctx context.Context, g Grant) (identity.Principal, error) {
	p, err := s.holder(ctx, g.Source, g.Handle)
	if err != nil {
		return identity.Principal{Subject: p.Subject}, err
	}
	if g.View == identity.Public {
		p.View, p.Member = identity.Public, nil
	}
	p.Scopes = common(g.Scopes, p.Scopes)
	if !p.MayUse(g.Handle) {
		return identity.Principal{Subject: p.Subject},
			fault.New(fault.ServerDenied, "this token is not for the server %s", g.Handle)
	}
	p.Servers = []string{g.Handle}
	return p, nil
}
