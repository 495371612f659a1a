package mcp

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/bundle"
	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/mcp/wire"
	"emcp/toolset"
	"emcp/toolset/paging"
)

// described returns the tools as tools/list shows them to a client: the server's, those of upstreams, and those of
// groups. A brief list of the server's is in the order of the contract, because a tool explains arguments for the tools
// after it; other lists are in the order of names. The server's tools only read, and only from the site.
func (e *endpoint) described(to client) []mcpgo.Tool {
	return slices.Concat(e.describedOwn(to), e.describedUpstream(to), e.describedGroups(to))
}

// describedOwn returns the tools of emcp and the declared ones.
func (e *endpoint) describedOwn(to client) []mcpgo.Tool {
	tools := slices.DeleteFunc(slices.Clone(e.Tools.Tools()),
		func(tool toolset.Tool) bool { return !tool.For(to.caller) || !e.lists(tool.Name) })
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
			Name: to.sees(tool.Name), Title: tool.Title, Description: tool.Description, RawInputSchema: tool.Input.JSON(),
			Annotations: hints,
		}
		if e.Profile != nil { // calls have an envelope
			described[i].RawInputSchema = tool.Input.Open().JSON()
		}
		if tool.Meta != nil {
			described[i].Meta = metaOf(tool.Meta)
		}
		if tool.Output != nil && e.Output != OutputText { // results must then have structured content
			described[i].RawOutputSchema = tool.Output.JSON()
		}
	}
	return described
}

// metaOf returns what an owner has declared as the _meta of a tool.
func metaOf(object jsontext.Value) *mcpgo.Meta {
	members := map[string]any{}
	_ = bundle.EachMember(object, func(name string, value jsontext.Value) error { // the configuration has checked it
		members[name] = value
		return nil
	})
	return &mcpgo.Meta{AdditionalFields: members}
}

// sees returns the name that the client sees for a tool of the contract.
func (c client) sees(tool string) string {
	if c.underscored {
		return toolset.Underscored(tool)
	}
	return tool
}

// toolList returns the result of tools/list without its end.
func toolList(tools []mcpgo.Tool) []byte {
	result, err := json.Marshal(mcpgo.ListToolsResult{Tools: tools}, jsontext.PreserveRawStrings(true))
	if err != nil {
		panic(err) // the schemas are JSON
	}
	return withoutEnd(result)
}

// noTools is the result of tools/list for callers whose calls would be refused.
var noTools = toolList([]mcpgo.Tool{})

// listTools answers tools/list. Params that the method does not have are ignored, because clients send some.
func (e *endpoint) listTools(ctx context.Context, from client, m message) (reply, error) {
	var in struct {
		Cursor string `json:"cursor"`
	}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &in); err != nil {
			return reply{}, fault.Wrap(fault.InvalidParams, err, wrongParams)
		}
	}
	switch {
	case in.Cursor != "": // there is one page
		return reply{}, fault.New(fault.InvalidParams, wrongParams)
	case !e.Scopes.Allows(from.caller, wire.CallMethod):
		return reply{result: noTools}, nil
	}
	e.awaitLists(ctx)
	e.noteList(ctx, from, listOfTools)
	if len(e.Upstreams) > 0 || e.Tools.Restricted() {
		return reply{result: toolList(e.described(from))}, nil
	}
	return reply{result: e.tools[from.listing]()}, nil
}

// callTool answers tools/call.
func (e *endpoint) callTool(ctx context.Context, from client, m message) (reply, error) {
	if m.role != "" {
		return e.callGroup(ctx, from, m)
	}
	if tool, ok := e.upstreamTool(m.Tool); ok {
		return e.callUpstream(ctx, from, m, tool)
	}
	result, err := e.Tools.Call(ctx, from.caller, m.Tool, m.Arguments)
	r := reply{
		noted: audit.Outcome{Rows: result.Rows},
		seen:  func() (toolset.Seen, bool) { return e.Tools.Seen(from.caller, result) },
	}
	if err != nil {
		return r.failed(from, err)
	}
	r.before, r.result = toolResult(result.JSON, e.Output)
	return r, nil
}

// failed returns the reply to a call of a tool that has failed: the error, or a result for clients that get mistakes of
// theirs as results.
func (r reply) failed(from client, err error) (reply, error) {
	f := fault.From(err)
	if !from.results || f.Kind.Class().Party != fault.Caller || f.Kind.OfTransport() {
		return r, err
	}
	r.result, r.fault = toolFailure(f), f
	return r, nil
}

// checkSize refuses a result of a tool or of an upstream that would be larger than the server allows when it is sent.
func (e *endpoint) checkSize(m message, r reply) error {
	switch {
	case r.size() <= e.ResultBytes:
		return nil
	case m.Method == wire.CallMethod:
		return paging.TooLarge(e.ResultBytes)
	}
	return fault.New(fault.ResultTooLarge, "the result has more than %d bytes; this server returns no more", e.ResultBytes)
}

// toolFailure returns the result of a tools/call, without its end, that says what is wrong with the call. It has no
// structured content, which clients would compare with the tool's output schema.
func toolFailure(f *fault.Error) []byte {
	result, _ := jsontext.AppendQuote([]byte(textContent), f.Told()) // the error is one of UTF-8, which the quotes replace
	return append(result, `}],"isError":true`...)
}

// Room around a result of a tool, in bytes. The head of a response fits unless its id is long; the members that all
// results have fit unless the names of site and server are long.
const (
	headRoom = 128
	endRoom  = 512
)

// toolResult returns the result of tools/call without its end, and the room before it: what the tool returned, as JSON,
// as text, or as both. Written by hand, because encoding/json reads and copies the whole of it three times (a third of
// a call's time with 20 items).
//
// A text is a JSON string. It has no structured content, which must be an object.
func toolResult(structured []byte, output Output) (before, result []byte) {
	if structured[0] == '"' {
		return nil, slices.Concat([]byte(textContent), structured, []byte("}]"))
	}
	size := headRoom + len(structured) + endRoom
	if output != OutputStructured {
		size += quotedSize(structured)
	}
	whole := make([]byte, headRoom, size)
	switch output {
	case OutputStructured:
		whole = append(append(whole, `{"content":[],"structuredContent":`...), structured...)
	case OutputText:
		whole = append(appendQuoted(append(whole, textContent...), structured), "}]"...)
	default:
		whole = append(appendQuoted(append(whole, textContent...), structured), `}],"structuredContent":`...)
		whole = append(whole, structured...)
	}
	return whole[:headRoom], whole[headRoom:]
}

const textContent = `{"content":[{"type":"text","text":`

// quotedSize is the length of JSON as a string.
func quotedSize(text []byte) int {
	return len(text) + bytes.Count(text, []byte(`"`)) + bytes.Count(text, []byte(`\`)) + len(`""`)
}

// escaped is 1 for the bytes before which a JSON string needs a backslash, of those that are no control characters.
var escaped = [256]uint8{'"': 1, '\\': 1}

// appendQuoted appends JSON as a string. Every byte is written without a look at what it is, which is faster than
// jsontext.AppendQuote, because quotes are so frequent (20 KB: 30 us instead of 75). That one writes JSON with white
// space.
func appendQuoted(b, text []byte) []byte {
	whole := append(slices.Grow(b, quotedSize(text)), '"')
	quoted, n := whole[len(whole):cap(whole)], 0
	for _, c := range text {
		if c < ' ' {
			b, _ = jsontext.AppendQuote(b, text) // the error would be one of UTF-8
			return b
		}
		quoted[n] = '\\'
		n += int(escaped[c])
		quoted[n] = c
		n++
	}
	return append(whole[:len(whole)+n], '"')
}
