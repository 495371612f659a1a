package index

import (
	"unicode"

	"emcp/internal/index/words"
)

// Query is what somebody looks for.
type Query struct {
	words []queryWord
	// Language limits the search to documents of one language; empty: all.
	Language string
	// Kinds limits the search to documents of some kinds, as if the index had no others; nil: all.
	Kinds []uint8
	// Only says which documents may be found; nil: all. It changes no score.
	Only func(id int64) bool
	// WithoutValues leaves out the template variables.
	WithoutValues bool
	// Limit is how many hits are returned at most.
	Limit int
}

// Empty reports whether there are no words.
func (q Query) Empty() bool { return len(q.words) == 0 }

// queryWord is a word of a query.
type queryWord struct {
	form string
	// whole means that the words before are its parts. If the index lacks it, it is left out.
	whole  bool
	digits bool
}

// maxWords is the most words of a query that count.
const maxWords = 32

// ParseQuery reads a query, whose limit is 10. A query without words finds nothing. Quotes mean nothing here.
func ParseQuery(text string) Query {
	q := Query{Limit: 10}
	known := map[string]bool{}
	words.Each(text, func(w words.Word) {
		form := string(w.Form)
		if len(q.words) == maxWords || known[form] {
			return
		}
		known[form] = true
		word := queryWord{form: form, whole: w.Whole}
		for _, r := range form {
			word.digits = word.digits || unicode.IsDigit(r)
		}
		q.words = append(q.words, word)
	})
	return q
}
