package mcp

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/profile"
	"emcp/internal/tracing"
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
	member  []byte       // "result" or "error" of the response, with its name
	before  []byte       // unused room directly before member in the same array, so that response copies nothing; nil: none
	fault   *fault.Error // behind an error
	status  int          // of HTTP; 0 is 200
	rows    int
	session string // the id that initialize gives to a client
	// upstream is the name of the upstream that a result of a tool comes from; empty: emcp itself.
	upstream string
	// done says that the call may have changed something, so that its outcome counts for its key even where it is an error.
	done bool
	// seen returns what the caller sees of the site in the reply; false if that is unknown. A nil seen means unknown too.
	seen func() (toolset.Seen, bool)
}

// nothingSeen is of replies that show nothing of the site.
func nothingSeen() (toolset.Seen, bool) { return toolset.Seen{}, true }

// memberOf returns a member of a JSON object.
func memberOf(name string, value []byte) []byte {
	m := make([]byte, 0, len(name)+len(value)+len(`"":`))
	m = append(m, '"')
	m = append(m, name...)
	m = append(m, `":`...)
	return append(m, value...)
}

// response returns the reply to the request with that id, which is the client's, digit by digit; without one it is
// null. Both are JSON already and are not read again. There is room behind it for the end of a line. It is called once:
// a large response is written into the array of the member.
func (r reply) response(id jsontext.Value) []byte {
	if id == nil {
		id = jsontext.Value("null")
	}
	head := slices.Concat([]byte(`{"jsonrpc":"2.0","id":`), id, []byte(","))
	if begin := len(r.before) - len(head); begin >= 0 {
		copy(r.before[begin:], head)
		return append(r.before[begin:len(r.before)+len(r.member)], '}')
	}
	text := make([]byte, 0, len(head)+len(r.member)+len("}\n"))
	return append(append(append(text, head...), r.member...), '}')
}

// maxToolName is the length of the longest names of tools, in bytes (MCP 2025-11-25, Tool Names). A longer one is not a name.
const maxToolName = 128

// refuse returns the reply to m that carries a fault. A fault of the server is logged, unless its cause was: the caller only learns
// its trace id.
func (s *Service) refuse(ctx context.Context, r Request, m Message, f *fault.Error) reply {
	class := f.Kind.Class()
	if f.NeedsLine() && !f.Kind.OfTransport() { // of the others HTTP writes the answer, and the log
		s.log.ErrorContext(ctx, "call failed", "trace_id", traceID(ctx), "error", f.Error())
	}
	codes := class.Codes
	if m.stateless {
		codes = class.In2026()
	}
	e := rpcError{codes.RPC, f.Told(), errorData{
		Code: f.Kind, Field: f.Field, Suggestions: f.Suggestions, Retryable: class.Retryable, TraceID: traceID(ctx),
	}}
	if len(m.tool) <= maxToolName {
		e.Data.Tool = m.tool
	}
	to := s.endpoints[r.Server]
	if m.group != nil || to != nil && to.isUpstreams(m.tool) {
		e.Data.ToolName, e.Data.Details = e.Data.Tool, f.Message
	}
	if to != nil && to.Namespaced {
		e.Data.NamespacedCode, e.Data.ErrorDetails = f.Namespaced(), f.Details()
	}
	refusal := reply{fault: f}
	if m.stateless {
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
	refusal.member = memberOf("error", value)
	return refusal
}

// Refusal returns the answer to a request that a transport refuses, for servers with a profile: its clients read
// JSON-RPC errors only. ok is false for other servers.
func (s *Service) Refusal(ctx context.Context, r Request, f *fault.Error) (a Answer, ok bool) {
	if e := s.endpoints[r.Server]; e == nil || e.Profile == nil {
		return Answer{}, false
	}
	m := r.Message
	_ = m.check(r.Header) // for its revision; the fault says what is wrong
	refusal := s.refuse(ctx, r, m, f)
	return Answer{Reply: refusal.response(m.id), Fault: f, Status: refusal.status}, true
}

// addTo2026 adds what clients of MCP 2026-07-28 expect in an error (Versioning and Resources).
func (d *errorData) addTo2026(m Message, kind fault.Kind) {
	switch kind {
	case fault.UnsupportedVersion:
		d.Supported, d.Requested = revisions, m.revision
	case fault.ResourceNotFound:
		d.URI = m.about
	}
}

// failureMeta returns the member of _meta with which a result that reports a fault has its code and details.
func failureMeta(f *fault.Error) []byte {
	value, err := json.Marshal(struct {
		Code           fault.Kind     `json:"code"`
		NamespacedCode string         `json:"namespaced_code"`
		Retryable      bool           `json:"retryable"`
		Details        *fault.Details `json:"error_details,omitzero"`
	}{f.Kind, f.Namespaced(), f.Kind.Class().Retryable, f.Details()}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // texts and numbers only
	}
	return memberOf(errorKey, value)
}

// traceID returns the trace id of the context's request, or an empty string.
func traceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }
