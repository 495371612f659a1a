package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/auth"
	"emcp/mcp"
	"emcp/mcp/wire"
	"emcp/middleware"
)

// Headers of calls with idempotency keys.
const (
	keyHeader      = "Idempotency-Key"      // the key
	replayedHeader = "Idempotency-Replayed" // marks the answer of an earlier call with the same key
)

// contractPrefix is the path of the PHP package. Its clients know only the errors of the contract.
const contractPrefix = "/api/v1/mcp"

// handle returns the handle of the server that a request is for.
func (f *front) handle(c echo.Context) string {
	if handle := c.Param("server"); handle != "" {
		return handle
	}
	return f.config.Servers[0].Handle
}

// payloadLimit returns how large a request may be. For an unknown server it is the limit of the first.
func (f *front) payloadLimit(c echo.Context) int64 {
	server, ok := f.servers[f.handle(c)]
	if !ok {
		server = f.config.Servers[0]
	}
	return server.Limits.PayloadBytes
}

// client returns where an HTTP request comes from.
func (f *front) client(c echo.Context) mcp.Request {
	header, handle := c.Request().Header, f.handle(c)
	return mcp.Request{
		Personal: func(ctx context.Context) string { return f.personalToken(ctx, header, handle) },
		Server:   handle, Caller: middleware.CallerOf(c), Address: middleware.Address(c), Header: header,
		Contract: strings.HasPrefix(c.Path()+"/", contractPrefix+"/"),
	}
}

// request returns the message in an HTTP request, and where it comes from.
func (f *front) request(c echo.Context) mcp.Request {
	r := f.client(c)
	r.Message = wire.Read(middleware.BodyOf(c))
	return r
}

// personalToken returns the token of a request if it is a personal token of the site, which is accepted.
func (f *front) personalToken(ctx context.Context, header http.Header, handle string) string {
	tokens := f.personal[handle]
	token, err := auth.PresentedToken(header)
	if tokens == nil || err != nil {
		return ""
	}
	if _, err := tokens.Authenticate(ctx, token, handle); err != nil {
		return ""
	}
	return token
}
