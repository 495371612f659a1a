package config_test

import (
	"strings"
	"testing"
	_ "time/tzdata" // zones, whatever the machine has

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/identity"
)

const oneSite = "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\n"

// expectMistakes reads a file of one site and the text; want are all mistakes, none where it is right.
func expectMistakes(t *testing.T, text string, want ...string) {
	t.Helper()
	_, err := config.Parse([]byte(oneSite+text), environment)
	var got []string
	if err != nil {
		got = strings.Split(err.Error(), "\n")
	}
	if len(want) == 1 && want[0] == "" {
		want = nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n(-want +got):\n%s", text, diff)
	}
}

func TestJWTMistakes(t *testing.T) {
	const (
		noKeys = "auth.jwt: jwks_url and jwks_file are for RS256, ES256 and EdDSA; add one of these to algorithms, or " +
			"remove the key set"
		notNeeded = "auth.jwt.secret: is only for HS256; add HS256 to algorithms, or remove secret"
	)
	for _, test := range []struct{ jwt, want string }{
		{`secret: "` + jwtSecret + `"`, ""},
		{`algorithms: [HS256], secret: "` + jwtSecret + `"`, ""},
		{`algorithms: [RS256], jwks_file: keys.json`, ""},
		{`algorithms: [ES256], jwks_url: "https://example.com/keys"`, ""},
		{`algorithms: [EdDSA, RS256], jwks_url: "http://127.0.0.1:9/keys"`, ""},
		{`algorithms: [EdDSA], jwks_url: "http://localhost/keys"`, ""},
		{`algorithms: [EdDSA], jwks_url: "http://[::1]:9/keys"`, ""},
		{`algorithms: [HS256, RS256], secret: "` + jwtSecret + `", jwks_file: keys.json`, ""},

		{`algorithms: []`, "auth.jwt.algorithms: list at least one of HS256, RS256, ES256, EdDSA"},
		{`algorithms: [none], jwks_file: k`, `auth.jwt.algorithms[0]: "none" is not one of HS256, RS256, ES256, EdDSA`},
		{`algorithms: [hs256], jwks_file: k`, `auth.jwt.algorithms[0]: "hs256" is not one of HS256, RS256, ES256, EdDSA`},
		{`algorithms: [PS256], jwks_file: k`, `auth.jwt.algorithms[0]: "PS256" is not one of HS256, RS256, ES256, EdDSA`},
		{``, shortSecretMessage},
		{`secret: ""`, shortSecretMessage},
		{`secret: "` + jwtSecret[1:] + `"`, shortSecretMessage},
		{`algorithms: [RS256], jwks_file: k, secret: "` + jwtSecret + `"`, notNeeded},
		{`algorithms: [RS256]`, noKeySetMessage},
		{`algorithms: [HS256, EdDSA], secret: "` + jwtSecret + `"`, noKeySetMessage},
		{`algorithms: [RS256], jwks_file: k, jwks_url: "https://example.com"`, noKeySetMessage},
		{`secret: "` + jwtSecret + `", jwks_file: k`, noKeys},
		{`secret: "` + jwtSecret + `", jwks_url: "https://example.com"`, noKeys},
		{`algorithms: [RS256], jwks_url: "http://example.com/keys"`, unsafeKeySetMessage},
		{`algorithms: [RS256], jwks_url: "http://localhost.example.com/keys"`, unsafeKeySetMessage},
		{`algorithms: [RS256], jwks_url: "http://127.0.0.1@example.com/keys"`, unsafeKeySetMessage},
		{`algorithms: [RS256], jwks_url: "file:///etc/keys"`, unsafeKeySetMessage},
		{`algorithms: [RS256], jwks_url: "https://"`, unsafeKeySetMessage},
		{`algorithms: [RS256], jwks_url: "example.com/keys"`, unsafeKeySetMessage},
		{`secret: "` + jwtSecret + `", view: public`, ""},
		{`secret: "` + jwtSecret + `", view: editor`, `auth.jwt.view: "editor" ` + wrongViewMessage},
	} {
		expectMistakes(t, "auth: {modes: [jwt], jwt: {"+test.jwt+"}}", test.want)
	}
	// Settings of a mode that is not in use do no harm.
	expectMistakes(t, `auth: {modes: [none], jwt: {algorithms: [none], secret: x, view: x}, pat: {permission: ""}}`)
}

func TestPersonalTokenMistakes(t *testing.T) {
	zone := func(name string) string {
		return `auth.pat.timezone: "` + name + `" ` + wrongZoneMessage
	}
	for _, test := range []struct{ pat, want string }{
		{``, ""},
		{`permission: edit_document, timezone: America/New_York`, ""},
		{`permission: ""`, noPermissionMessage},
		{`timezone: ""`, zone("")},
		{`timezone: Local`, zone("Local")},
		{`timezone: "+02:00"`, zone("+02:00")},
		{`timezone: ../../etc/passwd`, zone("../../etc/passwd")},
	} {
		expectMistakes(t, "auth: {modes: [pat], pat: {"+test.pat+"}}", test.want)
	}
}

func TestTokenMistakes(t *testing.T) {
	second, third := strings.Repeat("b2", 32), strings.Repeat("c3", 32)
	for _, test := range []struct{ tokens, want string }{
		{`{name: a, sha256: ` + hash + `}, {name: A, sha256: ` + second + `}`, ""},
		{`{name: a, sha256: ` + hash + `}, {name: b, sha256: ` + hash + `}`, "auth.tokens[1]" + hashTwiceMessage},
		{
			`{name: a, sha256: ` + hash + `}, {name: b, sha256: ` + second + `}, {name: a, sha256: ` + third + `}`,
			`auth.tokens[2].name: "a" ` + nameTwiceMessage,
		},
		{`{name: a, sha256: ` + hash + `, scopes: [mcp:admin, mcp:call, mcp:read, "*"]}`, ""},
		{
			`{name: a, sha256: ` + hash + `, scopes: [MCP:READ]}`,
			`auth.tokens[0].scopes: "MCP:READ" is not one of mcp:admin, mcp:call, mcp:read, *`,
		},
	} {
		expectMistakes(t, "auth: {tokens: ["+test.tokens+"]}", test.want)
	}
}

// TestScopesOfMaps shows which scopes a caller can be given: those of the maps that are in use.
func TestScopesOfMaps(t *testing.T) {
	token := func(scopes string) string {
		return "tokens: [{name: a, sha256: " + hash + ", scopes: [" + scopes + "]}]"
	}
	const own = "servers: [{handle: a, site: main, scope_map: {shop: [tools/*]}}, {handle: b, site: main}]\n"
	for _, test := range []struct{ text, want string }{
		{"auth: {" + token("mcp:read") + "}", ""},
		{"auth: {scope_map: {see: [ping]}, " + token(`see, "*"`) + "}\nstdio: {scopes: [see]}", ""},
		{
			"auth: {scope_map: {see: [ping]}, " + token("mcp:read") + "}",
			`auth.tokens[0].scopes: "mcp:read" is not one of see, *`,
		},
		{own + "auth: {" + token("shop, mcp:read") + "}", ""},
		{own + "auth: {scope_map: {see: [ping]}, " + token("shop, see") + "}", ""},
		{"auth: {scope_map: {see: [ping]}, tokens: [{name: a, sha256: " + hash + "}]}",
			"auth.tokens[0]" + noScopesMessage},
		{"auth: {scope_map: {mcp:read: [ping]}, tokens: [{name: a, sha256: " + hash + "}]}", ""},
		{
			own + "auth: {" + token("see") + "}",
			`auth.tokens[0].scopes: "see" is not one of mcp:admin, mcp:call, mcp:read, shop, *`,
		},
		{
			"auth: {modes: [none], none: {scopes: [see]}, scope_map: {see: [ping]}}\nstdio: {scopes: [mcp:read]}",
			`stdio.scopes: "mcp:read" is not one of see, *`,
		},
	} {
		expectMistakes(t, test.text, test.want)
	}
}

// TestScopesInUse shows what the maps come to: that of the server instead of the global one, and neither where no
// scopes are required.
func TestScopesInUse(t *testing.T) {
	global, own := map[string][]string{"see": {"ping"}}, map[string][]string{"shop": {"tools/*"}}
	for _, test := range []struct {
		auth string
		want []identity.ScopeMap
	}{
		{"", []identity.ScopeMap{scopeMap(t, identity.BuiltinScopes()), scopeMap(t, own)}},
		{"scope_map: {}", []identity.ScopeMap{scopeMap(t, identity.BuiltinScopes()), scopeMap(t, own)}},
		{"scope_map: {see: [ping]}", []identity.ScopeMap{scopeMap(t, global), scopeMap(t, own)}},
		{"require_scopes: true", []identity.ScopeMap{scopeMap(t, identity.BuiltinScopes()), scopeMap(t, own)}},
		{"require_scopes: false", []identity.ScopeMap{scopeMap(t, identity.BuiltinScopes()).Free(), scopeMap(t, own).Free()}},
		{
			"require_scopes: false, scope_map: {see: [ping]}",
			[]identity.ScopeMap{scopeMap(t, global).Free(), scopeMap(t, own).Free()},
		},
	} {
		c := parse(t,
			oneSite+"servers: [{handle: a, site: main, scope_map: {}}, {handle: b, site: main, scope_map: {shop: [tools/*]}}]\n"+
				"auth: {modes: [pat], "+test.auth+"}")
		if diff := cmp.Diff(test.want, []identity.ScopeMap{c.Servers[0].Scopes, c.Servers[1].Scopes}, comparer); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.auth, diff)
		}
	}
}

// TestCertificateMistakes has tokens with certificates, with and without what they need.
func TestCertificateMistakes(t *testing.T) {
	const (
		withCA = "tls: {cert_file: c, key_file: k, client_ca_file: a}\n"
		upper  = "2BB80D537B1DA3E38BD30361AA855686BDE0EACD7162FEF6A25FE97BF527A25B"
		other  = "3bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
		colons = `"2b:b8:0d:53:7b:1d:a3:e3:8b:d3:03:61:aa:85:56:86:bd:e0:ea:cd:71:62:fe:f6:a2:5f:e9:7b:f5:27:a2:5b"`
	)
	for _, test := range []struct{ tls, tokens, want string }{
		{withCA, `{name: a, certificates: [` + upper + `]}`, ""},
		{withCA, `{name: a, certificates: [` + colons + `, ` + other + `]}, {name: b, sha256: ` + hash + `}`, ""},
		{withCA, `{name: a, sha256: ` + hash + `, certificates: [` + upper + `]}`, ""},
		{withCA, `{name: a, certificates: [` + upper + `]}, {name: b, certificates: [` + other + `]}`, ""},
		{strings.Replace(withCA, "}", ", client_auth: optional}", 1), `{name: a, certificates: [` + upper + `]}`, ""},
		{"", `{name: a, sha256: ` + hash + `, certificates: []}`, ""},

		{withCA, `{name: a}`, "auth.tokens[0]" + noHashMessage},
		{withCA, `{name: a, certificates: []}`, "auth.tokens[0]" + noHashMessage},
		{withCA, `{name: a, sha256: x, certificates: [` + upper + `]}`, "auth.tokens[0]" + noHashMessage},
		{withCA, `{name: a, certificates: [` + upper[1:] + `]}`, "auth.tokens[0].certificates[0]" + fingerprintMessage},
		{
			withCA, `{name: a, certificates: [` + upper + `, client.pem]}`,
			"auth.tokens[0].certificates[1]" + fingerprintMessage,
		},
		{
			withCA, `{name: a, certificates: [` + upper + `, ` + colons + `]}`,
			"auth.tokens[0].certificates[1]" + printTwiceMessage,
		},
		{
			withCA, `{name: a, certificates: [` + upper + `]}, {name: b, certificates: [` + other + `, ` + colons + `]}`,
			"auth.tokens[1].certificates[1]" + printTwiceMessage,
		},
		{"", `{name: a, certificates: [` + upper + `]}`, "auth.tokens[0]" + uncheckedMessage},
		{
			"tls: {cert_file: c, key_file: k}\n", `{name: b, sha256: ` + hash + `}, {name: a, certificates: [` + upper + `]}`,
			"auth.tokens[1]" + uncheckedMessage,
		},
	} {
		expectMistakes(t, test.tls+"auth: {tokens: ["+test.tokens+"]}", test.want)
	}
}
