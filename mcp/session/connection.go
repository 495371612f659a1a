package session

import (
	"context"
	"sync"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Connection is a client whose messages all come over one connection. Its Stream notifies it of what it subscribes to
// with resources/subscribe.
type Connection struct {
	*Stream
	mu      sync.Mutex
	streams int     // of subscriptions/listen
	program Program // the client's description in initialize
}

// Connect returns the connection of a client to a server, which must be closed. It does not count as a session.
func Connect(ctx context.Context, from Source, caller identity.Principal) *Connection {
	return &Connection{Stream: newStream(ctx, from, caller, caller.Subject)}
}

// Join returns the connection of a client over the network, which must be closed. It counts as a session until then.
func (s *Sessions) Join(ctx context.Context, handle string, c Client, from Source) (*Connection, error) {
	stream, err := s.OpenOwn(ctx, handle, c, from)
	if err != nil {
		return nil, err
	}
	return &Connection{Stream: stream}, nil
}

// Introduce records how a client described itself in initialize. Without a connection every message repeats that.
func (c *Connection) Introduce(p Program) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.program = p
}

// Program returns the client's description of itself, if it sent initialize.
func (c *Connection) Program() Program {
	if c == nil {
		return Program{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.program
}

// Listen opens another stream on the connection.
func (c *Connection) Listen(ctx context.Context) (*Stream, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams >= maxOwnSessions {
		return nil, fault.New(fault.Unavailable, "too many streams are open; cancel others first")
	}
	c.streams++
	stream := newStream(ctx, c.source, c.subscriber.Caller, c.subscriber.Share)
	forget := stream.close
	stream.close = func() {
		forget()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.streams--
	}
	return stream, nil
}
