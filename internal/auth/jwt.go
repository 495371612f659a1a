package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/golang-jwt/jwt/v5"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/secret"
)

// JWTOptions say which JSON Web Tokens (RFC 7519) are accepted.
type JWTOptions struct {
	Algorithms []string      // of JWTAlgorithms
	Secret     secret.Text   // of HS256
	KeyFile    string        // JWK set (RFC 7517) of the other algorithms,
	KeyURL     string        // or where to fetch it
	Issuer     string        // iss that a token must have; empty: any
	Audience   string        // aud that a token must name; empty: any
	Leeway     time.Duration // by which the clocks may differ
	View       identity.View
}

// Format hides the secret from all verbs of fmt. For unknown verbs, fmt would print the target of a pointer without
// asking secret.Text.
func (o JWTOptions) Format(f fmt.State, verb rune) {
	type plain JWTOptions
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), plain(o))
}

// hs256 is the only algorithm with a shared secret.
const hs256 = "HS256"

// JWTAlgorithms are the algorithms that a configuration can name (RFC 7518, RFC 8037).
var JWTAlgorithms = []string{hs256, "RS256", "ES256", "EdDSA"}

// JWT identifies callers by JSON Web Tokens of Evolution's sApi or of an identity provider.
type JWT struct {
	parser *jwt.Parser
	secret secret.Text
	keys   keySet
	view   identity.View
	leeway time.Duration
	known  verifiedTokens
	stop   context.CancelFunc // ends the fetching of keys
}

// NewJWT prepares the keys; a set behind a URL is fetched with the first token that needs it, and again every hour
// until Close. Errors are errors in o.
func NewJWT(o JWTOptions) (*JWT, error) {
	options := []jwt.ParserOption{
		jwt.WithValidMethods(o.Algorithms), jwt.WithExpirationRequired(), jwt.WithLeeway(o.Leeway),
	}
	if o.Issuer != "" {
		options = append(options, jwt.WithIssuer(o.Issuer))
	}
	if o.Audience != "" {
		options = append(options, jwt.WithAudience(o.Audience))
	}
	j := &JWT{
		parser: jwt.NewParser(options...), secret: o.Secret, view: o.View, leeway: o.Leeway,
		known: verifiedTokens{all: map[TokenHash]verified{}}, stop: func() {},
	}
	switch {
	case o.KeyFile != "":
		set, err := readKeys(o.KeyFile)
		if err != nil {
			return nil, err
		}
		j.keys = func() (jwkset.Storage, error) { return set, nil }
	case o.KeyURL != "":
		ctx, stop := context.WithCancel(context.Background())
		j.keys, j.stop = fetchedKeys(ctx, o.KeyURL), stop
	}
	return j, nil
}

// Close ends the hourly fetching of keys. Tokens can still be checked.
func (j *JWT) Close() { j.stop() }

// jwtClaims are the claims that emcp reads.
type jwtClaims struct {
	jwt.RegisteredClaims
	Subject textOrNumber `json:"sub"` // some issuers write it as a number
	UserID  textOrNumber `json:"user_id"`
	Scopes  scopeList    `json:"scopes"`
	Scope   scopeList    `json:"scope"` // the name that identity providers use (RFC 9068)
}

// UnmarshalJSON reads claims strictly: names with their case, each once in its object, at every level. encoding/json,
// which the parser calls, would take SCOPES for scopes, and the last of two names.
func (c *jwtClaims) UnmarshalJSON(data []byte) error {
	type plain jwtClaims
	return json.Unmarshal(data, (*plain)(c))
}

// Authenticate checks signature, times, issuer and audience, and takes subject and scopes from the claims. A token that
// was accepted within the last second is only checked for its exp.
func (j *JWT) Authenticate(_ context.Context, token, _ string) (identity.Principal, error) {
	if strings.Count(token, ".") != 2 {
		return identity.Principal{}, ErrUnknown
	}
	hash := HashToken(token)
	if caller, ok := j.known.get(hash); ok {
		return caller, nil
	}
	caller, expires, err := j.verify(token)
	if err == nil {
		j.known.put(hash, caller, expires.Add(j.leeway))
	}
	return caller, err
}

// verify returns the caller that a token names, and the exp of the token.
func (j *JWT) verify(token string) (caller identity.Principal, expires time.Time, err error) {
	var c jwtClaims
	_, err = j.parser.ParseWithClaims(token, &c, j.key)
	switch {
	case errors.Is(err, errNoKeys):
		return caller, expires, fault.Wrap(fault.Unavailable, err, "tokens cannot be checked at the moment; try again later")
	case errors.Is(err, jwt.ErrTokenInvalidClaims): // the signature is good
		return identity.Principal{Subject: c.subject()}, expires, refused(err)
	case err != nil:
		return caller, expires, refused(err)
	case c.subject() == "":
		return caller, expires, fault.New(fault.InvalidToken, "the token names no caller: it has neither sub nor user_id")
	}
	if c.Scopes == nil {
		c.Scopes = c.Scope
	}
	caller = identity.Principal{
		Subject: c.subject(), Scopes: c.Scopes, View: j.view, Servers: []string{identity.AllServers},
	}
	return caller, c.ExpiresAt.Time, nil
}

// subject returns the subject that the token names.
func (c jwtClaims) subject() string {
	switch {
	case c.Subject != "":
		return "jwt:" + string(c.Subject)
	case c.UserID != "":
		return "jwt:" + string(c.UserID)
	}
	return ""
}

// key returns the key that checks the signature. The algorithm is already known to be accepted.
func (j *JWT) key(t *jwt.Token) (any, error) {
	if !strictHeader(t.Raw) {
		return nil, errors.New("the header of the token has a duplicate name or invalid UTF-8")
	}
	if _, ok := t.Header["crit"]; ok {
		return nil, errors.New("the token needs extensions that emcp does not know (RFC 7515, section 4.1.11)")
	}
	if t.Method.Alg() == hs256 {
		return []byte(j.secret.Reveal()), nil
	}
	return j.keys.find(t)
}

// refused returns the fault that says what is wrong with a token.
func refused(err error) error {
	reason := "the token cannot be read or its signature is not accepted here"
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		reason = "the token has expired; get a new one"
	case errors.Is(err, jwt.ErrTokenNotValidYet), errors.Is(err, jwt.ErrTokenUsedBeforeIssued):
		reason = "the token is not valid yet"
	case errors.Is(err, jwt.ErrTokenInvalidIssuer):
		reason = "the token is from another issuer"
	case errors.Is(err, jwt.ErrTokenInvalidAudience):
		reason = "the token is for another audience"
	case errors.Is(err, jwt.ErrTokenRequiredClaimMissing):
		reason = "the token lacks a required claim, such as exp"
	}
	return fault.Wrap(fault.InvalidToken, err, reason)
}

// strictHeader reports whether all names in a token's header, at every level, appear once in their object. The parser
// has already read them case-sensitively.
func strictHeader(token string) bool {
	first, _, _ := strings.Cut(token, ".")
	header, err := base64.RawURLEncoding.DecodeString(first)
	return err == nil && jsontext.Value(header).IsValid()
}

// textOrNumber is a string, or the digits of a number.
type textOrNumber string

// UnmarshalJSON accepts both, and null for the empty string.
func (t *textOrNumber) UnmarshalJSON(data []byte) error {
	if jsontext.Value(data).Kind() == '0' {
		*t = textOrNumber(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(t))
}

// scopeList is an array of scopes, or one string with commas or spaces between them.
type scopeList []string

// UnmarshalJSON accepts both, and null for no scopes.
func (s *scopeList) UnmarshalJSON(data []byte) error {
	if jsontext.Value(data).Kind() != '"' {
		return json.Unmarshal(data, (*[]string)(s))
	}
	var list string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*s = strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	return nil
}
