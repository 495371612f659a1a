package servertest

import (
	"testing"
	"time"
)

// Clock is a clock of the rounds that look at a site, for server.Options. The test makes it tick.
type Clock struct {
	ticks   chan time.Time // each is taken when the round before it has ended
	stopped chan struct{}  // has a value for each end of the rounds
}

// NewClock returns a clock that does not tick yet.
func NewClock() Clock { return Clock{make(chan time.Time), make(chan struct{}, 10)} }

// Start is an watch.Clock.
func (c Clock) Start() (<-chan time.Time, func()) {
	return c.ticks, func() { c.stopped <- struct{}{} }
}

// Tick has the site looked at, and returns when that has been done.
func (c Clock) Tick(t *testing.T) {
	t.Helper()
	c.Round(t)
	c.Round(t)
}

// Round begins a round.
func (c Clock) Round(t *testing.T) {
	t.Helper()
	select {
	case c.ticks <- time.Now():
	case <-time.After(10 * time.Second):
		t.Fatal("nobody looks at the site")
	}
}

// Unwatched returns when the site is no longer looked at, because nobody subscribes any more.
func (c Clock) Unwatched(t *testing.T) {
	t.Helper()
	select {
	case c.ticks <- time.Now():
		<-c.stopped
	case <-c.stopped: // in the last round that a test has begun
	case <-time.After(10 * time.Second):
		t.Fatal("nobody looks at the site")
	}
}
