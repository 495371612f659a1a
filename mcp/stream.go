package mcp

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/mcp/watch"
	"emcp/mcp/wire"
)

// Headers of sessions and their streams.
const (
	SessionHeader   = "MCP-Session-Id"
	LastEventHeader = "Last-Event-ID"
)

// subscriptionKey is the member of _meta that repeats the id of subscriptions/listen (MCP 2026-07-28, Subscriptions).
const subscriptionKey = "io.modelcontextprotocol/subscriptionId"

// Stream notifies a client of changes. It is the stream of a session, of a connection, or of subscriptions/listen.
type Stream struct {
	subscriber *subscriber
	watch      *watch.Watch
	endpoint   *endpoint
	kinds      [listKinds]bool // the lists whose changes the client is notified of
	superseded <-chan struct{} // closed when another stream of the session takes its place; nil outside sessions
	close      func()

	// Of subscriptions/listen:
	id     jsontext.Value // of the request, which every message repeats; nil for other streams
	agreed []string       // URIs of the documents that the request names and the caller can see
}

// Close ends the subscriptions of the stream, except those of its session.
func (s *Stream) Close() { s.close() }

// Opening returns the first message, which says what the client will be notified of. It is nil unless
// subscriptions/listen opened the stream.
func (s *Stream) Opening() []byte {
	if s.id == nil {
		return nil
	}
	notifications := map[string]any{}
	for kind, agreed := range s.kinds {
		if agreed {
			notifications[listFilters[kind]] = true
		}
	}
	if len(s.agreed) > 0 {
		notifications["resourceSubscriptions"] = s.agreed
	}
	return s.notification("notifications/subscriptions/acknowledged", map[string]any{"notifications": notifications})
}

// Closing returns the last message: the response to subscriptions/listen.
func (s *Stream) Closing() []byte {
	end, err := resultOf(struct {
		ResultType string         `json:"resultType"`
		Meta       map[string]any `json:"_meta"`
	}{"complete", map[string]any{subscriptionKey: s.id}})
	if err != nil {
		panic(err) // what the client has sent as JSON
	}
	return end.response(s.id)
}

// Follow passes messages about changes to write as they come. With a heartbeat it also calls write without messages at
// that interval, for a sign of life. It returns nil when no change can come any more, otherwise the error of the
// context or of write. Messages that could not be written come again in the session's next stream.
func (s *Stream) Follow(ctx context.Context, heartbeat time.Duration, write func(messages [][]byte) error) error {
	if s.id != nil && len(s.agreed) == 0 && s.kinds == [listKinds]bool{} {
		return nil
	}
	var alive <-chan time.Time
	if heartbeat > 0 {
		ticker := time.NewTicker(heartbeat)
		defer ticker.Stop()
		alive = ticker.C
	}
	announced := s.endpoint.changes.announced()
	compare := time.After(0) // a session may have missed something
	for {
		var changes []watch.Change
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.superseded:
			return nil
		case <-announced:
			announced = s.endpoint.changes.announced()
			if compare == nil {
				compare = time.After(s.endpoint.changes.pause)
			}
			continue
		case <-compare:
			compare = nil
			if s.over(ctx) {
				continue
			}
			if err := s.sendLists(ctx, s.endpoint, s.subscriber.Caller, write); err != nil {
				return err
			}
			continue
		case <-alive:
		case <-s.subscriber.Wake:
			if s.over(ctx) { // the session's next stream has the message
				s.subscriber.Awaken()
				return ctx.Err()
			}
			changes = s.watch.Take(s.subscriber.Subscriber)
		}
		messages := make([][]byte, len(changes))
		for i, c := range changes {
			messages[i] = s.updated(c)
		}
		if err := write(messages); err != nil {
			s.watch.Restore(s.subscriber.Subscriber, changes)
			return err
		}
	}
}

// over reports whether the stream has ended, which select may have missed.
func (s *Stream) over(ctx context.Context) bool {
	select {
	case <-s.superseded:
		return true
	default:
		return ctx.Err() != nil
	}
}

// Members of _meta that say what has happened to a document, and which documents are new below it.
const (
	changeKey = "evo/change"
	addedKey  = "evo/added"
)

// updated returns the message that says that a document has changed.
func (s *Stream) updated(c watch.Change) []byte {
	meta := map[string]any{changeKey: c.Kind}
	if len(c.Added) > 0 {
		uris := make([]string, len(c.Added))
		for i, id := range c.Added {
			uris[i] = s.endpoint.documentURI(id)
		}
		meta[addedKey] = uris
	}
	return s.notification("notifications/resources/updated", map[string]any{"uri": c.URI, "_meta": meta})
}

// notification returns a message with params, nil for none, and with the id of the stream's request.
func (s *Stream) notification(event string, params map[string]any) []byte {
	if s.id != nil {
		if params == nil {
			params = map[string]any{}
		}
		meta, _ := params["_meta"].(map[string]any)
		if meta == nil {
			meta = map[string]any{}
		}
		meta[subscriptionKey] = s.id
		params["_meta"] = meta
	}
	return wire.Notification(event, params)
}
