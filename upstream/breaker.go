package upstream

import (
	"sync"
	"time"
)

// mostFailures is the number of failed calls in a row after which an upstream gets no calls for a while.
const mostFailures = 5

// breaker makes calls of an upstream that does not answer fail at once. After a pause it admits one call to try.
type breaker struct {
	pause time.Duration
	now   func() time.Time

	mu       sync.Mutex
	failures int       // since the last success
	closed   time.Time // until then there are no calls
}

func newBreaker(pause time.Duration) *breaker { return &breaker{pause: pause, now: time.Now} }

// admit reports whether a call may run, or else how long none may.
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

// note notes how a call has ended. changed reports whether that has opened or closed the breaker.
func (b *breaker) note(failed bool) (changed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !failed {
		changed = b.failures >= mostFailures
		b.failures = 0
		return changed
	}
	b.failures++
	if b.failures < mostFailures {
		return false
	}
	b.closed = b.now().Add(b.pause)
	return b.failures == mostFailures
}
