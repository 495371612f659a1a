package watch

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset/view"
)

const (
	// interval is the time between two rounds.
	interval = 5 * time.Second
	// MaxSubscriptions is the number of documents that one subscriber can subscribe to.
	MaxSubscriptions = 100
	// maxWatched is the number of documents of a site that all subscribers together can subscribe to. One statement reads
	// the state of all.
	maxWatched = 2000
	// maxOwnWatched is the number of subscriptions of one caller, so that none uses up maxWatched.
	maxOwnWatched = 500
	// maxLookedAt is how many documents a round looks at on average to find new ones below those that are watched, one for
	// each view: 2 to 4 us each.
	maxLookedAt = 50_000
)

// Subscriber is a client that can be notified of changes. The lock of its site's watch guards its other members.
type Subscriber struct {
	Caller identity.Principal
	Share  string        // the caller whose subscriptions these count as; callers without a name are told apart by address
	Wake   chan struct{} // has a value while there are changes to send

	documents map[int64]*Subscription
	changed   []Change // that have not been sent
	gone      bool     // its session has ended
}

// NewSubscriber returns a subscriber without subscriptions.
func NewSubscriber(caller identity.Principal, share string) *Subscriber {
	return &Subscriber{Caller: caller, Share: share, documents: map[int64]*Subscription{}, Wake: make(chan struct{}, 1)}
}

// Subscription is a document in the state that its subscriber knows.
type Subscription struct {
	URI      string
	State    view.State
	Children view.Children
}

// Change is a change of a document that its subscriber has not been notified of.
type Change struct {
	URI   string
	Kind  string  // what has happened to it, as the subscriber sees it: created, updated, deleted, hidden or added
	Added []int64 // of the kind added: the newest documents that have appeared below it
}

// ErrGone says that the session of a subscriber has ended.
var ErrGone = errors.New("the subscriber is gone")

// Kinds of changes, as the subscriber's view shows them.
const (
	created = "created"
	updated = "updated"
	deleted = "deleted"
	hidden  = "hidden"
	added   = "added" // documents have appeared below it
)

// changeOf returns the kind of a change. Only a manager who sees all documents learns that one was deleted; for others,
// it looks like one that is hidden from them.
func changeOf(caller identity.Principal, before, now view.State) string {
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

// note adds a change to those to send. Of several changes of a document itself, the last one counts; documents that
// have appeared below it add up.
func (s *Subscriber) note(c Change) {
	same := func(known Change) bool { return known.URI == c.URI && (known.Kind == added) == (c.Kind == added) }
	if i := slices.IndexFunc(s.changed, same); i >= 0 {
		c.Added = newest(c.Added, s.changed[i].Added)
		s.changed = slices.Delete(s.changed, i, i+1)
	}
	s.changed = append(s.changed, c)
	s.Awaken()
}

// newest returns the newest of the documents in both lists, in descending order.
func newest(a, b []int64) []int64 {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b int64) int { return cmp.Compare(b, a) })
	all = slices.Compact(all)
	return all[:min(len(all), view.NewestChildren)]
}

// Watch finds out which documents of a site have changed. A round takes two statements, however many subscribers there
// are. Without subscribers there are no rounds.
type Watch struct {
	ctx     context.Context // of the process: rounds belong to no request
	db      *evodb.DB
	timeout time.Duration // of one round
	log     *slog.Logger
	clock   Clock

	running     sync.WaitGroup
	mu          sync.Mutex
	subscribers map[*Subscriber]bool // those with subscriptions
	watched     map[int64]int        // number of subscribers of a document
	shares      map[string]int       // number of subscriptions of a caller
	hasRounds   bool                 // run is running

	skip int // rounds until the next look for new documents; used by run only
}

// Clock starts the ticks of rounds, and returns how to stop them.
type Clock func() (ticks <-chan time.Time, stop func())

// New returns the watch of the site in db. It ends with the context; timeout bounds a round. A round begins with
// each tick of the clock; nil: every 5 s.
func New(ctx context.Context, db *evodb.DB, timeout time.Duration, log *slog.Logger, clock Clock) *Watch {
	if clock == nil {
		clock = tickEveryInterval
	}
	return &Watch{
		ctx: ctx, db: db, timeout: timeout, log: log, clock: clock,
		subscribers: map[*Subscriber]bool{}, watched: map[int64]int{}, shares: map[string]int{},
	}
}

func tickEveryInterval() (<-chan time.Time, func()) {
	t := time.NewTicker(interval)
	return t.C, t.Stop
}

// Wait returns when the rounds have stopped: without subscribers, or after the end of the context.
func (w *Watch) Wait() { w.running.Wait() }

// Tally returns how many documents are watched, and for how many clients.
func (w *Watch) Tally() (documents, clients int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.watched), len(w.subscribers)
}

// Add subscribes to a document. It returns ErrGone when Forget came first, and otherwise faults.
func (w *Watch) Add(s *Subscriber, id int64, to Subscription) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.gone {
		return ErrGone
	}
	if _, known := s.documents[id]; known {
		return nil // the known state stays: the document may have changed since
	}
	if len(s.documents) >= MaxSubscriptions {
		return fault.Invalid("uri", "a session can subscribe to at most %d resources; unsubscribe from others first",
			MaxSubscriptions)
	}
	if w.shares[s.Share] >= maxOwnWatched {
		return fault.New(fault.Unavailable,
			"this caller has reached its limit of %d subscriptions; unsubscribe from other resources, or try again later",
			maxOwnWatched)
	}
	if w.watched[id] == 0 && len(w.watched) >= maxWatched {
		return fault.New(fault.Unavailable, "emcp already watches as many documents as it can; try again later")
	}
	s.documents[id] = &to
	w.watched[id]++
	w.shares[s.Share]++
	w.subscribers[s] = true
	if !w.hasRounds {
		w.hasRounds = true
		w.running.Go(w.run)
	}
	return nil
}

// Remove ends a subscription, if there is one.
func (w *Watch) Remove(s *Subscriber, id int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := s.documents[id]
	if !ok {
		return
	}
	w.drop(s, id)
	s.changed = slices.DeleteFunc(s.changed, func(c Change) bool { return c.URI == known.URI })
	if len(s.documents) == 0 {
		delete(w.subscribers, s)
	}
}

// Forget ends all subscriptions of a subscriber, for good.
func (w *Watch) Forget(s *Subscriber) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.gone = true
	for id := range s.documents {
		w.drop(s, id)
	}
	delete(w.subscribers, s)
}

// drop ends a subscription that exists.
func (w *Watch) drop(s *Subscriber, id int64) {
	delete(s.documents, id)
	if w.watched[id]--; w.watched[id] == 0 {
		delete(w.watched, id)
	}
	if w.shares[s.Share]--; w.shares[s.Share] == 0 {
		delete(w.shares, s.Share)
	}
}

// Take returns the changes that are to be sent to the subscriber now.
func (w *Watch) Take(s *Subscriber) []Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	changes := s.changed
	s.changed = nil
	return changes
}

// Restore puts back changes that were taken and could not be sent.
func (w *Watch) Restore(s *Subscriber, changes []Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	since := s.changed
	s.changed = nil
	for _, c := range slices.Concat(changes, since) {
		s.note(c)
	}
}

// Awaken signals that there is something to send, unless that was signalled already.
func (s *Subscriber) Awaken() {
	select {
	case s.Wake <- struct{}{}:
	default:
	}
}

// run makes a round at every tick until nobody subscribes any more.
func (w *Watch) run() {
	ticks, stop := w.clock()
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
	sights, callers, ids := w.subscriptions()
	if len(ids) == 0 {
		return false
	}
	if err := w.look(sights, callers, ids); err != nil {
		w.log.WarnContext(w.ctx, "changes cannot be read; subscribers hear of them in the next round", "error", err)
	}
	return true
}

// look compares the documents with what subscribers know. It returns a panic as an error, because a panic here would
// end the process.
func (w *Watch) look(sights []string, callers []identity.Principal, ids []int64) (err error) {
	defer fault.Recovered(&err)
	ctx, cancel := context.WithTimeout(w.ctx, w.timeout)
	defer cancel()
	states, err := view.States(ctx, w.db, callers, ids)
	if err != nil {
		return err
	}
	compare(w, sights, states, (*Subscriber).learnState)
	if w.skip > 0 {
		w.skip--
		return nil
	}
	schema, err := w.db.Schema(ctx)
	if err != nil {
		return err
	}
	w.skip = roundsToSkip(schema.Documents, len(sights))
	children, err := view.ChildrenOf(ctx, w.db, callers, ids)
	if err != nil {
		return err
	}
	compare(w, sights, children, (*Subscriber).learnChildren)
	return nil
}

// roundsToSkip returns how many rounds in a row do not look for new documents, so that one look at a large site is paid
// for by several rounds.
func roundsToSkip(documents int64, sights int) int {
	return int(documents * int64(sights) / maxLookedAt)
}

// subscriptions returns one caller for each distinct sight of the subscribers, and all documents of subscriptions.
func (w *Watch) subscriptions() (sights []string, callers []identity.Principal, ids []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hasRounds = len(w.subscribers) > 0
	for s := range w.subscribers {
		if sight := s.Caller.Sight(); !slices.Contains(sights, sight) {
			sights, callers = append(sights, sight), append(callers, s.Caller)
		}
		ids = slices.AppendSeq(ids, maps.Keys(s.documents))
	}
	slices.Sort(ids)
	return sights, callers, slices.Compact(ids)
}

// compare calls learn for each subscription, with what was found under the sight of its subscriber. Subscriptions that
// are newer than the list that was looked up wait for the next round.
func compare[T any](
	w *Watch, sights []string, found []map[int64]T, learn func(s *Subscriber, known *Subscription, now T),
) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.subscribers {
		i := slices.Index(sights, s.Caller.Sight())
		if i < 0 {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(s.documents)) {
			if now, asked := found[i][id]; asked {
				learn(s, s.documents[id], now)
			}
		}
	}
}

// learnState notes a change of a document. Documents that the subscriber cannot see do not change for it.
func (s *Subscriber) learnState(known *Subscription, now view.State) {
	if now != known.State {
		s.note(Change{URI: known.URI, Kind: changeOf(s.Caller, known.State, now)})
		known.State = now
	}
}

// learnChildren notes that documents have appeared below a document.
func (s *Subscriber) learnChildren(known *Subscription, now view.Children) {
	if appeared, some := now.Since(known.Children); some {
		s.note(Change{known.URI, added, appeared})
	}
	known.Children = now
}
