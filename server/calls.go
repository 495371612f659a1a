package server

import (
	"context"
	"sync"
)

// calls are running calls and streams, by the keys of their requests. The zero value has none.
type calls struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

// begin registers a call until end is called.
func (c *calls) begin(key string, cancel context.CancelFunc) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancels == nil {
		c.cancels = map[string]context.CancelFunc{}
	}
	c.cancels[key] = cancel
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.cancels, key)
	}
}

// cancel ends the call with that key, if it runs.
func (c *calls) cancel(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.cancels[key]; ok {
		cancel()
	}
}
