package allowlist

import (
	"slices"
	"strings"
	"unicode"

	"emcp/internal/fault"
)

// MaxWords is the most words of a text search, as many as the index looks up.
const MaxWords = 32

// MaxQueryTVs is the most template variables whose texts a text search reads.
const MaxQueryTVs = 5

// Words are the words of a text search, each once.
type Words struct{ words []string }

// ParseWords splits a query at white space. A text in double quotes is one word. Punctuation around a word does not
// belong to it. The fault has the field query.
func ParseWords(query string) (Words, error) {
	var w Words
	for i, part := range strings.Split(query, `"`) {
		quoted := i%2 == 1
		words := strings.Fields(part)
		if quoted {
			words = []string{strings.Join(words, " ")}
		}
		for _, word := range words {
			word = strings.TrimFunc(word, around)
			if word != "" && !slices.ContainsFunc(w.words, func(known string) bool { return strings.EqualFold(known, word) }) {
				w.words = append(w.words, word)
			}
		}
	}
	switch {
	case len(w.words) == 0:
		return Words{}, fault.Invalid("query", "query must contain a word")
	case len(w.words) > MaxWords:
		return Words{}, fault.Invalid("query",
			"query must have at most %d words; keep the important ones, or put phrases in double quotes", MaxWords)
	}
	return w, nil
}

// around reports whether a character around a word is punctuation. Others, such as # and %, can belong to the word.
func around(r rune) bool {
	return unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune(".,;:!?'…。、，！？：；", r)
}

// List returns the words.
func (w Words) List() []string { return w.words }
