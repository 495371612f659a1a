package richtext

// markdown writes HTML as Markdown: CommonMark with the tables and the strikethrough of GitHub's dialect
// (https://github.github.com/gfm). It reads the tags one after the other and keeps the open elements in boxes and
// styles. It writes nothing before it is needed: the end of a line, a space, a list marker or the beginning of bold
// text is written with the next visible character.
type markdown struct {
	decoder
	in   *reader
	out  *window
	base siteBase

	boxes boxes
	// open says that a block has begun: a paragraph, a heading or a row of a table. gap is the number of line ends
	// before the next block.
	open    bool
	gap     int
	heading int         // level of the next or open block; 0: not a heading
	table   tableState  // the table written last
	cell    *tableState // &table while one of its cells is open

	headings *headings // nil: headings are not collected

	inline
}

func newMarkdown(out *window, html []byte, b siteBase) *markdown {
	return &markdown{
		decoder: newDecoder(), in: &reader{scanner: scanner{steps: out.steps, html: html}}, out: out, base: b,
	}
}

// next reads the next token.
func (m *markdown) next() bool { return !m.out.full() && m.in.next() }

// paragraphGap is the gap between two paragraphs, in line ends.
const paragraphGap = 2

// separate ends the open block, if there is one.
func (m *markdown) separate() {
	if m.open {
		m.boundary()
	}
}

// boundary ends the open block, and the list or quotation that it would otherwise continue.
func (m *markdown) boundary() {
	m.endLine()
	m.closeStyles(0)
	if m.open {
		m.open, m.heading = false, 0
	}
	if m.out.written > 0 {
		m.gap = paragraphGap
	}
}

// begin begins a block.
func (m *markdown) begin() {
	before := m.out.written
	if m.gap > 0 {
		m.newLines(m.gap)
	} else {
		m.out.write(m.boxes.prefix())
	}
	if in := m.boxes.innermost(); in != nil {
		in.filled = false
	}
	m.open, m.gap = true, 0
	m.startLine(blockStart)
	if m.heading > 0 {
		if m.headings != nil {
			m.headings.begin(m.heading, before, m.out.written)
		}
		m.out.writeString("######"[:m.heading] + " ")
		m.startLine(lineMiddle)
	}
}

// newLines ends the line and begins the n-th line after it.
func (m *markdown) newLines(n int) {
	for ; n > 1; n-- {
		m.out.writeByte('\n')
		m.out.write(m.boxes.blank())
	}
	m.out.writeByte('\n')
	m.out.write(m.boxes.prefix())
}
