package richtext

// inlineStyle is what a part of a line is marked as.
type inlineStyle uint8

// Styles, in the order in which those that begin at the same place are written.
const (
	noStyle inlineStyle = iota
	link
	strong
	emphasis
	deleted
	superscript
	subscript
	code
	styles
)

// delimiters are written before and after a part of a line, except those of links and code.
var delimiters = [styles][2]string{
	strong: {"**", "**"}, emphasis: {"*", "*"}, deleted: {"~~", "~~"}, superscript: {"<sup>", "</sup>"}, subscript: {"<sub>", "</sub>"},
}

// wanted is in how many elements of a style the next character stands.
type wanted [styles]int

// linePosition is where in a line the next character stands, as far as it matters for what it means in Markdown.
type linePosition uint8

// Positions.
const (
	lineMiddle linePosition = iota
	blockStart
	lineStart // of a line that goes on with a paragraph
)

// inline is where writing is in a line.
type inline struct {
	wanted wanted
	styles []inlineStyle // those that are written, outermost first
	fence  int           // of the code that is written: how many backticks are around it
	// address and title are those of the link that the next character belongs to. title is as the attribute is written.
	address, title []byte

	unsettled bool // whether something comes before the next character
	breaks    int  // line breaks that do
	space     rune // white space that does; 0: none
	bang      bool // an exclamation mark that does: before a link it would make an image
	bullet    bool // in a cell: the next character begins an item

	position linePosition
	digits   int    // with which the line begins, while there is nothing else in it; else negative
	last     byte   // character that was written
	bracket  bool   // whether the block has a [ that may begin a link
	within   label  // where the text is written
	rest     []byte // of the text that is written, from the next character on
}

// writeInline writes a token that is a part of its line, and reports whether it is one.
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
		if style == code { // at once, and for all: codeFence looks no further
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

// endCode ends code before what cannot stand in it.
func (m *markdown) endCode() {
	if m.writes(code) {
		m.writeBang(false)
		m.closeStyles(m.firstOf(code))
	}
}

// addSpace adds white space. Styles that have ended do not go on behind it.
func (m *markdown) addSpace(r rune) {
	if m.within == noLabel && m.open {
		m.writeBang(false)
		m.closeUnwanted()
	}
	m.space = wider(m.space, r)
	m.unsettled = true
}

// startLine puts the next character there.
func (m *markdown) startLine(p linePosition) {
	m.position, m.digits, m.last, m.space = p, 0, ' ', 0
	switch p {
	case blockStart:
		m.bracket = false
	case lineMiddle:
		m.digits = -1
	}
}

// endLine drops what would come before the next character of a line.
func (m *markdown) endLine() {
	m.writeBang(false)
	m.space, m.breaks = 0, 0
}

// writeBang writes an exclamation mark that has waited for what follows.
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

// settle writes all that comes before the next character.
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

// writeSpace writes the white space before the next character. Marks stand at the text that they mark: the space is behind
// those that end, and before those that begin.
func (m *markdown) writeSpace() {
	if m.space != 0 {
		m.out.writeRunes(m.space, 0)
		m.space, m.last, m.digits = 0, ' ', -1
	}
}

// writes reports whether a style has begun.
func (m *markdown) writes(s inlineStyle) bool { return m.firstOf(s) < len(m.styles) }

// firstOf returns where a style stands among those that have begun; their number where it does not.
func (m *markdown) firstOf(s inlineStyle) int {
	for i, begun := range m.styles {
		if begun == s {
			return i
		}
	}
	return len(m.styles)
}

// openStyle begins a style, if it has not begun.
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
		if m.last == '`' { // of other code, to which this would belong
			m.out.writeByte(' ')
		}
		m.fence = m.codeFence()
		m.backticks(m.fence)
		if m.fence > 1 {
			m.out.writeByte(' ')
		}
	default:
		m.out.writeString(delimiters[s][0])
		m.last = delimiters[s][0][0]
	}
}

// closeStyles ends all styles but the first n.
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

// backticks writes so many backticks.
func (m *markdown) backticks(n int) {
	for range n {
		m.out.writeByte('`')
	}
}
