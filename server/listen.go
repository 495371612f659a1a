package server

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/middleware"
)

// listenMethod opens a stream of changes where there are no sessions: what resources/subscribe and the stream of a session
// are in earlier revisions (MCP 2026-07-28, Subscriptions).
const listenMethod = "subscriptions/listen"

// listening is a request for a stream of changes that has been agreed to.
type listening struct {
	subscriber *subscriber
	watch      *watch
	id         jsontext.Value // of the request, which every message of the stream names
	agreed     []string       // URIs of the documents
	followed   context.Context
	end        func()
}

// listened are the params of subscriptions/listen.
type listened struct {
	Notifications jsontext.Value `json:"notifications"`
	meta
}

// subscribeAll subscribes to what the request names and the caller can see, and returns that; the rest is left out.
func (e *endpoint) subscribeAll(ctx context.Context, s *subscriber, params jsontext.Value) (agreed []string, err error) {
	defer fault.Recovered(&err)
	var in listened
	if err := readParams(params, &in); err != nil {
		return nil, err
	}
	var wanted struct { // kinds of changes that emcp does not tell of are no mistake
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

// acknowledged returns the first message of the stream: what the client will be told of.
func (l *listening) acknowledged() []byte {
	notifications := map[string]any{}
	if len(l.agreed) > 0 {
		notifications["resourceSubscriptions"] = l.agreed
	}
	return l.notification("notifications/subscriptions/acknowledged", "notifications", notifications)
}

// updated returns the message that tells of a change.
func (l *listening) updated(uri string) []byte {
	return l.notification("notifications/resources/updated", "uri", uri)
}

func (l *listening) notification(method, name string, value any) []byte {
	type note struct {
		JSONRPC string         `json:"jsonrpc"`
		Method  string         `json:"method"`
		Params  map[string]any `json:"params"`
	}
	text, err := json.Marshal(note{"2.0", method, map[string]any{"_meta": map[string]any{subscriptionKey: l.id}, name: value}}, json.Deterministic(true))
	if err != nil {
		panic(err) // texts only, and an id that has been read
	}
	return text
}

// result returns the member of the answer that ends the stream.
func (l *listening) result() []byte {
	text := append([]byte(`{"resultType":"complete","_meta":{"`+subscriptionKey+`":`), l.id...)
	return member("result", append(text, `}}`...))
}

// listenTo agrees to a stream over HTTP, which counts as a session of the caller.
func (f *front) listenTo(c echo.Context, e *endpoint, m message, rule keyRule) (*listening, error) {
	if rule.made {
		return nil, fault.New(fault.BadRequest, "listen at the server's own address, without /dispatch")
	}
	if f.draining.Err() != nil {
		return nil, fault.New(fault.Unavailable, "emcp is about to end; try again in a moment")
	}
	key := sessionKey{e.handle, uuid.NewString()}
	ctx, cancel := context.WithTimeout(c.Request().Context(), f.streamTimes.longest)
	undrained := context.AfterFunc(f.replaced, cancel)
	l := &listening{watch: e.watch, id: m.id}
	closed := func() {}
	l.end = func() {
		undrained()
		cancel()
		closed()
		f.sessions.end(key)
	}
	var err error
	l.subscriber, l.followed, closed, err = f.sessions.open(ctx, key, middleware.CallerOf(c), e.watch, false)
	if err != nil {
		cancel()
		undrained()
		return nil, err
	}
	asking, asked := context.WithTimeout(ctx, e.timeout)
	defer asked()
	if l.agreed, err = e.subscribeAll(asking, l.subscriber, m.params); err != nil {
		l.end()
		return nil, err
	}
	return l, nil
}

// listen tells of changes until the client goes, or until the stream's time is up.
func (f *front) listen(c echo.Context, x exchanged) error {
	l := x.listening
	defer l.end()
	data := func(text []byte) string { return "data: " + string(text) + "\n\n" }
	w, ctx := eventsOf(c), l.followed
	if len(l.agreed) == 0 { // there is nothing to wait for
		over, cancel := context.WithCancel(ctx)
		cancel()
		ctx = over
	}
	err := w.follow(
		ctx, l.subscriber, l.watch, data(l.acknowledged()), func(uri string) string { return data(l.updated(uri)) }, f.streamTimes.heartbeat,
	)
	if err == nil && !errors.Is(c.Request().Context().Err(), context.Canceled) {
		_ = w.write(data(reply{member: l.result()}.response(l.id)))
	}
	return nil // an error is that the client no longer reads
}
