package find

import (
	"sync"
	"time"

	"emcp/internal/index"
	"emcp/toolset/follow"
)

// viewIndex is the index of one view.
type viewIndex struct {
	index *index.Index
	trash bool
	used  int64 // guarded by Indexes.mu

	synonyms [][]string

	// Only the refresh that is running uses these.
	feeds  map[uint8]*feed  // by their kinds
	sums   map[int64]uint64 // of the texts of each variant
	codes  []string         // languages of the translations, the default first
	stamp  uint64           // of what concerns all documents
	reread time.Time        // when all texts were read last
	rest   time.Duration    // how long they are not read again, if only the stamp changes

	mu         sync.Mutex
	refreshing chan struct{} // closed when the running refresh ends; nil: none is running
	err        error         // of the last refresh
	looked     time.Time     // end of the last refresh that succeeded; zero: there is no index yet
	refreshes  uint64        // evodb.DB.Refreshes before it
	generation uint64        // sum of the checksums of all documents: it tells what the view shows, and nothing else
}

func newViewIndex(o index.Options, trash bool) *viewIndex {
	return &viewIndex{
		index: index.New(o), synonyms: o.Synonyms, trash: trash, sums: map[int64]uint64{},
		feeds: map[uint8]*feed{documentKind: {follower: follow.New(trash)}},
	}
}

func (v *viewIndex) lookedAt() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.looked
}

func (v *viewIndex) isReady() bool { return !v.lookedAt().IsZero() }

// failure returns why there is no index, or nil if there is one.
func (v *viewIndex) failure() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.looked.IsZero() {
		return nil
	}
	return v.err
}

// current returns the number of the present content.
func (v *viewIndex) current() uint64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.generation
}
