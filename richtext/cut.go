package richtext

import (
	"unicode"
	"unicode/utf8"
)

// Part is a piece of a text. Lengths are in characters (code points).
type Part struct {
	Text  string
	Total int // length of the whole text
	Next  int // where the next piece begins; 0 where this is the last
	// Bounded says that the source of the text is longer than may be converted, or deeper: what is left out is not in
	// Total, and no piece has it.
	Bounded bool
}

// Cut returns at most length characters of a text from offset on, and ends at a word where there is one in its second
// half. An offset behind the end returns an empty part.
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

// bytesOf returns how many bytes the first n characters of a text have.
func bytesOf(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
