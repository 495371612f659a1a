package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Finder finds words in plain texts, like Excerpt: case, width, accents and the amount of white space do not matter.
type Finder struct{ words []string } // folded

// NewFinder returns a finder for at most 32 words.
func NewFinder(words []string) Finder {
	f := Finder{make([]string, len(words))}
	for i, word := range words {
		f.words[i] = flat(word)
	}
	return f
}

// Find returns which of the words a text contains, one bit for each word. The time is linear in the length of the text
// times the number of words.
func (f Finder) Find(text string) (found uint32) {
	text = flat(text)
	for i, word := range f.words {
		if word != "" && strings.Contains(text, word) {
			found |= 1 << i
		}
	}
	return found
}

// flat returns a text folded for comparison: without differences of case, width and accents, and with a single space
// for all white space.
func flat(text string) string {
	out := make([]byte, 0, len(text))
	space := false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		if unicode.IsSpace(r) {
			space, i = len(out) > 0, i+size
			continue
		}
		if space {
			out, space = append(out, ' '), false
		}
		// Only a following combining character can change an ASCII letter.
		next := i + size
		if r < utf8.RuneSelf && (next == len(text) || text[next] < utf8.RuneSelf) {
			out, i = appendFolded(out, r), next
			continue
		}
		for next < len(text) && text[next] >= utf8.RuneSelf {
			other, more := utf8.DecodeRuneInString(text[next:])
			if unicode.IsSpace(other) {
				break
			}
			next += more
		}
		for _, composed := range norm.NFKC.String(text[i:next]) {
			out = appendFolded(out, composed)
		}
		i = next
	}
	return string(out)
}
