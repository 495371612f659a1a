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
)

// shownSet is what the result of a call shows of the site.
type shownSet struct {
	known     bool          // false: something else, too, or too many documents to remember
	documents []int64       // the items, and those whose titles or addresses stand in them, in ascending order
	schema    *evodb.Schema // by which the call was answered; nil: by none
}

// nothingShown is the result beside an error that is none of the site's.
var nothingShown = Result{shown: shownSet{known: true}}

// maxShown bounds the documents that are remembered of a result; a page can have thousands of links.
const maxShown = 1000

// show notes documents that the answer shows, and the documents above them and behind their links.
func (c *call) show(items []*documentItem, p treePlaces) {
	c.shown = slices.Grow(c.shown, len(items)+len(p.nodes))
	for _, item := range items {
		c.shown = append(c.shown, item.id)
	}
	for id, n := range p.nodes {
		if n.seen {
			c.shown = append(c.shown, id)
		}
	}
}

// shows returns what the answer of a tool shows.
func (c *call) shows(tool Tool) shownSet {
	slices.Sort(c.shown)
	documents := slices.Compact(c.shown)
	return shownSet{tool.documents && !c.counted && len(documents) <= maxShown, documents, c.schema}
}

// Seen is what a caller has seen of the site in a result. By it, Sees finds out later whether that may still be shown. The zero
// value is nothing.
type Seen struct {
	Documents []int64 `json:"documents,omitempty"` // ids
	TVs       string  `json:"tvs,omitempty"`       // sum of the template variables that were there for the caller
}

// Seen returns what a caller sees in a result of Call, or in the error beside it; false where that cannot be said: of models, for
// example.
func (t *Toolset) Seen(caller identity.Principal, r Result) (Seen, bool) {
	if !r.shown.known || r.shown.schema == nil {
		return Seen{}, r.shown.known
	}
	return Seen{r.shown.documents, tvSum(r.shown.schema, caller)}, true
}

// Sees reports whether a caller may see now all that was seen, with at most one statement beside the reading of the schema. The
// error is a fault.
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
	states, err := States(ctx, t.db, []identity.Principal{caller}, s.Documents)
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

// tvSum returns the same string for schemas that have the same template variables for a caller.
func tvSum(schema *evodb.Schema, caller identity.Principal) string {
	compiler := query.For(schema, viewOf(caller))
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
