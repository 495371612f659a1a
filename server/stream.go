package server

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/middleware"
)

// eventStream is the media type of server-sent events.
const eventStream = "text/event-stream"

// StreamTimes are the times of answers, of streams of events and of connections over WebSocket.
type StreamTimes struct {
	Longest   time.Duration // of a stream; then the client opens another
	Heartbeat time.Duration // between signs of life, for proxies and clients that close silent connections
	Recheck   time.Duration // between two checks whether the caller may still have the stream
	Write     time.Duration // the longest that the client may take to read an answer or an event
	Closing   time.Duration // the same for the event that ends the stream

	// Of connections over WebSocket, which have no longest time:
	First time.Duration // until the first message of a client that has not sent a token yet
	Idle  time.Duration // without a message of the client; then it connects again when it has one
	Doubt time.Duration // while emcp cannot find out whether the caller may still have the connection
}

// orDefaults returns t with the defaults in place of zeros. A personal token is looked up again after 2 s, so that with
// Recheck and Closing a stream ends within 5 s of its revocation, even if the client does not read.
func (t StreamTimes) orDefaults() StreamTimes {
	return StreamTimes{
		Longest:   cmp.Or(t.Longest, 10*time.Minute),
		Heartbeat: cmp.Or(t.Heartbeat, 15*time.Second),
		Recheck:   cmp.Or(t.Recheck, 2*time.Second),
		Write:     cmp.Or(t.Write, writeTime),
		Closing:   cmp.Or(t.Closing, 500*time.Millisecond),
		First:     cmp.Or(t.First, 5*time.Second),
		Idle:      cmp.Or(t.Idle, time.Hour),
		Doubt:     cmp.Or(t.Doubt, time.Minute),
	}
}

// eventStreamOnly refuses GET requests that ask for anything but a stream of events, or for the page that browsers get.
func eventStreamOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !browses(c) && !asksForEvents(c) {
			return onlyPost(c)
		}
		return next(c)
	}
}

// sessionsOnly refuses streams of clients that have no sessions (MCP 2026-07-28).
func sessionsOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Header.Get(wire.VersionHeader) == wire.StatelessRevision {
			return onlyPost(c)
		}
		return next(c)
	}
}

func onlyPost(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderAllow, "OPTIONS, POST")
	return echo.ErrMethodNotAllowed
}

// serveStream notifies the client of a session of changes (MCP 2025-11-25, Listening for Messages from the Server).
func (f *front) serveStream(c echo.Context) error {
	stream, err := f.mcp.Open(c.Request().Context(), mcp.Request{
		Server: f.handle(c), Caller: middleware.CallerOf(c), Address: middleware.Address(c), Header: c.Request().Header,
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	first := alive
	if c.Request().Header.Get(wire.VersionHeader) == wire.EventIDRevision {
		first = event(nil) // by which the client learns of an id
	}
	_ = f.follow(c, stream, f.eventsOf(c), first, event)
	return nil // an error says that the client no longer reads, which is a normal end of a stream
}

// serveListen answers subscriptions/listen, with a response at the end of the stream unless the client has closed it.
func (f *front) serveListen(c echo.Context, stream *session.Stream) error {
	defer stream.Close()
	w := f.eventsOf(c)
	err := f.follow(c, stream, w, eventData(stream.Opening()), eventData)
	if err == nil && !errors.Is(c.Request().Context().Err(), context.Canceled) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), f.base.options.Streams.Closing)
		defer cancel()
		_ = w.write(ctx, eventData(stream.Closing()))
	}
	return nil // as above
}

// follow writes first, and then the messages of a stream, each in a frame. It ends when the time of the stream is up, a
// reload replaces the configuration, the caller loses the right to the stream, or the client is gone. An error means
// that it could not write.
func (f *front) follow(
	c echo.Context, stream *session.Stream, w events, first string, frame func(message []byte) string,
) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), f.base.options.Streams.Longest)
	defer cancel()
	defer context.AfterFunc(f.replaced, cancel)()
	caller := f.streamCaller(c)
	go func() {
		if f.recheck(ctx, caller, forever) != nil {
			cancel()
		}
	}()
	if err := w.open(ctx, first); err != nil {
		return err
	}
	write := func(ctx context.Context, messages [][]byte) error {
		text := ""
		for _, message := range messages {
			text += frame(message)
		}
		return w.write(ctx, cmp.Or(text, alive))
	}
	err := stream.Follow(ctx, f.base.options.Streams.Heartbeat,
		func(messages [][]byte) error { return write(ctx, messages) })
	if ctx.Err() == nil {
		return err
	}
	f.sendChangedLists(c, stream, write)
	return nil
}

// sendChangedLists notifies a client of the lists that a reload has changed, before its stream ends: it may not open
// another one. Clients that are no longer accepted get nothing.
func (f *front) sendChangedLists(
	c echo.Context, stream *session.Stream, write func(ctx context.Context, messages [][]byte) error,
) {
	now := f.latest()
	if now == f || f.base.draining.Err() != nil || c.Request().Context().Err() != nil {
		return
	}
	handle := now.handle(c)
	caller, err := now.caller(auth.CredentialsOf(c.Request()), handle)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), f.base.options.Streams.Closing)
	defer cancel()
	// an error means that the client has left
	_ = now.mcp.NotifyBeforeEnd(ctx, stream, handle, caller, func(messages [][]byte) error { return write(ctx, messages) })
}

// streamCaller is the caller of a stream, with what it takes to authenticate it again.
type streamCaller struct {
	server      string // handle
	caller      identity.Principal
	credentials auth.Credentials
}

// streamCaller returns the caller of an authenticated request.
func (f *front) streamCaller(c echo.Context) streamCaller {
	return streamCaller{f.handle(c), middleware.CallerOf(c), auth.CredentialsOf(c.Request())}
}

// forever is longer than any stream.
const forever = time.Duration(math.MaxInt64)

// recheck authenticates the caller of a stream again and again, as for every call. It returns a fault when the token
// has expired, was revoked, or gives other rights; the client then connects again, or learns why it cannot. While emcp
// cannot find out, such as when the database is down, the stream stays for the time of doubt; then recheck returns a
// fault of the kind Unavailable. It returns nil when the context ends.
func (f *front) recheck(ctx context.Context, a streamCaller, doubt time.Duration) error {
	ticker := time.NewTicker(f.base.options.Streams.Recheck)
	defer ticker.Stop()
	certain := time.Now()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		err := f.accept(a)
		switch {
		case err == nil:
			certain = time.Now()
		case fault.From(err).Kind != fault.Unavailable, time.Since(certain) > doubt:
			return err
		}
	}
}

// accept returns a fault unless a caller still has the same rights.
func (f *front) accept(a streamCaller) error {
	caller, err := f.caller(a.credentials, a.server)
	if err == nil && !caller.Equal(a.caller) {
		return fault.New(fault.InvalidToken, "the rights of the token have changed")
	}
	return err
}

// caller authenticates the caller of a stream again. Its statements are not in the trace of the request. A panic, which
// in a goroutine of its own would end the process, becomes an error.
func (f *front) caller(presented auth.Credentials, handle string) (_ identity.Principal, err error) {
	defer fault.Recovered(&err)
	return f.gate.Caller(f.base.running, presented, handle)
}

// events is a stream of server-sent events.
type events struct {
	response   *echo.Response
	controller *http.ResponseController
	longest    time.Duration // of a write
}

func (f *front) eventsOf(c echo.Context) events {
	return events{c.Response(), http.NewResponseController(c.Response()), f.base.options.Streams.Write}
}

// open writes the head of the response and the first event.
func (w events) open(ctx context.Context, first string) error {
	_ = w.controller.SetReadDeadline(time.Time{}) // of the request, which would end its context
	w.response.Header().Set(echo.HeaderContentType, eventStream)
	w.response.Header().Set(echo.HeaderCacheControl, "no-store")
	w.response.Header().Set("X-Accel-Buffering", "no") // nginx
	w.response.WriteHeader(http.StatusOK)
	return w.write(ctx, first)
}

// alive is a comment, which clients ignore.
const alive = ":\n\n"

// eventData returns an event.
func eventData(message []byte) string { return "data: " + string(message) + "\n\n" }

// event returns an event with an id. When a client opens a stream again, it sends the id of the last event.
func event(message []byte) string { return "id: " + uuid.NewString() + "\n" + eventData(message) }

// write writes at once. It fails when the client takes too long to read, and when ctx ends meanwhile.
func (w events) write(ctx context.Context, text string) error {
	_ = w.controller.SetWriteDeadline(time.Now().Add(w.longest))
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(interrupted)
		_ = w.controller.SetWriteDeadline(time.Now())
	})
	defer func() {
		if !stop() {
			<-interrupted // so that it does not interrupt the next write
		}
	}()
	if _, err := w.response.Write([]byte(text)); err != nil {
		return err
	}
	return w.controller.Flush()
}
