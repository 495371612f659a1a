// Package provider is an OpenID Connect provider for tests: another party at which people sign in. It is as strict as a
// real one, and can be made to misbehave.
package provider

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// What emcp is at the provider.
const (
	ClientID     = "emcp at the provider"
	ClientSecret = "s:cret/+ of emcp, as long as a key of HS256"
)

// Provider is a running provider. Its browsers are always signed in, with the account of SignIn.
type Provider struct {
	URL      string // the issuer
	Redirect string // the only address to which codes are sent

	key *rsa.PrivateKey
	mu  sync.Mutex
	// What follows is changed by the methods.
	account  map[string]any
	token    func(*IDToken)
	metadata map[string]any
	handlers map[string]http.HandlerFunc
	codes    map[string]code
	keep     bool // codes are good more than once
	asked    map[string]int
}

// code is what a code stands for.
type code struct {
	challenge, nonce string
	account          map[string]any
}

// IDToken is an ID token before it is signed.
type IDToken struct {
	Algorithm jose.SignatureAlgorithm // empty: none
	Key       any
	KeyID     string
	Claims    map[string]any
	Signed    string // instead of all others, if not empty
}

// Start starts a provider for emcp, which has the address redirect there. It ends with the test.
func Start(t testing.TB, redirect string) *Provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{
		Redirect: redirect, key: key, handlers: map[string]http.HandlerFunc{}, codes: map[string]code{},
		asked: map[string]int{},
	}
	s := httptest.NewServer(p)
	t.Cleanup(s.Close)
	p.URL = s.URL
	p.metadata = map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri":                 p.URL + "/keys",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"code_challenge_methods_supported":      []string{"S256"},
		"id_token_signing_alg_values_supported": []string{"RS256"}, "authorization_response_iss_parameter_supported": true,
		"token_endpoint_auth_methods_supported": []string{"client_secret_basic", "client_secret_post"},
	}
	return p
}

// SignIn has browsers be signed in with an account from now on. Claims are those of its ID tokens, sub among them.
func (p *Provider) SignIn(claims map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.account = claims
}

// Alter changes each ID token before it is signed.
func (p *Provider) Alter(change func(*IDToken)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token = change
}

// KeepCodes makes codes good more than once, which a provider must not do.
func (p *Provider) KeepCodes() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keep = true
}

// Publish replaces a member of the metadata; nil removes it.
func (p *Provider) Publish(member string, value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.metadata[member] = value
	if value == nil {
		delete(p.metadata, member)
	}
}

// Answer has another handler answer requests for a path.
func (p *Provider) Answer(path string, handler http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.handlers[path] = handler
}

// Pad has answers begin with so many spaces, which JSON allows.
func (p *Provider) Pad(path string, spaces int) {
	p.Answer(path, func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm() // the body cannot be read once something is written
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, strings.Repeat(" ", spaces))
		p.answer(w, r)
	})
}

// Asked returns how many requests there were for a path.
func (p *Provider) Asked(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[path]
}

// ServeHTTP answers a request.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked[r.URL.Path]++
	handler := p.handlers[r.URL.Path]
	p.mu.Unlock()
	if handler != nil {
		handler(w, r)
		return
	}
	p.answer(w, r)
}

// answer answers a request as the provider should.
func (p *Provider) answer(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/.well-known/openid-configuration":
		p.mu.Lock()
		metadata := maps.Clone(p.metadata)
		p.mu.Unlock()
		answer(w, http.StatusOK, metadata)
	case r.URL.Path == "/keys":
		answer(w, http.StatusOK,
			jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "one", Algorithm: "RS256", Use: "sig"}}})
	case r.URL.Path == "/authorize":
		p.authorize(w, r)
	case r.URL.Path == "/token" && r.Method == http.MethodPost:
		p.exchange(w, r)
	default:
		http.NotFound(w, r)
	}
}

// Browse follows an address to which emcp has sent a browser, and returns that to which the provider sends it back.
func (p *Provider) Browse(t testing.TB, address string) *url.URL {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	back, err := response.Location()
	if err != nil {
		t.Fatalf("the provider answers %s to %s", response.Status, address)
	}
	return back
}

// authorize sends a browser back with a code.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("redirect_uri") != p.Redirect || q.Get("response_type") != "code" ||
		q.Get("code_challenge_method") != "S256" ||
		q.Get("nonce") == "" || q.Get("state") == "" || !strings.Contains(" "+q.Get("scope")+" ", " openid ") {
		http.Error(w, "a wrong request: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}, "iss": {p.URL}}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.account == nil {
		back.Set("error", "access_denied")
	} else {
		text := rand.Text()
		p.codes[text] = code{q.Get("code_challenge"), q.Get("nonce"), p.account}
		back.Set("code", text)
	}
	http.Redirect(w, r, p.Redirect+"?"+back.Encode(), http.StatusFound)
}

// exchange answers with an ID token. A code is good once.
func (p *Provider) exchange(w http.ResponseWriter, r *http.Request) {
	id, secret, ok := r.BasicAuth()
	id, _ = url.QueryUnescape(id)
	secret, _ = url.QueryUnescape(secret)
	if !ok {
		id, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known, there := p.codes[r.PostFormValue("code")]
	if !p.keep {
		delete(p.codes, r.PostFormValue("code"))
	}
	hash := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case id != ClientID || secret != ClientSecret:
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
	case !there || r.PostFormValue("redirect_uri") != p.Redirect || r.PostFormValue("grant_type") != "authorization_code",
		base64.RawURLEncoding.EncodeToString(hash[:]) != known.challenge:
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
	default:
		now := time.Now().Unix()
		token := &IDToken{Algorithm: jose.RS256, Key: p.key, KeyID: "one", Claims: map[string]any{
			"iss": p.URL, "aud": ClientID, "iat": now, "exp": now + 300, "nonce": known.nonce,
		}}
		maps.Copy(token.Claims, known.account)
		if p.token != nil {
			p.token(token)
		}
		answer(w, http.StatusOK,
			map[string]any{"access_token": "opaque", "token_type": "Bearer", "expires_in": 300, "id_token": token.sign()})
	}
}

// sign returns the token as it is sent.
func (t *IDToken) sign() string {
	text, err := json.Marshal(t.Claims)
	if err != nil {
		panic(err)
	}
	switch {
	case t.Signed != "":
		return t.Signed
	case t.Algorithm == "":
		return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." +
			base64.RawURLEncoding.EncodeToString(text) + "."
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: t.Algorithm, Key: t.Key},
		(&jose.SignerOptions{}).WithHeader("kid", t.KeyID))
	if err != nil {
		panic(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		panic(err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		panic(err)
	}
	return compact
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
