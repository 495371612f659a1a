package view

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/query"
)

// NewestChildren is how many ids Children.Newest has at most. Their ids fit into the 1,024 bytes to which MySQL cuts
// what GROUP_CONCAT returns.
const NewestChildren = 50

// Children says which documents a caller sees directly below a document.
type Children struct {
	Count  int64
	Newest []int64 // their ids in descending order, at most NewestChildren
}

// Since returns the ids of children that are new since before, as far as Newest has them. some says whether any child
// is new; older ones are only counted.
func (c Children) Since(before Children) (appeared []int64, some bool) {
	var oldest int64 // older ids can move up into Newest when newer documents disappear
	if len(before.Newest) == NewestChildren {
		oldest = before.Newest[NewestChildren-1]
	}
	for _, id := range c.Newest {
		if id > oldest && !slices.Contains(before.Newest, id) {
			appeared = append(appeared, id)
		}
	}
	return appeared, len(appeared) > 0 || c.Count > before.Count
}

// ChildrenOf returns, for each of the callers, the children of each document by id. ids must not be empty. It takes one
// statement, which looks at all children.
func ChildrenOf(
	ctx context.Context, db *evodb.DB, callers []identity.Principal, ids []int64,
) ([]map[int64]Children, error) {
	schema, err := db.Schema(ctx)
	if err != nil {
		return nil, err
	}
	views, children := perCaller[Children](callers, ids)
	statement, err := query.Children(schema, views, ids, NewestChildren)
	if err != nil {
		return nil, err
	}
	return children, db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		counts, newest := make([]int64, len(callers)), make([]*string, len(callers))
		dest := []any{&id}
		for i := range callers {
			dest = append(dest, &counts[i], &newest[i])
		}
		if err := scan(dest...); err != nil {
			return err
		}
		for i, listed := range newest {
			if listed == nil {
				continue
			}
			ids, err := idsIn(*listed)
			if err != nil {
				return err
			}
			children[i][id] = Children{counts[i], ids}
		}
		return nil
	})
}

// idsIn returns the ids in a list with commas.
func idsIn(list string) (ids []int64, err error) {
	for text := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
