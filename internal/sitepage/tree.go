package sitepage

import (
	"context"
	"errors"
	"io"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of the tree of a page.
const (
	maxNodes      = 60_000
	maxDepth      = 512
	maxToken      = 512 << 10 // of a tag, or of the text of an element such as script, in bytes
	maxAttributes = 64        // of an element; further ones are dropped
	maxAllAttrs   = 100_000   // of a page; further ones are dropped
)

// errTooMuch means that a page exceeds a limit of its tree.
var errTooMuch = errors.New("the page has too many elements, or they are nested too deeply")

// parse reads a page into a tree of at most maxNodes nodes, in one pass. The parser of x/net/html follows the standard,
// which clones formatting elements that were not closed into every paragraph after them: 36 KB took 1 GB. Here an
// element is made only by its tag. Elements whose end tags may be omitted end as in the standard, and other wrong
// nesting is taken as it comes. Comments are dropped. The error is errTooMuch, or that of ctx or of the reader.
func parse(ctx context.Context, page io.Reader) (*html.Node, error) {
	t := newTree(page)
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch kind := t.tokens.Next(); kind {
		case html.ErrorToken:
			switch err := t.tokens.Err(); {
			case errors.Is(err, io.EOF):
				return t.doc, nil
			case errors.Is(err, html.ErrBufferExceeded):
				return nil, errTooMuch
			default:
				return nil, err
			}
		case html.TextToken:
			t.text(string(t.tokens.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := t.tokens.TagName()
			t.end(string(name))
		}
		if t.nodes > maxNodes || len(t.open) > maxDepth {
			return nil, errTooMuch
		}
	}
}

// tree is a page that is being read.
type tree struct {
	tokens          *html.Tokenizer
	doc, head, body *html.Node
	open            []*html.Node // innermost last; empty before the body begins
	raw             *html.Node   // element of the head, such as title, whose text comes next
	foreign         int          // open elements svg and math
	nodes           int
	attributes      int
}

func newTree(page io.Reader) *tree {
	t := &tree{tokens: html.NewTokenizer(page), doc: &html.Node{Type: html.DocumentNode}}
	t.tokens.SetMaxBuf(maxToken)
	root := element("html")
	t.head, t.body = element("head"), element("body")
	t.doc.AppendChild(root)
	root.AppendChild(t.head)
	root.AppendChild(t.body)
	return t
}

func element(name string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
}

// begin lets the body begin, unless it has begun.
func (t *tree) begin() {
	if len(t.open) == 0 {
		t.open = append(t.open, t.body)
	}
}

// text adds a text to the innermost element. Any text but that of an element of the head lets the body begin.
func (t *tree) text(text string) {
	parent := t.raw
	if parent == nil {
		if len(t.open) == 0 && isBlank(text) {
			return
		}
		t.begin()
		parent = t.open[len(t.open)-1]
	}
	t.nodes++
	parent.AppendChild(&html.Node{Type: html.TextNode, Data: text})
}

// start adds the element of a start tag.
func (t *tree) start(closed bool) {
	t.raw = nil
	name, more := t.tokens.TagName()
	n := element(string(name))
	for more {
		var key, value []byte
		key, value, more = t.tokens.TagAttr()
		if len(n.Attr) < maxAttributes && t.attributes < maxAllAttrs {
			t.attributes++
			n.Attr = append(n.Attr, html.Attribute{Key: string(key), Val: string(value)})
		}
	}
	switch n.DataAtom {
	case atom.Html:
		t.doc.FirstChild.Attr = append(t.doc.FirstChild.Attr, n.Attr...)
		t.nodes++
		return
	case atom.Head:
		return
	case atom.Body:
		t.body.Attr = append(t.body.Attr, n.Attr...)
		t.nodes++
		t.begin()
		return
	}
	t.nodes++
	if len(t.open) == 0 && inHead[n.DataAtom] {
		t.head.AppendChild(n)
		if rawText[n.DataAtom] {
			t.raw = n
		}
		return
	}
	t.begin()
	t.endBefore(n.DataAtom)
	t.open[len(t.open)-1].AppendChild(n)
	if n.DataAtom == atom.Svg || n.DataAtom == atom.Math {
		t.foreign++
	}
	if t.foreign > 0 {
		t.tokens.NextIsNotRawText() // title and style of a drawing are elements like others
	}
	if !voids[n.DataAtom] && (t.foreign == 0 || !closed) {
		t.open = append(t.open, n)
	} else if n.DataAtom == atom.Svg || n.DataAtom == atom.Math {
		t.foreign--
	}
}

// end ends the element of an end tag. An end tag without an open element is dropped; so is that of an inline element
// around a block, such as </b> in <b><p></b>.
func (t *tree) end(name string) {
	t.raw = nil
	a := atom.Lookup([]byte(name))
	for i := len(t.open) - 1; i > 0; i-- {
		n := t.open[i]
		switch {
		case n.Data == name:
			t.cut(i)
			return
		case inline[a] && !inline[n.DataAtom], bounds[n.DataAtom] && !bounds[a] && !inTable[a]:
			return
		}
	}
}

// endBefore ends the elements whose end tags may be omitted before a start tag (HTML, 13.1.2.4).
func (t *tree) endBefore(next atom.Atom) {
	rule, ok := endedBy[next]
	if !ok {
		return
	}
	for i := len(t.open) - 1; i > 0; i-- {
		switch a := t.open[i].DataAtom; {
		case slices.Contains(rule.ends, a):
			t.cut(i)
			return
		case bounds[a], slices.Contains(rule.within, a):
			return
		}
	}
}

// cut ends the open elements from the i-th on.
func (t *tree) cut(i int) {
	for _, n := range t.open[i:] {
		if n.DataAtom == atom.Svg || n.DataAtom == atom.Math {
			t.foreign--
		}
	}
	t.open = t.open[:i]
}
