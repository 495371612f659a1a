package richtext

import (
	"unicode"
	"unicode/utf8"
)

// cleaner drops invisible characters that can hide or reorder what is visible: control characters, direction marks,
// zero-width spaces, and tag characters outside of flags.
type cleaner struct {
	flag bool // whether tag characters belong to the preceding flag
}

// The flag of a region such as Scotland is a black flag followed by tag characters (UTS #51).
const (
	blackFlag = '\U0001F3F4'
	tagSpace  = '\U000E0020'
	tagEnd    = '\U000E007F'
)

// shows reports whether the next character of a text is kept.
func (c *cleaner) shows(r rune) bool {
	belongs := c.flag && r >= tagSpace && r <= tagEnd
	c.flag = r == blackFlag || belongs && r != tagEnd
	return belongs || r == '\n' || r == '\t' || !isHidden(r)
}

// isHidden reports whether a character is invisible. The joiners of words and emoji are invisible too, but they change
// what is displayed, so they are kept.
func isHidden(r rune) bool {
	switch {
	case r < 0x200B:
		return unicode.IsControl(r) || r == 0x061C // Arabic letter mark
	case r <= 0x206F:
		return r == 0x200B || // zero width space
			0x200E <= r && r <= 0x200F || // direction marks
			0x202A <= r && r <= 0x202E || // embeddings and overrides
			0x2060 <= r && r <= 0x2064 || // word joiner, invisible operators
			0x2066 <= r // isolates, deprecated format characters
	}
	return r == 0xFEFF || 0xE0000 <= r && r <= 0xE007F // zero width no-break space, tags
}

// write writes a text to out without the characters that are dropped.
func (c *cleaner) write(out *window, text []byte) {
	kept := 0 // text[:kept] is written
	for i := 0; i < len(text); {
		if ' ' <= text[i] && text[i] <= '~' {
			c.flag = false
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			out.write(text[kept:i])
			out.writeString(string(utf8.RuneError))
			kept = i + 1
			c.flag = false
		} else if !c.shows(r) {
			out.write(text[kept:i])
			kept = i + size
		}
		i += size
	}
	out.write(text[kept:])
}
