package server

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/middleware"
)

// Clients of WebSocket that cannot send headers have two other ways to send their token: as a subprotocol beside mcp,
// and in the first message.

// tokenProtocol begins a subprotocol that is a token.
const tokenProtocol = "bearer."

// offeredToken takes tokens out of the subprotocols that a client of WebSocket offers, so that nothing repeats them.
// The first is used if the client sends no other.
func (f *front) offeredToken(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header
		if !f.asksForSocket(c) {
			return next(c)
		}
		none := auth.CredentialsOf(c.Request()).None()
		offered := strings.Split(strings.Join(header.Values(socketProtocols), ","), ",")
		others := slices.DeleteFunc(offered, func(protocol string) bool {
			token, found := strings.CutPrefix(strings.TrimSpace(protocol), tokenProtocol)
			if found && none {
				header.Set("Authorization", "Bearer "+token)
				none = false
			}
			return found
		})
		header.Set(socketProtocols, strings.Join(others, ","))
		return next(c)
	}
}

// unlessTokenFollows returns a step that authenticates, except WebSocket requests without credentials: their first
// message has the token.
func (f *front) unlessTokenFollows(authenticate echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		known := authenticate(next)
		return func(c echo.Context) error {
			if f.asksForSocket(c) && f.gate.Open == nil && auth.CredentialsOf(c.Request()).None() {
				return next(c)
			}
			return known(c)
		}
	}
}

// firstMessageBytes bounds the first message of a client that has not sent a token yet; a token has at most half of it.
// Until it arrives, it is charged to the budget of unauthenticated clients: one address has at most 64 such
// connections, all have 512.
const firstMessageBytes = 16 << 10

// serveWithoutToken opens a connection to a client without credentials, and serves it once its first message has a
// token.
func (f *front) serveWithoutToken(ctx context.Context, c echo.Context, end context.CancelCauseFunc) error {
	var s *socket
	var connection *session.Connection
	defer func() {
		if s != nil {
			s.cut()
		}
	}()
	err := f.base.strangers.Within(c, firstMessageBytes, func() (err error) { // 503
		if s, err = f.upgrade(c, end); err != nil {
			return middleware.ErrClientGone
		}
		s.limit = firstMessageBytes
		connection, err = f.signIn(ctx, c, s)
		return err
	})
	if err != nil {
		return err // for the audit line
	}
	s.limit = int(f.payloadLimit(c))
	f.talk(ctx, c, s, connection)
	return nil
}

// signIn authenticates a client by its first message, and returns its connection. The message stays the first of the
// conversation. On an error, the client knows why its connection ends.
func (f *front) signIn(ctx context.Context, c echo.Context, s *socket) (*session.Connection, error) {
	text, err := f.firstMessage(ctx, s)
	if err != nil {
		return nil, err
	}
	message := wire.Read(text)
	connection, err := f.admitToken(ctx, c, message.Token())
	if err == nil {
		s.first = text
		return connection, nil
	}
	record := audit.RecordOf(c.Request().Context())
	ctx, refused := f.recorded(ctx, socketTransport, *record)
	refused.Server, refused.Subject, refused.View = record.Server, record.Subject, record.View
	request := f.client(c)
	request.Header, request.Message = nil, message.Refuse(err)
	answer := f.mcp.Handle(ctx, request)
	refused.Outcome, refused.Bytes = answer.Outcome, int64(s.send(answer.Reply))
	f.report(ctx, refused)
	if fault.From(err).Kind == fault.Unavailable {
		s.close(closedByCrowd)
	} else {
		s.close(closedByRefusal)
	}
	return nil, err
}

// firstMessage reads the first message of a client, which has little time for it.
func (f *front) firstMessage(ctx context.Context, s *socket) ([]byte, error) {
	ctx, stop := context.WithTimeoutCause(ctx, s.times.First, closedByWaiting)
	defer stop()
	defer context.AfterFunc(f.replaced, stop)()
	inTime := context.AfterFunc(ctx, func() { s.close(f.closure(nil, context.Cause(ctx))) })
	text, err := s.next()
	var why *closure
	switch {
	case !inTime():
		return nil, fault.New(fault.Unauthenticated, "no token came in time")
	case errors.As(err, new(*fault.Error)):
		s.close(closedBySize)
		return nil, err
	case errors.As(err, &why):
		s.close(why)
		return nil, fault.New(fault.BadRequest, "%s", why.reason)
	case err != nil:
		return nil, middleware.ErrClientGone
	}
	return text, nil
}

// admitToken authenticates the sender of a token as if it had come with the request, and returns its connection.
func (f *front) admitToken(ctx context.Context, c echo.Context, token string) (*session.Connection, error) {
	if token == "" {
		return nil, fault.New(fault.Unauthenticated,
			"a token is needed: send it in the header Authorization: Bearer TOKEN, or in _meta of initialize, as emcp/token")
	}
	c.Request().Header.Set("Authorization", "Bearer "+token)
	known := func(echo.Context) error { return nil }
	if err := middleware.Authenticate(f.gate, f.handle)(known)(c); err != nil {
		return nil, err
	}
	return f.mcp.Join(ctx, f.client(c)) // 403, 429, 503
}
