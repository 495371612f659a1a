package server_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// TestUpstreamEmcpOverWebSocket uses another emcp by one connection. A reload there ends it, and emcp connects again.
func TestUpstreamEmcpOverWebSocket(t *testing.T) {
	change := WithSockets("{name: full, sha256: \"${SHA256_full}\"}", "{name: other, sha256: \"${SHA256_other}\"}")
	dsn := Fixture(t).DSN
	other, others := NewAudited(t, dsn, change...)
	url := "ws" + strings.TrimPrefix(Listen(t, other), "http") + "/mcp/content"
	base := Serve(t, NoDatabase, WithUpstream("url: \""+url+"\", token: other, allow: [evo.content.get]")...)
	AwaitTool(t, base+"/mcp", "crm_evo_content_get")
	_, result, _ := strings.Cut(GotHome, `"result":`)
	want := Answered(`{"jsonrpc":"2.0","id":1,"result":` + strings.TrimSuffix(result, "}}") +
		`,"_meta":{"emcp/upstream":"crm"}}}`)
	home := ToolCall("crm_evo_content_get", `{"id":1}`)
	Equal(t, want, Post(t, base+"/mcp", home))
	AwaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
	if _, err := other.Reload(NewConfig(t, dsn, append(change, "max_result_items: 7", "max_result_items: 3")...)); err !=
		nil {
		t.Fatal(err)
	}
	AwaitLine(t, others, `"method":"initialize"`) // until then the old connection can still answer
	wait.Until(t, 20*time.Second, "emcp has connected again",
		func() bool { return Post(t, base+"/mcp", home).Body == want.Body })
	others.Take()
	Post(t, base+"/mcp", home)
	AwaitLine(t, others, `"tool":"evo.content.get","status":200,"code":"ok","subject":"token:other"`)
}

// TestRefusedCallsOfUpstream calls a tool of an upstream that answers wrongly. The log has a line for each call that
// reached it, and none for calls that were kept from it. Metrics and audit count all of them.
func TestRefusedCallsOfUpstream(t *testing.T) {
	var reached atomic.Int32
	url := ServeUpstream(t, func(*http.Request, string) string {
		reached.Add(1)
		return "[]"
	})
	log, requests := &Log{}, &Log{}
	s, err := server.New(NewConfig(t, NoDatabase, WithUpstream("url: \""+url+"\"")...),
		WithDefaults(server.Options{Log: slog.New(slog.NewTextHandler(log, nil)), Requests: requests}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	const calls = 30
	for range calls {
		Post(t, base, ToolCall("crm_read", `{}`))
	}
	lines := strings.Join(log.Take(), "")
	if n := strings.Count(lines, "level=ERROR"); n != int(reached.Load()) || n == calls {
		t.Errorf("%d calls reached the upstream, and %d lines are errors:\n%s", reached.Load(), n, lines)
	}
	if n := strings.Count(lines, "several calls of an upstream failed in a row; calls are paused"); n != 1 {
		t.Errorf("%d lines say that calls stop:\n%s", n, lines)
	}
	refused := calls - int(reached.Load())
	counted := fmt.Sprintf(
		`emcp_requests_total{code="upstream_unavailable",method="tools/call",server="content",tool="upstream crm"} %d`,
		refused)
	if got := ReadMetrics(t, s); !strings.Contains(got, counted) {
		t.Errorf("no %s", counted)
	}
	if n := strings.Count(strings.Join(requests.Take(), ""), `"code":"upstream_unavailable"`); n != refused {
		t.Errorf("%d audit lines, want %d", n, refused)
	}
}

// TestHangingUpstream answers calls of emcp's own tools while calls of an upstream hang, over HTTP and on one
// connection.
func TestHangingUpstream(t *testing.T) {
	entered := make(chan struct{}, 100)
	url := ServeUpstream(t, func(r *http.Request, _ string) string {
		entered <- struct{}{}
		<-r.Context().Done()
		return "{}"
	})
	s := NewServer(t, Fixture(t).DSN,
		WithUpstream("url: \""+url+"\", timeout: 30s", "max_open_conns: 4", "max_open_conns: 8")...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	client := Converse(t, t.Context(), s)
	for id := range 4 {
		client.Say(t, WithID(ToolCall("crm_read", `{}`), strconv.Itoa(id+10)))
		<-entered
	}
	for range 20 {
		if diff := cmp.Diff(Answered(GotHome), Post(t, base, GetHome)); diff != "" {
			t.Fatal(diff)
		}
		client.Say(t, GetHome)
		if diff := cmp.Diff(GotHome, Untraced(client.Next(t))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestUpstreamsOfAnotherConfiguration keeps an upstream whose settings stay, and begins anew with one whose settings
// change.
func TestUpstreamsOfAnotherConfiguration(t *testing.T) {
	var version atomic.Value
	version.Store("1")
	url := ServeUpstream(t, func(*http.Request, string) string {
		return `{"content":[{"type":"text","text":"` + version.Load().(string) + `"}]}`
	})
	keys := "url: \"" + url + "\""
	s := NewServer(t, NoDatabase, WithUpstream(keys)...)
	base := Listen(t, s) + "/mcp"
	AwaitTool(t, base, "crm_read")
	first := s.Upstream("crm")
	for _, test := range []struct {
		change []string
		tool   string
		same   bool
	}{
		{WithUpstream(keys), "crm_read", true},
		{WithUpstream(keys + ", prefix: b_"), "b_read", false},
		{WithUpstream(keys, "upstreams: [crm]", "upstreams: []"), "", false},
	} {
		if _, err := s.Reload(NewConfig(t, NoDatabase, test.change...)); err != nil {
			t.Fatal(err)
		}
		if got := s.Upstream("crm"); (got == first) != test.same {
			t.Errorf("%s: the same %t", test.tool, got == first)
		}
		if test.tool == "" {
			if list := Post(t, base, Request("tools/list")).Body; strings.Contains(list, "_read\"") {
				t.Error(list)
			}
			continue
		}
		AwaitTool(t, base, test.tool)
	}
}

// TestSlowReadersOfLongCalls have no more time to read an answer because the call may take long.
func TestSlowReadersOfLongCalls(t *testing.T) {
	url := ServeUpstream(t, func(*http.Request, string) string {
		return `{"content":[{"type":"text","text":"` + strings.Repeat("a", 1<<16) + `"}]}`
	})
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Write: 20 * time.Millisecond}}, NoDatabase,
		WithUpstream("url: \""+url+"\", timeout: 10m")...)
	AwaitTool(t, Listen(t, s)+"/mcp", "crm_read")
	awaitReturn(t, "a slow reader", Stalled(t, s.Handler(), http.MethodPost, ToolCall("crm_read", "{}"),
		"Content-Type", "application/json", "Authorization", "Bearer full"))
}
