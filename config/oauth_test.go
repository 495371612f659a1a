package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/openid"
)

// signIn is a file with these keys in auth.oauth, and those beside auth.
func signIn(oauth, beside string) string {
	return "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\nauth: {oauth: {" + oauth + "}}\n" + beside
}

func TestOAuth(t *testing.T) {
	everyone := []auth.Mapping{{View: identity.Public, Servers: []string{"*"}}}
	for name, test := range map[string]struct {
		text string
		want *config.OAuth
	}{
		"none": {"sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\nauth: {oauth: }\n", nil},
		"issuer": {
			signIn(`issuer: "https://login.example.com/realms/office", public_url: "https://WWW.example.com/"`,
				"security: {allow_hosts: [www.example.com]}"),
			&config.OAuth{
				PublicURL: "https://www.example.com",
				Issuer:    &auth.IssuerOptions{Issuer: "https://login.example.com/realms/office", Map: everyone},
			},
		},
		"on this computer": {
			signIn(`issuer: "http://localhost:8080", public_url: "http://127.0.0.1:8787"`, ""),
			&config.OAuth{
				PublicURL: "http://127.0.0.1:8787", Issuer: &auth.IssuerOptions{Issuer: "http://localhost:8080", Map: everyone},
			},
		},
		"builtin": {
			strings.Replace(signIn(`builtin: {public_url: "https://www.example.com", registration: true, grant_time: 24h}`,
				"security: {allow_hosts: [www.example.com]}"), "auth: {", "auth: {modes: [pat], ", 1),
			&config.OAuth{
				PublicURL: "https://www.example.com", Builtin: &config.Builtin{Registration: true, GrantTime: 24 * time.Hour},
			},
		},
		"builtin on this computer": {
			strings.Replace(signIn(`builtin: {public_url: "http://localhost:8787"}`, "state_dir: /var/lib/emcp"), "auth: {",
				"auth: {modes: [pat], ", 1),
			&config.OAuth{PublicURL: "http://localhost:8787", Builtin: &config.Builtin{GrantTime: 90 * 24 * time.Hour}},
		},
		"everything": {
			signIn(`issuer: "https://login.example.com", public_url: "https://www.example.com:8443", audience: emcp,
    introspection: {client_id: emcp, client_secret: hush},
    map: [{claim: groups, value: staff, view: manager, scopes: [mcp:read], servers: [content]}, {claim: sub}]`,
				"security: {allow_hosts: [\"www.example.com:8443\"]}"),
			&config.OAuth{PublicURL: "https://www.example.com:8443", Issuer: &auth.IssuerOptions{
				Issuer: "https://login.example.com", Audience: "emcp",
				Introspection: &auth.Introspection{ClientID: "emcp", Secret: "hush"},
				Map: []auth.Mapping{
					{
						Claim: "groups", Value: "staff", View: identity.Manager, Scopes: []string{"mcp:read"},
						Servers: []string{"content"},
					},
					{Claim: "sub", View: identity.Public, Servers: []string{"*"}},
				},
			}},
		},
	} {
		c, err := config.Parse([]byte(test.text), environment)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(test.want, c.Auth.OAuth); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if err := c.Auth.CheckHTTP(); (err == nil) != (test.want != nil) {
			t.Errorf("%s: without tokens, emcp serve says %v", name, err)
		}
	}
}

// TestOpenID reads at which provider people sign in.
func TestOpenID(t *testing.T) {
	const public = `builtin: {public_url: "https://www.example.com", openid: {issuer: "https://accounts.google.com", ` +
		`client_id: emcp`
	everyone := []string{identity.AllServers}
	usual := []string{identity.ScopeRead, identity.ScopeCall}
	for name, test := range map[string]struct {
		keys string
		want openid.Options
	}{
		"short": {
			public + `, map: [{claim: email_domain, value: Example.com}]}}`,
			openid.Options{
				Issuer: "https://accounts.google.com", ClientID: "emcp", Scopes: []string{"openid", "email"},
				MaxAge: 168 * time.Hour,
				Map: []auth.Mapping{
					{Claim: "email_domain", Value: "example.com", View: identity.Public, Scopes: usual, Servers: everyone},
				},
			},
		},
		"complete": {
			public + `, client_secret: s, name: Google, scopes: [openid, email, groups], max_age: 24h,
				map: [{claim: email, value: Eve@example.com, view: none}, {claim: groups, value: Staff, view: manager, ` +
				`scopes: [mcp:read], servers: [content]}, {}]}}`,
			openid.Options{
				Issuer: "https://accounts.google.com", ClientID: "emcp", ClientSecret: "s", Name: "Google",
				Scopes: []string{"openid", "email", "groups"}, MaxAge: 24 * time.Hour,
				Map: []auth.Mapping{
					{Claim: "email", Value: "eve@example.com", Refuse: true, Scopes: usual, Servers: everyone},
					{
						Claim: "groups", Value: "Staff", View: identity.Manager, Scopes: []string{"mcp:read"},
						Servers: []string{"content"},
					},
					{View: identity.Public, Scopes: usual, Servers: everyone},
				},
			},
		},
	} {
		c, err := config.Parse([]byte(signIn(test.keys, "security: {allow_hosts: [www.example.com]}\n")), environment)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(&test.want, c.Auth.OAuth.Builtin.OpenID); diff != "" || c.Auth.CheckHTTP() != nil {
			t.Errorf("%s: %v %s", name, c.Auth.CheckHTTP(), diff)
		}
	}
	const path, mapped = "auth.oauth.builtin.openid", `, map: [{claim: sub, value: a}]`
	provider := func(keys string) string {
		return signIn(`builtin: {public_url: "http://127.0.0.1", openid: {`+keys+`}}`, "")
	}
	good := `issuer: "https://login.example.com", client_id: emcp`
	for text, want := range map[string]string{
		provider(`client_id: emcp`): path + ".issuer: is empty, so that the keys beside it have no effect; name the provider",
		provider(`issuer: "http://login.example.com", client_id: emcp` + mapped): path +
			`.issuer: "http://login.example.com" is not an https address without a query, such as https://accounts.google.com`,
		provider(`issuer: "https://login.example.com"` + mapped): path +
			".client_id: is empty; register emcp at the provider, which gives it an id",
		provider(good): path +
			".map: is empty, so that nobody could sign in; name e-mail addresses, their domains or other claims",
		provider(good + `, scopes: [email]` + mapped):                         path + ".scopes: must have openid",
		provider(good + `, name: "` + strings.Repeat("ä", 51) + `"` + mapped): path + ".name: is longer than 50 characters",
		provider(good + `, map: [{claim: email, value: example.com}]`): path +
			`.map[0].value: "example.com" does not fit the claim email; write email as ada@example.com, and email_domain as ` +
			`example.com`,
		provider(good + `, map: [{claim: email_domain, value: "@example.com"}]`): path +
			`.map[0].value: "@example.com" does not fit the claim email_domain; write email as ada@example.com, ` +
			"and email_domain as example.com",
		provider(good + `, map: [{view: all}]`):        path + `.map[0].view: "all" is not one of public, manager, none`,
		provider(good + `, map: [{servers: [other]}]`): path + ".map[0]" + unknownServerMessage + `"other"`,
		provider(good + `, map: [{scopes: [openid]}]`): path +
			`.map[0].scopes: "openid" is not one of mcp:admin, mcp:call, mcp:read, *`,
		signIn(`builtin: {openid: {`+good+mapped+`}}`, ""): "auth.oauth.builtin.public_url: is empty, so that openid has " +
			"no effect",
	} {
		if _, err := config.Parse([]byte(text), environment); err == nil || err.Error() != want {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

func TestOAuthMistakes(t *testing.T) {
	const issuer = `issuer: "https://login.example.com", public_url: "http://127.0.0.1"`
	for text, want := range map[string]string{
		signIn(`public_url: "https://www.example.com"`, ""): noIssuerMessage,
		signIn(`audience: emcp`, ""):                        noIssuerMessage,
		signIn(`introspection: {client_id: emcp}`, ""):      noIssuerMessage,
		signIn(`map: [{view: manager}]`, ""):                noIssuerMessage,
		signIn(`issuer: "https://login.example.com"`, ""): `auth.oauth.public_url: "" is not a scheme and a host such as ` +
			`https://www.example.com; plain http is for a loopback host only`,
		signIn(`issuer: "https://login.example.com", public_url: "http://www.example.com"`,
			""): `auth.oauth.public_url: "http://www.example.com" is not a scheme and a host such as https://www.example.com; ` +
			`plain http is for a loopback host only`,
		signIn(`issuer: "https://login.example.com", public_url: "https://www.example.com/mcp"`,
			""): `auth.oauth.public_url: "https://www.example.com/mcp" is not a scheme and a host such as ` +
			`https://www.example.com; plain http is for a loopback host only`,
		signIn(`issuer: "https://login.example.com", public_url: "https://www.example.com"`,
			""): "auth.oauth.public_url: emcp does not answer to www.example.com; add it to security.allow_hosts",
		signIn(`issuer: "http://login.example.com", public_url: "http://127.0.0.1"`,
			""): `auth.oauth.issuer: "http://login.example.com" is not an https address without a query, ` +
			`such as https://login.example.com/realms/office`,
		signIn(issuer+`, introspection: {client_id: emcp}`, ""): "auth.oauth.introspection: needs client_id and " +
			"client_secret",
		signIn(issuer+`, map: [{value: staff}]`, ""): "auth.oauth.map[0].value: needs the claim that has it",
		signIn(issuer+`, map: [{view: all}]`, ""): `auth.oauth.map[0].view: "all" is not one of public, ` +
			`manager, none`,
		signIn(issuer+`, map: [{scopes: [openid]}]`, ""): `auth.oauth.map[0].scopes: "openid" is not one of ` +
			`mcp:admin, mcp:call, mcp:read, *`,
		signIn(issuer+`, map: [{servers: [none]}]`, ""): `auth.oauth.map[0]` + unknownServerMessage + `"none"`,
		signIn(issuer+`, map: [{servers: []}]`, ""):     `auth.oauth.map[0]` + noServersMessage,
		strings.Replace(signIn(`builtin: {public_url: "http://127.0.0.1"}`,
			"tls: {cert_file: c, key_file: k, client_ca_file: a}"), "auth: {",
			"auth: {tokens: [{name: robot, certificates: ["+strings.Repeat("ab", 32)+"]}], ", 1): "auth.oauth.builtin: nobody " +
			"could sign in; add a token with sha256 to auth.tokens, or pat to auth.modes, or set openid",
		strings.Replace(signIn(issuer, ""), "auth: {", "auth: {modes: [none], ", 1): signInForNobodyMessage,
	} {
		_, err := config.Parse([]byte(text), environment)
		if err == nil || err.Error() != want {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}
