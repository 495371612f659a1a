package emcp_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/fault"
)

// TestDocumentedConfigurations reads every example of emcp.yaml in docs as emcp would.
func TestDocumentedConfigurations(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages in docs: %v", err)
	}
	shortened := regexp.MustCompile(`sha256: "([0-9a-f]{4})\.\.\."`)
	for _, page := range pages {
		text, err := os.ReadFile(page) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
			example := shortened.ReplaceAllString(block[1], `sha256: "`+strings.Repeat("$1", 16)+`"`)
			if _, err := config.Parse([]byte(example), func(string) (string, bool) { return strings.Repeat("x", 32), true }); err != nil {
				t.Errorf("%s:\n%s\n%v", page, example, err)
			}
		}
	}
}

// TestTroubleshooting compares the table of codes in docs with the kinds of faults.
func TestTroubleshooting(t *testing.T) {
	text, err := os.ReadFile("docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Troubleshooting by code\n")
	if !found {
		t.Fatal("docs/operate.md has no table of codes")
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .+ \\|$").FindAllStringSubmatch(section, -1) {
		documented = append(documented, row[1])
	}
	slices.Sort(documented)
	var kinds []string
	for kind := range fault.Kinds() {
		kinds = append(kinds, string(kind))
	}
	slices.Sort(kinds)
	if diff := cmp.Diff(kinds, documented); diff != "" {
		t.Errorf("kinds (-), documented (+):\n%s", diff)
	}
}

// TestDocumentedSnippets has the page that the owner copies from show what the tests of packaging try.
func TestDocumentedSnippets(t *testing.T) {
	page, err := os.ReadFile("docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nginx.conf", "apache.conf", "Caddyfile"} {
		snippet, err := os.ReadFile(filepath.Join("packaging", name))
		if err != nil {
			t.Fatal(err)
		}
		indented := regexp.MustCompile("(?m)^(.)").ReplaceAllString(string(snippet), "    $1")
		if !strings.Contains(string(page), indented) {
			t.Errorf("docs/install.md does not have packaging/%s as it is", name)
		}
	}
}
