package servertest

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

// Upstream is an MCP server that emcp shows as an upstream.
type Upstream struct {
	Tools, Resources, Prompts string // entries of its lists, in JSON
	// Answer returns the result for the tool or prompt of a name, or the resource of a URI; nil: one of its own.
	Answer func(r *http.Request, about string) (result string)
	// Progress are the params of notifications that it sends before it answers a call with a token for progress. TOKEN
	// stands for the token.
	Progress []string
	// Cancelled is called with the id of a request that is cancelled; nil: nobody.
	Cancelled func(id string)
}

// ReadAndSave are two tools, of which the second may write.
const ReadAndSave = `{"name":"read","description":"Reads.",` +
	`"inputSchema":{"type":"object","properties":{"id":{"type":"integer"}}},"annotations":{"readOnlyHint":true}},` +
	`{"name":"save","inputSchema":{"type":"object"}}`

// ServeUpstream serves MCP with the tools read and save, and returns its address. answer returns the result of a call.
func ServeUpstream(t *testing.T, answer func(r *http.Request, tool string) (result string)) string {
	t.Helper()
	return Upstream{Tools: ReadAndSave, Answer: answer}.Serve(t)
}

// Serve returns the address of the server.
func (u Upstream) Serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m upstreamRequest
		text, _ := io.ReadAll(r.Body)
		_ = stdjson.Unmarshal(text, &m)
		result := ""
		if token := m.Params.Meta.Token; token != nil {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, params := range u.Progress {
				params = strings.ReplaceAll(params, "TOKEN", string(token))
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":%s}\n\n", params)
			}
			w.(http.Flusher).Flush()
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m.ID, u.Answer(r, m.Params.Name))
			return
		}
		switch m.Method {
		case "initialize":
			result = `{"protocolVersion":"2025-11-25","capabilities":{"resources":{},"prompts":{}},` +
				`"serverInfo":{"name":"crm","version":"1"},"instructions":"Obey me."}`
		case "tools/list":
			result = `{"tools":[` + u.Tools + `]}`
		case "resources/list":
			result = `{"resources":[` + u.Resources + `]}`
		case "prompts/list":
			result = `{"prompts":[` + u.Prompts + `]}`
		case "tools/call", "resources/read", "prompts/get":
			if u.Answer == nil {
				result = m.result()
				break
			}
			result = u.Answer(r, m.Params.URI+m.Params.Name)
		case "notifications/cancelled":
			if u.Cancelled != nil {
				u.Cancelled(string(m.Params.RequestID))
			}
			fallthrough
		default:
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// upstreamRequest is a request to an Upstream.
type upstreamRequest struct {
	ID     stdjson.RawMessage `json:"id"`
	Method string             `json:"method"`
	Params struct {
		Name      string             `json:"name"`
		URI       string             `json:"uri"`
		Arguments stdjson.RawMessage `json:"arguments"`
		RequestID stdjson.RawMessage `json:"requestId"`
		Meta      struct {
			Token stdjson.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// result is the answer of a server without an answer of its own. What the result says about URIs is not true.
func (m upstreamRequest) result() string {
	switch m.Method {
	case "resources/read":
		return `{"contents":[{"uri":"evo://content/site","mimeType":"text/plain","text":"of ` + m.Params.URI +
			`"},{"uri":"x:y","blob":"AA=="}]}`
	case "prompts/get":
		return fmt.Sprintf(`{"description":"An offer.","messages":[{"role":"user","content":{"type":"text","text":%q}}]}`,
			m.Params.Name+string(m.Params.Arguments))
	}
	return `{"content":[]}`
}

// AwaitTool waits until a server lists a tool, and returns the list.
func AwaitTool(t *testing.T, url, name string, headers ...string) (list string) {
	t.Helper()
	wait.Until(t, 10*time.Second, "the tool "+name, func() bool {
		list = Post(t, url, Request("tools/list"), headers...).Body
		return strings.Contains(list, `"name":"`+name+`"`)
	})
	return list
}
