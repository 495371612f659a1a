package find

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strconv"

	"emcp/internal/index"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Items returns the documents of a page of hits, and whether more follow.
func (h *Hits) Items(ctx context.Context, p paging.Page) (items []*document.Item, more bool, err error) {
	if h.search.Order.None() {
		return h.ranked(ctx, p)
	}
	search, found := h.Search()
	if !found {
		return nil, false, nil
	}
	return h.ReadPage(ctx, h.ItemCompiler().Search(search), p)
}

// Count returns how many documents there are, or nil if the page does not ask for it.
func (h *Hits) Count(ctx context.Context, p paging.Page) (*int64, error) {
	if !p.Total {
		return nil, nil
	}
	search, found := h.Search()
	if !found {
		return new(int64(0)), nil
	}
	return p.Count(ctx, h.DB, h.Compiler().Search(search))
}

// ranked returns a page of the documents, best first. All pages are of the order that the first one had, if it is still
// kept: nothing comes twice or is left out while the site changes.
func (h *Hits) ranked(ctx context.Context, p paging.Page) (items []*document.Item, more bool, err error) {
	all, rest, err := h.rest(p)
	if err != nil {
		return nil, false, err
	}
	skip := 0
	if p.After == nil {
		skip = int(p.Offset)
	}
	var picks []index.Hit
	for hit, err := range h.meeting(ctx, rest, skip+int(p.Limit)+1) {
		if err != nil {
			return nil, false, err
		}
		if skip > 0 {
			skip--
			continue
		}
		if len(picks) == int(p.Limit) {
			if items, _, err = h.read(ctx, picks, p); err != nil {
				return nil, false, err
			}
			if more = len(items) > 0; more {
				break
			}
			picks = picks[:0] // all have been hidden since
		}
		picks = append(picks, hit)
	}
	if !more && len(picks) > 0 {
		if items, more, err = h.read(ctx, picks, p); err != nil {
			return nil, false, err
		}
	}
	if more {
		key, err := h.orderKey(h.generation)
		if err != nil {
			return nil, false, err
		}
		h.indexes.orders.Set(key, all)
	}
	return items, more, nil
}

// read reads the documents of a page. It returns whether there is too much text for all of them.
func (h *Hits) read(ctx context.Context, picks []index.Hit, p paging.Page) ([]*document.Item, bool, error) {
	statement, err := h.ItemCompiler().ItemsOf(h.search, idsOf(picks))
	if err != nil {
		return nil, false, err
	}
	items, early, err := h.Read(ctx, statement, 0, p.Reading(h.Options))
	generation := strconv.FormatUint(h.generation, 36)
	for _, item := range items {
		at := slices.IndexFunc(picks, func(hit index.Hit) bool { return hit.ID == item.ID })
		score := strconv.FormatUint(uint64(math.Float32bits(picks[at].Score)), 36)
		item.Keys = []*string{&generation, &score}
	}
	return items, early, err
}

// meeting yields those of the hits that meet the conditions of the search. The first statement looks at that many hits,
// and each further one at four times as many.
func (h *Hits) meeting(ctx context.Context, hits []index.Hit, size int) iter.Seq2[index.Hit, error] {
	return func(yield func(index.Hit, error) bool) {
		for ; len(hits) > 0; size *= 4 {
			some := hits[:min(size, len(hits))]
			hits = hits[len(some):]
			var ids map[int64]bool
			if !h.exact {
				search := h.search
				search.Among = idsOf(some)
				var err error
				if ids, err = h.selected(ctx, search, len(some)); err != nil {
					yield(index.Hit{}, err)
					return
				}
			}
			for _, hit := range some {
				if (h.exact || ids[hit.ID]) && !yield(hit, nil) {
					return
				}
			}
		}
	}
}

// orderKey returns the key of the order of the hits in a state of the index.
func (h *Hits) orderKey(generation uint64) (string, error) {
	cursors, err := h.Cursors()
	return cursors.Key(strconv.FormatUint(generation, 36)), err
}

// rest returns an order of hits, and those that follow the page before p.
func (h *Hits) rest(p paging.Page) (all, rest []index.Hit, err error) {
	if p.After == nil {
		return h.Hits, h.Hits, nil
	}
	if len(p.After.Keys) != 2 || p.After.Keys[0] == nil || p.After.Keys[1] == nil {
		return nil, nil, view.UnknownCursor()
	}
	generation, err := strconv.ParseUint(*p.After.Keys[0], 36, 64)
	if err != nil {
		return nil, nil, view.UnknownCursor()
	}
	bits, err := strconv.ParseUint(*p.After.Keys[1], 36, 32)
	if err != nil {
		return nil, nil, view.UnknownCursor()
	}
	last := index.Hit{ID: p.After.ID, Score: math.Float32frombits(uint32(bits))}
	key, err := h.orderKey(generation)
	if err != nil {
		return nil, nil, err
	}
	if kept, ok := h.indexes.orders.GetIfPresent(key); ok {
		h.generation = generation
		at := slices.IndexFunc(kept, func(hit index.Hit) bool { return hit.ID == last.ID })
		return kept, kept[at+1:], nil
	}
	at, _ := slices.BinarySearchFunc(h.Hits, last, func(hit, last index.Hit) int {
		return cmp.Or(cmp.Compare(last.Score, hit.Score), cmp.Compare(hit.ID, last.ID+1))
	})
	return h.Hits, h.Hits[at:], nil
}
