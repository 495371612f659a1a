package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/toolset"
)

// described returns the server's tools as tools/list shows them to a client. A brief list is in the order of the contract, because a tool
// explains arguments for the tools after it; other lists are in the order of names. All tools only read, and only from the site.
func (e *endpoint) described(to client) []mcpgo.Tool {
	tools := slices.DeleteFunc(slices.Clone(e.Tools.Tools()), func(tool toolset.Tool) bool { return !tool.For(to.caller) })
	yes, no := true, false
	hints := mcpgo.ToolAnnotation{ReadOnlyHint: &yes, IdempotentHint: &yes, DestructiveHint: &no, OpenWorldHint: &no}
	if to.brief && !e.ToolsOnly {
		tools = toolset.Brief(tools)
		hints = mcpgo.ToolAnnotation{ReadOnlyHint: &yes} // the others say nothing more of tools that only read
	} else {
		slices.SortFunc(tools, func(a, b toolset.Tool) int { return cmp.Compare(a.Name, b.Name) })
	}
	described := make([]mcpgo.Tool, len(tools))
	for i, tool := range tools {
		described[i] = mcpgo.Tool{
			Name: to.sees(tool.Name), Title: tool.Title, Description: tool.Description, RawInputSchema: tool.Input.JSON(), Annotations: hints,
		}
		if tool.Output != nil && e.Output != OutputText { // results must then have structured content
			described[i].RawOutputSchema = tool.Output.JSON()
		}
	}
	return described
}

// sees returns the name that the client sees for a tool of the contract.
func (c client) sees(tool string) string {
	if c.underscored {
		return toolset.Underscored(tool)
	}
	return tool
}

// toolList returns the member with the result of tools/list.
func toolList(tools []mcpgo.Tool) []byte {
	result, err := json.Marshal(mcpgo.ListToolsResult{Tools: tools}, jsontext.PreserveRawStrings(true))
	if err != nil {
		panic(err) // the schemas are JSON
	}
	return member("result", result)
}

// noTools is the result of tools/list for callers whose calls would be refused.
var noTools = toolList([]mcpgo.Tool{})

// listTools answers tools/list. Params that the method does not have are ignored, because clients send some.
func (e *endpoint) listTools(_ context.Context, from client, m Message) (reply, error) {
	var in struct {
		Cursor string `json:"cursor"`
	}
	if m.params != nil {
		if err := json.Unmarshal(m.params, &in); err != nil {
			return reply{}, fault.Wrap(fault.InvalidParams, err, wrongParams)
		}
	}
	switch {
	case in.Cursor != "": // there is one page
		return reply{}, fault.New(fault.InvalidParams, wrongParams)
	case !e.Scopes.Allows(from.caller, callMethod):
		return reply{member: noTools}, nil
	case e.Tools.Restricted():
		return reply{member: toolList(e.described(from))}, nil
	}
	return reply{member: e.tools[from.listing]()}, nil
}

// callTool answers tools/call.
func (e *endpoint) callTool(ctx context.Context, from client, m Message) (reply, error) {
	result, err := e.Tools.Call(ctx, from.caller, m.tool, m.arguments)
	r := reply{rows: result.Rows, seen: func() (toolset.Seen, bool) { return e.Tools.Seen(from.caller, result) }}
	if f := fault.From(err); err != nil && from.results && f.Kind.Class().Party == fault.Caller && !f.Kind.OfTransport() {
		r.member, r.fault = toolFailure(f), f
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.member, err = toolResult(result.JSON, e.Output)
	return r, err
}

// checkSize refuses a result of a tool that would be larger than the server allows when it is sent.
func (e *endpoint) checkSize(ctx context.Context, m Message, r reply) error {
	if len(r.member)-len(`"result":`)+len(e.ending(ctx, m)) > e.ResultBytes {
		return toolset.TooLarge(e.ResultBytes)
	}
	return nil
}

// toolFailure returns the member with the result of a tools/call that says what is wrong with the call. It has no structured
// content, which clients would compare with the tool's output schema.
func toolFailure(f *fault.Error) []byte {
	result := []byte(`"result":{"content":[{"type":"text","text":`)
	result, _ = jsontext.AppendQuote(result, f.Told()) // the error is one of UTF-8, which the quotes replace
	return append(result, `}],"isError":true}`...)
}

// toolResult returns the member with the result of tools/call: what the tool returned, as JSON, as text, or as both. Written by
// hand, because encoding/json reads and copies the whole of it three times (a third of a call's time with 20 items).
func toolResult(structured []byte, output Output) ([]byte, error) {
	if output == OutputStructured {
		return slices.Concat([]byte(`"result":{"content":[],"structuredContent":`), structured, []byte("}")), nil
	}
	result := make([]byte, 0, 2*len(structured)+len(structured)/4+128) // quotes are escaped in the text
	result = append(result, `"result":{"content":[{"type":"text","text":`...)
	result, err := jsontext.AppendQuote(result, structured)
	if err != nil {
		return nil, err
	}
	if output == OutputText {
		return append(result, "}]}"...), nil
	}
	result = append(result, `}],"structuredContent":`...)
	result = append(result, structured...)
	return append(result, '}'), nil
}
