package server

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/middleware"
)

// Headers of streams.
const (
	lastEventHeader = "Last-Event-ID"
	eventStream     = "text/event-stream"
)

// streamTimes are the times of streams of events.
type streamTimes struct {
	longest   time.Duration // then the client opens another, for which it is authenticated again
	heartbeat time.Duration // between signs of life, by which proxies and clients know that the connection holds
}

var defaultStreamTimes = streamTimes{longest: 10 * time.Minute, heartbeat: 15 * time.Second}

// eventStreamOnly refuses GET requests that ask for anything but a stream of events.
func eventStreamOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !strings.Contains(strings.ToLower(strings.Join(c.Request().Header.Values("Accept"), ",")), eventStream) {
			return onlyPost(c)
		}
		return next(c)
	}
}

// sessionsOnly refuses streams of clients that have no sessions (MCP 2026-07-28).
func sessionsOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Header.Get(versionHeader) == statelessRevision {
			return onlyPost(c)
		}
		return next(c)
	}
}

func onlyPost(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderAllow, "OPTIONS, POST")
	return echo.ErrMethodNotAllowed
}

// sessionPattern is what a session id can be (MCP 2025-11-25, Session Management).
var sessionPattern = regexp.MustCompile(`^[!-~]{1,128}$`)

// session returns the session that a request belongs to.
func (f *front) session(c echo.Context) (sessionKey, error) {
	id := c.Request().Header.Get(sessionHeader)
	if !sessionPattern.MatchString(id) {
		return sessionKey{}, fault.New(fault.BadRequest, "send the %s that initialize has returned", sessionHeader)
	}
	return sessionKey{f.handle(c), id}, nil
}

// subscriber returns how the client behind a request is told of changes: not where answers are repeated without being run.
func (f *front) subscriber(c echo.Context, caller identity.Principal, e *endpoint, rule keyRule) func() (*subscriber, error) {
	return func() (*subscriber, error) {
		if rule.made {
			return nil, fault.New(fault.BadRequest, "subscribe at the server's own address, without /dispatch")
		}
		key, err := f.session(c)
		if err != nil {
			return nil, err
		}
		return f.sessions.subscriber(key, caller, e.watch)
	}
}

// stream tells the client of a session of changes until one of them ends it (MCP 2025-11-25, Listening for Messages from the
// Server).
func (f *front) stream(c echo.Context) error {
	caller := middleware.CallerOf(c)
	e, err := f.admitted(c, caller, message{method: "resources/subscribe"}) // 403, 429
	switch {
	case err != nil && !transport(err):
		return fault.New(fault.NotFound, "%s", fault.From(err).Message)
	case err != nil:
		return err
	case !e.surfaces: // nothing to subscribe to
		return onlyPost(c)
	case f.draining.Err() != nil:
		return fault.New(fault.Unavailable, "emcp is about to end; try again in a moment")
	}
	key, err := f.session(c) // 400
	if err != nil {
		return err
	}
	resumed := c.Request().Header.Get(lastEventHeader) != ""
	ctx, cancel := context.WithTimeout(c.Request().Context(), f.streamTimes.longest)
	defer cancel()
	defer context.AfterFunc(f.replaced, cancel)()
	subscriber, ctx, closed, err := f.sessions.open(ctx, key, caller, e.watch, resumed) // 404
	if err != nil {
		return err
	}
	defer closed()
	first := ":\n\n"
	if c.Request().Header.Get(versionHeader) == mcp.ProtocolVersion20251125 {
		first = event(nil) // by which the client learns of an id
	}
	_ = eventsOf(c).follow(ctx, subscriber, e.watch, first, func(uri string) string { return event(updated(uri)) }, f.streamTimes.heartbeat)
	return nil // an error is that the client no longer reads, which ends a stream as well as any other end
}

// events is a stream of server-sent events.
type events struct {
	response   *echo.Response
	controller *http.ResponseController
}

func eventsOf(c echo.Context) events {
	return events{c.Response(), http.NewResponseController(c.Response())}
}

// follow writes first, and then what the subscriber is to be told until ctx ends: for every document that has changed the
// event that tell returns.
func (w events) follow(
	ctx context.Context, s *subscriber, from *watch, first string, tell func(uri string) string, heartbeat time.Duration,
) error {
	_ = w.controller.SetReadDeadline(time.Time{}) // of the request, which would end its context
	w.response.Header().Set(echo.HeaderContentType, eventStream)
	w.response.Header().Set(echo.HeaderCacheControl, "no-store")
	w.response.Header().Set("X-Accel-Buffering", "no") // nginx
	w.response.WriteHeader(http.StatusOK)
	if err := w.write(first); err != nil {
		return err
	}
	alive := time.NewTicker(heartbeat)
	defer alive.Stop()
	for {
		text, told := ":\n\n", []string(nil)
		select {
		case <-ctx.Done():
			return nil
		case <-alive.C:
		case <-s.wake:
			if ctx.Err() != nil { // another stream has taken the place of this one
				s.awaken()
				return nil
			}
			text, told = "", from.take(s)
			for _, uri := range told {
				text += tell(uri)
			}
		}
		if err := w.write(text); err != nil {
			from.restore(s, told)
			return err
		}
	}
}

// event returns an event with an id, so that a client can say that it had a stream before.
func event(data []byte) string { return "id: " + uuid.NewString() + "\ndata: " + string(data) + "\n\n" }

// write writes at once, in as much time as one answer may take.
func (w events) write(text string) error {
	_ = w.controller.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := w.response.Write([]byte(text)); err != nil {
		return err
	}
	return w.controller.Flush()
}
