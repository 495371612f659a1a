package toolset

import (
	"context"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/tvfilter"
)

// ancestors walks up from the document, several levels per statement, then reads the documents of the page.
func ancestors(arguments jsontext.Value, _ Options) (action, error) {
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
		if chain, err = c.climb(ctx, int64(in.ID), in.Depth.Or(math.MaxInt64)); err != nil {
			return nil, nil, false, err
		}
		first, err := p.Begin(chain)
		if err != nil {
			return nil, nil, false, err
		}
		last := min(first+p.Limit, int64(len(chain)))
		if items, more, err = c.itemsByID(ctx, chain[first:last], selection, p.Reading(c.Options)); err != nil {
			return nil, nil, false, err
		}
		if len(items) > 0 || first == last {
			return chain, items, more || last < int64(len(chain)), nil
		}
	}
}

// climb returns the ids of the nearest ancestors that the caller sees, farthest first. levels is the number of nearest
// ancestors to look at, visible or not. It stops if a chain of parents is circular.
func (c *call) climb(ctx context.Context, id, levels int64) ([]int64, error) {
	passed := map[int64]bool{id: true}
	var chain []int64
	for from, more := id, true; more; {
		steps, named, err := c.steps(ctx, from)
		if err != nil {
			return nil, err
		}
		if from == id && !named {
			return nil, nil
		}
		more = len(steps) == query.AncestorSteps
		for _, step := range steps {
			if passed[step.id] || int64(len(passed)) > levels {
				more = false
				break
			}
			passed[step.id] = true
			if from = step.id; step.seen {
				chain = append(chain, step.id)
			}
		}
	}
	slices.Reverse(chain)
	return chain, nil
}

// ancestorStep is a document above another.
type ancestorStep struct {
	id   int64
	seen bool // visible to the caller
}

// steps returns the nearest ancestors of a document, as many as one statement finds, nearest first. named says whether
// the caller may ask about the document.
func (c *call) steps(ctx context.Context, id int64) (steps []ancestorStep, named bool, err error) {
	statement, err := c.Compiler().Ancestors(id)
	if err != nil {
		return nil, false, err
	}
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		ids, seen := make([]*int64, query.AncestorSteps), make([]bool, query.AncestorSteps)
		dest := []any{&named}
		for i := range ids {
			dest = append(dest, &ids[i], &seen[i])
		}
		if err := scan(dest...); err != nil {
			return err
		}
		for i, id := range ids {
			if id == nil {
				break
			}
			steps = append(steps, ancestorStep{*id, seen[i]})
		}
		return nil
	})
	return steps, named, err
}

// itemsByID returns the documents with the ids in this order. If they have more text than r allows, either the list
// ends early and more is true, or the error is a fault, as r says.
func (c *call) itemsByID(
	ctx context.Context, ids []int64, selection []tvfilter.Selection, r paging.Reading,
) (items []*document.Item, more bool, err error) {
	if len(ids) == 0 {
		return nil, false, nil
	}
	statement, err := c.ItemCompiler().Items(ids)
	if err != nil {
		return nil, false, err
	}
	if items, more, err = c.Read(ctx, statement, 0, r); err != nil {
		return nil, false, err
	}
	return items, more, c.Complete(ctx, items, selection)
}
