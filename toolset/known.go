package toolset

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"
)

// knownTo returns what a cache keeps for the rights of the caller, or reads it. Callers that ask meanwhile share one reading, which
// therefore does not end with the call that started it.
func knownTo[V any](ctx context.Context, v *siteView, cache *otter.Cache[audience, V], read func(context.Context) (V, error)) (V, error) {
	return cache.Get(ctx, v.audience, otter.LoaderFunc[audience, V](func(ctx context.Context, _ audience) (V, error) {
		ctx, cancel := detached(ctx)
		defer cancel()
		return read(ctx)
	}))
}

// audience are callers who see the same through a toolset. What is kept for one audience is never shown to another.
type audience struct {
	toolset   any    // the toolset, which is compared only
	sight     string // of its callers
	refreshes uint64 // of the site
}

// keptByAudience returns a cache of what callers see of a site.
func keptByAudience[V any]() *otter.Cache[audience, V] {
	return otter.Must(&otter.Options[audience, V]{MaximumSize: maxAudiences, ExpiryCalculator: otter.ExpiryCreating[audience, V](keptAge)})
}

// detached returns a context that has the deadline of ctx but does not end earlier with ctx.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	free := context.WithoutCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		return context.WithDeadline(free, deadline)
	}
	return context.WithCancel(free)
}

const (
	// keptAge is how long what has been read of a site is reused.
	keptAge = time.Minute
	// maxAudiences is the most audiences, of all sites together, for which a cache keeps something.
	maxAudiences = 1000
)
