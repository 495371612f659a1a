package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/middleware"
)

// stdioCalls is how many calls of the one client run at a time.
const stdioCalls = 8

// ServeStdio answers the messages on in, one a line, with lines on out, until in ends or ctx does. Every message that
// was read is answered before it returns. The caller is that of the configuration's stdio section.
func (s *Server) ServeStdio(ctx context.Context, handle string, in io.Reader, out io.Writer) error {
	endpoint, ok := s.endpoints[handle]
	if !ok {
		return fmt.Errorf("there is no enabled server %q in the configuration", handle)
	}
	t := &stdio{
		server: s, endpoint: endpoint, out: out,
		slots: make(chan struct{}, stdioCalls), underWay: map[string]context.CancelFunc{},
	}
	lines := make(chan line)
	go readLines(ctx, in, int(s.limits[handle].PayloadBytes), lines)
	defer t.running.Wait()
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
	server   *Server
	endpoint *endpoint
	slots    chan struct{}
	running  sync.WaitGroup
	writing  sync.Mutex
	out      io.Writer

	mu       sync.Mutex
	underWay map[string]context.CancelFunc // calls by the key of their id
}

// take answers a line. Calls run beside each other; the rest is answered at once, so that a client can cancel.
func (t *stdio) take(ctx context.Context, l line) {
	ctx = middleware.WithTraceID(ctx, middleware.NewTraceID())
	m, err := message{}, l.err
	if err == nil {
		m, err = parseMessage(l.text)
	}
	switch {
	case err != nil:
		t.write(fail(ctx, t.server.log, m.id, fault.From(err)))
	case m.method == "notifications/cancelled":
		t.cancel(m)
	case m.method == "tools/call" && m.wantsAnswer():
		t.call(ctx, m)
	default:
		t.answer(ctx, m)
	}
}

// call answers a call when it is its turn, unless it is cancelled before.
func (t *stdio) call(ctx context.Context, m message) {
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
			t.answer(ctx, m)
			<-t.slots
		case <-ctx.Done():
		}
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

// idKey returns the same text for the same id, however its letters are escaped.
func idKey(id jsontext.Value) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return "text " + text
	}
	return string(id)
}

// answer writes the answer; what HTTP says with a status is a JSON-RPC error here.
func (t *stdio) answer(ctx context.Context, m message) {
	answer, err := t.endpoint.answer(ctx, t.server.config.Stdio, m)
	if err != nil && m.wantsAnswer() {
		answer = fail(ctx, t.server.log, m.id, fault.From(err))
	}
	if answer != nil {
		t.write(answer)
	}
}

func (t *stdio) write(answer []byte) {
	t.writing.Lock()
	defer t.writing.Unlock()
	_, _ = t.out.Write(append(answer, '\n')) // a client that no longer reads has ended the conversation
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
