package richtext

import "unicode"

// plainWriter writes HTML as its bare text: a line for every block, without empty ones; cells of a row have a tab between them.
type plainWriter struct {
	decoder
	out     *window
	space   rune // white space that belongs before the next character of the line; 0: none
	newLine bool // whether the next character begins a line
}

// writePlain writes the text of HTML.
func writePlain(out *window, html []byte) {
	p := plainWriter{decoder: newDecoder(), out: out}
	r := reader{scanner: scanner{work: out.work, html: html}}
	for !out.full() && r.next() {
		switch t := &r.token; {
		case t.kind == textToken:
			p.text(t.text, t.raw)
		case t.element.role == tableCell, t.element.role == headerCell:
			p.space = wider(p.space, '\t')
		case !inLine(t.element.role):
			p.newLine = true
		}
	}
}

// inLine reports whether elements of a role go on with the line that they stand in.
func inLine(r elementRole) bool { return r == inlinePart || r == anchor || r == image }

// andOnly is where the plain text of HTML is not what is written.
var andOnly = byteTable("&")

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

// separate writes what stands between the last character and the next.
func (p *plainWriter) separate() {
	switch {
	case p.out.written == 0:
	case p.newLine:
		p.out.writeByte('\n')
	case p.space != 0:
		p.out.writeRunes(p.space, 0)
	}
	p.space, p.newLine = 0, false
}
