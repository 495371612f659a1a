package server

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/ratelimit"
	"emcp/mcp/session"
)

// socketTransport is the name of the transport in traces.
const socketTransport = "websocket"

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

// closure returns why a connection ends. sent is the error of reading from the client, cause what ended the
// conversation.
func (f *front) closure(sent, cause error) *closure {
	var why *closure
	switch {
	case errors.As(sent, &why), errors.As(cause, &why):
		return why
	case cause == errGone: //nolint:errorlint // it is never wrapped
		return nil
	case f.base.draining.Err() != nil:
		return closedByEnd
	}
	return closedByReload
}
