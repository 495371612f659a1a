// Package steps bounds what the conversion of a text costs: by the size of the text, and by counting steps until the
// caller is gone.
package steps

import "context"

// Limits of a text.
const (
	MaxInput = 8 << 20  // bytes that are read; the rest is left out
	Chunk    = 16 << 10 // bytes of text between two tags that are converted at once
)

// Counter counts the steps of a conversion, and stops it when its context ends.
type Counter struct {
	ctx   context.Context
	total int // bytes read or written
	check int // number of steps at which ctx is checked next
	err   error
}

// New returns the counter of a conversion that stops when ctx ends.
func New(ctx context.Context) *Counter { return &Counter{ctx: ctx} }

// Count adds n steps, and reports whether the conversion goes on. Every loop over a text calls it.
func (c *Counter) Count(n int) bool {
	if c.total += n; c.total >= c.check && c.err == nil {
		c.check = c.total + 4*Chunk
		c.err = c.ctx.Err()
	}
	return c.err == nil
}

// Total returns the number of steps so far.
func (c *Counter) Total() int { return c.total }

// Err returns the error of the context that stopped the conversion, or nil.
func (c *Counter) Err() error { return c.err }
