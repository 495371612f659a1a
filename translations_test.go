package emcp_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTranslations compares the translations of the README with it: levels of headings, examples and commands, links to
// other places, and names in code must be the same, in the same order.
func TestTranslations(t *testing.T) {
	original, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	want := outline(string(original))
	if len(want) < 20 {
		t.Fatalf("the README has an outline of %d parts", len(want))
	}
	for _, page := range []string{"README.de.md", "README.uk.md"} {
		translation, err := os.ReadFile(page) //nolint:gosec // of this repository
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, outline(string(translation))); diff != "" {
			t.Errorf("README.md (-), %s (+):\n%s", page, diff)
		}
	}
}

var (
	// blocks are examples: fenced, or indented by four spaces.
	blocks   = regexp.MustCompile("(?ms)^ *```.*?^ *```$|(?:^    [^\n]*\n)+")
	headings = regexp.MustCompile(`(?m)^#+ `)
	// places are targets of links but those on the page itself, whose names are translated, and to the other translations.
	places = regexp.MustCompile(`\]\(([^)#][^)]*)\)`)
	code   = regexp.MustCompile("`[^`\n]+`")
)

// outline returns what a page and its translation have in common. Names in code are sorted within a paragraph, because
// languages order words in their own ways.
func outline(page string) []string {
	var parts []string
	prose := blocks.ReplaceAllStringFunc(page, func(block string) string {
		parts = append(parts, strings.TrimRight(block, "\n"))
		return "\n"
	})
	for _, paragraph := range strings.Split(prose, "\n\n") {
		found := headings.FindAllString(paragraph, -1)
		for _, link := range places.FindAllStringSubmatch(paragraph, -1) {
			if !regexp.MustCompile(`^README(\.\w+)?\.md$`).MatchString(link[1]) {
				found = append(found, link[1])
			}
		}
		found = append(found, code.FindAllString(paragraph, -1)...)
		if slices.Sort(found); len(found) > 0 {
			parts = append(parts, fmt.Sprint(found))
		}
	}
	return parts
}
