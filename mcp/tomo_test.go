package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/test/page"
	. "emcp/internal/test/servertest"
	"emcp/server"
)

// tomoExample returns the configuration that docs/hosters/tomo.md shows, over a database and with the token full.
// change is pairs of texts, each to be replaced by the next.
func tomoExample(t *testing.T, dsn string, change ...string) *config.Config {
	t.Helper()
	change = append([]string{
		`"emcp:${EMCP_DB_PASSWORD}@tcp(127.0.0.1:3306)/evolution"`, `"` + dsn + `", allow_wide_grants: true`,
		"c0ff...", auth.HashToken("full").String(), "sites:\n", "cache: {ttl: 0s}\nsites:\n",
	}, change...)
	c, err := config.Parse([]byte(page.Configuration(t, "../docs/hosters/tomo.md", change...)),
		func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tomoServer returns the address of a server with tomoExample.
func tomoServer(t *testing.T, dsn string, change ...string) string {
	t.Helper()
	return Listen(t, Start(t, tomoExample(t, dsn, change...), server.Options{})) + "/mcp/tomo"
}

// tomoRefusal is an error as TOMO reads it; more are members of data.
func tomoRefusal(id string, rpc int, message, data, code string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q,"data":{%s,"tomo_error_code":%q}}}`, id,
		rpc, message, data, code)
}

// refusedWith is an answer with a status of HTTP; header is names and values that come on top.
func refusedWith(status int, body string, header ...string) Reply {
	r := Answered(body)
	r.Status = status
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return r
}

// TestTOMOProbe sends what TOMO sends to a server that it examines: the handshake, the list and a call of each tool.
func TestTOMOProbe(t *testing.T) {
	address := tomoServer(t, Fixture(t).DSN)
	began := Post(t, address,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05",`+
			`"capabilities":{"tools":{}},"clientInfo":{"name":"tomo-orchestrator","version":"1.0.0"}}}`)
	for _, want := range []string{`"protocolVersion":"2024-11-05","capabilities":{"tools":{`,
		`"serverInfo":{"name":"example-shop","version":"1.2.3",`} {
		if began.Status != http.StatusOK || !strings.Contains(began.Body, want) {
			t.Errorf("initialize: %+v, want %s", began, want)
		}
	}
	const hints = `"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`
	const partner = `"service_area":["Bangalore","Mumbai"],"pricing_band":"good",` +
		`"completion_callback":"https://www.automobnxt.com/api/v1/cpc/mcp_provider/p1"}}`
	const list = `{"tools":[` +
		`{"_meta":{"tomo":{"intent":"marketplace.buy_product","intent_version":"v1.0.0","tool_role":"get_detail",` +
		`"result_widget":"marketplace_listing_detail",` +
		`"ttbs_signals":{"time":0.9,"taste":0.8,"budget":0.5,"safety":0.7},` + partner + `,` + hints +
		`,"description":"Returns a product with its price and its text.",` +
		`"inputSchema":{"type":"object","properties":{"product_id":{"type":"integer","description":"The id from ` +
		`search_products","minimum":1,"maximum":9223372036854775807}},` +
		`"required":["product_id"]},"name":"get_product"},` +
		`{"_meta":{"tomo":{"intent":"marketplace.buy_product","intent_version":"v1.0.0","tool_role":"search",` +
		`"result_widget":"marketplace_listing_results",` +
		`"ttbs_signals":{"time":0.6,"taste":0.8,"budget":0.5,"safety":0.7},` + partner + `,` + hints +
		`,"description":"Searches products by words and a highest price.",` +
		`"inputSchema":{"type":"object","properties":{"words":{"type":"string","description":"What to look for",` +
		`"minLength":1,"maxLength":200},` +
		`"highest_price":{"type":"string","description":"Highest price in euros","maxLength":10}},"required":["words"]},` +
		`"name":"search_products"}]`
	found := `{"listings":[{"id":12,"name":"Lamp","price":"19.99","page":"/index.php?id=12"}]}`
	product := `{"id":12,"name":"Lamp","price":"19.99","text":"","page":"/index.php?id=12"}`
	text := func(result string) string {
		return Success(`{"content":[{"type":"text","text":"` + strings.ReplaceAll(result, `"`, `\"`) + `"}]}`)
	}
	for _, test := range []struct{ message, want string }{
		{Request("tools/list"), Success(list + "}")},
		{ToolCall("search_products", `{"words":"lamp","highest_price":"20"}`), text(found)},
		{ToolCall("get_product", `{"product_id":12}`), text(product)},
	} {
		for _, headers := range [][]string{{"Accept", "application/json, text/event-stream"},
			{"Authorization", "", "X-Partner-Auth", "full"}} {
			Equal(t, Answered(test.want), Post(t, address, test.message, headers...), test.message)
		}
	}
	stateless := Post(t, address, StatelessRequest("tools/list", ""), StatelessHeaders("tools/list", "")...).Body
	if !strings.Contains(stateless, `"ttlMs":60000,"cacheScope":"private"`) {
		t.Errorf("the list may be kept for longer than a minute: %s", stateless)
	}
}

// TestTOMORefusals has the errors of the table in TOMO's specification, as JSON-RPC also where HTTP has a status.
func TestTOMORefusals(t *testing.T) {
	address := tomoServer(t, Fixture(t).DSN, "servers:\n", "rate_limit: {per_minute: 100}\nservers:\n")
	const trace = `"trace_id":"trace-1"`
	unauthenticated := tomoRefusal("1", -32000, NoTokenMessage, `"code":"unauthenticated","retryable":false,`+trace,
		"INVALID_AUTH")
	for _, test := range []struct {
		name, message string
		header        []string
		want          Reply
	}{
		{
			"no JSON", "{", nil,
			Answered(tomoRefusal("null", -32700, NotJSONMessage, `"code":"parse_error","retryable":false,`+trace,
				"INVALID_REQUEST")),
		},
		{
			"a batch", "[]", nil,
			Answered(tomoRefusal("null", -32600, BatchMessage, `"code":"invalid_request","retryable":false,`+trace,
				"INVALID_REQUEST")),
		},
		{"a method that there is not", Request("resources/list"), nil, refusedWith(404, tomoRefusal("1", -32601,
			UnknownMethodMessage+"initialize, ping, tools/list, tools/call", `"code":"unknown_method","retryable":false,`+trace,
			"METHOD_NOT_FOUND"))},
		{"a tool that there is not", ToolCall("create_booking", "{}"), nil, refusedWith(404, tomoRefusal("1", -32601,
			NoToolMessage, `"code":"unknown_tool","retryable":false,`+trace+`,"tool":"create_booking"`, "METHOD_NOT_FOUND"))},
		{"a tool of emcp", ToolCall("evo.content.get", `{"id":1}`), nil, refusedWith(404, tomoRefusal("1", -32601,
			DeniedToolMessage, `"code":"tool_denied","retryable":false,`+trace+`,"tool":"evo.content.get"`,
			"METHOD_NOT_FOUND"))},
		{"a wrong argument", ToolCall("get_product", `{"product_id":"12"}`), nil,
			Answered(strings.Replace(tomoRefusal("1", -32602, "product_id must be an integer",
				`"code":"invalid_params","field":"product_id","retryable":false,`+trace+`,"tool":"get_product"`, "INVALID_REQUEST"),
				`}}}`, `,"tomo_field":"product_id"}}}`, 1))},
		{
			"no token", Request("tools/list"), []string{"Authorization", ""},
			refusedWith(401, unauthenticated, "Www-Authenticate", "Bearer"),
		},
		{"no token, and an id that is a string", `{"jsonrpc":"2.0","id":"a\u0062","method":"ping"}`,
			[]string{"Authorization", ""},
			refusedWith(401, strings.Replace(unauthenticated, `"id":1`, `"id":"a\u0062"`, 1), "Www-Authenticate", "Bearer")},
		{"no JSON by its type", Request("ping"), []string{"Content-Type", "text/plain"},
			refusedWith(415, tomoRefusal("null", -32600,
				NotJSONTypeMessage, `"code":"unsupported_media_type","retryable":false,`+trace, "INVALID_REQUEST"))},
	} {
		Equal(t, test.want, Post(t, address, test.message, test.header...), test.name)
	}
	Post(t, address, ToolCall("get_product", `{"product_id":12}`), "Idempotency-Key", "k")
	want := refusedWith(409,
		tomoRefusal("1", -32600, KeyConflictMessage,
			`"code":"idempotency_conflict","retryable":false,`+trace+`,"tool":"get_product"`, "IDEMPOTENCY_CONFLICT"))
	Equal(t, want, Post(t, address, ToolCall("get_product", `{"product_id":11}`), "Idempotency-Key", "k"),
		"a key that is used twice")
	down := tomoServer(t, NoDatabase)
	want = refusedWith(503, tomoRefusal("1", -32002, DatabaseDownMessage,
		`"code":"database_unavailable","retryable":true,`+trace+`,"tool":"get_product"`, "PARTNER_MAINTENANCE"))
	Equal(t, want, Post(t, down, ToolCall("get_product", `{"product_id":12}`)), "without a database")
}

// TestTOMOAudit has the status that TOMO gets over HTTP in the audit line, whatever the transport.
func TestTOMOAudit(t *testing.T) {
	lines := &Log{}
	s := Start(t, tomoExample(t, NoDatabase), server.Options{Requests: lines})
	address := Listen(t, s) + "/mcp/tomo"
	for _, test := range []struct {
		message string
		status  int
		code    string
	}{
		{Request("resources/list"), 404, "unknown_method"},
		{ToolCall("create_booking", "{}"), 404, "unknown_tool"},
		{ToolCall("evo.content.get", `{"id":1}`), 404, "tool_denied"},
		{ToolCall("get_product", `{"product_id":"12"}`), 200, "invalid_params"},
		{Request("ping"), 200, "ok"},
	} {
		Post(t, address, test.message)
		overHTTP := lines.TakeN(t, 1)
		Talk(t, s, "tomo", test.message+"\n")
		for _, line := range append(overHTTP, lines.Take()...) {
			if want := fmt.Sprintf(`"status":%d,"code":%q`, test.status, test.code); !strings.Contains(line, want) {
				t.Errorf("%s, want %s", line, want)
			}
		}
	}
}

// TestTOMOOwnCodes has the codes of an intent in the errors of its tool, also the second time under one key, and TOMO's
// in others.
func TestTOMOOwnCodes(t *testing.T) {
	address := tomoServer(t, Fixture(t).DSN, "        call: evo.content.get\n",
		"        call: evo.content.get\n        not_found: There is no such product.\n        codes: {nothing_found: "+
			"LISTING_NOT_FOUND, invalid_params: INVALID_LISTING}\n")
	const trace = `"trace_id":"trace-1","tool":"get_product"`
	withField := func(refusal, field string) Reply {
		return Answered(strings.Replace(refusal, `}}}`, `,"tomo_field":"`+field+`"}}}`, 1))
	}
	for arguments, want := range map[string]Reply{
		`{"product_id":9999}`: Answered(tomoRefusal("1", -32602, "There is no such product.",
			`"code":"nothing_found","retryable":false,`+trace, "LISTING_NOT_FOUND")),
		`{"product_id":"9"}`: withField(tomoRefusal("1", -32602, "product_id must be an integer",
			`"code":"invalid_params","field":"product_id","retryable":false,`+trace, "INVALID_LISTING"), "product_id"),
		`{"product_id":9,"context":1}`: withField(tomoRefusal("1", -32602, "context must be an object",
			`"code":"invalid_params","field":"context","retryable":false,`+trace, "INVALID_REQUEST"), "context"),
	} {
		for range 2 {
			got := Post(t, address, ToolCall("get_product", arguments), "Idempotency-Key", "key"+arguments)
			delete(got.Header, "Idempotency-Replayed")
			Equal(t, want, got, arguments)
		}
	}
}

// TestTOMORates refuses what is too much, of a caller and of an address, with JSON-RPC and the time to wait.
func TestTOMORates(t *testing.T) {
	for name, limit := range map[string]string{"of a caller": "per_minute: 2", "of an address": "per_address: 2"} {
		address := tomoServer(t, NoDatabase, "servers:\n", "rate_limit: {"+limit+"}\nservers:\n")
		for range 2 {
			Post(t, address, Request("ping"))
		}
		id := map[string]string{"of a caller": "1", "of an address": "null"}[name]
		want := refusedWith(429, tomoRefusal(id, -32001, "this is more than 2 "+rateMessage,
			`"code":"rate_limited","retryable":true,"trace_id":"trace-1"`, "RATE_LIMITED"), "Retry-After", "30")
		Equal(t, want, Post(t, address, Request("ping")), name)
	}
}

// TestTOMOElsewhere leaves other servers of the same configuration, and other addresses of the server, as they are.
func TestTOMOElsewhere(t *testing.T) {
	address := tomoServer(t, Fixture(t).DSN, "servers:\n",
		"servers:\n  - {handle: content, site: main, bundles: [{name: marketplace}]}\n", "servers: [tomo]", `servers: ["*"]`)
	content := strings.TrimSuffix(address, "tomo") + "content"
	for _, url := range []string{content, address + "/dispatch", strings.TrimSuffix(address, "/mcp/tomo") + "/nowhere"} {
		if got := Post(t, url, Request("ping"), "Authorization", ""); !strings.HasPrefix(got.Body, `{"error":{"code":`) {
			t.Errorf("%s: %+v", url, got)
		}
	}
	if got := Post(t, content, ToolCall("get_product", "{}")).Body; strings.Contains(got, "tomo_") {
		t.Error(got)
	}
	for _, revision := range []string{"2024-11-05", "2025-11-25"} {
		got := Post(t, content, Request("tools/list"), "MCP-Protocol-Version", revision).Body
		if strings.Count(got, `"_meta":{"tomo":{"intent":"marketplace.buy_product",`) != 2 ||
			!strings.Contains(got, `"evo.content.get"`) {
			t.Errorf("%s: a server without the profile does not show the _meta of its tools: %s", revision, got)
		}
	}
}
