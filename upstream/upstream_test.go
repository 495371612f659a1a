package upstream

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/wait"
)

func ignoreSignals() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP) }

// shown is what a list shows, without its insides.
func shown(l *List) (tools []string) {
	for _, t := range l.Tools {
		tools = append(tools,
			fmt.Sprintf("%s|%s|%s|%s|%t|%t|%t", t.Name, t.Title, t.Description, t.Input, t.Writes, t.Destructive, t.OpenWorld))
	}
	return tools
}

// TestTools lists and calls the tools of a server that behaves, over HTTP and over stdio.
func TestTools(t *testing.T) {
	socket, _ := serveSocket(t, nil)
	for name, o := range map[string]Options{
		"HTTP": options(serve(t, nil)), "stdio": program(t, "good"), "WebSocket": overSocket(socket),
	} {
		t.Run(name, func(t *testing.T) {
			o.Write = patterns(t, "notes.*")
			u := start(t, o)
			want := []string{
				`crm_echo|[crm] Echo|[crm] Says it ` +
					`again.|{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}|false|false|false`,
				`crm_notes_save|[crm] Save|[crm]|{"type":"object"}|true|true|true`,
			}
			if diff := cmp.Diff(want, shown(listed(t, u))); diff != "" {
				t.Error(diff)
			}
			got, err := call(t, u, "crm_echo", `{"text":"a\u0000b"}`)
			if err != nil {
				t.Fatal(err)
			}
			wanted := Result{
				Content:    []byte(`[{"type":"text","text":"it is"}]`),
				Structured: []byte(`{"was":{"text":"ab"},"n":12345678901234567890}`),
			}
			if diff := cmp.Diff(wanted, got); diff != "" {
				t.Error(diff)
			}
			for arguments, message := range map[string]string{
				`{}`:         "missing property 'text'",
				`{"text":1}`: "got number, want string",
			} {
				_, err := call(t, u, "crm_echo", arguments)
				if f := fault.From(err); f.Kind != fault.InvalidParams || f.Message != message {
					t.Errorf("%s: %v", arguments, err)
				}
			}
		})
	}
}

// TestOwnersChoice has the tools that allow, deny and write select.
func TestOwnersChoice(t *testing.T) {
	url := serve(t, nil)
	for _, test := range []struct {
		allow, deny, write []string
		want               []string
		refused            int
	}{
		{want: []string{"crm_echo"}, refused: 1},
		{write: []string{"notes.save"}, want: []string{"crm_echo", "crm_notes_save"}},
		{allow: []string{"notes.*"}, write: []string{"*"}, want: []string{"crm_notes_save"}},
		{deny: []string{"notes.*"}, want: []string{"crm_echo"}},
		{allow: []string{"echo"}, deny: []string{"e*"}},
	} {
		o := options(url)
		o.Allow, o.Deny, o.Write = patterns(t, test.allow...), patterns(t, test.deny...), patterns(t, test.write...)
		list, err := Inspect(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
		}
		if diff := cmp.Diff(test.want, names); diff != "" || len(list.Refused) != test.refused || list.Listed != 2 {
			t.Errorf("%+v: %s, %v", test, diff, list.Refused)
		}
	}
}

// TestHeaders sends the credential, the revision, the session and the trace, and nothing to where a redirect points.
func TestHeaders(t *testing.T) {
	var seen atomic.Value
	elsewhere := serve(t, func(_ http.ResponseWriter, _ *http.Request, _ incoming) bool {
		t.Error("a redirect was followed")
		return false
	})
	var redirect atomic.Bool
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch {
		case redirect.Load():
			http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
			return true
		case a.Method == "initialize":
			w.Header().Set("MCP-Session-Id", "s1")
		case a.Method == "tools/call":
			seen.Store([]string{
				r.Header.Get("Authorization"), r.Header.Get("MCP-Session-Id"), r.Header.Get("MCP-Protocol-Version"),
				r.Header.Get("Cookie"),
			})
		}
		return false
	}))
	o.Token = "secret"
	u := start(t, o)
	listed(t, u)
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Bearer secret", "s1", "2025-11-25", ""}, seen.Load()); diff != "" {
		t.Error(diff)
	}
	redirect.Store(true)
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); fault.From(err).Kind != fault.UpstreamFailed {
		t.Error(err)
	}
}

// hang does not answer while the client waits.
func hang(_ http.ResponseWriter, r *http.Request) bool {
	<-r.Context().Done()
	return true
}

// say answers with JSON.
func say(w http.ResponseWriter, text string) bool {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
	return true
}

// stream answers with events for as long as next returns true.
func stream(w http.ResponseWriter, r *http.Request, next func(n int) (event string, more bool)) bool {
	w.Header().Set("Content-Type", "text/event-stream")
	for n := 0; r.Context().Err() == nil; n++ {
		event, more := next(n)
		if _, err := io.WriteString(w, event); err != nil || !more {
			return true
		}
		w.(http.Flusher).Flush()
	}
	return true
}

// on answers one method.
func on(method string, answer func(w http.ResponseWriter, r *http.Request, a incoming) bool) answerer {
	return func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		return a.Method == method && r.Method == http.MethodPost && answer(w, r, a)
	}
}

// TestServersThatDoNotConnect has servers whose lists cannot be read: there are no tools, and the owner learns why.
func TestServersThatDoNotConnect(t *testing.T) {
	list := func(text string) answerer {
		return on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(text))
		})
	}
	status := func(code int) answerer {
		return func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
			http.Error(w, "secret at "+r.Host+" goroutine 1 [running]", code)
			return true
		}
	}
	for name, test := range map[string]struct {
		answer answerer
		want   string
	}{
		"hangs in initialize": {
			on("initialize", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) }),
			"initialize: context deadline exceeded",
		},
		"hangs in list": {
			on("tools/list", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) }),
			"tools/list: context deadline exceeded",
		},
		"wrong revision": {on("initialize", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(`{"protocolVersion":"1999-01-01","capabilities":{}}`))
		}), `initialize: it speaks the revision "1999-01-01" of MCP, which emcp does not`},
		"401": {status(401), "initialize: " + notAccepted + "401)"},
		"403": {status(403), "initialize: " + notAccepted + "403)"},
		"404": {status(404), "initialize: it answered with HTTP 404"},
		"500": {status(500), "initialize: it answered with HTTP 500"},
		"302": {status(302), "initialize: " + redirected},
		"not JSON": {
			on("initialize", func(w http.ResponseWriter, _ *http.Request, _ incoming) bool { return say(w, "{") }),
			"initialize: " + notAMessage,
		},
		"a page": {on("initialize", func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
			_, _ = io.WriteString(w, "<html>")
			return true
		}), "initialize: its answer is neither JSON nor a stream of events"},
		"endless cursor": {list(`{"tools":[],"nextCursor":"again"}`), "tools/list" + tooManyOf + "20 pages"},
		"many entries": {
			list(`{"tools":[` + strings.Repeat("0,", 25_000) + `0],"nextCursor":"again"}`),
			"tools/list" + tooManyOf + "50000 entries",
		},
		"a cursor of numbers": {list(`{"tools":[],"nextCursor":1}`), "tools/list: nextCursor is not a string"},
		"no list":             {list(`{"tools":7}`), "tools/list: " + notAMessage},
		"names twice":         {list(`{"tools":[],"tools":[]}`), "tools/list: " + notAMessage},
		"a huge list": {
			list(`{"tools":["` + strings.Repeat("a", 5<<20) + `"]}`), "tools/list" + tooManyOf + "4194304 bytes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(serve(t, test.answer))
			got, err := Inspect(t.Context(), o)
			if err == nil || err.Error() != test.want || len(got.Tools) > 0 {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	o := options("http://127.0.0.1:1/secret/path")
	if _, err := Inspect(t.Context(), o); !errors.Is(err, errNotSent) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// TestRefusedTools has tools that must not be used: the others are.
func TestRefusedTools(t *testing.T) {
	named := func(name, schema string) string {
		return fmt.Sprintf(`{"name":%q,"inputSchema":%s,"annotations":{"readOnlyHint":true}}`, name, schema)
	}
	bomb := `{"type":"object","$defs":{"a0":{"type":"string"}`
	for i := 1; i < 100; i++ {
		bomb += fmt.Sprintf(`,"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]}`, i, i-1, i-1)
	}
	bomb += `},"properties":{"x":{"$ref":"#/$defs/a99"}}}`
	tools := []string{
		echoTool, echoTool, `7`,
		named(strings.Repeat("n", 10_000), `{"type":"object"}`),
		named("evil\u202ename", `{"type":"object"}`),
		named("bomb", bomb),
		named("regexp", `{"type":"object","properties":{"x":{"pattern":"("}}}`),
		named("endless", `{"type":"object","allOf":[{"$ref":"#"}]}`),
		named("file", `{"type":"object","$ref":"file:///etc/passwd"}`),
		named("meta", `{"$schema":"https://example.com/own","type":"object"}`),
		named("number", `{"type":"object","maxProperties":1e999999999}`),
		named("any", `{}`),
		named("deep", strings.Repeat(`{"type":"object","not":`, 40)+`{}`+strings.Repeat(`}`, 40)),
		named("large", `{"type":"object","description":"`+strings.Repeat("a", 40_000)+`"}`),
		named("wrong", `{"type":"object","properties":7}`),
		`{"name":"task","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"},` +
			`"annotations":{"readOnlyHint":true}}`,
		named("tree", `{"type":"object","properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}}}`),
	}
	o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		return say(w, a.result(`{"tools":[`+strings.Join(tools, ",")+`]}`))
	})))
	u := start(t, o)
	list := listed(t, u)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"crm_echo", "crm_bomb", "crm_tree"}, names); diff != "" {
		t.Error(diff)
	}
	want := []Refusal{
		{"echo", "another tool of the upstream has the same name crm_echo"},
		{"", "it is not a tool as MCP has them"},
		{strings.Repeat("n", 63) + "…", tooLongName},
		{"evilname", wrongName},
		{"regexp", cannotCheck + "its schema has a pattern that emcp cannot check"},
		{"endless", cannotCheck + "its schema refers to itself without an end"},
		{"file", cannotCheck + "its schema refers to another document"},
		{"meta", cannotCheck + "failing loading \"https://example.com/own\": it refers to another document"},
		{"number", cannotCheck + "it is not valid JSON, or a number in it is too large"},
		{"any", cannotCheck + "its schema does not have the type object"},
		{"deep", cannotCheck + schemaHasMore + "32 levels"},
		{"large", cannotCheck + schemaHasMore + "32768 bytes"},
		{"wrong", cannotCheck + "its schema is not valid JSON Schema"},
		{"task", "it can be called only as a task, and emcp has no tasks"},
	}
	if diff := cmp.Diff(want, list.Refused); diff != "" {
		t.Error(diff)
	}
	tooMuch := "the arguments are too large or too deeply nested to check; send less"
	if _, err := call(t, u, "crm_bomb", `{"x":"a"}`); fault.From(err).Message != tooMuch {
		t.Errorf("a schema that takes 2^99 steps: %v", err)
	}
	if _, err := call(t, u, "crm_tree", `{"left":{"right":{}}}`); err != nil {
		t.Error(err)
	}
	if _, err := call(t, u, "crm_tree", strings.Repeat(`{"left":`, 60)+`{}`+
		strings.Repeat(`}`, 60)); fault.From(err).Message != tooMuch {
		t.Errorf("deep arguments: %v", err)
	}
}

// TestNoToolIsUsed logs once why no tool of an upstream is used.
func TestNoToolIsUsed(t *testing.T) {
	var lists atomic.Int32
	o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		lists.Add(1)
		return say(w, a.result(`{"tools":[`+saveTool+`]}`))
	})))
	var log lines
	o.Log, o.Pauses.Refresh = log.log(), time.Millisecond
	u := start(t, o)
	wait.Until(t, 10*time.Second, "the list is read three times", func() bool { return lists.Load() >= 3 })
	u.Close()
	want := `level=WARN msg="a tool of an upstream is not used" upstream=crm tool=notes.save ` +
		`reason="it does not say that it only reads (readOnlyHint); name it in write if callers with mcp:write may call it"` +
		"\n"
	if log.String() != want {
		t.Errorf("%s", log.String())
	}
}

// TestManyTools keeps the first of 100,000 tools.
func TestManyTools(t *testing.T) {
	var tools []string
	for i := range 30_000 {
		tools = append(tools,
			fmt.Sprintf(`{"name":"t%d","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`, i))
	}
	o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		return say(w, a.result(`{"tools":[`+strings.Join(tools, ",")+`]}`))
	})))
	o.Timeout = 10 * time.Second
	list, err := Inspect(t.Context(), o)
	if err != nil || len(list.Tools) != mostTools || len(list.Refused) != mostRefused || list.Listed != 30_000 {
		t.Errorf("%d tools, %d refused, %d listed: %v", len(list.Tools), len(list.Refused), list.Listed, err)
	}
}

// TestText has no control characters, invisible characters and long texts in what assistants read.
func TestText(t *testing.T) {
	o := options(serve(t, on("tools/list", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		return say(w,
			a.result(`{"tools":[{"name":"x","title":"A\n\u202eB\u0007","description":"`+"one\\u200b\\ntwo"+
				strings.Repeat("é", 5000)+`",
			"inputSchema":{ "type": "object", "properties": {"description": `+
				`{"type":"string","description":"c\u2060\u0000d","const":"\u0001"}}},"annotations":{"readOnlyHint":true}}]}`))
	})))
	list, err := Inspect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"crm_x|[crm] A B|[crm] one\ntwo" + strings.Repeat("é", 986) +
			`…|{"type":"object","properties":{"description":{"type":"string","description":"cd",` +
			`"const":"\u0001"}}}|false|false|true`,
	}
	if diff := cmp.Diff(want, shown(list)); diff != "" {
		t.Error(diff)
	}
}

// TestCallsOfServersThatMisbehave ends each call with a fault that names the upstream and nothing of what it sent.
func TestCallsOfServersThatMisbehave(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request, a incoming) bool
		kind   fault.Kind
		want   string
	}{
		"hangs": {
			func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) }, fault.UpstreamUnavailable,
			downMessage,
		},
		"endless stream": {func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
			return stream(w, r, func(int) (string, bool) {
				return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n", true
			})
		}, fault.UpstreamFailed, largeMessage},
		"endless line": {func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
			return stream(w, r, func(int) (string, bool) { return strings.Repeat("a", 1<<16), true })
		}, fault.UpstreamFailed, largeMessage},
		"100 MB": {func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
			w.Header().Set("Content-Type", "application/json")
			for n := 0; n < 100 && r.Context().Err() == nil; n++ {
				if _, err := io.WriteString(w, strings.Repeat(" ", 1<<20)); err != nil {
					return true
				}
			}
			return true
		}, fault.UpstreamFailed, largeMessage},
		"wrong id": {func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":987654321,"result":{"content":[]}}`)
		}, fault.UpstreamFailed, failedMessage},
		"id as text": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":"`+string(a.ID)+`","result":{"content":[]}}`)
		}, fault.UpstreamFailed, failedMessage},
		"closes": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			_ = say(w, a.result(`{"content":[`)[:40])
			panic(http.ErrAbortHandler)
		}, fault.UpstreamUnavailable, downMessage},
		"invalid JSON": {
			func(w http.ResponseWriter, _ *http.Request, _ incoming) bool { return say(w, `{"jsonrpc":`) }, fault.UpstreamFailed,
			failedMessage,
		},
		"not a result": {
			func(w http.ResponseWriter, _ *http.Request, a incoming) bool { return say(w, a.result(`7`)) }, fault.UpstreamFailed,
			failedMessage,
		},
		"no content": {
			func(w http.ResponseWriter, _ *http.Request, a incoming) bool { return say(w, a.result(`{}`)) },
			fault.UpstreamFailed,
			failedMessage,
		},
		"new content": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(`{"content":[{"type":"script"}]}`))
		}, fault.UpstreamFailed, failedMessage},
		"not an object": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(`{"content":[],"structuredContent":[1]}`))
		}, fault.UpstreamFailed, failedMessage},
		"leaks the token": {func(w http.ResponseWriter, r *http.Request, a incoming) bool {
			return say(w, a.result(`{"content":[{"type":"text","text":"`+r.Header.Get("Authorization")+`"}]}`))
		}, fault.UpstreamFailed, failedMessage},
		"leaks it with escapes": {
			leakToken(`{"content":[{"type":"text","text":"th\u0065 token"}]}`), fault.UpstreamFailed, failedMessage,
		},
		"leaks it in a name": {
			leakToken(`{"content":[],"structuredContent":{"th\u0065 token":1}}`), fault.UpstreamFailed, failedMessage,
		},
		"leaks it in an image": {
			leakToken(`{"content":[{"type":"image","mimeType":"image/png","data":"` + inBase64("it is the token.") + `"}]}`),
			fault.UpstreamFailed, failedMessage,
		},
		"leaks it in a sound": {
			leakToken(`{"content":[{"type":"audio","mimeType":"a/b","data":"` + inBase64("of the token") + `"}]}`),
			fault.UpstreamFailed, failedMessage,
		},
		"leaks it in a resource": {
			leakToken(`{"content":[{"type":"resource","resource":{"uri":"a:b","blob":"` + inBase64("the token is it") + `"}}]}`),
			fault.UpstreamFailed, failedMessage,
		},
		"leaks it in lines": {
			leakToken(`{"content":[{"type":"image","mimeType":"a/b","data":"` +
				strings.ReplaceAll(inBase64("the token"), "d", `d\r\n`) + `"}]}`), fault.UpstreamFailed, failedMessage,
		},
		"leaks it before other text": {
			leakToken(`{"content":[{"type":"image","mimeType":"a/b","data":"` + inBase64("the token...") + `!"}]}`),
			fault.UpstreamFailed, failedMessage,
		},
		"error with a stack": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":`+string(a.ID)+
				`,"error":{"code":-32603,"message":"goroutine 1 [running] at 10.0.0.1"}}`)
		}, fault.UpstreamFailed, refusedMessage},
		"wrong arguments": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":`+string(a.ID)+
				`,"error":{"code":-32602,"message":"Invalid location\u200b\n parameter"}}`)
		}, fault.InvalidParams, "the server crm, which this tool belongs to, refused the call: Invalid location parameter"},
		"a long error": {func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, `{"jsonrpc":"2.0","id":`+string(a.ID)+`,"error":{"code":-32000,"message":"the token `+
				strings.Repeat("a", 5000)+`"}}`)
		}, fault.UpstreamFailed,
			"the server crm, which this tool belongs to, refused the call: [credential] " + strings.Repeat("a", 286) + "…"},
		"401": {func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
			w.WriteHeader(http.StatusUnauthorized)
			return true
		}, fault.UpstreamFailed, failedMessage},
		"503": {func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}, fault.UpstreamUnavailable, downMessage},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(serve(t, on("tools/call", test.answer)))
			o.Token = "the token"
			if name == "endless stream" || name == "endless line" || name == "100 MB" {
				o.Timeout = 20 * time.Second // the bound of bytes ends it
			}
			if name == "hangs" {
				o.Timeout = impatient
			}
			u := start(t, o)
			listed(t, u)
			_, err := call(t, u, "crm_echo", `{"text":"a"}`)
			if f := fault.From(err); f.Kind != test.kind || f.Told() != test.want {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestAnswersAmongOthers finds the answer among what nobody asked for: requests, notifications,
// and the same answer again.
func TestAnswersAmongOthers(t *testing.T) {
	var replies atomic.Int32
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		if a.Method == "" && a.ID != nil {
			replies.Add(1)
		}
		return a.Method == "tools/call" && stream(w, r, func(n int) (string, bool) {
			switch n {
			case 0:
				return ": hello\n\nevent: message\ndata: not JSON\n\n", true
			case 1:
				return "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\",\"params\":{}}\n\n" +
					strings.Repeat("data: {\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\",\"params\":{}}\n\n",
						50), true
			case 2:
				return "data: {\"jsonrpc\":\"2.0\",\"id\":-5,\"result\":{\"content\":[]}}\n\n", true
			}
			return "data: " + a.good() + "\n\n", n < 10
		})
	}))
	u := start(t, o)
	listed(t, u)
	for range 5 {
		got, err := call(t, u, "crm_echo", `{"text":"a"}`)
		want := Result{
			Content:    []byte(`[{"type":"text","text":"it is"}]`),
			Structured: []byte(`{"was":{"text":"a"},"n":12345678901234567890}`),
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
	if got := replies.Load(); got != 5*mostReplies {
		t.Errorf("%d requests of the server were answered", got)
	}
}

// leakToken answers with a result. Its backslashes stay.
func leakToken(result string) answerer {
	return func(w http.ResponseWriter, _ *http.Request, a incoming) bool { return say(w, a.result(result)) }
}

// inBase64 returns a text in Base64. Its length is a multiple of three, so that more can follow.
func inBase64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// TestAnswersWithoutCredential passes on what only looks like the credential.
func TestAnswersWithoutCredential(t *testing.T) {
	for _, content := range []string{
		`[{"type":"image","mimeType":"image/png","data":"` + inBase64("the tokens") + `"}]`,
		`[{"type":"text","text":"` + inBase64("the token") + `"}]`, // no client decodes it
		`[{"type":"resource","resource":{"uri":"a:b","blob":"` + inBase64("th\\u0065 token") + `"}}]`,
		`[{"type":"image","mimeType":"a/b","data":"` + strings.Repeat(inBase64("the "), 100_000) + `"}]`,
	} {
		o := options(serve(t, on("tools/call", func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
			return say(w, a.result(`{"content":`+content+`}`))
		})))
		o.Token, o.Timeout = "the token!", patient
		u := start(t, o)
		listed(t, u)
		if got, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil || string(got.Content) != content {
			t.Errorf("%.100s: %.100s, %v", content, got.Content, err)
		}
	}
}

// TestBreaker keeps calls from a server that does not answer, and lets one try after the pause. The log says when calls
// stop and when they run again. Faults of calls that were kept from the server say that their cause is in the log.
func TestBreaker(t *testing.T) {
	var calls atomic.Int32
	var works atomic.Bool
	var log lines
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, _ *http.Request, _ incoming) bool {
		calls.Add(1)
		if !works.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
		return !works.Load()
	})))
	o.Log, o.Write = log.log(), patterns(t, "*")
	u := start(t, o)
	listed(t, u)
	now := time.Now()
	u.breaker.now = func() time.Time { return now }
	attempt := func(want error, sent int32) {
		t.Helper()
		before := calls.Load()
		_, err := call(t, u, "crm_echo", `{"text":"a"}`)
		if (err == nil) != (want == nil) || calls.Load() != sent {
			t.Fatalf("%v, %d calls", err, calls.Load())
		}
		if err != nil && fault.From(err).Logged != (sent == before) {
			t.Errorf("call %d: the cause is logged: %t", sent, fault.From(err).Logged)
		}
	}
	for i := range int32(mostFailures) {
		attempt(io.EOF, i+1)
	}
	for range 10 {
		attempt(io.EOF, mostFailures)
	}
	now = now.Add(o.Pauses.Open)
	attempt(io.EOF, mostFailures+1) // one tries
	attempt(io.EOF, mostFailures+1)
	now = now.Add(o.Pauses.Open)
	works.Store(true)
	attempt(nil, mostFailures+2)
	attempt(nil, mostFailures+3)
	want := `level=WARN msg="several calls of an upstream failed in a row; ` +
		`calls are paused" upstream=crm pause=1h0m0s error="the connection has ended (HTTP 502)"
level=INFO msg="upstream available again" upstream=crm
`
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Error(diff)
	}
}

// TestCallsAtATime refuses calls beyond those that run at a time, at once.
func TestCallsAtATime(t *testing.T) {
	entered := make(chan struct{}, 100)
	o := options(serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, _ incoming) bool {
		entered <- struct{}{}
		return hang(w, r)
	})))
	o.Timeout = 20 * time.Second
	u := start(t, o)
	listed(t, u)
	tool, _ := u.List().Tool("crm_echo")
	outcomes := make(chan error, callsAtATime)
	for range callsAtATime {
		go func() {
			_, err := tool.Call(t.Context(), Call{Arguments: []byte(`{"text":"a"}`)})
			outcomes <- err
		}()
	}
	for range callsAtATime {
		<-entered
	}
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); fault.From(err).Kind != fault.UpstreamUnavailable {
		t.Error(err)
	}
	u.Close() // ends the calls that run
	for range callsAtATime {
		if err := <-outcomes; err == nil {
			t.Error("a call of a server that hangs succeeded")
		}
	}
}

// TestChanges reads the lists again when the server says that they have changed, and not more
// often than the pause allows.
func TestChanges(t *testing.T) {
	var version, lists atomic.Int32
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch {
		case r.Method == http.MethodGet:
			return stream(w, r, func(int) (string, bool) {
				version.Add(1)
				time.Sleep(time.Millisecond)
				return "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n", true
			})
		case a.Method == "tools/list":
			lists.Add(1)
			return say(w, a.result(strings.Replace(oneTool, "Says it again", fmt.Sprintf("Version %d", version.Load()), 1)))
		}
		return false
	}))
	o.Pauses.Change = 50 * time.Millisecond
	u := start(t, o)
	seen := map[string]bool{}
	wait.Until(t, 10*time.Second, "the list changes three times", func() bool {
		for _, tool := range u.List().Tools {
			seen[tool.Description] = true
		}
		return len(seen) >= 3
	})
	if version.Load() < 5*lists.Load() {
		t.Errorf("%d lists were read for %d announcements", lists.Load(), version.Load())
	}
}

// TestChanged reports a list only if callers see another one: after the first reading, and after another description.
func TestChanged(t *testing.T) {
	var lists atomic.Int32
	changes := make(chan int32, 10)
	o := options(serve(t, func(w http.ResponseWriter, _ *http.Request, a incoming) bool {
		if a.Method != "tools/list" {
			return false
		}
		description := "first"
		if lists.Add(1) > 3 {
			description = "second"
		}
		return say(w, a.result(strings.Replace(oneTool, "Says it again", description, 1)))
	}))
	o.Pauses.Refresh = time.Millisecond
	o.Changed = func() { changes <- lists.Load() }
	start(t, o)
	if diff := cmp.Diff([]int32{1, 4}, []int32{<-changes, <-changes}); diff != "" {
		t.Error(diff)
	}
	wait.Until(t, 10*time.Second, "more lists are read", func() bool { return lists.Load() > 8 })
	if len(changes) != 0 {
		t.Error("it reports a change where there is none")
	}
}

// TestSessions begins another session when the server has forgotten the first, and calls a tool that reads again.
func TestSessions(t *testing.T) {
	var session, calls atomic.Int32
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch a.Method {
		case "initialize":
			w.Header().Set("MCP-Session-Id", strconv.Itoa(int(session.Add(1))))
		case "tools/call":
			calls.Add(1)
			if r.Header.Get("MCP-Session-Id") == "1" {
				w.WriteHeader(http.StatusNotFound)
				return true
			}
		}
		return false
	}))
	o.Write, o.Timeout = patterns(t, "notes.save"), 10*time.Second
	u := start(t, o)
	listed(t, u)
	if _, err := call(t, u, "crm_notes_save", `{}`); fault.From(err).Kind != fault.UpstreamUnavailable ||
		calls.Load() != 1 {
		t.Errorf("a tool that writes was called %d times: %v", calls.Load(), err)
	}
	wait.Until(t, 10*time.Second, "there is another session",
		func() bool { return session.Load() == 2 && u.current() != nil })
	if _, err := call(t, u, "crm_echo", `{"text":"a"}`); err != nil {
		t.Error(err)
	}
}

// TestSessionOfManyCalls has calls wait when the server says to one of them that it has forgotten the session. All
// that read are called again.
func TestSessionOfManyCalls(t *testing.T) {
	var session atomic.Int32
	waiting := make(chan struct{}, callsAtATime)
	o := options(serve(t, func(w http.ResponseWriter, r *http.Request, a incoming) bool {
		switch {
		case a.Method == "initialize":
			w.Header().Set("MCP-Session-Id", strconv.Itoa(int(session.Add(1))))
		case a.Method != "tools/call" || r.Header.Get("MCP-Session-Id") != "1":
		case string(a.Params.Arguments) == `{"text":"first"}`:
			wait.Until(t, 10*time.Second, "the other calls wait", func() bool { return len(waiting) == callsAtATime-1 })
			w.WriteHeader(http.StatusNotFound)
			return true
		default:
			waiting <- struct{}{}
			return hang(w, r)
		}
		return false
	}))
	o.Timeout = 10 * time.Second
	u := start(t, o)
	listed(t, u)
	var calls sync.WaitGroup
	for i := range callsAtATime {
		text := "first"
		if i > 0 {
			text = "other"
		}
		calls.Go(func() {
			if _, err := call(t, u, "crm_echo", `{"text":"`+text+`"}`); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	calls.Wait()
}

// closer is the body of a response that closes a link when it has been read.
type closer struct{ link }

func (closer) Read([]byte) (int, error) { return 0, io.EOF }

func (c closer) Close() error {
	c.close()
	return nil
}

// TestForgottenSession closes the link as soon as the server has said that it has forgotten the
// session, as the background does.
func TestForgottenSession(t *testing.T) {
	l := newHTTPLink("http://127.0.0.1:1", "", func() {})
	l.session = "1"
	l.client.Transport = roundTrip(func(*http.Request) *http.Response {
		return &http.Response{StatusCode: http.StatusNotFound, Body: closer{l}}
	})
	if _, err := l.exchange(t.Context(), newRequest("tools/call", nil)); !errors.Is(err, errSession) {
		t.Error(err)
	}
}

type roundTrip func(*http.Request) *http.Response

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// TestWritesWithoutAnswer says that what was asked may have been done.
func TestWritesWithoutAnswer(t *testing.T) {
	o := options(
		serve(t, on("tools/call", func(w http.ResponseWriter, r *http.Request, _ incoming) bool { return hang(w, r) })))
	o.Write, o.Timeout = patterns(t, "notes.save"), impatient
	u := start(t, o)
	listed(t, u)
	_, err := call(t, u, "crm_notes_save", `{}`)
	want := unsureMessage
	if f := fault.From(err); f.Kind != fault.UpstreamFailed || f.Message != want {
		t.Error(err)
	}
}
