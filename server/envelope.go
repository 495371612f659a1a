package server

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
)

// message is a JSON-RPC 2.0 message from a client.
type message struct {
	id     jsontext.Value // as it was sent; nil when there is none
	method string         // empty in an answer of the client
	params jsontext.Value // an object; nil when there is none

	revision  string         // of MCP, as _meta says it; empty where it says none
	stateless bool           // of the revision without handshake and sessions, MCP 2026-07-28
	name      string         // what the method is about: a tool, a prompt, or the URI of a resource
	tool      string         // of tools/call
	arguments jsontext.Value // of tools/call; nil when there are none
	cancelled jsontext.Value // of notifications/cancelled: the id of the request
}

// wantsAnswer reports whether the message is a request: notifications and answers of the client are only taken note of.
func (m message) wantsAnswer() bool { return m.id != nil && m.method != "" }

// forwarded returns the request for mcp-go. It leaves out the id, which mcp-go would read as a floating point number, and
// _meta, in which clients of later revisions of MCP say so: mcp-go would then answer otherwise, and what these revisions
// have more is done here.
func (m message) forwarded() ([]byte, error) {
	params := map[string]jsontext.Value{}
	if m.params != nil {
		if err := json.Unmarshal(m.params, &params); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(params, func(name string, _ jsontext.Value) bool {
		return strings.EqualFold(name, "_meta") // mcp-go does not tell names apart by case
	})
	return json.Marshal(struct {
		JSONRPC string                    `json:"jsonrpc"`
		ID      int                       `json:"id"`
		Method  string                    `json:"method"`
		Params  map[string]jsontext.Value `json:"params"`
	}{"2.0", 1, m.method, params})
}

// maxNesting bounds objects and arrays inside each other; the deepest arguments of the contract need seven levels.
const maxNesting = 64

// parseMessage reads one message. JSON must be strict: names are unique and told apart by case, texts are valid UTF-8
// without lone surrogates, nothing follows the value. Errors are faults; the message has its id if that could be read.
func parseMessage(text []byte) (message, error) {
	var m message
	if err := checkJSON(text); err != nil {
		return m, err
	}
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
	switch d.PeekKind() {
	case '{':
	case '[':
		return m, fault.New(fault.InvalidRequest, "batches are not supported; send each message on its own")
	default:
		return m, fault.New(fault.InvalidRequest, "a message must be a JSON object")
	}
	members := map[string]jsontext.Value{}
	if err := json.UnmarshalDecode(d, &members); err != nil {
		return m, fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	if err := m.readID(members["id"]); err != nil {
		return m, err
	}
	if err := checkCase(members, "jsonrpc", "id", "method", "params", "result", "error"); err != nil {
		return m, err
	}
	if string(members["jsonrpc"]) != `"2.0"` {
		return m, fault.New(fault.InvalidRequest, `a message must have "jsonrpc": "2.0"`)
	}
	return m, m.readMethod(members)
}

// checkJSON reads the text to its end.
func checkJSON(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		_, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF) && d.InputOffset() > 0 && d.StackDepth() == 0:
			return nil
		case err != nil:
			return fault.Wrap(fault.ParseError, err, "the message is not valid JSON (names unique, texts in UTF-8)")
		case d.StackDepth() > maxNesting:
			return fault.New(fault.ParseError, "the message is nested more than %d levels deep", maxNesting)
		case d.StackDepth() == 0 && len(bytes.TrimSpace(text[d.InputOffset():])) > 0:
			return fault.New(fault.ParseError, "there is more than one JSON value")
		}
	}
}

// readID takes over an id, a text or an integer (MCP 2025-11-25, Requests: it must not be null).
func (m *message) readID(id jsontext.Value) error {
	if id == nil {
		return nil
	}
	switch id.Kind() {
	case '"':
	case '0':
		if strings.ContainsAny(string(id), ".eE") {
			return fault.New(fault.InvalidRequest, "id must be a text or an integer")
		}
	default:
		return fault.New(fault.InvalidRequest, "id must be a text or an integer")
	}
	m.id = id
	return nil
}

// idText returns an id without the quotes and escapes of a text.
func idText(id jsontext.Value) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

func (m *message) readMethod(members map[string]jsontext.Value) error {
	method, params := members["method"], members["params"]
	if method == nil {
		_, isResult := members["result"]
		_, isError := members["error"]
		if m.id != nil && isResult != isError {
			return nil
		}
		return fault.New(fault.InvalidRequest, "a message must have a method")
	}
	if method.Kind() != '"' || json.Unmarshal(method, &m.method) != nil || m.method == "" {
		m.method = ""
		return fault.New(fault.InvalidRequest, "method must be a text")
	}
	if params != nil && params.Kind() != '{' {
		return fault.New(fault.InvalidRequest, "params must be an object")
	}
	m.params = params
	return m.readParams()
}

// readParams reads the params that emcp itself looks at; mcp-go reads the others.
func (m *message) readParams() error {
	members := map[string]jsontext.Value{}
	if m.params != nil {
		if err := json.Unmarshal(m.params, &members); err != nil {
			return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
		}
	}
	if err := m.readMetadata(members["_meta"]); err != nil {
		return err
	}
	switch m.method {
	case "notifications/cancelled":
		m.cancelled = members["requestId"]
	case "prompts/get":
		m.name = idText(members["name"])
	case "resources/read":
		m.name = idText(members["uri"])
	case "tools/call":
		if err := checkCase(members, "name", "arguments"); err != nil {
			return err
		}
		return m.readToolCall(members["name"], members["arguments"])
	}
	return nil
}

func (m *message) readToolCall(name, arguments jsontext.Value) error {
	if name == nil || name.Kind() != '"' {
		return fault.Invalid("name", "name must be the name of a tool")
	}
	if err := json.Unmarshal(name, &m.tool); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	m.name = m.tool
	if arguments != nil && arguments.Kind() != '{' {
		return fault.Invalid("arguments", "arguments must be an object")
	}
	m.arguments = arguments
	return nil
}

// checkCase refuses names that differ from one of the known names only by case. mcp-go takes them for the known ones:
// beside a "method" that was looked at here it would follow a "Method".
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
