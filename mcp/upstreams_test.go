package mcp_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"emcp/internal/auth"
	"emcp/internal/metrics"
	. "emcp/internal/test/servertest"
)

// TestUpstreamEmcp shows the tools of another emcp, and calls them: the result is what the other answers, marked with
// its name. The other meets the credential of the upstream, not that of the caller, and this one needs no database for
// it.
func TestUpstreamEmcp(t *testing.T) {
	other, others := NewAudited(t, Fixture(t).DSN, "{name: full, sha256: \"${SHA256_full}\"}",
		"{name: other, sha256: \"${SHA256_other}\"}")
	s, lines := NewAudited(t, NoDatabase,
		WithUpstream("url: \""+Listen(t, other)+"/mcp/content\", token: other, allow: [evo.content.get]")...)
	base := Listen(t, s)
	list := AwaitTool(t, base+"/mcp", "crm_evo_content_get")
	const listed = `{"_meta":{"emcp/upstream":"crm"},"annotations":{"readOnlyHint":true,"openWorldHint":true},` +
		`"description":"[crm] Get documents by one of id, ids and url; text with fields: content.",` +
		`"inputSchema":{"type":"object","properties":{` +
		`"id":{"type":"integer"},"ids":{"type":"array","description":"Gives items","items":{"type":"integer"}},` +
		`"url":{"type":"string","description":"Address or path"},"with_tvs":{"type":"array","items":{"type":"string"}},` +
		`"fields":{"type":"array","items":{"type":"string"}},"format":{"type":"string"},"max_chars":{"type":"integer"},` +
		`"dates":{"type":"string"},"omit_empty":{"type":"boolean"},"tv_format":{"type":"string"},` +
		`"expand":{"type":"array","items":{"type":"string"}},"content_offset":{"type":"integer"},` +
		`"section":{"type":"string","description":"Heading: only the part below it"},` +
		`"lang":{"type":"string","description":"Of the texts, if the site is translated"}}},` +
		`"name":"crm_evo_content_get"}]}}`
	if _, got, _ := strings.Cut(list, `{"_meta"`); `{"_meta"`+got != listed {
		t.Errorf("%s", got)
	}
	_, result, _ := strings.Cut(GotHome, `"result":`)
	want := strings.TrimSuffix(result, "}}") + `,"_meta":{"emcp/upstream":"crm"}}}`
	home := ToolCall("crm_evo_content_get", `{"id":1}`)
	Equal(t, Answered(`{"jsonrpc":"2.0","id":1,"result":`+want), Post(t, base+"/mcp", home))
	AwaitLine(t, lines, `"trace_id":"trace-1","request_id":"1","server_handle":"content","method":"tools/call",`+
		`"tool":"crm_evo_content_get","status":200,"code":"ok","subject":"token:full","view":"public","duration_ms":0,`+
		`"rows":0,"bytes":`+
		strconv.Itoa(len(`{"jsonrpc":"2.0","id":1,"result":`)+len(want))+
		`,"replayed":false,"client":"127.0.0.1","upstream":"crm"}`)
	AwaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
	for _, test := range []struct {
		body string
		want Reply
	}{
		{
			ToolCall("crm_evo_content_get", `{"id":"x"}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"id: got string, want integer",` +
				`"data":{"code":"invalid_params","field":"id","retryable":false,"trace_id":"trace-1",` +
				`"tool":"crm_evo_content_get","toolName":"crm_evo_content_get","details":"got string, want integer"}}}`),
		},
		{ToolCall("crm_evo_content_search", `{}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + NoToolMessage +
				`; did you mean evo.content.search?",` +
				`"data":{"code":"unknown_tool","suggestions":["evo.content.search"],"retryable":false,"trace_id":"trace-1",` +
				`"tool":"crm_evo_content_search"}}}`)},
	} {
		Equal(t, test.want, Post(t, base+"/mcp", test.body), test.body)
	}
	// A trace goes on there.
	Post(t, base+"/mcp", home, "X-Trace-Id", "0af7651916cd43dd8448eb211c80319c")
	AwaitLine(t, others, `"trace_id":"0af7651916cd43dd8448eb211c80319c"`)
}

// TestWriteAlone uses the tools that write of an upstream with emcp's own tools, and not these a second time, unless
// they are allowed.
func TestWriteAlone(t *testing.T) {
	const own = `,{"name":"evo.content.get","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
		{"name":"evo.model.list","inputSchema":{"type":"object"}},
		{"name":"evo.content.save","inputSchema":{"type":"object"}},
		{"name":"search","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`
	url := Upstream{Tools: ReadAndSave + own}.Serve(t)
	for keys, want := range map[string][]string{
		`write: ["*"]`: {"crm_evo_content_save", "crm_read", "crm_save", "crm_search"},
		`write: ["*.save"], allow: ["evo.content*"]`: {"crm_evo_content_get", "crm_evo_content_save"},
		`deny: [read]`: {"crm_evo_content_get", "crm_search"},
	} {
		base := Serve(t, NoDatabase, WithUpstream("url: \""+url+"\", "+keys,
			"{name: caller,",
			"{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,")...)
		list := AwaitTool(t, base+"/mcp", want[0], "Authorization", "Bearer writer")
		names := regexp.MustCompile(`"crm_[a-z_]+"`).FindAllString(list, -1)
		slices.Sort(names)
		Equal(t, `"`+strings.Join(want, `" "`)+`"`, strings.Join(names, " "), keys)
	}
}

// TestUpstreamsOfServers shows an upstream only where the server names it, and denies what the owner denies.
func TestUpstreamsOfServers(t *testing.T) {
	url := ServeUpstream(t, func(*http.Request, string) string { return `{"content":[]}` })
	base := Serve(t, NoDatabase, WithUpstream("url: \""+url+"\", write: [save], prefix: a-",
		"- {handle: small, site: main,",
		"- {handle: small, site: main, upstreams: [crm], security: {deny_tools: [a-r*]}, profile: chatgpt,")...)
	AwaitTool(t, base+"/mcp/content", "a-read")
	small := AwaitTool(t, base+"/mcp/small", "search", "Authorization", "Bearer manager")
	if strings.Contains(small, "a-read") || !strings.Contains(small, "a-save") {
		t.Errorf("%s", small)
	}
	denied := Refused(403, "tool_denied", DeniedToolMessage)
	Equal(t, denied, Post(t, base+"/mcp/small", ToolCall("a-read", "{}")))
}

// TestUpstreamWrites lets callers with mcp:write call tools that write, and makes each call once: the same key gets the
// same answer, also where nobody knows whether the call has done something.
func TestUpstreamWrites(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		var calls, keys atomic.Int32
		var hangs atomic.Bool
		release := make(chan struct{})
		url := ServeUpstream(t, func(r *http.Request, tool string) string {
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
		s := NewServer(t, NoDatabase, append(WithUpstream("url: \""+url+"\", write: [save], timeout: 1s",
			"{name: caller,",
			"{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,"),
			change...)...)
		base := Listen(t, s) + "/mcp"
		writer := []string{"Authorization", "Bearer writer"}
		AwaitTool(t, base, "crm_save", writer...)
		if list := Post(t, base, Request("tools/list")).Body; strings.Contains(list, "crm_save") ||
			!strings.Contains(list, "crm_read") {
			t.Errorf("without mcp:write: %s", list)
		}
		save := ToolCall("crm_save", `{}`)
		refused := Refused(403, "scope_denied", writesMessage)
		Equal(t, refused, Post(t, base, save))
		saved := func(text string) Reply {
			return Answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + text +
				`"}],"_meta":{"emcp/upstream":"crm"}}}`)
		}
		expect := func(key string, want Reply, made int32) {
			t.Helper()
			Equal(t, want, Keyed(t, base, save, key, writer...))
			if calls.Load() != made {
				t.Errorf("%d calls, want %d", calls.Load(), made)
			}
		}
		expect("a", saved("save 1"), 1)
		expect("a", Replayed(saved("save 1")), 1)
		expect("b", saved("save 2"), 2)
		large := saved("The call was made. Its result is too large to return.")
		expect("c", large, 3)
		expect("c", Replayed(large), 3)
		hangs.Store(true)
		unknown := Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server crm, which this tool ` +
			`belongs to, did not answer, and may have done what was asked; look before you try again",` +
			`"data":{"code":"upstream_failed","retryable":false,"trace_id":"trace-1","tool":"crm_save","toolName":"crm_save",` +
			`"details":"the server crm, which this tool belongs to, did not answer, and may have done what was asked; look ` +
			`before you try again"}}}`)
		expect("d", unknown, 4)
		expect("d", Replayed(unknown), 4)
		if keys.Load() != 4 {
			t.Errorf("%d calls had a key", keys.Load())
		}
	})
}

// TestUpstreamGetsPersonalToken passes the personal token of its caller on, and refuses callers without one.
func TestUpstreamGetsPersonalToken(t *testing.T) {
	d := Fixture(t)
	IssueTokens(t, d)
	token := PersonalToken("editor", "*")
	url := ServeUpstream(t, func(r *http.Request, _ string) string {
		return `{"content":[{"type":"text","text":"` +
			auth.HashToken(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")).String() + `"}]}`
	})
	base := Serve(t, d.DSN,
		WithUpstream("url: \""+url+"\", token: own, pass_personal_token: true", "modes: [token]", "modes: [token, pat]")...) +
		"/mcp"
	AwaitTool(t, base, "crm_read")
	read := ToolCall("crm_read", `{}`)
	want := Answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` +
		auth.HashToken(token).String() + `"}],"_meta":{"emcp/upstream":"crm"}}}`)
	Equal(t, want, Post(t, base, read, "Authorization", "Bearer "+token))
	refused := Refused(403, "forbidden",
		"this tool works with the rights of its caller: call it with a personal token of the site's manager")
	Equal(t, refused, Post(t, base, read))
}

// TestUpstreamMetrics counts calls of all tools of an upstream under its name, and made-up names under none: an
// upstream and a caller can invent any number.
func TestUpstreamMetrics(t *testing.T) {
	s := NewServer(t, NoDatabase,
		WithUpstream("url: \""+ServeUpstream(t, func(*http.Request, string) string { return `{"content":[]}` })+
			"\", write: [save]")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	for _, tool := range []string{"crm_read", "crm_read", "crm_save", "crm_a", "crm_b"} {
		Post(t, base, ToolCall(tool, `{}`))
	}
	var got []string
	for line := range strings.Lines(ReadMetrics(t, s)) {
		if strings.HasPrefix(line, "emcp_requests_total{") && strings.Contains(line, `method="tools/call"`) {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		`emcp_requests_total{code="ok",method="tools/call",server="content",tool="upstream crm"} 2`,
		`emcp_requests_total{code="scope_denied",method="tools/call",server="content",tool="upstream crm"} 1`,
		`emcp_requests_total{code="unknown_tool",method="tools/call",server="content",tool="` + metrics.Unknown + `"} 2`,
	}
	Equal(t, want, got)
}

// TestUpstreamNamesAnOwnTool leaves the names of emcp's own tools to them, also where a prefix and a name make one
// together.
func TestUpstreamNamesAnOwnTool(t *testing.T) {
	var calls atomic.Int32
	url := Upstream{Tools: reads("arch"), Answer: func(*http.Request, string) string {
		calls.Add(1)
		return `{"content":[]}`
	}}.Serve(t)
	s := NewServer(t, NoDatabase,
		WithUpstream("url: \""+url+"\", prefix: se", "- {handle: small, site: main,",
			"- {handle: small, site: main, upstreams: [crm], profile: chatgpt,")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base+"/content", "search") // of the upstream, because this server has no tool of that name
	manager := []string{"Authorization", "Bearer manager"}
	list := Post(t, base+"/small", Request("tools/list"), manager...).Body
	if n := strings.Count(list, `"name":"search"`); n != 1 || strings.Contains(list, "emcp/upstream") {
		t.Errorf("%d tools are called search:\n%s", n, list)
	}
	if got := Post(t, base+"/small", ToolCall("search", `{"query":"a"}`), manager...); !strings.Contains(got.Body,
		"database_unavailable") || calls.Load() != 0 {
		t.Errorf("%d calls of the upstream: %+v", calls.Load(), got)
	}
}
