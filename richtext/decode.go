package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"emcp/internal/visible"
)

// decoder decodes the text between tags and drops hidden characters.
type decoder struct {
	filter visible.Filter
	known  references
}

func newDecoder() decoder { return decoder{known: references{}} }

// runTable says which bytes a run may contain, and in which order: the low four bits are what a byte is, the high four
// bits are what may not follow it. A single look-up per byte leaves the processor no branch to mispredict.
type runTable [256]uint8

// What a byte of a run is.
const (
	starting   = 1 << iota // a visible ASCII character, or the first byte of a letter
	spacing                // a single space
	continuing             // the second byte of a letter
	stopping   = starting | spacing | continuing

	notAfterVisible = continuing
	notAfterSpace   = spacing | continuing // also at the beginning of a run
	notAfterFirst   = starting | spacing
)

// newRunTable returns the table of runs without the ASCII characters in stops. Only with words, they may contain single
// spaces. Letters are the characters from U+00C0 to U+02FF and from U+0400 to U+04FF: most of Latin and Cyrillic. None
// is hidden or white space. Other letters take a slower path.
func newRunTable(stops string, words bool) (t runTable) {
	for c := range t {
		switch {
		case c == ' ' && words:
			t[c] = spacing | notAfterSpace<<4
		case c > ' ' && c < 0x7F && strings.IndexByte(stops, byte(c)) < 0:
			t[c] = starting | notAfterVisible<<4
		case 0xC3 <= c && c <= 0xCB, 0xD0 <= c && c <= 0xD3:
			t[c] = starting | notAfterFirst<<4
		case 0x80 <= c && c <= 0xBF:
			t[c] = continuing | notAfterVisible<<4
		default:
			t[c] = stopping
		}
	}
	return t
}

// run returns the length in bytes of the longest beginning of a text without hidden characters, white space and what
// the table excludes. It does not end with a space.
func (d *decoder) run(text []byte, table *runTable) int {
	not := uint8(notAfterSpace)
	for i := 0; ; {
		from := i
		for i < len(text) && table[text[i]]&not == 0 {
			not = table[text[i]] >> 4
			i++
		}
		read := i
		if not == notAfterFirst { // half a letter
			i--
		}
		if i > 0 && text[i-1] == ' ' {
			i--
		}
		if i > from {
			d.filter.Plain()
		}
		if i < read || i == len(text) || text[i] < utf8.RuneSelf {
			return i
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 || unicode.IsSpace(r) || !d.filter.Shows(r) {
			return i
		}
		i += size
		not = notAfterVisible
	}
}

// hiddenRune is what the decoder returns for a character that is not shown.
const hiddenRune = -1

// next decodes the first character of a text, which takes size bytes. raw means that & is an ordinary character. second
// is 0, except for the few references that stand for two characters.
func (d *decoder) next(text []byte, raw bool) (first, second rune, size int) {
	first, size = utf8.DecodeRune(text)
	if first == '&' && !raw {
		if r := d.known.decode(text, false); r.size > 0 {
			first, second, size = r.first, r.second, r.size
		}
	}
	if !unicode.IsSpace(first) && !d.filter.Shows(first) {
		first = hiddenRune
	}
	return first, second, size
}

// wider returns which of two successive white space characters is written: a tab between cells, otherwise an ordinary
// space, otherwise the first.
func wider(a, b rune) rune {
	switch {
	case a == 0 || b == '\t':
		return b
	case a == '\t':
		return a
	case b == ' ':
		return b
	}
	return a
}

// plainSpace returns the white space that is written for a character. It keeps special spaces, such as no-break spaces,
// and replaces all others by an ordinary space.
func plainSpace(r rune) rune {
	if r <= ' ' || r == 0x85 {
		return ' '
	}
	return r
}
