package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// IssuerOptions say which tokens of an authorization server are accepted, and what their callers may do.
type IssuerOptions struct {
	Issuer string // its identifier, an https URL
	// accepted in aud besides the address of the server, for issuers that cannot name addresses; empty: none
	Audience string
	// Introspection is how tokens are checked; nil: they are JWTs, checked by the issuer's key set.
	Introspection *Introspection
	Map           []Mapping // the first matching entry counts; a caller without one is refused
}

// IssuerAlgorithms are the algorithms with which an issuer can sign: those of JWTAlgorithms without a shared secret.
var IssuerAlgorithms = slices.DeleteFunc(slices.Clone(JWTAlgorithms), func(name string) bool { return name == hs256 })

// issuerLeeway is the most by which the clock of an issuer may differ.
const issuerLeeway = time.Minute

// Issuer identifies callers by the tokens of an authorization server. A token must be meant for the server
// that is called (RFC 8707).
type Issuer struct {
	options  IssuerOptions
	metadata Published[Metadata]
	jwt      *JWT          // nil with introspection
	asked    *introspector // nil without introspection
}

// NewIssuer prepares the check of an issuer's tokens. Nothing is fetched before the first token; key sets are
// fetched hourly until Close.
func NewIssuer(o IssuerOptions) *Issuer {
	i := &Issuer{options: o}
	if o.Introspection != nil {
		i.asked = newIntrospector(*o.Introspection, i.discover)
		return i
	}
	ctx, stop := context.WithCancel(context.Background())
	i.jwt = &JWT{
		parser: jwt.NewParser(
			jwt.WithValidMethods(IssuerAlgorithms), jwt.WithExpirationRequired(), jwt.WithLeeway(issuerLeeway),
			jwt.WithIssuer(o.Issuer),
		),
		keys: i.keySet(ctx), stop: stop,
	}
	return i
}

// Close ends the hourly fetching of keys. Tokens can still be checked.
func (i *Issuer) Close() {
	if i.jwt != nil {
		i.jwt.Close()
	}
}

// issuerFor is an Issuer with the addresses of servers.
type issuerFor struct {
	*Issuer
	resources func(handle string) []string
}

// For returns the authenticator for servers at these addresses. resources returns the addresses of the server with that
// handle, one of which a token must name in aud.
func (i *Issuer) For(resources func(handle string) []string) Authenticator {
	return issuerFor{i, resources}
}

// keySet returns the key set that the metadata name. It is fetched again until that succeeds.
func (i *Issuer) keySet(ctx context.Context) keySet {
	var mu sync.Mutex
	var found keySet
	return func() (jwkset.Storage, error) {
		mu.Lock()
		defer mu.Unlock()
		if found == nil {
			m, err := i.discover(ctx)
			if err != nil {
				return nil, errors.Join(errNoKeys, err)
			}
			if m.JWKSURI == "" {
				return nil, errors.Join(errNoKeys, errors.New("the metadata of the issuer have no jwks_uri"))
			}
			found = fetchedKeys(ctx, m.JWKSURI)
		}
		return found()
	}
}

// discover returns the metadata of the issuer.
func (i *Issuer) discover(ctx context.Context) (Metadata, error) {
	return i.metadata.Get(func() (Metadata, error) { return Discover(context.WithoutCancel(ctx), i.options.Issuer) })
}

// issuedClaims are the claims of a token, including those for a Mapping.
type issuedClaims struct {
	jwt.RegisteredClaims
	Subject textOrNumber `json:"sub"`
	Scope   scopeList    `json:"scope"`  // RFC 9068
	SCP     scopeList    `json:"scp"`    // as Entra and Okta write it
	Scopes  scopeList    `json:"scopes"` // as the tokens of emcp's jwt mode
	all     map[string]any
}

// UnmarshalJSON reads claims as strictly as those of other JWTs.
func (c *issuedClaims) UnmarshalJSON(data []byte) error {
	type plain issuedClaims
	if err := json.Unmarshal(data, (*plain)(c)); err != nil {
		return err
	}
	return json.Unmarshal(data, &c.all)
}

// scopes returns the scopes that the issuer gave the token.
func (c issuedClaims) scopes() []string {
	for _, list := range []scopeList{c.Scope, c.SCP, c.Scopes} {
		if list != nil {
			return list
		}
	}
	return nil
}

// Authenticate checks that a token is from the issuer and for this server, and gives its caller
// the rights of the mapping.
func (i issuerFor) Authenticate(ctx context.Context, token, handle string) (identity.Principal, error) {
	claims, err := i.claims(ctx, token)
	if err != nil {
		return claims.bearer(), err
	}
	if claims.Subject == "" {
		return identity.Principal{}, fault.New(fault.InvalidToken, "the token names nobody: it has no sub")
	}
	if !i.isFor(claims.Audience, handle) {
		return claims.bearer(), fault.New(fault.InvalidToken,
			"the token is for another audience; get one for the address of this server")
	}
	m, ok := FirstMapping(i.options.Map, claims.all)
	if !ok {
		return claims.bearer(), fault.New(fault.Forbidden,
			"nothing is granted to this account; the site's owner can change auth.oauth.map")
	}
	caller := claims.bearer()
	caller.Scopes, caller.View, caller.Servers = claims.scopes(), m.View, m.Servers
	if m.Scopes != nil {
		caller.Scopes = m.Scopes
	}
	return caller, nil
}

// bearer returns the caller that the claims name, without rights.
func (c issuedClaims) bearer() identity.Principal {
	if c.Subject == "" {
		return identity.Principal{}
	}
	return identity.Principal{Subject: "oauth:" + string(c.Subject)}
}

// isFor reports whether one of the audiences is the server, or the configured one.
func (i issuerFor) isFor(audiences []string, handle string) bool {
	accepted := i.resources(handle)
	return slices.ContainsFunc(audiences, func(audience string) bool {
		return slices.Contains(accepted, audience) || audience != "" && audience == i.options.Audience
	})
}

// claims returns the claims of a token that is from the issuer and valid now.
func (i *Issuer) claims(ctx context.Context, token string) (c issuedClaims, err error) {
	issuer, isJWT := UnverifiedIssuer(token)
	if isJWT && issuer != i.options.Issuer {
		return c, ErrUnknown
	}
	if i.asked != nil {
		if IsPersonal(token) { // a token of the site must not be shown to another server
			return c, ErrUnknown
		}
		if c, err = i.asked.claims(ctx, token); err == nil && c.Issuer != "" && c.Issuer != i.options.Issuer {
			return c, ErrUnknown
		}
		return c, err
	}
	if !isJWT {
		return c, ErrUnknown
	}
	_, err = i.jwt.parser.ParseWithClaims(token, &c, i.jwt.key)
	switch {
	case errors.Is(err, errNoKeys):
		return issuedClaims{}, fault.Wrap(fault.Unavailable, err, "tokens cannot be checked at the moment; try again later")
	case errors.Is(err, jwt.ErrTokenInvalidClaims): // the signature is good
		return c, refused(err)
	case err != nil:
		return issuedClaims{}, refused(err)
	}
	return c, nil
}

// UnverifiedIssuer reports whether a token looks like a JWT, and returns its iss without checking it, only to find out
// who should check the token.
func UnverifiedIssuer(token string) (issuer string, isJWT bool) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return "", false
	}
	var c struct {
		Issuer textOrNumber `json:"iss"`
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil && json.Unmarshal(payload, &c) != nil {
		return "", true
	}
	return string(c.Issuer), true
}
