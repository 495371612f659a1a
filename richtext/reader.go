package richtext

import "bytes"

// reader reads what a visitor sees of HTML.
type reader struct {
	scanner
	hiding  []byte // name of the element that is passed, as it is written
	depth   int    // of elements of this name in each other
	endless int    // hidden elements without an end so far
}

// maxEndless is how many hidden elements without an end a text may have. For each the text is read to its end once more; those behind
// them are shown.
const maxEndless = 4

// next reads the next token that is shown, and reports whether there is one.
func (r *reader) next() bool {
	for r.scanner.next() {
		t := &r.token
		switch {
		case r.depth > 0:
			r.hide(t)
		case t.kind == startToken && t.element.hidden && t.element.raw == noRawText:
			r.hiding, r.depth = t.name, 1
		case t.kind == startToken && t.isHidden() && r.pass():
		case t.kind == textToken || !t.element.hidden:
			return true
		}
	}
	return false
}

// hide passes a token in an element that is not shown.
func (r *reader) hide(t *token) {
	switch {
	case t.kind == textToken || !bytes.EqualFold(t.name, r.hiding):
	case t.kind == startToken:
		r.depth++
	case t.kind == endToken:
		r.depth--
	}
}

// pass passes the element that the token begins, and reports whether it has an end. A paragraph ends where another block begins or ends.
func (r *reader) pass() bool {
	name := r.token.name
	if isVoid(name) || r.endless == maxEndless {
		return isVoid(name)
	}
	paragraph := len(name) == 1 && name[0]|0x20 == 'p'
	ahead := r.scanner
	for depth := 1; depth > 0; {
		from := ahead.at
		if !ahead.next() {
			r.endless++
			return false
		}
		t := &ahead.token
		same := bytes.EqualFold(t.name, name)
		switch {
		case t.kind == textToken:
		case paragraph && !same && !inLine(t.element.role) && t.element.role != lineBreak, paragraph && same && t.kind == startToken:
			ahead.at, ahead.until = from, from // which is where the scanner has begun to read the tag
			depth = 0
		case same && t.kind == startToken:
			depth++
		case same:
			depth--
		}
	}
	r.scanner = ahead
	return true
}

// isVoid reports whether an element of a name has nothing in it.
func isVoid(name []byte) bool {
	for _, void := range []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"} {
		if len(name) == len(void) && bytes.EqualFold(name, []byte(void)) {
			return true
		}
	}
	return false
}

// isHidden reports whether a start tag says that its element is not shown.
func (t *token) isHidden() bool {
	for a := (attributes{t.attributes}); ; {
		name, value, ok := a.read()
		switch {
		case !ok:
			return false
		case bytes.EqualFold(name, []byte("hidden")), bytes.EqualFold(name, []byte("style")) && displaysNone(value):
			return true
		}
	}
}

// displaysNone reports whether a style has display: none.
func displaysNone(style []byte) bool {
	for declaration := range bytes.SplitSeq(style, []byte(";")) {
		name, value, _ := bytes.Cut(declaration, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		if bytes.EqualFold(bytes.TrimSpace(name), []byte("display")) && bytes.EqualFold(bytes.TrimSpace(value), []byte("none")) {
			return true
		}
	}
	return false
}
