package sitepage

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mainPart returns the part of a page that belongs to its document, as cutter finds it. The failure is Other if the
// page may be another one, and Empty if the part has no content.
func mainPart(ctx context.Context, doc *html.Node, at *url.URL, d Document, frame *common) (Page, *Failure) {
	base := baseOf(doc, at) // before the cutter removes parts of the page
	runs := readRuns(doc)
	c := cutter{runReader: runs, own: readOwn(ctx, d), frame: frame, blocks: make(map[*html.Node]measure, runs.blocks)}
	part := c.main(doc)
	if part == nil {
		return Page{}, &Failure{Reason: Other}
	}
	if !hasText(part) {
		return Page{}, &Failure{Reason: Empty}
	}
	var rendered, text boundedBuilder
	if html.Render(&rendered, part) != nil {
		return Page{}, &Failure{Reason: TooLarge}
	}
	if _, err := literal.WriteString(&text, rendered.String()); err != nil {
		return Page{}, &Failure{Reason: TooLarge}
	}
	return Page{text.String(), base.String()}, nil
}

// maxPart bounds the main part of a page, in bytes. Escaping makes a text up to five times as long.
const maxPart = 2 << 20

// boundedBuilder is a text of at most maxPart bytes.
type boundedBuilder struct{ strings.Builder }

func (l *boundedBuilder) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxPart {
		return 0, errTooMuch
	}
	return l.Builder.Write(p)
}

func (l *boundedBuilder) WriteString(s string) (int, error) {
	if l.Len()+len(s) > maxPart {
		return 0, errTooMuch
	}
	return l.Builder.WriteString(s)
}

// onlyMain returns the main element of a page, or nil if the page has none or several.
func onlyMain(doc *html.Node) *html.Node {
	var only *html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && (n.DataAtom == atom.Main || attribute(n, "role") == "main") &&
			!slices.ContainsFunc(n.Attr, isHidden) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	return only
}

// baseOf returns the folder that relative addresses of a page refer to.
func baseOf(doc *html.Node, at *url.URL) *url.URL {
	base := at
	if n := first(doc, func(n *html.Node) bool {
		return n.DataAtom == atom.Base && attribute(n, "href") != ""
	}); n != nil {
		if u, err := at.Parse(strings.TrimSpace(attribute(n, "href"))); err == nil && u.Host != "" {
			base = u
		}
	}
	folder := *base.ResolveReference(&url.URL{Path: "./"})
	return &folder
}
