package oauth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"
)

// Purposes of seals. A text sealed for one of them is worth nothing for another.
const (
	clientSeal = "" // ids of registered clients
	flowSeal   = "openid:"
)

// sealed returns a text in a form that only this server can make, for somebody else to keep.
func (s *Server) sealed(ctx context.Context, purpose string, text []byte) (string, error) {
	secret, err := s.sealing(ctx)
	if err != nil {
		return "", err
	}
	body := base64.RawURLEncoding.EncodeToString(text)
	return body + "." + sealOf(secret, purpose+body), nil
}

// unsealed returns a text that was sealed here for the purpose, or nil if it was not.
func (s *Server) unsealed(ctx context.Context, purpose, value string) ([]byte, error) {
	body, seal, _ := strings.Cut(value, ".")
	secret, err := s.sealing(ctx)
	if err != nil {
		return nil, err
	}
	text, unreadable := base64.RawURLEncoding.DecodeString(body)
	// to the letter: decoding skips line breaks
	if unreadable != nil || !hmac.Equal([]byte(seal), []byte(sealOf(secret, purpose+body))) {
		return nil, nil
	}
	return text, nil
}

// sealOf returns the MAC of a content.
func sealOf(secret []byte, content string) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte(content))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// sealing returns the secret that authenticates data issued by emcp. It never changes, because ids of registered
// clients must be valid as long as the grants that refer to them.
func (s *Server) sealing(ctx context.Context) (secret []byte, err error) {
	const name = "sealing"
	secret, err = s.Store.Get(ctx, name)
	if err != nil || secret != nil {
		return secret, err
	}
	err = s.Store.Update(ctx, name, func(value []byte) ([]byte, time.Duration, error) {
		secret = value
		if secret == nil {
			secret = randomBytes(32)
		}
		return secret, 100 * 365 * 24 * time.Hour, nil
	})
	return secret, err
}
