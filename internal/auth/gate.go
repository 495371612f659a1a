// Package auth finds out who calls: it knows the tokens of the configuration, JSON Web Tokens, the tokens of an authorization
// server, and the personal access tokens of a site.
package auth

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Authenticator knows the callers of one kind of tokens.
type Authenticator interface {
	// Authenticate returns who presents the token to the server with that handle. The error is ErrUnknown where the
	// token is none of this kind or not known, else a fault; with a fault the principal has the subject, where that is
	// certain, and nothing else.
	Authenticate(ctx context.Context, token, handle string) (identity.Principal, error)
}

// ErrUnknown says that a token is none that an Authenticator knows; the next one is asked.
var ErrUnknown = errors.New("unknown token")

// ByServer knows the callers of each server by an authenticator of its own; the keys are handles. The one of the empty
// handle is for servers that there are not, which only callers who are known are told.
type ByServer map[string]Authenticator

// Authenticate asks the server's authenticator.
func (s ByServer) Authenticate(ctx context.Context, token, handle string) (identity.Principal, error) {
	own, ok := s[handle]
	if !ok {
		own, ok = s[""]
	}
	if !ok {
		return identity.Principal{}, ErrUnknown
	}
	return own.Authenticate(ctx, token, handle)
}

// Gate finds the caller of an HTTP request.
type Gate struct {
	Open  *identity.Principal // whoever calls, where no token is needed
	Kinds []Authenticator     // asked one after the other
}

// maxToken bounds a token, in bytes.
const maxToken = 8 << 10

// Caller returns who calls the server with that handle. Errors are faults; the subject, where it is known nevertheless,
// is for the audit line.
func (g Gate) Caller(ctx context.Context, header http.Header, handle string) (identity.Principal, error) {
	if g.Open != nil {
		return *g.Open, nil
	}
	token, err := presented(header)
	if err != nil {
		return identity.Principal{}, err
	}
	for _, kind := range g.Kinds {
		caller, err := kind.Authenticate(ctx, token, handle)
		if !errors.Is(err, ErrUnknown) {
			return caller, err
		}
	}
	return identity.Principal{}, fault.New(fault.InvalidToken,
		"the token is unknown here; check it for missing characters, or ask the site's owner for one")
}

// presented returns the token of a request: in Authorization: Bearer (RFC 6750), else in X-Partner-Auth, which is for
// clients that cannot set the other one, or that need it for something else.
func presented(header http.Header) (string, error) {
	scheme, token, _ := strings.Cut(header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		token = strings.TrimSpace(header.Get("X-Partner-Auth"))
	}
	switch {
	case token == "":
		return "", fault.New(fault.Unauthenticated, "a token is needed: send it in the header Authorization: Bearer TOKEN")
	case len(token) > maxToken:
		return "", fault.New(fault.InvalidToken, "the token has more than %d bytes", maxToken)
	}
	return token, nil
}
