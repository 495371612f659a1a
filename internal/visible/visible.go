// Package visible drops the characters of a text that nobody sees, and that can hide words from a reader or show
// them in another order: control characters, direction marks, zero-width spaces, soft hyphens, variation
// selectors, fillers and tags.
package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"
)

// hidden are the control characters, the characters that may be ignored in display (UAX #44,
// Default_Ignorable_Code_Point), those for private use, which mean nothing outside of a font, and the Braille pattern
// without dots. Marks that are drawn around a number are among the format characters and no hidden ones.
var hidden = rangetable.Merge(
	unicode.Cc, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	rangetable.New('\u2800'),
)

// Filter says which characters of a text are kept, one after the other. Its zero value is at the beginning of a text.
type Filter struct {
	joins bool // whether a joiner may follow
}

// The joiners of Persian, of the scripts of India and of emoji are invisible, but they change what is displayed.
const (
	nonJoiner = '\u200C'
	joiner    = '\u200D'
)

// firstJoined is the first character that a joiner is kept after: those of Hebrew are the first of
// the scripts that need it.
const firstJoined = '\u0590'

// Shows reports whether the next character of a text is kept. Line feeds and tabs are; carriage returns are not. A
// joiner is kept only after a character that it can change, so that a row of joiners says nothing.
func (f *Filter) Shows(r rune) bool {
	switch {
	case ' ' <= r && r <= '~', r == '\n', r == '\t':
		f.joins = false
		return true
	case r == joiner, r == nonJoiner:
		kept := f.joins
		f.joins = false
		return kept
	case Hidden(r):
		return false
	}
	f.joins = r >= firstJoined && !unicode.IsSpace(r)
	return true
}

// Plain tells the filter that characters were kept after which no joiner is, such as those of ASCII.
func (f *Filter) Plain() { f.joins = false }

// Hidden reports whether a character is always dropped. The joiners and white space other than
// spaces can be dropped too.
func Hidden(r rune) bool {
	return unicode.Is(hidden, r) && r != joiner && r != nonJoiner && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Text returns a text without what is hidden. Lines stay as they end.
func Text(text string) string {
	if isPlain(text) {
		return text
	}
	var f Filter
	return strings.Map(func(r rune) rune {
		if r == '\r' || f.Shows(r) {
			return r
		}
		return -1
	}, text)
}

// isPlain reports whether a text has only characters that are always kept, as most texts do.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\t' && c != '\r' || c > '~' {
			return false
		}
	}
	return true
}

// Line returns a text on one line, without what is hidden and without bytes that are no UTF-8. A run of
// white space is one space.
func Line(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), string(utf8.RuneError), "")
	return strings.Join(strings.Fields(Text(strings.Join(strings.Fields(text), " "))), " ")
}
