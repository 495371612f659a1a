package server

import (
	"context"

	"github.com/labstack/echo/v4"

	"emcp/middleware"
)

// serveSocket turns a request into a connection, and answers its messages until it ends. One connection is one
// conversation of one caller, which is authenticated again and again while it lasts.
func (f *front) serveSocket(c echo.Context) error {
	if err := checkHandshake(c.Request()); err != nil { // 400
		c.Response().Header().Set(socketVersion, "13")
		return err
	}
	ctx, end := context.WithCancelCause(f.base.running) // not of the request: net/http is done with it
	defer end(nil)
	if middleware.CallerOf(c).Subject == "" {
		return f.serveWithoutToken(ctx, c, end)
	}
	connection, err := f.mcp.Join(c.Request().Context(), f.client(c)) // 403, 429, 503
	if err != nil {
		return err
	}
	s, err := f.upgrade(c, end)
	if err != nil {
		connection.Close()
		return middleware.ErrClientGone
	}
	f.talk(ctx, c, s, connection)
	return nil
}
