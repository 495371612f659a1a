package config_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/allowlist"
	"emcp/config"
	"emcp/identity"
)

// environment is an environment with one site's password.
func environment(name string) (string, bool) {
	values := map[string]string{"DB_PASSWORD": "p@ss: {word}", "CONNS": "3", "ITEMS": "7"}
	value, ok := values[name]
	return value, ok
}

// hash is the SHA-256 of "secret".
const hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"

var comparer = cmp.Options{
	cmp.AllowUnexported(allowlist.Model{}, allowlist.Field{}),
	cmpopts.EquateEmpty(),
}

func TestDefaults(t *testing.T) {
	got, err := config.Parse([]byte(`
sites: {main: {dsn: "u:p@tcp(h)/d"}}
auth: {tokens: [{name: claude, sha256: `+hash+`}]}
`), environment)
	if err != nil {
		t.Fatal(err)
	}
	caller := identity.Principal{Scopes: []string{"mcp:read", "mcp:call"}, View: identity.Public, Servers: []string{"*"}}
	stdio, claude := caller, caller
	stdio.Subject, claude.Subject = "stdio", "claude"
	want := &config.Config{
		Listen:   "127.0.0.1:8787",
		Prefixes: []string{"/mcp", "/api/v1/mcp"},
		Sites:    map[string]config.Site{"main": {DSN: "u:p@tcp(h)/d", MaxOpenConns: 8, StatementTimeout: 3 * time.Second}},
		Servers: []config.Server{{
			Handle: "content", Site: "main", Models: allowlist.Models(),
			Limits: config.Limits{
				PayloadBytes: 256 << 10, ResultBytes: 1 << 20, ListLimit: 100, ContentOffset: 5000, ModelOffset: 5000, Depth: 6,
			},
		}},
		Auth:     config.Auth{Tokens: identity.Tokens{{Hash: identity.HashToken("secret"), Principal: claude}}},
		Stdio:    stdio,
		Trace:    config.Trace{Header: "X-Trace-Id", GenerateIfMissing: true},
		LogLevel: slog.LevelInfo,
	}
	if diff := cmp.Diff(want, got, comparer); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEveryKey(t *testing.T) {
	got, err := config.Parse([]byte(`
listen: localhost:9000
route: {prefixes: [/ai]}
sites:
  main: {dsn: "emcp:${DB_PASSWORD}@tcp(h)/d", table_prefix: evo_, max_open_conns: "${CONNS}", statement_timeout: 500ms}
  news: {dsn: "u:p@tcp(h)/n"}
servers:
  - {handle: shop, site: main, limits: {max_result_items: "${ITEMS}", max_payload_kb: 1, max_result_bytes: 1000}}
  - {handle: old, site: main, enabled: false}
  - {handle: news, site: news, enabled: true}
auth: {modes: [none], none: {scopes: ["*"], view: manager}}
stdio: {scopes: [mcp:admin], view: manager}
limits: {max_payload_kb: 2, max_result_items: 50, max_result_bytes: 2000}
trace: {header: X-Request-Id, generate_if_missing: false}
domain:
  content: {max_depth: 3, max_limit: 40, max_offset: 10}
  models: {max_offset: 20, allow: [{model: Category}, {model: User, fields: [username]}]}
logging: {level: debug}
`), environment)
	if err != nil {
		t.Fatal(err)
	}
	models := allowlist.Models()
	user, err := models[7].Narrow([]string{"id", "username"})
	if err != nil {
		t.Fatal(err)
	}
	narrowed := []allowlist.Model{models[6], user}
	want := &config.Config{
		Listen:   "localhost:9000",
		Prefixes: []string{"/ai"},
		Sites: map[string]config.Site{
			"main": {DSN: "emcp:p@ss: {word}@tcp(h)/d", TablePrefix: "evo_", MaxOpenConns: 3, StatementTimeout: 500 * time.Millisecond},
			"news": {DSN: "u:p@tcp(h)/n", MaxOpenConns: 8, StatementTimeout: 3 * time.Second},
		},
		Servers: []config.Server{
			{Handle: "shop", Site: "main", Models: narrowed, Limits: config.Limits{
				PayloadBytes: 1 << 10, ResultBytes: 1000, ListLimit: 7, ContentOffset: 10, ModelOffset: 20, Depth: 3,
			}},
			{Handle: "news", Site: "news", Models: narrowed, Limits: config.Limits{
				PayloadBytes: 2 << 10, ResultBytes: 2000, ListLimit: 40, ContentOffset: 10, ModelOffset: 20, Depth: 3,
			}},
		},
		Auth: config.Auth{Open: &identity.Principal{
			Subject: "anonymous", Scopes: []string{"*"}, View: identity.Manager, Servers: []string{"*"},
		}},
		Stdio: identity.Principal{
			Subject: "stdio", Scopes: []string{"mcp:admin"}, View: identity.Manager, Servers: []string{"*"},
		},
		Trace:    config.Trace{Header: "X-Request-Id"},
		LogLevel: slog.LevelDebug,
	}
	if diff := cmp.Diff(want, got, comparer); diff != "" {
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
  - {handle: Shop, site: main, limits: {max_result_items: 0}}
  - {handle: news, site: missing, colour: red}
  - {handle: news, site: main}
auth:
  modes: [token, jwt]
  tokens:
    - {name: "", sha256: 12, scopes: [read], view: all, servers: [content], expires: tomorrow}
stdio: {view: editor}
limits: {max_payload_kb: 0}
trace: {header: ""}
domain:
  content: {max_depth: 99}
  models: {allow: [{model: Password}, {model: User, fields: [password]}, {model: Category, fields: [name]}]}
logging: {level: loud}
`), environment)
	want := strings.Join([]string{
		`line 6: the environment has no variable NO_SUCH`,
		`line 3: unknown key listne; did you mean listen?`,
		`line 6: unknown key sites.main.dns; did you mean dsn?`,
		`line 7: sites.other.max_open_conns must be an integer`,
		`line 10: unknown key servers[1].colour`,
		`sites.main.dsn: must not be empty; it is like user:password@tcp(127.0.0.1:3306)/database`,
		`sites.main.table_prefix: may have letters, digits and _ only`,
		`sites.main.max_open_conns: 0 is not between 1 and 256`,
		`sites.main.statement_timeout: "soon" is not a time from 50ms to 1m0s, such as 3s`,
		`sites.other.dsn: must not be empty; it is like user:password@tcp(127.0.0.1:3306)/database`,
		`domain.models.allow[0].model: emcp knows no model "Password"`,
		`domain.models.allow[1].fields: field password of User is sensitive and can never be shown`,
		`domain.models.allow[2].fields: Category has no public field name; it has id, category`,
		`limits.max_payload_kb: 0 is not between 1 and 65536`,
		`domain.content.max_depth: 99 is not between 1 and 20`,
		`servers[0].handle: "Shop" must have lower-case letters, digits, - and _ only, 64 at most`,
		`servers[0].limits.max_result_items: 0 is not between 1 and 1000`,
		`servers[1].site: there is no site "missing"`,
		`servers[2].handle: "news" is there twice`,
		`stdio.view: "editor" is neither public nor manager`,
		`route.prefixes[0]: "mcp" is not a path such as /mcp`,
		`route.prefixes[2]: "/a" is there twice`,
		`listen: "nowhere" is not host:port`,
		`auth.tokens[0].name: must not be empty`,
		`auth.tokens[0].sha256: want the SHA-256 of the token, 64 hexadecimal digits, as emcp token new prints it`,
		`auth.tokens[0].scopes: "read" is none of mcp:read, mcp:call, mcp:admin, *`,
		`auth.tokens[0].view: "all" is neither public nor manager`,
		`auth.tokens[0].expires: "tomorrow" is not a time such as 2027-01-31T00:00:00Z`,
		`auth.modes[1]: "jwt" is none of token, none`,
		`auth.tokens[0].servers: there is no server "content"`,
		`trace.header: must not be empty`,
		`logging.level: "loud" is none of debug, info, warn, error`,
	}, "\n")
	if err == nil {
		t.Fatal("the file is accepted")
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAccessMistakes(t *testing.T) {
	const site = "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\n"
	for text, want := range map[string]string{
		"":   "sites: name at least one site with its dsn\nservers: name at least one that is enabled\nauth.tokens: there is none, so nobody could call; emcp token new makes one",
		site: "auth.tokens: there is none, so nobody could call; emcp token new makes one",
		site + "listen: 0.0.0.0:80\nauth: {modes: [none]}":                                        "auth.modes: none lets everybody in and is refused unless listen is a loopback address such as 127.0.0.1",
		site + "listen: \":80\"\nauth: {modes: [none]}":                                           "auth.modes: none lets everybody in and is refused unless listen is a loopback address such as 127.0.0.1",
		site + "listen: example.com:80\nauth: {modes: [none]}":                                    "auth.modes: none lets everybody in and is refused unless listen is a loopback address such as 127.0.0.1",
		site + "auth: {modes: [none]}\nstdio: {scopes: []}":                                       "stdio.scopes: is empty, so that nothing could be called; leave it out for mcp:read and mcp:call",
		site + "auth: {tokens: [{name: a, sha256: " + hash + ", servers: []}]}":                   "auth.tokens[0].servers: is empty, so that no server could be used; leave it out for all",
		site + "auth: {modes: [none]}\ndomain: {models: {allow: [{model: User}, {model: User}]}}": "domain.models.allow[1].model: User is there twice",
		site + "auth: {modes: []}":                                                                "auth.modes: name token or none",
		site + "auth: {modes: [none, token], tokens: [{name: a, sha256: " + hash + "}]}":          "auth.modes: none stands alone",
		site + "auth: {modes: [none]}\nservers: [{handle: a, site: main, enabled: false}]":        "servers: name at least one that is enabled",
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

func TestSecretsAreNotPrinted(t *testing.T) {
	c, err := config.Parse([]byte(`{sites: {main: {dsn: "emcp:hush@tcp(h)/d"}}, auth: {modes: [none]}}`), environment)
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(verb, c.Sites); strings.Contains(text, "hush") {
			t.Errorf("%s prints %s", verb, text)
		}
	}
	if dsn := c.Sites["main"].DSN.Reveal(); dsn != "emcp:hush@tcp(h)/d" {
		t.Errorf("the DSN is %q", dsn)
	}
}

// FuzzParse looks for files on which the parser panics, or that it accepts without what everything else relies on.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{sites: {main: {dsn: "u:p@tcp(h)/d"}}, auth: {modes: [none]}}`))
	f.Add([]byte("listen: ${DB_PASSWORD}\nsites: [1]\nservers: &a [*a]\n"))
	f.Add([]byte("auth: {tokens: [{name: a, sha256: " + hash + "}]}\n--- \n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := config.Parse(text, environment)
		if err != nil {
			return
		}
		if len(c.Servers) == 0 || len(c.Prefixes) == 0 || c.Auth.Open == nil && len(c.Auth.Tokens) == 0 {
			t.Errorf("accepted: %+v", c)
		}
		for _, server := range c.Servers {
			if _, ok := c.Sites[server.Site]; !ok || server.Limits.ListLimit < 1 {
				t.Errorf("accepted: %+v", server)
			}
		}
	})
}
