package auth

import (
	"sync"
	"time"
)

// Published keeps what a provider publishes about itself. Several goroutines may use it at a time.
type Published[T any] struct {
	mu    sync.Mutex
	next  time.Time // of the next fetch
	found bool      // whether known was fetched
	known T
	err   error
}

// Get fetches what is published if that was last done an hour ago, or failed 10 seconds ago, and returns it. If a
// later fetch fails, what was known stays in use. Callers wait for a fetch under way, so fetch must have a time limit
// and not end with one of them.
func (p *Published[T]) Get(fetch func() (T, error)) (T, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return p.known, p.err
	}
	fetched, err := fetch()
	switch {
	case err == nil:
		p.found, p.known, p.err, p.next = true, fetched, nil, now.Add(keyRefresh)
	case p.found:
		p.next = now.Add(keyRefetchPeriod)
	default:
		p.err, p.next = err, now.Add(keyRefetchPeriod)
	}
	return p.known, p.err
}
