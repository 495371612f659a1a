package mcp_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// tomoCall is a call as TOMO sends it, with more arguments.
func tomoCall(tool, session, arguments string) string {
	return `{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"` + tool +
		`","arguments":{"intent":"marketplace.buy_product","intent_version":"v1.0.0",` +
		`"request_id":"req_8f3k2m_2026-05-09T14:32:00Z","user_session_id":"` + session +
		`","preferences":{"color":["red"]},"context":{"locale":"en-IN"},` + arguments +
		`},"_meta":{"progressToken":"unique_call_token"}}}`
}

// lampReply is the answer to a call of get_product for the lamp.
const lampReply = `{"jsonrpc":"2.0","id":42,"result":{"content":[{"type":"text",` +
	`"text":"{\"id\":12,\"name\":\"Lamp\",\"price\":\"19.99\",\"text\":\"\",\"page\":\"/index.php?id=12\"}"}]}}`

// TestTOMOEnvelope sends what TOMO says about a call beside the arguments of its tool, right and wrong.
func TestTOMOEnvelope(t *testing.T) {
	lines := &Log{}
	address := Listen(t, Start(t, tomoExample(t, Fixture(t).DSN), server.Options{Requests: lines})) + "/mcp/tomo"
	Equal(t, Answered(lampReply), Post(t, address, tomoCall("get_product", "anon_session_xyz", `"product_id":12`)))
	const line = `{"timestamp":"TIME","msg":"audit","trace_id":"trace-1","request_id":"42","server_handle":"tomo",` +
		`"method":"tools/call","tool":"get_product","status":200,"code":"ok",` +
		`"subject":"token:tomo","view":"public","duration_ms":0,"rows":1,"bytes":167,"replayed":false,` +
		`"client":"127.0.0.1","client_request_id":"req_8f3k2m_2026-05-09T14:32:00Z"}` + "\n"
	Equal(t, line, lines.TakeN(t, 1)[0])
	refused := func(field, message string) Reply {
		return Answered(strings.Replace(tomoRefusal("1", -32602, message,
			`"code":"invalid_params","field":"`+field+`","retryable":false,"trace_id":"trace-1","tool":"get_product"`,
			"INVALID_REQUEST"),
			`}}}`, `,"tomo_field":"`+field+`"}}}`, 1))
	}
	for _, test := range []struct {
		arguments string
		want      Reply
	}{
		{`"request_id":null,"context":null`, Answered(strings.Replace(lampReply, `"id":42`, `"id":1`, 1))},
		{`"request_id":7`, refused("request_id", "request_id must be a string")},
		{`"context":"here"`, refused("context", "context must be an object")},
		{`"preferences":[]`, refused("preferences", "preferences must be an object")},
		{
			`"user_session_id":"` + strings.Repeat("é", 256) + `"`, Answered(strings.Replace(lampReply, `"id":42`, `"id":1`, 1)),
		},
		{
			`"user_session_id":"` + strings.Repeat("é", 257) + `"`,
			refused("user_session_id", "user_session_id must have at most 256 characters"),
		},
		{`"idempotency_key":"a b"`, refused("idempotency_key", "idempotency_key "+BadKeyMessage)},
		{`"Intent":"a"`, refused("Intent", "Intent: "+unknownArgumentMessage+"product_id")},
	} {
		Equal(t, test.want, Post(t, address, ToolCall("get_product", `{"product_id":12,`+test.arguments+`}`)), test.arguments)
	}
}

// TestTOMOPage sends the call that docs/tomo.md shows, and gets the answer that it shows.
func TestTOMOPage(t *testing.T) {
	page, err := os.ReadFile("../docs/tomo.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, block := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		text := jsontext.Value(block[1])
		if err := text.Compact(); err != nil {
			t.Fatal(err)
		}
		shown = append(shown, string(text))
	}
	if len(shown) != 2 {
		t.Fatalf("%d examples", len(shown))
	}
	Equal(t, Answered(shown[1]), Post(t, tomoServer(t, Fixture(t).DSN), shown[0]))
}

// TestTOMODeclaredEnvelope gives a tool the arguments of the envelope that it declares itself.
func TestTOMODeclaredEnvelope(t *testing.T) {
	address := tomoServer(t, Fixture(t).DSN, "properties: {product_id:",
		"properties: {intent_version: {type: string, maxLength: 6}, product_id:",
		"name: {$path: /item/pagetitle}", "name: {$argument: intent_version}")
	if got := Post(t, address, tomoCall("get_product", "s", `"product_id":12`)).Body; !strings.Contains(got,
		`\"name\":\"v1.0.0\"`) {
		t.Error(got)
	}
	if got := Post(t, address,
		ToolCall("get_product", `{"product_id":12,"intent_version":"v10.0.0"}`)).Body; !strings.Contains(got,
		`"tomo_field":"intent_version"`) {
		t.Error(got)
	}
}

// TestTOMOKeys runs a call with a key once, whether the key is among the arguments, in _meta or in a header, and
// refuses another call with the key. A new try can have another request_id.
func TestTOMOKeys(t *testing.T) {
	d := Fixture(t)
	address := tomoServer(t, d.DSN, "servers:\n", "rate_limit: {enabled: false}\nservers:\n")
	replayed := Answered(lampReply)
	replayed.Header["Idempotency-Replayed"] = "true"
	first := tomoCall("get_product", "s", `"product_id":12,"idempotency_key":"k1"`)
	again := strings.Replace(first, "req_8f3k2m", "req_9", 1)
	meta := strings.Replace(tomoCall("get_product", "s", `"product_id":12`), `"_meta":{`,
		`"_meta":{"idempotency_key":"k2",`, 1)
	plain := tomoCall("get_product", "s", `"product_id":12`)
	for name, calls := range map[string][2]func() Reply{
		"argument": {func() Reply { return Post(t, address, first) }, func() Reply { return Post(t, address, again) }},
		"_meta":    {func() Reply { return Post(t, address, meta) }, func() Reply { return Post(t, address, meta) }},
		"header": {
			func() Reply { return Post(t, address, plain, "Idempotency-Key", "k3") },
			func() Reply { return Post(t, address, plain, "Idempotency-Key", "k3") },
		},
	} {
		Equal(t, [2]Reply{Answered(lampReply), replayed}, [2]Reply{calls[0](), calls[1]()}, name)
	}
	conflict := refusedWith(http.StatusConflict, tomoRefusal("42", -32600, KeyConflictMessage,
		`"code":"idempotency_conflict","retryable":false,"trace_id":"trace-1","tool":"get_product"`, "IDEMPOTENCY_CONFLICT"))
	for _, change := range [][2]string{{`"product_id":12`, `"product_id":11`}, {`"red"`, `"blue"`},
		{`"user_session_id":"s"`, `"user_session_id":"t"`}} {
		Equal(t, conflict, Post(t, address, strings.Replace(first, change[0], change[1], 1)),
			fmt.Sprintf("%s instead of %s", change[1], change[0]))
	}
}

// TestTOMOSessions gives each session of a caller its own limit for searches and another for details, below the limit
// of the caller. The limits are of a second, so calls are sent until one is refused.
func TestTOMOSessions(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		address := tomoServer(t, Fixture(t).DSN,
			append([]string{"servers:\n", "rate_limit: {per_minute: 10000, per_address: 10000}\nservers:\n"}, change...)...)
		refusal := func(tool, message string) Reply {
			return refusedWith(http.StatusTooManyRequests, tomoRefusal("42", -32001, message+rateEndMessage,
				`"code":"rate_limited","retryable":true,"trace_id":"trace-1","tool":"`+tool+`"`, "RATE_LIMITED"),
				"Retry-After", "1")
		}
		for _, test := range []struct{ tool, arguments, message string }{
			{"search_products", `"words":"lamp"`, "this is more than 1 call(s) of a session in a second"},
			{"get_product", `"product_id":12`, "this is more than 5 call(s) of a session in a second"},
		} {
			var got Reply
			for range 200 {
				if got = Post(t, address, tomoCall(test.tool, "one", test.arguments)); got.Status != http.StatusOK {
					break
				}
			}
			Equal(t, refusal(test.tool, test.message), got, test.tool)
			for _, free := range []string{tomoCall(test.tool, "two", test.arguments),
				ToolCall(test.tool, "{"+test.arguments+"}"), ToolCall(test.tool, "{"+test.arguments+"}")} {
				if got := Post(t, address, free); got.Status != http.StatusOK {
					t.Errorf("another session, or none: %+v", got)
				}
			}
		}
	})
}
