package server

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"emcp/internal/fault"
)

// closure is the close frame with which emcp ends a connection. A reason has at most 123 bytes.
type closure struct {
	code   websocket.StatusCode
	reason string
}

func (c *closure) Error() string { return c.reason }

// The reasons to close a connection.
var (
	closedByEnd    = &closure{websocket.StatusGoingAway, "emcp is shutting down; connect again in a moment"}
	closedByReload = &closure{websocket.StatusServiceRestart, "the configuration of emcp has changed; connect again"}
	closedByCaller = &closure{websocket.StatusPolicyViolation,
		"the token is no longer accepted, or its rights have changed; connect again"}
	closedByDoubt = &closure{websocket.StatusTryAgainLater,
		"the token cannot be checked at the moment; connect again later"}
	closedBySilence = &closure{websocket.StatusNormalClosure,
		"no message came for a long time; connect again when there is one"}
	closedByWaiting = &closure{websocket.StatusPolicyViolation,
		"no token came in time; send it in the header Authorization, or in the first message"}
	closedByRefusal = &closure{websocket.StatusPolicyViolation, "the first message was refused; its answer says why"}
	closedByCrowd   = &closure{websocket.StatusTryAgainLater,
		"the first message was refused for now; its answer says why"}
	closedByFlood = &closure{websocket.StatusPolicyViolation,
		"too many messages or pings; connect again in a minute and send fewer"}
	closedBySize     = &closure{websocket.StatusMessageTooBig, "the message is too large; send less at once"}
	closedByBinary   = &closure{websocket.StatusUnsupportedData, "send each message as text"}
	closedByEncoding = &closure{websocket.StatusInvalidFramePayloadData, "the message is not valid UTF-8"}
)

// errGone means that the client has left, does not read, or does not answer pings, so no reason can be sent.
var errGone = errors.New("the client is gone")

// socket is the connection of a client over WebSocket.
type socket struct {
	*websocket.Conn
	cut   func()                  // drops the connection without a closing handshake
	end   context.CancelCauseFunc // ends the conversation, with a closure or errGone
	times StreamTimes             // of the server
	limit int                     // of a message, in bytes
	first []byte                  // the first message, if it was read before the conversation

	writing sync.Mutex
	awaits  atomic.Bool   // the next message is being waited for, so that pongs are read
	heard   atomic.Int64  // when the last message came, in nanoseconds
	control *rate.Limiter // pings and pongs of the client
}

// Limits of pings and pongs from a client. Assistants and web servers send one every few seconds.
const (
	controlPerSecond = 5
	controlAtOnce    = 50
)

// allowControlFrame counts a ping or pong, and reports whether it may be answered.
func (s *socket) allowControlFrame() bool {
	if s.control.Allow() {
		return true
	}
	s.end(closedByFlood)
	return false
}

// close ends the connection with a reason, which the client has a short time to confirm; nil: it drops the connection.
func (s *socket) close(why *closure) {
	if why == nil {
		return
	}
	late := time.AfterFunc(s.times.Closing, s.cut)
	defer late.Stop()
	_ = s.Close(why.code, why.reason)
}

// send writes a message. A client that does not take it in time loses the connection.
func (s *socket) send(message []byte) int {
	s.writing.Lock()
	defer s.writing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.times.Write)
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
	if first := s.first; first != nil {
		s.first = nil
		return first, nil
	}
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

// keepAlive sends pings, and ends a connection whose client does not answer them or has sent nothing for too long. A
// client whose messages wait, so that emcp does not read, cannot answer.
func (s *socket) keepAlive(ctx context.Context) {
	ticker := time.NewTicker(s.times.Heartbeat)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if time.Since(time.Unix(0, s.heard.Load())) > s.times.Idle {
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
	ctx, cancel := context.WithTimeout(context.Background(), s.times.Write)
	defer cancel()
	return s.Ping(ctx) == nil
}
