package find

import (
	"cmp"
	"context"
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
	search, found := h.Search()
	if !found && p.Total {
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
	for len(items) == 0 && (more || len(rest) > 0) { // until some are still there
		var picks []index.Hit
		if picks, rest, err = h.pick(ctx, rest, &skip, int(p.Limit)+1); err != nil {
			return nil, false, err
		}
		if more = len(picks) > int(p.Limit); more {
			rest = slices.Concat(picks[p.Limit:], rest)
			picks = picks[:p.Limit]
		}
		if len(picks) == 0 {
			break
		}
		if items, err = h.read(ctx, picks, p, &more); err != nil {
			return nil, false, err
		}
	}
	if more {
		key, err := h.orderKey()
		if err != nil {
			return nil, false, err
		}
		h.indexes.orders.Set(key, all)
	}
	return items, more && len(items) > 0, nil
}

// read reads the documents of a page. more becomes true if there is too much text for all of them.
func (h *Hits) read(ctx context.Context, picks []index.Hit, p paging.Page, more *bool) ([]*document.Item, error) {
	ids := make([]int64, len(picks))
	for i, hit := range picks {
		ids[i] = hit.ID
	}
	statement, err := h.ItemCompiler().ItemsOf(h.search, ids)
	if err != nil {
		return nil, err
	}
	items, early, err := h.Read(ctx, statement, 0, p.Reading(h.Options))
	*more = *more || early
	generation := strconv.FormatUint(h.generation, 36)
	for _, item := range items {
		at := slices.IndexFunc(picks, func(hit index.Hit) bool { return hit.ID == item.ID })
		score := strconv.FormatUint(uint64(math.Float32bits(picks[at].Score)), 36)
		item.Keys = []*string{&generation, &score}
	}
	return items, err
}

// pick returns the first of the hits that meet the conditions of the search, after those to skip, and the hits behind.
func (h *Hits) pick(
	ctx context.Context, hits []index.Hit, skip *int, most int,
) (picks, rest []index.Hit, err error) {
	for size := most + *skip; len(hits) > 0 && len(picks) < most; size *= 4 {
		some := hits[:min(size, len(hits))]
		hits = hits[len(some):]
		if !h.exact {
			if some, err = h.whereMeets(ctx, some); err != nil {
				return nil, nil, err
			}
		}
		skipped := min(*skip, len(some))
		*skip -= skipped
		some = some[skipped:]
		taken := min(most-len(picks), len(some))
		picks, hits = append(picks, some[:taken]...), slices.Concat(some[taken:], hits)
	}
	return picks, hits, nil
}

// whereMeets returns those of the hits that meet the conditions of the search.
func (h *Hits) whereMeets(ctx context.Context, hits []index.Hit) ([]index.Hit, error) {
	search := h.search
	search.Among = make([]int64, len(hits))
	for i, hit := range hits {
		search.Among[i] = hit.ID
	}
	meeting, err := h.meeting(ctx, search, len(hits))
	return slices.DeleteFunc(slices.Clone(hits), func(hit index.Hit) bool { return !meeting[hit.ID] }), err
}

// orderKey returns the key of the order of the hits.
func (h *Hits) orderKey() (string, error) {
	cursors, err := h.Cursors()
	return cursors.Key(strconv.FormatUint(h.generation, 36)), err
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
	present := h.generation
	h.generation = generation
	key, err := h.orderKey()
	if err != nil {
		return nil, nil, err
	}
	if kept, ok := h.indexes.orders.GetIfPresent(key); ok {
		at := slices.IndexFunc(kept, func(hit index.Hit) bool { return hit.ID == last.ID })
		return kept, kept[at+1:], nil
	}
	h.generation = present
	at, _ := slices.BinarySearchFunc(h.Hits, last, func(hit, last index.Hit) int {
		return cmp.Or(cmp.Compare(last.Score, hit.Score), cmp.Compare(hit.ID, last.ID+1))
	})
	return h.Hits, h.Hits[at:], nil
}
