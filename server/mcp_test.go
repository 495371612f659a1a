package server

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/snapshot"
	"emcp/mcp"
)

func indentJSON(to *bytes.Buffer, text []byte) error {
	err := stdjson.Indent(to, text, "", "  ")
	to.WriteByte('\n')
	return err
}

// initializedReply is the whole answer to initialize.
func initializedReply(version string) string {
	return `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"` + version + `","capabilities":{"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true},"completions":{},"evo":{"toolsetVersion":"1.0","extensions":["fields","format","max_chars","content_offset","dates","ids","url","omit_empty","cursor","include_total","query","query_tvs","match","lang","count_by","created_between","edited_between","published_between","template_name","tv_format","expand","evo.site.describe","resources","prompts","completions"]}},"serverInfo":{"name":"emcp","version":"1.2.3","platform":"eMCP","platformVersion":"1.2.3"},"instructions":"` + plainGuide + `"}}`
}

// plainGuide are the instructions of a server whose site cannot be read, and fixtureGuide those of one with the fixture, as they stand in
// JSON.
var (
	plainGuide   = guideWith("")
	fixtureGuide = guideWith(`Site "Fixture", 16 documents.
Sections (id, title, documents): 2 "Shop" 11; 3 "Blog" 4; 1 "Home" 1.
Prices: TVs price.
Templates (id, name, documents: TVs): 2 "Product" 8: price (-150..250), color, in-stock, order (3..100), SKU, topics; 1 "Page" 5; 3 "Post" 3: topics.
`)
)

// guideWith returns the default instructions with what they say of the site, as they stand in JSON.
func guideWith(site string) string {
	above, below, _ := strings.Cut(mcp.Guide([]string{
		"evo.content.search", "evo.content.get", "evo.content.descendants", "evo.site.describe",
	}, identity.Public), "\n")
	text, err := stdjson.Marshal(above + "\n" + site + below)
	if err != nil {
		panic(err)
	}
	return string(text[1 : len(text)-1])
}

// withTitle is an answer of initialize with the name of the fixture's site.
func withTitle(answer string) string {
	answer = strings.Replace(answer, plainGuide, fixtureGuide, 1)
	return strings.Replace(answer, `"version":"1.2.3","platform"`, `"version":"1.2.3","title":"Fixture","platform"`, 1)
}

func initialize(version string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{"roots":{}},"clientInfo":{"name":"test","version":"0"}}}`
}

func TestInitialize(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	sessions := map[string]bool{}
	for offered, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25", "2024-01-01": "2025-11-25", "x": "2025-11-25",
	} {
		got := post(t, base+"/mcp", initialize(offered))
		session := got.Header["Mcp-Session-Id"]
		if !uuid4.MatchString(session) || sessions[session] {
			t.Errorf("%s: session id %q", offered, session)
		}
		sessions[session] = true
		delete(got.Header, "Mcp-Session-Id")
		if diff := cmp.Diff(answered(initializedReply(want)), got); diff != "" {
			t.Errorf("%s:\n%s", offered, diff)
		}
		// The session id is not needed, but harmless.
		if diff := cmp.Diff(answered(pong), post(t, base+"/mcp", ping, "MCP-Session-Id", session)); diff != "" {
			t.Errorf("%s:\n%s", offered, diff)
		}
	}
	want := httpReply{http.StatusAccepted, map[string]string{"X-Trace-Id": "trace-1"}, ""}
	if diff := cmp.Diff(want, post(t, base+"/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)); diff != "" {
		t.Error(diff)
	}
}

// exchanges are messages and their whole answers, the same over HTTP and over stdio. An empty string means no answer.
var exchanges = []struct{ name, message, want string }{
	{"ping", ping, pong},
	{"ping with params", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1}}}`, pong},
	{"initialize", initialize("2025-06-18"), withTitle(initializedReply("2025-06-18"))},
	{"call", getHome, gotHome},
	{"call with progress token", strings.Replace(getHome, `"name"`, `"_meta":{"progressToken":"a"},"name"`, 1), gotHome},
	{"call as a task", strings.Replace(getHome, `"name"`, `"task":{"ttl":1},"name"`, 1), gotHome},
	{"integer id above 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `{"jsonrpc":"2.0","id":9007199254740993,"result":{}}`},
	{"integer id of 20 digits", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, `{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}`},
	{
		"integer id beyond all floating point numbers", `{"jsonrpc":"2.0","id":1` + strings.Repeat("0", 400) + `,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1` + strings.Repeat("0", 400) + `,"result":{}}`,
	},
	{"text as id", `{"jsonrpc":"2.0","id":"a\"b\\\né🌍","method":"ping"}`, `{"jsonrpc":"2.0","id":"a\"b\\\né🌍","result":{}}`},
	{"initialized", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
	{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/nothing","params":{"a":1}}`, ""},
	{"cancellation of nothing", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[]}}}`, ""},
	{"call without id", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1}}}`, ""},
	{"answer of the client", `{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
	{"error of the client", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}`, ""},

	{"no JSON", "hello", traced(failureReply("null", -32700, notJSONMessage, `"code":"parse_error","retryable":false`))},
	{"batch", "[" + ping + "]", traced(failureReply("null", -32600, batchMessage, `"code":"invalid_request","retryable":false`))},
	{"params that are no object", `{"jsonrpc":"2.0","id":"x","method":"tools/list","params":[]}`, traced(failureReply(`"x"`, -32600, "params must be an object", `"code":"invalid_request","retryable":false`))},

	{"server/discover", bareMessage("server/discover"), unknownMethod("")},
	{"logging/setLevel", bareMessage("logging/setLevel"), unknownMethod("")},
	{"tasks/list", bareMessage("tasks/list"), unknownMethod(`"tools/list"`)},
	{"Tools/List", bareMessage("Tools/List"), unknownMethod(`"tools/list"`)},
	{"a tool as method", bareMessage("evo.content.get"), unknownMethod("")},
	{"notification with id", bareMessage("notifications/initialized"), unknownMethod("")},
	{
		"unknown tool", callMessage("evo.content.gte", "{}"),
		ofTool("evo.content.gte", traced(failureReply("1", -32601, noToolMessage+"; "+
			"did you mean evo.content.get, evo.content.search or evo.content.root_tree?",
			`"code":"unknown_tool","suggestions":["evo.content.get","evo.content.search","evo.content.root_tree"],"retryable":false`))),
	}, {
		"unknown tool like no other", callMessage("x", "{}"),
		ofTool("x", traced(failureReply("1", -32601, noToolMessage, `"code":"unknown_tool","retryable":false`))),
	}, {
		"call without name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`,
		traced(paramsFailure("name", "name must be the name of a tool")),
	}, {
		"arguments as text", callMessage("evo.content.get", `"{}"`),
		ofTool("evo.content.get", traced(paramsFailure("arguments", notObjectMessage))),
	}, {
		"unknown argument", callMessage("evo.content.get", `{"id":1,"with_tv":["price"]}`),
		ofTool("evo.content.get", traced(failureReply("1", -32602, wrongNameMessage,
			`"code":"invalid_params","field":"with_tv","suggestions":["with_tvs"],"retryable":false`))),
	}, {
		"argument of the wrong type", callMessage("evo.content.get", `{"id":"1"}`),
		ofTool("evo.content.get", traced(paramsFailure("id", "id must be an integer"))),
	}, {
		"unknown TV", callMessage("evo.content.get", `{"id":1,"with_tvs":["prise"]}`),
		ofTool("evo.content.get", traced(failureReply("1", -32602, "with_tvs[0]: "+noTVMessage+"; did you mean price?",
			`"code":"unknown_tv","field":"with_tvs[0]","suggestions":["price"],"retryable":false`))),
	}, {
		"field instead of a TV", callMessage("evo.content.get", `{"id":1,"with_tvs":["longtitle"]}`),
		ofTool("evo.content.get", traced(failureReply("1", -32602, "with_tvs[0]: "+noTVMessage+"; it is a field of documents: see fields and order_by",
			`"code":"unknown_tv","field":"with_tvs[0]","retryable":false`))),
	}, {
		"unknown model", callMessage("evo.model.get", `{"model":"UserRol","id":1}`),
		ofTool("evo.model.get", traced(failureReply("1", -32601, "model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean UserRole?",
			`"code":"unknown_model","field":"model","suggestions":["UserRole"],"retryable":false`))),
	},

	// What mcp-go would take for more than emcp offers.
	{
		"metadata of a later protocol version, in capitals",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_META":` + laterVersion + `}}`, pong,
	},
	{"metadata that is no object", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":[]}}`, pong},
	{"request with the result of an answer", `{"jsonrpc":"2.0","id":1,"method":"ping","result":1}`, pong},

	// And params that it cannot read: the request is well formed, its params are not.
	{
		"protocol version that is no text", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}`, wrongParams,
	}, {
		"cursor that is no text", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}`, wrongParams,
	}, {
		"cursor that emcp did not give", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, wrongParams,
	},
}

const laterVersion = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

var wrongParams = traced(failureReply("1", -32602, "the params are not those of the method", `"code":"invalid_params","retryable":false`))

// traced adds the tests' trace id to an error.
func traced(failure string) string {
	return strings.TrimSuffix(failure, "}}}") + `,"trace_id":"trace-1"}}}`
}

// ofTool is an error answer to a call of a tool.
func ofTool(tool, failure string) string {
	return strings.Replace(failure, `"trace_id":"trace-1"}}}`, `"trace_id":"trace-1","tool":"`+tool+`"}}}`, 1)
}

// toolFailure is the result of a tools/call that says what is wrong with the call.
func toolFailure(message string) string {
	text, err := stdjson.Marshal(message)
	if err != nil {
		panic(err)
	}
	return `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + string(text) + `}],"isError":true}}`
}

// handshakeMethods are those of the revisions with a handshake, as an error lists them.
const handshakeMethods = "initialize, ping, tools/list, tools/call, resources/list, resources/templates/list, resources/read, " +
	"resources/subscribe, resources/unsubscribe, prompts/list, prompts/get, completion/complete"

func bareMessage(method string) string { return `{"jsonrpc":"2.0","id":1,"method":"` + method + `"}` }

// unknownMethod is the answer where one method is near, or none.
func unknownMethod(near string) string {
	suggestions, hint := "", ""
	if near != "" {
		suggestions, hint = `"suggestions":[`+near+`],`, "; did you mean "+strings.Trim(near, `"`)+"?"
	}
	return traced(failureReply("1", -32601, unknownMethodMessage+handshakeMethods+hint,
		`"code":"unknown_method",`+suggestions+`"retryable":false`))
}

// callMessage is a message that calls a tool.
func callMessage(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

func TestExchangesOverHTTP(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			want := answered(e.want)
			if e.want == "" {
				want = httpReply{http.StatusAccepted, map[string]string{"X-Trace-Id": "trace-1"}, ""}
			}
			got := post(t, base+"/mcp", e.message)
			if strings.Contains(e.message, `"initialize"`) {
				delete(got.Header, "Mcp-Session-Id")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestScopesCannotBeSmuggled is for messages that emcp would check as one thing and mcp-go run as another.
func TestScopesCannotBeSmuggled(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	for token, message := range map[string]string{
		"reader": `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"evo.content.search"}}`,
		"caller": `{"jsonrpc":"2.0","id":1,"method":"tools/call","Method":"tools/list","params":{"name":"evo.content.get","arguments":{"id":1}}}`,
		"full":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","Name":"evo.content.root_tree","arguments":{"limit":1}}}`,
	} {
		got := post(t, base+"/mcp", message, "Authorization", "Bearer "+token)
		if !strings.Contains(got.Body, `"error":{"code":-32600,`) && !strings.Contains(got.Body, `"error":{"code":-32700,`) {
			t.Errorf("%s: %s\n%s", token, message, got.Body)
		}
	}
}

// maxTokens bounds the whole list of tools, at four bytes a token. Callers of the contract read it; assistants read the brief list,
// which has a bound of its own.
const maxTokens = 11_300

func TestToolsList(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	got := post(t, base+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	text := pretty(t, []byte(got.Body))
	snapshot.Expect(t, "tools_list.json", string(text))
	if tokens := len(got.Body) / 4; tokens >= maxTokens {
		t.Errorf("tools/list has about %d tokens, want less than %d", tokens, maxTokens)
	}
}

// TestLimitOfConfiguration shows that the highest limit that tools/list names is that of the server's configuration.
func TestLimitOfConfiguration(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	for path, want := range map[string]int{"/mcp/content": 100, "/mcp/small": 7} {
		var answer struct {
			Result struct {
				Tools []struct {
					Name        string
					InputSchema struct {
						Properties struct{ Limit *struct{ Maximum int } }
					}
				}
			}
		}
		got := post(t, base+path, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		if err := stdjson.Unmarshal([]byte(got.Body), &answer); err != nil {
			t.Fatal(err)
		}
		limits := map[string]int{}
		for _, tool := range answer.Result.Tools {
			if limit := tool.InputSchema.Properties.Limit; limit != nil {
				limits[tool.Name] = limit.Maximum
			}
		}
		all := map[string]int{"evo.model.list": want}
		for _, name := range []string{
			"search", "root_tree", "descendants", "ancestors", "children", "siblings", "neighbors", "prev_siblings", "next_siblings",
			"children_range", "siblings_range",
		} {
			all["evo.content."+name] = want
		}
		if diff := cmp.Diff(all, limits); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

// TestManyClients has 100 clients at once, each with an id and arguments of its own.
func TestManyClients(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	message := func(id, document int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"evo.content.siblings","arguments":{"id":%d,"limit":%d}}}`,
			id, document, document)
	}
	const clients = 100
	want, got := make([]string, clients), make([]string, clients)
	for i := range clients {
		document := 1 + i%33
		alone := post(t, base+"/mcp", message(1, document)).Body
		if !strings.Contains(alone, fmt.Sprintf(`"meta":{"limit":%d,`, document)) {
			t.Fatalf("document %d: %s", document, alone)
		}
		want[i] = strings.Replace(alone, `"id":1,`, fmt.Sprintf(`"id":%d,`, 1000+i), 1)
	}
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			for got[i] == "" || strings.Contains(got[i], busyMessage) { // which asks clients to try again
				got[i] = post(t, base+"/mcp", message(1000+i, 1+i%33)).Body
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// failureReply is the whole answer with an error; data is the error's data without braces.
func failureReply(id string, code int, message, data string) string {
	text, err := stdjson.Marshal(message)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s,"data":{%s}}}`, id, code, text, data)
}

func parseFailure(message string) string {
	return failureReply("null", -32700, message, `"code":"parse_error","retryable":false`)
}

func paramsFailure(field, message string) string {
	return failureReply("1", -32602, message, `"code":"invalid_params","field":"`+field+`","retryable":false`)
}
