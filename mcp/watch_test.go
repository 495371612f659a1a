package mcp

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset"
)

// TestWatchedAreBounded subscribes to as many documents as a site can be watched for, and ends subscriptions.
func TestWatchedAreBounded(t *testing.T) {
	w := NewWatch(t.Context(), nil, time.Second, nil)
	w.Ticks = func() (<-chan time.Time, func()) { return nil, func() {} }
	var last *subscriber
	for id := range int64(maxWatched) {
		if id%maxSubscriptions == 0 {
			last = newSubscriber(identity.Principal{})
		}
		if err := w.add(last, id+1, subscription{uri: strconv.FormatInt(id+1, 10)}); err != nil {
			t.Fatal(err)
		}
	}
	another := newSubscriber(identity.Principal{})
	if err := w.add(another, maxWatched+1, subscription{}); fault.From(err).Kind != fault.Unavailable {
		t.Errorf("one document too many: %v", err)
	}
	if err := w.add(another, maxWatched, subscription{}); err != nil { // which is watched anyway
		t.Error(err)
	}
	// What was not told yet is not told any more.
	w.compare(map[string]map[int64]toolset.State{last.caller.Sight(): {maxWatched: {Edited: 5}}})
	w.remove(last, maxWatched)
	if uris := w.take(last); len(uris) != 0 {
		t.Errorf("told of %q after the end of the subscription", uris)
	}
	w.remove(another, maxWatched)
	if err := w.add(another, maxWatched+1, subscription{}); err != nil {
		t.Error(err)
	}
	// What could not be told is told later, once.
	w.restore(last, []string{"a", "b"})
	w.restore(last, []string{"b", "c"})
	if diff := cmp.Diff([]string{"b", "c", "a"}, w.take(last)); diff != "" {
		t.Error(diff)
	}
}
