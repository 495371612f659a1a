package sitepage

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits of what is fetched. Those of one caller are lower, so that others get pages meanwhile.
const (
	fetches        = 4 // at the same time
	ownFetches     = 3
	burst          = 60
	ownBurst       = 40
	perSecond      = 4
	ownPerSecond   = 2
	maxWaiting     = 500
	maxOwnWaiting  = 100
	longestWaiting = 10 * time.Second
)

// turns decides which page is fetched next. Callers take turns, and the pages of one caller keep their order.
type turns struct {
	mu      sync.Mutex
	rate    *rate.Limiter
	running int
	waiting int
	callers []*turnsOf // the next one first
	wakeUp  *time.Timer
}

// turnsOf are the turns of one caller.
type turnsOf struct {
	caller  string
	rate    *rate.Limiter
	running int
	waiting []chan struct{} // closed when the turn comes
}

func newTurns() *turns { return &turns{rate: rate.NewLimiter(perSecond, burst)} }

// take waits for a turn of the caller. ok is false if too many wait already, or if the turn does not come before the
// context ends. Otherwise release ends the turn.
func (t *turns) take(ctx context.Context, caller string) (release func(), ok bool) {
	t.mu.Lock()
	own := t.of(caller)
	if t.waiting >= maxWaiting || len(own.waiting) >= maxOwnWaiting {
		t.mu.Unlock()
		return nil, false
	}
	turn := make(chan struct{})
	own.waiting = append(own.waiting, turn)
	t.waiting++
	t.next()
	t.mu.Unlock()
	select {
	case <-turn:
	case <-ctx.Done():
		if t.withdraw(own, turn) {
			return nil, false
		}
	}
	return func() { t.release(own) }, true
}

// of returns the turns of a caller. It drops callers of whom nothing is left to know, so that there are never more than
// those who wait and those who were served within the last 20 seconds.
func (t *turns) of(caller string) *turnsOf {
	t.callers = slices.DeleteFunc(t.callers, func(c *turnsOf) bool {
		return c.caller != caller && c.running == 0 && len(c.waiting) == 0 && c.rate.Tokens() >= ownBurst
	})
	if i := slices.IndexFunc(t.callers, func(c *turnsOf) bool { return c.caller == caller }); i >= 0 {
		return t.callers[i]
	}
	own := &turnsOf{caller: caller, rate: rate.NewLimiter(ownPerSecond, ownBurst)}
	t.callers = append(t.callers, own)
	return own
}

// withdraw gives up a turn that has not come. It returns false if the turn has come meanwhile.
func (t *turns) withdraw(own *turnsOf, turn chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(own.waiting, turn)
	if i < 0 {
		return false
	}
	own.waiting = slices.Delete(own.waiting, i, i+1)
	t.waiting--
	return true
}

func (t *turns) release(own *turnsOf) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	own.running--
	t.next()
}

// next begins all turns that the limits allow, and sees to those that only have to wait for
// time to pass. t.mu is locked.
func (t *turns) next() {
	for t.running < fetches {
		i, wait := t.choose()
		if i < 0 {
			if wait < math.MaxInt64 {
				t.wakeIn(wait)
			}
			return
		}
		own := t.callers[i]
		t.callers = append(slices.Delete(t.callers, i, i+1), own)
		t.rate.Allow()
		own.rate.Allow()
		close(own.waiting[0])
		own.waiting = own.waiting[1:]
		t.waiting--
		own.running++
		t.running++
	}
}

// choose returns the index of the caller whose turn it is. It is -1 if nobody's turn has come; wait is the time after
// which that may change by itself.
func (t *turns) choose() (i int, wait time.Duration) {
	wait = math.MaxInt64
	for i, own := range t.callers {
		if len(own.waiting) == 0 || own.running == ownFetches {
			continue
		}
		missing := max(untilToken(t.rate), untilToken(own.rate))
		if missing == 0 {
			return i, 0
		}
		wait = min(wait, missing)
	}
	return -1, wait
}

// untilToken returns the time until a limiter allows something.
func untilToken(l *rate.Limiter) time.Duration {
	missing := 1 - l.Tokens()
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing/float64(l.Limit())*float64(time.Second)) + time.Millisecond // rounded up
}

// wakeIn looks again after a time.
func (t *turns) wakeIn(wait time.Duration) {
	if t.wakeUp != nil {
		t.wakeUp.Stop()
	}
	t.wakeUp = time.AfterFunc(wait, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.next()
	})
}
