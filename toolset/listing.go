package toolset

import (
	"context"

	"emcp/query"
	"emcp/toolset/paging"
)

// readPage returns a page of a list of documents, and whether more documents follow.
func (c *call) readPage(ctx context.Context, l query.Listing, p paging.Page) (items []*documentItem, more bool, err error) {
	if c.Schema.Documents >= c.Options.NearestFrom {
		statement, ok, err := l.Ahead(p.Compiled())
		if err != nil {
			return nil, false, err
		}
		if ok {
			items, more, err = c.read(ctx, statement, l.Keys(), p.Reading(c.Options))
			if items, more = paging.CutToPage(p, items, more); more || err != nil {
				return items, more, err
			}
		}
	}
	statement, err := l.Page(p.Compiled())
	if err != nil {
		return nil, false, err
	}
	items, more, err = c.read(ctx, statement, l.Keys(), p.Reading(c.Options))
	items, more = paging.CutToPage(p, items, more)
	return items, more, err
}
