package watch

import (
	"bytes"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset/view"
)

// never is a clock without ticks.
func never() (<-chan time.Time, func()) { return nil, func() {} }

// TestWatchedAreBounded subscribes to as many documents as a site can be watched for, and ends subscriptions.
func TestWatchedAreBounded(t *testing.T) {
	w := New(t.Context(), nil, time.Second, nil, never)
	var last *Subscriber
	for id := range int64(maxWatched) {
		if id%MaxSubscriptions == 0 {
			last = NewSubscriber(identity.Principal{}, strconv.FormatInt(id/maxOwnWatched, 10))
		}
		if err := w.Add(last, id+1, Subscription{URI: strconv.FormatInt(id+1, 10)}); err != nil {
			t.Fatal(err)
		}
	}
	another := NewSubscriber(identity.Principal{}, "another")
	if err := w.Add(another, maxWatched+1, Subscription{}); fault.From(err).Kind != fault.Unavailable {
		t.Errorf("one document too many: %v", err)
	}
	if err := w.Add(another, maxWatched, Subscription{}); err != nil { // which is watched anyway
		t.Error(err)
	}
	// A change that was not reported yet is dropped.
	compare(w, []string{last.Caller.Sight()}, []map[int64]view.State{{maxWatched: {Edited: 5}}}, (*Subscriber).learnState)
	w.Remove(last, maxWatched)
	if changes := w.Take(last); len(changes) != 0 {
		t.Errorf("told of %v after the end of the subscription", changes)
	}
	w.Remove(another, maxWatched)
	if err := w.Add(another, maxWatched+1, Subscription{}); err != nil {
		t.Error(err)
	}
	// A change that could not be reported is reported later, once. Documents that have appeared add up.
	w.Restore(last,
		[]Change{{URI: "a", Kind: updated}, {URI: "a", Kind: added, Added: []int64{4, 2}}, {URI: "b", Kind: hidden}})
	w.Restore(last,
		[]Change{{URI: "b", Kind: updated}, {URI: "a", Kind: added, Added: []int64{7, 2}}, {URI: "c", Kind: created}})
	want := []Change{ // which of b came last
		{URI: "c", Kind: created}, {URI: "a", Kind: updated}, {URI: "a", Kind: added, Added: []int64{7, 4, 2}},
		{URI: "b", Kind: hidden},
	}
	if diff := cmp.Diff(want, w.Take(last), cmp.AllowUnexported(Change{})); diff != "" {
		t.Error(diff)
	}
}

// TestRestAfter has the documents below watched ones looked at less often the more there are to look at.
func TestRestAfter(t *testing.T) {
	for _, test := range []struct {
		documents int64
		sights    int
		want      int
	}{{45, 3, 0}, {maxLookedAt - 1, 1, 0}, {maxLookedAt, 1, 1}, {maxLookedAt, 4, 4}, {100_000, 3, 6}} {
		if got := roundsToSkip(test.documents, test.sights); got != test.want {
			t.Errorf("%d documents, %d sights: %d, want %d", test.documents, test.sights, got, test.want)
		}
	}
}

// TestPanicOfRound has a round panic, which nobody waits for: the log says so, and the next round comes.
func TestPanicOfRound(t *testing.T) {
	var logged bytes.Buffer
	w := New(t.Context(), nil, time.Second, slog.New(slog.NewTextHandler(&logged, nil)), never) // without a database
	if err := w.Add(NewSubscriber(identity.Principal{}, "a"), 1, Subscription{URI: "1"}); err != nil {
		t.Fatal(err)
	}
	if !w.round() || !strings.Contains(logged.String(), "panic: ") || !strings.Contains(logged.String(), "goroutine") {
		t.Errorf("no other round, or the log does not say why: %s", logged.String())
	}
}

// TestSharesOfWatched has a caller, with several sessions, that watches as many documents as one can.
func TestSharesOfWatched(t *testing.T) {
	w := New(t.Context(), nil, time.Second, nil, never)
	subscribers := make([]*Subscriber, maxOwnWatched/MaxSubscriptions+1)
	for i := range subscribers {
		subscribers[i] = NewSubscriber(identity.Principal{}, "greedy")
	}
	last := subscribers[len(subscribers)-1]
	for id := range int64(maxOwnWatched) {
		if err := w.Add(subscribers[id/MaxSubscriptions], id, Subscription{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []int64{0, maxOwnWatched} { // one that is watched anyway, and another
		if err := w.Add(last, id, Subscription{}); fault.From(err).Kind != fault.Unavailable {
			t.Errorf("one subscription too many: %v", err)
		}
	}
	if err := w.Add(NewSubscriber(identity.Principal{}, "other"), maxOwnWatched, Subscription{}); err != nil {
		t.Error(err)
	}
	w.Remove(subscribers[0], 0)
	if err := w.Add(last, 0, Subscription{}); err != nil {
		t.Error(err)
	}
	for _, s := range subscribers {
		w.Forget(s)
	}
	if len(w.shares) != 1 || w.shares["other"] != 1 {
		t.Errorf("shares: %v", w.shares)
	}
}
