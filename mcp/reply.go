package mcp

import (
	"bytes"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/profile"
	"emcp/internal/tracing"
	"emcp/mcp/wire"
	"emcp/toolset"
)

// rpcError is a JSON-RPC error.
type rpcError struct {
	Code    int       `json:"code"`
	Message string    `json:"message"`
	Data    errorData `json:"data"`
}

type errorData struct {
	Code              fault.Kind `json:"code"`
	Field             string     `json:"field,omitzero"`
	Suggestions       []string   `json:"suggestions,omitzero"`
	Supported         []string   `json:"supported,omitzero"`
	Requested         string     `json:"requested,omitzero"`
	URI               string     `json:"uri,omitzero"`
	Retryable         bool       `json:"retryable"`
	TraceID           string     `json:"trace_id,omitzero"`
	Tool              string     `json:"tool,omitzero"` // of tools/call, as the client has named it
	profile.ErrorData            // of servers with a profile
	ToolName          string     `json:"toolName,omitzero"` // Tool again, of an upstream or called through a group
	Details           string     `json:"details,omitzero"`  // likewise: what is wrong

	// Only of servers with Namespaced.
	NamespacedCode string         `json:"namespaced_code,omitzero"`
	ErrorDetails   *fault.Details `json:"error_details,omitzero"`
}

// reply is the answer to a request, except its id.
type reply struct {
	result []byte // a JSON object without its end; nil: there is no result
	common []byte // what finish adds to the result: members without braces; nil: nothing
	// unused room directly before result in the same array, so that response copies nothing; nil: none
	before  []byte
	err     []byte        // the JSON-RPC error in the place of a result; nil: none
	fault   *fault.Error  // behind an error, or behind a result that reports one
	status  int           // of HTTP; 0 is 200
	noted   audit.Outcome // what the method knows for the audit: rows, an upstream, what a task has used
	session string        // the id that initialize gives to a client
	// upstream is the name of the upstream that a result of a tool comes from; empty: emcp itself.
	upstream string
	// done says that the call may have changed something, so that its outcome counts for its key even where it is an
	// error.
	done bool
	// seen returns what the caller sees of the site in the reply; false if that is unknown. A nil seen means unknown too.
	seen func() (toolset.Seen, bool)
}

// nothingSeen is of replies that show nothing of the site.
func nothingSeen() (toolset.Seen, bool) { return toolset.Seen{}, true }

// resultOf returns the reply with a value as its result, which must be a JSON object.
func resultOf(value any, options ...json.Options) (reply, error) {
	text, err := json.Marshal(value, append(options, jsontext.AllowInvalidUTF8(true))...)
	return reply{result: withoutEnd(text)}, err
}

// withoutEnd returns a JSON object without the brace at its end, so that members can be appended.
func withoutEnd(object []byte) []byte { return bytes.TrimSuffix(object, []byte("}")) }

// response returns the reply to the request with that id, which is the client's, digit by digit; without one it is
// null. Both are JSON already and are not read again. There is room behind it for the end of a line. It is called once:
// a large response is written into the array of the result.
func (r reply) response(id jsontext.Value) []byte {
	if id == nil {
		id = jsontext.Value("null")
	}
	const begin = `{"jsonrpc":"2.0","id":`
	if r.err != nil {
		return slices.Concat([]byte(begin), id, []byte(`,"error":`), r.err, []byte("}"))
	}
	head := slices.Concat([]byte(begin), id, []byte(`,"result":`))
	var text []byte
	if free := len(r.before) - len(head); free >= 0 {
		copy(r.before[free:], head)
		text = r.before[free : len(r.before)+len(r.result)]
	} else {
		text = make([]byte, 0, len(head)+len(r.result)+len(r.common)+len(",}}\n"))
		text = append(append(text, head...), r.result...)
	}
	return append(append(append(text, r.comma()...), r.common...), "}}"...)
}

// comma returns what separates the members that finish adds from those before them.
func (r reply) comma() string {
	if r.common == nil || len(r.result) == len("{") {
		return ""
	}
	return ","
}

// size returns how many bytes the result has in the response.
func (r reply) size() int { return len(r.result) + len(r.comma()) + len(r.common) + len("}") }

// maxToolName is the length of the longest names of tools, in bytes (MCP 2025-11-25, Tool Names). A longer one is not a
// name.
const maxToolName = 128

// refuse returns the reply to m that carries a fault. A fault of the server is logged, unless its cause was: the caller
// only learns its trace id.
func (s *Service) refuse(ctx context.Context, r Request, m message, f *fault.Error) reply {
	class := f.Kind.Class()
	if f.NeedsLine() && !f.Kind.OfTransport() { // of the others HTTP writes the answer, and the log
		s.log.ErrorContext(ctx, "call failed", "trace_id", traceID(ctx), "error", f.Error())
	}
	codes := class.Codes
	if m.Stateless {
		codes = class.In2026()
	}
	e := rpcError{codes.RPC, f.Told(), errorData{
		Code: f.Kind, Field: f.Field, Suggestions: f.Suggestions, Retryable: class.Retryable, TraceID: traceID(ctx),
	}}
	if len(m.Tool) <= maxToolName {
		e.Data.Tool = m.Tool
	}
	to := s.endpoints[r.Server]
	if m.group != nil || to != nil && to.isUpstreams(m.Tool) {
		e.Data.ToolName, e.Data.Details = e.Data.Tool, f.Message
	}
	if to != nil && to.Namespaced {
		e.Data.NamespacedCode, e.Data.ErrorDetails = f.Namespaced(), f.Details()
	}
	refusal := reply{fault: f}
	if m.Stateless {
		refusal.status = codes.HTTP
		e.Data.addTo2026(m, f.Kind)
	}
	if to != nil && to.Profile != nil {
		own := to.Profile.Error(f)
		e.Code, e.Data.ErrorData = own.RPC, own.Data
		refusal.status = max(refusal.status, own.HTTP)
	}
	value, err := json.Marshal(e, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // texts and numbers only
	}
	refusal.err = value
	return refusal
}

// Refusal returns the answer to a request that a transport refuses, for servers with a profile: its clients read
// JSON-RPC errors only. ok is false for other servers.
func (s *Service) Refusal(ctx context.Context, r Request, f *fault.Error) (a Answer, ok bool) {
	if e := s.endpoints[r.Server]; e == nil || e.Profile == nil {
		return Answer{}, false
	}
	m := message{Message: r.Message}
	_ = m.Check(r.Header) // for its revision; the fault says what is wrong
	refusal := s.refuse(ctx, r, m, f)
	return Answer{Reply: refusal.response(m.ID), Fault: f, Status: refusal.status}, true
}

// addTo2026 adds what clients of MCP 2026-07-28 expect in an error (Versioning and Resources).
func (d *errorData) addTo2026(m message, kind fault.Kind) {
	switch kind {
	case fault.UnsupportedVersion:
		d.Supported, d.Requested = wire.Revisions, m.Revision
	case fault.ResourceNotFound:
		d.URI = m.Subject
	}
}

// traceID returns the trace id of the context's request, or an empty string.
func traceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }
