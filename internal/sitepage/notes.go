package sitepage

import (
	"maps"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of what a frame says.
const (
	maxNotes = 2 << 10 // bytes
	maxNote  = 400     // bytes of one text
)

// note is a text of a page that may stand on every page.
type note struct {
	plain uint64 // of its run
	html  string
}

// notes are texts to read, unlike those of menus and forms, which are choices. The title of the start page is often in
// a menu, too.
type notes struct {
	read   []note
	chosen map[uint64]bool
}

// add adds the texts of a page.
func (s *notes) add(doc *html.Node) {
	readRuns(doc).each(doc, func(r run) {
		switch {
		case r.letters == 0, r.first.DataAtom == atom.Img:
			return
		case isChosen(r.first.Parent), isMenu(r):
			s.chosen[r.plain] = true
			return
		}
		var text strings.Builder
		for n := range r.nodes() {
			_ = html.Render(&text, n) // what fails is too long
		}
		if line := strings.Join(strings.Fields(text.String()), " "); len(line) <= maxNote {
			s.read = append(s.read, note{r.plain, literal.Replace(line)})
		}
	})
}

// keepNotes keeps those of the texts that all pages have.
func (f *frame) keepNotes(all notes) {
	if len(all.read) == 0 || len(f.pages) < fewestOther {
		return
	}
	c, out := commonOf(f.pages), maps.Clone(all.chosen)
	var kept strings.Builder
	for _, n := range all.read {
		text := "<p>" + n.html + "</p>\n"
		if c.has(n.plain) && !out[n.plain] && kept.Len()+len(text) <= maxNotes {
			out[n.plain] = true
			kept.WriteString(text)
		}
	}
	f.notes = kept.String()
}

// isChosen reports whether an element is in a menu or a control. Some sites have one form around the whole page.
func isChosen(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		switch n.DataAtom {
		case atom.Nav, atom.Menu, atom.Select, atom.Button, atom.Label, atom.Legend, atom.Textarea:
			return true
		}
	}
	return false
}

// isMenu reports whether a run consists of links to pages. Links to call or to write belong to what a frame says.
func isMenu(r run) bool {
	linked := 0
	for n := range r.nodes() {
		target := attribute(n, "href")
		if n.DataAtom == atom.A && !strings.HasPrefix(target, "tel:") && !strings.HasPrefix(target, "mailto:") {
			for child := range n.Descendants() {
				if child.Type == html.TextNode {
					_, letters := hashOf(child.Data)
					linked += letters
				}
			}
		}
	}
	return 2*linked > r.letters
}
