package oauth_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

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
	{
		Claim: "email", Value: "ada@example.com", View: identity.Manager, Scopes: []string{"mcp:read", "mcp:call"},
		Servers: []string{"*"},
	},
	{
		Claim: "email_domain", Value: "example.com", View: identity.Public, Scopes: []string{"mcp:read"},
		Servers: []string{"content"},
	},
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
			Issuer: p.URL, ClientID: provider.ClientID, ClientSecret: provider.ClientSecret, Name: "The <Office>",
			Scopes: []string{"openid", "email"},
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
	link := strings.NewReplacer(oauth.AuthorizePath, oauth.OpenIDPath, oauth.ConnectionsPath,
		oauth.OpenIDPath).Replace(path)
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
		"an e-mail address": {adasAccount(), "openid:4711 manager [mcp:read mcp:call] [content]"},
		"verified, as a string": {
			adasAccount("email_verified", "true"), "openid:4711 manager [mcp:read mcp:call] [content]",
		},
		"a domain": {adasAccount("email", "bob@EXAMPLE.com"), "openid:4711 public [mcp:read] [content]"},
		"with a large list": {
			adasAccount("groups", strings.Split(strings.Repeat("group,", 2000), ",")),
			"openid:4711 manager [mcp:read mcp:call] [content]",
		},
		"for a list of audience": {
			adasAccount("aud", []string{provider.ClientID, "other"}, "azp", provider.ClientID),
			"openid:4711 manager [mcp:read mcp:call] [content]",
		},
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
			if got := b.back(b.begin(p, path)); got.status != http.StatusForbidden ||
				!strings.Contains(got.text, "may not use emcp here") {
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

// TestOpenIDFollowsTheConfiguration has a grant of an account over a reload: it never has more than the map
// gives now, and ends with it.
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
		"as it is": {withProvider(p), "openid:4711 manager [mcp:read mcp:call] [content]", 200},
		"another account": {
			withProvider(p, mapped(func(m *auth.Mapping) { m.Value = "bob@example.com" })), "forbidden", 400,
		},
		"refused": {withProvider(p, mapped(func(m *auth.Mapping) { m.Refuse = true })), "forbidden", 400},
		"fewer scopes": {
			withProvider(p, mapped(func(m *auth.Mapping) { m.Scopes = []string{"mcp:read"} })),
			"openid:4711 manager [mcp:read] [content]", 200,
		},
		"no scopes": {
			withProvider(p, mapped(func(m *auth.Mapping) { m.Scopes = nil })), "openid:4711 manager [] [content]", 400,
		},
		"the public view": {
			withProvider(p, mapped(func(m *auth.Mapping) { m.View = identity.Public })),
			"openid:4711 public [mcp:read mcp:call] [content]", 200,
		},
		"another server": {
			withProvider(p, mapped(func(m *auth.Mapping) { m.Servers = []string{"small"} })), "server_denied", 400,
		},
		"another provider": {
			withProvider(p, func(o *openid.Options) { o.Issuer = "https://other.example" }), "invalid_token", 400,
		},
		"a shorter time": {withProvider(p, func(o *openid.Options) { o.MaxAge = 0 }), "invalid_token", 400},
		"no provider":    {func(*oauth.Options) {}, "invalid_token", 400},
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
	only := install(t, registering, withProvider(p, func(o *openid.Options) { o.Name = "" }),
		func(o *oauth.Options) { o.Tokens, o.Personal = false, false })
	text := only.browser(t).get(oauth.ConnectionsPath).text
	if strings.Contains(text, `name="token"`) ||
		!strings.Contains(text, "Sign in with "+strings.TrimPrefix(p.URL, "http://")) {
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
	for _, want := range []string{
		"<bdi>ada@example.com</bdi>", time.Now().Add(24 * time.Hour).UTC().Format(time.DateOnly),
		"It sees everything that the manager shows.",
	} {
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
	if counts["begin 429"] < 100 || counts["callback 429"] < 100 || counts["begin 303"]+counts["begin 429"] != 200 ||
		counts["callback 403"]+counts["callback 429"] != 200 {
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
	want := []string{
		"__Host-emcp=SECRET; Path=/; HttpOnly; Secure; SameSite=Lax",
		"__Host-emcp-openid=SECRET; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
