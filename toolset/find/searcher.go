package find

import (
	"strings"

	"emcp/toolset/document"
)

// Searcher finds documents by words for one call.
type Searcher struct {
	*document.Reader
	indexes *Indexes
}

// NewSearcher returns a searcher for the call of a reader.
func NewSearcher(r *document.Reader, indexes *Indexes) *Searcher { return &Searcher{r, indexes} }

// MaxHits is the most documents that a search finds: the best ones.
const MaxHits = 50_000

// Words is what a search looks for in texts.
type Words struct {
	// Words are words and phrases. A phrase has several words, which must stand one after the other.
	Words    []string
	Every    bool    // only documents with all the words are found
	TVs      []int64 // the only template variables that are searched; nil: all
	Language string  // of the documents; empty: any
}

// text returns the words as a query.
func (w Words) text() string { return strings.Join(w.Words, " ") }

// phrases returns the words that are phrases.
func (w Words) phrases() (phrases []string) {
	for _, word := range w.Words {
		if strings.Contains(word, " ") {
			phrases = append(phrases, word)
		}
	}
	return phrases
}
