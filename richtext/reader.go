package richtext

import "bytes"

// reader reads the part of HTML that a visitor sees.
type reader struct {
	scanner
	hiding  []byte // name of the hidden element that is being skipped, as written
	depth   int    // nesting depth of elements of this name
	endless int    // hidden elements without an end tag so far
	frames  bool   // whether frames are visible tokens, although their content is not
}

// maxEndless is how many hidden elements may lack their end tag. Each of them costs one more reading of the rest of the
// text. Further ones are shown.
const maxEndless = 4

// next reads the next visible token, and reports whether there is one.
func (r *reader) next() bool {
	for r.scanner.next() {
		t := &r.token
		switch {
		case r.depth > 0:
			r.hide(t)
		case t.kind == startToken && t.element.hidden && t.element.raw == noRawText:
			r.hiding, r.depth = t.name, 1
		case t.kind == startToken && t.isHidden() && r.pass():
		case t.kind == textToken || !t.element.hidden ||
			r.frames && len(t.name) == len("iframe") && bytes.EqualFold(t.name, []byte("iframe")):
			return true
		}
	}
	return false
}

// hide skips a token inside of a hidden element.
func (r *reader) hide(t *token) {
	switch {
	case t.kind == textToken || !bytes.EqualFold(t.name, r.hiding):
	case t.kind == startToken:
		r.depth++
	case t.kind == endToken:
		r.depth--
	}
}

// pass skips the element that the token begins, and reports whether it has an end. A paragraph ends where another block
// begins or ends.
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
		case paragraph && !same && !inLine(t.element.role) && t.element.role != lineBreak, paragraph && same &&
			t.kind == startToken:
			ahead.at, ahead.until = from, from // back to where this tag begins
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

// isVoid reports whether elements with a name are always empty.
func isVoid(name []byte) bool {
	for _, void := range []string{
		"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
	} {
		if len(name) == len(void) && bytes.EqualFold(name, []byte(void)) {
			return true
		}
	}
	return false
}

// isHidden reports whether a start tag hides its element.
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
		if bytes.EqualFold(bytes.TrimSpace(name), []byte("display")) &&
			bytes.EqualFold(bytes.TrimSpace(value), []byte("none")) {
			return true
		}
	}
	return false
}
