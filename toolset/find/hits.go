package find

import (
	"context"
	"slices"

	"emcp/internal/index"
	"emcp/richtext/excerpt"
)

// Hits are the documents and items that a search for words has found in the index, by their numbers. The database has
// not yet decided which of them the caller sees now, and which meet the other conditions of the search.
type Hits struct {
	*Searcher
	index.Result // best first

	view       *viewIndex
	scopes     []*scope
	asked      Words
	query      index.Query
	generation uint64 // of the index, whose order the pages have

	inAll *index.Result // in all languages; nil: not searched yet
}

// scope returns the source of a hit; nil: none of the search.
func (h *Hits) scope(number int64) *scope {
	for _, s := range h.scopes {
		if s.kind() == kindOf(number) {
			return s
		}
	}
	return nil
}

// mayFind reports whether the conditions that are known already let the search find a document or item.
func (h *Hits) mayFind(number int64) bool {
	s := h.scope(number)
	return s != nil && (s.only == nil || s.only[idOf(number)])
}

// of returns the ids of those of the numbers that are of the kind of a source.
func (s *scope) of(numbers []int64) (ids []int64) {
	for _, number := range numbers {
		if kindOf(number) == s.kind() {
			ids = append(ids, idOf(number))
		}
	}
	return ids
}

// texts yields the texts of hits.
func (h *Hits) texts(ctx context.Context, numbers []int64, length int, yield func(*texts) error) error {
	for _, s := range h.scopes {
		if ids := s.of(numbers); len(ids) > 0 {
			if err := s.texts(ctx, h.asked, ids, length, yield); err != nil {
				return err
			}
		}
	}
	return nil
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

// finders returns what finds the words in the texts of a hit. There is one for each language.
func (h *Hits) finders() func(number int64) excerpt.Finder {
	known := map[string]excerpt.Finder{}
	return func(number int64) excerpt.Finder {
		language := h.languageOf(number)
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

// IDs returns the ids of the hits in the only source of the search.
func (h *Hits) IDs() []int64 { return h.scopes[0].of(idsOf(h.Hits)) }

// lookUp searches the index. Hits have the numbers of documents and items.
func (h *Hits) lookUp(q index.Query) index.Result {
	if h.Lang == "" && q.Language == "" { // callers of the contract do not know translations
		q.Language = h.Translated.Default()
	}
	if only := q.Only; only != nil {
		q.Only = func(variant int64) bool { return only(withoutLanguage(variant)) }
	}
	r := h.view.index.Search(q)
	for i := range r.Hits {
		r.Hits[i].ID = withoutLanguage(r.Hits[i].ID)
	}
	return r
}

// languageOf returns the language of a document or item in the index.
func (h *Hits) languageOf(number int64) string {
	at := max(0, slices.Index(h.Translated.Codes(), h.Lang))
	return h.view.index.Language(variantOf(number, at))
}
