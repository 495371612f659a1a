package mcp_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/metrics"
	. "emcp/internal/test/servertest"
)

// withGroup changes the settings so that content shows tools of its own, of the bundle and of the upstream crm, which
// has these keys, through a group.
func withGroup(upstream string, change ...string) []string {
	return append([]string{
		"{handle: content, site: main}",
		"{handle: content, site: main, elements: true, bundles: [{name: shop}], upstreams: [crm], groups: [store]}",
		"{name: caller,",
		"{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,",
		"auth:\n", bundles + "upstreams:\n  crm: {" + upstream + `}
groups:
  store: {title: Store, description: "Products, pages and customers.",
    tools: [evo.content.get, evo.elements.list, products, "crm_*", "store_*"]}
auth:
`,
	}, change...)
}

// through is the message that calls a tool through the group.
func through(tool, arguments string) string {
	return ToolCall("store_call", `{"tool":"`+tool+`","arguments":`+arguments+`}`)
}

// crmServer is an upstream whose results name the tool and count its calls.
func crmServer(t *testing.T) (url string, calls *atomic.Int32) {
	t.Helper()
	calls = &atomic.Int32{}
	return ServeUpstream(t, func(_ *http.Request, tool string) string {
		return fmt.Sprintf(`{"content":[{"type":"text","text":"%s %d"}]}`, tool, calls.Add(1))
	}), calls
}

// listedNames are the names in a list of tools.
func listedNames(list string) (names []string) {
	for _, part := range strings.Split(list, `"name":"`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		names = append(names, name)
	}
	return names
}

// TestGroups shows two tools of a group instead of many. They say the truth about what a caller can do with them.
func TestGroups(t *testing.T) {
	url, _ := crmServer(t)
	change := withGroup(`url: "`+url+`", write: [save]`, "groups: [store]}",
		`groups: [store], tools: [evo.content.get, evo.content.search]}`, "elements: true, ", "")
	base := Serve(t, NoDatabase, change...) + "/mcp"
	const find = `"description":"Products, pages and customers. Finds the tools of this group by words, with their ` +
		`arguments; without words it lists all. Call them with store_call.",` +
		`"inputSchema":{"type":"object","properties":{"words":{"type":"string","description":"What the tool should do, or ` +
		`its name","maxLength":200}},"additionalProperties":false},` +
		`"name":"store_find","title":"Store: find a tool"}`
	const call = `"description":"Calls a tool that store_find has described, and returns its result.",` +
		`"inputSchema":{"type":"object","properties":{"tool":{"type":"string",` +
		`"description":"Name of the tool"},"arguments":{"type":"object","description":"Its arguments, as its inputSchema ` +
		`has them"}},"required":["tool"],"additionalProperties":false},` +
		`"name":"store_call","title":"Store: call a tool"}`
	for _, test := range []struct{ token, hints string }{
		{"full", `"readOnlyHint":true,"openWorldHint":true`},
		{"writer", `"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true`},
	} {
		list := AwaitTool(t, base, "store_call", "Authorization", "Bearer "+test.token)
		Equal(t, []string{"evo.content.search", "store_find", "store_call"}, listedNames(list), test.token)
		want := `{"annotations":{"readOnlyHint":true,"openWorldHint":false},` + find + `,{"annotations":{` + test.hints +
			`},` + call + `]}}`
		if !strings.HasSuffix(list, want) {
			t.Errorf("%s: %s\nwant %s", test.token, list, want)
		}
	}
	if list := Post(t, base, Request("tools/list"), "Authorization", "Bearer reader").Body; len(listedNames(list)) != 0 {
		t.Errorf("a token that may not call: %s", list)
	}
	// Beside each other, where the server says so.
	beside := Serve(t, NoDatabase, append(change, "groups: [store],", "groups: [store], list_grouped: true,")...) + "/mcp"
	list := AwaitTool(t, beside, "crm_read")
	Equal(t, []string{"evo.content.get", "evo.content.search", "products", "crm_read", "store_find", "store_call"},
		listedNames(list))
	// A denied tool of the group is neither listed nor called.
	denied := Serve(t, NoDatabase,
		append(change, "groups: [store],", "groups: [store], security: {deny_tools: [store_call, crm_read]},")...) + "/mcp"
	list = AwaitTool(t, denied, "store_find")
	Equal(t, []string{"evo.content.search", "store_find"}, listedNames(list))
	Equal(t, Refused(403, "tool_denied", DeniedToolMessage), Post(t, denied, through("products", `{"most":"1"}`)))
	// Without a tool for its caller a group has none.
	none := Serve(t, NoDatabase,
		append(change, `tools: [evo.content.get, evo.elements.list, products, "crm_*", "store_*"]`,
			`tools: [evo.elements.list, "store_*"]`)...) + "/mcp"
	list = AwaitTool(t, none, "crm_read")
	Equal(t, []string{"evo.content.get", "evo.content.search", "products", "crm_read"}, listedNames(list))
}

// TestFindInGroup finds tools by words, with their arguments, among those that the caller may call.
func TestFindInGroup(t *testing.T) {
	url, _ := crmServer(t)
	s, lines := NewAudited(t, NoDatabase, withGroup(`url: "`+url+`", write: [save]`)...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "store_find")
	lines.Take()
	for _, test := range []struct {
		token, arguments string
		want             []string
	}{
		{"full", `{}`, []string{"products", "evo.content.get", "crm_read"}},
		{"writer", `{}`, []string{"products", "evo.content.get", "crm_read", "crm_save"}},
		{"manager", `{}`, []string{"products", "evo.content.get", "evo.elements.list", "crm_read", "crm_save"}},
		{"full", `{"words":"save elements"}`, []string{"products", "evo.content.get", "crm_read"}}, // nothing fits
		{"writer", `{"words":"saves"}`, []string{"crm_save"}},
		{"full", `{"words":"products by price"}`, []string{"products"}},
		{"full", `{"words":"evo.content.get"}`, []string{"evo.content.get"}},
	} {
		got := Post(t, base, ToolCall("store_find", test.arguments), "Authorization", "Bearer "+test.token).Body
		_, structured, _ := strings.Cut(got, `"structuredContent":`)
		if diff := cmp.Diff(test.want, listedNames(structured)); diff != "" {
			t.Errorf("%s %s: %s\n%s", test.token, test.arguments, diff, structured)
		}
	}
	const schema = `{"type":"object","properties":{"most":{"type":"string","description":"Highest price",` +
		`"maxLength":10},"in":{"type":"string","enum":["chairs","all"]}},` +
		`"required":["most"],"additionalProperties":false}`
	found := `{"tools":[{"name":"products","title":"Products","description":"Lists products up to a price.",` +
		`"inputSchema":` + schema + `}],"found":1,"total":3}`
	want := Answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` +
		strings.ReplaceAll(found, `"`, `\"`) + `"}],"structuredContent":` + found + `}}`)
	lines.Take()
	Equal(t, want, Post(t, base, ToolCall("store_find", `{"words":"price"}`)))
	AwaitLine(t, lines, `"trace_id":"trace-1","request_id":"1","server_handle":"content","method":"tools/call",`+
		`"tool":"store_find","status":200,"code":"ok","subject":"token:full","view":"public","duration_ms":0,"rows":0,`+
		`"bytes":`+
		strconv.Itoa(len(want.Body))+`,"replayed":false,"client":"127.0.0.1","group":"store"}`)
}

// TestCallsThroughGroup has a call through a group answered as the call of the tool: for every caller, for errors and
// for results, over every revision. Only the error's data and the audit line name the group's part in it.
func TestCallsThroughGroup(t *testing.T) {
	url, _ := crmServer(t)
	d := Fixture(t)
	IssueTokens(t, d)
	s, lines := NewAudited(t, d.DSN,
		withGroup(`url: "`+url+`", allow: [read]`, "modes: [token]", "modes: [token, pat]")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "store_call")
	Post(t, base, Ping)
	AwaitLine(t, lines, `"method":"ping"`)
	for _, call := range []struct{ tool, arguments string }{
		{"evo.content.get", `{"id":1}`},
		{"evo.content.get", `{"ids":[1,2,3,4,5],"with_tvs":["*"],"fields":["content"]}`},
		{"evo_content_get", `{"id":1}`},
		{"evo.content.get", `{"id":4000}`},
		{"evo.content.get", `{}`},
		{"evo.content.get", `{"with_tv":[]}`},
		{"evo.content.get", `{"id":1,"fields":["secret"]}`},
		{"evo.elements.list", `{"kind":"chunk","limit":5}`},
		{"products", `{"most":"20"}`},
		{"products", `{"most":7}`},
		{"crm_read", `{"id":"x"}`},
	} {
		for _, token := range []string{"full", "manager", "reader", "caller", "elsewhere", "expired",
			PersonalToken("editor", "*")} {
			for _, revision := range []string{"", "2025-11-25"} {
				headers := []string{"Authorization", "Bearer " + token}
				if revision != "" {
					headers = append(headers, "MCP-Protocol-Version", revision)
				}
				direct, grouped := Post(t, base, ToolCall(call.tool, call.arguments), headers...),
					Post(t, base, through(call.tool, call.arguments), headers...)
				if !strings.Contains(direct.Body, `,"toolName":`) { // which errors of tools of upstreams have, too
					grouped.Body, _, _ = strings.Cut(grouped.Body, `,"toolName":`)
					if before, _, isError := strings.Cut(direct.Body, `}}`); isError &&
						strings.Contains(direct.Body, `"error":{"code":-3`) {
						direct.Body = before
					}
				}
				Equal(t, direct, grouped, fmt.Sprintf("%s %s by %s in %q", call.tool, call.arguments, token, revision))
				records := lines.TakeN(t, 2)
				if !strings.Contains(records[1], `"group":"store"`) && strings.Contains(records[1], `"tool":"`) &&
					!strings.Contains(records[1], `"tool":""`) {
					t.Errorf("the line does not name the group: %s", records[1])
				}
			}
		}
	}
	for _, test := range []struct {
		body string
		want Reply
	}{
		{through("products", `{"most":"20","inn":"all"}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"inn: ` + unknownArgumentMessage +
				`most, in; did you mean in?",` +
				`"data":{"code":"invalid_params","field":"inn","suggestions":["in"],"retryable":false,"trace_id":"trace-1",` +
				`"tool":"products","toolName":"products","details":"` + unknownArgumentMessage + `most, in"}}}`)},
		{through("product", `{}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the group store has no tool of this name; ` +
				`store_find returns its tools; did you mean products?",` +
				`"data":{"code":"unknown_tool","suggestions":["products"],"retryable":false,"trace_id":"trace-1",` +
				`"tool":"product","toolName":"product","details":"the group store has no tool of this name; store_find returns ` +
				`its tools"}}}`)},
		{through("evo.site.describe", `{}`), Answered(noGroupTool("evo.site.describe"))},
		{through("store_call", `{"tool":"products"}`), Answered(noGroupTool("store_call"))},
		{through("store_find", `{}`), Answered(noGroupTool("store_find"))},
		{ToolCall("store_call", `{"arguments":{}}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"tool is required",` +
				`"data":{"code":"invalid_params","field":"tool","retryable":false,"trace_id":"trace-1","tool":"store_call",` +
				`"toolName":"store_call","details":"tool is required"}}}`)},
		{ToolCall("store_find", `{"words":1}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"words must be a string",` +
				`"data":{"code":"invalid_params","field":"words","retryable":false,"trace_id":"trace-1","tool":"store_find",` +
				`"toolName":"store_find","details":"words must be a string"}}}`)},
		{
			ToolCall("store_agent", `{"task":"a"}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + NoToolMessage +
				`","data":{"code":"unknown_tool","retryable":false,"trace_id":"trace-1","tool":"store_agent"}}}`),
		},
	} {
		Equal(t, test.want, Post(t, base, test.body), test.body)
	}
	const asResult = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"tool is required"}],` +
		`"isError":true}}`
	Equal(t, Answered(asResult), Post(t, base, ToolCall("store_call", `{}`), "MCP-Protocol-Version", "2025-11-25"))
	// Over stdio, too.
	if got := Talk(t, s, "content", through("evo.content.get", `{"id":1}`)+"\n"); len(got) != 1 ||
		Untraced(got[0]) != GotHome {
		t.Errorf("%s", got)
	}
}

// noGroupTool is the error for a tool that the group does not have and no other is like.
func noGroupTool(name string) string {
	const message = "the group store has no tool of this name; store_find returns its tools"
	return `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + message +
		`","data":{"code":"unknown_tool","retryable":false,"trace_id":"trace-1","tool":"` + name +
		`","toolName":"` + name + `","details":"` + message + `"}}}`
}

// TestWritesThroughGroup lets only callers with mcp:write call tools that write, once for each idempotency key, and
// audits the tool, its upstream and the group.
func TestWritesThroughGroup(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		url, calls := crmServer(t)
		s, lines := NewAudited(t, NoDatabase, withGroup(`url: "`+url+`", write: [save]`, change...)...)
		base := Listen(t, s) + "/mcp"
		writer := []string{"Authorization", "Bearer writer"}
		AwaitTool(t, base, "store_call", writer...)
		refused := Refused(403, "scope_denied", writesMessage)
		Equal(t, refused, Post(t, base, through("crm_save", "{}")))
		lines.Take()
		saved := Answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"save 1"}],` +
			`"_meta":{"emcp/upstream":"crm"}}}`)
		for _, want := range []Reply{saved, Replayed(saved), Replayed(saved)} {
			Equal(t, want, Keyed(t, base, through("crm_save", "{}"), "a", writer...))
		}
		AwaitLine(t, lines,
			`"tool":"crm_save","status":200,"code":"ok","subject":"token:writer","view":"public","duration_ms":0,"rows":0,`+
				`"bytes":`+
				strconv.Itoa(len(saved.Body))+`,"replayed":false,"client":"127.0.0.1","upstream":"crm","group":"store"}`)
		Equal(t, KeyConflict, Keyed(t, base, through("crm_save", `{"a":1}`), "a", writer...))
		if calls.Load() != 1 {
			t.Errorf("%d calls", calls.Load())
		}
	})
}

// TestGroupsAreCounted counts calls through a group as those of the tool, for the caller's rate and in metrics.
func TestGroupsAreCounted(t *testing.T) {
	url, _ := crmServer(t)
	s := NewServer(t, Fixture(t).DSN,
		withGroup(`url: "`+url+`", allow: [read]`, Unlimited, "rate_limit: {per_minute: 4}")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "store_call", "Authorization", "Bearer manager")
	var statuses []int
	for _, body := range []string{
		through("products", `{"most":"20"}`), through("crm_read", `{}`), through("none", `{}`), ToolCall("store_find", `{}`),
		GetHome, through("products", `{"most":"20"}`),
	} {
		statuses = append(statuses, Post(t, base, body).Status)
	}
	Equal(t, []int{200, 200, 200, 200, 200, 429}, statuses)
	counted := map[string]string{
		"store_find": "store_find", "crm_read": "upstream crm", "products": "products", "store_x": metrics.Unknown,
	}
	for tool := range counted {
		Post(t, base, ToolCall(tool, "{}"), "Authorization", "Bearer caller")
	}
	got := ReadMetrics(t, s)
	for tool, name := range counted {
		if !strings.Contains(got, `tool="`+name+`"`) {
			t.Errorf("%s is not counted as %s", tool, name)
		}
	}
}

// TestPromptsOfGroups names tools so that an assistant that does not see them in the list can call them.
func TestPromptsOfGroups(t *testing.T) {
	url, _ := crmServer(t)
	base := Serve(t, NoDatabase, withGroup(`url: "`+url+`"`, "evo.content.get, evo.elements.list", "evo.content.*")...) +
		"/mcp"
	got := Post(t, base, RequestWith("prompts/get", `{"name":"offer","arguments":{"customer":"Ada"}}`))
	want := Answered(prompted(t, "Writes an offer",
		"Write an offer for \"Ada\". Call evo.content.search (through store_call) first.\n"))
	Equal(t, want, got)
}
