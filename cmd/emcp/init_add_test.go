package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// restartIt is the step after a change of a configuration.
const restartIt = `Restart emcp: press Ctrl-C where it runs, then start it again.

    emcp serve
`

// anyToken has the lines for assistants name no token.
func anyToken(lines string) string {
	return strings.Replace(lines, onlyNowMessage+"\n\n    TOKEN\n",
		"TOKEN stands for a token that you have, or a new one from emcp token new.\n", 1)
}

// TestInitAddSite adds a site to a configuration that init has written.
func TestInitAddSite(t *testing.T) {
	s := newWebSite(t, "3.1")
	if got := s.program(t, "init", "--site", "www"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	ofBlog := strings.NewReplacer("my-site", "blog", "example.com/mcp", "example.com/mcp/blog", ":8787/mcp",
		":8787/mcp/blog",
		`"HOME/emcp.yaml"]`, `"HOME/emcp.yaml", "--server", "blog"]`)
	want := "settings   " + settingsFile + "\n" + foundSite + noAddress +
		"\nAdded the site blog to emcp.yaml. Everything else in it is unchanged, also its owner and mode.\n" +
		strings.ReplaceAll(makeUser, "'emcp'@", "'emcp_blog'@") + "\n2. " + checkIt + "\n3. " + restartIt + "\n4. " +
		ofBlog.Replace(anyToken(connectIt))
	if diff := cmp.Diff(outcome{want, "", 0}, s.program(t, "init", "--site", "www", "--add-site", "blog")); diff != "" {
		t.Error(diff)
	}
	const main = "    dsn: \"emcp:PASSWORD@tcp(ADDRESS)/DATABASE\"\n    table_prefix: \"evo_\"\n"
	want = strings.Replace(configured, main, main+"  blog:\n"+strings.ReplaceAll(main, "emcp:", "emcp_blog:"), 1) +
		"\nservers:\n  # The first server also answers at the address without its handle.\n  - {handle: content, site: " +
		"\"main\"}\n  - {handle: blog, site: blog}\n"
	if diff := cmp.Diff(want, s.file(t)); diff != "" {
		t.Error(diff)
	}
	for args, want := range map[string]string{
		"--add-site blog": "HOME/emcp.yaml has a site or a server blog " + useAnotherMessage,
		"--add-site shop --add-sign-in --public-url https://a.example": "--add-site and --add-sign-in are two changes: run " +
			"emcp init once for each",
	} {
		got := s.program(t,
			append([]string{"init", "--site", "www", "--config", s.folder + "/emcp.yaml"}, strings.Fields(args)...)...)
		if diff := cmp.Diff(outcome{"", "emcp: init: " + want + "\n", 1}, got); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
}

// TestInitAddSignIn adds sign-in to a configuration that init has written.
func TestInitAddSignIn(t *testing.T) {
	s := newWebSite(t, "3.1")
	if got := s.program(t, "init", "--site", "www"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	if diff := cmp.Diff(outcome{
		"", "emcp: init: name the address with --public-url, such as https://www.example.com\n", 1,
	}, s.program(t, "init", "--add-sign-in")); diff != "" {
		t.Error(diff)
	}
	want := "\nAdded sign-in to emcp.yaml. Its tokens, passwords, owner and mode are unchanged.\n" +
		"\n1. " + restartIt + "\n2. " + behindNginx + "\n3. " + checkIt + "\n4. " + anyToken(connectPublic)
	if diff := cmp.Diff(outcome{want, "", 0},
		s.program(t, "init", "--add-sign-in", "--public-url", "https://www.example.com/")); diff != "" {
		t.Error(diff)
	}
	oauth, rest, _ := strings.Cut(strings.NewReplacer("http://localhost:8787", "https://www.example.com", `"localhost"`,
		`"www.example.com"`).Replace(signedIn), "\n\n#")
	stateDir, _, _ := strings.Cut("#"+rest, "\n\nsecurity")
	tokens := "sha256: \"SHA256\", view: \"public\"}\n"
	want = strings.Replace(configured, tokens, tokens+strings.TrimPrefix(oauth, "\n")+"\n", 1) +
		"\nsecurity:\n  allow_hosts: [\"www.example.com\", \"127.0.0.1\"]\n  trusted_proxies: [\"127.0.0.1\"]\n\n" +
		stateDir + "\n"
	if diff := cmp.Diff(want, s.file(t)); diff != "" {
		t.Error(diff)
	}
}
