package richtext

// survey is what a look ahead finds out about a table.
type survey struct {
	layout bool // whether it only serves the layout, or contains something that a cell in Markdown cannot
	header bool // whether its first row is a header
	width  int  // number of columns
}

// surveyTable looks ahead through the table whose start tag has just been read. It stops at the end of the table or at
// a nested table, so that no text is read twice.
func (m *markdown) surveyTable() survey {
	var s survey
	r := newRows(m.table.rows.taken)
	cells, paragraphs, rich := 0, 0, false
	plainHead := false // whether the first row has an ordinary cell
	for ahead := *m.in; ahead.next(); {
		t := &ahead.token
		role := t.element.role
		if role == tableStart && t.kind == endToken {
			break
		}
		switch {
		case t.kind == endToken || t.kind == textToken:
		case role == tableStart, role == headingRole, role == preformatted, role == blockQuote:
			return survey{layout: true}
		case role == bulletList, role == orderedList:
			rich = true
		case role == block:
			paragraphs++
			rich = rich || paragraphs > 1
		}
		c := r.read(t)
		if !c.startsCell {
			continue
		}
		cells++
		paragraphs = 0
		s.width = max(s.width, r.column)
		if r.row == 0 {
			plainHead = plainHead || role != headerCell && !r.inHead
			s.header = !plainHead
		}
	}
	m.table.rows = r
	s.layout = cells < 2 || !s.header && (rich || s.width == 1)
	return s
}

// tableState is the state of a table that is being written.
type tableState struct {
	survey
	rows    rows
	begun   bool // whether the table has a row so far
	headed  bool // whether the header is written
	written int  // cells of the current row that are written
	filled  bool // whether the cell has text so far
	outside wanted
}

// startTable begins a table. A layout table is written block by block, cell after cell.
func (m *markdown) startTable() {
	m.separate()
	m.heading = 0
	s := m.surveyTable()
	if s.layout {
		m.boxes.push(box{kind: tableBox})
		return
	}
	c := &m.table
	*c = tableState{survey: s, rows: newRows(c.rows.taken)}
	for m.next() {
		t := &m.in.token
		if t.element.role == tableStart && t.kind == endToken {
			break
		}
		m.changeCell(c, c.rows.read(t))
		switch {
		case c.rows.inCell:
			m.writeInCell(t)
		case c.rows.inCaption && !m.writeInline(t):
			m.boundary()
		}
	}
	m.changeCell(c, c.rows.endRow())
	m.boundary()
}

// changeCell begins and ends rows and cells as now says.
func (m *markdown) changeCell(c *tableState, now tableChange) {
	if now.endsCell {
		m.endLine()
		m.closeStyles(0)
		m.out.writeString(" |")
		m.wanted, m.cell, c.filled = c.outside, nil, false
	}
	if now.endsRow && c.written > 0 {
		m.endRow(c)
	}
	if !now.startsCell {
		return
	}
	if c.written == 0 {
		m.startRow(c)
	}
	for range now.empty {
		m.out.writeString(" |")
	}
	c.written += now.empty + 1
	c.outside, m.wanted, m.cell = m.wanted, wanted{}, c
	m.unsettled, m.bullet = true, false
}

// startRow begins a row. If the table has no header, it writes an empty one before the first row.
func (m *markdown) startRow(c *tableState) {
	if c.begun {
		m.newLines(1)
	} else {
		m.separate()
		m.begin()
	}
	c.begun = true
	m.out.writeByte('|')
	if !c.headed && !c.header {
		m.endRow(c)
		m.newLines(1)
		m.out.writeByte('|')
	}
}

// endRow ends a row. The header has all columns; in GitHub's dialect, other rows may have fewer.
func (m *markdown) endRow(c *tableState) {
	if !c.headed {
		for ; c.written < c.width; c.written++ {
			m.out.writeString(" |")
		}
		m.newLines(1)
		m.out.writeByte('|')
		for range c.width {
			m.out.writeString("---|")
		}
		c.headed = true
	}
	c.written = 0
}

// writeInCell writes a token in a cell, separating blocks by <br>.
func (m *markdown) writeInCell(t *token) {
	switch role := t.element.role; {
	case m.writeInline(t):
	case role == tableCell, role == headerCell: // handled by changeCell
	default:
		m.breaks, m.unsettled = 1, true
		m.bullet = m.bullet || t.kind == startToken && role == listItem
	}
}

// settleCell writes everything pending before the next character of a cell.
func (m *markdown) settleCell() {
	switch {
	case !m.cell.filled:
		m.cell.filled = true
		m.out.writeByte(' ')
		m.startLine(lineMiddle)
	case m.breaks > 0:
		m.closeStyles(m.firstOf(code))
		m.out.writeString("<br>")
		m.startLine(lineMiddle)
	}
	if m.bullet {
		m.bullet = false
		m.out.writeString("- ")
	}
}

// startLayoutCell begins a cell of a layout table.
func (m *markdown) startLayoutCell() {
	m.endLayoutCell()
	m.boundary()
	if m.boxes.has(tableBox) {
		m.boxes.push(box{kind: cellBox, outside: m.wanted})
		m.wanted = wanted{}
	}
}

// endLayoutCell ends a cell of a layout table. Its styles end with it.
func (m *markdown) endLayoutCell() {
	m.boundary()
	if c, ok := m.boxes.pop(cellBox); ok {
		m.wanted = c.outside
	}
}

// endLayoutTable ends a layout table.
func (m *markdown) endLayoutTable() {
	m.endLayoutCell()
	m.boxes.pop(tableBox)
}
