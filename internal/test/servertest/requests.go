package servertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Messages that many tests send. SearchCall has something of everything that JSON has.
const (
	Ping            = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	ListTools       = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	NoteInitialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	GetHome         = `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
		`"params":{"name":"evo.content.get","arguments":{"id":1}}}`
	SearchCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search","arguments":` +
		`{"parent":2,"limit":3,"published":true,"with_tvs":["price","color"],` +
		`"tv_filters":[{"tv":"price","op":">","value":"1","cast":"UNSIGNED"}]}}}`
)

// ListenMethod opens a stream of the revision without sessions.
const ListenMethod = "subscriptions/listen"

// Stateless is the _meta of a client of the revision without sessions.
const Stateless = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// Request is a message without params.
func Request(method string) string { return `{"jsonrpc":"2.0","id":1,"method":"` + method + `"}` }

// ToolCall is a message that calls a tool.
func ToolCall(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

// RequestWith is a message with params.
func RequestWith(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
}

// Initialize is the first message of a client that speaks a revision.
func Initialize(version string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + version +
		`","capabilities":{"roots":{}},"clientInfo":{"name":"test","version":"0"}}}`
}

// StatelessRequest is a request of the revision without sessions. params are further members, each followed by a comma.
func StatelessRequest(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `"_meta":` + Stateless + `}}`
}

// StatelessHeaders are the headers of a request of the revision without sessions.
func StatelessHeaders(method, about string) []string {
	headers := []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method}
	if about != "" {
		headers = append(headers, "Mcp-Name", about)
	}
	return headers
}

// WithID is a message or an answer with another id.
func WithID(text, id string) string { return strings.Replace(text, `"id":1`, `"id":`+id, 1) }

// Subscribing is a request to subscribe to a document.
func Subscribing(id int) string {
	return RequestWith("resources/subscribe", fmt.Sprintf(`{"uri":"evo://content/content/%d"}`, id))
}

// Unsubscribing is a request to end the subscription to a document.
func Unsubscribing(id int) string {
	return RequestWith("resources/unsubscribe", fmt.Sprintf(`{"uri":"evo://content/content/%d"}`, id))
}

// NewHTTPRequest returns a request to a server, for its handler.
func NewHTTPRequest(t *testing.T, handle, token, message string) *http.Request {
	t.Helper()
	url := "http://localhost/mcp/" + handle
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(message))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("X-Trace-Id", "trace-1")
	return r
}
