package method

import (
	"crypto/sha256"
	"maps"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/group"
	"emcp/internal/idempotency"
	"emcp/mcp/wire"
)

// Message is a message on its way through a Service.
type Message struct {
	wire.Message

	Envelope envelope     // of tools/call at a server with a profile
	Group    *group.Group // through which tools/call calls the tool, or to which the tool itself belongs; nil: none
	role     group.Role   // of the tool in its group; empty: it is not a tool of a group itself
}

// MessageOf returns a message of a method, for what is admitted like a message and is none.
func MessageOf(method string) Message { return Message{Message: wire.Message{Method: method}} }

// era is a kind of revisions of MCP.
type era uint8

const (
	handshake era = 1 << iota // a client begins with initialize
	stateless                 // every request says what it needs: MCP 2026-07-28
	always    = handshake | stateless
)

// era returns the kind of revisions that the message is of.
func (m Message) era() era {
	if m.Stateless {
		return stateless
	}
	return handshake
}

// envelope is what a platform says about a call beside the arguments of the tool. The zero value is of calls without.
type envelope struct {
	Request  string         // id of the request at the platform
	Session  string         // of a user of the platform; never an identity
	Key      string         // idempotency key
	compared jsontext.Value // the arguments that make two calls the same; nil: all
}

// Payload returns the SHA-256 of what the message asks for: method and params in a canonical form, without _meta, which
// changes from try to try. Numbers stay as they are written, because large ones would run together as floating point
// numbers (RFC 8785 does so).
func (m Message) Payload() (idempotency.Payload, error) {
	params := map[string]jsontext.Value{}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &params); err != nil {
			return idempotency.Payload{}, err
		}
	}
	maps.DeleteFunc(params, func(name string, _ jsontext.Value) bool { return strings.EqualFold(name, "_meta") })
	if m.Envelope.compared != nil {
		params["arguments"] = m.Envelope.compared
	}
	text, err := json.Marshal([]any{m.Method, params})
	if err != nil {
		return idempotency.Payload{}, err
	}
	canonical := jsontext.Value(text)
	if err := canonical.Format(jsontext.ReorderRawObjects(true)); err != nil {
		return idempotency.Payload{}, err
	}
	return sha256.Sum256(canonical), nil
}
