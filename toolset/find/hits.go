package find

import (
	"slices"

	"emcp/internal/index"
	"emcp/query"
	"emcp/richtext/excerpt"
)

// Hits are the documents that a search for words has found in the index. The database has not yet decided which of them
// the caller sees now, and which meet the other conditions of the search.
type Hits struct {
	*Searcher
	index.Result // best first

	view       *viewIndex
	search     query.Search
	asked      Words
	query      index.Query
	exact      bool   // whether the documents meet the conditions of the search
	generation uint64 // of the index, whose order the pages have

	inAll *index.Result // in all languages; nil: not searched yet
}

// hasEvery reports whether a document has all words that count.
func hasEvery(words []index.Word, has func(word int) bool) bool {
	for i, word := range words {
		if counts(word) && !has(i) {
			return false
		}
	}
	return true
}

// counts reports whether a word counts: it is neither a stop word nor made of others.
func counts(w index.Word) bool { return !w.Whole && !w.Stop }

// searchedTVs returns the template variables that are searched.
func (h *Hits) searchedTVs() []int64 {
	if h.asked.TVs != nil {
		return h.asked.TVs
	}
	return indexedTVs(h.Reader)
}

// Finder returns what finds the words in texts of a language.
func (h *Hits) Finder(language string) excerpt.Finder { return h.view.index.Finder(h.Words, language) }

// Counted returns how many words count: those that are neither stop words nor made of others.
func (h *Hits) Counted() (n int) {
	for _, word := range h.Words {
		if counts(word) {
			n++
		}
	}
	return n
}

// finders returns what finds the words in the texts of a document. There is one for each language.
func (h *Hits) finders() func(document int64) excerpt.Finder {
	known := map[string]excerpt.Finder{}
	return func(document int64) excerpt.Finder {
		language := h.languageOf(document)
		if known[language] == nil {
			known[language] = h.Finder(language)
		}
		return known[language]
	}
}

func idsOf(hits []index.Hit) []int64 {
	ids := make([]int64, len(hits))
	for i, hit := range hits {
		ids[i] = hit.ID
	}
	return ids
}

// Search returns the search for those of the documents that the caller sees and that meet the other conditions. found
// is false if there is none.
func (h *Hits) Search() (search query.Search, found bool) {
	search = h.search
	search.Among = idsOf(h.Hits)
	return search, len(search.Among) > 0
}

// lookUp searches the index. Hits have the ids of documents.
func (h *Hits) lookUp(q index.Query) index.Result {
	if h.Lang == "" && q.Language == "" { // callers of the contract do not know translations
		q.Language = h.Translated.Default()
	}
	if only := q.Only; only != nil {
		q.Only = func(variant int64) bool { return only(documentOf(variant)) }
	}
	r := h.view.index.Search(q)
	for i := range r.Hits {
		r.Hits[i].ID = documentOf(r.Hits[i].ID)
	}
	return r
}

// languageOf returns the language of a document in the index.
func (h *Hits) languageOf(document int64) string {
	at := max(0, slices.Index(h.Translated.Codes(), h.Lang))
	return h.view.index.Language(variantOf(document, at))
}
