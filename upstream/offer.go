package upstream

import (
	"context"
)

// offers reads the resources and prompts of an upstream that its owner has chosen. A list that cannot be read stays as
// it was, and does not affect the tools or the other list. For Inspect it also counts what the owner has not chosen.
func (u *Upstream) offers(ctx context.Context, l link, list *List) {
	resources, prompts := u.options.Resources != nil, u.options.Prompts != nil
	list.Resources = offered(ctx, list.Resources, u.announced.resources, resources, u.inspected,
		func(ctx context.Context) (Offer[Resource], error) {
			return u.readResources(ctx, l)
		})
	list.Prompts = offered(ctx, list.Prompts, u.announced.prompts, prompts, u.inspected,
		func(ctx context.Context) (Offer[Prompt], error) {
			return u.readPrompts(ctx, l)
		})
}

// offered reads a list of resources or prompts. before is the last one read; has says that the upstream
// has announced such a list.
func offered[T any](
	ctx context.Context, before Offer[T], has, chosen, inspected bool, read func(context.Context) (Offer[T], error),
) Offer[T] {
	switch {
	case !chosen && (!inspected || !has):
		return Offer[T]{}
	case !has:
		return Offer[T]{Failure: "the server does not say that it has any"}
	}
	ctx, cancel := context.WithTimeout(ctx, refreshTime)
	defer cancel()
	now, err := read(ctx)
	switch {
	case err == nil:
		return now
	case chosen:
		before.Failure = bounded(err)
	}
	return before
}
