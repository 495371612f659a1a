package identity

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is a name of methods or tools, or a URI, in which * stands for any characters, or none.
type Pattern struct {
	text       string
	expression *regexp.Regexp
}

var patternText = regexp.MustCompile(`^[A-Za-z0-9_./*-]+$`)

// ParsePattern reads a pattern such as evo.model.* or tools/call.
func ParsePattern(text string) (Pattern, error) {
	if !patternText.MatchString(text) {
		return Pattern{},
			fmt.Errorf("%q is not a valid pattern; it can contain letters, digits, _ . / - and * for any characters", text)
	}
	return newPattern(text), nil
}

// ParseTVPattern reads a pattern of names of template variables, such as purchase_*. Upper and lower case are the same,
// so that a variable is not shown because of a slip in its name.
func ParseTVPattern(text string) (Pattern, error) {
	if strings.TrimSpace(text) == "" || len(text) > maxTVPattern || !utf8.ValidString(text) {
		return Pattern{}, fmt.Errorf("%q is not the name of a template variable; * stands for any characters", text)
	}
	quoted := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(text)), `\*`, `.*`)
	return Pattern{text, regexp.MustCompile(`(?is)^\s*` + quoted + `\s*$`)}, nil
}

// maxTVPattern bounds a pattern of names of template variables, in bytes.
const maxTVPattern = 1024

// maxURIPattern bounds a pattern of URIs, in bytes.
const maxURIPattern = 1024

// ParseURIPattern reads a pattern such as crm://prices/*.
func ParseURIPattern(text string) (Pattern, error) {
	wrong := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	if text == "" || len(text) > maxURIPattern || !utf8.ValidString(text) || strings.ContainsFunc(text, wrong) {
		return Pattern{},
			fmt.Errorf("%q is not a valid pattern of URIs; it can contain the characters of a URI and * for any characters",
				text)
	}
	return newPattern(text), nil
}

func newPattern(text string) Pattern {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, `.*`)
	return Pattern{text, regexp.MustCompile(`^` + quoted + `$`)}
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Matches reports whether the pattern matches the name.
func (p Pattern) Matches(name string) bool { return p.expression.MatchString(name) }
