package group

import (
	"context"
	"sync"
)

// Turns counts the tasks of a group that run, of all servers. A caller has one turn. It outlives the configuration, so
// that a reload admits no more tasks than may run at a time.
type Turns struct {
	mu      sync.Mutex
	running map[string]bool // by caller
	ended   chan struct{}   // closed when a task has ended
}

// NewTurns returns the turns of a group of which no task runs.
func NewTurns() *Turns { return &Turns{running: map[string]bool{}, ended: make(chan struct{})} }

// take waits until the caller has no task and fewer tasks run than may, and counts the caller's. It returns false if
// the context ends before that; own says that the caller still had a task. Whoever has taken a turn gives it back.
func (t *Turns) take(ctx context.Context, caller string, most int) (taken, busy bool) {
	for {
		free, busy, ended := t.try(caller, most)
		if free {
			return true, false
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return false, busy
		}
	}
}

// try counts a task of the caller if it may run. Otherwise ended is closed when it makes sense to try again.
func (t *Turns) try(caller string, most int) (free, busy bool, ended <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running[caller] || len(t.running) >= most {
		return false, t.running[caller], t.ended
	}
	t.running[caller] = true
	return true, false, nil
}

func (t *Turns) giveBack(caller string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.running, caller)
	close(t.ended)
	t.ended = make(chan struct{})
}
