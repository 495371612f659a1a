package tree

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/view"
)

// Ancestors returns the ids of the documents above a document that the caller sees, the farthest first. levels is the
// number of nearest ancestors to look at, visible or not. A circular chain of parents ends where it meets itself.
func Ancestors(ctx context.Context, v *view.Site, id, levels int64) ([]int64, error) {
	passed := map[int64]bool{id: true}
	var chain []int64
	for from, more := id, true; more; {
		steps, named, err := ancestorSteps(ctx, v, from)
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

// ancestorStep is one step up the tree.
type ancestorStep struct {
	id   int64
	seen bool // visible to the caller
}

// ancestorSteps returns the nearest ancestors of a document, as many as one statement finds, nearest first. named says
// whether the caller may ask about the document.
func ancestorSteps(ctx context.Context, v *view.Site, id int64) (steps []ancestorStep, named bool, err error) {
	statement, err := v.Compiler().Ancestors(id)
	if err != nil {
		return nil, false, err
	}
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
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
