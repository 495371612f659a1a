package view

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/identity"
)

// Known returns the cached value for the caller's audience, or reads it. Concurrent callers share one reading, so it
// does not end with the call that started it.
func Known[V any](
	ctx context.Context, v *Site, cache *otter.Cache[Audience, V], read func(context.Context) (V, error),
) (V, error) {
	return cache.Get(ctx, v.Audience, otter.LoaderFunc[Audience, V](func(ctx context.Context, _ Audience) (V, error) {
		ctx, cancel := Detached(ctx)
		defer cancel()
		return read(ctx)
	}))
}

// Audience are callers who see the same through a toolset. What is kept for one audience is never shown to another.
type Audience struct {
	toolset   any    // the toolset, which is only compared
	Sight     string // of its callers
	Refreshes uint64 // of the site
}

// AudienceOf returns the audience of a caller of a toolset.
func AudienceOf(toolset any, db *evodb.DB, caller identity.Principal) Audience {
	return Audience{toolset, caller.Sight(), db.Refreshes()}
}

// NewCache returns a cache of values by audience. They expire after KeptAge.
func NewCache[V any]() *otter.Cache[Audience, V] {
	return otter.Must(&otter.Options[Audience, V]{MaximumSize: maxAudiences,
		ExpiryCalculator: otter.ExpiryCreating[Audience, V](KeptAge)})
}

// Detached returns a context that has the deadline of ctx but does not end earlier with ctx.
func Detached(ctx context.Context) (context.Context, context.CancelFunc) {
	free := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(free, deadline)
	}
	return context.WithCancel(free)
}

const (
	// KeptAge is how long what has been read of a site is reused.
	KeptAge = time.Minute
	// maxAudiences is how many audiences, of all sites together, a cache has values for.
	maxAudiences = 1000
)
