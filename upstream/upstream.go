package upstream

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Upstream is another MCP server. Its lists are read in the background.
type Upstream struct {
	options Options
	list    atomic.Pointer[List]
	breaker *breaker
	slots   chan struct{} // calls that run
	stderr  *quotes       // of the program
	refused *quotes       // of what is not used

	inspected bool      // it counts what the owner has not chosen, too
	connected time.Time // for run
	announced announced // by the last handshake, for run
	end       context.CancelFunc
	running   sync.WaitGroup
	slow      *time.Timer
	poked     chan struct{} // has a value when the lists are to be read again
	settle    sync.Once
	settled   chan struct{} // closed after the first attempt to read them, or when that takes long

	mu   sync.Mutex
	link link          // nil while there is no connection
	next chan struct{} // closed when there is another link
}

// announced says which lists a server announces in addition to tools.
type announced struct{ resources, prompts bool }

// Close ends the connection, the program if there is one, and the calls that run. It waits until all of it has ended.
func (u *Upstream) Close() {
	u.slow.Stop()
	u.end()
	u.running.Wait()
	u.disconnect()
}

// Name returns the name of the upstream in the configuration.
func (u *Upstream) Name() string { return u.options.Name }

// List returns what the upstream offers, as far as it is known. It stays known while the upstream is down.
func (u *Upstream) List() *List { return u.list.Load() }

// Settled returns what List returns; right after the start it first waits up to two seconds for the first list.
func (u *Upstream) Settled(ctx context.Context) *List {
	select {
	case <-u.settled:
	case <-ctx.Done():
	}
	return u.List()
}

// poke has the lists read again soon.
func (u *Upstream) poke() {
	select {
	case u.poked <- struct{}{}:
	default:
	}
}

// refreshTime limits how long it takes to connect and read the tools, and to read each other list.
const refreshTime = 30 * time.Second

// current returns the connection; nil if there is none that works.
func (u *Upstream) current() link {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.link == nil {
		return nil
	}
	select {
	case <-u.link.ended():
		return nil
	default:
		return u.link
	}
}

// disconnect ends the connection if there is one.
func (u *Upstream) disconnect() {
	u.mu.Lock()
	l := u.link
	u.link = nil
	u.mu.Unlock()
	if l != nil {
		l.close()
	}
}
