package mcp

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/mcp/method"
	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/wire"
)

// Handle handles a message: it admits it, counts it, runs its method, and returns the answer.
func (s *Service) Handle(ctx context.Context, r Request) Answer {
	m := s.message(r)
	o, err := s.handle(ctx, r, m)
	noted := o.reply.Noted
	noteMessage(&noted, m)
	noted.ClientRequestID = o.clientRequest
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
		told: told, Fault: o.reply.Fault, Status: o.reply.Status, Key: o.key, Replayed: o.replayed, Stream: o.stream,
		Session: o.reply.Session,
	}
	if (o.reply.Result != nil || o.reply.Err != nil) && (m.Err != nil || m.WantsAnswer()) {
		a.Reply = o.reply.Response(m.ID)
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

// Cancelled returns the outcome of a request that was cancelled before it was handled.
func (s *Service) Cancelled(r Request) audit.Outcome {
	noted := audit.Outcome{Status: audit.StatusCancelled, Code: audit.CodeCancelled}
	noteMessage(&noted, s.message(r))
	return noted
}

// message returns the message of a request, with the tool that it calls through a group.
func (s *Service) message(r Request) method.Message {
	m := method.Message{Message: r.Message}
	if m.Err == nil {
		m.Err = m.Check(r.Header)
	}
	if e := s.endpoints[r.Server]; e != nil && m.Err == nil {
		m = e.Unwrapped(m)
	}
	return m
}

// noteMessage notes what a message asks for.
func noteMessage(noted *audit.Outcome, m method.Message) {
	noted.RequestID, noted.Method, noted.Tool = wire.Unquoted(m.ID), m.Method, m.Tool
	if m.Group != nil {
		noted.Group = m.Group.Name
	}
}

// refusals are the faults of a call that the transport reports with a status of its own. The call has arrived, and its
// caller is known. The official TypeScript SDK throws at such a status, and its users lose the connection.
var refusals = []fault.Kind{
	fault.Forbidden, fault.ToolDenied, fault.RateLimited, fault.IdempotencyConflict, fault.IdempotencyInProgress,
	fault.ResultTooLarge,
}

// toldRefusal returns the reply to a call that is refused, for clients that get mistakes of theirs as results. ok is
// false for others, and where a status is needed: a scope that is missing is asked for with a challenge.
func (s *Service) toldRefusal(
	ctx context.Context, r Request, m method.Message, f *fault.Error,
) (told reply.Reply, ok bool) {
	e := s.endpoints[r.Server]
	if e == nil || m.Err != nil || m.Method != wire.CallMethod || r.Dispatch || !slices.Contains(refusals, f.Kind) ||
		!s.sender(r, e, m).Results {
		return reply.Reply{}, false
	}
	return e.Finish(ctx, m, reply.Reply{Result: reply.ToolFailure(f), Fault: f}), true
}

// outcome is the outcome of a message.
type outcome struct {
	reply    reply.Reply
	key      string          // under which the message ran, if any
	replayed bool            // the reply is that of an earlier call with the same key
	stream   *session.Stream // replaces the reply
	// clientRequest is the id of the request at the platform that calls the server; empty: none.
	clientRequest string
}

// handle admits, counts and runs a message, or repeats an earlier answer.
func (s *Service) handle(ctx context.Context, r Request, m method.Message) (o outcome, err error) {
	if m.Err != nil { // -32700, -32600, -32020, -32022
		return o, m.Err
	}
	e, err := s.admit(ctx, r, m) // -32601, 403, 429
	if err != nil || !m.WantsAnswer() {
		return o, err
	}
	if m, err = e.Open(m); err != nil { // -32602
		return o, err
	}
	defer func() { o.clientRequest = m.Envelope.Request }()
	if err := s.countSession(ctx, r, e, m); err != nil { // 429
		return o, err
	}
	if method.PaceOf(m.Message) == method.Endless {
		o.stream, err = s.listen(ctx, r, e, m)
		return o, err
	}
	return s.once(ctx, r, e, s.sender(r, e, m), m) // 409, or a replay
}

// admit returns the server that a message is for, if the caller may send it and has not sent too many.
func (s *Service) admit(ctx context.Context, r Request, m method.Message) (*endpoint, error) {
	e := s.endpoints[r.Server]
	if e == nil {
		return nil, fault.New(fault.UnknownServer, "there is no server of this name; check the last part of the URL")
	}
	if err := e.Admit(r.Caller, m); err != nil {
		return nil, err
	}
	return e, s.count(ctx, r, e)
}
