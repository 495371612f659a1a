package oauth_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/internal/openid"
	"emcp/internal/state"
	"emcp/internal/test/provider"
)

// editors maps accounts to rights: each kind of claim once.
var editors = []auth.Mapping{
	{Claim: "email", Value: "eve@example.com", Refuse: true},
	{Claim: "email", Value: "ada@example.com", View: identity.Manager, Scopes: []string{"mcp:read", "mcp:call"}, Servers: []string{"*"}},
	{Claim: "email_domain", Value: "example.com", View: identity.Public, Scopes: []string{"mcp:read"}, Servers: []string{"content"}},
	{Claim: "realm.roles", Value: "editor", View: identity.Public, Scopes: []string{"*"}, Servers: []string{"small"}},
}

// adasAccount is what the provider says of Ada, with further claims in pairs.
func adasAccount(pairs ...any) map[string]any {
	claims := map[string]any{"sub": "4711", "email": "Ada@Example.com", "email_verified": true}
	for n := 0; n < len(pairs); n += 2 {
		claims[pairs[n].(string)] = pairs[n+1]
	}
	return claims
}

// withProvider is an option: people can sign in at a provider.
func withProvider(p *provider.Provider, change ...func(*openid.Options)) optionChange {
	return func(o *oauth.Options) {
		options := openid.Options{
			Issuer: p.URL, ClientID: provider.ClientID, ClientSecret: provider.ClientSecret, Name: "The <Office>", Scopes: []string{"openid", "email"},
			MaxAge: 24 * time.Hour, Map: editors,
		}
		for _, change := range change {
			change(&options)
		}
		o.OpenID = openid.New(options, address+oauth.CallbackPath)
	}
}

func startProvider(t *testing.T) *provider.Provider {
	t.Helper()
	p := provider.Start(t, address+oauth.CallbackPath)
	p.SignIn(adasAccount())
	return p
}

// begin presses the button of the sign-in page and returns where the provider sends the browser back.
func (b *browser) begin(p *provider.Provider, path string) *url.URL {
	b.t.Helper()
	link := strings.NewReplacer(oauth.AuthorizePath, oauth.OpenIDPath, oauth.ConnectionsPath, oauth.OpenIDPath).Replace(path)
	if shown := b.get(path); !strings.Contains(html.UnescapeString(shown.text), `href="`+link+`"`) {
		b.t.Fatalf("no link to %s: %s", link, shown.text)
	}
	to := b.send(http.MethodGet, link, nil, "Sec-Fetch-Site", "same-origin")
	if to.status != http.StatusSeeOther || !strings.HasPrefix(to.header.Get("Location"), p.URL+"/authorize?") {
		b.t.Fatalf("%d %s %s", to.status, to.header.Get("Location"), to.text)
	}
	return p.Browse(b.t, to.header.Get("Location"))
}

// back comes back from the provider.
func (b *browser) back(to *url.URL, pairs ...string) page {
	b.t.Helper()
	return b.get(oauth.CallbackPath + "?" + values(to.Query(), pairs...).Encode())
}

// connectAtProvider goes the whole way, with the account with which the browser is signed in at the provider.
func (i *installation) connectAtProvider(t *testing.T, p *provider.Provider, client string) answer {
	t.Helper()
	b, path := i.browser(t), oauth.AuthorizePath+"?"+i.asks(client).Encode()
	in := b.back(b.begin(p, path))
	if in.status != http.StatusSeeOther || in.header.Get("Location") != path {
		t.Fatalf("%d %s %s", in.status, in.header.Get("Location"), in.text)
	}
	protected(t, "callback", in)
	to, err := url.Parse(b.press(b.get(path), path, "allow").header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	got := i.post(t, oauth.TokenPath, i.exchanges(client, to.Query().Get("code")))
	if got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.text)
	}
	return got
}

// TestOpenID goes the whole way with accounts of a provider.
func TestOpenID(t *testing.T) {
	p := startProvider(t)
	for name, test := range map[string]struct {
		account map[string]any
		who     string
	}{
		"an e-mail address":      {adasAccount(), "openid:4711 manager [mcp:read mcp:call] [content]"},
		"verified, as a string":  {adasAccount("email_verified", "true"), "openid:4711 manager [mcp:read mcp:call] [content]"},
		"a domain":               {adasAccount("email", "bob@EXAMPLE.com"), "openid:4711 public [mcp:read] [content]"},
		"with a large list":      {adasAccount("groups", strings.Split(strings.Repeat("group,", 2000), ",")), "openid:4711 manager [mcp:read mcp:call] [content]"},
		"for a list of audience": {adasAccount("aud", []string{provider.ClientID, "other"}, "azp", provider.ClientID), "openid:4711 manager [mcp:read mcp:call] [content]"},
	} {
		t.Run(name, func(t *testing.T) {
			i := install(t, registering, withProvider(p))
			client := i.register(t)
			p.SignIn(test.account)
			got := i.connectAtProvider(t, p, client)
			if who := i.caller(t, got.Access, "content"); who != test.who {
				t.Error(who)
			}
			if next := i.post(t, oauth.TokenPath, refreshes(client, got.Refresh)); next.status != http.StatusOK {
				t.Error(next.text)
			}
		})
	}
}

// TestOpenIDAccounts has accounts that may not sign in.
func TestOpenIDAccounts(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p))
	path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	for name, account := range map[string]map[string]any{
		"unverified":               adasAccount("email_verified", false),
		"not said to be verified":  {"sub": "4711", "email": "ada@example.com"},
		"verified by a number":     adasAccount("email_verified", 1),
		"a domain of its own":      {"sub": "4711", "email_domain": "example.com"},
		"an unverified domain":     {"sub": "4711", "email": "ada@example.com", "email_domain": "example.com"},
		"another domain":           adasAccount("email", "ada@evil.example"),
		"a longer domain":          adasAccount("email", "ada@example.com.evil.example"),
		"a domain below":           adasAccount("email", "ada@evil.example.com"),
		"two domains":              adasAccount("email", "ada@evil.example@example.com"),
		"two domains in quotes":    adasAccount("email", `"ada@example.com"@evil.example`),
		"letters that look alike":  adasAccount("email", "ada@ex\u0430mple.com"),
		"a Kelvin sign":            adasAccount("email", "boo\u212a@example.com"),
		"a line":                   adasAccount("email", "ada\n@example.com"),
		"no local part":            adasAccount("email", "@example.com"),
		"a list of addresses":      adasAccount("email", []string{"ada@example.com"}),
		"refused":                  adasAccount("email", "eve@example.com"),
		"a server that is not his": {"sub": "4711", "realm": map[string]any{"roles": []string{"editor"}}},
		"nothing":                  {"sub": "4711"},
	} {
		t.Run(name, func(t *testing.T) {
			p.SignIn(account)
			b := i.browser(t)
			if got := b.back(b.begin(p, path)); got.status != http.StatusForbidden || !strings.Contains(got.text, "may not use emcp here") {
				t.Errorf("%d %s %s", got.status, got.header.Get("Location"), got.text)
			}
			if got := b.get(path); !strings.Contains(got.text, oauth.OpenIDPath) {
				t.Errorf("signed in: %s", got.text)
			}
		})
	}
	for _, key := range i.counted.keys() {
		if strings.HasPrefix(key, "account:") || strings.HasPrefix(key, "session:") {
			t.Errorf("%s is stored", key)
		}
	}
}

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
		"of an earlier sign-in":     func(token *provider.IDToken) { *token = earlier },
		"another nonce":             claim("nonce", "another"),
		"no nonce":                  func(token *provider.IDToken) { delete(token.Claims, "nonce") },
		"alg none":                  func(token *provider.IDToken) { token.Algorithm = "" },
		"alg HS256 with the secret": func(token *provider.IDToken) { token.Algorithm, token.Key = jose.HS256, []byte(provider.ClientSecret) },
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
		"another issuer": {"iss", "https://evil.example"}, "no issuer": {"iss", ""}, "an error": {"error", "<script>alert(1)</script>"},
		"no code": {"code", ""}, "another code": {"code", "guessed"}, "a very long code": {"code", strings.Repeat("x", 5000)},
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
		for name, began := range map[string]time.Time{"late": time.Now().Add(-10 * time.Minute), "in time": time.Now().Add(-9 * time.Minute)} {
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
		if got := i.browser(t).send(http.MethodGet, link, nil, "Sec-Fetch-Site", "cross-site"); got.status != http.StatusForbidden {
			t.Errorf("%d %s", got.status, got.text)
		}
	})
	t.Run("a request of no client", func(t *testing.T) {
		if got := i.browser(t).get(oauth.OpenIDPath + "?client_id=x"); got.status != http.StatusBadRequest || got.header.Get("Location") != "" {
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
	large := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"issuer": "`+strings.Repeat("x", 10<<20)+`"}`)
	}
	elsewhere := func(asked *int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/elsewhere" {
				*asked++
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
	}{
		"metadata of 10 MB":            {place: "/.well-known/openid-configuration", handler: large},
		"metadata that are broken":     {place: "/.well-known/openid-configuration", handler: broken},
		"metadata of another issuer":   {publish: [2]any{"issuer", "https://evil.example"}},
		"a token endpoint of no TLS":   {publish: [2]any{"token_endpoint", "http://provider.example/token"}},
		"an authorization script":      {publish: [2]any{"authorization_endpoint", "javascript:alert(1)"}},
		"no keys":                      {publish: [2]any{"jwks_uri", nil}},
		"tokens of 10 MB":              {place: "/token", handler: large},
		"a token endpoint that breaks": {place: "/token", handler: broken},
		"keys of 10 MB":                {place: "/keys", handler: large},
		"keys that are broken":         {place: "/keys", handler: broken},
	} {
		t.Run(name, func(t *testing.T) {
			p := startProvider(t)
			if test.handler != nil {
				p.Answer(test.place, test.handler)
			} else {
				p.Publish(test.publish[0].(string), test.publish[1])
			}
			i := install(t, registering, withProvider(p))
			path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
			b := i.browser(t)
			got := b.get(strings.Replace(path, oauth.AuthorizePath, oauth.OpenIDPath, 1))
			if got.status == http.StatusSeeOther {
				got = b.back(p.Browse(t, got.header.Get("Location")))
			}
			if got.status != http.StatusServiceUnavailable && got.status != http.StatusForbidden || strings.Contains(got.text, "secret") || strings.Contains(got.text, p.URL) {
				t.Errorf("%d %s", got.status, got.text)
			}
			if got := b.signIn(i.asks(i.register(t)), adasToken); got.status != http.StatusOK {
				t.Errorf("with a token: %d", got.status)
			}
		})
	}
	for _, place := range []string{"/.well-known/openid-configuration", "/token", "/keys"} {
		t.Run("redirects at "+place, func(t *testing.T) {
			p, asked := startProvider(t), 0
			p.Answer(place, elsewhere(&asked))
			p.Answer("/elsewhere", elsewhere(&asked))
			i := install(t, registering, withProvider(p))
			b := i.browser(t)
			got := b.get(oauth.OpenIDPath)
			if got.status == http.StatusSeeOther {
				got = b.back(p.Browse(t, got.header.Get("Location")))
			}
			if got.status < 400 || asked != 0 {
				t.Errorf("%d, %d requests elsewhere", got.status, asked)
			}
		})
	}
}

// TestOpenIDHangs has a provider that never answers. Whoever waits for it gets an answer, and others are not kept waiting.
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
			if again := b.get(oauth.OpenIDPath); place != "/token" && place != "/keys" && (again.status != http.StatusServiceUnavailable || p.Asked(place) != 1) {
				t.Errorf("again: %d, %d requests", again.status, p.Asked(place))
			}
			if got := b.signIn(i.asks(i.register(t)), adasToken); got.status != http.StatusOK {
				t.Errorf("with a token: %d", got.status)
			}
		})
	}
}

// TestOpenIDFollowsTheConfiguration has a grant of an account over a reload: it never has more than the map gives now, and ends with it.
func TestOpenIDFollowsTheConfiguration(t *testing.T) {
	p := startProvider(t)
	store := state.NewMemory()
	i := installOver(t, []state.Store{store}, registering, withProvider(p))
	client := i.register(t)
	got := i.connectAtProvider(t, p, client)
	mapped := func(change func(*auth.Mapping)) func(*openid.Options) {
		return func(o *openid.Options) {
			m := editors[1]
			change(&m)
			o.Map = []auth.Mapping{m}
		}
	}
	for name, test := range map[string]struct {
		change  optionChange
		who     string
		refresh int
	}{
		"as it is":         {withProvider(p), "openid:4711 manager [mcp:read mcp:call] [content]", 200},
		"another account":  {withProvider(p, mapped(func(m *auth.Mapping) { m.Value = "bob@example.com" })), "forbidden", 400},
		"refused":          {withProvider(p, mapped(func(m *auth.Mapping) { m.Refuse = true })), "forbidden", 400},
		"fewer scopes":     {withProvider(p, mapped(func(m *auth.Mapping) { m.Scopes = []string{"mcp:read"} })), "openid:4711 manager [mcp:read] [content]", 200},
		"no scopes":        {withProvider(p, mapped(func(m *auth.Mapping) { m.Scopes = nil })), "openid:4711 manager [] [content]", 400},
		"the public view":  {withProvider(p, mapped(func(m *auth.Mapping) { m.View = identity.Public })), "openid:4711 public [mcp:read mcp:call] [content]", 200},
		"another server":   {withProvider(p, mapped(func(m *auth.Mapping) { m.Servers = []string{"small"} })), "server_denied", 400},
		"another provider": {withProvider(p, func(o *openid.Options) { o.Issuer = "https://other.example" }), "invalid_token", 400},
		"a shorter time":   {withProvider(p, func(o *openid.Options) { o.MaxAge = 0 }), "invalid_token", 400},
		"no provider":      {func(*oauth.Options) {}, "invalid_token", 400},
	} {
		t.Run(name, func(t *testing.T) {
			again := installOver(t, []state.Store{store}, registering, test.change)
			if who := again.caller(t, got.Access, "content"); who != test.who {
				t.Errorf("%s, want %s", who, test.who)
			}
			next := again.post(t, oauth.TokenPath, refreshes(client, got.Refresh))
			if next.status != test.refresh {
				t.Errorf("%d %s", next.status, next.text)
			}
			if next.status == http.StatusOK {
				got = next
			}
		})
	}
}

// TestOpenIDPages compares whole pages, and lets somebody sign in who has not been sent by a client.
func TestOpenIDPages(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p))
	client := i.register(t)
	path := oauth.AuthorizePath + "?" + i.asks(client).Encode()
	for _, language := range []string{"en", "de", "uk"} {
		b := i.browser(t, "Accept-Language", language)
		expect(t, "openid-signin-"+language, b.get(path))
		p.SignIn(map[string]any{"sub": "1"})
		expect(t, "openid-no-account-"+language, b.back(b.begin(p, path)))
		p.SignIn(nil)
		expect(t, "openid-not-confirmed-"+language, b.back(b.begin(p, path)))
		expect(t, "openid-not-begun-"+language, b.get(oauth.CallbackPath))
		p.SignIn(adasAccount())
		if in := b.back(b.begin(p, oauth.ConnectionsPath)); in.header.Get("Location") != oauth.ConnectionsPath {
			t.Errorf("%d %s", in.status, in.text)
		}
		expect(t, "openid-connections-"+language, b.get(oauth.ConnectionsPath))
	}
	only := install(t, registering, withProvider(p, func(o *openid.Options) { o.Name = "" }), func(o *oauth.Options) { o.Tokens = false })
	text := only.browser(t).get(oauth.ConnectionsPath).text
	if strings.Contains(text, `name="token"`) || !strings.Contains(text, "Sign in with "+strings.TrimPrefix(p.URL, "http://")) {
		t.Error(text)
	}
}

// TestOpenIDConsent tells people that the access ends when they must sign in at the provider again, and who they are.
func TestOpenIDConsent(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p))
	path := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	b := i.browser(t)
	b.back(b.begin(p, path))
	text := b.get(path).text
	for _, want := range []string{"<bdi>ada@example.com</bdi>", time.Now().Add(24 * time.Hour).UTC().Format(time.DateOnly), "everything on the site that the manager shows"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s: %s", want, text)
		}
	}
}

// TestOpenIDAttempts counts attempts: to begin, and to come back.
func TestOpenIDAttempts(t *testing.T) {
	p := startProvider(t)
	i := install(t, registering, withProvider(p), counting)
	b := i.browser(t, "X-Address", "192.0.2.1")
	counts := map[string]int{}
	for range 200 {
		counts[fmt.Sprint("begin ", b.get(oauth.OpenIDPath).status)]++
		counts[fmt.Sprint("callback ", b.get(oauth.CallbackPath+"?code=x&state=y").status)]++
	}
	if counts["begin 429"] < 100 || counts["callback 429"] < 100 || counts["begin 303"]+counts["begin 429"] != 200 || counts["callback 403"]+counts["callback 429"] != 200 {
		t.Error(counts)
	}
	stored := 0
	for _, key := range i.counted.keys() {
		if key != "sealing" {
			stored++
		}
	}
	if stored != 0 {
		t.Errorf("people who never came back have left %v", i.counted.keys())
	}
}

// TestOpenIDCookie is of the kind that no other host, script or page of another site can use.
func TestOpenIDCookie(t *testing.T) {
	p := startProvider(t)
	i := install(t, withProvider(p))
	var got []string
	for _, cookie := range cookies(i.browser(t).get(oauth.OpenIDPath)) {
		cookie.Value = "SECRET"
		got = append(got, cookie.String())
	}
	want := []string{"__Host-emcp=SECRET; Path=/; HttpOnly; Secure; SameSite=Lax", "__Host-emcp-openid=SECRET; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
