package find

import (
	"context"
	"errors"
	"slices"

	"emcp/internal/index"
	"emcp/toolset/paging"
)

// Find finds what has at least one of the words and all of the phrases, in sources of different kinds.
func (s *Searcher) Find(ctx context.Context, asked Words, sources ...Source) (*Hits, error) {
	h := &Hits{Searcher: s}
	inTrash := false
	for _, source := range sources {
		inTrash = inTrash || source.inTrash()
		h.scopes = append(h.scopes, &scope{Source: source, exact: !source.conditional(), only: setOf(source.among())})
		h.query.Kinds = append(h.query.Kinds, source.kind())
	}
	if err := s.speak(ctx, &asked, inTrash, h.query.Kinds); err != nil {
		return nil, err
	}
	v, err := s.indexOf(ctx, inTrash)
	if err != nil {
		return nil, err
	}
	h.view, h.asked, h.generation = v, asked, v.current()
	kinds := h.query.Kinds
	h.query = index.ParseQuery(asked.text())
	h.query.Kinds, h.query.Language, h.query.Limit = kinds, asked.Language, MaxHits
	for _, scope := range h.scopes {
		if err := scope.selectFirst(ctx); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(h.scopes, func(s *scope) bool { return s.only != nil }) {
		h.query.Only = h.mayFind
	}
	h.Result = h.lookUp(h.query)
	h.keepEvery()
	if err := h.keepVariables(ctx); err != nil {
		return nil, err
	}
	return h, h.keepPhrases(ctx)
}

// scope is a source in a search.
type scope struct {
	Source
	exact bool           // whether the hits meet the conditions
	only  map[int64]bool // the only ids that may be found; nil: all
}

func setOf(ids []int64) map[int64]bool {
	if ids == nil {
		return nil
	}
	set := map[int64]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// maxSelected is the most documents that are selected by the other conditions of a search before it looks for words.
const maxSelected = 1000

// selectFirst selects what meets the conditions, if that is little.
func (s *scope) selectFirst(ctx context.Context) error {
	if s.exact {
		return nil
	}
	ids, err := s.selected(ctx, nil, maxSelected+1)
	if err != nil || len(ids) > maxSelected {
		return err
	}
	s.exact, s.only = true, ids
	return nil
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
	var err error
	for some := range slices.Chunk(idsOf(h.Hits), textsAtOnce) {
		err = h.texts(ctx, some, textRead, func(t *texts) error {
			if left -= t.size(); left < 0 {
				return paging.ErrFull
			}
			with[t.id] = !slices.ContainsFunc(finders,
				func(p index.Phrase) bool { return !slices.ContainsFunc(t.all(), p.In) })
			return nil
		})
		if err != nil {
			break
		}
	}
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
