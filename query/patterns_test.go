package query

import (
	"strings"
	"testing"

	"emcp/internal/quantity"
)

// TestPatternsForICU reads the patterns as MySQL from 8 does: a [ within brackets begins other brackets there, which
// these patterns do not have.
func TestPatternsForICU(t *testing.T) {
	patterns := []string{
		tag, binding, dayFirstPattern, yearFirstPattern, unixPattern, idsPattern, fewIDsPattern, commasPattern,
	}
	euro, err := quantity.NewMoney("EUR")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []*quantity.Type{euro, quantity.Plain, quantity.Any.Otherwise()} {
		patterns = append(patterns, kind.Shape())
		for _, form := range kind.Forms() {
			patterns = append(patterns, form.Pattern)
		}
	}
	for _, pattern := range patterns {
		if nested(pattern) {
			t.Errorf("%s has brackets within brackets", pattern)
		}
	}
	if !nested(oldTag) {
		t.Errorf("%s has them, and the test does not see that", oldTag)
	}
}

// nested reports whether a pattern has a [ within brackets, but for [:class:].
func nested(pattern string) bool {
	inside := false
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case rest[0] == '\\':
			i++
		case !inside && rest[0] == '[':
			inside = true
			i += len(rest[1:]) - len(strings.TrimPrefix(strings.TrimPrefix(rest[1:], "^"), "]"))
		case strings.HasPrefix(rest, "[:"):
			i += strings.Index(rest, ":]") + 1
		case inside && rest[0] == '[':
			return true
		case rest[0] == ']':
			inside = false
		}
	}
	return false
}
