package follow

import (
	"context"
	"maps"
	"slices"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/query"
)

// Follower follows the documents of one view, or the items of one type. It is not safe for concurrent use.
type Follower struct {
	trash  bool
	known  map[int64]document
	behind int64  // the last document of the pass so far
	pass   uint32 // number of the current pass
}

// document is what tells a change of a document.
type document struct {
	parent, template int64
	title, text      int64  // checksums
	pass             uint32 // in which it was seen last
}

// New returns a follower that knows no document. With trash it follows the documents in the trash.
func New(trash bool) *Follower { return &Follower{trash: trash, known: map[int64]document{}} }

// Changes are what has happened to documents since they were last looked at.
type Changes struct {
	// Changed are new, edited and moved documents, and all below one that was renamed, moved or hidden.
	Changed []int64
	// Gone are the documents that the view does not show any more. They are known at the end of a pass.
	Gone []int64
	// Whole says that the look was the last one of a pass through all documents.
	Whole bool
}

// Look looks at the next documents, at most that many, in one statement. After the last document a new pass begins.
// After an error the look can be repeated.
func (f *Follower) Look(ctx context.Context, db *evodb.DB, c query.Compiler, most uint64) (Changes, error) {
	statement, err := c.Outline(f.trash, f.behind, most)
	if err != nil {
		return Changes{}, err
	}
	return f.look(ctx, db, statement, most)
}

// LookItems is Look for a follower of items.
func (f *Follower) LookItems(
	ctx context.Context, db *evodb.DB, c query.Compiler, t itemtype.Type, most uint64,
) (Changes, error) {
	statement, err := c.ItemOutline(t, f.behind, most)
	if err != nil {
		return Changes{}, err
	}
	return f.look(ctx, db, statement, most)
}

// look is Look with the statement that returns the next documents.
func (f *Follower) look(ctx context.Context, db *evodb.DB, s evodb.Statement, most uint64) (Changes, error) {
	type row struct {
		id int64
		document
	}
	var rows []row
	err := db.Query(ctx, s, func(scan evodb.Scan) error {
		r := row{document: document{pass: f.pass}}
		err := scan(&r.id, &r.parent, &r.template, &r.title, &r.text)
		rows = append(rows, r)
		return err
	})
	if err != nil {
		return Changes{}, err
	}
	var changes Changes
	moved := map[int64]bool{} // documents whose change concerns all below
	for _, r := range rows {
		before, known := f.known[r.id]
		before.pass = f.pass
		if !known || before != r.document {
			changes.Changed = append(changes.Changed, r.id)
		}
		if !known || before.title != r.title || before.parent != r.parent {
			moved[r.id] = true
		}
		f.known[r.id] = r.document
		f.behind = r.id
	}
	if changes.Whole = uint64(len(rows)) < most; changes.Whole {
		for id, d := range f.known {
			if d.pass != f.pass {
				delete(f.known, id)
				changes.Gone = append(changes.Gone, id)
				moved[id] = true
			}
		}
		f.behind = 0
		f.pass++
	}
	changes.Changed = append(changes.Changed, f.below(moved, changes.Changed)...)
	return changes, nil
}

// below returns the documents below others, without those of a list.
func (f *Follower) below(moved map[int64]bool, without []int64) (below []int64) {
	if len(moved) == 0 || len(without) == len(f.known) {
		return nil
	}
	skip := map[int64]bool{}
	for _, id := range without {
		skip[id] = true
	}
	for id := range f.known {
		if !skip[id] && slices.ContainsFunc(f.Above(id), func(above int64) bool { return moved[above] }) {
			below = append(below, id)
		}
	}
	slices.Sort(below)
	return below
}

// IDs returns the documents in the order of their ids.
func (f *Follower) IDs() []int64 { return slices.Sorted(maps.Keys(f.known)) }

// Template returns the template of a document, or 0.
func (f *Follower) Template(id int64) int64 { return f.known[id].template }

// maxDepth is how far up Above looks.
const maxDepth = 20

// Above returns the documents above one, the farthest first, up to the first that the view does not show. That one is
// among them, because documents below it stay where they are.
func (f *Follower) Above(id int64) (above []int64) {
	for at := f.known[id].parent; at != 0 && len(above) < maxDepth && at != id && !slices.Contains(above, at); {
		above = append(above, at)
		at = f.known[at].parent
	}
	slices.Reverse(above)
	return above
}
