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
	tableBox // a table that only serves the layout
	cellBox
)

// box is an open element that contains blocks.
type box struct {
	kind boxKind
	// first is written before the first line in the box, rest before every other line.
	first, rest string
	begun       bool // whether the first line has been written

	// Fields of a list.
	ordered bool
	nested  bool // whether it continues the text of an item
	number  int  // number of its first item
	items   int
	filled  bool   // whether the last thing written in it is an item
	indent  string // rest of its last item

	// Field of a cell.
	outside wanted // styles around the table
}

// maxItem is the highest number that Markdown allows for an item of a list.
const maxItem = 999_999_999

func newItem(marker string) box {
	return box{kind: itemBox, first: marker, rest: strings.Repeat(" ", len(marker))}
}

// Limits of nested boxes. Texts from editors use a quarter of that.
const (
	maxBoxes  = 40
	maxPrefix = 24 // of a line, in bytes; a box that would exceed it adds no prefix
)

// boxes are the open boxes, outermost first.
type boxes struct {
	open []box
	over int // elements that are ignored because they are nested too deep
	line []byte
}

// innermost returns the innermost box, or nil if no box is open.
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

// counted reports whether boxes of a kind normally have end tags. Those of items and cells are often omitted.
func (k boxKind) counted() bool { return k != itemBox && k != cellBox }

// pop closes the innermost box of a kind and all boxes in it. It never closes a box outside of the current table or
// cell, nor, for items, outside of the current list.
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

// prefix returns what is written before the next line.
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

// blank returns what is written before an empty line.
func (b *boxes) blank() []byte {
	b.line = b.line[:0]
	for _, in := range b.open {
		if in.begun {
			b.line = append(b.line, in.rest...)
		}
	}
	return bytes.TrimRight(b.line, " ")
}
