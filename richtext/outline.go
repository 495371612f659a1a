package richtext

import (
	"bytes"
	"strings"

	"emcp/richtext/steps"
)

// Heading is a heading of a text. Offsets are those of the text in Markdown, in characters.
type Heading struct {
	Level  int
	Title  string // plain text, of at most maxHeading characters
	Offset int    // where the heading begins
	End    int    // where the text below it ends: before the next heading of its level or a higher one
}

// maxHeading is the longest title of a heading, in characters.
const maxHeading = 200

// headings collects the headings of a text while it is written.
type headings struct {
	most  int
	found []Heading
	html  [][]byte // the titles
	open  []int    // indexes of the headings whose text has not ended, the highest level first
	more  bool     // whether the last heading is beyond most
}

// begin adds a heading. before is where the text above it ends.
func (h *headings) begin(level, before, offset int) {
	for n := len(h.open); n > 0 && h.found[h.open[n-1]].Level >= level; n-- {
		h.found[h.open[n-1]].End = before
		h.open = h.open[:n-1]
	}
	if h.more = len(h.found) == h.most; h.more {
		return
	}
	h.open = append(h.open, len(h.found))
	h.found = append(h.found, Heading{Level: level, Offset: offset})
	h.html = append(h.html, nil)
}

// maxTitle is the longest title that is kept as HTML, in bytes.
const maxTitle = 8 * maxHeading

// read adds a token to the title of the last heading.
func (h *headings) read(t *token) {
	if h.more {
		return
	}
	title := &h.html[len(h.html)-1]
	switch {
	case t.kind == textToken:
		*title = append(*title, t.text[:min(len(t.text), maxTitle-len(*title))]...)
	case t.element.role == lineBreak && len(*title) < maxTitle:
		*title = append(*title, ' ')
	}
}

// list returns the headings of a text of that length.
func (h *headings) list(c *steps.Counter, length int) []Heading {
	for _, i := range h.open {
		h.found[i].End = length
	}
	for i := range h.found {
		out := newWindow(c, 0, maxHeading, maxHeading)
		writePlain(out, bytes.ReplaceAll(h.html[i], []byte("<"), []byte("&lt;")), false)
		h.found[i].Title = strings.TrimSpace(out.part(maxHeading).Text)
	}
	return h.found
}
