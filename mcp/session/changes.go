package session

import (
	"cmp"
	"sync"
	"time"
)

// listPause is how long a stream waits after a sign of a change before it looks what has changed.
const listPause = 5 * time.Second

// Changes wakes the streams of all clients when a list may have changed. It outlives a configuration.
type Changes struct {
	pause time.Duration
	mu    sync.Mutex
	next  chan struct{} // closed by the next sign
}

// NewChanges returns changes without streams. pause is the time between a sign of a change and the notifications; 0 is
// 5 s. Everything that happens meanwhile is in the same notifications.
func NewChanges(pause time.Duration) *Changes {
	return &Changes{pause: cmp.Or(pause, listPause), next: make(chan struct{})}
}

// Announce says that lists may have changed. Streams find out for which callers that is so.
func (c *Changes) Announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.next)
	c.next = make(chan struct{})
}

// announced returns a channel that the next Announce closes.
func (c *Changes) announced() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next
}
