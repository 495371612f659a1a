package mcp

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/group"
	"emcp/internal/fault"
)

// Message is what a client sent: a JSON-RPC 2.0 message, or the reason why it is not one.
type Message struct {
	err error // why it could not be read

	id     jsontext.Value // as it was sent; nil when there is none
	method string         // empty in an answer of the client
	params jsontext.Value // an object; nil when there is none

	revision    string         // revision of MCP in _meta; empty: none
	refusesDots bool           // the client, as described in _meta
	stateless   bool           // of the revision without handshake and sessions, MCP 2026-07-28
	about       string         // subject of the method: a tool, a prompt, or the URI of a resource
	tool        string         // of tools/call
	arguments   jsontext.Value // of tools/call; nil when there are none
	envelope    envelope       // of tools/call at a server with a profile
	cancelled   jsontext.Value // of notifications/cancelled: the id of the request
	progress    jsontext.Value // the token under which the client wants progress; nil: it wants none

	group *group.Group // through which tools/call calls the tool, or to which the tool itself belongs; nil: none
	role  group.Role   // of the tool in its group; empty: it is not a tool of a group itself
}

// Read reads one message. JSON must be strict: names are unique, strings are valid UTF-8 without lone surrogates, and nothing
// follows the value. Service.Handle refuses other texts with the reason, and with their id if it could be read.
func Read(text []byte) Message {
	var m Message
	m.err = m.read(text)
	return m
}

// Unread returns a Message for what a transport could not receive. err is the reason.
func Unread(err error) Message { return Message{err: err} }

// Refuse returns the message with a reason to refuse it: Service.Handle answers with err, a fault, and runs nothing.
func (m Message) Refuse(err error) Message {
	m.err = err
	return m
}

// Pace says how long the message can take.
func (m Message) Pace() Pace {
	if m.err != nil || !m.wantsAnswer() {
		return Quick
	}
	return methodNamed(m.method).pace
}

// Key returns a string that is the same for requests with the same id, however letters are escaped. Ids that are strings and ids
// that are numbers differ.
func (m Message) Key() string { return idKey(m.id) }

// Cancels returns the Key of the request that the message cancels; ok is false if it cancels none.
func (m Message) Cancels() (key string, ok bool) {
	return idKey(m.cancelled), m.err == nil && m.method == cancelledMethod
}

// idKey is Key for an id.
func idKey(id jsontext.Value) string { return id.Kind().String() + idText(id) }

// Token returns the token with which a client signs in that cannot send headers: initialize has it in _meta. It is empty if there is
// none.
func (m Message) Token() string {
	if m.err != nil || m.method != initializeMethod {
		return ""
	}
	return m.metaText(tokenKey)
}

// wantsAnswer reports whether the message is a request, and not a notification or an answer of the client.
func (m Message) wantsAnswer() bool { return m.id != nil && m.method != "" }

// era returns the kind of revisions that the message is of.
func (m Message) era() era {
	if m.stateless {
		return stateless
	}
	return handshake
}

func (m *Message) read(text []byte) error {
	o, err := readObject(text)
	if err != nil {
		return err
	}
	if err := m.readID(o.members["id"]); err != nil {
		return err
	}
	if err := checkCase(o.members, "jsonrpc", "id", "method", "params", "result", "error"); err != nil {
		return err
	}
	if string(o.members["jsonrpc"]) != `"2.0"` {
		return fault.New(fault.InvalidRequest, `a message must have "jsonrpc": "2.0"`)
	}
	return m.readMethod(o)
}

// readID reads the id, which must be a string or an integer (MCP 2025-11-25, Requests).
func (m *Message) readID(id jsontext.Value) error {
	if id == nil {
		return nil
	}
	switch id.Kind() {
	case '"':
	case '0':
		if strings.ContainsAny(string(id), ".eE") {
			return fault.New(fault.InvalidRequest, "id must be a string or an integer")
		}
	default:
		return fault.New(fault.InvalidRequest, "id must be a string or an integer")
	}
	m.id = id
	return nil
}

// idText returns an id without the quotes and escapes of a string.
func idText(id jsontext.Value) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

func (m *Message) readMethod(o jsonObject) error {
	name, params := o.members["method"], o.members["params"]
	if name == nil {
		_, isResult := o.members["result"]
		_, isError := o.members["error"]
		if m.id != nil && isResult != isError {
			return nil
		}
		return fault.New(fault.InvalidRequest, "a message must have a method")
	}
	if name.Kind() != '"' || json.Unmarshal(name, &m.method) != nil || m.method == "" {
		m.method = ""
		return fault.New(fault.InvalidRequest, "method must be a string")
	}
	if params != nil && params.Kind() != '{' {
		return fault.New(fault.InvalidRequest, "params must be an object")
	}
	m.params = params
	return m.readParams(o.params)
}

// readParams reads the params that matter before the message runs. The method reads the others.
func (m *Message) readParams(members map[string]jsontext.Value) error {
	if err := m.readMetadata(members["_meta"]); err != nil {
		return err
	}
	switch m.method {
	case cancelledMethod:
		m.cancelled = members["requestId"]
	case callMethod:
		if err := checkCase(members, "name", "arguments"); err != nil {
			return err
		}
		return m.readToolCall(members["name"], members["arguments"])
	}
	if about := methodNamed(m.method).about; about != "" {
		m.about = idText(members[about])
	}
	return nil
}

func (m *Message) readToolCall(name, arguments jsontext.Value) error {
	if name == nil || name.Kind() != '"' {
		return fault.Invalid("name", "name must be the name of a tool")
	}
	if err := json.Unmarshal(name, &m.tool); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	m.about = m.tool
	if arguments != nil && arguments.Kind() != '{' {
		return fault.Invalid("arguments", "arguments must be an object")
	}
	m.arguments = arguments
	return nil
}

// checkCase refuses names that differ from one of the known names only by case. Readers of JSON that ignore case, such as a
// proxy that looks at messages, would take them for the known ones: a message must mean the same to all.
func checkCase(members map[string]jsontext.Value, known ...string) error {
	for name := range members {
		for _, k := range known {
			if name != k && strings.EqualFold(name, k) {
				return fault.New(fault.InvalidRequest, "%q must be written %q", name, k)
			}
		}
	}
	return nil
}
