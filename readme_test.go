package emcp_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/allowlist"
	"emcp/config"
	"emcp/internal/identity"
	"emcp/internal/owner/setup"
)

// TestDefaults compares the example of docs/hosters/configure.md that has all keys with the defaults.
func TestDefaults(t *testing.T) {
	defaults, err := config.Parse([]byte(strings.Join([]string{
		`sites: {main: {dsn: "user:password@tcp(127.0.0.1:3306)/database"}}`,
		`auth: {tokens: [{name: claude, sha256: ` + tokenHash + `}]}`,
	}, "\n")), os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	options := cmp.Options{
		cmpopts.IgnoreUnexported(config.Config{}), // the text that it was made of
		cmp.AllowUnexported(allowlist.Model{}, allowlist.Field{}, identity.ScopeMap{}, identity.Pattern{}),
		cmp.Comparer(func(a, b *regexp.Regexp) bool { return a.String() == b.String() }),
		cmpopts.EquateEmpty(),
	}
	if diff := cmp.Diff(defaults, parseExample(t, allKeys(t)), options); diff != "" {
		t.Errorf("the defaults (-) are not those of docs/hosters/configure.md (+):\n%s", diff)
	}
}

// TestAllKeys finds every key that docs/hosters/configure.md describes in its example with all keys. Bundles, upstreams
// and groups have pages of their own, and what replaces a global key for a server is only mentioned.
func TestAllKeys(t *testing.T) {
	elsewhere := regexp.MustCompile(
		`^((bundles|upstreams|groups)\.\*\.|servers\[\]\.(limits|rate_limit|scope_map|security)\b)`)
	reference, err := os.ReadFile("docs/hosters/configure.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(reference), -1)
	if len(rows) < 50 {
		t.Fatalf("docs/hosters/configure.md has %d keys", len(rows))
	}
	example := allKeys(t)
	for _, row := range rows {
		if elsewhere.MatchString(row[1]) {
			continue
		}
		key := row[1][strings.LastIndexByte(row[1], '.')+1:]
		if !regexp.MustCompile(`\b` + key + `:`).MatchString(example) {
			t.Errorf("the example does not show %s", row[1])
		}
	}
}

// allKeys returns the example of docs/hosters/configure.md that has all keys.
func allKeys(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("docs/hosters/configure.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## All keys\n")
	examples := yamlBlocks(section)
	if len(examples) == 0 {
		t.Fatal("docs/hosters/configure.md has no example with all keys")
	}
	return examples[0]
}

func yamlBlocks(page string) []string {
	var blocks []string
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, block[1])
	}
	return blocks
}

const tokenHash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"

// parseExample reads an example of emcp.yaml, with a whole hash for each shortened one.
func parseExample(t *testing.T, example string) *config.Config {
	t.Helper()
	example = regexp.MustCompile(`sha256: "[^"]*"`).ReplaceAllString(example, "sha256: "+tokenHash)
	c, err := config.Parse([]byte(example), func(string) (string, bool) { return "password", true })
	if err != nil {
		t.Fatalf("%s\n%v", example, err)
	}
	return c
}

// TestDocumentedClients compares the lines that connect assistants with those that emcp init prints. The README has the
// one for Claude Code.
func TestDocumentedClients(t *testing.T) {
	clients := setup.Clients(setup.Connection{
		URL: "http://127.0.0.1:8787/mcp", Token: "TOKEN", Program: "/usr/bin/emcp", Config: config.Paths[1],
	})
	for page, documented := range map[string][]setup.Client{"README.md": clients[:1], "docs/connect.md": clients} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		flush := regexp.MustCompile(`(?m)^    `).ReplaceAllString(string(text), "")
		for _, client := range documented {
			section := flush
			if page != "README.md" {
				_, section, _ = strings.Cut(flush, "\n## "+client.Name+"\n")
				section, _, _ = strings.Cut(section, "\n## ")
			}
			if !strings.Contains(section, "\n"+client.Text+"\n") {
				t.Errorf("%s: %s does not have\n%s\nbut\n%s", client.Name, page, client.Text, section)
			}
		}
	}
}
