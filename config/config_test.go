package config_test

import (
	"log/slog"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/allowlist"
	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
)

// environment is an environment with one site's password.
func environment(name string) (string, bool) {
	values := map[string]string{
		"DB_PASSWORD": "p@ss: {word}", "CONNS": "3", "ITEMS": "7", "RATIO": "0.25", "JWT_SECRET": jwtSecret,
		"CURSOR_KEY": cursorKey,
	}
	value, ok := values[name]
	return value, ok
}

// jwtSecret is as short as a secret may be.
const jwtSecret = "0123456789 hush 6789 hush 678901"

// cursorKey signs cursors.
const cursorKey = "a key of cursors, that nobody can guess"

// hash is the SHA-256 of "secret".
const hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"

var comparer = cmp.Options{
	cmpopts.IgnoreUnexported(config.Config{}), // the text that it was made of
	cmp.AllowUnexported(allowlist.Model{}, allowlist.Field{}, identity.ScopeMap{}, identity.Pattern{}),
	cmp.Comparer(func(a, b *regexp.Regexp) bool { return a.String() == b.String() }),
	cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }),
	cmp.Comparer(func(a, b netip.Prefix) bool { return a == b }),
	cmpopts.EquateEmpty(),
}

// scopeMap returns a scope map that is known to be right.
func scopeMap(t *testing.T, texts map[string][]string) identity.ScopeMap {
	t.Helper()
	m, err := identity.ParseScopeMap(texts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// patterns returns patterns that are known to be right.
func patterns(t *testing.T, texts ...string) (found []identity.Pattern) {
	t.Helper()
	for _, text := range texts {
		p, err := identity.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, p)
	}
	return found
}

func parse(t *testing.T, text string) *config.Config {
	t.Helper()
	c, err := config.Parse([]byte(text), environment)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return c
}

func TestDefaults(t *testing.T) {
	got := parse(t, `
sites: {main: {dsn: "u:p@tcp(h)/d"}}
auth: {tokens: [{name: claude, sha256: `+hash+`}]}
`)
	caller := identity.Principal{Scopes: []string{"mcp:read", "mcp:call"}, View: identity.Public, Servers: []string{"*"}}
	stdio, claude := caller, caller
	stdio.Subject, claude.Subject = "stdio", "token:claude"
	want := &config.Config{
		Listen:   "127.0.0.1:8787",
		Prefixes: []string{"/mcp", "/api/v1/mcp"},
		Sites: map[string]config.Site{"main": {
			DSN: "u:p@tcp(h)/d", ProductLinks: "root", MaxOpenConns: 8, StatementTimeout: 3 * time.Second,
		}},
		Servers: []config.Server{{
			Handle: "content", Site: "main", Models: allowlist.Models(), ToolNames: config.NamesAuto, Brief: config.BriefAuto,
			ToolErrors: config.ErrorsAuto, Output: config.OutputBoth, ErrorCodes: config.CodesPlain, Dates: config.DatesUnix,
			Limits: config.Limits{
				PayloadBytes: 256 << 10, ResultTokens: 20_000, ResultBytes: 1 << 20, ListLimit: 100, ContentOffset: 5000,
				ModelOffset: 5000,
			},
			Scopes: scopeMap(t, map[string][]string{
				"mcp:read": {
					"initialize", "server/discover", "ping", "tools/list", "resources/*", "subscriptions/listen", "prompts/*",
					"completion/complete", "notifications/*",
				},
				"mcp:call":  {"tools/call"},
				"mcp:admin": {"admin/*"},
			}),
			Rate: config.Rate{PerMinute: 60},
		}},
		Auth:           config.Auth{Tokens: auth.Tokens{{Hash: auth.HashToken("secret"), Principal: claude}}},
		Stdio:          stdio,
		AddressLimit:   600,
		IdempotencyTTL: 24 * time.Hour,
		CacheTTL:       time.Second,
		SearchMemory:   128 << 20,
		Tracing:        config.Tracing{SampleRatio: 1, SQLComments: true},
		Log:            config.Log{Level: slog.LevelInfo, JSON: true, Audit: true},
	}
	if diff := cmp.Diff(want, got, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDefaultsOfModes are those of the modes that nobody has by default.
func TestDefaultsOfModes(t *testing.T) {
	got := parse(t, `
sites: {main: {dsn: "u:p@tcp(h)/d"}}
auth: {modes: [jwt, pat], jwt: {secret: "${JWT_SECRET}"}}
`)
	want := config.Auth{
		JWT: &auth.JWTOptions{
			Algorithms: []string{"HS256"}, Secret: jwtSecret, Leeway: time.Minute, View: identity.Manager,
		},
		Personal: &auth.PersonalOptions{Permission: "emcp", Zone: time.UTC},
	}
	if diff := cmp.Diff(want, got.Auth, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEveryKey(t *testing.T) {
	got := parse(t, `
listen: localhost:9000
route: {prefixes: [/ai]}
tls: {cert_file: /etc/emcp/cert.pem, key_file: /etc/emcp/key.pem, client_ca_file: /etc/emcp/ca.pem, `+
		`client_auth: optional}
sites:
  main: {dsn: "emcp:${DB_PASSWORD}@tcp(h)/d", table_prefix: evo_, max_open_conns: "${CONNS}", `+
		`statement_timeout: 500ms, allow_wide_grants: true, product_links: category}
  news: {dsn: "u:p@tcp(h)/n", base_url: "https://news.example.com/"}
servers:
  - handle: shop
    site: main
    limits: {max_result_items: "${ITEMS}", max_payload_kb: 1, max_result_tokens: 500, max_result_bytes: 1000}
    rate_limit: {enabled: true, per_minute: 5}
    scope_map: {shop: ["tools/*"]}
    security: {deny_tools: [evo.content.search]}
    elements: true
  - {handle: old, site: main, enabled: false}
  - {handle: news, site: news, enabled: true, profile: chatgpt, name: news, title: The news, tool_names: underscore, `+
		`tool_errors: result, output: text, error_codes: namespaced, dates: rfc3339, instructions: "News of the day."}
auth:
  modes: [token, jwt, pat]
  require_scopes: true
  scope_map: {see: [initialize, tools/list], do: [tools/call]}
  tokens:
    - {name: a, sha256: `+hash+`, certificates: [`+hash+`], scopes: [see, shop], view: manager, servers: [shop, `+
		`old], expires: "2030-01-31T00:00:00Z"}
  jwt:
    algorithms: [HS256, RS256, ES256, EdDSA]
    secret: "${JWT_SECRET}"
    jwks_url: https://example.com/keys
    issuer: https://example.com
    audience: emcp
    view: public
  pat: {permission: mcp_use, timezone: Europe/Berlin}
stdio: {scopes: [do], view: manager}
redis: {url: "redis://:${DB_PASSWORD}@h:6379/1"}
limits: {max_payload_kb: 2, max_result_items: 50, max_result_tokens: 600, max_result_bytes: 2000}
rate_limit: {enabled: false, per_minute: 30, per_address: 300}
cache: {ttl: 5s}
search: {max_memory: 64MiB}
idempotency: {ttl_seconds: 60}
metrics: {listen: "127.0.0.1:9464"}
tracing: {endpoint: "https://example.com:4318", headers: {X-Key: "${DB_PASSWORD}"}, sample_ratio: "${RATIO}", `+
		`sql_comments: false}
domain:
  content: {max_offset: 10}
  models: {max_offset: 20, allow: [{model: Category}, {model: User, fields: [username]}]}
security:
  deny_tools: [evo.model.*]
  allow_origins: ["https://Example.com", "http://localhost:3000"]
  allow_hosts: [Example.com, "example.com:8787", "[::1]"]
  trusted_proxies: [10.0.0.0/8, 192.0.2.1, "fd00::/8"]
  cursor_key: "${CURSOR_KEY}"
logging: {level: debug, format: text, audit_enabled: false}
`)
	models := allowlist.Models()
	user, err := models[7].Narrow([]string{"id", "username"})
	if err != nil {
		t.Fatal(err)
	}
	category := models[6]
	category.Internal = false
	narrowed := []allowlist.Model{category, user}
	want := &config.Config{
		Listen:   "localhost:9000",
		Prefixes: []string{"/ai"},
		TLS: config.TLS{
			CertFile: "/etc/emcp/cert.pem", KeyFile: "/etc/emcp/key.pem", ClientCAFile: "/etc/emcp/ca.pem", ClientOptional: true,
		},
		Sites: map[string]config.Site{
			"main": {
				DSN: "emcp:p@ss: {word}@tcp(h)/d", TablePrefix: "evo_", MaxOpenConns: 3, StatementTimeout: 500 * time.Millisecond,
				ProductLinks:    "category",
				AllowWideGrants: true,
			},
			"news": {
				DSN: "u:p@tcp(h)/n", BaseURL: "https://news.example.com/", MaxOpenConns: 8, StatementTimeout: 3 * time.Second,
				ProductLinks: "root",
			},
		},
		Servers: []config.Server{
			{
				Handle: "shop", Site: "main", Models: narrowed, Elements: true, ToolNames: config.NamesAuto,
				Brief:      config.BriefAuto,
				ToolErrors: config.ErrorsAuto, Output: config.OutputBoth, ErrorCodes: config.CodesPlain, Dates: config.DatesUnix,
				Limits: config.Limits{
					PayloadBytes: 1 << 10, ResultTokens: 500, ResultBytes: 1000, ListLimit: 7, ContentOffset: 10, ModelOffset: 20,
				},
				Scopes: scopeMap(t, map[string][]string{"shop": {"tools/*"}}),
				Deny:   patterns(t, "evo.model.*", "evo.content.search"),
				Rate:   config.Rate{PerMinute: 5, Own: true},
			}, {
				Handle: "news", Site: "news", Models: narrowed, ChatGPT: true, Name: "news", Title: "The news",
				ToolNames: config.NamesUnderscore, Brief: config.BriefAuto,
				ToolErrors: config.ErrorsResult, Output: config.OutputText,
				ErrorCodes: config.CodesNamespaced, Dates: config.DatesRFC3339, Instructions: "News of the day.",
				Limits: config.Limits{
					PayloadBytes: 2 << 10, ResultTokens: 600, ResultBytes: 2000, ListLimit: 50, ContentOffset: 10, ModelOffset: 20,
				},
				Scopes: scopeMap(t, map[string][]string{"see": {"initialize", "tools/list"}, "do": {"tools/call"}}),
				Deny:   patterns(t, "evo.model.*"),
			},
		},
		Auth: config.Auth{
			Tokens: auth.Tokens{{
				Hash: auth.HashToken("secret"), Certificates: []auth.Fingerprint{auth.Fingerprint(auth.HashToken("secret"))},
				Principal: identity.Principal{
					Subject: "token:a", Scopes: []string{"see", "shop"}, View: identity.Manager, Servers: []string{"shop", "old"},
				},
				Expires: time.Date(2030, 1, 31, 0, 0, 0, 0, time.UTC),
			}},
			JWT: &auth.JWTOptions{
				Algorithms: []string{"HS256", "RS256", "ES256", "EdDSA"}, Secret: jwtSecret,
				KeyURL: "https://example.com/keys", Issuer: "https://example.com", Audience: "emcp",
				Leeway: time.Minute, View: identity.Public,
			},
			Personal: &auth.PersonalOptions{Permission: "mcp_use", Zone: berlin(t)},
		},
		Stdio: identity.Principal{
			Subject: "stdio", Scopes: []string{"do"}, View: identity.Manager, Servers: []string{"*"},
		},
		Redis:          config.Redis{URL: "redis://:p@ss: {word}@h:6379/1"},
		CacheTTL:       5 * time.Second,
		SearchMemory:   64 << 20,
		IdempotencyTTL: time.Minute,
		Security: config.Security{
			Origins: []string{"https://example.com", "http://localhost:3000"},
			Hosts:   []string{"example.com", "example.com:8787", "[::1]"},
			Proxies: []netip.Prefix{
				netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("fd00::/8"),
			},
			CursorKey: cursorKey,
		},
		Metrics: config.Metrics{Listen: "127.0.0.1:9464"},
		Tracing: config.Tracing{
			Endpoint: "https://example.com:4318/v1/traces", Headers: map[string]config.Secret{"X-Key": "p@ss: {word}"},
			SampleRatio: 0.25,
		},
		Log: config.Log{Level: slog.LevelDebug},
	}
	if diff := cmp.Diff(want, got, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// TestOpenToEverybody is mode none, which stands alone.
func TestOpenToEverybody(t *testing.T) {
	got := parse(t, `
sites: {main: {dsn: "u:p@tcp(h)/d"}}
auth: {modes: [none], none: {scopes: ["*"], view: manager}}
stdio: {scopes: [mcp:admin]}
`)
	want := config.Auth{Open: &identity.Principal{
		Subject: "anonymous", Scopes: []string{"*"}, View: identity.Manager, Servers: []string{"*"},
	}}
	if diff := cmp.Diff(want, got.Auth, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAllMistakesAreReportedAtOnce(t *testing.T) {
	_, err := config.Parse([]byte(`
listen: nowhere
listne: 1
route: {prefixes: [mcp, /a, /a]}
sites:
  main: {dsn: "${NO_SUCH}", table_prefix: "a b", max_open_conns: 0, statement_timeout: soon, dns: x}
  other: {dsn: "", max_open_conns: many}
servers:
  - {handle: Shop, site: main, limits: {max_result_items: 0}, rate_limit: {per_minute: 0}, `+
		`scope_map: {a: ["tools call"]}}
  - {handle: news, site: missing, colour: red, security: {deny_tools: [""], allow_hosts: [x]}}
  - {handle: news, site: main}
auth:
  modes: [token, jwt, pat, none, magic]
  scope_map: {see: [initialize], "do": ["tools/call", "täglich"]}
  tokens:
    - {name: "", sha256: 12, scopes: [read], view: all, servers: [content], expires: tomorrow}
    - {name: b, sha256: `+hash+`, scopes: [see, a, "*", mcp:read]}
    - {name: b, sha256: `+hash+`}
  jwt: {algorithms: [HS256, none, HS512], secret: hush, jwks_url: http://example.com, jwks_file: k.json, view: x}
  pat: {permission: "", timezone: Mars/Olympus}
  none: {scopes: [mcp:write], view: y}
stdio: {view: editor}
tls: {cert_file: c.pem, client_ca_file: ca.pem}
limits: {max_payload_kb: 0}
rate_limit: {per_minute: 0, per_address: 1000001}
idempotency: {ttl_seconds: 0}
domain:
  content: {max_offset: -1}
  models: {allow: [{model: Password}, {model: User, fields: [password]}, {model: Category, fields: [name]}]}
security:
  deny_tools: [evo.model.*, "evo model"]
  allow_origins: [https://example.com, example.com, "https://example.com/", "*"]
  allow_hosts: [example.com, https://example.com]
  trusted_proxies: [10.0.0.0/8, 10.0.0.0/33, proxy]
logging: {level: loud, format: xml}
`), environment)
	want := strings.Join([]string{
		`line 6` + noVariableMessage + `NO_SUCH is not set`,
		`line 3: unknown key listne; did you mean listen?`,
		`line 6: unknown key sites.main.dns; did you mean dsn?`,
		`line 7: sites.other.max_open_conns must be an integer`,
		`line 10: unknown key servers[1].colour`,
		`line 10: unknown key servers[1].security.allow_hosts`,
		`sites.main.max_open_conns: 0 is not between 1 and 256`,
		`sites.main.statement_timeout: "soon" is not a time from 50ms to 1m0s, such as 3s`,
		`servers[0].limits.max_result_items: 0 is not between 1 and 1000`,
		`servers[0].rate_limit.per_minute: 0 is not between 1 and 1000000`,
		`limits.max_payload_kb: 0 is not between 1 and 65536`,
		`rate_limit.per_minute: 0 is not between 1 and 1000000`,
		`rate_limit.per_address: 1000001 is not between 1 and 1000000`,
		`idempotency.ttl_seconds: 0 is not between 1 and 2678400`,
		`domain.content.max_offset: -1 is not between 0 and 1000000`,
		halvesMessage,
		`sites.main` + noDSNMessage,
		`sites.main` + wrongPrefixMessage,
		`sites.other` + noDSNMessage,
		`domain.models.allow[0].model: there is no model "Password"`,
		`domain.models.allow[1].fields: field password of User is sensitive and can never be shown`,
		`domain.models.allow[2].fields: Category has no public field name; it has id, category`,
		`auth.scope_map.do: "täglich" ` + wrongPatternMessage,
		`security.deny_tools[1]: "evo model" ` + wrongPatternMessage,
		`servers[0].handle: "Shop"` + notHandleMessage,
		`servers[0].scope_map.a: "tools call" ` + wrongPatternMessage,
		`servers[1].site: there is no site "missing"`,
		`servers[1].security.deny_tools[0]: "" ` + wrongPatternMessage,
		`servers[2].handle: "news" appears twice`,
		`security.allow_origins[1]: "example.com" ` + wrongOriginMessage,
		`security.allow_origins[2]: "https://example.com/" ` + wrongOriginMessage,
		`security.allow_origins[3]: "*" ` + wrongOriginMessage,
		`security.allow_hosts[1]: "https://example.com" ` + wrongHostMessage,
		`security.trusted_proxies[1]: "10.0.0.0/33" ` + wrongNetworkMessage,
		`security.trusted_proxies[2]: "proxy" ` + wrongNetworkMessage,
		`route.prefixes[0]: "mcp" is not a path such as /mcp`,
		`route.prefixes[2]: "/a" appears twice`,
		`listen: "nowhere" is not host:port`,
		`stdio.view: "editor" ` + wrongViewMessage,
		`auth.tokens[0]` + noNameMessage,
		"auth.tokens[0]" + noHashMessage,
		`auth.tokens[0].scopes: "read" is not one of a, do, see, *`,
		`auth.tokens[0].view: "all" ` + wrongViewMessage,
		`auth.tokens[0].expires: "tomorrow" is not a time such as 2027-01-31T00:00:00Z`,
		`auth.tokens[1].scopes: "mcp:read" is not one of a, do, see, *`,
		`auth.tokens[2].name: "b" ` + nameTwiceMessage,
		"auth.tokens[2]" + hashTwiceMessage,
		"auth.tokens[2]" + noScopesMessage,
		`auth.jwt.algorithms[1]: "none" is not one of HS256, RS256, ES256, EdDSA`,
		`auth.jwt.algorithms[2]: "HS512" is not one of HS256, RS256, ES256, EdDSA`,
		shortSecretMessage,
		noKeySetMessage,
		unsafeKeySetMessage,
		`auth.jwt.view: "x" ` + wrongViewMessage,
		noPermissionMessage,
		`auth.pat.timezone: "Mars/Olympus" ` + wrongZoneMessage,
		`auth.none.scopes: "mcp:write" is not one of a, do, see, *`,
		`auth.none.view: "y" ` + wrongViewMessage,
		noneAloneMessage,
		openToAllMessage,
		`auth.modes[4]: "magic" is not one of token, jwt, pat, none`,
		`auth.tokens[0]` + unknownServerMessage + `"content"`,
		`logging.level: "loud" ` + wrongLevelMessage,
		`logging.format: "xml" ` + wrongFormatMessage,
	}, "\n")
	if err == nil {
		t.Fatal("the file is accepted")
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.Contains(err.Error(), "hush") {
		t.Error("the mistakes show the secret")
	}
}

func TestAccessMistakes(t *testing.T) {
	const site = "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\n"
	for text, want := range map[string]string{
		"": "sites: add at least one site with its dsn\n" + noServerMessage,
		site + "listen: 0.0.0.0:80\nauth: {modes: [none]}":     openToAllMessage,
		site + "listen: \":80\"\nauth: {modes: [none]}":        openToAllMessage,
		site + "listen: example.com:80\nauth: {modes: [none]}": openToAllMessage,
		site +
			"auth: {modes: [none]}\nstdio: {scopes: []}": "stdio.scopes: is empty, so nothing could be called; remove the key " +
			"to allow mcp:read and mcp:call",
		site + "auth: {tokens: [{name: a, sha256: " + hash + ", servers: []}]}": "auth.tokens[0]" +
			noServersMessage,
		site +
			"auth: {modes: [none]}\ndomain: {models: {allow: [{model: " +
			"User}, {model: User}]}}": "domain.models.allow[1].model: User appears twice",
		site +
			"auth: {modes: []}": "auth.modes: list at least one of token, jwt, pat; or none alone",
		site + "auth: {modes: [none, token], tokens: [{name: a, sha256: " + hash + "}]}":   noneAloneMessage,
		site + "auth: {modes: [none]}\nservers: [{handle: a, site: main, enabled: false}]": noServerMessage,
		"sites: {shop: {dsn: \"u:p@tcp(h)/d\"}, My Blog: {dsn: " +
			"\"u:p@tcp(h)/e\"}}\nauth: {modes: [none]}": "servers: with several sites, list what emcp serves, such as\n" +
			"servers:\n  - {handle: \"site1\", site: \"My Blog\"}\n  - {handle: \"shop\", site: \"shop\"}",
	} {
		if _, err := config.Parse([]byte(text), environment); err == nil || err.Error() != want {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
	for _, text := range []string{
		site + "listen: 127.0.0.5:80\nauth: {modes: [none]}",
		site + "listen: \"[::1]:80\"\nauth: {modes: [none]}",
		site + "listen: localhost:80\nauth: {modes: [none]}",
	} {
		if _, err := config.Parse([]byte(text), environment); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestNoTokens is right over stdio, where nobody shows a token, and lets nobody in over HTTP.
func TestNoTokens(t *testing.T) {
	const none = "auth.tokens: the list is empty, so nobody could call; create a token with emcp token new"
	for text, want := range map[string]string{
		"":                            none,
		"auth: {tokens: []}":          none,
		"auth: {modes: [token, pat]}": none,
		"auth: {modes: [pat]}":        "",
		"auth: {modes: [none]}":       "",
		"auth: {tokens: [{name: a, sha256: " + hash + "}]}": "",
	} {
		got := ""
		if err := parse(t, oneSite+text).Auth.CheckHTTP(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzParse looks for files on which the parser panics, or that it accepts without what everything else relies on.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{sites: {main: {dsn: "u:p@tcp(h)/d"}}, auth: {modes: [none]}}`))
	f.Add(
		[]byte(
			`{sites: {main: {dsn: "u:p@tcp(h)/d"}}, auth: {modes: [jwt, pat], jwt: {secret: "${JWT_SECRET}"}, scope_map: {a: ` +
				`["*"]}}}`))
	f.Add(
		[]byte(
			`{sites: {a: {dsn: x}}, auth: {modes: [none]}, security: {deny_tools: ["a*"], trusted_proxies: ["::/0"], ` +
				`allow_hosts: ["[::1]:1"]}}`))
	f.Add(
		[]byte(
			`{sites: {a: {dsn: x}}, auth: {modes: [none]}, servers: [{handle: a, site: a, rate_limit: {per_minute: 1}, ` +
				`scope_map: {b: [c]}}]}`))
	f.Add([]byte("listen: ${DB_PASSWORD}\nsites: [1]\nservers: &a [*a]\n"))
	f.Add([]byte("{sites: {a: {dsn: x}}}")) // for stdio only
	f.Add([]byte("auth: {tokens: [{name: a, sha256: " + hash + "}]}\n--- \n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := config.Parse(text, environment)
		if err != nil {
			return
		}
		if len(c.Servers) == 0 || len(c.Prefixes) == 0 || c.IdempotencyTTL < time.Second || c.AddressLimit < 0 {
			t.Errorf("accepted: %+v", c)
		}
		if a := c.Auth; a.CheckHTTP() == nil && a.Open == nil && len(a.Tokens) == 0 && a.JWT == nil && a.Personal == nil {
			t.Errorf("accepted for HTTP, though nobody could call: %+v", c)
		}
		for _, server := range c.Servers {
			if _, ok := c.Sites[server.Site]; !ok || server.Limits.ListLimit < 1 || server.Rate.PerMinute < 0 {
				t.Errorf("accepted: %+v", server)
			}
			for _, p := range server.Deny {
				p.Matches("evo.content.get") // panics where the pattern is not one that was read
			}
			server.Scopes.Allows(c.Stdio, "tools/call")
		}
	})
}
