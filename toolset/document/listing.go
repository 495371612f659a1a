package document

import (
	"context"

	"emcp/query"
	"emcp/toolset/paging"
)

// ReadPage returns a page of a list of documents, and whether more documents follow.
func (r *Reader) ReadPage(ctx context.Context, l query.Listing, p paging.Page) (items []*Item, more bool, err error) {
	if r.Schema.Documents >= r.Options.NearestFrom {
		statement, ok, err := l.Ahead(p.Compiled())
		if err != nil {
			return nil, false, err
		}
		if ok {
			items, more, err = r.Read(ctx, statement, l.Keys(), p.Reading(r.Options))
			if items, more = paging.CutToPage(p, items, more); more || err != nil {
				return items, more, err
			}
		}
	}
	statement, err := l.Page(p.Compiled())
	if err != nil {
		return nil, false, err
	}
	items, more, err = r.Read(ctx, statement, l.Keys(), p.Reading(r.Options))
	items, more = paging.CutToPage(p, items, more)
	return items, more, err
}
