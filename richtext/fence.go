package richtext

// codeFence returns the number of backticks for code: one more than the longest run of backticks in it. The code begins
// with text and goes on with what the reader reads next. codeFence never looks beyond the end of the code, so that no
// text is read twice.
func codeFence(text []byte, ahead reader, known references) int {
	b := backtickCounter{known: known}
	b.count(text, false)
	for ahead.next() {
		t := &ahead.token
		if t.kind == endToken && t.element.style == code ||
			t.kind != textToken && (t.element.role == anchor || !inLine(t.element.role)) {
			break
		}
		if t.kind == textToken {
			b.count(t.text, t.raw)
		}
	}
	return b.most + 1
}

// backtickCounter finds the longest run of backticks.
type backtickCounter struct {
	known     references
	run, most int
}

func (b *backtickCounter) count(text []byte, raw bool) {
	for i, c := range text {
		if c == '`' || c == '&' && !raw && b.known.decode(text[i:], false).first == '`' {
			b.run++
			b.most = max(b.most, b.run)
		} else {
			b.run = 0
		}
	}
}
