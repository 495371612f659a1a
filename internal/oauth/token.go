package oauth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// authorizationCode is the stored content of an authorization code.
type authorizationCode struct {
	Client     string        `json:"client"`
	ClientName string        `json:"client_name"`
	Assertion  bool          `json:"assertion"`
	Redirect   string        `json:"redirect"`
	Challenge  string        `json:"challenge"`
	Resource   string        `json:"resource"`
	Handle     string        `json:"handle"`
	Scopes     []string      `json:"scopes"`
	View       identity.View `json:"view"`
	Source     Source        `json:"source"`
	Expires    time.Time     `json:"expires"`
	Grant      string        `json:"grant"` // id of the grant made from the code; empty: it was not used yet
	Ended      bool          `json:"ended"` // it was used for the second time, so the grant may not live
}

// Lifetimes of codes. A used code is remembered, so that a second use ends the grant made from it.
const (
	codeTime     = time.Minute
	codeMemory   = accessTime
	codePrefix   = "emcp_code_"
	minVerifier  = 43 // RFC 7636, section 4.1
	maxVerifier  = 128
	challengeLen = 43 // base64url of SHA-256
)

// tokens is the answer to a client (RFC 6749, section 5.1).
type tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"` // seconds
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// token answers the token endpoint.
func (s *Server) token(r *http.Request) (body any, to identity.Principal, err error) {
	values, err := formOf(r)
	if err != nil {
		return nil, to, err
	}
	kind, err := once(values, "grant_type")
	if err != nil {
		return nil, to, err
	}
	switch kind {
	case "authorization_code":
		return s.exchange(r.Context(), values)
	case "refresh_token":
		return s.refresh(r.Context(), values)
	}
	return nil, to, refuse(unsupported, "grant_type must be authorization_code or refresh_token")
}

// exchange makes a grant from a code, with its first tokens.
func (s *Server) exchange(
	ctx context.Context, values url.Values,
) (body any, to identity.Principal, err error) {
	var text, redirect, verifier, resource string
	err = read(values,
		map[string]*string{"code": &text, "redirect_uri": &redirect, "code_verifier": &verifier, "resource": &resource})
	if err != nil {
		return nil, to, err
	}
	key := "code:" + hashOf(text)
	c, err := s.code(ctx, key)
	if err != nil {
		return nil, to, err
	}
	if err := s.proveClient(ctx, c.Client, c.Assertion, values); err != nil {
		return nil, to, err
	}
	switch {
	case redirect != c.Redirect:
		return nil, to, refuse(invalidGrant, "redirect_uri is not that to which the code was sent")
	case !verifies(verifier, c.Challenge):
		return nil, to, refuse(invalidGrant, "code_verifier does not fit code_challenge")
	case resource != "" && resource != c.Resource:
		return nil, to, refuse(invalidTarget, "resource is not that for which access was allowed")
	}
	now := time.Now()
	end, err := s.grantEnd(ctx, c.Source)
	if err != nil {
		return nil, to, err
	}
	g := Grant{
		ID: random(16), Client: c.Client, ClientName: c.ClientName, Redirect: hostOf(c.Redirect), Assertion: c.Assertion,
		Resource: c.Resource, Handle: c.Handle,
		Scopes: c.Scopes, View: c.View, Source: c.Source, Created: now, Used: now, Expires: end, Generation: 1,
		Secret: randomBytes(32),
	}
	if err := s.useCode(ctx, key, g.ID); err != nil {
		return nil, to, err
	}
	if to, err = s.check(ctx, g); err != nil {
		return nil, to, err
	}
	if err := s.open(ctx, g); err != nil {
		return nil, to, err
	}
	if err := s.stillOnce(ctx, key, g); err != nil {
		return nil, to, err
	}
	s.Log.InfoContext(ctx, "access allowed", "grant", g.ID, "client", g.Client, "server", g.Handle, "view", string(g.View),
		"scopes", g.Scopes)
	body, err = s.tokens(ctx, g, g.Scopes)
	return body, to, err
}

// code returns the content of a code. A second use of a code ends the grant made from it (RFC 6749, section 4.1.2).
func (s *Server) code(ctx context.Context, key string) (authorizationCode, error) {
	value, err := s.Store.Get(ctx, key)
	if err != nil {
		return authorizationCode{}, err
	}
	var c authorizationCode
	unreadable := json.Unmarshal(value, &c) != nil // nil, too
	switch {
	case c.Grant != "":
		return authorizationCode{}, s.usedAgain(ctx, key)
	case unreadable || !time.Now().Before(c.Expires):
		return authorizationCode{}, refuse(invalidGrant, "the code is not known or has expired; connect again")
	}
	return c, nil
}

// errUsed refuses a code that was used before.
var errUsed = refuse(invalidGrant, "the code was used before; the access has ended, connect again")

// useCode records the grant for which a code is used. Only one use succeeds; the others end its grant.
func (s *Server) useCode(ctx context.Context, key, grant string) error {
	err := s.Store.Update(ctx, key, func(value []byte) ([]byte, time.Duration, error) {
		var c authorizationCode
		if json.Unmarshal(value, &c) != nil || c.Grant != "" {
			return nil, 0, errUsed
		}
		c.Grant = grant
		next, err := json.Marshal(c)
		return next, codeMemory, err
	})
	if errors.Is(err, errUsed) {
		return s.usedAgain(ctx, key)
	}
	return err
}

// usedAgain ends the grant of a code that is used again. The first use may not have opened the grant yet, so the end is
// stored beside the code, where stillOnce finds it. It returns errUsed, or why it failed.
func (s *Server) usedAgain(ctx context.Context, key string) error {
	grant := ""
	err := s.Store.Update(ctx, key, func(value []byte) ([]byte, time.Duration, error) {
		var c authorizationCode
		if json.Unmarshal(value, &c) != nil {
			return nil, 0, errUsed // the code has expired, and its grant was opened long ago
		}
		c.Ended, grant = true, c.Grant
		next, err := json.Marshal(c)
		return next, codeMemory, err
	})
	if err != nil {
		return err
	}
	if err := s.endByID(ctx, grant); err != nil {
		return err
	}
	return errUsed
}

// stillOnce ends a grant that was opened from a code if the code was used again meanwhile.
func (s *Server) stillOnce(ctx context.Context, key string, g Grant) error {
	value, err := s.Store.Get(ctx, key)
	if err != nil {
		return err
	}
	var c authorizationCode
	if json.Unmarshal(value, &c) == nil && !c.Ended {
		return nil
	}
	if err := s.end(ctx, g); err != nil {
		return err
	}
	return errUsed
}

// endByID ends the grant with that id if it exists.
func (s *Server) endByID(ctx context.Context, id string) error {
	g, err := s.grant(ctx, id)
	if errors.Is(err, errEnded) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.end(ctx, g)
}

var verifierPattern = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// verifies reports whether a verifier matches a challenge by S256 (RFC 7636, section 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < minVerifier || len(verifier) > maxVerifier || !verifierPattern.MatchString(verifier) {
		return false
	}
	hash := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(hash[:])), []byte(challenge)) == 1
}

// check returns the caller for whom a grant stands. It is an error if the source no longer has the rights that the
// grant needs, or the server no longer has the address for which access was allowed: Authenticate would refuse the
// tokens.
func (s *Server) check(ctx context.Context, g Grant) (identity.Principal, error) {
	if !s.serves(g.Handle, g.Resource) {
		return identity.Principal{}, errEnded
	}
	p, err := s.caller(ctx, g)
	switch {
	case err != nil && fault.From(err).Kind == fault.Unavailable:
		return identity.Principal{}, err
	case err != nil || len(p.Scopes) == 0:
		return identity.Principal{}, refuse(invalidGrant,
			"what the person has signed in with has been revoked, has expired, or gives no right any more; connect again")
	}
	return p, nil
}

// refresh makes new tokens from a refresh token, and invalidates that one.
func (s *Server) refresh(
	ctx context.Context, values url.Values,
) (body any, to identity.Principal, err error) {
	var text, resource, scope string
	if err := read(values,
		map[string]*string{"refresh_token": &text, "resource": &resource, "scope": &scope}); err != nil {
		return nil, to, err
	}
	g, generation, err := s.refreshed(ctx, text)
	if err != nil {
		return nil, to, err
	}
	if err := s.proveClient(ctx, g.Client, g.Assertion, values); err != nil {
		return nil, to, err
	}
	if generation == g.Generation { // otherwise the grant ends, whatever its source says
		if to, err = s.check(ctx, g); err != nil {
			return nil, to, err
		}
	}
	if resource != "" && resource != g.Resource {
		return nil, to, refuse(invalidTarget, "resource is not that for which access was allowed")
	}
	scopes := g.Scopes
	if scope != "" {
		scopes = common(strings.Fields(scope), g.Scopes)
		if len(scopes) == 0 {
			return nil, to, refuse(invalidScope, "access was allowed for other scopes: "+strings.Join(g.Scopes, " "))
		}
	}
	if g, err = s.rotate(ctx, g, generation); err != nil {
		return nil, to, err
	}
	body, err = s.tokens(ctx, g, scopes)
	return body, to, err
}

// tokens returns new tokens of a grant.
func (s *Server) tokens(ctx context.Context, g Grant, scopes []string) (any, error) {
	access, err := s.accessToken(ctx, g, scopes)
	if err != nil {
		return nil, err
	}
	return tokens{
		access, "Bearer", int(accessTime.Seconds()), g.refreshToken(),
		strings.Join(slices.Sorted(slices.Values(scopes)), " "),
	}, nil
}

// revoke ends the grant of a token (RFC 7009). An unknown token is already invalid, which is what the client wants.
func (s *Server) revoke(r *http.Request) (any, error) {
	ctx := r.Context()
	values, err := formOf(r)
	if err != nil {
		return nil, err
	}
	text, err := once(values, "token")
	if err != nil {
		return nil, err
	}
	g, err := s.grant(ctx, s.grantOf(ctx, text))
	if errors.Is(err, errEnded) {
		return struct{}{}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := s.proveClient(ctx, g.Client, g.Assertion, values); err != nil {
		return nil, err
	}
	return struct{}{}, s.end(ctx, g)
}

// grantOf returns the id of the grant to which a refresh or access token belongs, or "" for any other text.
func (s *Server) grantOf(ctx context.Context, token string) string {
	if g, _, err := s.refreshed(ctx, token); err == nil {
		return g.ID
	}
	claims, err := s.checkAccess(ctx, token)
	if err != nil {
		return ""
	}
	return claims.Grant
}

// hostOf returns the host of an address, or the scheme of an address that opens a program.
func hostOf(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case u.Scheme == "http" || u.Scheme == "https":
		return u.Host
	}
	return u.Scheme + ":"
}

// refreshed returns the grant of a refresh token, and the generation of the token. Only a token of the grant's own
// generation is valid.
func (s *Server) refreshed(ctx context.Context, token string) (Grant, int, error) {
	unknown := refuse(invalidGrant, "the refresh token is not known, or the access has ended; connect again")
	id, number, mark, ok := parseRefresh(token)
	if !ok {
		return Grant{}, 0, unknown
	}
	g, err := s.grant(ctx, id)
	if errors.Is(err, errEnded) {
		return Grant{}, 0, unknown
	}
	if err != nil {
		return Grant{}, 0, err
	}
	sum, err := base64.RawURLEncoding.DecodeString(mark)
	generation, wrong := strconv.Atoi(number)
	if err != nil || wrong != nil || !hmac.Equal(sum, g.mark(id+"."+number)) {
		return Grant{}, 0, unknown
	}
	return g, generation, nil
}
