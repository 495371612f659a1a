package richtext

import (
	"unicode"
	"unicode/utf8"
)

// Part is a piece of a text. Lengths are in characters (code points).
type Part struct {
	Text  string
	Total int // length of the whole text
	Next  int // where the next part begins; 0 for the last part
	// Bounded means that the source was too long or nested too deep to be converted completely. Total does not count
	// what was left out, and no part contains it.
	Bounded bool
}

// Cut returns at most length characters of a text from offset on. It prefers to end at a word boundary, if there is one
// in the second half. An offset beyond the end returns an empty part.
func Cut(text string, offset, length int) Part {
	total := utf8.RuneCountInString(text)
	p := Part{Total: total}
	if offset >= total {
		return p
	}
	text = text[bytesOf(text, offset):]
	if total-offset <= length {
		p.Text = text
		return p
	}
	end := bytesOf(text, length)
	if next, _ := utf8.DecodeRuneInString(text[end:]); !unicode.IsSpace(next) {
		for i := end; i > end/2; {
			r, size := utf8.DecodeLastRuneInString(text[:i])
			if unicode.IsSpace(r) {
				end = i
				break
			}
			i -= size
		}
	}
	p.Text = text[:end]
	p.Next = offset + utf8.RuneCountInString(p.Text)
	return p
}

// bytesOf returns the length of the first n characters of a text in bytes.
func bytesOf(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
