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

// TestReadmeConfigurations reads the examples of emcp.yaml in the README as emcp would: the short one, and the one that
// says of every key what its default is.
func TestReadmeConfigurations(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
	placeholder := regexp.MustCompile(`sha256: "[^"]*"`)
	var parsed []*config.Config
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		example := placeholder.ReplaceAllString(block[1], "sha256: "+hash)
		c, err := config.Parse([]byte(example), func(string) (string, bool) { return "password", true })
		if err != nil {
			t.Fatalf("%s\n%v", example, err)
		}
		parsed = append(parsed, c)
	}
	if len(parsed) != 2 {
		t.Fatalf("the README has %d examples of emcp.yaml, want 2", len(parsed))
	}

	defaults, err := config.Parse([]byte(strings.Join([]string{
		`sites: {main: {dsn: "user:password@tcp(127.0.0.1:3306)/database"}}`,
		`auth: {tokens: [{name: claude, sha256: ` + hash + `}]}`,
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
	if diff := cmp.Diff(defaults, parsed[1], options); diff != "" {
		t.Errorf("the defaults (-) are not those of the README (+):\n%s", diff)
	}
}

// TestReadmeKeys finds every key of docs/configure.md in the example that has all keys. Bundles, upstreams and groups have pages of their own, and what replaces
// a global key for a server is only mentioned.
func TestReadmeKeys(t *testing.T) {
	elsewhere := regexp.MustCompile(`^((bundles|upstreams|groups)\.\*\.|servers\[\]\.(limits|rate_limit|scope_map|security)\b)`)
	reference, err := os.ReadFile("docs/configure.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(reference), -1)
	if len(rows) < 50 {
		t.Fatalf("docs/configure.md has %d keys", len(rows))
	}
	for _, page := range []string{"README.md", "README.de.md", "README.uk.md"} {
		text, err := os.ReadFile(page) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		examples := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1)
		for _, row := range rows {
			if elsewhere.MatchString(row[1]) {
				continue
			}
			key := row[1][strings.LastIndexByte(row[1], '.')+1:]
			if !regexp.MustCompile(`\b` + key + `:`).MatchString(examples[len(examples)-1][1]) {
				t.Errorf("%s does not show %s", page, row[1])
			}
		}
	}
}

// TestDocumentedClients compares the lines that connect assistants with those that emcp init prints.
func TestDocumentedClients(t *testing.T) {
	for page, heading := range map[string][2]string{"README.md": {"**", "**"}, "docs/connect.md": {"\n## ", "\n"}} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		flush := regexp.MustCompile(`(?m)^    `).ReplaceAllString(string(text), "")
		for _, client := range setup.Clients(setup.Connection{
			URL: "http://127.0.0.1:8787/mcp", Token: "TOKEN", Program: "/usr/bin/emcp", Config: config.Paths[1],
		}) {
			_, section, found := strings.Cut(flush, heading[0]+client.Name+heading[1])
			section, _, _ = strings.Cut(section, "\n"+strings.TrimSpace(heading[0]))
			if !found || !strings.Contains(section, client.Text+"\n") {
				t.Errorf("%s: %s does not have\n%s\nbut\n%s", client.Name, page, client.Text, section)
			}
		}
	}
}
