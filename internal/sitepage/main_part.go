package sitepage

import (
	"net/url"
	"slices"
	"strings"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxNodes bounds the work on a page.
const maxNodes = 30_000

// mainPart returns the main part of a page; false if that has no text. It is the only main element, otherwise what readability takes
// for the article, otherwise the body.
func mainPart(doc *html.Node, at *url.URL) (Page, bool) {
	part := onlyMain(doc)
	base := baseOf(doc, at)
	if part == nil {
		parser := readability.NewParser()
		parser.MaxElemsToParse = maxNodes
		parser.DisableJSONLD = true
		if article, err := parser.ParseDocument(doc, base); err == nil {
			part = article.Node
		}
	}
	if part == nil {
		part = first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	}
	if part == nil || !hasText(part) {
		return Page{}, false
	}
	var text strings.Builder
	if err := html.Render(&text, part); err != nil {
		return Page{}, false
	}
	return Page{literal.Replace(text.String()), base.String()}, true
}

// literal writes brackets and braces as character references: on a page they are text, and no tags of Evolution.
var literal = strings.NewReplacer("[", "&#91;", "{", "&#123;")

// onlyMain returns the main element of a page that has one and no other.
func onlyMain(doc *html.Node) *html.Node {
	var only *html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && (n.DataAtom == atom.Main || attribute(n, "role") == "main") && !slices.ContainsFunc(n.Attr, isHidden) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	return only
}

func isHidden(a html.Attribute) bool { return a.Namespace == "" && a.Key == "hidden" }

// baseOf returns what relative addresses of a page refer to: a folder.
func baseOf(doc *html.Node, at *url.URL) *url.URL {
	base := at
	if n := first(doc, func(n *html.Node) bool { return n.DataAtom == atom.Base && attribute(n, "href") != "" }); n != nil {
		if u, err := at.Parse(strings.TrimSpace(attribute(n, "href"))); err == nil && u.Host != "" {
			base = u
		}
	}
	folder := *base.ResolveReference(&url.URL{Path: "./"})
	return &folder
}

func first(doc *html.Node, is func(*html.Node) bool) *html.Node {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && is(n) {
			return n
		}
	}
	return nil
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

// hasText reports whether there is anything to read or to see in an element.
func hasText(part *html.Node) bool {
	for n := range part.Descendants() {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" || n.DataAtom == atom.Img {
			return true
		}
	}
	return false
}
