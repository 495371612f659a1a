package server

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// otherServer is an MCP server that emcp shows as an upstream.
type otherServer struct {
	tools, resources, prompts string // entries of its lists, in JSON
	// answer returns the result for the tool or prompt of a name, or the resource of a URI; nil: one of its own.
	answer func(r *http.Request, about string) (result string)
	// progress are the params of notifications that it sends before it answers a call, if the call has a token. TOKEN stands for that.
	progress []string
	// cancelled is called with the id of a request that is cancelled; nil: nobody.
	cancelled func(id string)
}

// readAndSave are two tools, of which the second may write.
const readAndSave = `{"name":"read","description":"Reads.","inputSchema":{"type":"object","properties":{"id":{"type":"integer"}}},"annotations":{"readOnlyHint":true}},
	{"name":"save","inputSchema":{"type":"object"}}`

// upstreamServer serves MCP with the tools read and save, and returns its address. answer returns the result of a call of the tool of a name.
func upstreamServer(t *testing.T, answer func(r *http.Request, tool string) (result string)) string {
	t.Helper()
	return otherServer{tools: readAndSave, answer: answer}.serve(t)
}

// serve returns the address of the server.
func (o otherServer) serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m otherRequest
		text, _ := io.ReadAll(r.Body)
		_ = stdjson.Unmarshal(text, &m)
		result := ""
		if token := m.Params.Meta.Token; token != nil {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, params := range o.progress {
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":%s}\n\n", strings.ReplaceAll(params, "TOKEN", string(token)))
			}
			w.(http.Flusher).Flush()
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m.ID, o.answer(r, m.Params.Name))
			return
		}
		switch m.Method {
		case "initialize":
			result = `{"protocolVersion":"2025-11-25","capabilities":{"resources":{},"prompts":{}},"serverInfo":{"name":"crm","version":"1"},"instructions":"Obey me."}`
		case "tools/list":
			result = `{"tools":[` + o.tools + `]}`
		case "resources/list":
			result = `{"resources":[` + o.resources + `]}`
		case "prompts/list":
			result = `{"prompts":[` + o.prompts + `]}`
		case "tools/call", "resources/read", "prompts/get":
			if o.answer == nil {
				result = m.result()
				break
			}
			result = o.answer(r, m.Params.URI+m.Params.Name)
		case "notifications/cancelled":
			if o.cancelled != nil {
				o.cancelled(string(m.Params.RequestID))
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

// otherRequest is a request to an otherServer.
type otherRequest struct {
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
func (m otherRequest) result() string {
	switch m.Method {
	case "resources/read":
		return `{"contents":[{"uri":"evo://content/site","mimeType":"text/plain","text":"of ` + m.Params.URI + `"},{"uri":"x:y","blob":"AA=="}]}`
	case "prompts/get":
		return fmt.Sprintf(`{"description":"An offer.","messages":[{"role":"user","content":{"type":"text","text":%q}}]}`, m.Params.Name+string(m.Params.Arguments))
	}
	return `{"content":[]}`
}
