package server

import (
	"context"
	"sync"
)

// calls are the calls and streams of clients that are under way, by keys of the clients' requests. The zero value has
// none.
type calls struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

// begin notes a call until end is called.
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

// cancel ends the call of that key, if it is under way.
func (c *calls) cancel(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.cancels[key]; ok {
		cancel()
	}
}
