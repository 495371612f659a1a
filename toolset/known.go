package toolset

import (
	"context"

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
