package mcp

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/bundle"
)

// TestListChangesAreBounded has lists change all the time. A stream reports that once in each pause, and not at all if
// everything is as it was when it looks.
func TestListChangesAreBounded(t *testing.T) {
	for name, test := range map[string]struct {
		every time.Duration
		steps int
		back  bool // every second step takes the first one back
		want  int
	}{
		"a burst":               {time.Millisecond, 100, false, 1},
		"all the time":          {700 * time.Millisecond, 86, false, 11}, // for a minute
		"back before it looked": {time.Second, 2, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := serviceOf(t, nil, t.Output())
			e := s.endpoints["content"]
			own := e.prompts
			synctest.Test(t, func(t *testing.T) {
				e.changes = NewChanges(0)
				ctx, cancel := context.WithCancel(t.Context())
				c := s.Connect(ctx, "content", someone)
				defer c.Close()
				told, done := 0, make(chan error)
				go func() {
					done <- c.Follow(ctx, 0, func(messages [][]byte) error {
						told += len(messages)
						return nil
					})
				}()
				synctest.Wait()
				for step := range test.steps {
					e.digests.mu.Lock()
					e.prompts, e.digests.of = slices.Concat(own, []prompt{declaredPrompt(bundle.Prompt{Name: strconv.Itoa(step)})}), nil
					if test.back && step%2 == 1 {
						e.prompts = own
					}
					e.digests.mu.Unlock()
					e.changes.Announce()
					time.Sleep(test.every)
				}
				time.Sleep(time.Hour)
				cancel()
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				if told != test.want {
					t.Errorf("told %d times, want %d", told, test.want)
				}
			})
		})
	}
}

// TestListChangeIsKept for the next stream if it cannot be written.
func TestListChangeIsKept(t *testing.T) {
	s := serviceOf(t, nil, t.Output())
	e := s.endpoints["content"]
	c := s.Connect(t.Context(), "content", someone)
	defer c.Close()
	e.prompts, e.digests.of = append(e.prompts, declaredPrompt(bundle.Prompt{Name: "offer"})), nil
	gone := errors.New("gone")
	var got []string
	for _, outcome := range []error{gone, nil, nil} {
		err := c.sendLists(t.Context(), e, someone, func(messages [][]byte) error {
			for _, message := range messages {
				got = append(got, string(message))
			}
			return outcome
		})
		if len(got) < 2 && !errors.Is(err, gone) {
			t.Error(err)
		}
	}
	const told = `{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`
	if diff := cmp.Diff([]string{told, told}, got); diff != "" {
		t.Error(diff)
	}
}
