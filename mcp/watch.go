package mcp

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset"
)

const (
	// watchInterval is the time between two rounds.
	watchInterval = 5 * time.Second
	// maxSubscriptions is the number of documents that one subscriber can subscribe to.
	maxSubscriptions = 100
	// maxWatched is the number of documents of a site that all subscribers together can subscribe to. One statement reads the
	// state of all.
	maxWatched = 2000
	// maxOwnWatched is the number of subscriptions of one caller, so that none takes the room of all others.
	maxOwnWatched = 500
)

// subscriber is a client that can be notified of changes. The lock of its site's watch guards its members.
type subscriber struct {
	caller    identity.Principal
	share     string     // the caller whose subscriptions these count as; callers without a name are told apart by address
	lists     knownLists // which has a lock of its own
	documents map[int64]subscription
	changed   []change      // that have not been sent
	wake      chan struct{} // has a value while there are such
	gone      bool          // its session has ended
}

func newSubscriber(caller identity.Principal, share string) *subscriber {
	return &subscriber{caller: caller, share: share, documents: map[int64]subscription{}, wake: make(chan struct{}, 1)}
}

// subscription is a document in the state that its subscriber knows.
type subscription struct {
	uri   string
	state toolset.State
}

// change is a change of a document that its subscriber has not been notified of.
type change struct {
	uri  string
	kind string
}

// Kinds of changes, as the subscriber's view shows them.
const (
	created = "created"
	updated = "updated"
	deleted = "deleted"
	hidden  = "hidden"
)

// changeOf returns the kind of a change. Only a manager who sees all documents learns that one was deleted; for others,
// it looks like one that is hidden from them.
func changeOf(caller identity.Principal, before, now toolset.State) string {
	switch {
	case before.Visible && now.Visible:
		return updated
	case now.Visible:
		return created
	case caller.View == identity.Manager && (caller.Member == nil || caller.Member.Administrator()):
		return deleted
	}
	return hidden
}

// note adds a change to those to send. Of several changes of a document, the last one counts.
func (s *subscriber) note(c change) {
	s.changed = append(slices.DeleteFunc(s.changed, func(known change) bool { return known.uri == c.uri }), c)
	s.awaken()
}

// Watch finds out which documents of a site have changed. A round takes one statement, however many subscribe. There are no
// rounds while nobody does.
type Watch struct {
	// Ticks starts the clock of the rounds, by default one every 5 s. Change it before the first subscription.
	Ticks func() (ticks <-chan time.Time, stop func())

	ctx     context.Context // of the process: rounds belong to no request
	db      *evodb.DB
	timeout time.Duration // of one round
	log     *slog.Logger

	running     sync.WaitGroup
	mu          sync.Mutex
	subscribers map[*subscriber]bool // those with subscriptions
	watched     map[int64]int        // number of subscribers of a document
	shares      map[string]int       // number of subscriptions of a caller
	awake       bool                 // there are rounds
}

// NewWatch returns the watch of the site in db. It ends with the context; timeout bounds a round.
func NewWatch(ctx context.Context, db *evodb.DB, timeout time.Duration, log *slog.Logger) *Watch {
	return &Watch{
		Ticks: everyInterval, ctx: ctx, db: db, timeout: timeout, log: log,
		subscribers: map[*subscriber]bool{}, watched: map[int64]int{}, shares: map[string]int{},
	}
}

func everyInterval() (<-chan time.Time, func()) {
	t := time.NewTicker(watchInterval)
	return t.C, t.Stop
}

// Wait returns when there are no rounds any more: when nobody subscribes, or after the end of the context.
func (w *Watch) Wait() { w.running.Wait() }

// Tally returns how many documents are watched, and for how many clients.
func (w *Watch) Tally() (documents, clients int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.watched), len(w.subscribers)
}

// add subscribes to a document.
func (w *Watch) add(s *subscriber, id int64, to subscription) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.gone {
		return unknownSession()
	}
	if _, known := s.documents[id]; known {
		return nil // the known state stays: the document may have changed since
	}
	if len(s.documents) >= maxSubscriptions {
		return fault.Invalid("uri", "a session can subscribe to at most %d resources; unsubscribe from others first", maxSubscriptions)
	}
	if w.shares[s.share] >= maxOwnWatched {
		return fault.New(fault.Unavailable, "this caller has reached its limit of %d subscriptions; unsubscribe from other resources, or try again later", maxOwnWatched)
	}
	if w.watched[id] == 0 && len(w.watched) >= maxWatched {
		return fault.New(fault.Unavailable, "emcp already watches as many documents as it can; try again later")
	}
	s.documents[id] = to
	w.watched[id]++
	w.shares[s.share]++
	w.subscribers[s] = true
	if !w.awake {
		w.awake = true
		w.running.Go(w.run)
	}
	return nil
}

// remove ends a subscription, if there is one.
func (w *Watch) remove(s *subscriber, id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := s.documents[id]
	if !ok {
		return
	}
	w.drop(s, id)
	s.changed = slices.DeleteFunc(s.changed, func(c change) bool { return c.uri == known.uri })
	if len(s.documents) == 0 {
		delete(w.subscribers, s)
	}
}

// forget ends all subscriptions of a subscriber, for good.
func (w *Watch) forget(s *subscriber) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.gone = true
	for id := range s.documents {
		w.drop(s, id)
	}
	delete(w.subscribers, s)
}

// drop ends one subscription that there is.
func (w *Watch) drop(s *subscriber, id int64) {
	delete(s.documents, id)
	if w.watched[id]--; w.watched[id] == 0 {
		delete(w.watched, id)
	}
	if w.shares[s.share]--; w.shares[s.share] == 0 {
		delete(w.shares, s.share)
	}
}

// take returns the changes that are to be sent to the subscriber now.
func (w *Watch) take(s *subscriber) []change {
	w.mu.Lock()
	defer w.mu.Unlock()
	changes := s.changed
	s.changed = nil
	return changes
}

// restore gives back what was taken and could not be sent, for the next stream.
func (w *Watch) restore(s *subscriber, changes []change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	since := s.changed
	s.changed = nil
	for _, c := range slices.Concat(changes, since) {
		s.note(c)
	}
}

// awaken signals that there is something to send, unless that was signalled already.
func (s *subscriber) awaken() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run makes a round at every tick until nobody subscribes any more.
func (w *Watch) run() {
	ticks, stop := w.Ticks()
	defer stop()
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-ticks:
		}
		if !w.round() {
			return
		}
	}
}

// round compares the site with what subscribers know, once. It returns false when there is no subscriber.
func (w *Watch) round() (goOn bool) {
	sights, callers, ids := w.asked()
	if len(ids) == 0 {
		return false
	}
	if err := w.look(sights, callers, ids); err != nil {
		w.log.WarnContext(w.ctx, "changes cannot be read; subscribers hear of them in the next round", "error", err)
	}
	return true
}

// look compares the documents with what subscribers know. It returns a panic as an error, because a panic here would end the
// process.
func (w *Watch) look(sights []string, callers []identity.Principal, ids []int64) (err error) {
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(w.ctx, w.timeout)
	defer cancel()
	states, err := toolset.States(ctx, w.db, callers, ids)
	if err != nil {
		return err
	}
	bySight := map[string]map[int64]toolset.State{}
	for i, sight := range sights {
		bySight[sight] = states[i]
	}
	w.compare(bySight)
	return nil
}

// asked returns one caller for each distinct sight of the subscribers, and all documents of subscriptions.
func (w *Watch) asked() (sights []string, callers []identity.Principal, ids []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.awake = len(w.subscribers) > 0
	for s := range w.subscribers {
		if sight := s.caller.Sight(); !slices.Contains(sights, sight) {
			sights, callers = append(sights, sight), append(callers, s.caller)
		}
		ids = slices.AppendSeq(ids, maps.Keys(s.documents))
	}
	slices.Sort(ids)
	return sights, callers, slices.Compact(ids)
}

// compare wakes the subscribers for whom a document has changed. Documents that they cannot see do not change for them.
// Subscriptions that began after asked are compared in the next round.
func (w *Watch) compare(states map[string]map[int64]toolset.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.subscribers {
		looks := states[s.caller.Sight()]
		for _, id := range slices.Sorted(maps.Keys(s.documents)) {
			known := s.documents[id]
			now, asked := looks[id]
			if !asked || now == known.state {
				continue
			}
			s.documents[id] = subscription{known.uri, now}
			s.note(change{known.uri, changeOf(s.caller, known.state, now)})
		}
	}
}
