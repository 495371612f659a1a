package document

import (
	"context"

	"emcp/evodb"
)

// Limits of the children of a document that an answer lists.
const (
	maxChildren = 50 // if the call asks for them
	maxListed   = 20 // otherwise, of a document whose page prints something of its own
)

// fetchNearby reads the documents around others if the call asks for them.
func (r *Reader) fetchNearby(ctx context.Context, items []*Item) error {
	if len(items) == 0 {
		return nil
	}
	beside, below := r.Shape.has("previous") || r.Shape.has("next"), r.Shape.has("children")
	if !beside && !below {
		return nil
	}
	around := map[int64]*nearby{}
	var ids []int64
	for _, i := range items {
		i.nearby = &nearby{children: []related{}}
		around[i.ID] = i.nearby
		ids = append(ids, i.ID)
	}
	if beside {
		if err := r.fetchBeside(ctx, ids, around); err != nil {
			return err
		}
	}
	if !below {
		return nil
	}
	return r.fetchChildren(ctx, ids, around, maxChildren)
}

// listChildren reads the first children of documents whose page prints something that only the site can compute: mostly
// that is a list of them.
func (r *Reader) listChildren(ctx context.Context, items []*Item) error {
	if !r.Shape.Listing || r.Shape.has("children") {
		return nil
	}
	around := map[int64]*nearby{}
	var ids []int64
	for _, i := range items {
		if !i.Dynamic {
			continue
		}
		if i.nearby == nil {
			i.nearby = &nearby{}
		}
		around[i.ID] = i.nearby
		ids = append(ids, i.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	return r.fetchChildren(ctx, ids, around, maxListed)
}

// fetchBeside reads the siblings next to documents.
func (r *Reader) fetchBeside(ctx context.Context, ids []int64, around map[int64]*nearby) error {
	statement, err := r.Compiler().Beside(ids)
	if err != nil {
		return err
	}
	var folder int64
	var before *related   // the last sibling that is shown
	var waiting []*nearby // around the documents behind that sibling, which have no next one yet
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var doc related
		var parent int64
		var visible bool
		if err := scan(&doc.ID, &parent, &doc.Title, &visible); err != nil {
			return err
		}
		if parent != folder {
			folder, before, waiting = parent, nil, nil
		}
		if visible {
			for _, n := range waiting {
				n.next = &doc
			}
			waiting = nil
		}
		if n := around[doc.ID]; n != nil {
			n.previous = before
			waiting = append(waiting, n)
		}
		if visible {
			before = &doc
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		n := around[id]
		if n.previous, err = r.related(ctx, n.previous); err != nil {
			return err
		}
		if n.next, err = r.related(ctx, n.next); err != nil {
			return err
		}
	}
	return nil
}

// fetchChildren reads the first children of documents, at most that many.
func (r *Reader) fetchChildren(ctx context.Context, ids []int64, around map[int64]*nearby, most uint64) error {
	statement, err := r.Compiler().FirstChildren(ids, most+1)
	if err != nil {
		return err
	}
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var parent, id, menuindex int64
		var title *string
		if err := scan(&parent, &id, &title, &menuindex); err != nil {
			return err
		}
		n := around[parent]
		if uint64(len(n.children)) == most {
			n.more = true
			return nil
		}
		child, err := r.related(ctx, &related{id, title})
		if err != nil {
			return err
		}
		n.children = append(n.children, *child)
		return nil
	})
}

// related returns a document as the caller sees its title, or nil if there is none. It records that the answer shows
// the document.
func (r *Reader) related(ctx context.Context, document *related) (*related, error) {
	if document == nil {
		return nil, nil
	}
	r.Shown = append(r.Shown, document.ID)
	title := document.Title
	r.Untag(&title)
	if title != nil {
		title = new(*title)
		if err := r.PlainTitle(ctx, title); err != nil {
			return nil, err
		}
	}
	return &related{document.ID, title}, nil
}
