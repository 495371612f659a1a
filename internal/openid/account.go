package openid

import (
	"crypto/subtle"
	"errors"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/auth"
)

// Account is somebody whom a provider has confirmed.
type Account struct {
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"` // as the provider calls the account, for ever
	// all claims, since another configuration can map others; see Email for e-mail addresses
	Claims   map[string]any `json:"claims"`
	SignedIn time.Time      `json:"signed_in"`
}

// Names of claims about e-mail addresses. An Account has both only if the provider says that the address is verified.
const (
	Email       = "email"        // in small letters
	EmailDomain = "email_domain" // the part behind the @, which emcp adds
)

// Bounds of what a provider says of an account.
const (
	maxSubject = 255      // bytes (OpenID Connect Core 1.0, section 2)
	maxClaims  = 32 << 10 // bytes
)

// account checks what go-oidc leaves to its callers, and returns the account of an ID token.
func (p *Provider) account(said *oidc.IDToken, nonce string) (Account, error) {
	var text jsontext.Value
	var of struct {
		Party string `json:"azp"`
	}
	if err := said.Claims((*rawClaims)(&text)); err != nil {
		return Account{}, errors.New("the ID token has no claims")
	}
	claims := map[string]any{}
	if len(text) > maxClaims || json.Unmarshal(text, &claims) != nil || json.Unmarshal(text, &of) != nil {
		return Account{}, errors.New("the claims of the ID token cannot be read, or are too many")
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(said.Nonce), []byte(nonce)) != 1:
		return Account{}, errors.New("the ID token has another nonce")
	case of.Party != "" && of.Party != p.ClientID, of.Party == "" && len(said.Audience) > 1:
		return Account{}, errors.New("the ID token is for another party (azp)")
	case said.Subject == "" || len(said.Subject) > maxSubject:
		return Account{}, errors.New("the ID token names nobody (sub)")
	}
	verifiedOnly(claims)
	return Account{Issuer: p.Issuer, Subject: said.Subject, Claims: claims, SignedIn: time.Now()}, nil
}

// rawClaims keeps the text of claims, which is then read more strictly.
type rawClaims []byte

// UnmarshalJSON keeps the text.
func (r *rawClaims) UnmarshalJSON(text []byte) error {
	*r = append((*r)[:0], text...)
	return nil
}

// verifiedOnly leaves an e-mail address in the claims only if it is verified. Others can be made
// up by the account's owner.
func verifiedOnly(claims map[string]any) {
	address, _ := claims[Email].(string)
	verified := claims["email_verified"] == true || claims["email_verified"] == "true" // some providers send the string
	delete(claims, Email)
	delete(claims, EmailDomain)
	local, domain, ok := strings.Cut(address, "@")
	if !verified || !ok || local == "" || domain == "" || !plain(address) || strings.Contains(domain, "@") {
		return
	}
	claims[Email], claims[EmailDomain] = strings.ToLower(address), strings.ToLower(domain)
}

// plain reports whether a text has only visible ASCII characters. Letters of other alphabets look like those of other
// addresses, and some have a Latin letter as their small one.
func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// subject returns how emcp knows the account; empty for one that is not known.
func (a Account) subject() string {
	if a.Subject == "" {
		return ""
	}
	return "openid:" + a.Subject
}

// ShownName returns how its owner knows the account: by the e-mail address, or else as the provider does.
func (a Account) ShownName() string {
	if address, ok := a.Claims[Email].(string); ok {
		return address
	}
	return a.Subject
}

// Hash returns what stands for the account in a grant.
func (a Account) Hash() auth.TokenHash {
	return auth.HashToken("openid " + a.Issuer + " " + a.Subject)
}
