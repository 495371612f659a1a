package richtext

import (
	"unicode"

	"emcp/richtext/excerpt"
)

// plainWriter writes the text of HTML: one line for every block, no empty lines, and a tab between the cells of a row.
type plainWriter struct {
	decoder
	out     *window
	space   rune // pending white space in the line; 0: none
	newLine bool // whether the next character begins a new line
	outline bool // whether headings are marked
	heading bool // whether the next line is one
}

// writePlain writes HTML as plain text.
func writePlain(out *window, html []byte, outline bool) {
	p := plainWriter{decoder: newDecoder(), out: out, outline: outline}
	r := reader{scanner: scanner{steps: out.steps, html: html}}
	for !out.full() && r.next() {
		switch t := &r.token; {
		case t.kind == textToken:
			p.text(t.text, t.raw)
		case t.element.role == tableCell, t.element.role == headerCell:
			p.space = wider(p.space, '\t')
		case !inLine(t.element.role):
			p.newLine = true
			p.heading = p.outline && t.element.role == headingRole && t.kind == startToken
		}
	}
}

// andOnly are the runs of plain text: the only ASCII character that needs decoding is &.
var andOnly = newRunTable("&", true)

func (p *plainWriter) text(text []byte, raw bool) {
	for len(text) > 0 {
		if n := p.run(text, &andOnly); n > 0 {
			p.separate()
			p.out.write(text[:n])
			text = text[n:]
			continue
		}
		first, second, size := p.next(text, raw)
		text = text[size:]
		switch {
		case first == hiddenRune:
		case unicode.IsSpace(first):
			p.space = wider(p.space, plainSpace(first))
		default:
			p.separate()
			p.out.writeRunes(first, second)
		}
	}
}

// separate writes the pending white space or line end.
func (p *plainWriter) separate() {
	switch {
	case p.out.written == 0:
	case p.newLine:
		p.out.writeByte('\n')
	case p.space != 0:
		p.out.writeRunes(p.space, 0)
	}
	if p.heading {
		p.out.writeByte(excerpt.HeadingMark)
	}
	p.space, p.newLine, p.heading = 0, false, false
}
