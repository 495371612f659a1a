package mcp

import (
	"context"
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/mcp/watch"
)

// subscriberOf returns how to find the subscriber behind a request: on its connection or in its session. Dispatched
// messages have none, because their replies may be repeated without a call.
func (s *Service) subscriberOf(r Request, e *endpoint) func(ctx context.Context) (*subscriber, error) {
	return func(ctx context.Context) (*subscriber, error) {
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
		one, err := s.sessions.subscriber(key, r, e.Watch)
		if err != nil {
			return nil, err
		}
		e.beginLists(ctx, one)
		return one, nil
	}
}

// subscribe answers resources/subscribe.
func (e *endpoint) subscribe(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	if err := e.subscribable(uri); err != nil {
		return nil, 0, err
	}
	s, err := from.subscriber(ctx)
	if err != nil {
		return nil, 0, err
	}
	return struct{}{}, 0, e.subscribeTo(ctx, s, uri)
}

// subscribable refuses URIs that no caller can subscribe to.
func (e *endpoint) subscribable(uri string) error {
	if path, own := strings.CutPrefix(uri, "evo://"+e.Handle+"/"); own &&
		!strings.HasPrefix(path, "content/") { // whether there is such a resource or not
		return fault.Invalid("uri", "only documents can be subscribed to, by URIs such as %s", e.documentURI(1))
	}
	if _, err := e.documentID(uri); err != nil {
		return err
	}
	return e.Tools.Admit(documentTool)
}

// subscribeTo subscribes to the document of a URI that is subscribable. It is a fault when the caller cannot see the
// document.
func (e *endpoint) subscribeTo(ctx context.Context, s *subscriber, uri string) error {
	id, err := e.documentID(uri)
	if err != nil {
		return err
	}
	state, children, err := e.Tools.State(ctx, s.Caller, id)
	if err != nil {
		return err
	}
	err = e.Watch.Add(s.Subscriber, id, watch.Subscription{URI: uri, State: state, Children: children})
	if errors.Is(err, watch.ErrGone) {
		return unknownSession()
	}
	return err
}

// unsubscribe answers resources/unsubscribe, also without a subscription.
func (e *endpoint) unsubscribe(ctx context.Context, from client, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	id, err := e.documentID(uri)
	if err != nil {
		return nil, 0, err
	}
	s, err := from.subscriber(ctx)
	if err != nil {
		return nil, 0, err
	}
	e.Watch.Remove(s.Subscriber, id)
	return struct{}{}, 0, nil
}
