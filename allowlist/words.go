package allowlist

import (
	"slices"
	"strings"
	"unicode"

	"emcp/internal/fault"
)

// MaxWords is the most words and phrases of a text search. The index looks up 32 words in all.
const MaxWords = 32

// MaxQueryTVs is the most template variables whose texts a text search reads.
const MaxQueryTVs = 5

// ParseWords splits a query at white space into words, each once. A text in double quotes is one word. Punctuation
// around a word does not belong to it. The fault has the field query.
func ParseWords(query string) ([]string, error) {
	var all []string
	for i, part := range strings.Split(query, `"`) {
		quoted := i%2 == 1
		words := strings.Fields(part)
		if quoted {
			words = []string{strings.Join(words, " ")}
		}
		for _, word := range words {
			word = strings.TrimFunc(word, around)
			if word != "" && !slices.ContainsFunc(all, func(known string) bool { return strings.EqualFold(known, word) }) {
				all = append(all, word)
			}
		}
	}
	switch {
	case len(all) == 0:
		return nil, fault.Invalid("query", "query must contain a word")
	case len(all) > MaxWords:
		return nil, fault.Invalid("query",
			"query must have at most %d words; keep the important ones, or put phrases in double quotes", MaxWords)
	}
	return all, nil
}

// around reports whether a character around a word is punctuation. Others, such as # and %, can belong to the word.
func around(r rune) bool {
	return unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune(".,;:!?'…。、，！？：；", r)
}
