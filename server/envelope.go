package server

import (
	"bytes"
	"errors"
	"io"
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
	text   []byte         // the whole message

	tool      string         // of tools/call
	arguments jsontext.Value // of tools/call; nil when there are none
}

// wantsAnswer reports whether the message is a request: notifications and answers of the client are only taken note of.
func (m message) wantsAnswer() bool { return m.id != nil && m.method != "" }

// maxNesting bounds objects and arrays inside each other; the deepest arguments of the contract need seven levels.
const maxNesting = 64

// parseMessage reads one message. JSON must be strict: names are unique and told apart by case, texts are valid UTF-8
// without lone surrogates, nothing follows the value. Errors are faults; the message has its id if that could be read.
func parseMessage(text []byte) (message, error) {
	m := message{text: text}
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
	if m.method == "tools/call" {
		return m.readToolCall()
	}
	return nil
}

func (m *message) readToolCall() error {
	members := map[string]jsontext.Value{}
	if m.params != nil {
		if err := json.Unmarshal(m.params, &members); err != nil {
			return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
		}
	}
	name, arguments := members["name"], members["arguments"]
	if name == nil || name.Kind() != '"' {
		return fault.Invalid("name", "name must be the name of a tool")
	}
	if err := json.Unmarshal(name, &m.tool); err != nil {
		return fault.Wrap(fault.ParseError, err, "the message is not valid JSON")
	}
	if arguments != nil && arguments.Kind() != '{' {
		return fault.Invalid("arguments", "arguments must be an object")
	}
	m.arguments = arguments
	return nil
}
