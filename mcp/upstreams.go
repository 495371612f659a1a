package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/group"
	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// upstreamTool returns the tool of an upstream that has a name. A tool of emcp, also one that is denied, is never
// replaced by one of an upstream; of several upstreams the first counts.
func (e *endpoint) upstreamTool(name string) (upstream.Tool, bool) {
	if len(e.Upstreams) == 0 || e.isOwn(name) {
		return upstream.Tool{}, false
	}
	for _, u := range e.Upstreams {
		if tool, ok := u.List().Tool(name); ok {
			return tool, true
		}
	}
	return upstream.Tool{}, false
}

// isUpstreams reports whether a name is that of a tool of an upstream.
func (e *endpoint) isUpstreams(name string) bool {
	_, ok := e.upstreamTool(name)
	return ok
}

// isOwn reports whether a name is taken before tools of upstreams.
func (e *endpoint) isOwn(name string) bool {
	_, ofGroup := e.groupTools[name]
	return ofGroup || e.hasTool(name)
}

// admitCall refuses calls of tools that the server does not have, or that the caller may not call.
func (e *endpoint) admitCall(caller identity.Principal, name string) error {
	tool, ok := e.upstreamTool(name)
	switch {
	case !ok:
		return e.admitTool(name)
	case tool.Writes && !caller.MayWrite():
		return fault.New(fault.ScopeDenied, "this tool may change something; that takes the scope %s, which this token does not have", identity.ScopeWrite)
	}
	return nil
}

// describedUpstream returns the tools of upstreams as tools/list shows them to a client: after those of emcp, each with
// the name of its upstream in the description and in _meta.
func (e *endpoint) describedUpstream(to client) []mcpgo.Tool {
	var described []mcpgo.Tool
	for _, tool := range e.upstreamTools(to.caller) {
		if e.lists(tool.Name) {
			described = append(described, describeUpstream(tool))
		}
	}
	return described
}

// upstreamTools returns the tools of upstreams that a caller may call, those that upstreamTool returns.
func (e *endpoint) upstreamTools(caller identity.Principal) []upstream.Tool {
	var tools []upstream.Tool
	taken := map[string]bool{}
	for _, u := range e.Upstreams {
		for _, tool := range u.List().Tools {
			if taken[tool.Name] || e.isOwn(tool.Name) {
				continue
			}
			if taken[tool.Name] = true; !tool.Writes || caller.MayWrite() {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

func describeUpstream(tool upstream.Tool) mcpgo.Tool {
	reads := !tool.Writes
	hints := mcpgo.ToolAnnotation{ReadOnlyHint: &reads, OpenWorldHint: &tool.OpenWorld}
	if tool.Writes {
		hints.DestructiveHint = &tool.Destructive
	}
	return mcpgo.Tool{
		Name: tool.Name, Title: tool.Title, Description: tool.Description, RawInputSchema: []byte(tool.Input),
		Annotations: hints,
		Meta:        upstreamMeta(tool.Upstream),
	}
}

// awaitLists waits for the first lists of upstreams, for a short time.
func (e *endpoint) awaitLists(ctx context.Context) {
	for _, u := range e.Upstreams {
		u.Settled(ctx)
	}
}

// timeoutOf returns how long a message of a caller can take.
func (e *endpoint) timeoutOf(caller identity.Principal, m message) time.Duration {
	if m.role == group.Task {
		return m.group.Agent.Time() + time.Second // the task's own time ends first
	}
	if u := e.upstreamOf(caller, m); u != nil {
		return u.Timeout() + time.Second // the upstream's own time ends first, with an error that names it
	}
	return e.Timeout
}

// upstreamOf returns the upstream that answers a message of a caller; nil: none.
func (e *endpoint) upstreamOf(caller identity.Principal, m message) *upstream.Upstream {
	switch m.Method {
	case wire.CallMethod:
		tool, _ := e.upstreamTool(m.Tool)
		return tool.Upstream
	case wire.ReadMethod:
		r, _ := e.upstreamResource(caller, m.Subject)
		return r.Upstream
	case wire.PromptMethod:
		p, _ := e.upstreamPrompt(caller, m.Subject)
		return p.Upstream
	}
	return nil
}

// callUpstream answers tools/call of a tool of an upstream.
func (e *endpoint) callUpstream(ctx context.Context, from client, m message, tool upstream.Tool) (reply, error) {
	call := upstream.Call{Arguments: m.Arguments, Personal: from.personalToken, Progress: from.progress}
	r := reply{noted: audit.Outcome{Upstream: tool.Upstream.Name()}}
	if tool.Writes {
		// It is finished even if the client leaves, so that its outcome can be kept for its key: a second try must not do it
		// again.
		ctx = context.WithoutCancel(ctx)
		call.Key = from.keyFor(e.Handle)
		r.seen = nothingSeen
	}
	result, err := tool.Call(ctx, call)
	if err != nil {
		r.done = tool.Writes && fault.From(err).Kind == fault.UpstreamFailed
		return r.failed(from, err)
	}
	r.upstream = tool.Upstream.Name()
	r.result = upstreamResult(result)
	if tool.Writes && len(r.result) > min(e.ResultBytes, idempotency.MaxAnswer)-keptMargin {
		r.result = upstreamResult(upstream.Result{Content: jsontext.Value(`[{"type":"text","text":"The call was made. Its result is too large to return."}]`)})
	}
	return r, nil
}

// keptMargin is the room for what is sent and kept beside the result of a tool, in bytes.
const keptMargin = 1 << 10

// upstreamResult returns the result of tools/call without its end, as the upstream has sent it.
func upstreamResult(r upstream.Result) []byte {
	result := append([]byte(`{"content":`), r.Content...)
	if r.Structured != nil {
		result = append(append(result, `,"structuredContent":`...), r.Structured...)
	}
	if r.IsError {
		result = append(result, `,"isError":true`...)
	}
	return result
}

// personalToken returns the personal token of the caller; empty if it has none.
func (c client) personalToken(ctx context.Context) string {
	if c.personal == nil {
		return ""
	}
	return c.personal(ctx)
}

// keyFor returns the text by which an upstream recognizes a call of the same caller with the same key; empty without a
// key.
func (c client) keyFor(handle string) string {
	if c.key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(handle + "\x00" + c.caller.Subject + "\x00" + c.key))
	return hex.EncodeToString(sum[:])
}

// quote returns a string as JSON.
func quote(text string) []byte {
	q, _ := jsontext.AppendQuote(nil, text) // the error is one of UTF-8, which the quotes replace
	return q
}
