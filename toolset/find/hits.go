package find

import (
	"context"
	"errors"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/index"
	"emcp/query"
	"emcp/richtext/excerpt"
	"emcp/toolset/document"
	"emcp/toolset/paging"
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

// maxSelected is the most documents that are selected by the other conditions of a search before it looks for words.
const maxSelected = 1000

// selectFirst selects the documents that meet the other conditions, if they are few.
func (h *Hits) selectFirst(ctx context.Context) error {
	ids, err := h.selected(ctx, h.search, maxSelected+1)
	if err != nil || len(ids) > maxSelected {
		return err
	}
	h.exact = true
	h.query.Only = func(id int64) bool { return ids[id] }
	return nil
}

// selected returns documents that meet the conditions of a search, at most that many.
func (h *Hits) selected(ctx context.Context, search query.Search, most int) (map[int64]bool, error) {
	search.Order = query.Order{}
	statement, err := h.Compiler().Reading(document.OnlyID).Search(search).Page(query.NewPage(int64(most), 0))
	if err != nil {
		return nil, err
	}
	ids := map[int64]bool{}
	return ids, h.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		ids[id] = true
		return err
	})
}

// keepEvery drops the documents that lack a word, if the search asks for all of them.
func (h *Hits) keepEvery() {
	if !h.asked.Every {
		return
	}
	h.Hits = slices.DeleteFunc(h.Hits, func(hit index.Hit) bool { return !hasEvery(h.Words, hit.Has) })
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

// keepPhrases drops the documents that do not have the phrases. It reads the best documents until they have as much
// text as a call reads, and drops the others.
func (h *Hits) keepPhrases(ctx context.Context) error {
	phrases := h.asked.phrases()
	if len(phrases) == 0 || len(h.Hits) == 0 {
		return nil
	}
	var finders []index.Phrase
	for _, phrase := range phrases {
		finders = append(finders, index.NewPhrase(phrase))
	}
	with := map[int64]bool{}
	left := paging.MaxRead
	err := newTextReader(h.Reader, h.searchedTVs(), textRead).each(ctx, idsOf(h.Hits), func(t *texts) error {
		if left -= t.size(); left < 0 {
			return paging.ErrFull
		}
		with[t.id] = !slices.ContainsFunc(finders, func(p index.Phrase) bool { return !slices.ContainsFunc(t.all(), p.In) })
		return nil
	})
	if err != nil && !errors.Is(err, paging.ErrFull) {
		return err
	}
	h.Hits = slices.DeleteFunc(h.Hits, func(hit index.Hit) bool { return !with[hit.ID] })
	return nil
}

// searchedTVs returns the template variables that are searched.
func (h *Hits) searchedTVs() []int64 {
	if h.asked.TVs != nil {
		return h.asked.TVs
	}
	return indexedTVs(h.Reader)
}

// all returns the texts in which phrases are looked for.
func (t *texts) all() []string {
	return append([]string{t.title, t.long, t.menu, t.alias, t.description, t.intro, t.content, t.tags}, t.values...)
}

func (t *texts) size() (size int) {
	for _, text := range t.all() {
		size += len(text)
	}
	return size
}

// maxVerified is the most documents of which the values of some template variables are read.
const maxVerified = 1000

// keepVariables drops the documents that have no word but in other template variables than those to search.
func (h *Hits) keepVariables(ctx context.Context) error {
	if h.asked.TVs == nil {
		return nil
	}
	without := h.query
	without.WithoutValues = true
	elsewhere := map[int64]index.Hit{}
	for _, hit := range h.lookUp(without).Hits {
		elsewhere[hit.ID] = hit
	}
	var unsure []int64
	for _, hit := range h.Hits {
		if !hit.SameWords(elsewhere[hit.ID]) && len(unsure) < maxVerified {
			unsure = append(unsure, hit.ID)
		}
	}
	inValues := map[int64]uint32{}
	finders := h.finders()
	err := newTextReader(h.Reader, h.asked.TVs, textRead).each(ctx, unsure, func(t *texts) error {
		finder := finders(t.id)
		for _, value := range t.values {
			finder.Each(value, func(word, _, _ int) { inValues[t.id] |= 1 << word })
		}
		return nil
	})
	h.Hits = slices.DeleteFunc(h.Hits, func(hit index.Hit) bool {
		has := func(word int) bool { return elsewhere[hit.ID].Has(word) || inValues[hit.ID]&(1<<word) != 0 }
		if h.asked.Every {
			return !hasEvery(h.Words, has)
		}
		for i := range h.Words {
			if has(i) {
				return false
			}
		}
		return true
	})
	return err
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
