package toolset

import (
	"context"

	"github.com/maypok86/otter/v2"
)

// knownTo returns what a cache keeps for the rights of the caller, or reads it. Callers that ask meanwhile share one reading, which
// therefore does not end with the call that started it.
func knownTo[V any](ctx context.Context, c *call, cache *otter.Cache[string, V], read func(context.Context) (V, error)) (V, error) {
	return cache.Get(ctx, c.caller.Sight(), otter.LoaderFunc[string, V](func(ctx context.Context, _ string) (V, error) {
		ctx, cancel := detached(ctx)
		defer cancel()
		return read(ctx)
	}))
}
