package oauth_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"emcp/internal/oauth"
)

// signer is a client that proves who it is with a key (private_key_jwt).
type signer struct {
	id  string
	key ed25519.PrivateKey
}

// newSigner publishes a client with a key: in its document, or beside it.
func newSigner(t *testing.T, i *installation, beside bool) signer {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]any{
		"keys": []any{
			map[string]any{
				"kty": "OKP", "crv": "Ed25519", "kid": "1", "use": "sig", "x": base64.RawURLEncoding.EncodeToString(public),
			},
		},
	}
	members := map[string]any{"client_name": "ChatGPT", "token_endpoint_auth_method": "private_key_jwt", "jwks": set}
	if beside {
		text, err := json.Marshal(set)
		if err != nil {
			t.Fatal(err)
		}
		i.publish["/keys"] = string(text)
		delete(members, "jwks")
		members["jwks_uri"] = i.clients.URL + "/keys"
	}
	return signer{i.client(t, "/oauth/x/client.json", members), key}
}

// assertion signs what the client says; changes replace some of it, nil takes it away.
func (s signer) assertion(t *testing.T, changes map[string]any) string {
	t.Helper()
	id := make([]byte, 8)
	_, _ = rand.Read(id)
	claims := jwt.MapClaims{
		"iss": s.id, "sub": s.id, "aud": address, "jti": base64.StdEncoding.EncodeToString(id),
		"exp": time.Now().Add(5 * time.Minute).Unix(),
	}
	for name, value := range changes {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims)
	token.Header["kid"] = "1"
	text, err := token.SignedString(s.key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// TestAssertions goes the way of ChatGPT, and tries what an assertion may not be.
func TestAssertions(t *testing.T) {
	for _, beside := range []bool{false, true} {
		i := installWithClients(t)
		s := newSigner(t, i, beside)
		stranger := signer{s.id, newSigner(t, installWithClients(t), false).key}
		code := i.browser(t).allow(i.asks(s.id), adasToken).Query().Get("code")
		form := func(assertion string) url.Values {
			return i.exchanges(s.id, code, "client_assertion", assertion, "client_assertion_type", assertionType)
		}
		for name, wrong := range map[string]url.Values{
			"without":           i.exchanges(s.id, code),
			"without its type":  i.exchanges(s.id, code, "client_assertion", s.assertion(t, nil)),
			"with another key":  form(stranger.assertion(t, nil)),
			"garbage":           form("e30.e30.e30"),
			"for another":       form(s.assertion(t, map[string]any{"aud": "https://other.example"})),
			"of another":        form(s.assertion(t, map[string]any{"iss": "https://other.example/c"})),
			"about another":     form(s.assertion(t, map[string]any{"sub": "https://other.example/c"})),
			"expired":           form(s.assertion(t, map[string]any{"exp": time.Now().Add(-time.Hour).Unix()})),
			"for ever":          form(s.assertion(t, map[string]any{"exp": nil})),
			"for a day":         form(s.assertion(t, map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()})),
			"without an id":     form(s.assertion(t, map[string]any{"jti": nil})),
			"with another's id": values(form(s.assertion(t, nil)), "client_id", i.client(t, "/other.json", nil)),
		} {
			if a := i.post(t, oauth.TokenPath, wrong); a.Error != "invalid_client" || a.status != 401 {
				t.Errorf("%s: %d %s", name, a.status, a.text)
			}
		}
		used := s.assertion(t, map[string]any{"aud": address + oauth.TokenPath})
		got := i.post(t, oauth.TokenPath, values(form(used), "client_id", ""))
		if got.status != 200 {
			t.Fatalf("%s", got.text)
		}
		refresh := func(assertion string) answer {
			return i.post(t, oauth.TokenPath,
				refreshes(s.id, got.Refresh, "client_assertion", assertion, "client_assertion_type", assertionType))
		}
		if a := i.post(t, oauth.TokenPath, refreshes(s.id, got.Refresh)); a.Error != "invalid_client" {
			t.Errorf("a refresh without: %s", a.text)
		}
		if a := refresh(used); a.Error != "invalid_client" {
			t.Errorf("an assertion twice: %s", a.text)
		}
		if a := i.post(t, oauth.RevokePath, url.Values{"token": {got.Access}, "client_id": {s.id}}); a.Error !=
			"invalid_client" {
			t.Errorf("a revocation without: %s", a.text)
		}
		if a := refresh(s.assertion(t, nil)); a.status != 200 {
			t.Errorf("a refresh: %s", a.text)
		}
	}
}
