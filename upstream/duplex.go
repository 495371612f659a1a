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
	// unaskedPerSecond and unaskedAtOnce limit the messages that are not answers, such as notifications.
	unaskedPerSecond, unaskedAtOnce = 100, 1000
	// waitingWrites is how many messages wait until the server reads them.
	waitingWrites = 2 * callsAtATime
)

// duplex is the common part of links whose connection carries the messages of both sides, such as WebSocket. It matches
// answers to requests; the link reads and writes the connection.
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

// offer queues a message for the server, and drops it if the queue is full.
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

// write passes queued messages to put until the connection ends or put fails. While the server
// does not read, put blocks.
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

// take handles a message of the server. It returns false if the connection has ended or must end, because the server
// sends too many messages that are not answers.
func (d *duplex) take(text []byte) (more bool) {
	if !d.answers(text) && !d.unasked.Allow() {
		d.log.Warn("an upstream sends too many messages that are not answers; reconnecting", "upstream", d.name)
		return false
	}
	select {
	case <-d.over:
		return false
	default:
		return true
	}
}

// answers delivers a message that answers a request or is about its progress, and reports whether it does. Other
// messages are handled at once.
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
		return d.deliverProgress(n)
	}
	return d.deliverAnswer(m)
}

// deliverProgress passes progress to its request, and reports whether there is such a request.
func (d *duplex) deliverProgress(n news) bool {
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

// deliverAnswer passes an answer to its request, and reports whether there is such a request.
func (d *duplex) deliverAnswer(m message) bool {
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
