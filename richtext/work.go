package richtext

import (
	"context"
	"runtime"

	"golang.org/x/sync/semaphore"
)

// Limits of a conversion.
const (
	maxInput  = 8 << 20  // of a source text, in bytes; the rest is left out
	maxOutput = 16 << 20 // of a converted text, in characters; the rest is left out
	chunk     = 16 << 10 // of text between two tags that is converted at once, in bytes
)

// slots are the conversions that may run at the same time in the process. More would not be faster, and each needs
// memory.
var slots = semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))

// work counts the steps of a conversion, and stops it when ctx ends.
type work struct {
	ctx   context.Context
	steps int // bytes read or written
	check int // number of steps at which ctx is checked next
	err   error
}

// step counts n steps, and reports whether the conversion goes on. Every loop over a text calls it.
func (w *work) step(n int) bool {
	if w.steps += n; w.steps >= w.check && w.err == nil {
		w.check = w.steps + 4*chunk
		w.err = w.ctx.Err()
	}
	return w.err == nil
}
