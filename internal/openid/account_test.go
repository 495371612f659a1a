package openid

import (
	"strings"
	"testing"
)

// FuzzVerifiedOnly has any e-mail address. What is left of it is verified, in small ASCII letters, and has the domain
// that stands behind its only @.
func FuzzVerifiedOnly(f *testing.F) {
	for _, address := range []string{
		"Ada@Example.com", "a@b@c", `"a@b"@c`, "@", "a@", "@b", "a@b\u212a", "a b@c", "a@b.", "",
	} {
		f.Add(address, true)
		f.Add(address, false)
	}
	f.Fuzz(func(t *testing.T, address string, verified bool) {
		claims := map[string]any{"email": address, "email_domain": "example.com", "email_verified": verified, "sub": "a"}
		verifiedOnly(claims)
		email, has := claims[Email].(string)
		domain, hasDomain := claims[EmailDomain].(string)
		local, behind, _ := strings.Cut(email, "@")
		switch {
		case has != hasDomain, has && !verified:
			t.Errorf("%q %t: %v", address, verified, claims)
		case has &&
			(!strings.EqualFold(email, address) || email != strings.ToLower(email) || len(email) != len(address) ||
				local == "" || domain == "" || domain != behind ||
				strings.Count(email, "@") != 1 || !plain(email)):
			t.Errorf("%q: %q %q", address, email, domain)
		}
	})
}
