package find

import (
	"context"
	"errors"
	"slices"

	"emcp/evodb"
	"emcp/internal/index"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
)

// Find finds the documents with at least one of the words, and all of the phrases.
func (s *Searcher) Find(ctx context.Context, search query.Search, asked Words) (*Hits, error) {
	trash := search.Deleted != nil && *search.Deleted && !s.AsVisitor()
	v, err := s.indexes.of(ctx, s.Reader, trash)
	if err != nil {
		return nil, err
	}
	s.speak(v, index.ParseQuery(asked.text()), &asked)
	h := &Hits{Searcher: s, view: v, search: search, asked: asked, generation: v.current()}
	h.exact = !search.Narrow() && (search.Deleted == nil || *search.Deleted == trash) // visitors have no trash
	h.query = index.ParseQuery(asked.text())
	h.query.Language, h.query.Limit = asked.Language, MaxHits
	if search.Among != nil {
		among := map[int64]bool{}
		for _, id := range search.Among {
			among[id] = true
		}
		h.query.Only = func(id int64) bool { return among[id] }
	}
	if !h.exact {
		if err := h.selectFirst(ctx); err != nil {
			return nil, err
		}
	}
	h.Result = h.lookUp(h.query)
	h.keepEvery()
	if err := h.keepVariables(ctx); err != nil {
		return nil, err
	}
	return h, h.keepPhrases(ctx)
}

// speak decides in which language a translated site is searched: that of the call, otherwise that of the words, if the
// caller's answers can say so.
func (s *Searcher) speak(v *viewIndex, q index.Query, asked *Words) {
	codes := s.Translated.Codes()
	if len(codes) == 0 || asked.Language != "" || s.Lang == "" {
		return
	}
	asked.Language = codes[0]
	q.Limit = 1
	found := v.index.Search(q)
	q.Language = codes[0]
	switch {
	case slices.Contains(codes, found.Language):
		asked.Language = found.Language
	case len(found.Hits) > 0 && slices.Contains(codes, found.Hits[0].Language) && len(v.index.Search(q).Hits) == 0:
		asked.Language = found.Hits[0].Language
	}
	s.Lang = asked.Language
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
