package auth

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Fingerprint is the SHA-256 of a certificate in DER. It is no secret.
type Fingerprint [sha256.Size]byte

// FingerprintOf returns the fingerprint of a certificate.
func FingerprintOf(c *x509.Certificate) Fingerprint { return sha256.Sum256(c.Raw) }

var fingerprintForm = regexp.MustCompile(`^([0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31})$`)

// ParseFingerprint reads 64 hexadecimal digits, with or without a colon after every two, as openssl and
// other programs print them.
func ParseFingerprint(text string) (Fingerprint, error) {
	if !fingerprintForm.MatchString(text) {
		return Fingerprint{},
			errors.New(
				"must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, as openssl x509 -noout -fingerprint " +
					"-sha256 -in FILE prints them")
	}
	decoded, err := hex.DecodeString(strings.ReplaceAll(text, ":", ""))
	return Fingerprint(decoded), err
}

// byCertificate finds the token of a client certificate. chains are its verified chains, each with the
// certificate first. They were verified when the connection began, which can last longer than the certificates,
// so their times are checked again.
func (ts Tokens) byCertificate(chains [][]*x509.Certificate) (identity.Principal, error) {
	now := time.Now()
	if !slices.ContainsFunc(chains, func(chain []*x509.Certificate) bool { return validAt(now, chain) }) {
		return identity.Principal{}, fault.New(fault.InvalidToken,
			"the client certificate has expired; connect again with a new one")
	}
	presented := FingerprintOf(chains[0][0])
	for _, token := range ts {
		if slices.Contains(token.Certificates, presented) {
			return token.caller()
		}
	}
	return identity.Principal{}, fault.New(fault.Unauthenticated,
		"a token is needed: send it in the header Authorization: Bearer TOKEN; the client certificate alone is not enough, "+
			"because no token of the configuration names it")
}

// validAt reports whether all certificates of a chain are valid.
func validAt(now time.Time, chain []*x509.Certificate) bool {
	return !slices.ContainsFunc(chain, func(c *x509.Certificate) bool {
		return now.Before(c.NotBefore) || now.After(c.NotAfter)
	})
}
