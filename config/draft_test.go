package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/test/seed"
)

func TestDraft(t *testing.T) {
	draft := config.Draft{
		Listen: "127.0.0.1:8787", Site: config.DraftSite{DSN: `emcp:"it's" # {x}: \ @tcp(127.0.0.1:3306)/shop`, TablePrefix: "evo_"},
		Token: `Ada's "own"`, Hash: auth.HashToken("secret"), View: identity.Manager,
	}
	text, err := draft.Text(environment)
	if err != nil {
		t.Fatal(err)
	}
	want := parse(t, `{listen: "127.0.0.1:8787", sites: {main: {dsn: "emcp:\"it's\" # {x}: \\ @tcp(127.0.0.1:3306)/shop", table_prefix: evo_}},
		auth: {tokens: [{name: "Ada's \"own\"", sha256: `+hash+`, view: manager}]}, stdio: {view: manager}}`)
	if diff := cmp.Diff(want, parse(t, string(text)), comparer); diff != "" {
		t.Error(diff)
	}

	for _, test := range []struct{ listen, public, hosts, proxy string }{
		{"127.0.0.1:8787", "https://www.example.com", `www.example.com, "127.0.0.1"`, "127.0.0.1"},
		{"localhost:8787", "https://www.example.com:8443", `www.example.com, localhost`, "127.0.0.1"},
		{"0.0.0.0:8787", "http://127.0.0.1:8787", `"127.0.0.1"`, "127.0.0.1"},
		{"[::1]:8787", "https://www.example.com", `www.example.com, "[::1]"`, "::1"},
	} {
		public := draft
		public.Listen, public.SignIn = test.listen, config.DraftSignIn{PublicURL: test.public, Registration: true, StateDir: "/var/lib/emcp"}
		text, err := public.Text(environment)
		if err != nil {
			t.Fatal(err)
		}
		want := parse(t, `{listen: "`+test.listen+`", sites: {main: {dsn: "emcp:\"it's\" # {x}: \\ @tcp(127.0.0.1:3306)/shop", table_prefix: evo_}},
			auth: {tokens: [{name: "Ada's \"own\"", sha256: `+hash+`, view: manager}], oauth: {builtin: {public_url: "`+test.public+`", registration: true}}},
			state_dir: /var/lib/emcp, security: {allow_hosts: [`+test.hosts+`], trusted_proxies: ["`+test.proxy+`"]}, stdio: {view: manager}}`)
		if diff := cmp.Diff(want, parse(t, string(text)), comparer); diff != "" {
			t.Errorf("%+v: %s", test, diff)
		}
	}

	draft.Listen, draft.Site.TablePrefix, draft.Token = "8787", "a-b", ""
	_, err = draft.Text(environment)
	mistakes := "sites.main" + wrongPrefixMessage + "\nlisten: \"8787\" is not host:port\nauth.tokens[0]" + noNameMessage
	if err == nil || err.Error() != mistakes {
		t.Errorf("%v, want %s", err, mistakes)
	}
}

// TestDraftKeepsValues has passwords and names of all characters that mean something in YAML or in a DSN, or nowhere print.
func TestDraftKeepsValues(t *testing.T) {
	letters := []rune("ab09 :#-?,[]{}&*!|>'\"%@`\\/=~$\t\n\r\x00\x1b\u0085\u00a0\u2028\u2029\ufeff\ufffdé😀")
	random := seed.Rand(t, 2)
	texts := []string{"true", "null", "~", "012", "1e3", "2027-01-31", "<<", "---", "\ufeff", ""}
	for range 500 {
		text := make([]rune, random.IntN(12))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		texts = append(texts, string(text))
	}
	for _, password := range texts {
		if strings.Contains(password, "${") {
			continue // is for the environment
		}
		dsn, name := "emcp:"+password+"@tcp(127.0.0.1:3306)/shop", password+"."
		text, err := config.Draft{Listen: "127.0.0.1:8787", Site: config.DraftSite{DSN: dsn}, Token: name, View: identity.Public}.Text(environment)
		if err != nil {
			t.Fatalf("%q: %v\n%s", dsn, err, text)
		}
		c := parse(t, string(text))
		if got := c.Sites["main"].DSN.Reveal(); got != dsn {
			t.Errorf("%q is %q", dsn, got)
		}
		if got := c.Auth.Tokens[0].Principal.Subject; got != "token:"+name {
			t.Errorf("%q is %q", name, got)
		}
	}
}
