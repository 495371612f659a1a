package richtext

import "math"

// Limits of the spans of a cell, as HTML defines them.
const (
	maxColumns = 1_000
	maxRows    = 65_534
)

// A table may have this many empty cells, created by spans, beyond the number of its own cells. Further spans are
// ignored.
const (
	spareCells   = 16
	sparePerCell = 8
)

// rows follows the tokens of a table through its rows and cells.
type rows struct {
	inRow, inCell, inCaption, inHead bool

	row, column int   // of the next cell
	widened     int   // empty columns of the last cell in its row
	taken       []int // for each of the first maxColumns: the row before which a cell from above ends
	spare       int   // empty cells that spans may still create
}

// newRows returns the rows of a table that begins. It reuses the memory of taken.
func newRows(taken []int) rows { return rows{row: -1, spare: spareCells, taken: taken[:0]} }

// tableChange is the effect of a token on the rows and cells.
type tableChange struct {
	endsCell, endsRow, startsRow, startsCell bool

	empty int // empty cells before the one that starts
}

// read follows a token.
func (r *rows) read(t *token) tableChange {
	if t.kind == textToken {
		if r.inCell || r.inCaption || isBlank(t.text) {
			return tableChange{}
		}
		return r.startCell(1, 1) // text between cells
	}
	switch starts := t.kind == startToken; t.element.role {
	case caption:
		r.inCaption = starts && r.row < 0
	case tableHead, tableGroup:
		r.inHead, r.inCaption, r.taken = starts && t.element.role == tableHead, false, r.taken[:0]
		return r.endRow()
	case tableRow:
		c := r.endRow()
		if starts {
			r.startRow()
			c.startsRow = true
		}
		return c
	case tableCell, headerCell:
		if starts {
			return r.startCell(t.span("colspan", maxColumns), t.span("rowspan", maxRows))
		}
		return r.endCell()
	case image:
		if !r.inCell && !r.inCaption && starts {
			return r.startCell(1, 1)
		}
	}
	return tableChange{}
}

func (r *rows) startRow() {
	r.inRow, r.inCaption = true, false
	r.row, r.column, r.widened = r.row+1, 0, 0
}

func (r *rows) endRow() tableChange {
	c := r.endCell()
	c.endsRow = r.inRow
	r.inRow = false
	return c
}

func (r *rows) endCell() tableChange {
	c := tableChange{endsCell: r.inCell}
	r.inCell = false
	return c
}

// startCell adds a cell behind the last one and its span, and behind cells that extend from rows above. A rowspan of 0
// extends to the end of the group.
func (r *rows) startCell(colspan, rowspan int) tableChange {
	c := r.endCell()
	if c.startsRow = !r.inRow; c.startsRow {
		r.startRow()
	}
	c.startsCell, r.inCell = true, true
	r.spare += sparePerCell

	c.empty = min(r.widened, r.spare)
	for r.column+c.empty < len(r.taken) && r.taken[r.column+c.empty] > r.row && c.empty < r.spare {
		c.empty++
	}
	r.spare -= c.empty
	r.column += c.empty + 1
	r.widened = colspan - 1
	if rowspan != 1 {
		r.take(min(colspan, 1+r.spare), rowspan)
	}
	return c
}

// take reserves the columns of the cell before r.column in the rows that it spans.
func (r *rows) take(colspan, rowspan int) {
	r.spare -= colspan - 1
	below := math.MaxInt
	if rowspan > 0 {
		below = r.row + rowspan
	}
	for column := r.column - 1; column < min(r.column-1+colspan, maxColumns); column++ {
		for len(r.taken) <= column {
			r.taken = append(r.taken, 0)
		}
		r.taken[column] = below
	}
}

// span returns how many columns or rows a cell spans.
func (t *token) span(name string, most int) int {
	value, ok := t.attribute(name)
	value = trimLeft(value)
	if !ok || len(value) == 0 || !isDigit(value[0]) {
		return 1
	}
	n := min(leadingDigits(value), most)
	if name == "colspan" {
		return max(n, 1)
	}
	return n
}

// leadingDigits returns the number at the beginning of a text, or 0 if there is none.
func leadingDigits(text []byte) (n int) {
	for _, c := range text {
		if !isDigit(c) {
			break
		}
		n = min(10*n+int(c-'0'), math.MaxInt32)
	}
	return n
}

func isBlank(text []byte) bool { return len(trimLeft(text)) == 0 }
