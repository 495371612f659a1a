package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// tokenLetters and tokenLength give tokens the form that the PHP package uses, with over 200 random bits.
const (
	tokenPrefix  = "emcp_"
	tokenLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	tokenLength  = 40
)

// NewToken returns a new token. All letters are equally likely: bytes above the largest multiple of
// their number are dropped.
func NewToken() string {
	fair := 256 - 256%len(tokenLetters)
	token := []byte(tokenPrefix)
	random := make([]byte, 1)
	for len(token) < len(tokenPrefix)+tokenLength {
		_, _ = rand.Read(random) // never fails (crypto/rand)
		if int(random[0]) < fair {
			token = append(token, tokenLetters[int(random[0])%len(tokenLetters)])
		}
	}
	return string(token)
}

// TokenHash is the SHA-256 of a token. emcp keeps nothing else of it.
type TokenHash [sha256.Size]byte

// HashToken returns the hash of a token's plaintext.
func HashToken(plaintext string) TokenHash { return sha256.Sum256([]byte(plaintext)) }

// ParseTokenHash reads 64 hexadecimal digits.
func ParseTokenHash(text string) (TokenHash, error) {
	decoded, err := hex.DecodeString(text)
	if err != nil || len(decoded) != sha256.Size {
		return TokenHash{},
			errors.New("must be the SHA-256 hash of the token: 64 hexadecimal digits, as emcp token new prints it")
	}
	return TokenHash(decoded), nil
}

// String returns the hash as 64 hexadecimal digits.
func (h TokenHash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether there is no hash.
func (h TokenHash) IsZero() bool { return h == TokenHash{} }

// Token is a token of the configuration. Its plaintext and its certificates prove the same identity, each alone.
type Token struct {
	Hash         TokenHash     // zero: there is no plaintext
	Certificates []Fingerprint // of clients
	Principal    identity.Principal
	Expires      time.Time // zero: never
}

// caller returns the principal of a token, or a fault if the token has expired.
func (t Token) caller() (identity.Principal, error) {
	if !t.Expires.IsZero() && !time.Now().Before(t.Expires) {
		return identity.Principal{Subject: t.Principal.Subject},
			fault.New(fault.InvalidToken, "the token has expired; ask the site's owner for a new one")
	}
	return t.Principal, nil
}

// Tokens identifies callers by the tokens of the configuration, and by the client certificates that these name.
type Tokens []Token

// Typed reports whether a person could type one of the tokens: those that only certificates prove have no plaintext.
func (ts Tokens) Typed() bool {
	return slices.ContainsFunc(ts, func(t Token) bool { return !t.Hash.IsZero() })
}

// Authenticate finds the token.
func (ts Tokens) Authenticate(_ context.Context, token, _ string) (identity.Principal, error) {
	return ts.Lookup(HashToken(token))
}

// Lookup finds the token of a hash. All hashes are compared, each in constant time, so that the time reveals nothing
// about them. Errors are those of Authenticate.
func (ts Tokens) Lookup(presented TokenHash) (identity.Principal, error) {
	var found *Token
	for i := range ts {
		if subtle.ConstantTimeCompare(presented[:], ts[i].Hash[:]) == 1 {
			found = &ts[i]
		}
	}
	if found == nil || presented.IsZero() {
		return identity.Principal{}, ErrUnknown
	}
	return found.caller()
}
