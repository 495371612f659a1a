package server

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/test/page"
)

// tomoExample returns the configuration that docs/tomo.md shows, over a database and with the token full. change is pairs of texts,
// each to be replaced by the next.
func tomoExample(t *testing.T, dsn string, change ...string) *config.Config {
	t.Helper()
	change = append([]string{
		`"emcp:${EMCP_DB_PASSWORD}@tcp(127.0.0.1:3306)/evolution"`, `"` + dsn + `", allow_wide_grants: true`,
		"c0ff...", auth.HashToken("full").String(), "sites:\n", "cache: {ttl: 0s}\nsites:\n",
	}, change...)
	c, err := config.Parse([]byte(page.Configuration(t, "../docs/tomo.md", change...)), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tomoServer returns the address of a server with tomoExample.
func tomoServer(t *testing.T, dsn string, change ...string) string {
	t.Helper()
	return listen(t, startServer(t, tomoExample(t, dsn, change...), Options{})) + "/mcp/tomo"
}

// tomoRefusal is an error as TOMO reads it; more are members of data.
func tomoRefusal(id string, rpc int, message, data, code string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q,"data":{%s,"tomo_error_code":%q}}}`, id, rpc, message, data, code)
}

// refusedWith is an answer with a status of HTTP; header is names and values that come on top.
func refusedWith(status int, body string, header ...string) httpReply {
	r := answered(body)
	r.Status = status
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return r
}

// TestTOMOProbe sends what TOMO sends to a server that it examines: the handshake, the list and a call of each tool.
func TestTOMOProbe(t *testing.T) {
	address := tomoServer(t, fixture(t).DSN)
	began := post(t, address, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"clientInfo":{"name":"tomo-orchestrator","version":"1.0.0"}}}`)
	for _, want := range []string{`"protocolVersion":"2024-11-05","capabilities":{"tools":{`, `"serverInfo":{"name":"example-shop","version":"1.2.3",`} {
		if began.Status != http.StatusOK || !strings.Contains(began.Body, want) {
			t.Errorf("initialize: %+v, want %s", began, want)
		}
	}
	const hints = `"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`
	const partner = `"service_area":["Bangalore","Mumbai"],"pricing_band":"good","completion_callback":"https://www.automobnxt.com/api/v1/cpc/mcp_provider/p1"}}`
	const list = `{"tools":[` +
		`{"_meta":{"tomo":{"intent":"marketplace.buy_product","intent_version":"v1.0.0","tool_role":"get_detail","result_widget":"marketplace_listing_detail",` +
		`"ttbs_signals":{"time":0.9,"taste":0.8,"budget":0.5,"safety":0.7},` + partner + `,` + hints + `,"description":"Returns a product with its price and its text.",` +
		`"inputSchema":{"type":"object","properties":{"product_id":{"type":"integer","description":"The id from search_products","minimum":1,"maximum":9223372036854775807}},` +
		`"required":["product_id"]},"name":"get_product"},` +
		`{"_meta":{"tomo":{"intent":"marketplace.buy_product","intent_version":"v1.0.0","tool_role":"search","result_widget":"marketplace_listing_results",` +
		`"ttbs_signals":{"time":0.6,"taste":0.8,"budget":0.5,"safety":0.7},` + partner + `,` + hints + `,"description":"Searches products by words and a highest price.",` +
		`"inputSchema":{"type":"object","properties":{"words":{"type":"string","description":"What to look for","minLength":1,"maxLength":200},` +
		`"highest_price":{"type":"string","description":"Highest price in euros","maxLength":10}},"required":["words"]},"name":"search_products"}]`
	found := `{"listings":[{"id":12,"name":"Lamp","price":"19.99","page":"/index.php?id=12"}]}`
	product := `{"id":12,"name":"Lamp","price":"19.99","text":"","page":"/index.php?id=12"}`
	text := func(result string) string {
		return success(`{"content":[{"type":"text","text":"` + strings.ReplaceAll(result, `"`, `\"`) + `"}]}`)
	}
	for _, test := range []struct{ message, want string }{
		{bareMessage("tools/list"), success(list + "}")},
		{callMessage("search_products", `{"words":"lamp","highest_price":"20"}`), text(found)},
		{callMessage("get_product", `{"product_id":12}`), text(product)},
	} {
		for _, headers := range [][]string{{"Accept", "application/json, text/event-stream"}, {"Authorization", "", "X-Partner-Auth", "full"}} {
			if diff := cmp.Diff(answered(test.want), post(t, address, test.message, headers...)); diff != "" {
				t.Errorf("%s:\n%s", test.message, diff)
			}
		}
	}
	stateless := post(t, address, requestOf("tools/list", ""), headersOf("tools/list", "")...).Body
	if !strings.Contains(stateless, `"ttlMs":60000,"cacheScope":"private"`) {
		t.Errorf("the list may be kept for longer than a minute: %s", stateless)
	}
}

// TestTOMORefusals has the errors of the table in TOMO's specification, as JSON-RPC also where HTTP has a status.
func TestTOMORefusals(t *testing.T) {
	address := tomoServer(t, fixture(t).DSN, "servers:\n", "rate_limit: {per_minute: 100}\nservers:\n")
	const trace = `"trace_id":"trace-1"`
	unauthenticated := tomoRefusal("1", -32000, noTokenMessage, `"code":"unauthenticated","retryable":false,`+trace, "INVALID_AUTH")
	for _, test := range []struct {
		name, message string
		header        []string
		want          httpReply
	}{
		{"no JSON", "{", nil, answered(tomoRefusal("null", -32700, notJSONMessage, `"code":"parse_error","retryable":false,`+trace, "INVALID_REQUEST"))},
		{"a batch", "[]", nil, answered(tomoRefusal("null", -32600, batchMessage, `"code":"invalid_request","retryable":false,`+trace, "INVALID_REQUEST"))},
		{"a method that there is not", bareMessage("resources/list"), nil, refusedWith(404, tomoRefusal("1", -32601,
			unknownMethodMessage+"initialize, ping, tools/list, tools/call", `"code":"unknown_method","retryable":false,`+trace, "METHOD_NOT_FOUND"))},
		{"a tool that there is not", callMessage("create_booking", "{}"), nil, refusedWith(404, tomoRefusal("1", -32601,
			noToolMessage, `"code":"unknown_tool","retryable":false,`+trace+`,"tool":"create_booking"`, "METHOD_NOT_FOUND"))},
		{"a tool of emcp", callMessage("evo.content.get", `{"id":1}`), nil, refusedWith(404, tomoRefusal("1", -32601,
			deniedToolMessage, `"code":"tool_denied","retryable":false,`+trace+`,"tool":"evo.content.get"`, "METHOD_NOT_FOUND"))},
		{"a wrong argument", callMessage("get_product", `{"product_id":"12"}`), nil, answered(strings.Replace(tomoRefusal("1", -32602, "product_id must be an integer",
			`"code":"invalid_params","field":"product_id","retryable":false,`+trace+`,"tool":"get_product"`, "INVALID_REQUEST"), `}}}`, `,"tomo_field":"product_id"}}}`, 1))},
		{"no token", bareMessage("tools/list"), []string{"Authorization", ""}, refusedWith(401, unauthenticated, "Www-Authenticate", "Bearer")},
		{"no token, and an id that is a string", `{"jsonrpc":"2.0","id":"a\u0062","method":"ping"}`, []string{"Authorization", ""},
			refusedWith(401, strings.Replace(unauthenticated, `"id":1`, `"id":"a\u0062"`, 1), "Www-Authenticate", "Bearer")},
		{"no JSON by its type", bareMessage("ping"), []string{"Content-Type", "text/plain"}, refusedWith(415, tomoRefusal("null", -32600,
			notJSONTypeMessage, `"code":"unsupported_media_type","retryable":false,`+trace, "INVALID_REQUEST"))},
	} {
		if diff := cmp.Diff(test.want, post(t, address, test.message, test.header...)); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
	post(t, address, callMessage("get_product", `{"product_id":12}`), "Idempotency-Key", "k")
	want := refusedWith(409, tomoRefusal("1", -32600, keyConflictMessage, `"code":"idempotency_conflict","retryable":false,`+trace+`,"tool":"get_product"`, "IDEMPOTENCY_CONFLICT"))
	if diff := cmp.Diff(want, post(t, address, callMessage("get_product", `{"product_id":11}`), "Idempotency-Key", "k")); diff != "" {
		t.Errorf("a key that is used twice:\n%s", diff)
	}
	down := tomoServer(t, noDatabase)
	want = refusedWith(503, tomoRefusal("1", -32002, databaseDownMessage,
		`"code":"database_unavailable","retryable":true,`+trace+`,"tool":"get_product"`, "PARTNER_MAINTENANCE"))
	if diff := cmp.Diff(want, post(t, down, callMessage("get_product", `{"product_id":12}`))); diff != "" {
		t.Errorf("without a database:\n%s", diff)
	}
}

// TestTOMOAudit has the status that TOMO gets over HTTP in the audit line, whatever the transport.
func TestTOMOAudit(t *testing.T) {
	lines := &auditLog{}
	s := startServer(t, tomoExample(t, noDatabase), Options{Requests: lines})
	address := listen(t, s) + "/mcp/tomo"
	for _, test := range []struct {
		message string
		status  int
		code    string
	}{
		{bareMessage("resources/list"), 404, "unknown_method"},
		{callMessage("create_booking", "{}"), 404, "unknown_tool"},
		{callMessage("evo.content.get", `{"id":1}`), 404, "tool_denied"},
		{callMessage("get_product", `{"product_id":"12"}`), 200, "invalid_params"},
		{bareMessage("ping"), 200, "ok"},
	} {
		post(t, address, test.message)
		over := lines.takeN(t, 1)
		talk(t, s, "tomo", test.message+"\n")
		for _, line := range append(over, lines.take()...) {
			if want := fmt.Sprintf(`"status":%d,"code":%q`, test.status, test.code); !strings.Contains(line, want) {
				t.Errorf("%s, want %s", line, want)
			}
		}
	}
}

// TestTOMOOwnCodes has the codes of an intent in the errors of its tool, also the second time under one key, and TOMO's in others.
func TestTOMOOwnCodes(t *testing.T) {
	address := tomoServer(t, fixture(t).DSN, "        call: evo.content.get\n",
		"        call: evo.content.get\n        not_found: There is no such product.\n        codes: {nothing_found: LISTING_NOT_FOUND, invalid_params: INVALID_LISTING}\n")
	const trace = `"trace_id":"trace-1","tool":"get_product"`
	withField := func(refusal, field string) httpReply {
		return answered(strings.Replace(refusal, `}}}`, `,"tomo_field":"`+field+`"}}}`, 1))
	}
	for arguments, want := range map[string]httpReply{
		`{"product_id":9999}`: answered(tomoRefusal("1", -32602, "There is no such product.", `"code":"nothing_found","retryable":false,`+trace, "LISTING_NOT_FOUND")),
		`{"product_id":"9"}`: withField(tomoRefusal("1", -32602, "product_id must be an integer",
			`"code":"invalid_params","field":"product_id","retryable":false,`+trace, "INVALID_LISTING"), "product_id"),
		`{"product_id":9,"context":1}`: withField(tomoRefusal("1", -32602, "context must be an object",
			`"code":"invalid_params","field":"context","retryable":false,`+trace, "INVALID_REQUEST"), "context"),
	} {
		for range 2 {
			got := post(t, address, callMessage("get_product", arguments), "Idempotency-Key", "key"+arguments)
			delete(got.Header, "Idempotency-Replayed")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s:\n%s", arguments, diff)
			}
		}
	}
}

// TestTOMORates refuses what is too much, of a caller and of an address, with JSON-RPC and the time to wait.
func TestTOMORates(t *testing.T) {
	for name, limit := range map[string]string{"of a caller": "per_minute: 2", "of an address": "per_address: 2"} {
		address := tomoServer(t, noDatabase, "servers:\n", "rate_limit: {"+limit+"}\nservers:\n")
		for range 2 {
			post(t, address, bareMessage("ping"))
		}
		id := map[string]string{"of a caller": "1", "of an address": "null"}[name]
		want := refusedWith(429, tomoRefusal(id, -32001, "this is more than 2 "+rateMessage,
			`"code":"rate_limited","retryable":true,"trace_id":"trace-1"`, "RATE_LIMITED"), "Retry-After", "30")
		if diff := cmp.Diff(want, post(t, address, bareMessage("ping"))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestTOMOElsewhere leaves other servers of the same configuration, and other addresses of the server, as they are.
func TestTOMOElsewhere(t *testing.T) {
	address := tomoServer(t, fixture(t).DSN, "servers:\n", "servers:\n  - {handle: content, site: main, bundles: [{name: marketplace}]}\n", "servers: [tomo]", `servers: ["*"]`)
	content := strings.TrimSuffix(address, "tomo") + "content"
	for _, url := range []string{content, address + "/dispatch", strings.TrimSuffix(address, "/mcp/tomo") + "/nowhere"} {
		if got := post(t, url, bareMessage("ping"), "Authorization", ""); !strings.HasPrefix(got.Body, `{"error":{"code":`) {
			t.Errorf("%s: %+v", url, got)
		}
	}
	if got := post(t, content, callMessage("get_product", "{}")).Body; strings.Contains(got, "tomo_") {
		t.Error(got)
	}
	for _, revision := range []string{"2024-11-05", "2025-11-25"} {
		got := post(t, content, bareMessage("tools/list"), "MCP-Protocol-Version", revision).Body
		if strings.Count(got, `"_meta":{"tomo":{"intent":"marketplace.buy_product",`) != 2 || !strings.Contains(got, `"evo.content.get"`) {
			t.Errorf("%s: a server without the profile does not show the _meta of its tools: %s", revision, got)
		}
	}
}
