package toolset

import (
	"context"

	"emcp/internal/identity"
	"emcp/toolset/find"
)

// Prepare reads the texts that a caller sees for searches, so that the first one need not wait for that.
func (t *Toolset) Prepare(ctx context.Context, caller identity.Principal) error {
	c, err := t.begin(ctx, caller, "", noArguments)
	if err != nil {
		return err
	}
	return t.indexes.Prepare(ctx, &c.Reader)
}

// Indexed describes the indexes of the site's texts.
func (t *Toolset) Indexed() find.Stats { return t.indexes.Stats(t.db) }
