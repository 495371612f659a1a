package identity

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"emcp/internal/fault"
)

// Authenticator finds the caller of an HTTP request. Its errors are faults.
type Authenticator interface {
	Authenticate(r *http.Request) (Principal, error)
}

// Nobody lets everybody in as the same principal.
type Nobody struct{ Principal Principal }

// Authenticate returns the principal.
func (n Nobody) Authenticate(*http.Request) (Principal, error) { return n.Principal, nil }

// TokenHash is the SHA-256 of a token: all that emcp ever keeps of one.
type TokenHash [sha256.Size]byte

// HashToken returns the hash of a token's plaintext.
func HashToken(plaintext string) TokenHash { return sha256.Sum256([]byte(plaintext)) }

// ParseTokenHash reads 64 hexadecimal digits.
func ParseTokenHash(text string) (TokenHash, error) {
	decoded, err := hex.DecodeString(text)
	if err != nil || len(decoded) != sha256.Size {
		return TokenHash{}, errors.New("want the SHA-256 of the token, 64 hexadecimal digits, as emcp token new prints it")
	}
	return TokenHash(decoded), nil
}

// String returns the hash as 64 hexadecimal digits.
func (h TokenHash) String() string { return hex.EncodeToString(h[:]) }

// Token is a token of the configuration.
type Token struct {
	Hash      TokenHash
	Principal Principal
	Expires   time.Time // zero: never
}

// Tokens authenticates by bearer tokens (RFC 6750).
type Tokens []Token

// Authenticate finds the token of the Authorization header. All hashes are compared, each in constant time, so that
// the time taken tells nothing about them.
func (ts Tokens) Authenticate(r *http.Request) (Principal, error) {
	plaintext, err := bearer(r)
	if err != nil {
		return Principal{}, err
	}
	presented := HashToken(plaintext)
	var found *Token
	for i := range ts {
		if subtle.ConstantTimeCompare(presented[:], ts[i].Hash[:]) == 1 {
			found = &ts[i]
		}
	}
	switch {
	case found == nil:
		return Principal{}, fault.New(fault.InvalidToken, "the token is not known here; check it for missing characters or ask the site's owner for one")
	case !found.Expires.IsZero() && !time.Now().Before(found.Expires):
		return Principal{}, fault.New(fault.InvalidToken, "the token has expired; ask the site's owner for a new one")
	}
	return found.Principal, nil
}

// bearer returns the credentials of the Authorization header.
func bearer(r *http.Request) (string, error) {
	scheme, credentials, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	credentials = strings.TrimSpace(credentials)
	if !strings.EqualFold(scheme, "Bearer") || credentials == "" {
		return "", fault.New(fault.Unauthenticated, "a token is needed: send it in the header Authorization: Bearer TOKEN")
	}
	return credentials, nil
}
