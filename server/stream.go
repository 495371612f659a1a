package server

import (
	"cmp"
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"emcp/internal/auth"
	"emcp/mcp"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/middleware"
)

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
