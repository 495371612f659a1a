package find

import (
	"context"
	"slices"

	"emcp/toolset/follow"
)

// feed is the documents, or the items of a type, with which an index follows the site.
type feed struct {
	follower *follow.Follower
	waiting  []int64 // ids of those whose texts are to be read
}

// catchUp brings what the index has of a kind to what the site shows now. What it has read before an error stays. whole
// says that all texts are read again.
func (v *viewIndex) catchUp(
	ctx context.Context, kind uint8, whole bool,
	look func() (follow.Changes, error), update func(ctx context.Context, ids []int64) error,
) error {
	f := v.feeds[kind]
	for {
		changes, err := look()
		if err != nil {
			return err
		}
		f.waiting = append(f.waiting, changes.Changed...)
		for _, id := range changes.Gone {
			v.remove(numberOf(kind, id))
		}
		if changes.Whole {
			break
		}
	}
	slices.Sort(f.waiting)
	f.waiting = slices.Compact(f.waiting)
	if whole { // the others behind what has changed, which searches find first
		f.waiting = append(f.waiting, slices.DeleteFunc(f.follower.IDs(), func(id int64) bool {
			_, found := slices.BinarySearch(f.waiting, id)
			return found
		})...)
	}
	for len(f.waiting) > 0 {
		some := f.waiting[:min(len(f.waiting), textsAtOnce)]
		if err := update(ctx, some); err != nil {
			return err
		}
		f.waiting = f.waiting[len(some):]
	}
	return nil
}

// drop removes all that the index has of a kind.
func (v *viewIndex) drop(kind uint8) {
	for _, id := range v.feeds[kind].follower.IDs() {
		v.remove(numberOf(kind, id))
	}
	delete(v.feeds, kind)
}
