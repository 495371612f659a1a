package richtext

import (
	"context"
	"runtime"

	"golang.org/x/sync/semaphore"
)

// Bounds of a conversion.
const (
	maxInput  = 8 << 20  // of a text, in bytes; the rest is left out
	maxOutput = 16 << 20 // of what a text becomes, in characters; the rest is left out
	chunk     = 16 << 10 // of a text between two tags that is converted at a time, in bytes
)

// slots are the conversions that may run at once in the process: more would not be faster, and each takes memory.
var slots = semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))

// work is what a conversion has done so far, and whether somebody still waits for it.
type work struct {
	ctx   context.Context
	steps int // bytes read or written
	check int // steps after which ctx is looked at again
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
