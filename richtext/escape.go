package richtext

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"emcp/internal/visible"
)

// Runs without the characters that can have a meaning in Markdown: in a line, at its beginning, where the first word
// can begin a list, in code, and in the title of a link.
var (
	inLines  = newRunTable("&\\`*_[]<~|!#", true)
	atStarts = newRunTable("&\\`*_[]<~|!#>-+=:.)", false)
	inCode   = newRunTable("&|", true)
	inTitles = newRunTable("&\\`*_[]<~|!#\"", true)
)

// text writes the characters of a text.
func (m *markdown) text(text []byte, raw bool) {
	behind := 0 // bytes from the last ] on; more than all bytes if there is none; only looked for if a [ is there
	if bytes.IndexByte(text, '[') >= 0 {
		behind = len(text) - bytes.LastIndexByte(text, ']')
	}
	for len(text) > 0 && m.out.steps.Err() == nil { // an attribute can be long, so check for cancellation
		if n := m.run(text, m.special()); n > 0 {
			m.rest = text
			m.settle()
			m.out.write(text[:n])
			m.wrote(text[:n])
			text = text[n:]
			continue
		}
		first, second, size := m.decoder.next(text, raw)
		m.rest = text
		text = text[size:]
		switch {
		case first == hiddenRune:
		case unicode.IsSpace(first):
			m.addSpace(plainSpace(first))
		case first >= utf8.RuneSelf || second != 0:
			m.settle()
			m.out.writeRunes(first, second)
			m.last, m.position, m.digits = utf8.RuneSelf, lineMiddle, -1
		default:
			m.character(byte(first), text, len(text) >= behind)
		}
	}
}

// special returns the runs that can be written unchanged at this place.
func (m *markdown) special() *runTable {
	switch {
	case m.within == titleLabel:
		return &inTitles
	case m.within == textLabel:
		return &inLines
	case m.wanted[code] > 0:
		return &inCode
	case !m.open || m.breaks > 0 || m.position != lineMiddle || m.digits > 0:
		return &atStarts
	}
	return &inLines
}

// wrote records what was written last.
func (m *markdown) wrote(text []byte) {
	m.last, m.position = text[len(text)-1], lineMiddle
	for _, c := range text {
		if m.digits < 0 {
			return
		}
		if m.digits++; !isDigit(c) {
			m.digits = -1
		}
	}
}

// character writes an ASCII character. following is the text after it; closes says that following contains a ].
func (m *markdown) character(c byte, following []byte, closes bool) {
	spaced := m.space != 0 || m.breaks > 0 || !m.open
	m.settle()
	next := beginsWith(following)
	switch {
	case c == '!' && next == 0:
		m.bang, m.unsettled = true, true
	case m.writes(code):
		if c == '|' && m.cell != nil {
			m.out.writeByte('\\')
		}
		m.out.writeByte(c)
	case c == '<':
		m.out.writeString("&lt;")
	case c == '&' && m.refers(following):
		m.out.writeString("&amp;")
	default:
		if m.escapes(c, next, spaced, closes) {
			m.out.writeByte('\\')
		}
		m.out.writeByte(c)
	}
	m.last, m.position = c, lineMiddle
	if !isDigit(c) {
		m.digits = -1
	} else if m.digits >= 0 {
		m.digits++
	}
}

// beginsWith returns the first character of a text: 0 if it is not known, a space for any white space, and a non-ASCII
// byte for any letter outside of ASCII.
func beginsWith(text []byte) byte {
	switch r, _ := utf8.DecodeRune(text); {
	case len(text) == 0, r == '&', isUnsure(r) && !unicode.IsSpace(r):
		return 0
	case unicode.IsSpace(r):
		return ' '
	}
	return text[0]
}

// isUnsure reports whether a character may be dropped: it is hidden, or one of the joiners.
func isUnsure(r rune) bool { return visible.Hidden(r) || r == '\u200C' || r == '\u200D' }

// refers reports whether an & before the text would turn its beginning into a character reference.
func (m *markdown) refers(following []byte) bool {
	var text [maxName]byte
	text[0] = '&'
	n := 1 + copy(text[1:], following)
	size := m.known.decode(text[:n], false).size
	return size > 0 && text[size-1] == ';'
}

// escapes reports whether a character would have a meaning in Markdown at this place. next is the character after it,
// or 0 if that is not known. spaced says that white space or nothing precedes it, closes that a ] follows somewhere.
func (m *markdown) escapes(c, next byte, spaced, closes bool) bool {
	nextSpace := next == 0 || next == ' '
	start := m.position != lineMiddle
	switch c {
	case '\\':
		return !isWordByte(next)
	case '`':
		return true
	case '"':
		return m.within == titleLabel
	case '*':
		return start || !spaced || !nextSpace
	case '_':
		alone := spaced && next == ' '
		inWord := !spaced && isWordByte(m.last) && isWordByte(next)
		return start || !alone && !inWord
	case '[':
		if m.within == textLabel || m.writes(link) || closes {
			return true
		}
		m.bracket = true // the bracket that would complete a link is escaped when it comes
		return false
	case ']':
		return m.within == textLabel || m.writes(link) ||
			m.bracket && (next == 0 || next == '(' || next == '[' || next == ':')
	case '~':
		return next == '~' || next == 0 || m.last == '~' || m.writes(deleted)
	case '|':
		return m.cell != nil || m.position == lineStart
	case '#':
		return start && (nextSpace || next == '#') || m.heading > 0 && spaced
	case '>':
		return start
	case '-':
		return start && (nextSpace || next == '-')
	case '+':
		return start && nextSpace
	case '=':
		return m.position == lineStart
	case ':':
		return m.position == lineStart && next == '-'
	case '.', ')':
		return m.digits > 0 && m.digits <= maxDigits && nextSpace
	}
	return false
}

// maxDigits is the longest number of a list item in Markdown, in digits.
const maxDigits = 9

// isWordByte reports whether a byte belongs to a letter or digit. Every byte outside of ASCII is assumed to.
func isWordByte(c byte) bool { return isAlphanumeric(c) || c >= utf8.RuneSelf }
