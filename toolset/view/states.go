package view

import (
	"context"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/query"
)

// State says whether a caller sees a document, and when it was edited.
type State struct {
	Visible bool
	Edited  int64 // Unix seconds; 0 if the document is not visible
}

// States returns, for each of the callers, the state of each document by id. ids must not be empty. It takes one
// statement.
func States(ctx context.Context, db *evodb.DB, callers []identity.Principal, ids []int64) ([]map[int64]State, error) {
	schema, err := db.Schema(ctx)
	if err != nil {
		return nil, err
	}
	views, states := perCaller[State](callers, ids)
	statement, err := query.Watched(schema, views, ids)
	if err != nil {
		return nil, err
	}
	return states, db.Query(ctx, statement, func(scan evodb.Scan) error {
		var id, edited int64
		visible := make([]bool, len(callers))
		dest := []any{&id, &edited}
		for i := range visible {
			dest = append(dest, &visible[i])
		}
		if err := scan(dest...); err != nil {
			return err
		}
		for i := range visible {
			if visible[i] {
				states[i][id] = State{true, edited}
			}
		}
		return nil
	})
}

// perCaller returns the rules of each caller, and for each caller a map with a zero value for each id.
func perCaller[T any](callers []identity.Principal, ids []int64) (views []query.View, seen []map[int64]T) {
	for _, caller := range callers {
		none := map[int64]T{}
		for _, id := range ids {
			none[id] = *new(T)
		}
		views, seen = append(views, RulesOf(caller)), append(seen, none)
	}
	return views, seen
}
