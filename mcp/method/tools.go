package method

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/mcp/reply"
	"emcp/mcp/session"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// toolList returns the result of tools/list without its end.
func toolList(tools []mcpgo.Tool) []byte {
	result, err := json.Marshal(mcpgo.ListToolsResult{Tools: tools}, jsontext.PreserveRawStrings(true))
	if err != nil {
		panic(err) // the schemas are JSON
	}
	return reply.WithoutEnd(result)
}

// noTools is the result of tools/list for callers whose calls would be refused.
var noTools = toolList([]mcpgo.Tool{})

// listTools answers tools/list. Params that the method does not have are ignored, because clients send some.
func (e *Endpoint) listTools(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	var in struct {
		Cursor string `json:"cursor"`
	}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &in); err != nil {
			return reply.Reply{}, fault.Wrap(fault.InvalidParams, err, wire.WrongParams)
		}
	}
	switch {
	case in.Cursor != "": // there is one page
		return reply.Reply{}, fault.New(fault.InvalidParams, wire.WrongParams)
	case !e.Scopes.Allows(from.Caller, wire.CallMethod):
		return reply.Reply{Result: noTools}, nil
	}
	e.AwaitLists(ctx)
	e.awaitSite(ctx)
	e.noteList(ctx, from, session.Tools)
	if len(e.Upstreams) > 0 || e.Tools.Varies() {
		return reply.Reply{Result: toolList(e.ListedTools(from.Client))}, nil
	}
	return reply.Reply{Result: e.tools[from.Listing]()}, nil
}

// awaitSite waits for what decides which tools the site has, as long as the first answer to a client waits.
func (e *Endpoint) awaitSite(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, e.SiteTime)
	defer cancel()
	e.Tools.Await(ctx)
}

// callTool answers tools/call.
func (e *Endpoint) callTool(ctx context.Context, from Sender, m Message) (reply.Reply, error) {
	if m.role != "" {
		return e.callGroup(ctx, from, m)
	}
	if tool, ok := e.UpstreamTool(m.Tool); ok {
		return e.callUpstream(ctx, from, m, tool)
	}
	result, err := e.Tools.Call(ctx, from.Caller, m.Tool, m.Arguments)
	r := reply.Reply{
		Noted: audit.Outcome{Rows: result.Rows},
		Seen:  func() (toolset.Seen, bool) { return e.Tools.Seen(from.Caller, result) },
	}
	if err != nil {
		return r.Failed(err, from.Results)
	}
	return r.WithTool(result.JSON, e.Output), nil
}
