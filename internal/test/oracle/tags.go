package oracle

import (
	"regexp"
	"slices"
	"strings"
)

// link is a link to a document, the only tag that a visitor may read.
var link = regexp.MustCompile(`\[~([1-9][0-9]{0,17})~\]`)

// innermost is a tag with no other in it, and no bracket either.
var innermost = regexp.MustCompile(`\[\[[^][{}]*\]\]|\[![^][{}]*!\]|\{\{[^][{}]*\}\}|\[\*[^][{}]*\*\]|\[\([^][{}]*\)\]` +
	`|\[\+[^][{}]*\+\]|\[\^[^][{}]*\^\]|\[~[^][{}]*~\]`)

// withoutTags is what a visitor reads of a text that is not rich: all but its tags, in which no brackets may stand but those of
// other tags.
func withoutTags(text string) string {
	text = link.ReplaceAllString(text, "\x01$1\x02")
	for innermost.MatchString(text) {
		text = innermost.ReplaceAllString(text, "")
	}
	return strings.NewReplacer("\x01", "[~", "\x02", "~]").Replace(text)
}

// beginsTag reports whether a tag begins in a text, whether or not it ends. A text with a [~ that is no link must not end in the
// middle of one.
func beginsTag(text string) bool {
	text = link.ReplaceAllString(text, "")
	return slices.ContainsFunc([]string{"[[", "[!", "{{", "[*", "[(", "[+", "[^", "[~"}, func(opening string) bool {
		return strings.Contains(text, opening)
	})
}
