package server

import (
	"bufio"
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/ratelimit"
	"emcp/mcp/session"
	"emcp/middleware"
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

// socketTransport is the name of the transport in traces.
const socketTransport = "websocket"

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

// talk answers the messages of a connection until it ends.
func (f *front) talk(ctx context.Context, c echo.Context, s *socket, connection *session.Connection) {
	var running sync.WaitGroup
	defer func() {
		s.end(nil)
		s.cut()
		_ = s.CloseNow() // ends a ping that waits
		running.Wait()
	}()
	// Messages have no headers, unlike requests over HTTP.
	client, caller := f.client(c), f.streamCaller(c)
	client.Header, client.Connection = nil, connection
	talk := f.newConversation(ctx, peer{
		transport: socketTransport, client: client, record: *audit.RecordOf(c.Request().Context()),
		count: func(ctx context.Context) error {
			return ratelimit.Check(ctx, f.base.limiter, "address:"+client.Address, f.config.AddressLimit)
		},
		flood: func() { s.end(closedByFlood) },
	}, s.send)

	messages := make(chan received)
	running.Go(func() { s.read(talk.open, messages) })
	running.Go(func() { s.keepAlive(ctx) })
	running.Go(func() {
		switch err := f.recheck(ctx, caller, s.times.Doubt); {
		case err == nil:
		case fault.From(err).Kind == fault.Unavailable:
			s.end(closedByDoubt)
		default:
			s.end(closedByCaller)
		}
	})
	defer context.AfterFunc(f.replaced, talk.hangUp)()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(s.times.Closing, s.cut) })() // a client that does not read
	err := talk.run(ctx, messages)
	s.close(f.closure(err, context.Cause(ctx)))
}

// upgrade makes a connection of a request that has passed checkHandshake.
func (f *front) upgrade(c echo.Context, end context.CancelCauseFunc) (*socket, error) {
	w := &hijacked{ResponseWriter: c.Response()}
	s := &socket{
		end: end, times: f.base.options.Streams, limit: int(f.payloadLimit(c)),
		cut: func() { _ = w.conn.Close() }, control: rate.NewLimiter(controlPerSecond, controlAtOnce),
	}
	var err error
	s.Conn, err = websocket.Accept(w, c.Request(), &websocket.AcceptOptions{
		Subprotocols: []string{socketProtocol}, CompressionMode: websocket.CompressionDisabled, // no compression, no bombs
		InsecureSkipVerify: true, // middleware.Origin has checked it
		OnPingReceived:     func(context.Context, []byte) bool { return s.allowControlFrame() },
		OnPongReceived:     func(context.Context, []byte) { s.allowControlFrame() },
	})
	if err != nil {
		return nil, err
	}
	s.SetReadLimit(-1) // next has its own
	s.heard.Store(time.Now().UnixNano())
	return s, nil
}

// hijacked keeps the connection that the handler takes over.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, buffers, err
}
