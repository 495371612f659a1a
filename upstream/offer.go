package upstream

import (
	"context"
	"fmt"
)

// Offer is what an upstream offers beside tools: its resources or its prompts.
type Offer[T any] struct {
	Used    []T
	Refused []Refusal // those that the owner has chosen and emcp does not use
	Listed  int       // how many the upstream has listed
	// Failure is the reason why the list could not be read, for owners. Used is then the result of an earlier reading.
	Failure string

	shown int // bytes of those in Used
}

// mostOffered limits the bytes of the resources of an upstream, and of its prompts. Clients read these
// lists, assistants do not.
const mostOffered = 64 << 10

// add adds a resource or prompt to an offer, unless there is a reason not to use it. shown are its texts.
func (o *Offer[T]) add(used T, name string, most int, reason string, shown ...string) {
	size := 0
	for _, text := range shown {
		size += len(text)
	}
	switch {
	case reason != "":
	case len(o.Used) == most:
		reason = fmt.Sprintf("emcp uses at most %d of an upstream; choose fewer", most)
	case o.shown+size > mostOffered:
		reason = fmt.Sprintf("emcp shows at most %d bytes of them; choose fewer", mostOffered)
	}
	if reason != "" {
		o.Refused = refuse(o.Refused, name, reason)
		return
	}
	o.shown += size
	o.Used = append(o.Used, used)
}

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

// marked returns a text on one line, with the name of the upstream before it.
func (u *Upstream) marked(text string, limit int) string {
	return cleanLine("["+u.options.Name+"] "+text, limit)
}

// describe returns a title and a description that begin with the name of the upstream; the title
// is empty if there is none.
func (u *Upstream) describe(title, description string) (string, string) {
	if title = cleanLine(title, maxTitle); title != "" {
		title = u.marked(title, maxTitle)
	}
	return title, clean("["+u.options.Name+"] "+description, maxDescription)
}
