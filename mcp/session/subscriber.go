package session

import (
	"sync"

	"emcp/internal/identity"
	"emcp/mcp/watch"
)

// Subscriber is a client that can be notified of changes, of documents and of lists.
type Subscriber struct {
	*watch.Subscriber

	lists knownLists
}

// newSubscriber returns a subscriber. share is the caller whose subscriptions its own count as.
func newSubscriber(caller identity.Principal, share string) *Subscriber {
	return &Subscriber{Subscriber: watch.NewSubscriber(caller, share)}
}

// knownLists are the lists as a client knows them: as they were when it came, when it was last notified, or when it
// last asked for them.
type knownLists struct {
	mu    sync.Mutex
	begun bool
	lists Lists
}

// begin notes the lists of a client that comes. A client that has come before keeps what it knows.
func (s *Subscriber) begin(now Lists) {
	k := &s.lists
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.begun {
		k.begun, k.lists = true, now
	}
}

// Note notes that the client gets a list as it is now.
func (s *Subscriber) Note(kind ListKind, now Lists) {
	k := &s.lists
	k.mu.Lock()
	defer k.mu.Unlock()
	k.lists[kind] = now[kind]
}

// changed returns the kinds of which the client knows another list.
func (s *Subscriber) changed(now Lists) (kinds []ListKind) {
	k := &s.lists
	k.mu.Lock()
	defer k.mu.Unlock()
	for kind := range ListKinds {
		if k.begun && k.lists[kind] != now[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
