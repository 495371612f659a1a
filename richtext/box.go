package richtext

import (
	"bytes"
	"slices"
	"strings"
)

// boxKind is a kind of box.
type boxKind uint8

// Kinds of boxes.
const (
	listBox boxKind = iota
	itemBox
	quoteBox
	tableBox // a table that is there for the layout only
	cellBox
)

// box is an element with blocks in it.
type box struct {
	kind boxKind
	// first stands before the first line in the box, and rest before the others.
	first, rest string
	begun       bool // whether the first line has been written

	// Of a list.
	ordered bool
	nested  bool // whether it goes on with the text of an item
	number  int  // of its first item
	items   int
	filled  bool   // whether what was written last is an item of it
	indent  string // rest of its last item

	// Of a cell.
	outside wanted // styles around the table
}

// maxItem is the highest number of a list's item that Markdown has.
const maxItem = 999_999_999

func newItem(marker string) box {
	return box{kind: itemBox, first: marker, rest: strings.Repeat(" ", len(marker))}
}

// Bounds of boxes in each other. Editors come to a quarter of that.
const (
	maxBoxes  = 40
	maxPrefix = 24 // of a line, in bytes; boxes that would make it longer have none
)

// boxes are those that are open, outermost first.
type boxes struct {
	open []box
	over int // elements that are left out, because there are too many in each other
	line []byte
}

// innermost returns the innermost box, nil where there is none.
func (b *boxes) innermost() *box {
	if len(b.open) == 0 {
		return nil
	}
	return &b.open[len(b.open)-1]
}

// push opens a box.
func (b *boxes) push(next box) {
	if len(b.open) == maxBoxes {
		if next.kind.counted() {
			b.over++
		}
		return
	}
	width := max(len(next.first), len(next.rest))
	for _, in := range b.open {
		width += max(len(in.first), len(in.rest))
	}
	if width > maxPrefix {
		next.first, next.rest = "", ""
	}
	b.open = append(b.open, next)
}

// counted reports whether boxes of a kind have end tags as a rule. Those of items and cells are often left out.
func (k boxKind) counted() bool { return k != itemBox && k != cellBox }

// pop closes the innermost box of a kind, with those in it. What is around a table, a cell of it, or, for items, a list, is not
// closed from within.
func (b *boxes) pop(kind boxKind) (closed box, ok bool) {
	if b.over > 0 {
		if kind.counted() {
			b.over--
		}
		return box{}, false
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		closed = b.open[i]
		switch {
		case closed.kind == kind:
			b.open = b.open[:i]
			return closed, true
		case closed.kind == tableBox, closed.kind == cellBox && kind != tableBox, closed.kind == listBox && kind == itemBox:
			return box{}, false
		}
	}
	return box{}, false
}

// has reports whether a box of a kind is open.
func (b *boxes) has(kind boxKind) bool {
	return slices.ContainsFunc(b.open, func(in box) bool { return in.kind == kind })
}

// prefix returns what stands before the next line.
func (b *boxes) prefix() []byte {
	b.line = b.line[:0]
	for i := range b.open {
		if in := &b.open[i]; in.begun {
			b.line = append(b.line, in.rest...)
		} else {
			b.line = append(b.line, in.first...)
			in.begun = true
		}
	}
	return b.line
}

// blank returns what stands before an empty line.
func (b *boxes) blank() []byte {
	b.line = b.line[:0]
	for _, in := range b.open {
		if in.begun {
			b.line = append(b.line, in.rest...)
		}
	}
	return bytes.TrimRight(b.line, " ")
}
