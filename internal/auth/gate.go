package auth

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Authenticator identifies callers by one kind of tokens.
type Authenticator interface {
	// Authenticate returns the caller that presents the token to the server with that handle. The error is
	// ErrUnknown if the token is of another kind or unknown, otherwise a fault. With a fault, the principal has only
	// the subject, if that is certain.
	Authenticate(ctx context.Context, token, handle string) (identity.Principal, error)
}

// PersonalOptions say which personal access tokens of the PHP package are accepted. Package
// personal identifies their owners.
type PersonalOptions struct {
	Permission string         // required permission of the owner's role
	Zone       *time.Location // in which the site writes times
}

// LookupTime bounds the search for a token in a database or at an issuer.
const LookupTime = 2 * time.Second

const (
	// FindingAge is how long the result of a search is used. With LookupTime, it is less than the 5 s within which a
	// revoked token must be refused.
	FindingAge = 2 * time.Second
	// MaxFindings bounds the results that are kept of one database or issuer, and so the memory
	// that unknown tokens can take.
	MaxFindings = 10_000
)

// personalToken is the form of personal access tokens.
var personalToken = regexp.MustCompile(`^emcp_[A-Za-z0-9]{40}$`)

// IsPersonal reports whether a token has the form of personal access tokens.
func IsPersonal(token string) bool { return personalToken.MatchString(token) }

// ErrUnknown means that an Authenticator does not know a token. The next one is asked.
var ErrUnknown = errors.New("unknown token")

// ByServer has an authenticator for each server, by handle. The empty handle authenticates requests for unknown
// servers, so that only known callers learn that a server is missing.
type ByServer map[string]Authenticator

// Authenticate asks the server's authenticator.
func (s ByServer) Authenticate(ctx context.Context, token, handle string) (identity.Principal, error) {
	server, ok := s[handle]
	if !ok {
		server, ok = s[""]
	}
	if !ok {
		return identity.Principal{}, ErrUnknown
	}
	return server.Authenticate(ctx, token, handle)
}

// Gate finds the caller of an HTTP request.
type Gate struct {
	Open         *identity.Principal // the caller if no token is needed
	Kinds        []Authenticator     // asked in this order
	Certificates Tokens              // callers who present only a client certificate
}

// Credentials are what an HTTP request presents.
type Credentials struct {
	Header http.Header
	// Chains are the verified chains of the client certificate, from the connection itself: a header in which a proxy
	// names a certificate could be from anybody. nil: there is none.
	Chains [][]*x509.Certificate
}

// CredentialsOf returns what a request presents.
func CredentialsOf(r *http.Request) Credentials {
	c := Credentials{Header: r.Header}
	if r.TLS != nil {
		c.Chains = r.TLS.VerifiedChains
	}
	return c
}

// None reports whether a request presents nothing.
func (c Credentials) None() bool { return len(c.Chains) == 0 && !c.hasHeader() }

// hasHeader reports whether a request has a header for tokens, whatever is in it.
func (c Credentials) hasHeader() bool {
	return len(c.Header.Values("Authorization")) > 0 || len(c.Header.Values("X-Partner-Auth")) > 0
}

// certificateAlone reports whether a client certificate is all that a request presents. With any other
// credential, also a wrong or an empty one, the certificate does not count: a client that believes it uses a
// token must not act as somebody else.
func (c Credentials) certificateAlone() bool {
	return len(c.Chains) > 0 && !c.hasHeader()
}

// maxToken bounds a token, in bytes.
const maxToken = 8 << 10

// Caller returns the caller of the server with that handle. Errors are faults. Even then the subject is set if it is
// known, for the audit line.
func (g Gate) Caller(ctx context.Context, presented Credentials, handle string) (identity.Principal, error) {
	if g.Open != nil {
		return *g.Open, nil
	}
	if presented.certificateAlone() {
		return g.Certificates.byCertificate(presented.Chains)
	}
	token, err := PresentedToken(presented.Header)
	if err != nil {
		return identity.Principal{}, err
	}
	for _, kind := range g.Kinds {
		caller, err := kind.Authenticate(ctx, token, handle)
		if !errors.Is(err, ErrUnknown) {
			return caller, err
		}
	}
	return identity.Principal{}, fault.New(fault.InvalidToken, "%s", cmp.Or(Slip(token),
		"the token is unknown here; check it for missing characters, or ask the site's owner for one"))
}

// PresentedToken returns the token of a request, from Authorization: Bearer (RFC 6750), otherwise from X-Partner-Auth.
// That header is for clients that cannot set Authorization, or need it for something else.
func PresentedToken(header http.Header) (string, error) {
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
