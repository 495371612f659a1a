package richtext

import (
	"unicode"
	"unicode/utf8"
)

// decoder decodes the text between tags and drops hidden characters.
type decoder struct {
	clean cleaner
	known references
}

func newDecoder() decoder { return decoder{known: references{}} }

// run returns the length in bytes of the longest beginning of a text without white space, hidden characters and the
// ASCII characters in stops. With words, it may contain single spaces between other characters.
func (d *decoder) run(text []byte, stops *[256]bool, words bool) int {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c > ' ' && c < 0x7F && !stops[c]:
			d.clean.flag = false
			i++
			continue
		case c < utf8.RuneSelf:
			if words && c == ' ' && i > 0 && i+1 < len(text) && isPlain(text[i+1:], stops) {
				d.clean.flag = false
				i++
				continue
			}
			return i
		case isWideLetter(text[i:]):
			d.clean.flag = false
			i += 2
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 || unicode.IsSpace(r) || !d.clean.shows(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// isPlain reports whether a text that is not empty begins with a visible ASCII character that is not in stops, or with a
// letter that isWideLetter knows.
func isPlain(text []byte, stops *[256]bool) bool {
	c := text[0]
	return c > ' ' && c < 0x7F && !stops[c] || isWideLetter(text)
}

// isWideLetter reports whether a text that is not empty begins with a character from U+00C0 to U+02FF or from U+0400 to
// U+04FF: most letters of Latin and Cyrillic. None is hidden or white space. Others are not looked up so fast.
func isWideLetter(text []byte) bool {
	c := text[0]
	return (0xC3 <= c && c <= 0xCB || 0xD0 <= c && c <= 0xD3) && len(text) > 1 && text[1]&0xC0 == 0x80
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
	if !unicode.IsSpace(first) && !d.clean.shows(first) {
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
