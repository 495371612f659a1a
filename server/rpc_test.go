package server_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// bothKinds are the headers of a client that reads JSON and events.
var bothKinds = []string{"Accept", "application/json, text/event-stream"}

// eventsOf returns the answer to a request that has become a stream of events.
func eventsOf(messages ...string) Reply {
	return Reply{Status: http.StatusOK, Header: map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Trace-Id": "trace-1",
	}, Body: "data: " + strings.Join(messages, "\n\ndata: ")}
}

// withToken returns a call with a token for its progress.
func withToken(call, token string) string {
	return strings.Replace(call, `"params":{`, `"params":{"_meta":{"progressToken":`+token+`},`, 1)
}

// TestProgressOfUpstream passes the progress of a call on to its caller, with the token of the caller, over every
// transport.
func TestProgressOfUpstream(t *testing.T) {
	url := Upstream{
		Tools:  ReadAndSave,
		Answer: func(*http.Request, string) string { return `{"content":[]}` },
		Progress: []string{
			`{"progressToken":TOKEN,"progress":1,"total":4,"message":"Reading <orders>"}`, `{"progressToken":"p","progress":2}`,
			`{"progressToken":TOKEN,"progress":2.5}`,
		},
	}.Serve(t)
	s := NewServer(t, NoDatabase, WithUpstream("url: \""+url+"\"",
		"{handle: content, site: main, upstreams: [crm]}",
		"{handle: content, site: main, upstreams: [crm], websocket: true}")...)
	base := Listen(t, s) + "/mcp/content"
	AwaitTool(t, base, "crm_read")
	progress := func(token string) []string {
		const head = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`
		return []string{
			head + token + `,"progress":1,"total":4,"message":"[crm] Reading <orders>"}}`, head + token + `,"progress":2.5}}`,
		}
	}
	const answer = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":{"emcp/upstream":"crm"}}}`
	call := ToolCall("crm_read", "{}")
	for _, test := range []struct {
		name, body string
		headers    []string
		want       Reply
	}{
		{"a string", withToken(call, `"\u0070"`), bothKinds, eventsOf(append(progress(`"p"`), answer)...)},
		{
			"a number", withToken(call, "12345678901234567890"), bothKinds,
			eventsOf(append(progress("12345678901234567890"), answer)...),
		},
		{"no token", call, bothKinds, Answered(answer)},
		{"another kind of token", withToken(call, "1.5"), bothKinds, Answered(answer)},
		{"a long token", withToken(call, `"`+strings.Repeat("a", 300)+`"`), bothKinds, Answered(answer)},
		{"a client that reads no events", withToken(call, `"p"`), nil, Answered(answer)},
		{"a call that is refused", withToken(ToolCall("crm_read", `{"id":"x"}`), `"p"`), bothKinds, Answered(
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"id: got string, want ` +
				`integer","data":{"code":"invalid_params","field":"id","retryable":false,"trace_id":"trace-1","tool":"crm_read",` +
				`"toolName":"crm_read","details":"got string, want integer"}}}`)},
	} {
		Equal(t, test.want, Post(t, base, test.body, test.headers...), test.name)
	}
	want := append(progress("7"), answer)
	Equal(t, want, ConverseOver(t, base, withToken(call, "7"), len(want)), "WebSocket")
	Equal(t, want, Talk(t, s, "content", withToken(call, "7")+"\n"), "stdio")
}

// TestSignsOfLifeOfCalls keeps the connection of a call that takes long.
func TestSignsOfLifeOfCalls(t *testing.T) {
	proceed := make(chan struct{})
	url := ServeUpstream(t, func(r *http.Request, _ string) string {
		select {
		case <-r.Context().Done():
		case <-proceed:
		}
		return `{"content":[]}`
	})
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond}}, NoDatabase,
		WithUpstream("url: \""+url+"\", timeout: 10m")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	stream := OpenStreamBy(t, http.MethodPost, base, ToolCall("crm_read", "{}"),
		append(bothKinds, "Content-Type", "application/json")...)
	stream.Expect(t, ":", ":", ":")
	close(proceed)
	const want = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"_meta":{"emcp/upstream":"crm"}}}`
	if got := stream.Message(t); got != want {
		t.Error(got)
	}
}

// TestCancelOverHTTP ends a call, and tells the upstream, when the client sends a notification in the same session or
// has gone.
func TestCancelOverHTTP(t *testing.T) {
	var asked, cancelled atomic.Int32
	url := Upstream{
		Tools: ReadAndSave,
		Answer: func(r *http.Request, _ string) string {
			asked.Add(1)
			<-r.Context().Done()
			return "{}"
		},
		Cancelled: func(string) { cancelled.Add(1) },
	}.Serve(t)
	s := NewServer(t, NoDatabase, WithUpstream("url: \""+url+"\", timeout: 10m")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	await := func(what string, count *atomic.Int32, n int32) {
		t.Helper()
		wait.Until(t, 5*time.Second, what, func() bool { return count.Load() == n })
	}
	const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	answers := make(chan Reply, 1)
	go func() { answers <- Post(t, base, ToolCall("crm_read", "{}"), "Mcp-Session-Id", "session-1") }()
	await("the call", &asked, 1)
	for _, other := range [][]string{
		{"Mcp-Session-Id", "session-2"}, nil, {"Mcp-Session-Id", "session-1", "Authorization", "Bearer manager"},
	} {
		if got := Post(t, base, cancel, other...); got.Status != http.StatusAccepted {
			t.Errorf("%+v", got)
		}
	}
	Post(t, base, strings.Replace(cancel, `:1`, `:"1"`, 1), "Mcp-Session-Id", "session-1")
	if got := cancelled.Load(); got != 0 {
		t.Fatalf("%d calls were cancelled by others", got)
	}
	accepted := Reply{Status: http.StatusAccepted, Header: map[string]string{"X-Trace-Id": "trace-1"}}
	Equal(t, accepted, Post(t, base, cancel, "Mcp-Session-Id", "session-1"))
	Equal(t, accepted, <-answers)
	await("the notification to the upstream", &cancelled, 1)

	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base, strings.NewReader(ToolCall("crm_read", "{}")))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer full")
	left := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			response.Body.Close()
		}
		left <- err
	}()
	await("the second call", &asked, 2)
	leave()
	if <-left == nil {
		t.Error("a call without an answer was answered")
	}
	await("the notification about the second call", &cancelled, 2)
}
