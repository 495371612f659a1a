package method

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/bundle"
	"emcp/mcp/catalog"
	"emcp/mcp/session"
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
			e := endpointOf(t)
			own := e.Catalog
			synctest.Test(t, func(t *testing.T) {
				e.Changes = session.NewChanges(0)
				ctx, cancel := context.WithCancel(t.Context())
				c := session.Connect(ctx, e.Source(), someone)
				defer c.Close()
				reported, done := 0, make(chan error)
				go func() {
					done <- c.Follow(ctx, 0, func(messages [][]byte) error {
						reported += len(messages)
						return nil
					})
				}()
				synctest.Wait()
				for step := range test.steps {
					e.digests.mu.Lock()
					e.Catalog, e.digests.of = withPrompt(own, strconv.Itoa(step)), nil
					if test.back && step%2 == 1 {
						e.Catalog = own
					}
					e.digests.mu.Unlock()
					e.Changes.Announce()
					time.Sleep(test.every)
				}
				time.Sleep(time.Hour)
				cancel()
				if err := <-done; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				if reported != test.want {
					t.Errorf("reported %d times, want %d", reported, test.want)
				}
			})
		})
	}
}

// TestListChangeIsKept for the next stream if it cannot be written.
func TestListChangeIsKept(t *testing.T) {
	e := endpointOf(t)
	c := session.Connect(t.Context(), e.Source(), someone)
	defer c.Close()
	e.Catalog, e.digests.of = withPrompt(e.Catalog, "offer"), nil
	gone := errors.New("gone")
	var got []string
	for _, outcome := range []error{gone, nil, nil} {
		err := c.SendLists(t.Context(), e.Source(), someone, func(messages [][]byte) error {
			for _, message := range messages {
				got = append(got, string(message))
			}
			return outcome
		})
		if len(got) < 2 && !errors.Is(err, gone) {
			t.Error(err)
		}
	}
	const reported = `{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`
	if diff := cmp.Diff([]string{reported, reported}, got); diff != "" {
		t.Error(diff)
	}
}

// withPrompt returns a catalog with another prompt.
func withPrompt(c *catalog.Catalog, name string) *catalog.Catalog {
	o := c.Options
	o.Prompts = []bundle.Prompt{{Name: name}}
	return catalog.New(o)
}
