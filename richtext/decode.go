package richtext

import (
	"unicode"
	"unicode/utf8"
)

// decoder reads the characters of the texts between tags, without those that are hidden.
type decoder struct {
	clean cleaner
	known references
}

func newDecoder() decoder { return decoder{known: references{}} }

// run returns how many bytes at the beginning of a text are characters that are neither white space nor hidden, nor one of
// the ASCII characters in stops.
func (d *decoder) run(text []byte, stops *[256]bool) int {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c <= ' ' || c == 0x7F || stops[c] {
				return i
			}
			d.clean.flag = false
			i++
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

// hiddenRune is what the decoder returns for a character that is not shown.
const hiddenRune = -1

// next decodes the character at the beginning of a text, of size bytes; raw says that & stands for itself. second is 0, but for
// the few references that stand for two characters.
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

// wider returns the white space that stands for two in a row: the tab between cells, else an ordinary space, else the first.
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

// plainSpace returns a character of white space as it is written in a line: an ordinary space, but for hard ones and the like.
func plainSpace(r rune) rune {
	if r <= ' ' || r == 0x85 {
		return ' '
	}
	return r
}
