package richtext

import "strconv"

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

// writeMarkdown writes HTML as Markdown.
func writeMarkdown(out *window, html []byte, b siteBase) {
	m := newMarkdown(out, html, b)
	for m.next() {
		m.write(&m.in.token)
	}
	m.boundary()
}

func newMarkdown(out *window, html []byte, b siteBase) *markdown {
	return &markdown{
		decoder: newDecoder(), in: &reader{scanner: scanner{steps: out.steps, html: html}}, out: out, base: b,
	}
}

// next reads the next token.
func (m *markdown) next() bool { return !m.out.full() && m.in.next() }

// write writes what a token adds to the text.
func (m *markdown) write(t *token) {
	switch {
	case m.writeInline(t):
	case t.kind == startToken:
		m.start(t)
	default:
		m.end(t)
	}
}

// start begins an element that is not a part of its line.
func (m *markdown) start(t *token) {
	switch t.element.role {
	case lineBreak:
		m.lineBreak()
	case rule:
		m.separate()
		m.heading = 0
		m.begin()
		m.out.writeString("* * *")
		m.boundary()
	case headingRole:
		m.separate()
		m.heading = t.element.level
	case bulletList, orderedList:
		m.startList(t)
	case listItem:
		m.startItem()
	case blockQuote:
		m.separate()
		m.heading = 0
		m.boxes.push(box{kind: quoteBox, first: "> ", rest: "> "})
	case preformatted:
		m.preformatted(t)
	case tableStart:
		m.startTable()
	case tableCell, headerCell:
		m.startLayoutCell()
	default:
		m.separate()
	}
}

// end ends such an element.
func (m *markdown) end(t *token) {
	switch t.element.role {
	case lineBreak: // browsers treat </br> as <br>
		m.lineBreak()
		return
	case bulletList, orderedList:
		m.boxes.pop(listBox)
	case listItem:
		m.endItem()
	case blockQuote:
		m.boxes.pop(quoteBox)
	case tableStart:
		m.endLayoutTable()
	case tableCell, headerCell:
		m.endLayoutCell()
	}
	m.boundary()
	m.heading = 0
}

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

// lineBreak ends a line of a paragraph. Two line breaks in a row end the paragraph.
func (m *markdown) lineBreak() {
	switch {
	case !m.open:
	case m.heading > 0:
		m.endCode()
		m.addSpace(' ')
	case m.breaks > 0:
		m.boundary()
	default:
		m.breaks++
		m.unsettled = true
	}
}

// startList begins a list.
func (m *markdown) startList(t *token) {
	m.separate()
	m.heading = 0
	b := box{kind: listBox, ordered: t.element.role == orderedList, number: 1}
	if start, ok := t.attribute("start"); ok && b.ordered {
		b.number = min(leadingDigits(start), maxItem)
	}
	// a list between the items of another list
	if in := m.boxes.innermost(); in != nil && in.kind == listBox && in.filled {
		m.boxes.push(box{kind: itemBox, rest: in.indent, begun: true})
	}
	in := m.boxes.innermost()
	b.nested = in != nil && in.kind == itemBox && in.begun
	m.boxes.push(b)
}

// startItem begins an item of a list and ends the previous one.
func (m *markdown) startItem() {
	m.endItem()
	m.separate()
	m.heading = 0
	in := m.boxes.innermost()
	if in == nil || in.kind != listBox {
		m.boxes.push(newItem("- "))
		return
	}
	item, number := newItem("- "), min(in.number+in.items, maxItem)
	if in.ordered {
		item = newItem(strconv.Itoa(number) + ". ")
	}
	if in.filled || in.nested && (!in.ordered || number == 1) { // any other list needs an empty line before it
		m.gap = min(m.gap, 1)
	}
	in.items++
	in.indent = item.rest
	m.boxes.push(item)
}

// endItem ends an item of a list.
func (m *markdown) endItem() {
	item, ok := m.boxes.pop(itemBox)
	in := m.boxes.innermost()
	switch {
	case ok && !item.begun:
		m.boundary()
	case ok && in != nil && in.kind == listBox:
		in.filled = true
	}
}
