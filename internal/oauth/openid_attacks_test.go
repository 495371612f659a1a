package oauth_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"emcp/internal/oauth"
	"emcp/internal/test/provider"
)

// TestOpenIDTokens has ID tokens that a provider must not send, and that somebody in its place could.
func TestOpenIDTokens(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p))
	path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	claim := func(name string, value any) func(*provider.IDToken) {
		return func(token *provider.IDToken) { token.Claims[name] = value }
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	var earlier provider.IDToken
	p.Alter(func(token *provider.IDToken) { earlier = *token })
	b := i.browser(t)
	if got := b.back(b.begin(p, path)); got.status != http.StatusSeeOther {
		t.Fatalf("%d %s", got.status, got.text)
	}
	for name, alter := range map[string]func(*provider.IDToken){
		"of an earlier sign-in": func(token *provider.IDToken) { *token = earlier },
		"another nonce":         claim("nonce", "another"),
		"no nonce":              func(token *provider.IDToken) { delete(token.Claims, "nonce") },
		"alg none":              func(token *provider.IDToken) { token.Algorithm = "" },
		"alg HS256 with the secret": func(token *provider.IDToken) {
			token.Algorithm, token.Key = jose.HS256, []byte(provider.ClientSecret)
		},
		"alg HS256 with the key": func(token *provider.IDToken) {
			token.Algorithm, token.Key = jose.HS256, x509.MarshalPKCS1PublicKey(&token.Key.(*rsa.PrivateKey).PublicKey)
		},
		"another algorithm":          func(token *provider.IDToken) { token.Algorithm = jose.PS256 },
		"another key":                func(token *provider.IDToken) { token.Key = other },
		"an unknown key":             func(token *provider.IDToken) { token.Key, token.KeyID = other, "two" },
		"another audience":           claim("aud", "another client"),
		"no audience":                func(token *provider.IDToken) { delete(token.Claims, "aud") },
		"several audiences":          claim("aud", []string{provider.ClientID, "another client"}),
		"another authorized party":   claim("azp", "another client"),
		"another issuer":             claim("iss", "https://evil.example"),
		"expired":                    claim("exp", time.Now().Add(-time.Second).Unix()),
		"without a time":             func(token *provider.IDToken) { delete(token.Claims, "exp") },
		"not yet valid":              claim("nbf", time.Now().Add(time.Hour).Unix()),
		"without a subject":          claim("sub", ""),
		"with a very long subject":   claim("sub", strings.Repeat("x", 256)),
		"too large to be kept":       claim("groups", strings.Repeat("x", 40<<10)),
		"no JWT":                     func(token *provider.IDToken) { token.Signed = "hello" },
		"none":                       func(token *provider.IDToken) { token.Signed = " " },
		"with a list as the subject": claim("sub", []string{"4711"}),
	} {
		t.Run(name, func(t *testing.T) {
			p.Alter(alter)
			b := i.browser(t)
			i.notConfirmed(t, b, path, b.back(b.begin(p, path)))
		})
	}
}

// notConfirmed asserts that a browser is not signed in, and that the page says nothing of the reason.
func (i *installation) notConfirmed(t *testing.T, b *browser, path string, got page) {
	t.Helper()
	want := `<p class="problem" role="alert">You are not signed in, because The &lt;Office&gt; has not confirmed it.</p>`
	if got.status != http.StatusForbidden || !strings.Contains(got.text, want) || got.header.Get("Location") != "" {
		t.Errorf("%d %s %s", got.status, got.header.Get("Location"), got.text)
	}
	protected(t, "callback", got)
	if shown := b.get(path); !strings.Contains(shown.text, oauth.OpenIDPath) {
		t.Errorf("signed in: %s", shown.text)
	}
}

// TestOpenIDAnswers has addresses with which a browser comes back.
func TestOpenIDAnswers(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p))
	path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	for name, pairs := range map[string][]string{
		"another issuer": {"iss", "https://evil.example"}, "no issuer": {"iss", ""},
		"an error": {"error", "<script>alert(1)</script>"},
		"no code":  {"code", ""}, "another code": {"code", "guessed"},
		"a very long code": {"code", strings.Repeat("x", 5000)},
	} {
		t.Run(name, func(t *testing.T) {
			b := i.browser(t)
			i.notConfirmed(t, b, path, b.back(b.begin(p, path), pairs...))
		})
	}
	notBegun := func(t *testing.T, got page) {
		t.Helper()
		if got.status != http.StatusForbidden || !strings.Contains(got.text, "was not begun in this browser") {
			t.Errorf("%d %s", got.status, got.text)
		}
	}
	t.Run("a forged state", func(t *testing.T) {
		b := i.browser(t)
		for _, state := range []string{"", "x", strings.Repeat("A", 43)} {
			notBegun(t, b.back(b.begin(p, path), "state", state))
		}
	})
	t.Run("the code of another browser", func(t *testing.T) {
		stranger, victim := i.browser(t), i.browser(t)
		to := stranger.begin(p, path)
		notBegun(t, victim.back(to))
		victim.begin(p, path)
		notBegun(t, victim.back(to))
		own := victim.begin(p, path)
		i.notConfirmed(t, victim, path, victim.back(own, "code", to.Query().Get("code"))) // PKCE and nonce are of another
	})
	t.Run("a second time", func(t *testing.T) {
		b := i.browser(t)
		to := b.begin(p, path)
		copied := i.browser(t, "Cookie", b.header())
		b.back(to)
		notBegun(t, b.back(to))
		i.notConfirmed(t, i.browser(t), path, copied.back(to))
	})
	t.Run("a second time at a provider that forgets", func(t *testing.T) {
		p := startProvider(t)
		p.KeepCodes()
		i := install(t, registering, withProvider(p))
		b := i.browser(t)
		to := b.begin(p, oauth.ConnectionsPath)
		copied := i.browser(t, "Cookie", b.header())
		if got := b.back(to); got.status != http.StatusSeeOther {
			t.Fatalf("%d %s", got.status, got.text)
		}
		notBegun(t, copied.back(to))
	})
	t.Run("with another cookie", func(t *testing.T) {
		secret, err := i.counted.Get(t.Context(), "sealing")
		if err != nil || secret == nil {
			t.Fatal(err)
		}
		b := i.browser(t)
		to, cookies := b.begin(p, path), b.header()
		for name, began := range map[string]time.Time{
			"late": time.Now().Add(-10 * time.Minute), "in time": time.Now().Add(-9 * time.Minute),
		} {
			got := i.browser(t, "Cookie", withTime(t, cookies, began, secret)).back(to)
			if late := name == "late"; late != (got.status == http.StatusForbidden) {
				t.Errorf("%s: %d %s", name, got.status, got.text)
			}
		}
		notBegun(t, i.browser(t, "Cookie", withTime(t, cookies, time.Now(), []byte("a guess"))).back(to))
		notBegun(t, i.browser(t, "Cookie", cookies+"; "+cookies).back(to))
		notBegun(t, i.browser(t, "Cookie", strings.Replace(cookies, "-openid=", "-openid=x", 1)).back(to))
	})
	t.Run("a parameter twice", func(t *testing.T) {
		b := i.browser(t)
		to := b.begin(p, path)
		if got := b.get(to.RequestURI() + "&state=" + to.Query().Get("state")); got.status != http.StatusBadRequest {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
	t.Run("from another site", func(t *testing.T) {
		link := strings.Replace(path, oauth.AuthorizePath, oauth.OpenIDPath, 1)
		if got := i.browser(t).send(http.MethodGet, link, nil, "Sec-Fetch-Site",
			"cross-site"); got.status != http.StatusForbidden {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
	t.Run("a request of no client", func(t *testing.T) {
		if got := i.browser(t).get(oauth.OpenIDPath + "?client_id=x"); got.status != http.StatusBadRequest ||
			got.header.Get("Location") != "" {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
	t.Run("a request that is long", func(t *testing.T) {
		long := strings.Replace(path, oauth.AuthorizePath, oauth.OpenIDPath, 1) + "&more=" + strings.Repeat("x", 4000)
		if got := i.browser(t).get(long); got.status != http.StatusBadRequest || !strings.Contains(got.text, "too long") {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
}

// header returns the cookies that a browser sends.
func (b *browser) header() string {
	var all []string
	for _, cookie := range b.jar.Cookies(&url.URL{Scheme: "https", Host: "www.example.com", Path: "/"}) {
		all = append(all, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(all, "; ")
}

// withTime changes the time in the cookie of a flow, and seals it with a secret.
func withTime(t *testing.T, cookies string, began time.Time, secret []byte) string {
	t.Helper()
	before, value, found := strings.Cut(cookies, "-openid=")
	body, _, sealed := strings.Cut(value, ".")
	text, err := base64.RawURLEncoding.DecodeString(body)
	if !found || !sealed || err != nil {
		t.Fatalf("%s: %v", cookies, err)
	}
	members := map[string]any{}
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	members["began"] = began
	if text, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	body = base64.RawURLEncoding.EncodeToString(text)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("openid:" + body))
	return before + "-openid=" + body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// TestOpenIDProviders has providers that do not answer as they should. People can sign in with a token all the while.
func TestOpenIDProviders(t *testing.T) {
	elsewhere := func(requests *int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/elsewhere" {
				*requests++
			}
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}
	}
	broken := func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "secret of the provider", http.StatusBadGateway)
	}
	for name, test := range map[string]struct {
		place   string
		handler http.HandlerFunc
		publish [2]any
		spaces  int // before the answer
	}{
		"metadata of 10 MB":            {place: "/.well-known/openid-configuration", spaces: 10 << 20},
		"metadata that are broken":     {place: "/.well-known/openid-configuration", handler: broken},
		"metadata of another issuer":   {publish: [2]any{"issuer", "https://evil.example"}},
		"a token endpoint of no TLS":   {publish: [2]any{"token_endpoint", "http://provider.example/token"}},
		"an authorization script":      {publish: [2]any{"authorization_endpoint", "javascript:alert(1)"}},
		"no keys":                      {publish: [2]any{"jwks_uri", nil}},
		"tokens of 10 MB":              {place: "/token", spaces: 10 << 20},
		"a token endpoint that breaks": {place: "/token", handler: broken},
		"keys of 10 MB":                {place: "/keys", spaces: 10 << 20},
		"keys that are broken":         {place: "/keys", handler: broken},
	} {
		t.Run(name, func(t *testing.T) {
			p := startProvider(t)
			switch {
			case test.spaces > 0:
				p.Pad(test.place, test.spaces)
			case test.handler != nil:
				p.Answer(test.place, test.handler)
			default:
				p.Publish(test.publish[0].(string), test.publish[1])
			}
			i := install(t, registering, withProvider(p))
			path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
			b := i.browser(t)
			got := b.get(strings.Replace(path, oauth.AuthorizePath, oauth.OpenIDPath, 1))
			if got.status == http.StatusSeeOther {
				got = b.back(p.Browse(t, got.header.Get("Location")))
			}
			if got.status != http.StatusServiceUnavailable && got.status != http.StatusForbidden ||
				strings.Contains(got.text, "secret") || strings.Contains(got.text, p.URL) {
				t.Errorf("%d %s", got.status, got.text)
			}
			if got := b.signIn(i.asks(i.register(t)), adasToken); got.status != http.StatusOK {
				t.Errorf("with a token: %d", got.status)
			}
		})
	}
	t.Run("answers of 200 KB", func(t *testing.T) {
		p := startProvider(t)
		for _, place := range []string{"/.well-known/openid-configuration", "/token", "/keys"} {
			p.Pad(place, 200<<10)
		}
		b := install(t, registering, withProvider(p)).browser(t)
		if got := b.back(b.begin(p, oauth.ConnectionsPath)); got.status != http.StatusSeeOther {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
	for _, place := range []string{"/.well-known/openid-configuration", "/token", "/keys"} {
		t.Run("redirects at "+place, func(t *testing.T) {
			p, requests := startProvider(t), 0
			p.Answer(place, elsewhere(&requests))
			p.Answer("/elsewhere", elsewhere(&requests))
			i := install(t, registering, withProvider(p))
			b := i.browser(t)
			got := b.get(oauth.OpenIDPath)
			if got.status == http.StatusSeeOther {
				got = b.back(p.Browse(t, got.header.Get("Location")))
			}
			if got.status < 400 || requests != 0 {
				t.Errorf("%d, %d requests elsewhere", got.status, requests)
			}
		})
	}
}

// TestOpenIDHangs has a provider that never answers. Whoever waits for it gets an answer, and
// others are not kept waiting.
func TestOpenIDHangs(t *testing.T) {
	for _, place := range []string{"/.well-known/openid-configuration", "/token", "/keys"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			p := startProvider(t)
			p.Answer(place, func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client has gone
				<-r.Context().Done()
			})
			i := install(t, registering, withProvider(p))
			b := i.browser(t)
			got := b.get(oauth.OpenIDPath)
			if got.status == http.StatusSeeOther {
				got = b.back(p.Browse(t, got.header.Get("Location")))
			}
			if got.status != http.StatusServiceUnavailable && got.status != http.StatusForbidden {
				t.Errorf("%d %s", got.status, got.text)
			}
			if again := b.get(oauth.OpenIDPath); place != "/token" && place != "/keys" &&
				(again.status != http.StatusServiceUnavailable || p.Asked(place) != 1) {
				t.Errorf("again: %d, %d requests", again.status, p.Asked(place))
			}
			if got := b.signIn(i.asks(i.register(t)), adasToken); got.status != http.StatusOK {
				t.Errorf("with a token: %d", got.status)
			}
		})
	}
}
