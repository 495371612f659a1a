package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/tracing"
)

const (
	// stdioCalls is how many calls of the one client run at a time, if the site's pool has so many connections.
	stdioCalls = 8
	// stdioQueue is how many more wait for their turn. Then emcp reads on when one has begun, so that a client that
	// writes more than is answered has to wait, and does not fill the memory.
	stdioQueue = 64
)

// ServeStdio answers the messages on in, one a line, with lines on out, until in ends, when every message that was read
// is answered before it returns, or until ctx ends. The caller is that of the configuration's stdio section.
func (s *Server) ServeStdio(ctx context.Context, handle string, in io.Reader, out io.Writer) error {
	f := s.front.Load()
	endpoint, ok := f.endpoints[handle]
	if !ok {
		return fmt.Errorf("there is no enabled server %q in the configuration", handle)
	}
	t := &stdio{
		front: f, endpoint: endpoint, out: out,
		slots: make(chan struct{}, min(stdioCalls, endpoint.connections)), queue: make(chan struct{}, stdioQueue),
		underWay: map[string]context.CancelFunc{},
	}
	t.subscriber = newSubscriber(f.config.Stdio)
	defer t.tell(ctx)()
	open, closed := context.WithCancel(ctx)
	t.open = open
	lines := make(chan line)
	go readLines(ctx, in, int(endpoint.payload), lines)
	defer t.running.Wait()
	defer closed()
	for {
		select {
		case <-ctx.Done():
			return nil
		case l, more := <-lines:
			switch {
			case !more:
				return nil
			case l.err != nil && !errors.As(l.err, new(*fault.Error)):
				return l.err
			default:
				t.take(ctx, l)
			}
		}
	}
}

// stdio is the one conversation of a process.
type stdio struct {
	front    *front
	endpoint *endpoint
	slots    chan struct{} // calls that run
	queue    chan struct{} // calls that wait
	running  sync.WaitGroup
	writing  sync.Mutex
	out      io.Writer

	subscriber *subscriber
	open       context.Context // until there is nothing more to read: streams, which would never finish, end then

	mu        sync.Mutex
	underWay  map[string]context.CancelFunc // calls by the key of their id
	listening int                           // streams
}

// tell tells the client of changes until the function that it returns is called.
func (t *stdio) tell(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var telling sync.WaitGroup
	telling.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.subscriber.wake:
				for _, uri := range t.endpoint.watch.take(t.subscriber) {
					t.write(append(updated(uri), '\n'))
				}
			}
		}
	})
	return func() {
		cancel()
		telling.Wait()
		t.endpoint.watch.forget(t.subscriber)
	}
}

// calls are the methods that can take long.
var calls = []string{"tools/call", "resources/list", "resources/read", "completion/complete"}

// take answers a line. Calls run beside each other; the rest is answered at once, so that a client can cancel.
func (t *stdio) take(ctx context.Context, l line) {
	caller, record := t.front.config.Stdio, audit.NewRecord()
	record.Server, record.Subject, record.View = t.endpoint.handle, caller.Subject, caller.View
	ctx = audit.WithRecord(t.front.tracer.Request(tracing.WithID(ctx, tracing.NewID()), nil, "stdio"), record)
	m, err := message{}, l.err
	if err == nil {
		m, err = parseMessage(l.text)
	}
	if err == nil {
		err = m.checkRevision()
	}
	take(record, m)
	switch {
	case err != nil:
		t.end(ctx, m.id, refusal(ctx, t.front.log, m, fault.From(err)))
	case m.method == "notifications/cancelled":
		t.cancel(m)
		t.end(ctx, nil, reply{})
	case m.wantsAnswer() && m.method == listenMethod:
		t.listen(ctx, m)
	case m.wantsAnswer() && slices.Contains(calls, m.method):
		t.call(ctx, m)
	default:
		t.answer(ctx, m)
	}
}

// call answers a call when it is its turn, unless it is cancelled before.
func (t *stdio) call(ctx context.Context, m message) {
	select {
	case t.queue <- struct{}{}:
	case <-ctx.Done():
		t.cancelled(ctx)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	id := idKey(m.id)
	t.mu.Lock()
	t.underWay[id] = cancel
	t.mu.Unlock()
	t.running.Go(func() {
		defer func() {
			t.mu.Lock()
			delete(t.underWay, id)
			t.mu.Unlock()
			cancel()
		}()
		select {
		case t.slots <- struct{}{}:
			<-t.queue
			t.answer(ctx, m)
			<-t.slots
		case <-ctx.Done():
			<-t.queue
			t.cancelled(ctx)
		}
	})
}

// listen tells of changes until the client cancels the request, or until the conversation ends.
func (t *stdio) listen(ctx context.Context, m message) {
	err := t.endpoint.admit(t.front.config.Stdio, m)
	id := idKey(m.id)
	t.mu.Lock()
	if t.listening >= maxOwnSessions && err == nil {
		err = fault.New(fault.Unavailable, "there are as many streams as emcp has room for; cancel others first")
	}
	if err == nil {
		t.listening++
	}
	t.mu.Unlock()
	if err != nil {
		t.end(ctx, m.id, refusal(ctx, t.front.log, m, fault.From(err)))
		return
	}
	followed, cancel := context.WithCancel(t.open)
	t.mu.Lock()
	t.underWay[id] = cancel
	t.mu.Unlock()
	t.running.Go(func() {
		l := &listening{subscriber: newSubscriber(t.front.config.Stdio), watch: t.endpoint.watch, id: m.id}
		defer func() {
			cancel()
			l.watch.forget(l.subscriber)
			t.mu.Lock()
			delete(t.underWay, id)
			t.listening--
			t.mu.Unlock()
		}()
		asking, asked := context.WithTimeout(followed, t.endpoint.timeout)
		l.agreed, err = t.endpoint.subscribeAll(asking, l.subscriber, m.params)
		asked()
		if err != nil {
			t.end(ctx, m.id, refusal(ctx, t.front.log, m, fault.From(err)))
			return
		}
		t.write(append(l.acknowledged(), '\n'))
		for len(l.agreed) > 0 {
			select {
			case <-followed.Done():
				t.cancelled(ctx)
				return
			case <-l.subscriber.wake:
				for _, uri := range l.watch.take(l.subscriber) {
					t.write(append(l.updated(uri), '\n'))
				}
			}
		}
		t.end(ctx, m.id, reply{member: l.result()})
	})
}

// cancel ends the call that a notification names. mcp-go does the same, but takes ids above 2^53 for each other.
func (t *stdio) cancel(m message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if cancel, ok := t.underWay[idKey(m.cancelled)]; ok {
		cancel()
	}
}

// idKey returns the same text for the same id, however its letters are escaped, and another for a text than for a number.
func idKey(id jsontext.Value) string { return id.Kind().String() + idText(id) }

// answer runs a message and writes the answer; what HTTP says with a status is a JSON-RPC error here.
func (t *stdio) answer(ctx context.Context, m message) {
	caller := t.front.config.Stdio
	var r reply
	err := t.endpoint.admit(caller, m)
	if err == nil && m.wantsAnswer() {
		r, err = t.endpoint.run(ctx, client{caller, func() (*subscriber, error) { return t.subscriber, nil }}, m)
	}
	r = t.endpoint.finish(m, r)
	switch {
	case errors.Is(err, context.Canceled):
		t.cancelled(ctx)
		return
	case err != nil:
		r = refusal(ctx, t.front.log, m, fault.From(err))
	}
	if !m.wantsAnswer() {
		r.member = nil
	}
	t.end(ctx, m.id, r)
}

// end writes the answer, if there is one, and reports the message.
func (t *stdio) end(ctx context.Context, id jsontext.Value, r reply) {
	record := audit.RecordOf(ctx)
	record.Rows = r.rows
	if r.fault != nil {
		record.Status, record.Code = r.fault.Kind.Class().HTTP, string(r.fault.Kind)
	}
	if r.member != nil {
		text := append(r.response(id), '\n')
		record.Bytes = int64(len(text))
		t.write(text)
	}
	t.front.report(ctx, record)
}

// cancelled reports a call that nobody waits for any more (MCP 2025-11-25, Cancellation).
func (t *stdio) cancelled(ctx context.Context) {
	record := audit.RecordOf(ctx)
	record.Status, record.Code = clientClosedRequest, audit.CodeCancelled
	t.front.report(ctx, record)
}

func (t *stdio) write(line []byte) {
	t.writing.Lock()
	defer t.writing.Unlock()
	_, _ = t.out.Write(line) // a client that no longer reads has ended the conversation
}

// line is a line of input, or why there is none: a fault when it was too long, else the end of the conversation.
type line struct {
	text []byte
	err  error
}

// readLines sends the lines of in that are not empty. A line of more than limit bytes is skipped to its end.
func readLines(ctx context.Context, in io.Reader, limit int, lines chan<- line) {
	defer close(lines)
	send := func(l line) {
		select {
		case lines <- l:
		case <-ctx.Done():
		}
	}
	reader := bufio.NewReader(in)
	for ctx.Err() == nil {
		text, err := readLine(reader, limit)
		if len(bytes.TrimSpace(text)) > 0 {
			send(line{text: text})
		}
		switch {
		case errors.Is(err, io.EOF):
			return
		case errors.As(err, new(*fault.Error)):
			send(line{err: err})
		case err != nil:
			send(line{err: fmt.Errorf("read standard input: %w", err)})
			return
		}
	}
}

// readLine returns the next line; with io.EOF the last one, which may be empty.
func readLine(reader *bufio.Reader, limit int) ([]byte, error) {
	var text []byte
	for {
		part, err := reader.ReadSlice('\n')
		if len(text) <= limit+len("\r\n") {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(bytes.TrimRight(text, "\r\n")) > limit {
			// An end of the input right behind it comes again with the next line.
			return nil, fault.New(fault.PayloadTooLarge, "the message has more than %d bytes; send less at once", limit)
		}
		return text, err
	}
}
