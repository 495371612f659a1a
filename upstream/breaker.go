package upstream

import (
	"sync"
	"time"
)

// mostFailures is how many calls may fail one after the other before an upstream gets no more for a while.
const mostFailures = 5

// breaker keeps calls from an upstream that does not answer them, so that they fail at once. After a pause one call tries.
type breaker struct {
	pause time.Duration
	now   func() time.Time

	mu       sync.Mutex
	failures int       // since the last success
	closed   time.Time // until then there are no calls
}

func newBreaker(pause time.Duration) *breaker { return &breaker{pause: pause, now: time.Now} }

// admit reports whether a call may run; wait is how long none may.
func (b *breaker) admit() (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < mostFailures {
		return 0, true
	}
	if wait = b.closed.Sub(b.now()); wait > 0 {
		return wait, false
	}
	b.closed = b.now().Add(b.pause) // others wait for the outcome of this call
	return 0, true
}

// note notes how a call has ended.
func (b *breaker) note(failed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !failed {
		b.failures = 0
		return
	}
	if b.failures++; b.failures >= mostFailures {
		b.closed = b.now().Add(b.pause)
	}
}
