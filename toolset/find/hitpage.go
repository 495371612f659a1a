package find

import (
	"context"
	"strconv"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
)

// pick is a hit of a page with its sort keys.
type pick struct {
	id   int64
	keys []*string
}

// best returns the hits of a page, best first, and whether more follow.
func (h *Hits) best(ctx context.Context, p paging.Page) (picks []pick, more bool, err error) {
	from := func() (int, error) {
		if p.After != nil {
			return h.behind(*p.After)
		}
		return int(p.Offset), nil
	}
	err = h.settle(ctx, hit.isGuessed, func() (int, error) {
		n, err := from()
		return n + int(p.Limit) + 1, err
	})
	if err != nil {
		return nil, false, err
	}
	n, err := from()
	if err != nil {
		return nil, false, err
	}
	for _, one := range h.All[min(n, len(h.All)):] {
		if len(picks) == int(p.Limit) {
			return picks, true, nil
		}
		picks = append(picks, pick{one.id, []*string{new(strconv.Itoa(int(one.rank)))}})
	}
	return picks, false, nil
}

// sorted returns the hits of a page in the order that the search asks for, and whether more follow.
func (h *Hits) sorted(ctx context.Context, p paging.Page) (picks []pick, more bool, err error) {
	byID := make(map[int64]*hit, len(h.All))
	for i := range h.All {
		byID[h.All[i].id] = &h.All[i]
	}
	h.search.Among = h.IDs()
	list := query.For(h.Schema, h.Rules).Reading(document.OnlyID).Search(h.search)
	skip, after := int(p.Offset), p.After
	if after != nil {
		skip = 0
	}
	for size := int64(skip) + p.Limit + 1; ; size *= 2 {
		next := query.NewPage(size, 0)
		if after != nil {
			next = query.PageAfter(size, *after)
		}
		rows, err := h.picks(ctx, list, next)
		if err != nil {
			return nil, false, err
		}
		var open []*hit
		for _, row := range rows {
			if one := byID[row.id]; one.open {
				open = append(open, one)
			}
		}
		if err := h.decide(ctx, open); err != nil {
			return nil, false, err
		}
		for _, row := range rows {
			switch {
			case h.misses(*byID[row.id]):
			case skip > 0:
				skip--
			case len(picks) == int(p.Limit):
				return picks, true, nil
			default:
				picks = append(picks, row)
			}
		}
		if int64(len(rows)) < size {
			return picks, false, nil
		}
		last := rows[len(rows)-1]
		after = &query.Position{Keys: last.keys, ID: last.id}
	}
}

// picks reads the ids and sort keys of a page.
func (h *Hits) picks(ctx context.Context, l query.Listing, p query.Page) (picks []pick, err error) {
	statement, err := l.Page(p)
	if err != nil {
		return nil, err
	}
	err = h.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		next := pick{keys: make([]*string, l.Keys())}
		row := []any{&next.id}
		for i := range next.keys {
			row = append(row, &next.keys[i])
		}
		err := scan(row...)
		picks = append(picks, next)
		return err
	})
	return picks, err
}

// Items returns the documents of a page of hits, and whether more follow. It leaves out a document that became hidden
// after it was found.
func (h *Hits) Items(ctx context.Context, p paging.Page) (items []*document.Item, more bool, err error) {
	picks, more, err := h.picked(ctx, p)
	if err != nil || len(picks) == 0 {
		return nil, false, err
	}
	ids, keys := make([]int64, len(picks)), map[int64][]*string{}
	for i, one := range picks {
		ids[i], keys[one.id] = one.id, one.keys
	}
	statement, err := h.ItemCompiler().ItemsOf(h.search, ids)
	if err != nil {
		return nil, false, err
	}
	items, early, err := h.Read(ctx, statement, 0, p.Reading(h.Options))
	for _, item := range items {
		item.Keys = keys[item.ID]
	}
	return items, (more || early) && len(items) > 0, err
}

func (h *Hits) picked(ctx context.Context, p paging.Page) ([]pick, bool, error) {
	if h.search.Order.None() {
		return h.best(ctx, p)
	}
	return h.sorted(ctx, p)
}
