package toolset

import (
	"context"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/tvfilter"
)

// ancestors walks up from the document in statements of several steps each, then fetches the page's documents.
func ancestors(arguments jsontext.Value, _ Options) (action, error) {
	return parseList(arguments, listLength, func(ctx context.Context, c *call, in listInput, selection []tvfilter.Selection) (answer, error) {
		p, err := c.page(in.pageInput, in.extended())
		if err != nil {
			return nil, err
		}
		chain, err := c.climb(ctx, int64(in.ID), or(in.Depth, math.MaxInt64))
		if err != nil {
			return nil, err
		}
		first, err := p.begin(chain)
		if err != nil {
			return nil, err
		}
		last := min(first+p.limit, int64(len(chain)))
		items, more, err := c.itemsByID(ctx, chain[first:last], selection, p.reading(c.options))
		if err != nil {
			return nil, err
		}
		if len(items) > 0 && last < int64(len(chain)) { // without items they were hidden meanwhile, and with them the way up
			more = true
		}
		var total *int64
		if p.total {
			total = new(int64(len(chain)))
		}
		return listOf(c, p, items, more, total, "", shortened)
	})
}

// begin returns where in a list of ids the page begins.
func (p page) begin(ids []int64) (int64, error) {
	if p.after == nil {
		return min(p.offset, int64(len(ids))), nil
	}
	at := slices.Index(ids, p.after.ID)
	if at < 0 {
		return 0, fault.Invalid("cursor", "the document behind which this page begins has been moved away; start again without a cursor")
	}
	return int64(at) + 1, nil
}

// climb returns the ids of at most the given number of ancestors of a document, the farthest first. It ends where a
// document that is not visible interrupts the way, and where the way comes back to a document it has passed.
func (c *call) climb(ctx context.Context, id, levels int64) ([]int64, error) {
	passed := map[int64]bool{id: true}
	var chain []int64
	for from := id; ; from = chain[len(chain)-1] {
		steps, err := c.steps(ctx, from)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			if passed[step] || int64(len(chain)) == levels {
				slices.Reverse(chain)
				return chain, nil
			}
			passed[step] = true
			chain = append(chain, step)
		}
		if len(steps) < query.AncestorSteps {
			slices.Reverse(chain)
			return chain, nil
		}
	}
}

// steps returns the nearest ancestors of a document, as many as one statement finds, the nearest first.
func (c *call) steps(ctx context.Context, id int64) ([]int64, error) {
	statement, err := c.compiler().Ancestors(id)
	if err != nil {
		return nil, err
	}
	var steps []int64
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		row := make([]*int64, query.AncestorSteps)
		dest := make([]any, len(row))
		for i := range row {
			dest[i] = &row[i]
		}
		if err := scan(dest...); err != nil {
			return err
		}
		for _, step := range row {
			if step == nil {
				break
			}
			steps = append(steps, *step)
		}
		return nil
	})
	return steps, err
}

// itemsByID returns the documents with the ids in their order. Where they have more text than r says, they end early and there are
// more, or that is a fault.
func (c *call) itemsByID(
	ctx context.Context, ids []int64, selection []tvfilter.Selection, r reading,
) (items []*item, more bool, err error) {
	if len(ids) == 0 {
		return nil, false, nil
	}
	statement, err := c.compiler().Items(ids)
	if err != nil {
		return nil, false, err
	}
	if items, more, err = c.read(ctx, statement, 0, r); err != nil {
		return nil, false, err
	}
	return items, more, c.complete(ctx, items, selection)
}
