package mcp

import (
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/method"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// Request is one message and where it comes from.
type Request struct {
	Server  string // handle of the server that it is for
	Message wire.Message
	Caller  identity.Principal
	// Personal returns the personal token of the site with which the caller has identified itself, for upstreams that get
	// it. nil: it has none.
	Personal func(ctx context.Context) string
	// Address distinguishes anonymous callers.
	Address string
	// Uncounted says that the caller's rate is not counted, because the client is local.
	Uncounted bool
	// Header has the HTTP headers that concern the message: revision, session, idempotency key. It is nil on other
	// transports.
	Header http.Header
	// Contract says that the client calls eMCP by the address of the PHP package. Its clients read JSON-RPC errors.
	Contract bool
	// Dispatch says that every message runs under an idempotency key, whatever its method.
	Dispatch bool
	// Connection is the client's own, over which it is notified of changes. If it is nil, the session that Header names
	// does that.
	Connection *session.Connection
	// Notify sends a notification about the request to the client before the answer; nil: the transport cannot. It is
	// called by one goroutine at a time, and not after Handle has returned.
	Notify func(message []byte)
}

// Answer is the answer to a request.
type Answer struct {
	// Reply is the JSON-RPC response; nil if the message needs none.
	Reply []byte
	// Fault is the error, if any. Reply reports it as a JSON-RPC error, or as a result of the tool.
	Fault *fault.Error
	// Status is the HTTP status of Reply; 0 is 200.
	Status int
	// Session is the id that initialize gives to a client; empty for other methods.
	Session string
	// Key is the idempotency key of the message; empty if it has none.
	Key string
	// Replayed says that Reply is that of an earlier call with the same key.
	Replayed bool
	// Cancelled says that the client did not wait for a reply, and that there is none.
	Cancelled bool
	// Stream takes the place of Reply where the method opens a stream. It must be closed.
	Stream *session.Stream
	// Outcome is for the audit record of the message.
	Outcome audit.Outcome

	told bool // Reply reports Fault as a result of the tool, although it is one of the transport
}

// Refused reports whether HTTP answers with a status alone and sends no Reply, even for a notification.
func (a Answer) Refused() bool { return a.Fault != nil && a.Fault.Kind.OfTransport() && !a.told }

// callerKey distinguishes callers, anonymous ones by their address.
func (r Request) callerKey() string {
	if r.Caller.Subject == identity.Anonymous {
		return identity.Anonymous + "@" + r.Address
	}
	return r.Caller.Subject
}

// session returns where the request comes from, as sessions need it.
func (r Request) session() session.Client {
	return session.Client{Caller: r.Caller, Share: r.callerKey(), Address: r.Address}
}

// progress returns what notifies the client of a request of its progress; nil if the client does not want that, or
// cannot get it.
func (r Request) progress(m method.Message) func(upstream.Progress) {
	if r.Notify == nil || m.Progress == nil {
		return nil
	}
	type params struct {
		Token jsontext.Value `json:"progressToken"`
		upstream.Progress
	}
	return func(p upstream.Progress) {
		r.Notify(wire.Notification("notifications/progress", params{m.Progress, p}))
	}
}
