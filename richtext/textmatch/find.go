package textmatch

import (
	"html"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Finder finds words and their other forms in plain texts, like Excerpt: case, width, accents and the amount of
// white space do not matter.
type Finder struct{ words []formFinder }

// NewFinder returns a finder for words.
func NewFinder(words []string) Finder {
	f := Finder{make([]formFinder, len(words))}
	for i, word := range words {
		f.words[i] = newFormFinder(flat(word))
	}
	return f
}

// Find returns the best form that a text has of each word. The time is linear in the length of the text
// times the number of words.
func (f Finder) Find(text string) []Form {
	text = flat(text)
	forms := make([]Form, len(f.words))
	for i, word := range f.words {
		forms[i] = word.find(text)
	}
	return forms
}

// Exact reports whether word number i is found only as a whole word.
func (f Finder) Exact(i int) bool { return f.words[i].exact }

// Uncertain reports whether a source with what Sought returns for word number i may lack all forms of the word.
func (f Finder) Uncertain(i int) bool { return f.words[i].uncertain() }

// Folded returns a text in the form in which Finder compares it.
func Folded(text string) string { return flat(text) }

// Searchable prepares the source of a rich text for a search for folded words: the source as it is, then with its
// character references decoded.
func Searchable(source string) string {
	if plain := html.UnescapeString(source); plain != source {
		source += "\n" + plain
	}
	return flat(source)
}

// flat returns a text folded for comparison: without differences of case, width and accents, and with a single space
// for all white space.
func flat(text string) string {
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // as excerpts have it: characters behind a byte that is not UTF-8 would not be folded
	}
	out := make([]byte, 0, len(text))
	begun, space := false, false // an accent begins a text, too, although nothing is left of it
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		if unicode.IsSpace(r) {
			space, i = begun, i+size
			continue
		}
		if space {
			out = append(out, ' ')
		}
		begun, space = true, false
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
