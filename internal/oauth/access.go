package oauth

import (
	"context"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"emcp/internal/auth"
	"emcp/internal/fault"
)

// accessTime is how long an access token is valid. A token of an ended grant is refused earlier, so the time only
// limits the value of a lost token.
const accessTime = 10 * time.Minute

// accessClaims are the claims of an access token: its grant, and the server that it is for (RFC 9068). Only emcp reads
// them.
type accessClaims struct {
	jwt.RegisteredClaims
	Grant    string   `json:"sub"`
	Resource string   `json:"aud"`
	Client   string   `json:"client_id"`
	Scopes   []string `json:"scopes"`
}

// GetAudience returns the resource. It implements jwt.Claims.
func (c accessClaims) GetAudience() (jwt.ClaimStrings, error) {
	return jwt.ClaimStrings{c.Resource}, nil
}

// GetSubject returns the grant.
func (c accessClaims) GetSubject() (string, error) { return c.Grant, nil }

// tokenType distinguishes access tokens from other JWTs (RFC 9068, section 2.1).
const tokenType = "at+jwt"

// accessToken returns an access token of a grant for some of its scopes.
func (s *Server) accessToken(ctx context.Context, g Grant, scopes []string) (string, error) {
	k, err := s.keys.signing(ctx)
	if err != nil {
		return "", err
	}
	now := time.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, accessClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.Issuer, IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessTime)),
			ID: random(8),
		},
		Grant: g.ID, Resource: g.Resource, Client: g.Client, Scopes: scopes,
	})
	token.Header["kid"], token.Header["typ"] = k.ID, tokenType
	return token.SignedString(k.Secret)
}

// checkAccess returns the claims of an access token that this server made and that has not expired.
func (s *Server) checkAccess(ctx context.Context, token string) (accessClaims, error) {
	if issuer, isJWT := auth.UnverifiedIssuer(token); !isJWT || issuer != s.Issuer {
		return accessClaims{}, auth.ErrUnknown
	}
	var claims accessClaims
	var failed error // an error of the store
	parser := jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithExpirationRequired(),
		jwt.WithIssuer(s.Issuer))
	_, err := parser.ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		if t.Header["typ"] != tokenType {
			return nil, errors.New("no access token")
		}
		secret, err := s.keys.find(ctx, id)
		if failed = err; secret == nil {
			return nil, errors.New("no such key")
		}
		return secret, nil
	})
	switch {
	case failed != nil:
		return accessClaims{}, fault.Wrap(fault.Unavailable, failed,
			"tokens cannot be checked at the moment; try again later")
	case errors.Is(err, jwt.ErrTokenExpired):
		return accessClaims{}, fault.New(fault.InvalidToken, "the token has expired; get a new one")
	case err != nil:
		return accessClaims{}, fault.Wrap(fault.InvalidToken, err,
			"the token cannot be read, or was not made here; sign in again")
	}
	return claims, nil
}
