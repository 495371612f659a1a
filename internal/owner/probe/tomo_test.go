package probe

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/snapshot"
)

// stopped is a clock that moves only when a test moves it.
type stopped struct {
	mu sync.Mutex
	at time.Time
}

func (s *stopped) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *stopped) move(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = s.at.Add(d)
}

const (
	partnerToken = "partner-token-0123456789"
	stayMeta     = `"intent":"travel.book_hotel","intent_version":"v1.0.0","tool_role":"search",` +
		`"result_widget":"travel_listing_results",` +
		`"ttbs_signals":{"time":0.6,"taste":0.8,"budget":0,"safety":1},"service_area":["Bangalore","560001"],` +
		`"pricing_band":"good","completion_callback":"https://www.automobnxt.com/api/v1/cpc/mcp_provider/p-1"`
	searchTool = `{"name":"search_availability","description":"Search hotels, e.g. in ` +
		`Bangalore","inputSchema":{"type":"object","required":["city"],` +
		`"properties":{"city":{"type":"string"}}},"_meta":{"tomo":{` + stayMeta + `}}}`
	bookArguments = `"inputSchema":{"type":"object","required":["room","idempotency_key"],` +
		`"properties":{"room":{"type":"string"},"idempotency_key":{"type":"string"}}}`
)

// stayTools are the tools of an intent of the listing shape.
var stayTools = "[" + strings.Join([]string{
	searchTool, stayTool("get_listing", "get_detail"), stayTool("create_booking", "create"),
	stayTool("cancel_booking", "cancel"), stayTool("modify_booking", "modify"),
}, ",") + "]"

// stayTool is a tool like searchTool.
func stayTool(name, role string) string {
	tool := strings.NewReplacer("search_availability", name, `"search"`, `"`+role+`"`).Replace(searchTool)
	if role == "create" {
		tool = strings.Replace(tool,
			`"inputSchema":{"type":"object","required":["city"],"properties":{"city":{"type":"string"}}}`, bookArguments, 1)
	}
	return tool
}

// refuse answers with an error in the form of TOMO.
func (c call) refuse(status, code int, tomo, more string) {
	id := c.ID
	if id == nil {
		id = json.RawMessage("null")
	}
	c.json(status,
		fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"refused","data":{"tomo_error_code":%q%s}}}`, id,
			code, tomo, more))
}

// say answers a call of a tool with a payload.
func (c call) say(payload string) {
	text, _ := json.Marshal(payload) // a string always marshals
	c.result(`{"content":[{"type":"text","text":` + string(text) + `}]}`)
}

// argument returns a string argument of a call, or "".
func (c call) argument(name string) string {
	var all map[string]any
	_ = json.Unmarshal(c.Params.Arguments, &all) // wrong arguments have none
	text, _ := all[name].(string)
	return text
}

// partner answers like a server that meets every requirement.
func partner(c call) {
	switch {
	case c.request.Header.Get("Authorization") != "Bearer "+partnerToken &&
		c.request.Header.Get("X-Partner-Auth") != partnerToken:
		c.refuse(http.StatusUnauthorized, -32000, "INVALID_AUTH", "")
	case c.request.Method == http.MethodDelete:
		c.WriteHeader(http.StatusNoContent)
	case c.request.Method != http.MethodPost:
		c.WriteHeader(http.StatusMethodNotAllowed)
	case c.Method == "":
		c.refuse(http.StatusBadRequest, -32600, "INVALID_REQUEST", "")
	case c.Method == "initialize":
		c.Header().Set("Mcp-Session-Id", "s1")
		c.result(`{"protocolVersion":"` + c.Params.ProtocolVersion +
			`","capabilities":{"tools":{}},"serverInfo":{"name":"stays","version":"1.0.0"}}`)
	case c.request.Header.Get("Mcp-Session-Id") != "s1":
		c.WriteHeader(http.StatusBadRequest)
	case c.Method == "notifications/initialized":
		c.WriteHeader(http.StatusAccepted)
	case c.Method == "tools/list":
		c.result(`{"tools":` + stayTools + `}`)
	case c.Method != "tools/call":
		c.refuse(http.StatusOK, -32601, "METHOD_NOT_FOUND", "")
	case !strings.Contains(stayTools, fmt.Sprintf(`"name":%q`, c.Params.Name)):
		c.refuse(http.StatusOK, -32602, "INVALID_REQUEST", "")
	case c.Params.Name == "create_booking" && c.argument("room") == "probe":
		c.say(`{"booking_ref":"b1"}`)
	case c.Params.Name == "create_booking":
		c.refuse(http.StatusOK, -32602, "IDEMPOTENCY_CONFLICT", "")
	case c.argument("city") == "":
		c.refuse(http.StatusOK, -32602, "INVALID_REQUEST", `,"tomo_field":"city"`)
	default:
		c.say(`{"listings":[],"expires_at":"2026-05-01T13:00:00Z"}`)
	}
}

// runTOMO checks a server over TLS and returns the report. The clock stands at
// 2026-05-01T12:00:00Z; each answer takes 10 ms.
func runTOMO(
	t *testing.T, answer func(call, *stopped), change func(*Options, *httptest.Server),
) (string, time.Duration) {
	t.Helper()
	began := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	s := &stopped{at: began}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := call{request: r, ResponseWriter: w}
		_ = json.NewDecoder(r.Body).Decode(&c) // a malformed message leaves the method empty
		s.move(10 * time.Millisecond)
		answer(c, s)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	o := Options{Token: partnerToken, Version: "1.2.3", Repeat: 3, Timeout: 10 * time.Second}
	if change != nil {
		change(&o, server)
	}
	if server.TLS == nil {
		server.Start()
	} else {
		server.StartTLS()
		o.roots = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	}
	t.Cleanup(server.Close)
	o.URL = server.URL + "/mcp"
	o.clock = &clock{s.now, func(_ context.Context, d time.Duration) { s.move(d) }}
	list, err := RunTOMO(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := list.Write(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), partnerToken) {
		t.Errorf("it shows the token:\n%s", b.String())
	}
	return strings.ReplaceAll(b.String(), o.URL, "URL"), s.now().Sub(began)
}

// passing is the report on a server that meets every requirement.
const passing = `URL
stays 1.0.0, profile tomo

CHECK                           VERDICT      SEEN
HTTPS                           passed
TLS 1.2 or later                passed       TLS 1.3
no Origin needed                passed
initialize                      passed
protocolVersion                 passed       2024-11-05
notifications/initialized       passed
capabilities.tools              passed
serverInfo.name                 passed       stays
tools/list                      passed       5 tools
tool names                      passed
descriptions                    passed
input schemas                   passed
idempotency_key                 passed
_meta.tomo                      passed
_meta.tomo.intent               passed
_meta.tomo.intent_version       passed
_meta.tomo.tool_role            passed
_meta.tomo.result_widget        passed
_meta.tomo.ttbs_signals         passed
_meta.tomo.service_area         passed
_meta.tomo.pricing_band         passed
_meta.tomo.completion_callback  passed
tool sets                       passed       travel.book_hotel has the listing shape
call search_availability        passed
latency search_availability     passed       p50 10.0 ms, p95 10.0 ms, p99 10.0 ms of 3 calls
call get_listing                passed
latency get_listing             passed       p50 10.0 ms, p95 10.0 ms, p99 10.0 ms of 3 calls
call create_booking             not checked  not called: it may change something (--all calls it)
latency create_booking          not checked  no call returned a result
idempotency create_booking      not checked  not tried: --all calls the tool twice with one key
call cancel_booking             not checked  not called: it may change something (--all calls it)
latency cancel_booking          not checked  no call returned a result
call modify_booking             not checked  not called: it may change something (--all calls it)
latency modify_booking          not checked  no call returned a result
invalid request                 passed
unknown method                  passed
unknown tool                    passed
bad params                      passed
tomo_field                      passed
no token                        passed
wrong token                     passed
X-Partner-Auth                  passed
wrong X-Partner-Auth            passed
forbidden fields                passed
expires_at                      passed
error codes                     passed
RATE_LIMITED                    not checked  the server did not limit this program
JSON or events                  passed       application/json
INTERNAL_ERROR                  not checked  this program does not make servers fail
PARTNER_MAINTENANCE             not checked  this program does not make servers fail
mutual TLS                      not checked  optional, and this program has no certificate of TOMO
intent catalog                  not checked  not public: compare the intents and widgets with it
intent specifications           not checked  not public: compare arguments, results and error codes with §3, §4 and §10
cached results                  not checked  a client cannot see how old a result is; search tools may keep it for 60 s
webhook signing                 not checked  the server calls TOMO, which this program cannot see

40 passed, 0 failed, 15 not checked
`

// TestTOMO compares the whole report on a good server, and the duration of the run by the clock: calls of tools are as
// far apart as TOMO's.
func TestTOMO(t *testing.T) {
	got, took := runTOMO(t, func(c call, _ *stopped) { partner(c) }, nil)
	if diff := cmp.Diff(passing, got); diff != "" {
		t.Error(diff)
	}
	if want := 7 * time.Second; took.Truncate(time.Second) != want {
		t.Errorf("it took %s, want %s", took, want)
	}
}

// deviations returns the lines of a report that the report on a good server does not have.
func deviations(report string) string {
	var b strings.Builder
	for line := range strings.Lines(report) {
		if !strings.Contains(passing, line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestTOMOFindings breaks each requirement.
func TestTOMOFindings(t *testing.T) {
	type server = func(call, *stopped)
	at := func(condition func(call) bool, answer func(call)) server {
		return func(c call, _ *stopped) {
			if condition(c) {
				answer(c)
			} else {
				partner(c)
			}
		}
	}
	method := func(name string) func(call) bool { return func(c call) bool { return c.Method == name } }
	known := func(c call) bool { return c.request.Header.Get("Authorization") == "Bearer "+partnerToken }
	calling := func(name string) func(call) bool {
		return func(c call) bool { return c.Method == "tools/call" && c.Params.Name == name && known(c) }
	}
	initialize := func(result string) server { return at(method("initialize"), func(c call) { c.result(result) }) }
	listing := func(old, changed string) server {
		if !strings.Contains(searchTool, old) {
			t.Errorf("the tool has no %s", old)
		}
		return at(method("tools/list"), func(c call) {
			c.result(`{"tools":` + strings.Replace(stayTools, searchTool, strings.Replace(searchTool, old, changed, 1), 1) + `}`)
		})
	}
	nth := func(n int32, condition func(call) bool, answer func(call)) server {
		var seen atomic.Int32
		return at(func(c call) bool { return condition(c) && seen.Add(1) == n }, answer)
	}
	everything := func(o *Options, _ *httptest.Server) { o.All = true }
	returning := func(payload string) server {
		return at(calling("search_availability"), func(c call) { c.say(payload) })
	}
	var all strings.Builder
	for _, test := range []struct {
		name   string
		answer server
		change func(*Options, *httptest.Server)
	}{
		{
			"old TLS", at(func(call) bool { return false }, nil),
			func(_ *Options, s *httptest.Server) { s.TLS.MinVersion = tls.VersionTLS10 },
		},
		{"Origin needed", at(func(c call) bool { return c.request.Header.Get("Origin") == "" }, func(c call) {
			c.write(http.StatusForbidden, "text/plain", "CORS")
		}), nil},
		{
			"initialize refused",
			at(method("initialize"), func(c call) { c.refuse(http.StatusOK, -32603, "INTERNAL_ERROR", "") }), nil,
		},
		{"no server", initialize(`{"protocolVersion":"2024-11-05","capabilities":{"tools":{}}}`), nil},
		{
			"unknown revision",
			initialize(`{"protocolVersion":"1.0","capabilities":{"tools":{}},"serverInfo":{"name":"stays"}}`), nil,
		},
		{
			"no tools",
			initialize(
				`{"protocolVersion":"2025-06-18","capabilities":{"prompts":{}},"serverInfo":{"name":"stays","version":"1.0.0"}}`),
			nil,
		},
		{
			"placeholder",
			initialize(
				`{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"your-company-mcp",` +
					`"version":"1.0.0"}}`), nil,
		},
		{
			"no tools/list", at(method("tools/list"), func(c call) { c.refuse(http.StatusOK, -32601, "METHOD_NOT_FOUND", "") }),
			nil,
		},
		{"answers notifications", at(method("notifications/initialized"), func(c call) { c.json(http.StatusOK, "{}") }), nil},
		{"name", listing(`"search_availability"`, `"stays.search"`), nil},
		{"long description", listing("Search hotels, e.g. in Bangalore", strings.Repeat("é", 141)), nil},
		{"two sentences", listing("Search hotels, e.g. in Bangalore", "Search hotels. Returns a list"), nil},
		{"no description", listing(`"description":"Search hotels, e.g. in Bangalore",`, ""), nil},
		{"draft 4", listing(`"inputSchema":{`, `"inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#",`), nil},
		{"required unknown", listing(`"required":["city"]`, `"required":["city","dates"]`), nil},
		{
			"required in a property",
			listing(`"required":["city"],"properties":{"city":{"type":"string"}`,
				`"properties":{"city":{"type":"string","required":true}`), nil,
		},
		{"no _meta", listing(`"_meta":{"tomo":{`+stayMeta+`}}`, `"_meta":[]`), nil},
		{"more _meta", listing(`"intent":`, `"rank":1,"intent":`), nil},
		{"intent", listing(`"travel.book_hotel"`, `"Hotels"`), nil},
		{"version", listing(`"v1.0.0"`, `"1.0"`), nil},
		{"two versions", listing(`"v1.0.0"`, `"v1.1.0"`), nil},
		{"role", listing(`"search","result_widget"`, `"find","result_widget"`), nil},
		{"widget", listing(`"travel_listing_results"`, `""`), nil},
		{"signals", listing(`"safety":1`, `"safety":1.1`), nil},
		{"missing signal", listing(`,"safety":1`, ``), nil},
		{"area", listing(`["Bangalore","560001"]`, `[]`), nil},
		{"band", listing(`"pricing_band":"good",`, ``), nil},
		{"callback", listing(`mcp_provider/p-1`, `mcp_provider/<your_partner_id>`), nil},
		{"partial tool set", at(method("tools/list"), func(c call) { c.result(`{"tools":[` + searchTool + `]}`) }), nil},
		{
			"other tools",
			at(method("tools/list"), func(c call) { c.result(`{"tools":[` + stayTool("search_cars", "search") + `]}`) }), nil,
		},
		{"no idempotency key", at(method("tools/list"), func(c call) {
			c.result(`{"tools":` + strings.Replace(stayTools, `,"idempotency_key":{"type":"string"}`, "", 1) + `}`)
		}), nil},
		{
			"strict about arguments",
			at(func(c call) bool { return calling("search_availability")(c) && c.argument("request_id") != "" },
				func(c call) { c.refuse(http.StatusOK, -32602, "INVALID_REQUEST", "") }), nil,
		},
		{
			"listed and unknown",
			at(calling("get_listing"), func(c call) { c.refuse(http.StatusOK, -32601, "METHOD_NOT_FOUND", "") }), nil,
		},
		{"fails", at(calling("get_listing"), func(c call) { c.refuse(http.StatusOK, -32603, "INTERNAL_ERROR", "") }), nil},
		{
			"error as a result",
			at(calling("get_listing"), func(c call) {
				c.result(`{"isError":true,"content":[{"type":"text","text":"no such listing"}]}`)
			}), nil,
		},
		{"no text", at(calling("get_listing"), func(c call) { c.result(`{"content":[],"structuredContent":{}}`) }), nil},
		{"no JSON", returning("3 hotels"), nil},
		{"list as payload", returning("[]"), nil},
		{"other fields", at(method("tools/list"), func(c call) {
			c.result(`{"tools":` + strings.Replace(stayTools, `"_meta"`,
				`"outputSchema":{"type":"object","required":["result_token"]},"_meta"`, 1) + `}`)
		}), nil},
		{"HTML", at(calling("get_listing"), func(c call) { c.write(http.StatusOK, "text/html", "<p>") }), nil},
		{"events", at(calling("get_listing"), func(c call) {
			recorded := httptest.NewRecorder()
			partner(call{recorded, c.request, c.ID, c.Method, c.Params})
			c.write(http.StatusOK, eventStream, "data: "+recorded.Body.String()+"\n\n")
		}), nil},
		{"slow", func(c call, s *stopped) {
			if calling("get_listing")(c) {
				s.move(900 * time.Millisecond)
			}
			partner(c)
		}, nil},
		{
			"forbidden fields",
			returning(`{"listings":[{"sponsoredRank":1,"nested":{"Ad-Bid":2}}],"expires_at":"2026-05-01T13:00:00Z"}`), nil,
		},
		{
			"forbidden in a schema", listing(`"city":{"type":"string"}`, `"city":{"type":"string"},"paid_placement_score":{}`),
			nil,
		},
		{"expired", returning(`{"expires_at":"2026-05-01T12:00:00Z"}`), nil},
		{"no time", returning(`{"expires_at":3600}`), nil},
		{"no code", at(method(unknownMethod), func(c call) { c.fail(-32601, "no such method") }), nil},
		{"other code", at(method(unknownMethod), func(c call) { c.refuse(http.StatusOK, -32602, "NOT_HERE", "") }), nil},
		{"free text", at(method(unknownMethod), func(c call) { c.refuse(http.StatusOK, -32601, "No such method", "") }), nil},
		{
			"wrong pair", at(method(unknownMethod), func(c call) { c.refuse(http.StatusOK, -32601, "INVALID_REQUEST", "") }),
			nil,
		},
		{
			"guesses",
			at(func(c call) bool { return c.Method == "" && known(c) && c.request.Method == http.MethodPost },
				func(c call) { c.json(http.StatusOK, `{"jsonrpc":"2.0","id":0,"result":{}}`) }), nil,
		},
		{"any tool", at(calling(unknownTool), func(c call) { c.say("{}") }), nil},
		{"any params", at(func(c call) bool { return c.Params.Name == 5. }, func(c call) { c.say("{}") }), nil},
		{
			"other field",
			at(func(c call) bool { return calling("search_availability")(c) && c.argument("city") == "" },
				func(c call) { c.refuse(http.StatusOK, -32602, "INVALID_REQUEST", `,"tomo_field":"cityname"`) }), nil,
		},
		{
			"no field",
			at(func(c call) bool { return calling("search_availability")(c) && c.argument("city") == "" },
				func(c call) { c.refuse(http.StatusOK, -32602, "INVALID_REQUEST", "") }), nil,
		},
		{"open", func(c call, _ *stopped) { c.request.Header.Set("Authorization", "Bearer "+partnerToken); partner(c) }, nil},
		{
			"open, no token used", func(c call, _ *stopped) {
				c.request.Header.Set("Authorization", "Bearer "+partnerToken)
				partner(c)
			}, func(o *Options, _ *httptest.Server) { o.Token = "" },
		},
		{
			"401 as text",
			at(func(c call) bool { return c.request.Header.Get("Authorization") == "" },
				func(c call) { c.write(http.StatusUnauthorized, "text/plain", "no") }), nil,
		},
		{
			"403",
			at(func(c call) bool { return c.request.Header.Get("Authorization") == "" },
				func(c call) { c.refuse(http.StatusForbidden, -32000, "INVALID_AUTH", "") }), nil,
		},
		{
			"other auth code",
			at(func(c call) bool { return c.request.Header.Get("Authorization") == "" },
				func(c call) { c.refuse(http.StatusUnauthorized, -32001, "INVALID_AUTH", "") }), nil,
		},
		{
			"any X-Partner-Auth",
			at(func(c call) bool { return c.request.Header.Get("X-Partner-Auth") != "" },
				func(c call) { c.request.Header.Set("X-Partner-Auth", partnerToken); partner(c) }), nil,
		},
		{"no X-Partner-Auth", func(c call, _ *stopped) { c.request.Header.Del("X-Partner-Auth"); partner(c) }, nil},
		{"wrong token", func(c call, _ *stopped) { c.request.Header.Set("Authorization", "Bearer other"); partner(c) }, nil},
		{"plain HTTP", func(c call, _ *stopped) { partner(c) }, func(_ *Options, s *httptest.Server) { s.TLS = nil }},
		{"rate limit", nth(1, calling("search_availability"), func(c call) {
			c.Header().Set("Retry-After", "2")
			c.refuse(http.StatusTooManyRequests, -32001, "RATE_LIMITED", "")
		}), nil},
		{
			"rate limit without a time",
			nth(1, calling("search_availability"),
				func(c call) { c.refuse(http.StatusTooManyRequests, -32001, "RATE_LIMITED", "") }), nil,
		},
		{"rate limit as text", nth(1, calling("search_availability"), func(c call) {
			c.Header().Set("Retry-After", "2")
			c.write(http.StatusTooManyRequests, "text/plain", "slower")
		}), nil},
		{"rate limit with another code", nth(1, calling("search_availability"), func(c call) {
			c.Header().Set("Retry-After", "2")
			c.refuse(http.StatusTooManyRequests, -32000, "RATE_LIMITED", "")
		}), nil},
		{"silent", at(method("tools/call"), func(call) { panic(http.ErrAbortHandler) }), nil},
		{"all", func(c call, _ *stopped) { partner(c) }, everything},
		{"books twice", func(c call, s *stopped) {
			if calling("create_booking")(c) && c.argument("room") == "probe" {
				c.say(`{"booking_ref":"` + s.now().String() + `"}`)
			} else {
				partner(c)
			}
		}, everything},
		{"no reference", at(calling("create_booking"), func(c call) { c.say(`{"id":5}`) }), everything},
		{
			"no retry",
			nth(2, calling("create_booking"), func(c call) { c.refuse(http.StatusOK, -32602, "IDEMPOTENCY_CONFLICT", "") }),
			everything,
		},
		{"no conflict", at(calling("create_booking"), func(c call) { c.say(`{"booking_ref":"b1"}`) }), everything},
		{"conflict by another name",
			at(func(c call) bool { return calling("create_booking")(c) && c.argument("room") != "probe" }, func(c call) {
				c.refuse(http.StatusOK, -32602, "CONFLICT", "")
			}), everything},
		{
			"token in an error", at(calling("get_listing"), func(c call) { c.fail(-32603, "no listing for "+partnerToken) }),
			nil,
		},
	} {
		got, _ := runTOMO(t, test.answer, test.change)
		fmt.Fprintf(&all, "== %s\n%s", test.name, deviations(got))
	}
	snapshot.Expect(t, "tomo.txt", all.String())
}

// TestPlainHTTP checks the address of another computer without TLS, which the specification does not allow.
func TestPlainHTTP(t *testing.T) {
	for url, want := range map[string]Check{
		"http://www.example.com/mcp": {
			Verdict: Failed,
			Findings: []Finding{
				{"The address is plain HTTP.", "TOMO registers only https addresses. Anyone on the way can read the token."},
			},
		},
		"https://www.example.com/mcp": {Verdict: Passed},
	} {
		got := Check{Verdict: Passed}
		got.conclude((&tomoRun{client: &client{url: url}}).encrypted(&got))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Check{})); diff != "" {
			t.Errorf("%s:\n%s", url, diff)
		}
	}
}

// TestTOMOCallsOnlyWhatReads expects calls only of tools that read, by name, role and annotation.
func TestTOMOCallsOnlyWhatReads(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		name, role string
		hint       *bool
		want       bool
	}{
		{"search_providers", "search", nil, true},
		{"get_available_slots", "utility", nil, true},
		{"track_ride", "track", nil, true},
		{"find_hotels", "search", nil, true},
		{"share_trip_status", "utility", nil, false},
		{"compute_cart_total", "utility", nil, false},
		{"compute_cart_total", "utility", &yes, true},
		{"search_providers", "search", &no, false},
		{"search_and_book", "create", &yes, false},
		{"book_ride", "search", &yes, false},
		{"place_order", "", &yes, false},
		{"rate_ride", "rate", &yes, false},
		{"update_ride_drop", "get_detail", nil, false},
	} {
		tool := tomoTool{meta: map[string]any{"tool_role": test.role}}
		tool.Name, tool.Annotations.ReadOnly = test.name, test.hint
		if got := tool.reads(); got != test.want {
			t.Errorf("%s, %s, %v: %t", test.name, test.role, test.hint, got)
		}
	}
}
