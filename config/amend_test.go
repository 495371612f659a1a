package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
)

// written writes files into a folder and reads the first as a configuration.
func written(t *testing.T, text string, more map[string]string) config.Source {
	t.Helper()
	folder := t.TempDir()
	for name, content := range more {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(folder, "emcp.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config.Read(path)
}

// sections are a configuration as people write them.
const sections = `# of Ada
listen: 127.0.0.1:8787   # behind nginx

sites:
    main:   # the shop
        dsn: "u:p@tcp(h)/d"
        # no prefix

# who may call
auth:
  tokens:
    - name: "a"
      sha256: ` + hash + `
  # no more

# the end
`

func TestAddSite(t *testing.T) {
	site := config.DraftSite{DSN: "u:p@tcp(h)/e", BaseURL: "https://e.example/", Pages: true, HiddenTVs: []string{"a b"}}
	const lines = `    blog:
      dsn: "u:p@tcp(h)/e"
      base_url: "https://e.example/"
      # Visitors' assistants can read pages as the site shows them, with what snippets print.
      pages: {enabled: true}
      # Template variables that nothing on the site prints. Assistants with the view public do not see them.
      hidden_tvs: ["a b"]
`
	const token = "auth: {tokens: [{name: a, sha256: " + hash + "}]}\n"
	narrow := strings.ReplaceAll(strings.TrimPrefix(lines, "  "), "\n  ", "\n")
	for name, test := range map[string]struct {
		text string
		more map[string]string
		want string
	}{
		"first server": {
			sections, nil, strings.Replace(sections, "        # no prefix\n", "        # no prefix\n"+lines, 1) + `
servers:
  # The first server also answers at the address without its handle.
  - {handle: content, site: "main"}
  - {handle: blog, site: blog}
`,
		},
		"more servers": {
			"servers:\n- {handle: shop, site: main}\n\nsites:\n  main: {dsn: \"u:p@tcp(h)/d\"}\n" + token, nil,
			"servers:\n- {handle: shop, site: main}\n- {handle: blog, site: blog}\n\nsites:\n  main: {dsn: \"u:p@tcp(h)/d\"}\n" +
				narrow + token,
		},
		"last line without its end": {
			token + "servers:\n  - {handle: shop, site: main}\nsites:\n  main: {dsn: \"u:p@tcp(h)/d\"}", nil,
			token +
				"servers:\n  - {handle: shop, site: main}\n  - {handle: blog, site: blog}\nsites:\n  main: {dsn: " +
				"\"u:p@tcp(h)/d\"}\n" + narrow,
		},
		"included sites": {
			"include: [sites.yaml]\n" + token, map[string]string{"sites.yaml": "sites: {main: {dsn: \"u:p@tcp(h)/d\"}}"},
			"include: [sites.yaml]\n" + token + "\nsites:\n" + narrow +
				"\nservers:\n  # The first server also answers at the address without its handle.\n" +
				"  - {handle: content, site: \"main\"}\n  - {handle: blog, site: blog}\n",
		},
	} {
		got, err := written(t, test.text, test.more).AddSite("blog", site, environment)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	for name, test := range map[string]struct {
		text, site string
		more       map[string]string
		want       string
	}{
		"no handle":  {sections, "Blog", nil, `"Blog"` + notHandleMessage},
		"site there": {sections, "main", nil, "FILE has a site or a server main already; use another name"},
		"handle there": {
			"servers:\n- {handle: blog, site: main}\n" + sections, "blog", nil,
			"FILE has a site or a server blog already; use another name",
		},
		"wrong before": {
			strings.Replace(sections, "u:p@tcp(h)/d", "", 1), "blog", nil, "FILE:\n" + "sites.main" + noDSNMessage,
		},
		"wrong in itself": {
			sections, "wrong", nil, "FILE cannot be changed so:\nsites.wrong.base_url: \"e\"" + notSiteAddressMessage,
		},
		"included servers": {
			"include: [servers.yaml]\n" + sections, "blog",
			map[string]string{"servers.yaml": "servers: [{handle: shop, site: main}]"},
			"FILE cannot be changed so:\nservers: an included file has the list; move the list to this file",
		},
		"braces": {
			"sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\n" + token, "blog", nil,
			"FILE: emcp can add to sites only where each entry has a line of its own; add this yourself:\n\n" +
				strings.TrimSuffix(narrow, "\n"),
		},
	} {
		more := site
		if test.site == "wrong" {
			more.BaseURL = "e"
		}
		_, err := written(t, test.text, test.more).AddSite(test.site, more, environment)
		expectMessage(t, name, err, test.want)
	}
}

func TestAddSignIn(t *testing.T) {
	in := config.DraftSignIn{PublicURL: "https://www.example.com", Registration: true, StateDir: "/var/lib/emcp"}
	const oauth = `  # Assistants on the web need only the public address. People sign in with a token, ` +
		`on a page of emcp. With
  # registration, assistants such as Claude Code and Cursor can introduce themselves; nobody has checked their names.
  oauth:
    builtin: {public_url: "https://www.example.com", registration: true}
`
	const stateDir = "\n# The folder where emcp stores who has signed in. It needs no backup.\nstate_dir: " +
		"\"/var/lib/emcp\"\n"
	const security = "\nsecurity:\n  allow_hosts: [\"www.example.com\", \"127.0.0.1\"]\n  trusted_proxies: " +
		"[\"127.0.0.1\"]\n"
	signedIn := strings.Replace(sections, "  # no more\n", "  # no more\n"+oauth, 1)
	for name, test := range map[string]struct{ more, want string }{
		"nothing": {"", security + stateDir},
		"state":   {"redis: {url: \"redis://h/0\"}\n", "redis: {url: \"redis://h/0\"}\n" + security},
		"empty list": {
			"security: {allow_hosts: [], trusted_proxies: [10.0.0.1]}\n",
			"security: {allow_hosts: [\"www.example.com\", \"127.0.0.1\"], trusted_proxies: [10.0.0.1]}\n" + stateDir,
		},
		"list": {
			"\"security\": {\"trusted_proxies\": [10.0.0.0/8], \"allow_hosts\": [b.example]}\n",
			"\"security\": {\"trusted_proxies\": [10.0.0.0/8], \"allow_hosts\": [\"www.example.com\", b.example]}\n" + stateDir,
		},
		"host there": {
			"security:\n  allow_hosts: [www.example.com]\n",
			"security:\n  allow_hosts: [www.example.com]\n  trusted_proxies: [\"127.0.0.1\"]\n" + stateDir,
		},
		"lists of lines": {
			"security:\n  allow_hosts:\n    # of the office\n    - b.example\n  trusted_proxies:\n  - 10.0.0.1\n",
			"security:\n  allow_hosts:\n    # of the office\n    - \"www.example.com\"\n    - b.example\n  trusted_proxies:\n " +
				" - 10.0.0.1\n" + stateDir,
		},
	} {
		got, err := written(t, sections+test.more, nil).AddSignIn(in, environment)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(signedIn+test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	for name, test := range map[string]struct{ text, want string }{
		"there": {signedIn + security + stateDir, "FILE has sign-in already, in auth.oauth"},
		"open": {
			"sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\nauth:\n  modes: [none]\n",
			"FILE cannot be changed so:\n" + signInForNobodyMessage,
		},
		"braces": {
			"sites: {main: {dsn: \"u:p@tcp(h)/d\"}}\nauth: {modes: [none]}\n",
			"FILE: emcp can add to auth only where each entry has a line of its own; add this yourself:\n\n" +
				strings.TrimSuffix(oauth, "\n"),
		},
	} {
		_, err := written(t, test.text, nil).AddSignIn(in, environment)
		expectMessage(t, name, err, test.want)
	}
}

// expectMessage compares the message of an error, in which FILE stands for the path of the configuration.
func expectMessage(t *testing.T, name string, err error, want string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	got := strings.TrimSuffix(err.Error(), "\n")
	if _, rest, found := strings.Cut(got, "emcp.yaml"); found {
		got = "FILE" + rest
	}
	if got != want {
		t.Errorf("%s: %s, want %s", name, got, want)
	}
}
