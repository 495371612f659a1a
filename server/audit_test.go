package server_test

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// audited is what an audit line says beside its time and duration. Its zero values are those of a ping over HTTP.
type audited struct {
	trace, id, server, method, tool string
	status                          int
	code, subject, view             string
	rows, bytes                     int
	replayed                        bool
	client                          string
}

func (a audited) String() string {
	return fmt.Sprintf(
		`{"timestamp":"TIME","msg":"audit","trace_id":%q,"request_id":%q,"server_handle":%q,"method":%q,"tool":%q,`+
			`"status":%d,"code":%q,"subject":%q,"view":%q,"duration_ms":0,"rows":%d,"bytes":%d,"replayed":%t,"client":%q}`+"\n",
		a.trace, a.id, a.server, a.method, a.tool, a.status, a.code, a.subject, a.view, a.rows, a.bytes, a.replayed, a.client)
}

// sent is a request to the routes; empty members are those of a ping.
type sent struct {
	method, path, body string
	header             []string // names and values; an empty value takes a header away
}

// Answer runs a request through the routes.
func (r sent) answer(t testing.TB, web http.Handler) *httptest.ResponseRecorder {
	t.Helper()
	method, path, body := r.method, r.path, r.body
	if method == "" {
		method = http.MethodPost
	}
	if path == "" {
		path = "/mcp/content"
	}
	if body == "" {
		body = Ping
	}
	request := httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, strings.NewReader(body))
	for i, pairs := 0, append([]string{
		"Content-Type", "application/json", "Authorization", "Bearer full", "X-Trace-Id", "trace-1",
	}, r.header...); i < len(pairs); i += 2 {
		if pairs[i] == "Host" {
			request.Host = pairs[i+1]
			continue
		}
		request.Header.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			request.Header.Del(pairs[i])
		}
	}
	w := httptest.NewRecorder()
	web.ServeHTTP(w, request)
	return w
}

const (
	searchAll = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search",` +
		`"arguments":{"limit":5}}}`
	// searchWords reads the texts of the site, but of no document that it finds.
	searchWords = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search",` +
		`"arguments":{"query":"parasol","limit":0,"include_total":true}}}`
	notified = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// pinged is the line of a ping.
var pinged = audited{
	trace: "trace-1", id: "1", server: "content", method: "ping", status: http.StatusOK, code: "ok",
	subject: "token:full", view: "public", client: "192.0.2.1",
}

// of returns the line with another method and tool.
func (a audited) of(method, tool string) audited {
	a.method, a.tool = method, tool
	return a
}

// to returns the line of another server.
func (a audited) to(server string) audited {
	a.server = server
	return a
}

// as returns the line with another id.
func (a audited) as(id string) audited {
	a.id = id
	return a
}

// by returns the line of another caller.
func (a audited) by(subject, view string) audited {
	a.subject, a.view = subject, view
	return a
}

// got returns the line with rows in the answer.
func (a audited) got(rows int) audited {
	a.rows = rows
	return a
}

// failed returns the line with a status and a code.
func (a audited) failed(status int, code string) audited {
	a.status, a.code = status, code
	return a
}

// acceptedRecord is the line of a message that wants no answer.
func acceptedRecord(method string) audited {
	return pinged.as("").of(method, "").failed(http.StatusAccepted, "ok")
}

// unread is the line of a request that ended before its message was read.
func unread(status int, code string) audited { return pinged.as("").of("", "").failed(status, code) }

// unheard is the line of a request that ended before its caller was known.
func unheard(status int, code string) audited { return unread(status, code).by("", "") }

// TestAuditOverHTTP compares the whole line of every way in which a request can end.
func TestAuditOverHTTP(t *testing.T) {
	s, audit := NewAudited(t, Fixture(t).DSN, "- {handle: small, site: main,",
		"- {handle: small, site: main, rate_limit: {enabled: true, per_minute: 3}, security: {deny_tools: "+
			"[evo.content.children]},")
	web := s.Handler()
	const get, search, called, initialized = "evo.content.get", "evo.content.search", "tools/call",
		"notifications/initialized"
	token := func(value string) []string { return []string{"Authorization", value} }
	long := strings.Repeat("x", 200)
	cut := long[:128] + "..."
	for _, test := range []struct {
		name string
		sent sent
		want audited
	}{
		{"ping", sent{}, pinged},
		{"first server", sent{path: "/mcp"}, pinged},
		{"other prefix", sent{path: "/api/v1/mcp/content"}, pinged},
		{"other caller", sent{header: token("Bearer manager")}, pinged.by("token:manager", "manager")},
		{"initialize", sent{body: Initialize("2025-06-18")}, pinged.of("initialize", "")},
		{"tools/list", sent{body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`}, pinged.of("tools/list", "")},
		{"id is a text", sent{body: strings.Replace(Ping, `"id":1`, `"id":"a\"\n\u00e9"`, 1)}, pinged.as("a\"\né")},
		{
			"id of 20 digits", sent{body: strings.Replace(Ping, `"id":1`, `"id":12345678901234567890`, 1)},
			pinged.as("12345678901234567890"),
		},
		{"long id", sent{body: strings.Replace(Ping, `"id":1`, `"id":"`+long+`"`, 1)}, pinged.as(cut)},
		{"notification", sent{body: notified}, acceptedRecord(initialized)},
		{"answer of the client", sent{body: `{"jsonrpc":"2.0","id":7,"result":{}}`}, acceptedRecord("").as("7")},

		{"one row", sent{body: GetHome}, pinged.of(called, get).got(1)},
		{"five rows", sent{body: searchAll}, pinged.of(called, search).got(5)},
		{"no row", sent{body: ToolCall(get, `{"id":4}`)}, pinged.of(called, get)},
		{
			"rows of a model", sent{body: ToolCall("evo.model.list", `{"model":"SiteTemplate","limit":2}`)},
			pinged.of(called, "evo.model.list").got(2),
		},
		{
			"row of a model", sent{body: ToolCall("evo.model.get", `{"model":"SiteTemplate","id":1}`)},
			pinged.of(called, "evo.model.get").got(1),
		},
		{"dispatch", sent{path: "/mcp/content/dispatch", body: GetHome}, pinged.of(called, get).got(1)},
		{"call without id", sent{body: strings.Replace(GetHome, `"id":1,`, "", 1)}, acceptedRecord(called).of(called, get)},

		{"no JSON", sent{body: "{"}, unread(200, "parse_error")},
		{"batch", sent{body: "[]"}, unread(200, "invalid_request")},
		{
			"envelope", sent{body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`},
			pinged.failed(200, "invalid_request"),
		},
		{"unknown method", sent{body: Request("tasks/list")}, pinged.of("tasks/list", "").failed(200, "unknown_method")},
		{"long method", sent{body: Request(long)}, pinged.of(cut, "").failed(200, "unknown_method")},
		{"method of several lines", sent{body: Request(`a\n{}`)}, pinged.of("a\n{}", "").failed(200, "unknown_method")},
		{
			"unknown tool", sent{body: ToolCall("evo.content.put", "{}")},
			pinged.of(called, "evo.content.put").failed(200, "unknown_tool"),
		},
		{"long tool", sent{body: ToolCall(long, "{}")}, pinged.of(called, cut).failed(200, "unknown_tool")},
		{"wrong arguments", sent{body: ToolCall(get, `{"id":"1"}`)}, pinged.of(called, get).failed(200, "invalid_params")},
		{
			"unknown TV", sent{body: ToolCall(get, `{"id":1,"with_tvs":["no"]}`)},
			pinged.of(called, get).failed(200, "unknown_tv"),
		},
		{
			"unknown model", sent{body: ToolCall("evo.model.get", `{"id":1,"model":"no"}`)},
			pinged.of(called, "evo.model.get").failed(200, "unknown_model"),
		},
		{"unknown server", sent{path: "/mcp/nothing"}, pinged.to("nothing").failed(200, "unknown_server")},
		{"long server", sent{path: "/mcp/" + long}, pinged.to(cut).failed(200, "unknown_server")},
		{
			"notification to an unknown server", sent{path: "/mcp/nothing", body: notified},
			acceptedRecord(initialized).to("nothing").failed(202, "unknown_server"),
		},
		{"dispatch of no JSON", sent{path: "/mcp/content/dispatch", body: "{"}, unread(200, "parse_error")},

		{"protocol version", sent{header: []string{"MCP-Protocol-Version", "1"}}, pinged.failed(400, "bad_request")},
		{
			"idempotency key", sent{body: GetHome, header: []string{"Idempotency-Key", "a b"}},
			pinged.of(called, get).failed(400, "bad_request"),
		},
		{"no token", sent{header: token("")}, unheard(401, "unauthenticated")},
		{"unknown token", sent{header: token("Bearer nobody")}, unheard(401, "invalid_token")},
		{"expired token", sent{header: token("Bearer expired")}, unheard(401, "invalid_token").by("token:expired", "")},
		{
			"no token for an unknown server", sent{path: "/mcp/nothing", header: token("")},
			unheard(401, "unauthenticated").to("nothing"),
		},
		{
			"no scope", sent{body: GetHome, header: token("Bearer reader")},
			pinged.of(called, get).by("token:reader", "public").failed(403, "scope_denied"),
		}, {
			"no scope for a notification", sent{body: notified, header: token("Bearer caller")},
			acceptedRecord(initialized).by("token:caller", "public").failed(403, "scope_denied"),
		},
		{
			"not for the server", sent{header: token("Bearer elsewhere")},
			pinged.by("token:elsewhere", "public").failed(403, "server_denied"),
		},
		{
			"denied tool", sent{path: "/mcp/small", body: ToolCall("evo.content.children", "{}")},
			pinged.to("small").of(called, "evo.content.children").failed(403, "tool_denied"),
		},
		{
			"model for managers", sent{body: ToolCall("evo.model.get", `{"model":"User","id":1}`)},
			pinged.of(called, "evo.model.get").failed(403, "forbidden"),
		},
		{"host", sent{header: []string{"Host", "example.com"}}, unheard(403, "forbidden")},
		{"origin", sent{header: []string{"Origin", "https://example.com"}}, unheard(403, "forbidden")},
		{"nothing there", sent{path: "/mcp/content/x"}, unheard(404, "not_found").to("")},
		{"root", sent{method: http.MethodGet, path: "/"}, unheard(404, "not_found").to("")},
		{"GET", sent{method: http.MethodGet}, unheard(405, "method_not_allowed").to("")},
		{
			"large message", sent{path: "/mcp/small", body: padded(1025)},
			unheard(413, "payload_too_large").to("small").by("token:full", "public"),
		},
		{"media type", sent{header: []string{"Content-Type", "text/plain"}}, unheard(415, "unsupported_media_type")},
		{
			"large result", sent{path: "/mcp/small", body: searchAll},
			pinged.to("small").of(called, search).failed(413, "result_too_large"),
		},
		{"second of a minute", sent{path: "/mcp/small"}, pinged.to("small")},
		{"third of a minute", sent{path: "/mcp/small", body: notified}, acceptedRecord(initialized).to("small")},
		{"too many", sent{path: "/mcp/small", body: GetHome}, pinged.to("small").of(called, get).failed(429, "rate_limited")},
		{
			"too many notifications", sent{path: "/mcp/small", body: notified},
			acceptedRecord(initialized).to("small").failed(429, "rate_limited"),
		},
	} {
		w := test.sent.answer(t, web)
		test.want.bytes = w.Body.Len()
		if w.Code != test.want.status {
			t.Errorf("%s: status %d, want %d\n%s", test.name, w.Code, test.want.status, w.Body)
		}
		Equal(t, []string{test.want.String()}, audit.Take(), test.name)
	}
}

// TestAuditOfReplay is a call that is answered as an earlier one with its key.
func TestAuditOfReplay(t *testing.T) {
	s, audit := NewAudited(t, Fixture(t).DSN)
	web := s.Handler()
	called := pinged.of("tools/call", "evo.content.get")
	for _, replayed := range []bool{false, true} {
		w := sent{body: GetHome, header: []string{"Idempotency-Key", "key-1"}}.answer(t, web)
		want := called
		want.replayed, want.bytes = replayed, w.Body.Len()
		if !replayed {
			want.rows = 1
		}
		Equal(t, []string{want.String()}, audit.Take(), fmt.Sprintf("replayed %t", replayed))
	}
	w := sent{body: searchAll, header: []string{"Idempotency-Key", "key-1"}}.answer(t, web)
	want := pinged.of("tools/call", "evo.content.search").failed(409, "idempotency_conflict")
	want.bytes = w.Body.Len()
	Equal(t, []string{want.String()}, audit.Take(), "another call")
}

// TestAuditOfFailures are those of the server.
func TestAuditOfFailures(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase)
	w := sent{body: GetHome}.answer(t, s.Handler())
	want := pinged.of("tools/call", "evo.content.get").failed(200, "database_unavailable")
	want.bytes = w.Body.Len()
	Equal(t, []string{want.String()}, audit.Take())
	if w.Code != http.StatusOK {
		t.Errorf("status %d", w.Code)
	}
}

// TestAuditOfCancelledClient has a client that goes while its call is under way.
func TestAuditOfCancelledClient(t *testing.T) {
	d := Fixture(t)
	s, audit := NewAudited(t, d.DSN)
	base := Listen(t, s)
	Post(t, base+"/mcp", GetHome) // so that the schema is known
	audit.TakeN(t, 1)
	LockDocuments(t, d)
	for _, path := range []string{"/mcp/content", "/mcp/content/dispatch"} {
		CallAndLeave(t, d, base+path, "X-Trace-Id", "trace-1")
		want := pinged.of("tools/call", "evo.content.get").failed(499, "cancelled")
		want.client = "127.0.0.1"
		Equal(t, []string{want.String()}, audit.TakeN(t, 1), path)
		AwaitEnd(t, d)
	}
}

// TestAuditOverStdio compares the whole lines of a conversation.
func TestAuditOverStdio(t *testing.T) {
	s, audit := NewAudited(t, Fixture(t).DSN, "rate_limit:", "security: {deny_tools: [evo.content.children]}\nrate_limit:")
	const get, called = "evo.content.get", "tools/call"
	line := audited{
		trace: "UUID", id: "1", server: "content", method: "ping", status: http.StatusOK, code: "ok", subject: "stdio",
		view: "public",
	}
	for _, test := range []struct {
		name, message string
		want          audited
	}{
		{"ping", Ping, line},
		{"initialize", Initialize("2025-06-18"), line.of("initialize", "")},
		{"one row", GetHome, line.of(called, get).got(1)},
		{"five rows", searchAll, line.of(called, "evo.content.search").got(5)},
		{"notification", notified, line.as("").of("notifications/initialized", "")},
		{
			"cancellation", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`,
			line.as("").of("notifications/cancelled", ""),
		},
		{"no JSON", "{", line.as("").of("", "").failed(200, "parse_error")},
		{"unknown method", Request("tasks/list"), line.of("tasks/list", "").failed(200, "unknown_method")},
		{"wrong arguments", ToolCall(get, `{"id":"1"}`), line.of(called, get).failed(200, "invalid_params")},
		{
			"denied tool", ToolCall("evo.content.children", "{}"),
			line.of(called, "evo.content.children").failed(403, "tool_denied"),
		},
		{
			"model for managers", ToolCall("evo.model.get", `{"model":"User","id":1}`),
			line.of(called, "evo.model.get").failed(403, "forbidden"),
		},
	} {
		var out strings.Builder
		if err := s.ServeStdio(t.Context(), "content", strings.NewReader(test.message+"\n"), &out); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		test.want.bytes = out.Len()
		Equal(t, []string{test.want.String()}, audit.Take(), test.name)
	}

	line = line.to("small")
	for _, test := range []struct {
		name, message string
		want          audited
	}{
		{"large message", padded(1025), line.as("").of("", "").failed(413, "payload_too_large")},
		{"large result", searchAll, line.of(called, "evo.content.search").failed(413, "result_too_large")},
	} {
		var out strings.Builder
		if err := s.ServeStdio(t.Context(), "small", strings.NewReader(test.message+"\n"), &out); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		test.want.bytes = out.Len()
		Equal(t, []string{test.want.String()}, audit.Take(), test.name)
	}
}

// TestAuditOfCancelledCallOverStdio cancels a call that is under way, and one that still waits for its turn.
func TestAuditOfCancelledCallOverStdio(t *testing.T) {
	d := Fixture(t)
	s, audit := NewAudited(t, d.DSN, "max_open_conns: 4", "max_open_conns: 16")
	c := Converse(t, t.Context(), s)
	c.Say(t, GetHome)
	c.Next(t)
	audit.TakeN(t, 1)
	unlock := LockDocuments(t, d)
	for i := range server.CallsAtATime + 1 {
		c.Say(t, WithID(distinct(GetHome, i), strconv.Itoa(100+i)))
	}
	AwaitStatements(t, d, server.CallsAtATime)
	line := audited{
		trace: "UUID", server: "content", method: "notifications/cancelled", status: http.StatusOK, code: "ok",
		subject: "stdio", view: "public",
	}
	for i := range server.CallsAtATime + 1 {
		id := strconv.Itoa(100 + i)
		c.Say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`)
		want := []string{line.String(), line.as(id).of("tools/call", "evo.content.get").failed(499, "cancelled").String()}
		got := audit.TakeN(t, 2)
		slices.Sort(got)
		slices.Sort(want)
		Equal(t, want, got, fmt.Sprintf("call %s", id))
	}
	unlock()
	if err := c.In.Close(); err != nil {
		t.Error(err)
	}
	if answer := c.Next(t); answer != "" {
		t.Errorf("a cancelled call is answered: %s", answer)
	}
	if err := <-c.Ended; err != nil {
		t.Error(err)
	}
}

// TestAuditOfWaitingCall cancels a call that waits for the only slot: its line says what was called.
func TestAuditOfWaitingCall(t *testing.T) {
	d := Fixture(t)
	s, audit := NewAudited(t, d.DSN, "max_open_conns: 4", "max_open_conns: 1")
	c := Converse(t, t.Context(), s)
	c.Say(t, GetHome)
	c.Next(t)
	audit.TakeN(t, 1)
	unlock := LockDocuments(t, d)
	c.Say(t, WithID(distinct(GetHome, 0), "100"))
	AwaitStatements(t, d, 1)
	c.Say(t, WithID(distinct(GetHome, 1), "101"))
	c.Say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":101}}`)
	line := audited{
		trace: "UUID", server: "content", method: "notifications/cancelled", status: http.StatusOK, code: "ok",
		subject: "stdio", view: "public",
	}
	want := []string{
		line.String(), line.as("101").of("tools/call", "evo.content.get").failed(499, "cancelled").String(),
	}
	got := audit.TakeN(t, 2)
	slices.Sort(got)
	slices.Sort(want)
	Equal(t, want, got, "the waiting call")
	unlock()
	c.Next(t)
	if err := c.In.Close(); err != nil {
		t.Error(err)
	}
	if err := <-c.Ended; err != nil {
		t.Error(err)
	}
}

// TestAuditTellsNoSecrets sends texts that nobody else has, as tokens, arguments and whatever a client can send, and
// reads a page: none of them is in a line.
func TestAuditTellsNoSecrets(t *testing.T) {
	d := Fixture(t)
	RenameHome(t, d, "hush-title")
	s, audit := NewAudited(t, d.DSN, `{name: full, sha256: "${SHA256_full}"}`,
		`{name: full, sha256: "${SHA256_hush_token}"}`)
	web := s.Handler()
	hush := []string{"Authorization", "Bearer hush_token"}
	for _, test := range []sent{
		{body: GetHome, header: hush},
		{body: GetHome, header: append([]string{"Idempotency-Key", "hush-key"}, hush...)},
		{
			body:   GetHome,
			header: append([]string{"Cookie", "hush-cookie", "User-Agent", "hush-agent", "Referer", "http://hush"}, hush...),
		},
		{body: GetHome, header: []string{"Authorization", "Bearer hush-token-that-is-wrong"}},
		{body: GetHome, header: []string{"Authorization", "Basic hush-password"}},
		{body: GetHome, header: []string{"Authorization", "", "X-Partner-Auth", "hush_token"}},
		{body: GetHome, header: append([]string{"X-Trace-Id", "hush trace that is refused"}, hush...)},
		{body: GetHome, header: append([]string{"Host", "hush.example.com"}, hush...)},
		{body: GetHome, header: append([]string{"Origin", "https://hush.example.com"}, hush...)},
		{path: "/mcp/content?token=hush-query", body: GetHome, header: hush},
		{path: "/hush-path", body: GetHome, header: hush},
		{
			body:   ToolCall("evo.content.search", `{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"hush-value"}]}`),
			header: hush,
		},
		{body: ToolCall("evo.content.search", `{"limit":1,"with_tvs":["hush-tv"]}`), header: hush},
		{body: ToolCall("evo.content.get", `{"hush-name":1}`), header: hush},
		{body: ToolCall("evo.model.list", `{"model":"hush-model"}`), header: hush},
		{body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"hush":"hush-param"}}`, header: hush},
		{body: `hush-body`, header: hush},
		{body: `{"jsonrpc":"2.0","id":["hush-id"],"method":"ping"}`, header: hush},
	} {
		test.answer(t, web)
		lines := audit.Take()
		if len(lines) != 1 || strings.Contains(lines[0], "hush") {
			t.Errorf("%+v:\n%s", test, lines)
		}
	}
	var out strings.Builder
	if err := s.ServeStdio(t.Context(), "content",
		strings.NewReader(GetHome+"\n"+ToolCall("evo.content.get", `{"id":"hush-id"}`)+"\n"), &out); err != nil {
		t.Error(err)
	}
	if text := strings.Join(audit.Take(), ""); strings.Contains(text, "hush") ||
		!strings.Contains(out.String(), "hush-title") {
		t.Errorf("%s\n%s", text, out.String())
	}
}

// TestProbesAreNotAudited shows what has no line.
func TestProbesAreNotAudited(t *testing.T) {
	s, audit := NewAudited(t, Fixture(t).DSN)
	web := s.Handler()
	for _, host := range []string{"localhost", "example.com", "10.0.0.5:8787", "x"} {
		for path, want := range map[string]string{"/healthz": `{"status":"ok"}`, "/readyz": `{"status":"ready"}`} {
			probe := sent{
				method: http.MethodGet, path: path,
				header: []string{"Host", host, "Authorization", "", "Origin", "https://example.com"},
			}
			if w := probe.answer(t, web); w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != want {
				t.Errorf("%s at %s: %d %s", path, host, w.Code, w.Body)
			}
		}
	}
	if lines := audit.Take(); len(lines) > 0 {
		t.Errorf("probes are audited:\n%s", strings.Join(lines, ""))
	}
}

// TestAuditAddresses shows which address a line has: that of the connection, or the one that trusted proxies name.
func TestAuditAddresses(t *testing.T) {
	for _, test := range []struct{ proxies, remote, forwarded, want string }{
		{"", "192.0.2.7:5", "", "192.0.2.7"},
		{"", "192.0.2.7:5", "198.51.100.1", "192.0.2.7"},
		{"", "127.0.0.1:5", "198.51.100.1", "127.0.0.1"},
		{"", "10.0.0.1:5", "198.51.100.1", "10.0.0.1"},
		{"", "[2001:db8::1]:5", "", "2001:db8::1"},
		{"127.0.0.1", "127.0.0.1:5", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1", "127.0.0.1:5", "", "127.0.0.1"},
		{"127.0.0.1", "127.0.0.2:5", "198.51.100.1", "127.0.0.2"},
		// what a client wrote itself does not count
		{"127.0.0.1", "127.0.0.1:5", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
		{"127.0.0.1, 10.0.0.0/8", "127.0.0.1:5", "203.0.113.9, 198.51.100.1, 10.1.1.1", "198.51.100.1"},
		{"127.0.0.1", "127.0.0.1:5", "203.0.113.9, 198.51.100.1, 10.1.1.1", "10.1.1.1"},
		{"\"::1\", \"2001:db8::/32\"", "[::1]:5", "2001:db9::1, 2001:db8::7", "2001:db9::1"},
	} {
		s, audit := NewAudited(t, NoDatabase, "rate_limit:", "security: {trusted_proxies: ["+test.proxies+"]}\nrate_limit:")
		r := NewHTTPRequest(t, "content", "full", Ping)
		r.RemoteAddr = test.remote
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		r.Header.Set("X-Real-Ip", "203.0.113.77")
		r.Header.Set("Forwarded", "for=203.0.113.77")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		want := pinged
		want.client, want.bytes = test.want, w.Body.Len()
		Equal(t, []string{want.String()}, audit.Take(), fmt.Sprintf("%+v", test))
	}
}

// TestAuditMeasures compares the duration and the time of a line with a clock.
func TestAuditMeasures(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase)
	before := time.Now()
	r := NewHTTPRequest(t, "content", "full", "")
	r.Body, r.ContentLength = io.NopCloser(&slowReader{Reader: strings.NewReader(Ping), pause: 50 * time.Millisecond}), -1
	s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	took := time.Since(before)
	var line struct {
		Timestamp  time.Time
		DurationMS float64 `json:"duration_ms"`
	}
	if err := stdjson.Unmarshal([]byte(audit.String()), &line); err != nil {
		t.Fatal(err)
	}
	if line.Timestamp.Before(before) || line.Timestamp.After(before.Add(took)) || line.Timestamp.Location() != time.UTC {
		t.Errorf("the time is %s, between %s and %s after it", line.Timestamp, before, took)
	}
	if line.DurationMS < 50 || line.DurationMS > float64(took.Microseconds())/1000 {
		t.Errorf("it took %f ms, of %s", line.DurationMS, took)
	}
}

// slowReader pauses before its first byte.
type slowReader struct {
	io.Reader
	pause time.Duration
}

func (r *slowReader) Read(p []byte) (int, error) {
	time.Sleep(r.pause)
	r.pause = 0
	return r.Reader.Read(p)
}

// TestAuditTraceID shows that the line has the trace id that the client was told.
func TestAuditTraceID(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase)
	for _, given := range []string{"", "of-the-client-1", "not\x7fallowed", strings.Repeat("x", 65)} {
		w := sent{header: []string{"X-Trace-Id", given}}.answer(t, s.Handler())
		var line struct {
			TraceID string `json:"trace_id"`
		}
		if err := stdjson.Unmarshal([]byte(audit.String()), &line); err != nil {
			t.Fatal(err)
		}
		audit.Take()
		told := w.Header().Get("X-Trace-Id")
		if line.TraceID != told || (told == given) != (given == "of-the-client-1") {
			t.Errorf("%q: the client is told %q, the line has %q", given, told, line.TraceID)
		}
	}

}

// TestAuditOfPreflight is a browser that asks whether it may.
func TestAuditOfPreflight(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase, secured("allow_origins: [\"https://example.com\"]")...)
	for _, origin := range []string{"https://example.com", "https://example.org"} {
		w := sent{
			method: http.MethodOptions, header: []string{"Origin", origin, "Access-Control-Request-Method", "POST"},
		}.answer(t, s.Handler())
		want := unheard(http.StatusNoContent, "ok").to("")
		if diff := cmp.Diff([]string{want.String()}, audit.Take()); diff != "" || w.Code != http.StatusNoContent {
			t.Errorf("%s: status %d\n%s", origin, w.Code, diff)
		}
	}
}
