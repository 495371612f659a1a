package mcp

import (
	"context"
	"regexp"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Headers of sessions and their streams.
const (
	SessionHeader   = "MCP-Session-Id"
	LastEventHeader = "Last-Event-ID"
)

// Stream notifies a client of changes: that of a session, of a connection, or of subscriptions/listen.
type Stream struct {
	subscriber *subscriber
	watch      *Watch
	superseded <-chan struct{} // closed when another stream of the session takes its place; nil where that cannot be
	close      func()

	id     jsontext.Value // of the request that has opened the stream, which every message repeats; nil where none has
	agreed []string       // URIs of the documents that the request has asked for and the caller can see
}

// Close ends what the stream has taken up.
func (s *Stream) Close() { s.close() }

// Opening returns the first message: what the client will be notified of. It is nil where no request has opened the stream.
func (s *Stream) Opening() []byte {
	if s.id == nil {
		return nil
	}
	notifications := map[string]any{}
	if len(s.agreed) > 0 {
		notifications["resourceSubscriptions"] = s.agreed
	}
	return s.notification("notifications/subscriptions/acknowledged", "notifications", notifications)
}

// Closing returns the last message, the response to the request that has opened the stream.
func (s *Stream) Closing() []byte {
	result := append([]byte(`{"resultType":"complete","_meta":{"`+subscriptionKey+`":`), s.id...)
	return reply{member: member("result", append(result, `}}`...))}.response(s.id)
}

// Follow passes messages about changes to write as they come. With a heartbeat it also calls write without messages at that
// interval, for a sign of life. It returns nil when no change can come any more, else the error of the context or of write.
// What could not be written comes again in the session's next stream.
func (s *Stream) Follow(ctx context.Context, heartbeat time.Duration, write func(messages [][]byte) error) error {
	if s.id != nil && len(s.agreed) == 0 {
		return nil
	}
	var alive <-chan time.Time
	if heartbeat > 0 {
		ticker := time.NewTicker(heartbeat)
		defer ticker.Stop()
		alive = ticker.C
	}
	for {
		var uris []string
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.superseded:
			return nil
		case <-alive:
		case <-s.subscriber.wake:
			if s.over(ctx) { // the session's next stream has the message
				s.subscriber.awaken()
				return ctx.Err()
			}
			uris = s.watch.take(s.subscriber)
		}
		messages := make([][]byte, len(uris))
		for i, uri := range uris {
			messages[i] = s.updated(uri)
		}
		if err := write(messages); err != nil {
			s.watch.restore(s.subscriber, uris)
			return err
		}
	}
}

// over reports whether the stream has ended, which select may not have seen.
func (s *Stream) over(ctx context.Context) bool {
	select {
	case <-s.superseded:
		return true
	default:
		return ctx.Err() != nil
	}
}

// updated returns the message that says that a document has changed.
func (s *Stream) updated(uri string) []byte {
	return s.notification("notifications/resources/updated", "uri", uri)
}

// notification returns a message with one param, and with the id of the stream's request.
func (s *Stream) notification(method, name string, value any) []byte {
	type notification struct {
		JSONRPC string         `json:"jsonrpc"`
		Method  string         `json:"method"`
		Params  map[string]any `json:"params"`
	}
	params := map[string]any{name: value}
	if s.id != nil {
		params["_meta"] = map[string]any{subscriptionKey: s.id}
	}
	text, err := json.Marshal(notification{"2.0", method, params}, json.Deterministic(true))
	if err != nil {
		panic(err) // strings only, and an id that has been read
	}
	return text
}

// sessionPattern is what a session id can be (MCP 2025-11-25, Session Management).
var sessionPattern = regexp.MustCompile(`^[!-~]{1,128}$`)

// sessionOf returns the session that a request belongs to.
func sessionOf(r Request) (sessionKey, error) {
	id := r.Header.Get(SessionHeader)
	if !sessionPattern.MatchString(id) {
		return sessionKey{}, fault.New(fault.BadRequest, "send the %s that initialize has returned", SessionHeader)
	}
	return sessionKey{r.Server, id}, nil
}

// subscriberOf returns how the client behind a request is notified of changes: not where replies are repeated without a call.
func (s *Service) subscriberOf(r Request, e *endpoint) func() (*subscriber, error) {
	return func() (*subscriber, error) {
		if r.Connection != nil {
			return r.Connection.subscriber, nil
		}
		if r.Dispatch {
			return nil, fault.New(fault.BadRequest, "subscribe at the server's own address, without /dispatch")
		}
		key, err := sessionOf(r)
		if err != nil {
			return nil, err
		}
		return s.sessions.subscriber(key, r.Caller, e.Watch)
	}
}

// Open opens the stream of the session that the request's headers name (MCP 2025-11-25, Listening for Messages from the
// Server). Errors are faults of the transport; MethodNotAllowed is that the server has nothing to subscribe to.
func (s *Service) Open(ctx context.Context, r Request) (*Stream, error) {
	e, err := s.admitted(ctx, r, Message{method: subscribeMethod}) // 403, 429
	if err != nil {
		f := fault.From(err)
		if !f.Kind.OfTransport() {
			return nil, fault.New(fault.NotFound, "%s", f.Message)
		}
		return nil, f
	}
	if e.ToolsOnly {
		return nil, fault.New(fault.MethodNotAllowed, "this server has nothing to subscribe to")
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	key, err := sessionOf(r) // 400
	if err != nil {
		return nil, err
	}
	return s.sessions.open(key, r.Caller, e.Watch, r.Header.Get(LastEventHeader) != "") // 404
}

func (s *Service) refuseWhileDraining() error {
	if s.draining.Err() != nil {
		return fault.New(fault.Unavailable, "emcp is about to end; try again in a moment")
	}
	return nil
}

// Connection is a client with a connection of its own, on which it is notified of what it subscribes to.
type Connection struct {
	*Stream
	mu      sync.Mutex
	streams int // of subscriptions/listen
}

// Connect returns the connection of a caller to a server that there is. It must be closed.
func (s *Service) Connect(server string, caller identity.Principal) *Connection {
	return &Connection{Stream: s.endpoints[server].streamOf(caller)}
}

// streamOf returns a stream for what a caller will subscribe to.
func (e *endpoint) streamOf(caller identity.Principal) *Stream {
	subscriber := newSubscriber(caller)
	return &Stream{subscriber: subscriber, watch: e.Watch, close: func() { e.Watch.forget(subscriber) }}
}

// listen opens the stream that the connection carries beside its other messages.
func (c *Connection) listen(e *endpoint) (*Stream, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams >= maxOwnSessions {
		return nil, fault.New(fault.Unavailable, "there are as many streams as emcp has room for; cancel others first")
	}
	c.streams++
	stream := e.streamOf(c.subscriber.caller)
	forget := stream.close
	stream.close = func() {
		forget()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.streams--
	}
	return stream, nil
}

// listenAlone opens a stream over HTTP, which counts as a session of the caller.
func (s *Service) listenAlone(r Request, e *endpoint) (*Stream, error) {
	if r.Dispatch {
		return nil, fault.New(fault.BadRequest, "listen at the server's own address, without /dispatch")
	}
	if err := s.refuseWhileDraining(); err != nil {
		return nil, err
	}
	key := sessionKey{e.Handle, uuid.NewString()}
	stream, err := s.sessions.open(key, r.Caller, e.Watch, false)
	if err != nil {
		return nil, err
	}
	stream.close = func() { s.sessions.end(key) }
	return stream, nil
}

// listen answers subscriptions/listen with a stream of changes: what resources/subscribe and the stream of a session are in
// earlier revisions (MCP 2026-07-28, Subscriptions).
func (s *Service) listen(ctx context.Context, r Request, e *endpoint, m Message) (stream *Stream, err error) {
	if r.Connection != nil {
		stream, err = r.Connection.listen(e)
	} else {
		stream, err = s.listenAlone(r, e)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	stream.id = m.id
	if stream.agreed, err = e.subscribeAll(ctx, stream.subscriber, m.params); err != nil {
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

// subscribeAll subscribes to what the params name and the caller can see, and returns that; the rest is left out.
func (e *endpoint) subscribeAll(ctx context.Context, s *subscriber, params jsontext.Value) (agreed []string, err error) {
	defer fault.Recovered(&err)
	var in listenParams
	if err := readParams(params, &in); err != nil {
		return nil, err
	}
	var wanted struct { // kinds of changes of which emcp does not notify are no mistake
		Resources []string `json:"resourceSubscriptions"`
	}
	if err := json.Unmarshal(in.Notifications, &wanted); err != nil {
		return nil, fault.Invalid("notifications", "notifications must be an object whose resourceSubscriptions is a list of URIs")
	}
	if len(wanted.Resources) > maxSubscriptions {
		return nil, fault.Invalid("notifications.resourceSubscriptions", "at most %d resources can be subscribed to", maxSubscriptions)
	}
	for _, uri := range wanted.Resources {
		if e.subscribable(uri) != nil {
			continue
		}
		err := e.subscribeTo(ctx, s, uri)
		switch {
		case err == nil:
			agreed = append(agreed, uri)
		case fault.From(err).Kind != fault.ResourceNotFound:
			return nil, err
		}
	}
	return agreed, nil
}
