package method

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/mcp/catalog"
	"emcp/mcp/session"
	"emcp/mcp/watch"
	"emcp/mcp/wire"
)

// subscribe answers resources/subscribe.
func (e *Endpoint) subscribe(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	if err := e.subscribable(uri); err != nil {
		return nil, 0, err
	}
	s, err := from.Subscriber(ctx)
	if err != nil {
		return nil, 0, err
	}
	return struct{}{}, 0, e.subscribeTo(ctx, s, uri)
}

// subscribable refuses URIs that no caller can subscribe to.
func (e *Endpoint) subscribable(uri string) error {
	if path, own := strings.CutPrefix(uri, "evo://"+e.Handle+"/"); own &&
		!strings.HasPrefix(path, "content/") { // whether there is such a resource or not
		return fault.Invalid("uri", "only documents can be subscribed to, by URIs such as %s", e.DocumentURI(1))
	}
	if _, err := e.DocumentID(uri); err != nil {
		return err
	}
	return e.Tools.Admit(catalog.DocumentTool)
}

// subscribeTo subscribes to the document of a URI that is subscribable. It is a fault when the caller cannot see the
// document.
func (e *Endpoint) subscribeTo(ctx context.Context, s *session.Subscriber, uri string) error {
	id, err := e.DocumentID(uri)
	if err != nil {
		return err
	}
	state, children, err := e.Tools.State(ctx, s.Caller, id)
	if err != nil {
		return err
	}
	err = e.Watch.Add(s.Subscriber, id, watch.Subscription{URI: uri, State: state, Children: children})
	if errors.Is(err, watch.ErrGone) {
		return session.Unknown()
	}
	return err
}

// unsubscribe answers resources/unsubscribe, also without a subscription.
func (e *Endpoint) unsubscribe(ctx context.Context, from Sender, params jsontext.Value) (any, int, error) {
	uri, err := uriOf(params)
	if err != nil {
		return nil, 0, err
	}
	id, err := e.DocumentID(uri)
	if err != nil {
		return nil, 0, err
	}
	s, err := from.Subscriber(ctx)
	if err != nil {
		return nil, 0, err
	}
	e.Watch.Remove(s.Subscriber, id)
	return struct{}{}, 0, nil
}

// listenParams are the params of subscriptions/listen.
type listenParams struct {
	Notifications jsontext.Value `json:"notifications"`
	wire.Meta
}

// SubscribeAll subscribes to what the params of subscriptions/listen name and the caller can see. It returns what that
// is.
func (e *Endpoint) SubscribeAll(
	ctx context.Context, s *session.Subscriber, params jsontext.Value,
) (agreed session.Agreed, err error) {
	defer fault.Recovered(&err)
	var in listenParams
	if err := wire.ReadParams(params, &in); err != nil {
		return agreed, err
	}
	var wanted struct { // clients may ask for other kinds of changes, of which emcp does not notify
		Tools     bool     `json:"toolsListChanged"`
		Prompts   bool     `json:"promptsListChanged"`
		Lists     bool     `json:"resourcesListChanged"`
		Resources []string `json:"resourceSubscriptions"`
	}
	if err := json.Unmarshal(in.Notifications, &wanted); err != nil {
		return agreed, fault.Invalid("notifications",
			"notifications must be an object whose resourceSubscriptions is a list of URIs")
	}
	agreed.Lists = session.Kinds{
		session.Tools: wanted.Tools, session.Prompts: wanted.Prompts, session.Resources: wanted.Lists,
	}
	for kind := range session.ListKinds {
		agreed.Lists[kind] = agreed.Lists[kind] && e.offers(s.Caller, kind)
	}
	if len(wanted.Resources) > watch.MaxSubscriptions {
		return agreed, fault.Invalid("notifications.resourceSubscriptions", "at most %d resources can be subscribed to",
			watch.MaxSubscriptions)
	}
	for _, uri := range wanted.Resources {
		if slices.Contains(agreed.Documents, uri) || e.subscribable(uri) != nil {
			continue
		}
		err := e.subscribeTo(ctx, s, uri)
		switch {
		case err == nil:
			agreed.Documents = append(agreed.Documents, uri)
		case fault.From(err).Kind != fault.ResourceNotFound:
			return agreed, err
		}
	}
	return agreed, nil
}
