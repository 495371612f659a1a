package reply

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/internal/profile"
	"emcp/mcp/wire"
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

// maxToolName is the length of the longest names of tools, in bytes (MCP 2025-11-25, Tool Names). A longer one is not a
// name.
const maxToolName = 128

// ErrorForm is what a server adds to its errors.
type ErrorForm struct {
	TraceID    string
	Explained  bool             // the name of the tool and the message are details, too
	Namespaced bool             // the code with a namespace, and its details
	Profile    *profile.Profile // has codes of its own; nil: none
}

// Refusal returns the reply to a message that carries a fault.
func Refusal(m wire.Message, f *fault.Error, form ErrorForm) Reply {
	class := f.Kind.Class()
	codes := class.Codes
	if m.Stateless {
		codes = class.In2026()
	}
	e := rpcError{codes.RPC, f.Told(), errorData{
		Code: f.Kind, Field: f.Field, Suggestions: f.Suggestions, Retryable: class.Retryable, TraceID: form.TraceID,
	}}
	if len(m.Tool) <= maxToolName {
		e.Data.Tool = m.Tool
	}
	if form.Explained {
		e.Data.ToolName, e.Data.Details = e.Data.Tool, f.Message
	}
	if form.Namespaced {
		e.Data.NamespacedCode, e.Data.ErrorDetails = f.Namespaced(), f.Details()
	}
	r := Reply{Fault: f}
	if m.Stateless {
		r.Status = codes.HTTP
		e.Data.addTo2026(m, f.Kind)
	}
	if form.Profile != nil {
		own := form.Profile.Error(f)
		e.Code, e.Data.ErrorData = own.RPC, own.Data
		r.Status = max(r.Status, own.HTTP)
	}
	text, err := json.Marshal(e, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // strings and numbers only
	}
	r.Err = text
	return r
}

// addTo2026 adds what clients of MCP 2026-07-28 expect in an error (Versioning and Resources).
func (d *errorData) addTo2026(m wire.Message, kind fault.Kind) {
	switch kind {
	case fault.UnsupportedVersion:
		d.Supported, d.Requested = wire.Revisions, m.Revision
	case fault.ResourceNotFound:
		d.URI = m.Subject
	}
}
