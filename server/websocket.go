package server

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/ratelimit"
	"emcp/middleware"
)

// socketProtocol is the subprotocol of WebSocket for MCP: each message is a text message.
const socketProtocol = "mcp"

// asksForSocket reports whether a request asks for WebSocket, at a server that has it switched on.
func (f *front) asksForSocket(c echo.Context) bool {
	return f.servers[f.handle(c)].WebSocket && names(c.Request().Header, "Upgrade", "websocket")
}

// countSocket counts requests for WebSocket until they are reported, because http.Server does not wait for them when it ends.
func (f *front) countSocket(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if f.asksForSocket(c) {
			f.server.sockets.Add(1)
			defer f.server.sockets.Done()
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

// names reports whether a header, which is a list, has a word.
func names(header http.Header, name, word string) bool {
	return slices.ContainsFunc(strings.Split(strings.Join(header.Values(name), ","), ","), func(w string) bool {
		return strings.EqualFold(strings.TrimSpace(w), word)
	})
}

const (
	socketVersion = "Sec-WebSocket-Version"
	socketKey     = "Sec-WebSocket-Key"
)

// checkHandshake refuses a request that cannot become a connection (RFC 6455, section 4.2.1).
func checkHandshake(r *http.Request) error {
	keys := r.Header.Values(socketKey)
	var key []byte
	if len(keys) == 1 {
		key, _ = base64.StdEncoding.DecodeString(strings.TrimSpace(keys[0]))
	}
	switch {
	case !r.ProtoAtLeast(1, 1), !names(r.Header, "Connection", "Upgrade"), r.Header.Get(socketVersion) != "13", len(key) != 16:
		return fault.New(fault.BadRequest,
			"this is no handshake of WebSocket, version 13; a web server in between must use HTTP/1.1 and pass on the headers Upgrade and Connection")
	case !names(r.Header, "Sec-WebSocket-Protocol", socketProtocol):
		return fault.New(fault.BadRequest, "offer the subprotocol %s: send the header Sec-WebSocket-Protocol: %[1]s", socketProtocol)
	}
	return nil
}

// closure is why emcp closes a connection. The client gets the code and the reason, which has at most 123 bytes.
type closure struct {
	code   websocket.StatusCode
	reason string
}

func (c *closure) Error() string { return c.reason }

// The reasons to close a connection.
var (
	closedByEnd      = &closure{websocket.StatusGoingAway, "emcp is shutting down; connect again in a moment"}
	closedByReload   = &closure{websocket.StatusServiceRestart, "the configuration of emcp has changed; connect again"}
	closedByCaller   = &closure{websocket.StatusPolicyViolation, "the token is no longer accepted, or its rights have changed; connect again"}
	closedByDoubt    = &closure{websocket.StatusTryAgainLater, "the token cannot be checked at the moment; connect again later"}
	closedBySilence  = &closure{websocket.StatusNormalClosure, "no message came for a long time; connect again when there is one"}
	closedBySize     = &closure{websocket.StatusMessageTooBig, "the message is too large; send less at once"}
	closedByBinary   = &closure{websocket.StatusUnsupportedData, "send each message as text"}
	closedByEncoding = &closure{websocket.StatusInvalidFramePayloadData, "the message is not valid UTF-8"}
)

// errGone means that there is nobody to whom a reason can be sent: the client has left, does not read, or does not answer pings.
var errGone = errors.New("the client is gone")

// socket is the connection of a client over WebSocket.
type socket struct {
	*websocket.Conn
	cut   func()                  // ends the connection without a word
	end   context.CancelCauseFunc // ends the conversation, with a closure or errGone
	times streamTimes             // of the server
	limit int                     // of a message, in bytes

	writing sync.Mutex
	awaits  atomic.Bool  // the next message is being waited for, so that pongs are read
	heard   atomic.Int64 // when the last message came, in nanoseconds
}

// socket turns a request into a connection, and answers its messages until it ends. One connection is one conversation of one
// caller, which is authenticated again and again while it lasts.
func (f *front) socket(c echo.Context) error {
	if err := checkHandshake(c.Request()); err != nil { // 400
		c.Response().Header().Set(socketVersion, "13")
		return err
	}
	request := f.client(c)
	connection, err := f.mcp.Join(c.Request().Context(), request) // 403, 429, 503
	if err != nil {
		return err
	}

	ctx, end := context.WithCancelCause(f.server.running) // not of the request: net/http is done with it
	defer end(nil)
	s, err := f.upgrade(c, end)
	if err != nil {
		connection.Close()
		return middleware.ErrClientGone
	}
	var running sync.WaitGroup
	defer func() {
		end(nil)
		s.cut()
		_ = s.CloseNow() // ends a ping that waits
		running.Wait()
	}()
	// Messages have no headers, unlike requests over HTTP.
	client := request
	client.Header, client.Connection = nil, connection
	record := audit.RecordOf(c.Request().Context())
	talk := f.converse(ctx, peer{
		transport: "websocket", client: client, record: audit.Record{Client: record.Client, Network: record.Network, Certificate: record.Certificate},
		count: func(ctx context.Context) error {
			return ratelimit.Check(ctx, f.server.limiter, "address:"+client.Address, f.config.AddressLimit)
		},
	}, s.send)

	messages := make(chan received)
	running.Go(func() { s.read(talk.open, messages) })
	running.Go(func() { s.keepAlive(ctx) })
	running.Go(func() {
		switch err := f.recheck(ctx, request, s.times.doubt); {
		case err == nil:
		case fault.From(err).Kind == fault.Unavailable:
			end(closedByDoubt)
		default:
			end(closedByCaller)
		}
	})
	defer context.AfterFunc(f.replaced, talk.hangUp)()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(s.times.closing, s.cut) })() // a client that does not read
	err = talk.hold(ctx, messages)
	s.close(f.closure(err, context.Cause(ctx)))
	return nil
}

// upgrade makes a connection of a request that has passed checkHandshake.
func (f *front) upgrade(c echo.Context, end context.CancelCauseFunc) (*socket, error) {
	w := &hijacked{ResponseWriter: c.Response()}
	conn, err := websocket.Accept(w, c.Request(), &websocket.AcceptOptions{
		Subprotocols: []string{socketProtocol}, CompressionMode: websocket.CompressionDisabled, // no compression, no bombs
		InsecureSkipVerify: true, // middleware.Origin has checked it
	})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(-1) // next has its own
	s := &socket{
		Conn: conn, end: end, times: f.server.streamTimes, limit: int(f.payloadLimit(c)),
		cut: func() { _ = w.conn.Close() },
	}
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

// closure returns why a connection ends: for what the client has sent, what ended the conversation, or because of the server.
func (f *front) closure(sent, cause error) *closure {
	var why *closure
	switch {
	case errors.As(sent, &why), errors.As(cause, &why):
		return why
	case cause == errGone: //nolint:errorlint // it is never wrapped
		return nil
	case f.server.draining.Err() != nil:
		return closedByEnd
	}
	return closedByReload
}

// close ends the connection with a reason, which a client has a short time to confirm; nil: without a word.
func (s *socket) close(why *closure) {
	if why == nil {
		return
	}
	late := time.AfterFunc(s.times.closing, s.cut)
	defer late.Stop()
	_ = s.Close(why.code, why.reason)
}

// send writes a message. A client that does not take it in time loses the connection.
func (s *socket) send(message []byte) int {
	s.writing.Lock()
	defer s.writing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.times.write)
	defer cancel()
	if err := s.Write(ctx, websocket.MessageText, message); err != nil {
		s.end(errGone)
		return 0
	}
	return len(message)
}

// read passes messages on until the client leaves, breaks a rule, or nobody takes them any more.
func (s *socket) read(open context.Context, messages chan<- received) {
	pass := func(m received) bool {
		select {
		case messages <- m:
			return true
		case <-open.Done():
			return false
		}
	}
	for {
		s.awaits.Store(true)
		text, err := s.next()
		s.awaits.Store(false)
		s.heard.Store(time.Now().UnixNano())
		switch {
		case errors.As(err, new(*fault.Error)):
			_ = pass(received{err: err}) && pass(received{err: closedBySize})
			return
		case errors.As(err, new(*closure)):
			pass(received{err: err})
			return
		case err != nil:
			s.end(errGone)
			return
		case !pass(received{text: text}):
			return
		}
	}
}

// next returns the next message. The error is a fault if it is too large, and a closure if it is no text.
func (s *socket) next() ([]byte, error) {
	kind, message, err := s.Reader(context.Background())
	if err != nil {
		return nil, err
	}
	late := time.AfterFunc(bodyTime, s.cut) // once begun, a message has as much time as over HTTP
	defer late.Stop()
	if kind != websocket.MessageText {
		return nil, closedByBinary
	}
	text, err := io.ReadAll(io.LimitReader(message, int64(s.limit)+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > s.limit:
		return nil, fault.New(fault.PayloadTooLarge, "the message has more than %d bytes; send less at once", s.limit)
	case !utf8.Valid(text):
		return nil, closedByEncoding
	}
	return text, nil
}

// keepAlive sends pings, and ends a connection whose client does not answer them or has sent nothing for too long. A client whose
// messages wait, so that emcp does not read, cannot answer.
func (s *socket) keepAlive(ctx context.Context) {
	ticker := time.NewTicker(s.times.heartbeat)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if time.Since(time.Unix(0, s.heard.Load())) > s.times.idle {
			s.end(closedBySilence)
			return
		}
		if s.awaits.Load() && !s.alive() && s.awaits.Load() {
			s.end(errGone)
			return
		}
	}
}

// alive reports whether the client answers a ping in time.
func (s *socket) alive() bool {
	ctx, cancel := context.WithTimeout(context.Background(), s.times.write)
	defer cancel()
	return s.Ping(ctx) == nil
}
