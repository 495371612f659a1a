package mcp

import (
	"context"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/watch"
)

// Connection is a client whose messages all come over one connection. Its Stream notifies it of what it subscribes to
// with resources/subscribe.
type Connection struct {
	*Stream
	mu      sync.Mutex
	streams int     // of subscriptions/listen
	began   program // the client's description in initialize
}

// introduce records how a client described itself in initialize. Without a connection every message repeats that.
func (c *Connection) introduce(p program) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.began = p
}

// program returns the client's description of itself, if it sent initialize.
func (c *Connection) program() program {
	if c == nil {
		return program{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.began
}

// Connect returns the connection of a local caller to a server, which must exist (Serves). The connection must be
// closed.
func (s *Service) Connect(ctx context.Context, server string, caller identity.Principal) *Connection {
	return &Connection{Stream: s.endpoints[server].streamOf(ctx, caller, caller.Subject)}
}

// Join returns the connection of a caller over the network, which must be closed. It counts as a request, and as a
// session until it is closed. Only the caller, its address and the server of the request matter. Errors are faults of
// the transport.
func (s *Service) Join(ctx context.Context, r Request) (*Connection, error) {
	e, err := s.admitConnection(ctx, r, message{}) // 403, 404, 429
	if err != nil {
		return nil, err
	}
	stream, err := s.openOwn(ctx, r, e) // 503
	if err != nil {
		return nil, err
	}
	return &Connection{Stream: stream}, nil
}

// openOwn opens a stream that counts as a session of its own. The session ends with the stream.
func (s *Service) openOwn(ctx context.Context, r Request, e *endpoint) (*Stream, error) {
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	key := sessionKey{e.Handle, uuid.NewString()}
	stream, err := s.sessions.open(key, r, e.Watch, false)
	if err != nil {
		return nil, err
	}
	stream.close = func() { s.sessions.end(key) }
	return e.begin(ctx, stream, allLists), nil
}

// streamOf returns a stream without subscriptions. share is the caller whose subscriptions its own count as.
func (e *endpoint) streamOf(ctx context.Context, caller identity.Principal, share string) *Stream {
	s := newSubscriber(caller, share)
	return e.begin(ctx, &Stream{subscriber: s, watch: e.Watch, close: func() { e.Watch.Forget(s.Subscriber) }}, allLists)
}

// begin has the stream notify its client of changes of lists from now on, or since the session's last stream.
func (e *endpoint) begin(ctx context.Context, s *Stream, kinds [listKinds]bool) *Stream {
	s.endpoint, s.kinds = e, kinds
	e.beginLists(ctx, s.subscriber)
	return s
}

// listen opens a stream on the connection, beside its own.
func (c *Connection) listen(ctx context.Context, e *endpoint) (*Stream, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams >= maxOwnSessions {
		return nil, fault.New(fault.Unavailable, "too many streams are open; cancel others first")
	}
	c.streams++
	stream := e.streamOf(ctx, c.subscriber.Caller, c.subscriber.Share)
	forget := stream.close
	stream.close = func() {
		forget()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.streams--
	}
	return stream, nil
}

// listenOverHTTP opens a stream that is the answer to a request of HTTP. It counts as a session of the caller.
func (s *Service) listenOverHTTP(ctx context.Context, r Request, e *endpoint) (*Stream, error) {
	if r.Dispatch {
		return nil, fault.New(fault.BadRequest, "listen at the server's own address, without /dispatch")
	}
	return s.openOwn(ctx, r, e)
}

// maxStreamID bounds the id of a request that opens a stream, in bytes.
const maxStreamID = 256

// listen answers subscriptions/listen with a stream (MCP 2026-07-28, Subscriptions). In earlier revisions clients use
// resources/subscribe and the stream of their session.
func (s *Service) listen(ctx context.Context, r Request, e *endpoint, m message) (stream *Stream, err error) {
	if len(m.ID) > maxStreamID {
		return nil, fault.New(fault.InvalidRequest,
			"the id of %s must have at most %d bytes, because every message of the stream repeats it", m.Method, maxStreamID)
	}
	if r.Connection != nil {
		stream, err = r.Connection.listen(ctx, e)
	} else {
		stream, err = s.listenOverHTTP(ctx, r, e)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	stream.id = slices.Clone(m.ID) // it would keep the whole text of the request
	if err = e.subscribeAll(ctx, stream, m.Params); err != nil {
		stream.Close()
		return nil, err
	}
	return stream, nil
}

// listenParams are the params of subscriptions/listen.
type listenParams struct {
	Notifications jsontext.Value `json:"notifications"`
	meta
}

// subscribeAll has a stream notify of what the params name and the caller can see.
func (e *endpoint) subscribeAll(ctx context.Context, stream *Stream, params jsontext.Value) (err error) {
	defer fault.Recovered(&err)
	var in listenParams
	if err := readParams(params, &in); err != nil {
		return err
	}
	var wanted struct { // clients may ask for other kinds of changes, of which emcp does not notify
		Tools     bool     `json:"toolsListChanged"`
		Prompts   bool     `json:"promptsListChanged"`
		Lists     bool     `json:"resourcesListChanged"`
		Resources []string `json:"resourceSubscriptions"`
	}
	if err := json.Unmarshal(in.Notifications, &wanted); err != nil {
		return fault.Invalid("notifications", "notifications must be an object whose resourceSubscriptions is a list of URIs")
	}
	stream.kinds = [listKinds]bool{listOfTools: wanted.Tools, listOfPrompts: wanted.Prompts, listOfResources: wanted.Lists}
	for kind := range listKinds {
		stream.kinds[kind] = stream.kinds[kind] && e.offers(stream.subscriber.Caller, kind)
	}
	if len(wanted.Resources) > watch.MaxSubscriptions {
		return fault.Invalid("notifications.resourceSubscriptions", "at most %d resources can be subscribed to",
			watch.MaxSubscriptions)
	}
	for _, uri := range wanted.Resources {
		if slices.Contains(stream.agreed, uri) || e.subscribable(uri) != nil {
			continue
		}
		err := e.subscribeTo(ctx, stream.subscriber, uri)
		switch {
		case err == nil:
			stream.agreed = append(stream.agreed, uri)
		case fault.From(err).Kind != fault.ResourceNotFound:
			return err
		}
	}
	return nil
}
