package server

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/auth"
	"emcp/internal/metrics"
	"emcp/internal/test/wait"
)

// withUpstream changes the settings so that content shows the upstream crm, which has these keys.
func withUpstream(keys string, change ...string) []string {
	return append([]string{
		"{handle: content, site: main}", "{handle: content, site: main, upstreams: [crm]}", "auth:\n", "upstreams:\n  crm: {" + keys + "}\nauth:\n",
	}, change...)
}

// awaitTool waits until a server lists a tool, and returns the list.
func awaitTool(t *testing.T, url, name string, headers ...string) (list string) {
	t.Helper()
	wait.Until(t, 10*time.Second, "the tool "+name, func() bool {
		list = post(t, url, bareMessage("tools/list"), headers...).Body
		return strings.Contains(list, `"name":"`+name+`"`)
	})
	return list
}

// TestUpstreamEmcp shows the tools of another emcp, and calls them: the result is what the other answers, marked with its name. The other
// meets the credential of the upstream, not that of the caller, and this one needs no database for it.
func TestUpstreamEmcp(t *testing.T) {
	other, others := newAudited(t, fixture(t).DSN, "{name: full, sha256: \"${SHA256_full}\"}", "{name: other, sha256: \"${SHA256_other}\"}")
	s, lines := newAudited(t, noDatabase, withUpstream("url: \""+listen(t, other)+"/mcp/content\", token: other, allow: [evo.content.get]")...)
	base := listen(t, s)
	list := awaitTool(t, base+"/mcp", "crm_evo_content_get")
	const listed = `{"_meta":{"emcp/upstream":"crm"},"annotations":{"readOnlyHint":true,"openWorldHint":true},` +
		`"description":"[crm] Get documents by one of id, ids and url; text with fields: content.","inputSchema":{"type":"object","properties":{` +
		`"id":{"type":"integer"},"ids":{"type":"array","description":"Gives items","items":{"type":"integer"}},` +
		`"url":{"type":"string","description":"Address or path"},"with_tvs":{"type":"array","items":{"type":"string"}},` +
		`"fields":{"type":"array","items":{"type":"string"}},"content_offset":{"type":"integer"}}},"name":"crm_evo_content_get"}]}}`
	if _, got, _ := strings.Cut(list, `{"_meta"`); `{"_meta"`+got != listed {
		t.Errorf("%s", got)
	}
	_, result, _ := strings.Cut(gotHome, `"result":`)
	want := strings.TrimSuffix(result, "}}") + `,"_meta":{"emcp/upstream":"crm"}}}`
	home := callMessage("crm_evo_content_get", `{"id":1}`)
	if diff := cmp.Diff(answered(`{"jsonrpc":"2.0","id":1,"result":`+want), post(t, base+"/mcp", home)); diff != "" {
		t.Error(diff)
	}
	awaitLine(t, lines, `"trace_id":"trace-1","request_id":"1","server_handle":"content","method":"tools/call",`+
		`"tool":"crm_evo_content_get","status":200,"code":"ok","subject":"token:full","view":"public","duration_ms":0,"rows":0,"bytes":`+
		strconv.Itoa(len(`{"jsonrpc":"2.0","id":1,"result":`)+len(want))+`,"replayed":false,"client":"127.0.0.1","upstream":"crm"}`)
	awaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
	for _, test := range []struct {
		body string
		want httpReply
	}{
		{callMessage("crm_evo_content_get", `{"id":"x"}`), answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"id: got string, want integer","data":{"code":"invalid_params","field":"id","retryable":false,"trace_id":"trace-1","tool":"crm_evo_content_get","toolName":"crm_evo_content_get","details":"got string, want integer"}}}`)},
		{callMessage("crm_evo_content_search", `{}`), answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + noToolMessage + `; did you mean evo.content.search?",` +
			`"data":{"code":"unknown_tool","suggestions":["evo.content.search"],"retryable":false,"trace_id":"trace-1","tool":"crm_evo_content_search"}}}`)},
	} {
		if diff := cmp.Diff(test.want, post(t, base+"/mcp", test.body)); diff != "" {
			t.Errorf("%s: %s", test.body, diff)
		}
	}
	// A trace goes on there.
	post(t, base+"/mcp", home, "X-Trace-Id", "0af7651916cd43dd8448eb211c80319c")
	awaitLine(t, others, `"trace_id":"0af7651916cd43dd8448eb211c80319c"`)
}

// TestWriteAlone uses the tools that write of an upstream with emcp's own tools, and not these a second time, unless they are allowed.
func TestWriteAlone(t *testing.T) {
	const own = `,{"name":"evo.content.get","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"evo.model.list","inputSchema":{"type":"object"}},
		{"name":"evo.content.save","inputSchema":{"type":"object"}},{"name":"search","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`
	url := otherServer{tools: readAndSave + own}.serve(t)
	for keys, want := range map[string][]string{
		`write: ["*"]`: {"crm_evo_content_save", "crm_read", "crm_save", "crm_search"},
		`write: ["*.save"], allow: ["evo.content*"]`: {"crm_evo_content_get", "crm_evo_content_save"},
		`deny: [read]`: {"crm_evo_content_get", "crm_search"},
	} {
		base := listen(t, newServer(t, noDatabase, withUpstream("url: \""+url+"\", "+keys,
			"{name: caller,", "{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,")...))
		list := awaitTool(t, base+"/mcp", want[0], "Authorization", "Bearer writer")
		names := regexp.MustCompile(`"crm_[a-z_]+"`).FindAllString(list, -1)
		slices.Sort(names)
		if diff := cmp.Diff(`"`+strings.Join(want, `" "`)+`"`, strings.Join(names, " ")); diff != "" {
			t.Errorf("%s: %s", keys, diff)
		}
	}
}

// TestUpstreamEmcpOverWebSocket uses another emcp by one connection. A reload there ends it, and emcp connects again.
func TestUpstreamEmcpOverWebSocket(t *testing.T) {
	change := withSockets("{name: full, sha256: \"${SHA256_full}\"}", "{name: other, sha256: \"${SHA256_other}\"}")
	dsn := fixture(t).DSN
	other, others := newAudited(t, dsn, change...)
	url := "ws" + strings.TrimPrefix(listen(t, other), "http") + "/mcp/content"
	base := listen(t, newServer(t, noDatabase, withUpstream("url: \""+url+"\", token: other, allow: [evo.content.get]")...))
	awaitTool(t, base+"/mcp", "crm_evo_content_get")
	_, result, _ := strings.Cut(gotHome, `"result":`)
	want := answered(`{"jsonrpc":"2.0","id":1,"result":` + strings.TrimSuffix(result, "}}") + `,"_meta":{"emcp/upstream":"crm"}}}`)
	home := callMessage("crm_evo_content_get", `{"id":1}`)
	if diff := cmp.Diff(want, post(t, base+"/mcp", home)); diff != "" {
		t.Error(diff)
	}
	awaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
	if _, err := other.Reload(configOf(t, dsn, append(change, "max_result_items: 7", "max_result_items: 3")...)); err != nil {
		t.Fatal(err)
	}
	awaitLine(t, others, `"method":"initialize"`) // until then the old connection can still answer
	wait.Until(t, 20*time.Second, "emcp has connected again", func() bool { return post(t, base+"/mcp", home).Body == want.Body })
	others.take()
	post(t, base+"/mcp", home)
	awaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
}

// awaitLine waits for an audit line that has a text.
func awaitLine(t *testing.T, log *auditLog, text string) {
	t.Helper()
	seen := ""
	defer func() {
		if t.Failed() {
			t.Log(seen)
		}
	}()
	wait.Until(t, 5*time.Second, "a line with "+text, func() bool {
		seen += strings.Join(log.take(), "")
		return strings.Contains(seen, text)
	})
}

// TestUpstreamsOfServers shows an upstream only where the server names it, and denies what the owner denies.
func TestUpstreamsOfServers(t *testing.T) {
	url := upstreamServer(t, func(*http.Request, string) string { return `{"content":[]}` })
	base := listen(t, newServer(t, noDatabase, withUpstream("url: \""+url+"\", write: [save], prefix: a-",
		"- {handle: small, site: main,", "- {handle: small, site: main, upstreams: [crm], security: {deny_tools: [a-r*]}, profile: chatgpt,")...))
	awaitTool(t, base+"/mcp/content", "a-read")
	small := awaitTool(t, base+"/mcp/small", "search", "Authorization", "Bearer manager")
	if strings.Contains(small, "a-read") || !strings.Contains(small, "a-save") {
		t.Errorf("%s", small)
	}
	denied := refusedReply(403, "tool_denied", deniedToolMessage)
	if diff := cmp.Diff(denied, post(t, base+"/mcp/small", callMessage("a-read", "{}"))); diff != "" {
		t.Error(diff)
	}
}

// TestUpstreamWrites lets callers with mcp:write call tools that write, and makes each call once: the same key gets the same answer, also
// where nobody knows whether the call has done something.
func TestUpstreamWrites(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		var calls, keys atomic.Int32
		var hangs atomic.Bool
		release := make(chan struct{})
		url := upstreamServer(t, func(r *http.Request, tool string) string {
			n := calls.Add(1)
			if r.Header.Get("Idempotency-Key") != "" {
				keys.Add(1)
			}
			if hangs.Load() {
				select {
				case <-r.Context().Done():
				case <-release:
				}
			}
			if tool == "save" && n == 3 {
				return `{"content":[{"type":"text","text":"` + strings.Repeat("a", 3<<20) + `"}]}`
			}
			return fmt.Sprintf(`{"content":[{"type":"text","text":"%s %d"}]}`, tool, n)
		})
		defer close(release)
		s := newServer(t, noDatabase, append(withUpstream("url: \""+url+"\", write: [save], timeout: 1s",
			"{name: caller,", "{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,"), change...)...)
		base := listen(t, s) + "/mcp"
		writer := []string{"Authorization", "Bearer writer"}
		awaitTool(t, base, "crm_save", writer...)
		if list := post(t, base, bareMessage("tools/list")).Body; strings.Contains(list, "crm_save") || !strings.Contains(list, "crm_read") {
			t.Errorf("without mcp:write: %s", list)
		}
		save := callMessage("crm_save", `{}`)
		refused := refusedReply(403, "scope_denied", writesMessage)
		if diff := cmp.Diff(refused, post(t, base, save)); diff != "" {
			t.Error(diff)
		}
		saved := func(text string) httpReply {
			return answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + text + `"}],"_meta":{"emcp/upstream":"crm"}}}`)
		}
		expect := func(key string, want httpReply, made int32) {
			t.Helper()
			if diff := cmp.Diff(want, keyed(t, base, save, key, writer...)); diff != "" {
				t.Error(diff)
			}
			if calls.Load() != made {
				t.Errorf("%d calls, want %d", calls.Load(), made)
			}
		}
		expect("a", saved("save 1"), 1)
		expect("a", replayedReply(saved("save 1")), 1)
		expect("b", saved("save 2"), 2)
		large := saved("The call was made. Its result is too large to return.")
		expect("c", large, 3)
		expect("c", replayedReply(large), 3)
		hangs.Store(true)
		unknown := answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server crm, which this tool belongs to, did not answer, and may have done what was asked; look before you try again",` +
			`"data":{"code":"upstream_failed","retryable":false,"trace_id":"trace-1","tool":"crm_save","toolName":"crm_save","details":"the server crm, which this tool belongs to, did not answer, and may have done what was asked; look before you try again"}}}`)
		expect("d", unknown, 4)
		expect("d", replayedReply(unknown), 4)
		if keys.Load() != 4 {
			t.Errorf("%d calls had a key", keys.Load())
		}
	})
}

// TestUpstreamGetsPersonalToken passes the personal token of its caller on, and refuses callers without one.
func TestUpstreamGetsPersonalToken(t *testing.T) {
	d := fixture(t)
	issue(t, d.DB)
	token := personalToken("editor", "*")
	url := upstreamServer(t, func(r *http.Request, _ string) string {
		return `{"content":[{"type":"text","text":"` + auth.HashToken(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")).String() + `"}]}`
	})
	base := listen(t, newServer(t, d.DSN, withUpstream("url: \""+url+"\", token: own, pass_personal_token: true", "modes: [token]", "modes: [token, pat]")...)) + "/mcp"
	awaitTool(t, base, "crm_read")
	read := callMessage("crm_read", `{}`)
	want := answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + auth.HashToken(token).String() + `"}],"_meta":{"emcp/upstream":"crm"}}}`)
	if diff := cmp.Diff(want, post(t, base, read, "Authorization", "Bearer "+token)); diff != "" {
		t.Error(diff)
	}
	refused := refusedReply(403, "forbidden", "this tool works with the rights of its caller: call it with a personal token of the site's manager")
	if diff := cmp.Diff(refused, post(t, base, read)); diff != "" {
		t.Error(diff)
	}
}

// TestRefusedCallsOfUpstream calls a tool of an upstream that answers wrongly. The log has a line for each call that reached it, and none
// for calls that were kept from it. Metrics and audit count all of them.
func TestRefusedCallsOfUpstream(t *testing.T) {
	var reached atomic.Int32
	url := upstreamServer(t, func(*http.Request, string) string {
		reached.Add(1)
		return "[]"
	})
	log, requests := &auditLog{}, &auditLog{}
	s, err := New(configOf(t, noDatabase, withUpstream("url: \""+url+"\"")...), withDefaults(Options{Log: slog.New(slog.NewTextHandler(log, nil)), Requests: requests}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	base := listen(t, s) + "/mcp"
	awaitTool(t, base, "crm_read")
	const calls = 30
	for range calls {
		post(t, base, callMessage("crm_read", `{}`))
	}
	lines := strings.Join(log.take(), "")
	if n := strings.Count(lines, "level=ERROR"); n != int(reached.Load()) || n == calls {
		t.Errorf("%d calls reached the upstream, and %d lines are errors:\n%s", reached.Load(), n, lines)
	}
	if n := strings.Count(lines, "an upstream gets no calls for a while"); n != 1 {
		t.Errorf("%d lines say that calls stop:\n%s", n, lines)
	}
	refused := calls - int(reached.Load())
	counted := fmt.Sprintf(`emcp_requests_total{code="upstream_unavailable",method="tools/call",server="content",tool="upstream crm"} %d`, refused)
	if got := readMetrics(t, s); !strings.Contains(got, counted) {
		t.Errorf("no %s", counted)
	}
	if n := strings.Count(strings.Join(requests.take(), ""), `"code":"upstream_unavailable"`); n != refused {
		t.Errorf("%d audit lines, want %d", n, refused)
	}
}

// TestHangingUpstream answers calls of emcp's own tools while calls of an upstream hang, over HTTP and on one connection.
func TestHangingUpstream(t *testing.T) {
	entered := make(chan struct{}, 100)
	url := upstreamServer(t, func(r *http.Request, _ string) string {
		entered <- struct{}{}
		<-r.Context().Done()
		return "{}"
	})
	s := newServer(t, fixture(t).DSN, withUpstream("url: \""+url+"\", timeout: 30s", "max_open_conns: 4", "max_open_conns: 8")...)
	base := listen(t, s) + "/mcp"
	awaitTool(t, base, "crm_read")
	client := converse(t, t.Context(), s)
	for id := range 4 {
		client.say(t, withID(callMessage("crm_read", `{}`), strconv.Itoa(id+10)))
		<-entered
	}
	for range 20 {
		if diff := cmp.Diff(answered(gotHome), post(t, base, getHome)); diff != "" {
			t.Fatal(diff)
		}
		client.say(t, getHome)
		if diff := cmp.Diff(gotHome, untraced(client.next(t))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestUpstreamsOfAnotherConfiguration keeps an upstream whose settings stay, and begins anew with one whose settings change.
func TestUpstreamsOfAnotherConfiguration(t *testing.T) {
	var version atomic.Value
	version.Store("1")
	url := upstreamServer(t, func(*http.Request, string) string {
		return `{"content":[{"type":"text","text":"` + version.Load().(string) + `"}]}`
	})
	keys := "url: \"" + url + "\""
	s := newServer(t, noDatabase, withUpstream(keys)...)
	base := listen(t, s) + "/mcp"
	awaitTool(t, base, "crm_read")
	first := s.front.Load().upstreams["crm"]
	for _, test := range []struct {
		change []string
		tool   string
		same   bool
	}{
		{withUpstream(keys), "crm_read", true},
		{withUpstream(keys + ", prefix: b_"), "b_read", false},
		{withUpstream(keys, "upstreams: [crm]", "upstreams: []"), "", false},
	} {
		if _, err := s.Reload(configOf(t, noDatabase, test.change...)); err != nil {
			t.Fatal(err)
		}
		if got := s.front.Load().upstreams["crm"]; (got == first) != test.same {
			t.Errorf("%s: the same %t", test.tool, got == first)
		}
		if test.tool == "" {
			if list := post(t, base, bareMessage("tools/list")).Body; strings.Contains(list, "_read\"") {
				t.Error(list)
			}
			continue
		}
		awaitTool(t, base, test.tool)
	}
}

// TestUpstreamMetrics counts calls of all tools of an upstream under its name, and made-up names under none: an upstream and a caller can
// invent any number.
func TestUpstreamMetrics(t *testing.T) {
	s := newServer(t, noDatabase, withUpstream("url: \""+upstreamServer(t, func(*http.Request, string) string { return `{"content":[]}` })+"\", write: [save]")...)
	base := listen(t, s) + "/mcp"
	awaitTool(t, base, "crm_read")
	for _, tool := range []string{"crm_read", "crm_read", "crm_save", "crm_a", "crm_b"} {
		post(t, base, callMessage(tool, `{}`))
	}
	var got []string
	for line := range strings.Lines(readMetrics(t, s)) {
		if strings.HasPrefix(line, "emcp_requests_total{") && strings.Contains(line, `method="tools/call"`) {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		`emcp_requests_total{code="ok",method="tools/call",server="content",tool="upstream crm"} 2`,
		`emcp_requests_total{code="scope_denied",method="tools/call",server="content",tool="upstream crm"} 1`,
		`emcp_requests_total{code="unknown_tool",method="tools/call",server="content",tool="` + metrics.Unknown + `"} 2`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestUpstreamNamesAnOwnTool leaves the names of emcp's own tools to them, also where a prefix and a name make one together.
func TestUpstreamNamesAnOwnTool(t *testing.T) {
	var calls atomic.Int32
	url := otherServer{tools: reads("arch"), answer: func(*http.Request, string) string {
		calls.Add(1)
		return `{"content":[]}`
	}}.serve(t)
	s := newServer(t, noDatabase, withUpstream("url: \""+url+"\", prefix: se", "- {handle: small, site: main,", "- {handle: small, site: main, upstreams: [crm], profile: chatgpt,")...)
	base := listen(t, s) + "/mcp"
	awaitTool(t, base+"/content", "search") // of the upstream, because this server has no tool of that name
	manager := []string{"Authorization", "Bearer manager"}
	list := post(t, base+"/small", bareMessage("tools/list"), manager...).Body
	if n := strings.Count(list, `"name":"search"`); n != 1 || strings.Contains(list, "emcp/upstream") {
		t.Errorf("%d tools are called search:\n%s", n, list)
	}
	if got := post(t, base+"/small", callMessage("search", `{"query":"a"}`), manager...); !strings.Contains(got.Body, "database_unavailable") || calls.Load() != 0 {
		t.Errorf("%d calls of the upstream: %+v", calls.Load(), got)
	}
}

// TestSlowReadersOfLongCalls have no more time to read an answer because the call may take long.
func TestSlowReadersOfLongCalls(t *testing.T) {
	url := upstreamServer(t, func(*http.Request, string) string {
		return `{"content":[{"type":"text","text":"` + strings.Repeat("a", 1<<16) + `"}]}`
	})
	s := newServerWith(t, Options{Streams: StreamTimes{Write: 20 * time.Millisecond}}, noDatabase, withUpstream("url: \""+url+"\", timeout: 10m")...)
	awaitTool(t, listen(t, s)+"/mcp", "crm_read")
	awaitReturn(t, "a slow reader", stalled(t, s.Handler(), http.MethodPost, callMessage("crm_read", "{}"),
		"Content-Type", "application/json", "Authorization", "Bearer full"))
}
