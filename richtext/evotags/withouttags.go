package evotags

import (
	"strings"

	"golang.org/x/net/html"
)

// withoutTags returns HTML without its tags and without what browsers do not show. Character
// references stay as they are.
func withoutTags(text string) string {
	var out strings.Builder
	hidden := false
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out.String()
		case html.TextToken:
			if !hidden {
				out.Write(z.Raw())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			hidden = hides[string(name)]
		case html.EndTagToken:
			hidden = false
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// hides are the elements whose content is text that browsers do not show.
var hides = map[string]bool{
	"title": true, "script": true, "style": true, "noscript": true, "noframes": true, "noembed": true, "iframe": true,
}
