package mcp

import (
	"emcp/internal/identity"
	"emcp/mcp/watch"
)

// subscriber is a client that can be notified of changes, of documents and of lists.
type subscriber struct {
	*watch.Subscriber

	lists knownLists
}

// newSubscriber returns a subscriber. share is the caller whose subscriptions its own count as.
func newSubscriber(caller identity.Principal, share string) *subscriber {
	return &subscriber{Subscriber: watch.NewSubscriber(caller, share)}
}
