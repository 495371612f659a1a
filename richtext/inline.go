package richtext

// linePosition is the position of the next character in its line, as far as Markdown's meaning depends on it.
type linePosition uint8

// Positions.
const (
	lineMiddle linePosition = iota
	blockStart
	lineStart // in a line that continues a paragraph
)

// inline is the state of writing within a line.
type inline struct {
	wanted wanted
	styles []inlineStyle // styles that are open in the output, outermost first
	fence  int           // number of backticks around the code that is being written
	// address and title are those of the link around the next character. title is as written in the attribute.
	address, title []byte

	unsettled bool // whether any of the following fields precedes the next character
	breaks    int  // pending line breaks
	space     rune // pending white space; 0: none
	bang      bool // pending exclamation mark, which would turn a link into an image
	bullet    bool // in a cell: the next character begins an item

	position linePosition
	digits   int    // number of digits if the line has nothing else so far; otherwise negative
	last     byte   // last character written
	bracket  bool   // whether the block has a [ that may begin a link
	within   label  // kind of text that is being written
	rest     []byte // source text from the next character on
}

// writeInline writes a token that is part of a line. It reports false if the token is not.
func (m *markdown) writeInline(t *token) bool {
	style, role := t.element.style, t.element.role
	switch {
	case t.kind == textToken:
		m.text(t.text, t.raw)
	case style != noStyle && t.kind == startToken:
		m.wanted[style]++
		m.unsettled = true
	case style != noStyle:
		m.wanted[style] = max(0, m.wanted[style]-1)
		if style == code { // at once, because codeFence looks ahead only to here
			m.wanted[code] = 0
			m.endCode()
		}
		m.unsettled = true
	case role == anchor:
		m.endCode()
		m.endLink()
		if t.kind == startToken {
			m.startLink(t)
		}
	case role == image:
		if t.kind == startToken {
			m.image(t)
		}
	default:
		return role == inlinePart
	}
	return true
}

// endCode ends code before something that code cannot contain.
func (m *markdown) endCode() {
	if m.writes(code) {
		m.writeBang(false)
		m.closeStyles(m.firstOf(code))
	}
}

// addSpace adds white space. Styles that have ended do not continue after it.
func (m *markdown) addSpace(r rune) {
	if m.within == noLabel && m.open {
		m.writeBang(false)
		m.closeUnwanted()
	}
	m.space = wider(m.space, r)
	m.unsettled = true
}

// startLine says where the next character begins.
func (m *markdown) startLine(p linePosition) {
	m.position, m.digits, m.last, m.space = p, 0, ' ', 0
	switch p {
	case blockStart:
		m.bracket = false
	case lineMiddle:
		m.digits = -1
	}
}

// endLine drops everything pending in the line.
func (m *markdown) endLine() {
	m.writeBang(false)
	m.space, m.breaks = 0, 0
}

// writeBang writes the pending exclamation mark.
func (m *markdown) writeBang(escaped bool) {
	if !m.bang {
		return
	}
	m.bang = false
	if escaped {
		m.out.writeByte('\\')
	}
	m.out.writeByte('!')
}

// settle writes everything pending before the next character.
func (m *markdown) settle() {
	switch {
	case m.within != noLabel:
		m.writeBang(false)
		m.writeSpace()
		return
	case m.open && !m.unsettled:
		return
	}
	m.writeBang(m.space == 0 && m.breaks == 0 && m.wanted[link] > 0 && !m.writes(link))
	m.closeUnwanted()
	switch {
	case m.cell != nil:
		m.settleCell()
	case !m.open:
		m.begin()
	case m.breaks > 0:
		m.closeStyles(m.firstOf(code))
		m.out.writeString("  ")
		m.newLines(1)
		m.startLine(lineStart)
	}
	m.breaks = 0
	m.writeSpace()
	if !m.writes(code) {
		for s := range styles {
			if m.wanted[s] > 0 {
				m.openStyle(s)
			}
		}
	}
	m.unsettled = false
}

// closeUnwanted ends the styles that the next character does not have.
func (m *markdown) closeUnwanted() {
	for i, s := range m.styles {
		if m.wanted[s] == 0 {
			m.closeStyles(i)
			return
		}
	}
}

// writeSpace writes the pending white space. Delimiters must touch the text that they mark: the space comes after the
// closing ones and before the opening ones.
func (m *markdown) writeSpace() {
	if m.space != 0 {
		m.out.writeRunes(m.space, 0)
		m.space, m.last, m.digits = 0, ' ', -1
	}
}

// writes reports whether a style is open.
func (m *markdown) writes(s inlineStyle) bool { return m.firstOf(s) < len(m.styles) }

// firstOf returns the index of a style among the open ones, or their number if it is not open.
func (m *markdown) firstOf(s inlineStyle) int {
	for i, begun := range m.styles {
		if begun == s {
			return i
		}
	}
	return len(m.styles)
}

// openStyle opens a style if it is not open.
func (m *markdown) openStyle(s inlineStyle) {
	if m.writes(s) {
		return
	}
	m.styles = append(m.styles, s)
	m.position, m.digits = lineMiddle, -1
	switch s {
	case link:
		m.out.writeByte('[')
		m.last = '['
	case code:
		if m.last == '`' { // the backtick would join that of the preceding code
			m.out.writeByte(' ')
		}
		m.fence = codeFence(m.rest, *m.in, m.known)
		m.backticks(m.fence)
		if m.fence > 1 {
			m.out.writeByte(' ')
		}
	default:
		m.out.writeString(delimiters[s][0])
		m.last = delimiters[s][0][0]
	}
}

// closeStyles closes all styles but the first n.
func (m *markdown) closeStyles(n int) {
	for len(m.styles) > n {
		s := m.styles[len(m.styles)-1]
		m.styles = m.styles[:len(m.styles)-1]
		switch s {
		case link:
			m.wanted[link] = 0
			m.target(m.address, m.title)
		case code:
			if m.fence > 1 {
				m.out.writeByte(' ')
			}
			m.backticks(m.fence)
			m.last = '`'
		default:
			m.out.writeString(delimiters[s][1])
			m.last = delimiters[s][1][0]
		}
	}
	m.unsettled = true
}

// backticks writes n backticks.
func (m *markdown) backticks(n int) {
	for range n {
		m.out.writeByte('`')
	}
}
