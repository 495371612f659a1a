package wire

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// Message is what a client sent: a JSON-RPC 2.0 message, or the reason why it is not one.
type Message struct {
	Err error // why it cannot be handled; nil: it can

	ID     jsontext.Value // as it was sent; nil when there is none
	Method string         // empty in an answer of the client
	Params jsontext.Value // an object; nil when there is none

	Revision   string         // revision of MCP in _meta; empty: none
	Stateless  bool           // of the revision without handshake and sessions, MCP 2026-07-28
	ClientInfo jsontext.Value // in _meta; nil: none
	Progress   jsontext.Value // the token under which the client wants progress; nil: it wants none

	Subject   string         // what the method is about: a tool, a prompt, or the URI of a resource
	Tool      string         // of tools/call
	Arguments jsontext.Value // of tools/call; nil when there are none
	cancelled jsontext.Value // of notifications/cancelled: the id of the request
}

// Methods whose params are read before they run.
const (
	InitializeMethod = "initialize"
	CallMethod       = "tools/call"
	ReadMethod       = "resources/read"
	PromptMethod     = "prompts/get"
	CancelledMethod  = "notifications/cancelled"
)

// subjects are the params that name the subject of a method. The header Mcp-Name repeats it.
var subjects = map[string]string{CallMethod: "name", ReadMethod: "uri", PromptMethod: "name"}

// Read reads one message. JSON must be strict: names are unique, strings are valid UTF-8 without lone surrogates, and
// nothing follows the value. Other texts have an Err, and their id if it could be read.
func Read(text []byte) Message {
	var m Message
	m.Err = m.read(text)
	return m
}

// Unread returns a Message for what a transport could not receive. err is the reason.
func Unread(err error) Message { return Message{Err: err} }

// Refuse returns the message with a reason to refuse it, a fault.
func (m Message) Refuse(err error) Message {
	m.Err = err
	return m
}

// Key returns a string that is the same for requests with the same id, however letters are escaped. Ids that are
// strings and ids that are numbers differ.
func (m Message) Key() string { return idKey(m.ID) }

// Cancels returns the Key of the request that the message cancels; ok is false if it cancels none.
func (m Message) Cancels() (key string, ok bool) {
	return idKey(m.cancelled), m.Err == nil && m.Method == CancelledMethod
}

// idKey is Key for an id.
func idKey(id jsontext.Value) string { return id.Kind().String() + Unquoted(id) }

// Token returns the token with which a client signs in that cannot send headers: initialize has it in _meta. It is
// empty if there is none.
func (m Message) Token() string {
	if m.Err != nil || m.Method != InitializeMethod {
		return ""
	}
	return m.Meta(tokenKey)
}

// WantsAnswer reports whether the message is a request, and not a notification or an answer of the client.
func (m Message) WantsAnswer() bool { return m.ID != nil && m.Method != "" }

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
	m.ID = id
	return nil
}

// Unquoted returns a JSON string without its quotes and escapes, and other JSON as it is.
func Unquoted(value jsontext.Value) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// Quoted returns a string as JSON.
func Quoted(text string) []byte {
	q, _ := jsontext.AppendQuote(nil, text) // the error is one of UTF-8, which the quotes replace
	return q
}

// Meta returns a string in the _meta of the message; empty if there is none.
func (m Message) Meta(name string) string {
	var params struct {
		Meta map[string]jsontext.Value `json:"_meta"`
	}
	if json.Unmarshal(m.Params, &params) != nil || params.Meta[name].Kind() != '"' {
		return ""
	}
	return Unquoted(params.Meta[name])
}

func (m *Message) readMethod(o jsonObject) error {
	name, params := o.members["method"], o.members["params"]
	if name == nil {
		_, isResult := o.members["result"]
		_, isError := o.members["error"]
		if m.ID != nil && isResult != isError {
			return nil
		}
		return fault.New(fault.InvalidRequest, "a message must have a method")
	}
	if name.Kind() != '"' || json.Unmarshal(name, &m.Method) != nil || m.Method == "" {
		m.Method = ""
		return fault.New(fault.InvalidRequest, "method must be a string")
	}
	if params != nil && params.Kind() != '{' {
		return fault.New(fault.InvalidRequest, "params must be an object")
	}
	m.Params = params
	return m.readParams(o.params)
}

// readParams reads the params that matter before the message runs. The method reads the others.
func (m *Message) readParams(members map[string]jsontext.Value) error {
	if err := m.readMetadata(members["_meta"]); err != nil {
		return err
	}
	switch m.Method {
	case CancelledMethod:
		m.cancelled = members["requestId"]
	case CallMethod:
		if err := checkCase(members, "name", "arguments"); err != nil {
			return err
		}
		return m.readToolCall(members["name"], members["arguments"])
	}
	if subject := subjects[m.Method]; subject != "" {
		m.Subject = Unquoted(members[subject])
	}
	return nil
}

func (m *Message) readToolCall(name, arguments jsontext.Value) error {
	if name == nil || name.Kind() != '"' {
		return fault.Invalid("name", "name must be the name of a tool")
	}
	if err := json.Unmarshal(name, &m.Tool); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	m.Subject = m.Tool
	if arguments != nil && arguments.Kind() != '{' {
		return fault.Invalid("arguments", "arguments must be an object")
	}
	m.Arguments = arguments
	return nil
}

// checkCase refuses names that differ from one of the known names only by case. Readers of JSON that ignore case, such
// as a proxy that looks at messages, would take them for the known ones: a message must mean the same to all.
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
