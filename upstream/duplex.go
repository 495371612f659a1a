package upstream

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/time/rate"
)

const (
	// unaskedPerSecond and unaskedAtOnce bound the messages that answer nothing, such as notifications.
	unaskedPerSecond, unaskedAtOnce = 100, 1000
	// waitingWrites is how many messages wait until the server reads them.
	waitingWrites = 2 * callsAtATime
)

// duplex is the part of a link whose connection carries all messages, in both directions. The
// link reads and writes them.
type duplex struct {
	name    string
	changed func() // the server has announced a change of its lists
	log     *slog.Logger
	unasked *rate.Limiter

	writes chan []byte
	once   sync.Once
	over   chan struct{} // closed when the connection must not be used any more

	mu      sync.Mutex
	waiting map[int64]waiter
}

// waiter is a request that waits for its answer.
type waiter struct {
	progress *reporter
	messages chan delivery // room for the answer is kept
}

// delivery is the answer to a request, or progress before it.
type delivery struct {
	progress *Progress
	answer   message
}

func newDuplex(o Options, changed func()) *duplex {
	return &duplex{
		name: o.Name, changed: changed, log: o.Log, unasked: rate.NewLimiter(unaskedPerSecond, unaskedAtOnce),
		writes: make(chan []byte, waitingWrites), over: make(chan struct{}), waiting: map[int64]waiter{},
	}
}

func (d *duplex) ended() <-chan struct{} { return d.over }

func (d *duplex) end() { d.once.Do(func() { close(d.over) }) }

func (*duplex) greeted(string, bool) {}

func (d *duplex) exchange(ctx context.Context, r request) (jsontext.Value, error) {
	text, err := r.text()
	if err != nil {
		return nil, err
	}
	w := waiter{r.progress, make(chan delivery, waitingProgress+1)}
	d.mu.Lock()
	d.waiting[r.id] = w
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.waiting, r.id)
		d.mu.Unlock()
	}()
	if err := d.send(ctx, text); err != nil {
		return nil, err
	}
	for {
		select {
		case m := <-w.messages:
			if m.progress == nil {
				return m.answer.outcome()
			}
			r.progress.report(*m.progress)
		case <-ctx.Done():
			if !r.whole {
				d.offer(r.cancelled())
			}
			return nil, ctx.Err()
		case <-d.over:
			return nil, errEnded
		}
	}
}

// offer queues a message for the server if it reads what it gets.
func (d *duplex) offer(text []byte) {
	select {
	case d.writes <- text:
	default:
	}
}

func (d *duplex) notify(ctx context.Context, method string) error {
	return d.send(ctx, notification(method))
}

// send queues a message for the server.
func (d *duplex) send(ctx context.Context, text []byte) error {
	select {
	case <-d.over:
		return fmt.Errorf("%w: %w", errNotSent, errEnded)
	default:
	}
	select {
	case d.writes <- text:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errNotSent, ctx.Err())
	case <-d.over:
		return fmt.Errorf("%w: %w", errNotSent, errEnded)
	}
}

// write passes what is queued to put, until the connection ends or put fails. A server that does
// not read stops it in put.
func (d *duplex) write(put func(text []byte) error) {
	for {
		select {
		case <-d.over:
			return
		case text := <-d.writes:
			if put(text) != nil {
				d.end()
				return
			}
		}
	}
}

// take handles a message of the server. It returns false if there must be no more: the connection has ended, or the
// server sends too much that nobody asked for.
func (d *duplex) take(text []byte) (more bool) {
	if !d.answers(text) && !d.unasked.Allow() {
		d.log.Warn("an upstream sends too much that nobody asked for; emcp begins again with it", "upstream", d.name)
		return false
	}
	select {
	case <-d.over:
		return false
	default:
		return true
	}
}

// answers reports whether a message answers a request or is about its progress. The request then gets it.
// Others are handled at once.
func (d *duplex) answers(text []byte) bool {
	m, err := parse(text)
	if err != nil {
		return false
	}
	if reply := m.reply(); reply != nil {
		d.offer(reply)
		return false
	}
	if m.changes() {
		d.changed()
		return false
	}
	if n, ok := m.news(); ok {
		return d.tell(n)
	}
	return d.give(m)
}

// tell passes news to the request that they are about, and reports whether there is one.
func (d *duplex) tell(n news) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.waiting {
		if !w.progress.takes(n) {
			continue
		}
		if len(w.messages) < waitingProgress {
			if p, ok := w.progress.progress(n); ok {
				w.messages <- delivery{progress: &p}
			}
		}
		return true
	}
	return false
}

// give passes a message to the request that it answers, and reports whether there is one.
func (d *duplex) give(m message) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, w := range d.waiting {
		if m.answers(id) {
			delete(d.waiting, id)
			w.messages <- delivery{answer: m}
			return true
		}
	}
	return false
}
