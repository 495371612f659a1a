package toolset

import (
	"context"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/tree"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// ancestors walks up from the document, several levels per statement, then reads the documents of the page.
func ancestors(arguments jsontext.Value, _ view.Options) (action, error) {
	return parseList(arguments, document.ListLength,
		func(ctx context.Context, c *call, in listInput, selection []tvfilter.Selection) (toolAnswer, error) {
			p, err := in.Page(c.Site, in.extended())
			if err != nil {
				return nil, err
			}
			chain, items, more, err := c.ancestorPage(ctx, in, p, selection)
			if err != nil {
				return nil, err
			}
			var total *int64
			if p.Total {
				total = new(int64(len(chain)))
			}
			return listOf(c, p, items, more, total, "", document.Shorten)
		})
}

// ancestorPage returns the ids of all ancestors that a call asks for, and the items of the page. If all documents of
// the page become hidden between the two statements, it walks up again, because others may follow.
func (c *call) ancestorPage(
	ctx context.Context, in listInput, p paging.Page, selection []tvfilter.Selection,
) (chain []int64, items []*document.Item, more bool, err error) {
	for {
		if chain, err = tree.Ancestors(ctx, c.Site, int64(in.ID), in.Depth.Or(math.MaxInt64)); err != nil {
			return nil, nil, false, err
		}
		first, err := p.Begin(chain)
		if err != nil {
			return nil, nil, false, err
		}
		last := min(first+p.Limit, int64(len(chain)))
		if items, more, err = c.ByID(ctx, chain[first:last], selection, p.Reading(c.Options)); err != nil {
			return nil, nil, false, err
		}
		if len(items) > 0 || first == last {
			return chain, items, more || last < int64(len(chain)), nil
		}
	}
}
