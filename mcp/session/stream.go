package session

import (
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/identity"
	"emcp/mcp/reply"
	"emcp/mcp/watch"
	"emcp/mcp/wire"
)

// Source is an MCP server whose changes a stream reports.
type Source struct {
	Watch   *watch.Watch // of the documents of its site
	Changes *Changes     // of its lists
	// Lists returns digests of the lists as a caller sees them now. known is false if they cannot be read.
	Lists func(ctx context.Context, caller identity.Principal) (now Lists, known bool)
	// DocumentURI returns the URI of a document.
	DocumentURI func(id int64) string
}

// begin notes the lists as a client finds them when it comes.
func (from Source) begin(ctx context.Context, s *Subscriber) {
	if now, known := from.Lists(ctx, s.Caller); known {
		s.begin(now)
	}
}

// subscriptionKey is the member of _meta that repeats the id of subscriptions/listen (MCP 2026-07-28, Subscriptions).
const subscriptionKey = "io.modelcontextprotocol/subscriptionId"

// Stream notifies a client of changes. It is the stream of a session, of a connection, or of subscriptions/listen.
type Stream struct {
	subscriber *Subscriber
	source     Source
	agreed     Agreed
	superseded <-chan struct{} // closed when another stream of the session takes its place; nil outside sessions
	close      func()

	id jsontext.Value // of subscriptions/listen, which every message repeats; nil for other streams
}

// Agreed is what a stream reports.
type Agreed struct {
	Lists     Kinds
	Documents []string // URIs that subscriptions/listen names and its caller can see; other streams report all
}

// everything is what a stream reports whose client cannot choose.
var everything = Agreed{Lists: Kinds{true, true, true}}

// newStream returns a stream without subscriptions. share is the caller whose subscriptions its own count as.
func newStream(ctx context.Context, from Source, caller identity.Principal, share string) *Stream {
	s := newSubscriber(caller, share)
	from.begin(ctx, s)
	return &Stream{subscriber: s, source: from, agreed: everything, close: func() { from.Watch.Forget(s.Subscriber) }}
}

// Subscriber returns the client of the stream.
func (s *Stream) Subscriber() *Subscriber { return s.subscriber }

// Answer makes the stream the answer to a request: subscriptions/listen with an id.
func (s *Stream) Answer(id jsontext.Value, agreed Agreed) {
	s.id, s.agreed = slices.Clone(id), agreed // the id itself would keep the whole text of the request
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
	for kind, agreed := range s.agreed.Lists {
		if agreed {
			notifications[listFilters[kind]] = true
		}
	}
	if len(s.agreed.Documents) > 0 {
		notifications["resourceSubscriptions"] = s.agreed.Documents
	}
	return s.notification("notifications/subscriptions/acknowledged", map[string]any{"notifications": notifications})
}

// Closing returns the last message: the response to subscriptions/listen.
func (s *Stream) Closing() []byte {
	end, err := reply.Of(struct {
		ResultType string         `json:"resultType"`
		Meta       map[string]any `json:"_meta"`
	}{"complete", map[string]any{subscriptionKey: s.id}})
	if err != nil {
		panic(err) // what the client has sent as JSON
	}
	return end.Response(s.id)
}

// Follow passes messages about changes to write as they come. With a heartbeat it also calls write without messages at
// that interval, for a sign of life. It returns nil when no change can come any more, otherwise the error of the
// context or of write. Messages that could not be written come again in the session's next stream.
func (s *Stream) Follow(ctx context.Context, heartbeat time.Duration, write func(messages [][]byte) error) error {
	if s.id != nil && len(s.agreed.Documents) == 0 && s.agreed.Lists == (Kinds{}) {
		return nil
	}
	var alive <-chan time.Time
	if heartbeat > 0 {
		ticker := time.NewTicker(heartbeat)
		defer ticker.Stop()
		alive = ticker.C
	}
	announced := s.source.Changes.announced()
	compare := time.After(0) // a session may have missed something
	for {
		var changes []watch.Change
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.superseded:
			return nil
		case <-announced:
			announced = s.source.Changes.announced()
			if compare == nil {
				compare = time.After(s.source.Changes.pause)
			}
			continue
		case <-compare:
			compare = nil
			if s.over(ctx) {
				continue
			}
			if err := s.SendLists(ctx, s.source, s.subscriber.Caller, write); err != nil {
				return err
			}
			continue
		case <-alive:
		case <-s.subscriber.Wake:
			if s.over(ctx) { // the session's next stream has the message
				s.subscriber.Awaken()
				return ctx.Err()
			}
			changes = s.source.Watch.Take(s.subscriber.Subscriber)
		}
		messages := make([][]byte, len(changes))
		for i, c := range changes {
			messages[i] = s.updated(c)
		}
		if err := write(messages); err != nil {
			s.source.Watch.Restore(s.subscriber.Subscriber, changes)
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
			uris[i] = s.source.DocumentURI(id)
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

// SendLists passes the messages about lists that have changed for the client to write, if there are any. from and
// caller are the server and who the client is now; both can have changed with a reload.
func (s *Stream) SendLists(
	ctx context.Context, from Source, caller identity.Principal, write func(messages [][]byte) error,
) error {
	now, known := from.Lists(ctx, caller)
	if !known {
		return nil
	}
	var messages [][]byte
	kinds := slices.DeleteFunc(s.subscriber.changed(now), func(kind ListKind) bool { return !s.agreed.Lists[kind] })
	for _, kind := range kinds {
		messages = append(messages, s.notification(listNotifications[kind], nil))
	}
	if messages == nil {
		return nil
	}
	if err := write(messages); err != nil {
		return err
	}
	for _, kind := range kinds {
		s.subscriber.Note(kind, now)
	}
	return nil
}
