package evotags

import (
	"regexp"
	"strings"
)

// snippetCall matches the call of a snippet. One with other calls in it ends where the first of them does, which is
// enough to distinguish it.
var snippetCall = regexp.MustCompile(`(?s)\[[\[!].*?[\]!]\]`)

// Snippets returns the calls of snippets whose output can be text on a page: those outside of HTML's tags, comments,
// scripts and styles. They have single spaces, so that equal calls are equal strings.
func Snippets(html string) []string {
	calls := snippetCall.FindAllString(withoutTags(html), maxTags)
	for i, call := range calls {
		calls[i] = strings.Join(strings.Fields(call), " ")
	}
	return calls
}
