package mcp

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/ratelimit"
	"emcp/mcp/wire"
)

// Request is one message and where it comes from.
type Request struct {
	Server  string // handle of the server that it is for
	Message wire.Message
	Caller  identity.Principal
	// Personal returns the personal token of the site with which the caller has identified itself, for upstreams that get
	// it. nil: it has none.
	Personal func(ctx context.Context) string
	// Address distinguishes anonymous callers.
	Address string
	// Uncounted says that the caller's rate is not counted, because the client is local.
	Uncounted bool
	// Header has the HTTP headers that concern the message: revision, session, idempotency key. It is nil on other
	// transports.
	Header http.Header
	// Contract says that the client calls eMCP by the address of the PHP package. Its clients read JSON-RPC errors.
	Contract bool
	// Dispatch says that every message runs under an idempotency key, whatever its method.
	Dispatch bool
	// Connection is the client's own, over which it is notified of changes. If it is nil, the session that Header names
	// does that.
	Connection *Connection
	// Notify sends a notification about the request to the client before the answer; nil: the transport cannot. It is
	// called by one goroutine at a time, and not after Handle has returned.
	Notify func(message []byte)
}

// Answer is the answer to a request.
type Answer struct {
	// Reply is the JSON-RPC response; nil if the message needs none.
	Reply []byte
	// Fault is the error, if any. Reply reports it as a JSON-RPC error, or as a result of the tool.
	Fault *fault.Error
	// Status is the HTTP status of Reply; 0 is 200.
	Status int
	// Session is the id that initialize gives to a client; empty for other methods.
	Session string
	// Key is the idempotency key of the message; empty if it has none.
	Key string
	// Replayed says that Reply is that of an earlier call with the same key.
	Replayed bool
	// Cancelled says that the client did not wait for a reply, and that there is none.
	Cancelled bool
	// Stream takes the place of Reply where the method opens a stream. It must be closed.
	Stream *Stream
	// Outcome is for the audit record of the message.
	Outcome audit.Outcome

	told bool // Reply reports Fault as a result of the tool, although it is one of the transport
}

// Refused reports whether HTTP answers with a status alone and sends no Reply, even for a notification.
func (a Answer) Refused() bool { return a.Fault != nil && a.Fault.Kind.OfTransport() && !a.told }

// Handle handles a message: it admits it, counts it, runs its method, and returns the answer.
func (s *Service) Handle(ctx context.Context, r Request) Answer {
	m := message{Message: r.Message}
	if m.Err == nil {
		m.Err = m.Check(r.Header)
	}
	if e := s.endpoints[r.Server]; e != nil && m.Err == nil {
		m = e.unwrapped(m)
	}
	o, err := s.handle(ctx, r, m)
	noted := o.reply.noted
	noted.RequestID, noted.ClientRequestID = wire.Unquoted(m.ID), o.clientRequest
	noted.Method, noted.Tool = m.Method, m.Tool
	if m.group != nil {
		noted.Group = m.group.Name
	}
	noted.Status, noted.Code = http.StatusOK, audit.CodeOK
	if errors.Is(err, context.Canceled) {
		noted.Rows, noted.Code = 0, audit.CodeCancelled
		return Answer{Cancelled: true, Outcome: noted}
	}
	if r.Dispatch && o.key == "" && (err == nil || !fault.From(err).Kind.OfTransport()) { // nothing has run
		key, wrong := s.sentKey(r, m)
		if wrong != nil {
			err = wrong
		}
		o.key = key
	}
	told := false
	if err != nil {
		if o.reply, told = s.toldRefusal(ctx, r, m, fault.From(err)); !told {
			o.reply = s.refuse(ctx, r, m, fault.From(err))
		}
	}

	a := Answer{
		told: told, Fault: o.reply.fault, Status: o.reply.status, Key: o.key, Replayed: o.replayed, Stream: o.stream,
		Session: o.reply.session,
	}
	if (o.reply.result != nil || o.reply.err != nil) && (m.Err != nil || m.WantsAnswer()) {
		a.Reply = o.reply.response(m.ID)
	}
	noted.Replayed = o.replayed
	if err != nil {
		noted.Rows = 0
	}
	if a.Fault != nil {
		noted.Status, noted.Code = cmp.Or(a.Status, a.Fault.Kind.Class().HTTP), string(a.Fault.Kind)
	}
	if told {
		noted.Status = http.StatusOK
	}
	a.Outcome = noted
	return a
}

// refusals are the faults of a call that the transport reports with a status of its own. The call has arrived, and its
// caller is known. The official TypeScript SDK throws at such a status, and its users lose the connection.
var refusals = []fault.Kind{
	fault.Forbidden, fault.ToolDenied, fault.RateLimited, fault.IdempotencyConflict, fault.IdempotencyInProgress,
	fault.ResultTooLarge,
}

// toldRefusal returns the reply to a call that is refused, for clients that get mistakes of theirs as results. ok is
// false for others, and where a status is needed: a scope that is missing is asked for with a challenge.
func (s *Service) toldRefusal(ctx context.Context, r Request, m message, f *fault.Error) (told reply, ok bool) {
	e := s.endpoints[r.Server]
	if e == nil || m.Err != nil || m.Method != wire.CallMethod || r.Dispatch || !slices.Contains(refusals, f.Kind) ||
		!s.clientOf(r, e, m).results {
		return reply{}, false
	}
	return e.finish(ctx, m, reply{result: toolFailure(f), fault: f}), true
}

// outcome is the outcome of a message.
type outcome struct {
	reply    reply
	key      string  // under which the message ran, if any
	replayed bool    // the reply is that of an earlier call with the same key
	stream   *Stream // replaces the reply
	// clientRequest is the id of the request at the platform that calls the server; empty: none.
	clientRequest string
}

// handle admits, counts and runs a message, or repeats an earlier answer.
func (s *Service) handle(ctx context.Context, r Request, m message) (o outcome, err error) {
	if m.Err != nil { // -32700, -32600, -32020, -32022
		return o, m.Err
	}
	e, err := s.admit(ctx, r, m) // -32601, 403, 429
	if err != nil || !m.WantsAnswer() {
		return o, err
	}
	if m, err = e.open(m); err != nil { // -32602
		return o, err
	}
	defer func() { o.clientRequest = m.envelope.request }()
	if err := s.countSession(ctx, r, e, m); err != nil { // 429
		return o, err
	}
	if PaceOf(m.Message) == Endless {
		o.stream, err = s.listen(ctx, r, e, m)
		return o, err
	}
	return s.once(ctx, r, e, s.clientOf(r, e, m), m) // 409, or a replay
}

// admit returns the server that a message is for, if the caller may send it and has not sent too many.
func (s *Service) admit(ctx context.Context, r Request, m message) (*endpoint, error) {
	e := s.endpoints[r.Server]
	if e == nil {
		return nil, fault.New(fault.UnknownServer, "there is no server of this name; check the last part of the URL")
	}
	if err := e.admit(r.Caller, m); err != nil {
		return nil, err
	}
	return e, s.count(ctx, r, e)
}

// count counts a message of the caller, whatever its method.
func (s *Service) count(ctx context.Context, r Request, e *endpoint) error {
	if r.Uncounted {
		return nil
	}
	key := "caller:" + callerKey(r)
	if e.OwnRate {
		key = "server:" + e.Handle + ":" + key
	}
	return ratelimit.Check(ctx, s.limiter, key, e.PerMinute)
}

// callerKey distinguishes callers, anonymous ones by their address.
func callerKey(r Request) string {
	if r.Caller.Subject == identity.Anonymous {
		return identity.Anonymous + "@" + r.Address
	}
	return r.Caller.Subject
}
