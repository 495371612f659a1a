// Package page reads examples from the pages in docs, for tests.
package page

import (
	"os"
	"strings"
	"testing"
)

// Configuration returns the first example of emcp.yaml in a file. change is pairs of texts: the second of a pair
// replaces the first occurrence of the first, which the example must have.
func Configuration(t testing.TB, file string, change ...string) string {
	t.Helper()
	text, err := os.ReadFile(file) //nolint:gosec // of this repository
	if err != nil {
		t.Fatal(err)
	}
	_, rest, begun := strings.Cut(string(text), "```yaml\n")
	example, _, ended := strings.Cut(rest, "```")
	if !begun || !ended {
		t.Fatalf("%s has no example", file)
	}
	for i := 0; i < len(change); i += 2 {
		if !strings.Contains(example, change[i]) {
			t.Fatalf("the example in %s has no %q", file, change[i])
		}
		example = strings.Replace(example, change[i], change[i+1], 1)
	}
	return example
}
