package identity

import (
	"fmt"
	"regexp"
	"strings"
)

// Pattern is a name of methods or tools in which * stands for any characters, or none.
type Pattern struct {
	text       string
	expression *regexp.Regexp
}

var patternText = regexp.MustCompile(`^[A-Za-z0-9_./*-]+$`)

// ParsePattern reads a pattern such as evo.model.* or tools/call.
func ParsePattern(text string) (Pattern, error) {
	if !patternText.MatchString(text) {
		return Pattern{}, fmt.Errorf("%q is not a valid pattern; it can contain letters, digits, _ . / - and * for any characters", text)
	}
	quoted := strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, `.*`)
	return Pattern{text, regexp.MustCompile(`^` + quoted + `$`)}, nil
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Matches reports whether the pattern matches the name.
func (p Pattern) Matches(name string) bool { return p.expression.MatchString(name) }
