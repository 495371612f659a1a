package mcp_test

import (
	stdjson "encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/snapshot"
)

// PlainGuide are the instructions of a server whose site cannot be read, and fixtureGuide those of one with the
// fixture, as they stand in JSON.
var (
	fixtureGuide = GuideWith(`Site "Fixture", 16 documents. Visitors who sign in see more.
Sections (id, title, documents below): 2 "Shop" 10: 21 "Outdoor" 4; 3 "Blog" 3; 1 "Home" 0.
Prices: TVs price.
Templates (id, name, documents: TVs): 2 "Product" 8: price (-150..250), color, in-stock, order (3..100), ` +
		`SKU, topics; 1 "Page" 5; 3 "Post" 3: topics.
`)
)

// withTitle is an answer of initialize with the name of the fixture's site.
func withTitle(answer string) string {
	answer = strings.Replace(answer, PlainGuide, fixtureGuide, 1)
	return strings.Replace(answer, `"version":"1.2.3","platform"`, `"version":"1.2.3","title":"Fixture","platform"`, 1)
}

func TestInitialize(t *testing.T) {
	base := Serve(t, NoDatabase)
	sessions := map[string]bool{}
	for offered, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25", "2024-01-01": "2025-11-25", "x": "2025-11-25",
	} {
		got := Post(t, base+"/mcp", Initialize(offered))
		session := got.Header["Mcp-Session-Id"]
		if !UUID4.MatchString(session) || sessions[session] {
			t.Errorf("%s: session id %q", offered, session)
		}
		sessions[session] = true
		delete(got.Header, "Mcp-Session-Id")
		Equal(t, Answered(Initialized(want)), got, offered)
		// The session id is not needed, but harmless.
		Equal(t, Answered(Pong), Post(t, base+"/mcp", Ping, "MCP-Session-Id", session), offered)
	}
	want := Reply{Status: http.StatusAccepted, Header: map[string]string{"X-Trace-Id": "trace-1"}}
	Equal(t, want, Post(t, base+"/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`))
}

// exchanges are messages and their whole answers, the same over HTTP and over stdio. An empty string means no answer.
var exchanges = []struct{ name, message, want string }{
	{"ping", Ping, Pong},
	{"ping with params", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1}}}`, Pong},
	{"initialize", Initialize("2025-06-18"), withTitle(Initialized("2025-06-18"))},
	{"call", GetHome, GotHome},
	{"call with progress token", strings.Replace(GetHome, `"name"`, `"_meta":{"progressToken":"a"},"name"`, 1), GotHome},
	{"call as a task", strings.Replace(GetHome, `"name"`, `"task":{"ttl":1},"name"`, 1), GotHome},
	{
		"integer id above 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":9007199254740993,"result":{}}`,
	},
	{
		"integer id of 20 digits", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}`,
	},
	{
		"integer id beyond all floating point numbers",
		`{"jsonrpc":"2.0","id":1` + strings.Repeat("0", 400) + `,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1` + strings.Repeat("0", 400) + `,"result":{}}`,
	},
	{
		"text as id", `{"jsonrpc":"2.0","id":"a\"b\\\né🌍","method":"ping"}`,
		`{"jsonrpc":"2.0","id":"a\"b\\\né🌍","result":{}}`,
	},
	{"initialized", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
	{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/nothing","params":{"a":1}}`, ""},
	{
		"cancellation of nothing", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[]}}}`, "",
	},
	{
		"call without id",
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1}}}`, "",
	},
	{"answer of the client", `{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
	{"error of the client", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}`, ""},

	{"no JSON", "hello", Traced(Failure("null", -32700, NotJSONMessage, `"code":"parse_error","retryable":false`))},
	{
		"batch", "[" + Ping + "]",
		Traced(Failure("null", -32600, BatchMessage, `"code":"invalid_request","retryable":false`)),
	},
	{
		"params that are no object", `{"jsonrpc":"2.0","id":"x","method":"tools/list","params":[]}`,
		Traced(Failure(`"x"`, -32600, "params must be an object", `"code":"invalid_request","retryable":false`)),
	},

	{"server/discover", Request("server/discover"), unknownMethod("")},
	{"logging/setLevel", Request("logging/setLevel"), unknownMethod("")},
	{"tasks/list", Request("tasks/list"), unknownMethod(`"tools/list"`)},
	{"Tools/List", Request("Tools/List"), unknownMethod(`"tools/list"`)},
	{"a tool as method", Request("evo.content.get"), unknownMethod("")},
	{"notification with id", Request("notifications/initialized"), unknownMethod("")},
	{
		"unknown tool", ToolCall("evo.content.gte", "{}"),
		OfTool("evo.content.gte", Traced(Failure("1", -32601, NoToolMessage+"; "+
			"did you mean evo.content.get, evo.content.search or evo.content.root_tree?",
			`"code":"unknown_tool","suggestions":["evo.content.get","evo.content.search","evo.content.root_tree"],`+
				`"retryable":false`))),
	}, {
		"unknown tool like no other", ToolCall("x", "{}"),
		OfTool("x", Traced(Failure("1", -32601, NoToolMessage, `"code":"unknown_tool","retryable":false`))),
	}, {
		"call without name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`,
		Traced(ParamsFailure("name", "name must be the name of a tool")),
	}, {
		"arguments as text", ToolCall("evo.content.get", `"{}"`),
		OfTool("evo.content.get", Traced(ParamsFailure("arguments", notObjectMessage))),
	}, {
		"unknown argument", ToolCall("evo.content.get", `{"id":1,"with_tv":["price"]}`),
		OfTool("evo.content.get", Traced(Failure("1", -32602, wrongNameMessage,
			`"code":"invalid_params","field":"with_tv","suggestions":["with_tvs"],"retryable":false`))),
	}, {
		"argument of the wrong type", ToolCall("evo.content.get", `{"id":"1"}`),
		OfTool("evo.content.get", Traced(ParamsFailure("id", "id must be an integer"))),
	}, {
		"unknown TV", ToolCall("evo.content.get", `{"id":1,"with_tvs":["prise"]}`),
		OfTool("evo.content.get", Traced(Failure("1", -32602, "with_tvs[0]: "+noTVMessage+"; did you mean price?",
			`"code":"unknown_tv","field":"with_tvs[0]","suggestions":["price"],"retryable":false`))),
	}, {
		"field instead of a TV", ToolCall("evo.content.get", `{"id":1,"with_tvs":["longtitle"]}`),
		OfTool("evo.content.get",
			Traced(Failure("1", -32602, "with_tvs[0]: "+noTVMessage+"; it is a field of documents: see fields and order_by",
				`"code":"unknown_tv","field":"with_tvs[0]","retryable":false`))),
	}, {
		"unknown model", ToolCall("evo.model.get", `{"model":"UserRol","id":1}`),
		OfTool("evo.model.get",
			Traced(Failure("1", -32601,
				"model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, "+
					"Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean UserRole?",
				`"code":"unknown_model","field":"model","suggestions":["UserRole"],"retryable":false`))),
	},

	// What mcp-go would take for more than emcp offers.
	{
		"metadata of a later protocol version, in capitals",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_META":` + laterVersion + `}}`, Pong,
	},
	{"metadata that is no object", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":[]}}`, Pong},
	{"request with the result of an answer", `{"jsonrpc":"2.0","id":1,"method":"ping","result":1}`, Pong},

	// And params that it cannot read: the request is well formed, its params are not.
	{
		"protocol version that is no text", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}`,
		wrongParams,
	}, {
		"cursor that is no text", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}`, wrongParams,
	}, {
		"cursor that emcp did not give", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`,
		wrongParams,
	},
}

const laterVersion = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

var wrongParams = Traced(Failure("1", -32602, "the params are not those of the method",
	`"code":"invalid_params","retryable":false`))

// unknownMethod is the answer where one method is near, or none.
func unknownMethod(near string) string {
	suggestions, hint := "", ""
	if near != "" {
		suggestions, hint = `"suggestions":[`+near+`],`, "; did you mean "+strings.Trim(near, `"`)+"?"
	}
	return Traced(Failure("1", -32601, UnknownMethodMessage+HandshakeMethods+hint,
		`"code":"unknown_method",`+suggestions+`"retryable":false`))
}

func TestExchangesOverHTTP(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			want := Answered(e.want)
			if e.want == "" {
				want = Reply{Status: http.StatusAccepted, Header: map[string]string{"X-Trace-Id": "trace-1"}}
			}
			got := Post(t, base+"/mcp", e.message)
			if strings.Contains(e.message, `"initialize"`) {
				delete(got.Header, "Mcp-Session-Id")
			}
			Equal(t, want, got)
		})
	}
}

// TestScopesCannotBeSmuggled is for messages that emcp would check as one thing and mcp-go run as another.
func TestScopesCannotBeSmuggled(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for token, message := range map[string]string{
		"reader": `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call","params":{"name":"evo.content.search"}}`,
		"caller": `{"jsonrpc":"2.0","id":1,"method":"tools/call","Method":"tools/list","params":{"name":"evo.content.get",` +
			`"arguments":{"id":1}}}`,
		"full": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get",` +
			`"Name":"evo.content.root_tree","arguments":{"limit":1}}}`,
	} {
		got := Post(t, base+"/mcp", message, "Authorization", "Bearer "+token)
		if !strings.Contains(got.Body, `"error":{"code":-32600,`) && !strings.Contains(got.Body, `"error":{"code":-32700,`) {
			t.Errorf("%s: %s\n%s", token, message, got.Body)
		}
	}
}

// maxTokens bounds the whole list of tools, at four bytes a token. Callers of the contract read it; assistants read the
// brief list, which has a bound of its own.
const maxTokens = 11_300

func TestToolsList(t *testing.T) {
	base := Serve(t, NoDatabase)
	got := Post(t, base+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	text := Indented(t, []byte(got.Body))
	snapshot.Expect(t, "tools_list.json", string(text))
	if tokens := len(got.Body) / 4; tokens >= maxTokens {
		t.Errorf("tools/list has about %d tokens, want less than %d", tokens, maxTokens)
	}
}

// TestLimitOfConfiguration shows that the highest limit that tools/list names is that of the server's configuration.
func TestLimitOfConfiguration(t *testing.T) {
	base := Serve(t, NoDatabase)
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
		got := Post(t, base+path, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
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
			"search", "root_tree", "descendants", "ancestors", "children", "siblings", "neighbors", "prev_siblings",
			"next_siblings",
			"children_range", "siblings_range",
		} {
			all["evo.content."+name] = want
		}
		Equal(t, all, limits, path)
	}
}

// TestManyClients has 100 clients at once, each with an id and arguments of its own.
func TestManyClients(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	message := func(id, document int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"evo.content.siblings",`+
			`"arguments":{"id":%d,"limit":%d}}}`,
			id, document, document)
	}
	const clients = 100
	want, got := make([]string, clients), make([]string, clients)
	for i := range clients {
		document := 1 + i%33
		alone := Post(t, base+"/mcp", message(1, document)).Body
		if !strings.Contains(alone, fmt.Sprintf(`"meta":{"limit":%d,`, document)) {
			t.Fatalf("document %d: %s", document, alone)
		}
		want[i] = strings.Replace(alone, `"id":1,`, fmt.Sprintf(`"id":%d,`, 1000+i), 1)
	}
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			for got[i] == "" || strings.Contains(got[i], busyMessage) { // which asks clients to try again
				got[i] = Post(t, base+"/mcp", message(1000+i, 1+i%33)).Body
			}
		})
	}
	group.Wait()
	Equal(t, want, got)
}

// TestExchangesOverWebSocket are those over HTTP and stdio.
func TestExchangesOverWebSocket(t *testing.T) {
	url := Serve(t, Fixture(t).DSN, WithSockets()...) + "/mcp"
	for _, e := range exchanges {
		var want []string
		if e.want != "" {
			want = []string{e.want}
		}
		Equal(t, want, ConverseOver(t, url, e.message, len(want)), e.name)
	}
	for _, e := range statelessExchanges {
		Equal(t, []string{e.want}, ConverseOver(t, url, StatelessRequest(e.method, e.params), 1),
			fmt.Sprintf("%s, stateless", e.name))
	}
	// Errors that HTTP reports with a status.
	for token, test := range map[string]struct{ message, want string }{
		"reader": {GetHome,
			OfTool("evo.content.get",
				Traced(Failure("1", -32003, NoScopeMessage+"tools/call", `"code":"scope_denied","retryable":false`)))},
		"caller": {Ping, Traced(Failure("1", -32003, NoScopeMessage+"ping", `"code":"scope_denied","retryable":false`))},
	} {
		c := Connect(t, url, "Authorization", "Bearer "+token)
		c.Say(t, test.message)
		c.Expect(t, test.want)
	}
}

func TestExchangesOverStdio(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	for _, e := range exchanges {
		t.Run(e.name, func(t *testing.T) {
			var want []string
			if e.want != "" {
				want = []string{e.want}
			}
			Equal(t, want, Talk(t, s, "content", e.message+"\n"))
		})
	}
}

func TestToolsListOverStdio(t *testing.T) {
	lines := Talk(t, NewServer(t, NoDatabase), "content", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	got := Indented(t, []byte(lines[0]))
	snapshot.Expect(t, "tools_list.json", string(got))
}
