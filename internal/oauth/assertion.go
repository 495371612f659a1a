package oauth

import (
	"context"
	"crypto/rsa"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"

	"emcp/internal/auth"
)

// assertionType is the parameter of a client that proves its identity by an assertion (RFC 7523, section 2.2).
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// assertionTime is the longest validity of an assertion. Its id is remembered for as long.
const assertionTime = 10 * time.Minute

// proveClient checks that a request comes from the client. A public client only names its id; others sign an assertion.
func (s *Server) proveClient(ctx context.Context, id string, assertion bool, form url.Values) error {
	var said, kind, token string
	if err := read(form,
		map[string]*string{"client_id": &said, "client_assertion_type": &kind, "client_assertion": &token}); err != nil {
		return err
	}
	if said != id && (said != "" || !assertion || token == "") {
		return refuse(invalidClient, "client_id is missing, or is not that of the client that got the code or token")
	}
	if !assertion {
		return nil
	}
	if kind != assertionType || token == "" {
		return refuse(invalidClient,
			"the client's metadata document asks for private_key_jwt; send client_assertion and client_assertion_type")
	}
	c, err := s.client(ctx, id)
	if err != nil {
		return err
	}
	return s.checkAssertion(ctx, c, token)
}

// checkAssertion checks an assertion of a client (RFC 7523, section 3): it must be signed with one of the client's
// keys, be meant for this server, and be used only once.
func (s *Server) checkAssertion(ctx context.Context, c client, token string) error {
	refusal := func(reason string) error { return refuse(invalidClient, "client_assertion: "+reason) }
	keys, err := s.clientKeys(ctx, c)
	if err != nil {
		return refusal("the keys of the client cannot be read")
	}
	var claims jwt.RegisteredClaims
	parser := jwt.NewParser(
		jwt.WithValidMethods(auth.IssuerAlgorithms), jwt.WithExpirationRequired(), jwt.WithIssuer(c.ID),
		jwt.WithSubject(c.ID), jwt.WithLeeway(time.Minute),
	)
	_, err = parser.ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) { return keys.fitting(t) })
	now := time.Now()
	switch {
	case err != nil:
		return refusal("it is not signed with a key of the client, names another client, or has expired")
	case !slices.ContainsFunc(claims.Audience,
		func(a string) bool { return a == s.Issuer || a == s.Issuer+TokenPath || a == s.Issuer+RevokePath }):
		return refusal("aud must be " + s.Issuer)
	case claims.ID == "" || len(claims.ID) > 1<<10:
		return refusal("jti is missing")
	case claims.ExpiresAt.After(now.Add(assertionTime + time.Minute)):
		return refusal("it must expire within 10 minutes")
	}
	used := refuse(invalidClient, "client_assertion: it was used before; sign another")
	return s.Store.Update(ctx, "assertion:"+hashOf(c.ID+" "+claims.ID), func(value []byte) ([]byte, time.Duration, error) {
		if value != nil {
			return nil, 0, used
		}
		return []byte("1"), assertionTime + 2*time.Minute, nil
	})
}

// jsonKeys are the keys of a client.
type jsonKeys []jwkset.JWK

// Bounds of the keys that strangers publish. A signature with a key of 376,000 bits took 7 s to check; one
// with 8,192 bits, which is the most that crypto/tls accepts, takes less than a millisecond with the usual
// exponent, and 5 ms with any.
const (
	maxClientKeys = 20
	maxKeyBits    = 8192
)

// clientKeys reads the keys of a client, from its document or the address in it. It leaves out those beyond the bounds.
func (s *Server) clientKeys(ctx context.Context, c client) (jsonKeys, error) {
	text := c.keys.set
	if text == nil {
		if !strings.HasPrefix(c.keys.url, "https://") {
			return nil, errors.New("there are none")
		}
		var err error
		if text, err = s.documents.get(ctx, c.keys.url); err != nil {
			return nil, err
		}
	}
	var set jwkset.JWKSMarshal
	if err := json.Unmarshal(text, &set); err != nil {
		return nil, err
	}
	var keys jsonKeys
	for _, written := range set.Keys {
		k, err := jwkset.NewJWKFromMarshal(written, jwkset.JWKMarshalOptions{}, jwkset.JWKValidateOptions{})
		if err != nil || len(keys) == maxClientKeys {
			continue
		}
		if public, isRSA := k.Key().(*rsa.PublicKey); isRSA && public.N.BitLen() > maxKeyBits {
			continue
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// fitting returns the keys that can have signed a token.
func (ks jsonKeys) fitting(t *jwt.Token) (any, error) {
	id, named := t.Header["kid"].(string)
	var set jwt.VerificationKeySet
	for _, k := range ks {
		m := k.Marshal()
		if (!named || m.KID == id) && (m.USE == "" || m.USE == jwkset.UseSig) &&
			(m.ALG == "" || m.ALG.String() == t.Method.Alg()) {
			set.Keys = append(set.Keys, k.Key())
		}
	}
	if len(set.Keys) == 0 {
		return nil, errors.New("the client has no such key")
	}
	return set, nil
}
