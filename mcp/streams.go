package mcp

import (
	"context"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/method"
	"emcp/mcp/session"
)

// Connect returns the connection of a local caller to a server, which must exist (Serves). The connection must be
// closed.
func (s *Service) Connect(ctx context.Context, server string, caller identity.Principal) *session.Connection {
	return session.Connect(ctx, s.endpoints[server].Source(), caller)
}

// Join returns the connection of a caller over the network, which must be closed. It counts as a request, and as a
// session until it is closed. Only the caller, its address and the server of the request matter. Errors are faults of
// the transport.
func (s *Service) Join(ctx context.Context, r Request) (*session.Connection, error) {
	e, err := s.admitConnection(ctx, r, method.Message{}) // 403, 404, 429
	if err != nil {
		return nil, err
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	return s.sessions.Join(ctx, e.Handle, r.session(), e.Source()) // 503
}

// Open opens the stream of the session that the headers of the request name (MCP 2025-11-25, Listening for Messages
// from the Server). Errors are faults of the transport.
func (s *Service) Open(ctx context.Context, r Request) (*session.Stream, error) {
	e, err := s.admitConnection(ctx, r, method.MessageOf(method.SubscribeMethod)) // 403, 404, 429
	if err != nil {
		return nil, err
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	key, err := session.KeyOf(r.Server, r.Header) // 400
	if err != nil {
		return nil, err
	}
	resumed := r.Header.Get(session.LastEventHeader) != ""
	return s.sessions.Open(ctx, key, r.session(), e.Source(), resumed) // 404
}

// admitConnection admits a stream or a connection before its first message. Its errors are faults of the transport.
func (s *Service) admitConnection(ctx context.Context, r Request, m method.Message) (*endpoint, error) {
	e, err := s.admit(ctx, r, m)
	if err == nil {
		return e, nil
	}
	f := fault.From(err)
	if !f.Kind.OfTransport() {
		f = fault.New(fault.NotFound, "%s", f.Message)
	}
	return nil, f
}

func (s *Service) refuseWhileDraining() error {
	if s.draining.Err() != nil {
		return fault.New(fault.Unavailable, "emcp is shutting down; try again in a moment")
	}
	return nil
}

// maxStreamID bounds the id of a request that opens a stream, in bytes.
const maxStreamID = 256

// listen answers subscriptions/listen with a stream (MCP 2026-07-28, Subscriptions). In earlier revisions clients use
// resources/subscribe and the stream of their session.
func (s *Service) listen(ctx context.Context, r Request, e *endpoint, m method.Message) (*session.Stream, error) {
	if len(m.ID) > maxStreamID {
		return nil, fault.New(fault.InvalidRequest,
			"the id of %s must have at most %d bytes, because every message of the stream repeats it", m.Method, maxStreamID)
	}
	stream, err := s.openListen(ctx, r, e)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	agreed, err := e.SubscribeAll(ctx, stream.Subscriber(), m.Params)
	if err != nil {
		stream.Close()
		return nil, err
	}
	stream.Answer(m.ID, agreed)
	return stream, nil
}

// openListen opens a stream on the connection of a request. Over HTTP it is a session of the caller.
func (s *Service) openListen(ctx context.Context, r Request, e *endpoint) (*session.Stream, error) {
	switch {
	case r.Connection != nil:
		return r.Connection.Listen(ctx)
	case r.Dispatch:
		return nil, fault.New(fault.BadRequest, "listen at the server's own address, without /dispatch")
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	return s.sessions.OpenOwn(ctx, e.Handle, r.session(), e.Source())
}

// NotifyBeforeEnd passes to write the messages about lists that this configuration has changed for the client of a
// stream, which ends with the configuration before. caller is who the client is now. What cannot be written comes in
// the session's next stream.
func (s *Service) NotifyBeforeEnd(
	ctx context.Context, stream *session.Stream, server string, caller identity.Principal,
	write func(messages [][]byte) error,
) error {
	e := s.endpoints[server]
	if e == nil || !caller.MayUse(server) {
		return nil
	}
	return stream.SendLists(ctx, e.Source(), caller, write)
}
