package server

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
)

// socketProtocol is the subprotocol of WebSocket for MCP: each message is a text message.
const socketProtocol = "mcp"

// asksForSocket reports whether a request asks for WebSocket, at a server that has it switched on.
func (f *front) asksForSocket(c echo.Context) bool {
	return f.servers[f.handle(c)].WebSocket && headerLists(c.Request().Header, "Upgrade", "websocket")
}

// countSocket counts requests for WebSocket until they are reported, because http.Server does not wait for them when it
// ends.
func (f *front) countSocket(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if f.asksForSocket(c) {
			f.base.sockets.Add(1)
			defer f.base.sockets.Done()
		}
		return next(c)
	}
}

// unlessSocket returns a step that requests for WebSocket skip.
func (f *front) unlessSocket(step echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		stepped := step(next)
		return func(c echo.Context) error {
			if f.asksForSocket(c) {
				return next(c)
			}
			return stepped(c)
		}
	}
}

// headerLists reports whether a header, which is a list, has a word.
func headerLists(header http.Header, name, word string) bool {
	return slices.ContainsFunc(strings.Split(strings.Join(header.Values(name), ","), ","), func(w string) bool {
		return strings.EqualFold(strings.TrimSpace(w), word)
	})
}

const (
	socketVersion   = "Sec-WebSocket-Version"
	socketKey       = "Sec-WebSocket-Key"
	socketProtocols = "Sec-WebSocket-Protocol"
)

// checkHandshake refuses a request that cannot become a connection (RFC 6455, section 4.2.1).
func checkHandshake(r *http.Request) error {
	keys := r.Header.Values(socketKey)
	var key []byte
	if len(keys) == 1 {
		key, _ = base64.StdEncoding.DecodeString(strings.TrimSpace(keys[0]))
	}
	switch {
	case !r.ProtoAtLeast(1, 1), !headerLists(r.Header, "Connection",
		"Upgrade"), r.Header.Get(socketVersion) != "13", len(key) != 16:
		return fault.New(fault.BadRequest,
			"this is no handshake of WebSocket, version 13; a web server in between must use HTTP/1.1 and pass on the headers "+
				"Upgrade and Connection")
	case !headerLists(r.Header, socketProtocols, socketProtocol):
		return fault.New(fault.BadRequest, "offer the subprotocol %s: send the header Sec-WebSocket-Protocol: %[1]s",
			socketProtocol)
	}
	return nil
}
