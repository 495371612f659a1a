package sitepage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// first returns the first element for which is returns true, or nil.
func first(doc *html.Node, is func(*html.Node) bool) *html.Node {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && is(n) {
			return n
		}
	}
	return nil
}

// attribute returns the value of an attribute, or "" if the element does not have it.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

// hasText reports whether an element contains text or an image.
func hasText(part *html.Node) bool {
	for n := range part.Descendants() {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" || n.DataAtom == atom.Img {
			return true
		}
	}
	return false
}

// literal escapes brackets and braces. On a page they are text and not tags of Evolution.
var literal = strings.NewReplacer("[", "&#91;", "{", "&#123;")

func isHidden(a html.Attribute) bool { return a.Namespace == "" && a.Key == "hidden" }
