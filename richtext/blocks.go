package richtext

import "strconv"

// writeMarkdown writes HTML as Markdown.
func writeMarkdown(out *window, html []byte, b siteBase) {
	m := newMarkdown(out, html, b)
	for m.next() {
		m.write(&m.in.token)
	}
	m.boundary()
}

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
