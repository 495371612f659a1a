package auth_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Messages for callers with a client certificate alone.
const (
	notNamed = missing + "; the client certificate alone is not enough, because no token of the configuration names it"
	ended    = "the client certificate has expired; connect again with a new one"
)

// certificate returns a certificate with some bytes, valid from an hour ago until a time.
func certificate(raw string, until time.Time) *x509.Certificate {
	return &x509.Certificate{Raw: []byte(raw), NotBefore: time.Now().Add(-time.Hour), NotAfter: until}
}

func TestCertificates(t *testing.T) {
	later, past := time.Now().Add(time.Hour), time.Now().Add(-time.Minute)
	authority, old := certificate("CA", later), certificate("old CA", past)
	first, second, stranger := certificate("first", later), certificate("second", later), certificate("stranger", later)
	early := certificate("first", later)
	early.NotBefore = time.Now().Add(time.Minute)
	prints := func(certificates ...*x509.Certificate) (all []auth.Fingerprint) {
		for _, c := range certificates {
			all = append(all, auth.FingerprintOf(c))
		}
		return all
	}
	principal := func(subject string) identity.Principal {
		return identity.Principal{
			Subject: subject, Scopes: []string{"mcp:read"}, View: identity.Manager, Servers: []string{"news"},
		}
	}
	tokens := auth.Tokens{
		{Hash: auth.HashToken("abc"), Principal: principal("abc")},
		{Certificates: prints(first, second), Principal: principal("robot")},
		{Hash: auth.HashToken("both"), Certificates: prints(certificate("both", later)), Principal: principal("both")},
		{Certificates: prints(certificate("gone", later)), Principal: principal("gone"), Expires: past},
	}
	gate := auth.Gate{Kinds: []auth.Authenticator{tokens}, Certificates: tokens}
	alone := func(chain ...*x509.Certificate) auth.Credentials {
		return auth.Credentials{Header: headers("X-Trace-Id", "1"), Chains: [][]*x509.Certificate{chain}}
	}
	with := func(c auth.Credentials, pairs ...string) auth.Credentials {
		c.Header = headers(pairs...)
		return c
	}
	known := func(subject string) told { return told{Principal: principal(subject)} }
	nobody := told{Kind: fault.Unauthenticated, Message: missing}
	for name, c := range map[string]struct {
		presented auth.Credentials
		want      told
	}{
		"the first of a token":  {alone(first, authority), known("robot")},
		"the second of a token": {alone(second, authority), known("robot")},
		"beside a hash":         {alone(certificate("both", later), authority), known("both")},
		"the token without its certificate": {
			auth.Credentials{Header: headers("Authorization", "Bearer both")}, known("both"),
		},
		"of an expired token": {alone(certificate("gone", later)), told{
			identity.Principal{Subject: "gone"}, fault.InvalidToken, expiredMessage,
		}},
		"not named":                     {alone(stranger, authority), told{Kind: fault.Unauthenticated, Message: notNamed}},
		"the authority's is named":      {alone(stranger, first), told{Kind: fault.Unauthenticated, Message: notNamed}},
		"expired since it was verified": {alone(certificate("first", past), authority), refused(ended)},
		"not valid yet":                 {alone(early, authority), refused(ended)},
		"authority expired since":       {alone(first, old), refused(ended)},
		"another authority is valid": {
			auth.Credentials{Chains: [][]*x509.Certificate{{first, old}, {first, authority}}}, known("robot"),
		},
		"no verified chain":            {auth.Credentials{Chains: [][]*x509.Certificate{}}, nobody},
		"with another's token":         {with(alone(first), "Authorization", "Bearer abc"), known("abc")},
		"with another's partner token": {with(alone(first), "X-Partner-Auth", "abc"), known("abc")},
		"with a wrong token":           {with(alone(first), "Authorization", "Bearer wrong"), refused(unknown)},
		"with a wrong partner token":   {with(alone(first), "X-Partner-Auth", "wrong"), refused(unknown)},
		"with an empty token":          {with(alone(first), "Authorization", "Bearer "), nobody},
		"with an empty header":         {with(alone(first), "Authorization", ""), nobody},
		"with an empty partner token":  {with(alone(first), "X-Partner-Auth", ""), nobody},
		"with a password":              {with(alone(first), "Authorization", "Basic YWRhOnNlY3JldA=="), nobody},
		"named by a header of a proxy": {
			auth.Credentials{
				Header: headers("X-Client-Cert", "first", "X-Forwarded-Client-Cert", "Hash="+auth.HashToken("first").String()),
			}, nobody,
		},
		"its fingerprint as a token": {
			auth.Credentials{Header: headers("Authorization", "Bearer "+auth.HashToken("first").String())}, refused(unknown),
		},
		"empty token for an absent hash": {
			auth.Credentials{Header: headers("Authorization", "Bearer", "X-Partner-Auth", " ")}, nobody,
		},
	} {
		if diff := cmp.Diff(c.want, askWith(t, gate, c.presented)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if caller, err := tokens.Lookup(auth.TokenHash{}); err == nil {
		t.Errorf("no hash is that of %+v", caller)
	}
}

// TestUnverifiedCertificates: what a client presents counts only once TLS has verified it.
func TestUnverifiedCertificates(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/mcp", nil)
	if got := auth.CredentialsOf(r); got.Chains != nil {
		t.Errorf("without TLS: %v", got.Chains)
	}
	c := certificate("first", time.Now().Add(time.Hour))
	r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{c}}
	if got := auth.CredentialsOf(r); got.Chains != nil {
		t.Errorf("not verified: %v", got.Chains)
	}
	r.TLS.VerifiedChains = [][]*x509.Certificate{{c}}
	if got := auth.CredentialsOf(r); len(got.Chains) != 1 || got.Chains[0][0] != c {
		t.Errorf("verified: %v", got.Chains)
	}
}

func TestParseFingerprint(t *testing.T) {
	const digits = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
	colons := ""
	for i := 0; i < len(digits); i += 2 {
		colons += ":" + digits[i:i+2]
	}
	colons = colons[1:]
	want := auth.FingerprintOf(&x509.Certificate{Raw: []byte("secret")})
	for _, text := range []string{digits, strings.ToUpper(digits), colons, strings.ToUpper(colons)} {
		if got, err := auth.ParseFingerprint(text); err != nil || got != want {
			t.Errorf("%s: %x, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", digits[1:], digits + "0", digits[:63] + "g", " " + digits, digits + "\n", colons[3:], colons + ":", ":" + colons,
		strings.Replace(colons, ":", "", 1),
		strings.Replace(colons, "b:b", "bb:", 1), "sha256 Fingerprint=" + colons, strings.ReplaceAll(colons, ":", " "),
	} {
		if got, err := auth.ParseFingerprint(text); err == nil {
			t.Errorf("%q: %x", text, got)
		}
	}
}
