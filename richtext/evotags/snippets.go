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

// snippetLabels say what well-known snippets print, by their names in lower case.
var snippetLabels = map[string]string{
	"ditto": "list", "doclister": "list", "dlsitemap": "list", "sitemap": "list", "reflect": "list", "multitv": "list",
	"wayfinder": "menu", "dlmenu": "menu", "dlbuildmenu": "menu", "dlfirstchar": "menu",
	"breadcrumbs": "path", "dlcrumbs": "path", "crumbs": "path",
	"eform": "form", "formlister": "form", "formit": "form", "weblogin": "form", "websignup": "form",
	"ajaxsearch": "search", "evosearch": "search", "advsearch": "search",
	"sglister": "gallery", "simplegallery": "gallery",
	"jot": "comments",
}

// snippetLabel returns the label for the call of a snippet, "" for those that are not known.
func snippetLabel(call string) string {
	if end := strings.IndexAny(call, "?:& \t\r\n"); end >= 0 {
		call = call[:end]
	}
	if len(call) > maxChunkName {
		return ""
	}
	return snippetLabels[strings.ToLower(call)]
}

// maxChunkName is the longest name of a chunk, in bytes.
const maxChunkName = 126

// Chunks returns the names of the chunks that a text calls, as they are written, also of calls without an end. It
// leaves out names that other placeholders complete. The time is linear in the length of the text.
func Chunks(text string) (names []string) {
	for {
		_, rest, found := strings.Cut(text, "{{")
		if !found {
			return names
		}
		text = rest
		name := rest[:min(len(rest), maxChunkName)]
		end := strings.IndexAny(name, "?:&}\n[{")
		if end < 0 || name[end] == '[' || name[end] == '{' {
			continue
		}
		if name = strings.TrimPrefix(strings.TrimSpace(name[:end]), "#"); name != "" {
			names = append(names, name)
		}
	}
}
