package oracle

import (
	"regexp"
	"slices"
	"strings"
)

// link matches a link to a document, the only tag that a visitor may read.
var link = regexp.MustCompile(`\[~([1-9][0-9]{0,17})~\]`)

// innermost matches a tag that contains no other tag and no bracket.
var innermost = regexp.MustCompile(
	`\[\[[^][{}]*\]\]|\[![^][{}]*!\]|\{\{[^][{}]*\}\}|\[\*[^][{}]*\*\]|\[\([^][{}]*\)\]` +
		`|\[\+[^][{}]*\+\]|\[\^[^][{}]*\^\]|\[~[^][{}]*~\]`)

// withoutTags returns what a visitor reads of a text that is not rich: everything except tags. Only brackets of other
// tags may occur inside of a tag.
func withoutTags(text string) string {
	text = link.ReplaceAllString(text, "\x01$1\x02")
	for innermost.MatchString(text) {
		text = innermost.ReplaceAllString(text, "")
	}
	return strings.NewReplacer("\x01", "[~", "\x02", "~]").Replace(text)
}

// beginsTag reports whether a tag begins in a text, whether or not it ends. A text with a [~ that is not a link must
// not be cut in the middle of one.
func beginsTag(text string) bool {
	text = link.ReplaceAllString(text, "")
	return slices.ContainsFunc([]string{"[[", "[!", "{{", "[*", "[(", "[+", "[^", "[~"}, func(opening string) bool {
		return strings.Contains(text, opening)
	})
}
