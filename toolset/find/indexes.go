package find

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/index"
	"emcp/toolset/document"
	"emcp/toolset/view"
)

// DefaultMemory is how much memory the indexes take together, in bytes: enough for 100,000 documents of usual length,
// which take 88 MiB.
const DefaultMemory = 128 << 20

// Options are those of Indexes.
type Options struct {
	// MaxBytes is about how much memory all indexes take together, in bytes; 0: DefaultMemory.
	MaxBytes int64
	// LookAfter is how old what is known of a small site may be when a search uses it; 0: 5 s.
	LookAfter time.Duration
	// LookTime is how long a search waits until the index has caught up with the site; 0: 1 s.
	LookTime time.Duration
}

// Indexes are the indexes of all views of all sites of a process. They are safe for concurrent use.
type Indexes struct {
	options Options
	orders  *orders

	mu   sync.Mutex
	all  map[indexKey]*viewIndex
	uses int64
}

// NewIndexes returns Indexes that know no site yet.
func NewIndexes(o Options) *Indexes {
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMemory)
	o.LookAfter, o.LookTime = cmp.Or(o.LookAfter, lookAfter), cmp.Or(o.LookTime, lookTime)
	return &Indexes{options: o, orders: newOrders(), all: map[indexKey]*viewIndex{}}
}

// indexKey has what the content of an index depends on.
type indexKey struct {
	db     *evodb.DB
	sight  string // of the callers
	trash  bool   // documents in the trash
	labels bool   // whether callers see the labels of options
	names  bool   // whether they see the names of templates
}

// Full reports whether one more index could make others be dropped.
func (x *Indexes) Full() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	var bytes int64
	for _, v := range x.all {
		bytes += v.index.Stats().Bytes
	}
	return bytes > x.options.MaxBytes/fullShare*(fullShare-1)
}

// fullShare is the part of the memory, as a divisor, that is left for one more index.
const fullShare = 10

// Stats describe the indexes of one site.
type Stats struct {
	index.Stats

	Indexes int       // of different views
	Looked  time.Time // when one was last compared with the site; zero: never
}

// Stats returns the sum over the indexes of a site.
func (x *Indexes) Stats(db *evodb.DB) (s Stats) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for key, v := range x.all {
		if key.db != db {
			continue
		}
		one := v.index.Stats()
		s.Indexes++
		s.Documents, s.Words = s.Documents+one.Documents, s.Words+one.Words
		s.Bytes, s.Shortened = s.Bytes+one.Bytes, s.Shortened+one.Shortened
		if looked := v.lookedAt(); looked.After(s.Looked) {
			s.Looked = looked
		}
	}
	return s
}

// of returns the index of what a caller sees, which is not older than the site allows. While it is built, calls wait
// until their time is over.
func (x *Indexes) of(ctx context.Context, r *document.Reader, trash bool) (*viewIndex, error) {
	v := x.get(r, trash)
	done := v.refresh(ctx, r, x.options.LookAfter, func() { x.trim(v) })
	if done == nil {
		return v, nil
	}
	patience := time.NewTimer(x.options.LookTime)
	defer patience.Stop()
	for {
		select {
		case <-done:
			return v, v.failure()
		case <-ctx.Done():
			if v.isReady() {
				return nil, view.Ended(ctx)
			}
			return nil, &fault.Error{Kind: fault.QueryTimeout, RetryAfter: buildRetry,
				Message: "the site's texts are still being read for the first search; send the same call again in some seconds"}
		case <-patience.C:
			if v.isReady() {
				return v, nil
			}
		}
	}
}

// Prepare builds the index of what a caller sees before the first search needs it.
func (x *Indexes) Prepare(ctx context.Context, r *document.Reader) error {
	_, err := x.of(ctx, r, false)
	return err
}

// buildRetry is when it makes sense to search again while an index is built.
const buildRetry = 5 * time.Second

func (x *Indexes) get(r *document.Reader, trash bool) *viewIndex {
	o := r.Options
	key := indexKey{
		db: r.DB, sight: r.Caller.Sight(), trash: trash, labels: o.Allows("SiteTmplvar", "elements"),
		names: o.Allows("SiteTemplate", "templatename"),
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	v := x.all[key]
	if v == nil || !slices.EqualFunc(v.synonyms, o.Synonyms, slices.Equal) {
		v = newViewIndex(index.Options{Synonyms: o.Synonyms, MaxBytes: x.options.MaxBytes}, trash)
		x.all[key] = v
	}
	x.uses++
	v.used = x.uses
	return v
}

// maxIndexes is the most indexes, also if they take little memory.
const maxIndexes = 1000

// trim drops the indexes that have not been used for longest, while all together take too much memory or are too many.
func (x *Indexes) trim(but *viewIndex) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var bytes int64
	var others []indexKey
	for key, v := range x.all {
		bytes += v.index.Stats().Bytes
		if v != but && v.isReady() {
			others = append(others, key)
		}
	}
	slices.SortFunc(others, func(a, b indexKey) int { return cmp.Compare(x.all[a].used, x.all[b].used) })
	for _, key := range others {
		if bytes <= x.options.MaxBytes && len(x.all) <= maxIndexes {
			return
		}
		bytes -= x.all[key].index.Stats().Bytes
		delete(x.all, key)
	}
}

// order is the hits of a search in the order in which its pages have them.
type order []index.Hit

// orders keep the order of searches that have more pages, so that the pages after the first continue it while the site
// changes.
type orders = otter.Cache[string, order]

const (
	maxOrders = 8 << 20 // bytes of all
	orderAge  = 10 * time.Minute
	hitSize   = 40
)

func newOrders() *orders {
	return otter.Must(&otter.Options[string, order]{
		MaximumWeight: maxOrders,
		Weigher:       func(key string, o order) uint32 { return uint32(len(key) + hitSize*len(o)) },
		//nolint:gosec // 50,000 hits
		ExpiryCalculator: otter.ExpiryWriting[string, order](orderAge),
	})
}
