package mcp

import (
	"context"

	"emcp/internal/fault"
	"emcp/internal/tracing"
	"emcp/mcp/method"
	"emcp/mcp/reply"
)

// refuse returns the reply to m that carries a fault. A fault of the server is logged, unless its cause was: the caller
// only learns its trace id.
func (s *Service) refuse(ctx context.Context, r Request, m method.Message, f *fault.Error) reply.Reply {
	if f.NeedsLine() && !f.Kind.OfTransport() { // of the others HTTP writes the answer, and the log
		s.log.ErrorContext(ctx, "call failed", "trace_id", traceID(ctx), "error", f.Error())
	}
	form := reply.ErrorForm{TraceID: traceID(ctx), Explained: m.Group != nil}
	if e := s.endpoints[r.Server]; e != nil {
		_, ofUpstream := e.UpstreamTool(m.Tool)
		form.Explained = form.Explained || ofUpstream
		form.Namespaced, form.Profile = e.Namespaced, e.Profile
	}
	return reply.Refusal(m.Message, f, form)
}

// Refusal returns the answer to a request that a transport refuses, for servers with a profile: its clients read
// JSON-RPC errors only. ok is false for other servers.
func (s *Service) Refusal(ctx context.Context, r Request, f *fault.Error) (a Answer, ok bool) {
	if e := s.endpoints[r.Server]; e == nil || e.Profile == nil {
		return Answer{}, false
	}
	m := method.Message{Message: r.Message}
	_ = m.Check(r.Header) // for its revision; the fault says what is wrong
	refusal := s.refuse(ctx, r, m, f)
	return Answer{Reply: refusal.Response(m.ID), Fault: f, Status: refusal.Status}, true
}

// traceID returns the trace id of the context's request, or an empty string.
func traceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }
