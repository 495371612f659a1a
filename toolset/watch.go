package toolset

import (
	"context"

	"emcp/internal/identity"
	"emcp/toolset/view"
)

// State returns what States and ChildrenOf return for one caller and one document. If the caller may not see the
// document, the error is a ResourceNotFound fault.
func (t *Toolset) State(ctx context.Context, caller identity.Principal, id int64) (view.State, view.Children, error) {
	callers, ids := []identity.Principal{caller}, []int64{id}
	states, err := view.States(ctx, t.db, callers, ids)
	if err == nil && !states[0][id].Visible {
		err = noDocument()
	}
	if err != nil {
		return view.State{}, view.Children{}, err
	}
	children, err := view.ChildrenOf(ctx, t.db, callers, ids)
	if err != nil {
		return view.State{}, view.Children{}, err
	}
	return states[0][id], children[0][id], nil
}
