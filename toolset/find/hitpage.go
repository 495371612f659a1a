package find

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"emcp/internal/index"
	"emcp/query"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Page returns a page of hits, and whether more follow.
func (h *Hits) Page(ctx context.Context, p paging.Page) (rows []Row, more bool, err error) {
	if !h.scopes[0].ordered() {
		return h.ranked(ctx, p)
	}
	ids := h.IDs()
	if len(ids) == 0 {
		return nil, false, nil
	}
	return h.scopes[0].page(ctx, ids, p)
}

// Count returns how many hits there are, or nil if the page does not ask for it.
func (h *Hits) Count(ctx context.Context, p paging.Page) (*int64, error) {
	if !p.Total {
		return nil, nil
	}
	total := new(int64)
	for _, s := range h.scopes {
		if ids := s.of(idsOf(h.Hits)); len(ids) > 0 {
			n, err := s.count(ctx, ids)
			if err != nil {
				return nil, err
			}
			*total += n
		}
	}
	return total, nil
}

// ranked returns a page of the hits, best first. All pages are of the order that the first one had, if it is still
// kept: nothing comes twice or is left out while the site changes.
func (h *Hits) ranked(ctx context.Context, p paging.Page) (rows []Row, more bool, err error) {
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
			if rows, _, err = h.read(ctx, picks, p); err != nil {
				return nil, false, err
			}
			if more = len(rows) > 0; more {
				break
			}
			picks = picks[:0] // all have been hidden since
		}
		picks = append(picks, hit)
	}
	if !more && len(picks) > 0 {
		if rows, more, err = h.read(ctx, picks, p); err != nil {
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
	return rows, more, nil
}

// read reads the documents and items of a page. It returns whether there is too much text for all of them.
func (h *Hits) read(ctx context.Context, picks []index.Hit, p paging.Page) (rows []Row, early bool, err error) {
	generation := strconv.FormatUint(h.generation, 36)
	known := map[int64]Row{}
	for _, s := range h.scopes {
		ids := s.of(idsOf(picks))
		if len(ids) == 0 {
			continue
		}
		read, full, err := s.read(ctx, ids, p)
		if err != nil {
			return nil, false, err
		}
		for _, row := range read {
			known[row.number()] = row
		}
		if full { // the page ends behind the last one
			last := slices.Index(idsOf(picks), read[len(read)-1].number())
			early, picks = true, picks[:last+1]
		}
	}
	for _, hit := range picks {
		if row, ok := known[hit.ID]; ok {
			score := strconv.FormatUint(uint64(math.Float32bits(hit.Score)), 36)
			row.at = query.Position{Keys: []*string{&generation, &score}, ID: hit.ID}
			rows = append(rows, row)
		}
	}
	return rows, early, nil
}

// meeting yields those of the hits that meet the conditions of the search. The first statement looks at that many hits,
// and each further one at four times as many.
func (h *Hits) meeting(ctx context.Context, hits []index.Hit, size int) iter.Seq2[index.Hit, error] {
	return func(yield func(index.Hit, error) bool) {
		for ; len(hits) > 0; size *= 4 {
			some := hits[:min(size, len(hits))]
			hits = hits[len(some):]
			meets := map[int64]bool{}
			for _, s := range h.scopes {
				if ids := s.of(idsOf(some)); len(ids) > 0 {
					if err := s.meeting(ctx, ids, meets); err != nil {
						yield(index.Hit{}, err)
						return
					}
				}
			}
			for _, hit := range some {
				if meets[hit.ID] && !yield(hit, nil) {
					return
				}
			}
		}
	}
}

// meeting adds the numbers of those of the ids that meet the conditions.
func (s *scope) meeting(ctx context.Context, ids []int64, meets map[int64]bool) error {
	var selected map[int64]bool
	if !s.exact {
		var err error
		if selected, err = s.selected(ctx, ids, len(ids)); err != nil {
			return err
		}
	}
	for _, id := range ids {
		meets[numberOf(s.kind(), id)] = s.exact || selected[id]
	}
	return nil
}

// orderKey returns the key of the order of the hits in a state of the index. Callers who name no revision of MCP get
// other kinds for the same arguments.
func (h *Hits) orderKey(generation uint64) (string, error) {
	cursors, err := h.Cursors()
	return cursors.Key(fmt.Sprintf("%d %x", generation, h.query.Kinds)), err
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
