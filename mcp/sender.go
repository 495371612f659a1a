package mcp

import (
	"cmp"
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/mcp/catalog"
	"emcp/mcp/method"
	"emcp/mcp/session"
	"emcp/mcp/wire"
)

// sender returns where a message comes from.
func (s *Service) sender(r Request, e *endpoint, m method.Message) method.Sender {
	p := r.program(m)
	caller := r.Caller
	caller.Share, caller.Revised = r.callerKey(), !r.Contract && p.Revision != ""
	return method.Sender{
		Client: catalog.Client{Caller: caller, Listing: catalog.Listing{
			Underscored: e.ToolNames == NamesUnderscore || e.ToolNames == NamesAuto && p.RefusesDots,
			Brief:       e.Brief == BriefAlways && !r.Contract || e.Brief == BriefAuto && caller.Revised,
		}},
		Subscriber: s.subscriberOf(r, e), Listener: s.listenerOf(r, e), Connection: r.Connection,
		Personal: r.Personal, Key: r.Header.Get(s.keyHeader),
		Count:    func(ctx context.Context) error { return s.count(ctx, r, e) },
		Progress: r.progress(m),
		Results: e.ToolErrors == ErrorsResult ||
			e.ToolErrors == ErrorsAuto && !r.Contract && p.Revision >= resultsRevision,
	}
}

// resultsRevision is the first revision of MCP that reports errors in the arguments of a tool as results of the tool
// (MCP 2025-11-25, Tools, Error Handling). Revisions are dates.
const resultsRevision = mcpgo.ProtocolVersion20251125

// program returns what is known about the client behind a message: from the message, from HTTP, and from the start of
// its connection.
func (r Request) program(m method.Message) session.Program {
	known := r.Connection.Program()
	return session.Program{
		Revision: cmp.Or(m.Revision, r.Header.Get(wire.VersionHeader), known.Revision),
		RefusesDots: session.RefusesDots(m.ClientInfo) || known.RefusesDots ||
			session.IDRefusesDots(r.Header.Get(session.Header)),
	}
}

// subscriberOf returns how to find the subscriber behind a request: on its connection or in its session. Dispatched
// messages have none, because their replies may be repeated without a call.
func (s *Service) subscriberOf(r Request, e *endpoint) func(ctx context.Context) (*session.Subscriber, error) {
	return func(ctx context.Context) (*session.Subscriber, error) {
		if r.Connection != nil {
			return r.Connection.Subscriber(), nil
		}
		if r.Dispatch {
			return nil, fault.New(fault.BadRequest, "subscribe at the server's own address, without /dispatch")
		}
		key, err := session.KeyOf(r.Server, r.Header)
		if err != nil {
			return nil, err
		}
		return s.sessions.Subscriber(ctx, key, r.session(), e.Source())
	}
}

// listenerOf returns how to find the subscriber behind a request, if there is one already.
func (s *Service) listenerOf(r Request, e *endpoint) func() *session.Subscriber {
	return func() *session.Subscriber {
		if r.Connection != nil {
			return r.Connection.Subscriber()
		}
		key, err := session.KeyOf(r.Server, r.Header)
		if err != nil {
			return nil
		}
		return s.sessions.Existing(key, r.session(), e.Source())
	}
}
