package toolset_test

import (
	"context"
	"testing"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
)

// TestPacedSearches has steps that do not end: only searches whose time could tell what the view does not show wait for
// them, also if they find nothing.
func TestPacedSearches(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	tools.SetStep(time.Hour)
	for _, test := range []struct {
		who             identity.Principal
		tool, arguments string
		waits           bool
	}{
		{public, "evo.content.search", `{"limit":2,"query":"page"}`, true},
		{public, "evo.content.search", `{"limit":2,"query":"nothing has this"}`, true},
		{public, "evo.content.search", `{"query":"page","limit":9,"count_by":"parent"}`, true},
		{public, "evo.content.search", `{"limit":2,"query":"page","order_by":"id"}`, true},
		{public, "evo.content.search", `{"limit":3}`, false},
		{public, "evo.content.get", `{"id":1}`, false},
		{manager, "evo.content.search", `{"limit":2,"query":"page"}`, false},
	} {
		ctx := t.Context()
		if test.waits {
			limited, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
			defer cancel()
			ctx = limited
		}
		_, err := tools.Call(ctx, test.who, test.tool, []byte(test.arguments))
		if waited := err != nil && fault.From(err).Kind == fault.QueryTimeout; waited != test.waits || !waited && err != nil {
			t.Errorf("%s of %s %s: %v", test.tool, test.who.Subject, test.arguments, err)
		}
	}
}
