package mcp

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
	w := NewWatch(t.Context(), nil, time.Second, nil, never)
	var last *subscriber
	for id := range int64(maxWatched) {
		if id%maxSubscriptions == 0 {
			last = newSubscriber(identity.Principal{}, strconv.FormatInt(id/maxOwnWatched, 10))
		}
		if err := w.add(last, id+1, subscription{uri: strconv.FormatInt(id+1, 10)}); err != nil {
			t.Fatal(err)
		}
	}
	another := newSubscriber(identity.Principal{}, "another")
	if err := w.add(another, maxWatched+1, subscription{}); fault.From(err).Kind != fault.Unavailable {
		t.Errorf("one document too many: %v", err)
	}
	if err := w.add(another, maxWatched, subscription{}); err != nil { // which is watched anyway
		t.Error(err)
	}
	// A change that was not reported yet is dropped.
	compare(w, []string{last.caller.Sight()}, []map[int64]view.State{{maxWatched: {Edited: 5}}}, (*subscriber).learnState)
	w.remove(last, maxWatched)
	if changes := w.take(last); len(changes) != 0 {
		t.Errorf("told of %v after the end of the subscription", changes)
	}
	w.remove(another, maxWatched)
	if err := w.add(another, maxWatched+1, subscription{}); err != nil {
		t.Error(err)
	}
	// A change that could not be reported is reported later, once. Documents that have appeared add up.
	w.restore(last, []change{{uri: "a", kind: updated}, {uri: "a", kind: added, added: []int64{4, 2}}, {uri: "b", kind: hidden}})
	w.restore(last, []change{{uri: "b", kind: updated}, {uri: "a", kind: added, added: []int64{7, 2}}, {uri: "c", kind: created}})
	want := []change{ // which of b came last
		{uri: "c", kind: created}, {uri: "a", kind: updated}, {uri: "a", kind: added, added: []int64{7, 4, 2}}, {uri: "b", kind: hidden},
	}
	if diff := cmp.Diff(want, w.take(last), cmp.AllowUnexported(change{})); diff != "" {
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
		if got := restAfter(test.documents, test.sights); got != test.want {
			t.Errorf("%d documents, %d sights: %d, want %d", test.documents, test.sights, got, test.want)
		}
	}
}

// TestPanicOfRound has a round panic, which nobody waits for: the log says so, and the next round comes.
func TestPanicOfRound(t *testing.T) {
	var logged bytes.Buffer
	w := NewWatch(t.Context(), nil, time.Second, slog.New(slog.NewTextHandler(&logged, nil)), never) // without a database
	if err := w.add(newSubscriber(identity.Principal{}, "a"), 1, subscription{uri: "1"}); err != nil {
		t.Fatal(err)
	}
	if !w.round() || !strings.Contains(logged.String(), "panic: ") || !strings.Contains(logged.String(), "goroutine") {
		t.Errorf("no other round, or the log does not say why: %s", logged.String())
	}
}

// TestSharesOfWatched has a caller, with several sessions, that watches as many documents as one can.
func TestSharesOfWatched(t *testing.T) {
	w := NewWatch(t.Context(), nil, time.Second, nil, never)
	subscribers := make([]*subscriber, maxOwnWatched/maxSubscriptions+1)
	for i := range subscribers {
		subscribers[i] = newSubscriber(identity.Principal{}, "greedy")
	}
	last := subscribers[len(subscribers)-1]
	for id := range int64(maxOwnWatched) {
		if err := w.add(subscribers[id/maxSubscriptions], id, subscription{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []int64{0, maxOwnWatched} { // one that is watched anyway, and another
		if err := w.add(last, id, subscription{}); fault.From(err).Kind != fault.Unavailable {
			t.Errorf("one subscription too many: %v", err)
		}
	}
	if err := w.add(newSubscriber(identity.Principal{}, "other"), maxOwnWatched, subscription{}); err != nil {
		t.Error(err)
	}
	w.remove(subscribers[0], 0)
	if err := w.add(last, 0, subscription{}); err != nil {
		t.Error(err)
	}
	for _, s := range subscribers {
		w.forget(s)
	}
	if len(w.shares) != 1 || w.shares["other"] != 1 {
		t.Errorf("shares: %v", w.shares)
	}
}
