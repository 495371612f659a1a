package server

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/mcp"
	"emcp/mcp/method"
	"emcp/mcp/session"
	"emcp/middleware"
)

// serveMessage handles one JSON-RPC message, and answers with a response or a stream, or with 202 if none is needed.
func (f *front) serveMessage(c echo.Context) error {
	ctx, cancel := context.WithCancel(c.Request().Context())
	defer cancel()
	request := f.request(c)
	var early *earlyEvents
	if method.PaceOf(request.Message) == method.Slow {
		if id, ok := callID(request, request.Message.Key()); ok {
			defer f.base.calls.begin(id, cancel)()
		}
		if asksForEvents(c) {
			early = f.earlyEvents(ctx, c, cancel)
			defer early.end()
			request.Notify = func(message []byte) { early.send(ctx, eventData(message)) }
		}
	}
	answer := f.mcp.Handle(ctx, request)
	audit.RecordOf(ctx).Outcome = answer.Outcome
	if early != nil && early.end() {
		return early.finish(c.Request().Context(), answer)
	}
	switch {
	case answer.Cancelled && c.Request().Context().Err() == nil: // with a notification; the client ignores the answer
		return c.NoContent(http.StatusAccepted)
	case answer.Cancelled:
		return middleware.ErrClientGone
	case answer.Refused():
		return answer.Fault
	case answer.Stream != nil:
		return f.serveListen(c, answer.Stream)
	case answer.Reply == nil:
		if key, ok := request.Message.Cancels(); ok {
			f.cancel(request, key)
		}
		return c.NoContent(http.StatusAccepted)
	}
	if answer.Session != "" {
		c.Response().Header().Set(session.Header, answer.Session)
	}
	if answer.Replayed {
		c.Response().Header().Set(replayedHeader, "true")
	}
	if answer.Fault != nil && answer.Fault.RetryAfter > 0 {
		c.Response().Header().Set("Retry-After", strconv.FormatInt(answer.Fault.RetrySeconds(), 10))
	}
	// else net/http sends it in chunks
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(answer.Reply)))
	return sendAnswer(c, cmp.Or(answer.Status, http.StatusOK), answer.Reply)
}

// sendAnswer writes an answer. Writing fails only if the client no longer reads.
func sendAnswer(c echo.Context, status int, body []byte) error {
	if err := c.JSONBlob(status, body); err != nil {
		return middleware.ErrClientGone
	}
	return nil
}

// callID identifies a call over HTTP by its session and the key of its id, so that its client can cancel it. Without a
// session, a client closes the connection instead.
func callID(r mcp.Request, key string) (id string, ok bool) {
	of := r.Header.Get(session.Header)
	return strings.Join([]string{r.Server, r.Caller.Subject, of, key}, "\x00"), of != ""
}

// cancel ends the call that a notification names (MCP 2025-11-25, Cancellation).
func (f *front) cancel(r mcp.Request, key string) {
	if id, ok := callID(r, key); ok {
		f.base.calls.cancel(id)
	}
}

// earlyEvents are what a client gets before the answer to its call: notifications, and signs of life for proxies and
// clients that close silent connections. With the first of them, the answer becomes a stream of events.
type earlyEvents struct {
	events
	gone context.CancelFunc // ends the call of a client that does not read

	mu    sync.Mutex
	begun bool
	over  bool
}

// earlyEvents returns those of a call, which sends signs of life until ctx ends.
func (f *front) earlyEvents(ctx context.Context, c echo.Context, gone context.CancelFunc) *earlyEvents {
	e := &earlyEvents{events: f.eventsOf(c), gone: gone}
	go func() {
		ticker := time.NewTicker(f.base.options.Streams.Heartbeat)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				e.send(ctx, alive)
			}
		}
	}()
	return e
}

// send sends an event before the answer.
func (e *earlyEvents) send(ctx context.Context, event string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over || ctx.Err() != nil {
		return
	}
	write := e.write
	if !e.begun {
		write = e.open
	}
	e.begun = true
	if write(ctx, event) != nil {
		e.gone()
	}
}

// end stops early events, and reports whether any was sent.
func (e *earlyEvents) end() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	return e.begun
}

// finish sends the answer as the last event.
func (e *earlyEvents) finish(ctx context.Context, answer mcp.Answer) error {
	if answer.Cancelled || e.write(ctx, eventData(answer.Reply)) != nil {
		return middleware.ErrClientGone
	}
	return nil
}
