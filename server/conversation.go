package server

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/tracing"
	"emcp/mcp"
	"emcp/mcp/method"
	"emcp/mcp/session"
	"emcp/mcp/wire"
)

const (
	// callsAtATime is how many calls of one client run at a time, if the site's pool has so many connections.
	callsAtATime = 8
	// callsWaiting is how many more can wait. Then the next message is read when one of them begins, so a
	// client that sends too fast has to wait and does not fill the memory.
	callsWaiting = 64
	// waitingBytes bounds the messages of the calls that wait.
	waitingBytes = 1 << 20
	// mostRefused is how many messages in a row can be rate limited before the connection ends.
	mostRefused = 100
)

// peer is the client of a conversation.
type peer struct {
	transport string      // its name in traces
	client    mcp.Request // all but the message; its Connection must be closed
	// record has what the audit records of all messages have: the address and the certificate of the client.
	record audit.Record
	// count counts a message of the client's address, and returns a fault if there are too many; nil: they are not
	// counted.
	count func(context.Context) error
	// flood ends the connection of a client that keeps sending after mostRefused rate-limited messages; nil: never.
	flood func()
}

// conversation is one client on a connection that carries all its messages, in both directions.
type conversation struct {
	peer
	front *front
	send  sender

	slots   chan struct{}       // calls that run
	queue   chan struct{}       // calls that wait
	queued  *semaphore.Weighted // bytes of waiting calls
	running sync.WaitGroup
	open    context.Context // until the client sends nothing more: streams, which would never finish, end then
	hangUp  context.CancelFunc

	refused    atomic.Int64 // messages in a row
	inProgress calls        // by the keys of their ids
}

// sender sends a message and returns how many bytes that took. It may be called by several goroutines at a time.
type sender func(message []byte) int

// newConversation begins a conversation with a client. run must be called.
func (f *front) newConversation(ctx context.Context, with peer, send sender) *conversation {
	c := &conversation{
		peer: with, front: f, send: send,
		slots:  make(chan struct{}, min(callsAtATime, f.config.Sites[f.servers[with.client.Server].Site].MaxOpenConns)),
		queue:  make(chan struct{}, callsWaiting),
		queued: semaphore.NewWeighted(waitingBytes),
	}
	c.open, c.hangUp = context.WithCancel(ctx)
	return c
}

// received is a message of the client, or an error: a fault if it could not be received, otherwise the end of the
// conversation.
type received struct {
	text []byte
	err  error
}

// run answers messages until ctx ends, the client sends nothing more, or hangUp is called. Then it waits until every
// message is answered. Calls end with ctx.
func (c *conversation) run(ctx context.Context, messages <-chan received) error {
	notified, stop := context.WithCancel(ctx)
	var notifying sync.WaitGroup
	notifying.Go(func() { c.notify(notified) })
	defer notifying.Wait()
	defer stop()
	defer c.end()
	for {
		select {
		case <-c.open.Done(): // with ctx, too
			return nil
		case m, more := <-messages:
			switch {
			case !more:
				return nil
			case m.err == nil:
				c.serve(ctx, wire.Read(m.text), len(m.text))
			case errors.As(m.err, new(*fault.Error)):
				c.serve(ctx, wire.Unread(m.err), 0)
			default:
				return m.err
			}
		}
	}
}

// end returns when every message is answered and all streams have ended.
func (c *conversation) end() {
	c.hangUp()
	c.running.Wait()
	c.client.Connection.Close()
}

// notify sends changes of the resources that the client subscribed to, until the context ends.
func (c *conversation) notify(ctx context.Context) {
	_ = c.client.Connection.Follow(ctx, 0, c.sendAll) // ends with the context only
}

func (c *conversation) sendAll(messages [][]byte) error {
	for _, message := range messages {
		c.send(message)
	}
	return nil
}

// serve handles a message. Calls and streams run concurrently; the rest is answered at once, so that a client can
// cancel.
func (c *conversation) serve(ctx context.Context, m wire.Message, bytes int) {
	ctx, record := c.front.recorded(ctx, c.transport, c.record)
	record.Server = c.client.Server
	if err := c.countAddress(ctx); err != nil {
		m = m.Refuse(err) // as over HTTP, before the caller matters
	} else {
		record.Subject, record.View = c.client.Caller.Subject, c.client.Caller.View
	}
	if key, ok := m.Cancels(); ok {
		c.inProgress.cancel(key)
	}
	switch method.PaceOf(m) {
	case method.Slow:
		c.enqueue(ctx, m, bytes, c.serveCall)
	case method.Endless:
		c.enqueue(ctx, m, bytes, c.serveListen)
	case method.Quick:
		c.handle(ctx, m)
	}
}

// recorded returns a context with the trace and the audit record of a message on a connection with that record.
func (f *front) recorded(ctx context.Context, transport string, of audit.Record) (context.Context, *audit.Record) {
	record := audit.NewRecord()
	record.Client, record.Network, record.Certificate = of.Client, of.Network, of.Certificate
	return audit.WithRecord(f.base.tracer.Request(tracing.WithID(ctx, tracing.NewID()), nil, transport), record), record
}

func (c *conversation) countAddress(ctx context.Context) error {
	if c.count == nil {
		return nil
	}
	return c.count(ctx)
}

// enqueue runs a message concurrently, unless it is cancelled first. run calls leave when the message has left the
// queue.
func (c *conversation) enqueue(
	ctx context.Context, m wire.Message, bytes int, run func(ctx context.Context, m wire.Message, leave func()),
) {
	size := int64(min(bytes, waitingBytes))
	if c.queued.Acquire(ctx, size) != nil {
		c.abandon(ctx, m)
		return
	}
	select {
	case c.queue <- struct{}{}:
	case <-ctx.Done():
		c.queued.Release(size)
		c.abandon(ctx, m)
		return
	}
	leave := func() {
		<-c.queue
		c.queued.Release(size)
	}
	ctx, cancel := context.WithCancel(ctx)
	end := c.inProgress.begin(m.Key(), cancel)
	c.running.Go(func() {
		defer cancel()
		defer end()
		run(ctx, m, leave)
	})
}

// serveCall handles a call when a slot is free.
func (c *conversation) serveCall(ctx context.Context, m wire.Message, leave func()) {
	select {
	case c.slots <- struct{}{}:
		leave()
		c.handle(ctx, m)
		<-c.slots
	case <-ctx.Done():
		leave()
		c.abandon(ctx, m)
	}
}

// abandon records a request that was cancelled while it waited for its turn.
func (c *conversation) abandon(ctx context.Context, m wire.Message) {
	request := c.client
	request.Message = m
	audit.RecordOf(ctx).Outcome = c.front.mcp.Cancelled(request)
	c.cancelled(ctx)
}

// serveListen sends changes of the resources that a request names, until the client cancels it or disconnects.
func (c *conversation) serveListen(ctx context.Context, m wire.Message, leave func()) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.open, cancel)()
	stream := c.handle(ctx, m)
	leave()
	if stream == nil {
		return
	}
	defer stream.Close()
	c.send(stream.Opening())
	if err := stream.Follow(ctx, 0, c.sendAll); err != nil {
		c.cancelled(ctx)
		return
	}
	c.finish(ctx, stream.Closing())
}

// handle hands a message to package mcp, sends the answer if there is one, and reports the message. A stream is for the
// caller to follow.
func (c *conversation) handle(ctx context.Context, m wire.Message) *session.Stream {
	request := c.client
	request.Message, request.Notify = m, func(message []byte) { c.send(message) }
	answer := c.front.mcp.Handle(ctx, request)
	audit.RecordOf(ctx).Outcome = answer.Outcome
	switch {
	case answer.Stream != nil:
		return answer.Stream
	case answer.Cancelled:
		c.cancelled(ctx)
	default:
		c.finish(ctx, answer.Reply)
	}
	return nil
}

// finish sends a reply, if there is one, and reports its request.
func (c *conversation) finish(ctx context.Context, message []byte) {
	record := audit.RecordOf(ctx)
	if message != nil {
		record.Bytes = int64(c.send(message))
	}
	if record.Code != string(fault.RateLimited) {
		c.refused.Store(0)
	} else if c.refused.Add(1) == mostRefused && c.flood != nil {
		c.flood()
	}
	c.front.report(ctx, record)
}

// cancelled records a request whose client no longer waits for it (MCP 2025-11-25, Cancellation).
func (c *conversation) cancelled(ctx context.Context) {
	record := audit.RecordOf(ctx)
	record.Status, record.Code = audit.StatusCancelled, audit.CodeCancelled
	c.front.report(ctx, record)
}
