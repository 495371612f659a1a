package method

import (
	"context"
	"strings"
	"time"

	"emcp/evodb"
	"emcp/group"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
	"emcp/mcp/reply"
	"emcp/mcp/wire"
	"emcp/toolset/paging"
	"emcp/upstream"
)

// unknownMethod returns the fault for a method that the server does not have.
func (e *Endpoint) unknownMethod(m Message) error {
	var known []string
	for _, other := range e.methods {
		if other.eras&m.era() != 0 {
			known = append(known, other.name)
		}
	}
	f := fault.New(fault.UnknownMethod, "emcp does not know this method; it answers %s", strings.Join(known, ", "))
	f.Suggestions = fault.Nearest(m.Method, known)
	return f
}

// Unwrapped returns the message that counts in place of m: where m calls a tool through a group, the call of that tool.
// So everything that holds for the tool holds for it there, too. A call whose arguments cannot be read stays one of the
// group's tool.
func (e *Endpoint) Unwrapped(m Message) Message {
	if m.Method != wire.CallMethod {
		return m
	}
	g, role, ok := e.GroupTool(m.Tool)
	if !ok {
		return m
	}
	m.Group, m.role = g, role
	if role != group.Call {
		return m
	}
	if inner, err := group.ReadCall(m.Arguments); err == nil {
		m.Tool, m.Arguments, m.role = inner.Tool, inner.Arguments, ""
	}
	return m
}

// Admit refuses methods that nobody can send or that the caller may not send, before anything else happens.
func (e *Endpoint) Admit(caller identity.Principal, m Message) error {
	if _, known := e.methodOf(m); !known && m.WantsAnswer() {
		return e.unknownMethod(m)
	}
	switch {
	case !caller.MayUse(e.Handle):
		return fault.New(fault.ServerDenied, "this token is not for the server %s", e.Handle)
	case m.Method != "" && !e.Scopes.Allows(caller, m.Method):
		return fault.New(fault.ScopeDenied, "this token has no scope for %s", m.Method)
	case m.role != "": // Unwrapped has found it, so it is not denied
		return nil
	case m.Group != nil:
		return e.AdmitGrouped(caller, m.Group, m.Tool)
	case m.Method == wire.CallMethod:
		return e.AdmitCall(caller, m.Tool)
	}
	return nil
}

// Run runs the method of a message that has been admitted. A panic becomes a fault here, so that no message ends the
// process, whatever brought it.
func (e *Endpoint) Run(ctx context.Context, from Sender, m Message) (r reply.Reply, err error) {
	defer fault.Recovered(&err)
	if u := e.upstreamOf(from.Caller, m); u != nil {
		r.Noted.Upstream = u.Name() // should its call panic
	}
	ctx, cancel := context.WithTimeout(evodb.Begin(ctx), e.TimeoutOf(from.Caller, m))
	defer cancel()
	ctx, span := tracing.Start(ctx, strings.TrimSpace(m.Method+" "+e.Tools.Canonical(m.Tool)))
	defer func() { span.End(err) }()
	known, _ := e.methodOf(m)
	r, err = known.run(e, ctx, from, m)
	r = e.Finish(ctx, m, r)
	if err == nil && (m.Method == wire.CallMethod || r.Upstream != "") {
		err = e.checkSize(m, r)
	}
	if !known.site && !known.tells && r.Upstream == "" { // it shows nothing of the site
		r.Seen = reply.NothingSeen
	}
	return r, err
}

// checkSize refuses a result of a tool or of an upstream that would be larger than the server allows when it is sent.
func (e *Endpoint) checkSize(m Message, r reply.Reply) error {
	switch {
	case r.Size() <= e.ResultBytes:
		return nil
	case m.Method == wire.CallMethod:
		return paging.TooLarge(e.ResultBytes)
	}
	return fault.New(fault.ResultTooLarge, "the result has more than %d bytes; this server returns no more", e.ResultBytes)
}

// TimeoutOf returns how long a message of a caller can take.
func (e *Endpoint) TimeoutOf(caller identity.Principal, m Message) time.Duration {
	if m.role == group.Task {
		return m.Group.Agent.Time() + time.Second // the task's own time ends first
	}
	if u := e.upstreamOf(caller, m); u != nil {
		return u.Timeout() + time.Second // the upstream's own time ends first, with an error that names it
	}
	return e.Timeout
}

// upstreamOf returns the upstream that answers a message of a caller; nil: none.
func (e *Endpoint) upstreamOf(caller identity.Principal, m Message) *upstream.Upstream {
	switch m.Method {
	case wire.CallMethod:
		tool, _ := e.UpstreamTool(m.Tool)
		return tool.Upstream
	case wire.ReadMethod:
		r, _ := e.UpstreamResource(caller, m.Subject)
		return r.Upstream
	case wire.PromptMethod:
		p, _ := e.UpstreamPrompt(caller, m.Subject)
		return p.Upstream
	}
	return nil
}
