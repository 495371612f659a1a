package richtext

import (
	"unicode/utf8"

	"emcp/internal/visible"
)

// writeVisible writes a text to out without the characters that nobody sees.
func writeVisible(out *window, text []byte, filter *visible.Filter) {
	kept := 0 // text[:kept] is written
	for i := 0; i < len(text); {
		if ' ' <= text[i] && text[i] <= '~' {
			filter.Plain()
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			out.write(text[kept:i])
			out.writeString(string(utf8.RuneError))
			kept = i + 1
			filter.Plain()
		} else if !filter.Shows(r) {
			out.write(text[kept:i])
			kept = i + size
		}
		i += size
	}
	out.write(text[kept:])
}
