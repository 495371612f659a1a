package servertest

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/method"
)

// Answers to Ping and GetHome.
const (
	Pong    = `{"jsonrpc":"2.0","id":1,"result":{}}`
	GotHome = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + homeText +
		`"}],"structuredContent":` + home + `}}`
	homeText = `{\"item\":{\"id\":1,\"parent\":0,\"pagetitle\":\"Home\",\"longtitle\":\"Welcome\",` +
		`\"description\":\"The first page\",\"alias\":\"page-b\",\"published\":1,\"deleted\":0,\"hidemenu\":false,` +
		`\"menuindex\":0,\"template\":1,\"createdon\":1767225699,\"editedon\":1767225601,\"pub_date\":0,` +
		`\"unpub_date\":0,\"isfolder\":0,\"type\":\"document\"},\"meta\":{\"toolsetVersion\":\"1.0\"}}`
	home = `{"item":{"id":1,"parent":0,"pagetitle":"Home","longtitle":"Welcome","description":"The first page",` +
		`"alias":"page-b","published":1,"deleted":0,"hidemenu":false,"menuindex":0,"template":1,` +
		`"createdon":1767225699,"editedon":1767225601,"pub_date":0,"unpub_date":0,"isfolder":0,"type":"document"},` +
		`"meta":{"toolsetVersion":"1.0"}}`
)

// Errors to GetHome. UnknownServer is that to Ping.
const (
	QueryTimeout = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,` +
		`"message":"the call took longer than the site allows; narrow it (parent, template, filters, a smaller depth) ` +
		`or try again later",` +
		`"data":{"code":"query_timeout","retryable":true,"trace_id":"trace-1","tool":"evo.content.get"}}}`
	DatabaseUnavailable = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"` + DatabaseDownMessage +
		`","data":{"code":"database_unavailable","retryable":true,"trace_id":"trace-1","tool":"evo.content.get"}}}`
	UnknownServer = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + NoServerMessage +
		`","data":{"code":"unknown_server","retryable":false,"trace_id":"trace-1"}}}`
)

// Answers of idempotency keys.
var (
	KeyConflict = Refused(http.StatusConflict, "idempotency_conflict", KeyConflictMessage)
	BadKey      = Refused(http.StatusBadRequest, "bad_request", "Idempotency-Key "+BadKeyMessage)
	NoKeys      = Refused(http.StatusServiceUnavailable, "unavailable",
		"idempotency keys cannot be looked up at the moment; try again later, or without Idempotency-Key")
)

// Empty is an empty result, and NoDocument the error for a resource that does not exist.
var (
	Empty      = Success("{}")
	NoDocument = Traced(Failure("1", -32002, NoDocumentMessage, `"code":"resource_not_found","retryable":false`))
)

// PlainGuide are the instructions of a server whose site cannot be read, as they stand in JSON.
var PlainGuide = GuideWith("")

// Initialized is the whole answer to initialize.
func Initialized(version string) string {
	return `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"` + version + `","capabilities":` + Capabilities +
		`,"serverInfo":{"name":"emcp","version":"1.2.3","platform":"eMCP","platformVersion":"1.2.3"},` +
		`"instructions":"` + PlainGuide + `"}}`
}

// Capabilities are those of a server.
const Capabilities = `{"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},` +
	`"tools":{"listChanged":true},"completions":{},"evo":{"toolsetVersion":"1.0","extensions":["fields","format",` +
	`"max_chars","content_offset","section","dates","ids","url","omit_empty","cursor","include_total","query",` +
	`"query_tvs","match","types",` +
	`"lang","count_by","created_between","edited_between","published_between","expires_between","only",` +
	`"order_by_edited","template_name","tv_format","expand","evo.site.describe","resources","prompts","completions"]}}`

// Replayed is an answer that is repeated for its idempotency key.
func Replayed(first Reply) Reply {
	header := map[string]string{"Idempotency-Replayed": "true"}
	for name, value := range first.Header {
		header[name] = value
	}
	first.Header = header
	return first
}

// UpdateNotice is the notification of an edited document.
func UpdateNotice(id int) string { return changeNotice(id, "updated") }

// changeNotice is the notification of a change of any kind.
func changeNotice(id int, kind string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated",`+
		`"params":{"_meta":{"evo/change":%q},"uri":"evo://content/content/%d"}}`, kind, id)
}

// ListedIn returns the names of the tools in an answer of tools/list.
func ListedIn(t *testing.T, body string) []string {
	t.Helper()
	var answer struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := stdjson.Unmarshal([]byte(body), &answer); err != nil || answer.Result.Tools == nil {
		t.Fatal(body)
	}
	names := []string{}
	for _, tool := range answer.Result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// Answered is the reply with a JSON-RPC answer.
func Answered(body string) Reply {
	return Reply{http.StatusOK, map[string]string{"Content-Type": "application/json", "X-Trace-Id": "trace-1"}, body}
}

// Refused is the reply with an HTTP error; header are names and values of further headers.
func Refused(status int, code, message string, header ...string) Reply {
	r := Reply{
		status, map[string]string{"Content-Type": "application/json", "X-Trace-Id": "trace-1"},
		fmt.Sprintf(`{"error":{"code":%q,"message":"%s","retryable":%t,"trace_id":"trace-1"}}`,
			code, message, fault.Kind(code).Class().Retryable),
	}
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return r
}

// Indented returns JSON as it stands in testdata.
func Indented(t *testing.T, text []byte) []byte {
	t.Helper()
	var indented bytes.Buffer
	if err := stdjson.Indent(&indented, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	indented.WriteByte('\n')
	return indented.Bytes()
}

// GuideWith returns the default instructions with a description of the site, as they stand in JSON.
func GuideWith(site string) string {
	above, below, _ := strings.Cut(method.Guide([]string{
		"evo.content.search", "evo.content.get", "evo.content.descendants", "evo.site.describe",
	}, identity.Public), "\n")
	text, err := stdjson.Marshal(above + "\n" + site + below)
	if err != nil {
		panic(err)
	}
	return string(text[1 : len(text)-1])
}

// Traced is the error with the trace id of the tests.
func Traced(failure string) string {
	return strings.TrimSuffix(failure, "}}}") + `,"trace_id":"trace-1"}}}`
}

// OfTool is the traced error with the name of the tool that was called.
func OfTool(tool, failure string) string {
	return strings.Replace(failure, `"trace_id":"trace-1"}}}`, `"trace_id":"trace-1","tool":"`+tool+`"}}}`, 1)
}

// ToolFailure is the result of a tools/call that says what is wrong with the call.
func ToolFailure(message string) string {
	text, err := stdjson.Marshal(message)
	if err != nil {
		panic(err)
	}
	return `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + string(text) + `}],"isError":true}}`
}

// Failure is the whole answer with an error; data is the error's data without braces.
func Failure(id string, code int, message, data string) string {
	text, err := stdjson.Marshal(message)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s,"data":{%s}}}`, id, code, text, data)
}

// ParamsFailure is the error about a wrong param.
func ParamsFailure(field, message string) string {
	return Failure("1", -32602, message, `"code":"invalid_params","field":"`+field+`","retryable":false`)
}

// Success is the whole answer with a result.
func Success(result string) string { return `{"jsonrpc":"2.0","id":1,"result":` + result + `}` }
