package toolset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/query"
	"emcp/toolset/view"
)

// Seen is what a result showed of the site. Sees uses it later to decide whether the caller may still see all of that.
// The zero value means that it showed nothing.
type Seen struct {
	Documents []int64 `json:"documents,omitempty"` // ids
	TVs       string  `json:"tvs,omitempty"`       // hash of the template variables that the caller could name
}

// Seen returns what a caller sees in a result of Call, or in the error returned with it. It returns false if that
// cannot be determined, such as for models.
func (t *Toolset) Seen(caller identity.Principal, r Result) (Seen, bool) {
	if !r.shown.known || r.shown.schema == nil {
		return Seen{}, r.shown.known
	}
	return Seen{r.shown.documents, tvSum(r.shown.schema, caller)}, true
}

// Sees reports whether a caller may still see everything in s. It takes at most one statement, in addition to reading
// the schema. The error is a fault.
func (t *Toolset) Sees(ctx context.Context, caller identity.Principal, s Seen) (bool, error) {
	if s.TVs == "" && len(s.Documents) == 0 {
		return true, nil
	}
	schema, err := t.db.Schema(ctx)
	if err != nil {
		return false, err
	}
	if tvSum(schema, caller) != s.TVs {
		return false, nil
	}
	if len(s.Documents) == 0 {
		return true, nil
	}
	states, err := view.States(ctx, t.db, []identity.Principal{caller}, s.Documents)
	if err != nil {
		return false, err
	}
	for _, id := range s.Documents {
		if !states[0][id].Visible {
			return false, nil
		}
	}
	return true, nil
}

// tvSum returns a hash of the template variables in a schema that a caller may see.
func tvSum(schema *evodb.Schema, caller identity.Principal) string {
	compiler := query.For(schema, view.RulesOf(caller))
	h := sha256.New()
	for _, name := range slices.Sorted(slices.Values(schema.TVNames())) {
		for _, tv := range schema.TVs(name) {
			if compiler.Shows(tv.ID) {
				_, _ = fmt.Fprintf(h, "%q %d\n", name, tv.ID)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
