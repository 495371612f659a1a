package group

import (
	"context"
	"sync"
)

// Turns counts the tasks of a group that run, of all callers and servers. It outlives the configuration, so that a reload admits no more tasks
// than may run at a time.
type Turns struct {
	mu      sync.Mutex
	running int
	ended   chan struct{} // closed when a task has ended
}

// NewTurns returns the turns of a group of which no task runs.
func NewTurns() *Turns { return &Turns{ended: make(chan struct{})} }

// take waits until fewer tasks run than may, and counts one more. It returns false if the context ends before that. Whoever has taken a turn
// gives it back.
func (t *Turns) take(ctx context.Context, most int) bool {
	for {
		free, ended := t.try(most)
		if free {
			return true
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return false
		}
	}
}

// try counts one more task if fewer run than may. Otherwise ended is closed when it makes sense to try again.
func (t *Turns) try(most int) (free bool, ended <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running >= most {
		return false, t.ended
	}
	t.running++
	return true, nil
}

func (t *Turns) giveBack() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	close(t.ended)
	t.ended = make(chan struct{})
}
