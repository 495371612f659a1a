package server_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/snapshot"
)

// TestMetrics compares the whole text after requests of every kind.
func TestMetrics(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN, "cache: {ttl: 0s}", "cache: {ttl: 1m}", "- {handle: small, site: main,",
		"- {handle: small, site: main, rate_limit: {enabled: true, per_minute: 2},", "modes: [token]", "modes: [token, pat]")
	web := s.Handler()
	for _, r := range []sent{
		{}, {path: "/mcp/small"}, {path: "/mcp/small"}, {path: "/mcp/small"}, {path: "/mcp/nothing"}, {body: notified},
		{body: "{"},
		{header: []string{"Authorization", ""}}, {method: http.MethodGet, path: "/healthz"},
		{method: http.MethodGet, path: "/"},
		{body: GetHome}, {body: GetHome}, {body: strings.Replace(GetHome, "evo.content.get", "evo_content_get", 1)},
		{body: searchAll}, {body: searchWords},
		{body: ToolCall("evo.content.get", `{"id":"1"}`)}, {body: ToolCall("evo.content.put", "{}")},
		{body: Request("tasks/list")},
		{body: GetHome, header: []string{"Idempotency-Key", "a"}}, {body: GetHome, header: []string{"Idempotency-Key", "a"}},
		{body: Initialize("2025-06-18"), header: []string{"MCP-Session-Id", "session-1"}},
		{
			body:   `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"evo://content/content/1"}}`,
			header: []string{"MCP-Session-Id", "session-1"},
		},
	} {
		r.answer(t, web)
	}
	got := ReadMetrics(t, s)
	snapshot.Expect(t, "metrics.txt", got)
}

// TestMetricsOfFailures has a database and a Redis that do not answer.
func TestMetricsOfFailures(t *testing.T) {
	s := NewServer(t, NoDatabase, "rate_limit: {enabled: false}", `redis: {url: "redis://127.0.0.1:1/0"}`)
	sent{body: GetHome}.answer(t, s.Handler())
	text := ReadMetrics(t, s)
	for _, line := range []string{
		`emcp_requests_total{code="database_unavailable",method="tools/call",server="content",tool="evo.content.get"} 1`,
		// of the limits of the address and of the caller
		`emcp_db_up{site="main"} 0`, `emcp_redis_up 0`, `emcp_redis_errors_total 2`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
}

// TestMetricsOfADatabaseThatHangs expects the metrics to say that the other database answers.
func TestMetricsOfADatabaseThatHangs(t *testing.T) {
	silent, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	s := NewServer(t, Fixture(t).DSN, "sites:\n", "sites:\n  a: {dsn: \"u:p@tcp("+silent.Addr().String()+")/d\"}\n")
	text := ReadMetrics(t, s)
	for _, line := range []string{`emcp_db_up{site="a"} 0`, `emcp_db_up{site="main"} 1`} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
}

// TestMetricsDoNotGrow has callers who make up names for all that they can name.
func TestMetricsDoNotGrow(t *testing.T) {
	s := NewServer(t, NoDatabase)
	web := s.Handler()
	rounds := func(from, to int) int {
		for i := from; i < to; i++ {
			name := fmt.Sprintf("name-%d", i)
			trace := []string{"X-Trace-Id", name, "Authorization", "Bearer " + name}
			for _, r := range []sent{
				{path: "/mcp/" + name}, {path: "/" + name}, {body: Request(name)}, {body: ToolCall(name, "{}")},
				{method: "METHOD-" + name},
				{body: Request("notifications/" + name)}, {body: strings.Replace(notified, "initialized", name, 1)},
				{header: trace},
				{path: "/mcp/" + name, body: ToolCall(name, "{}"), header: trace},
				{path: "/mcp/" + name + "/dispatch", body: ToolCall(name, "{}")},
				{header: []string{"Origin", "https://" + name}},
				{header: []string{"X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i)}},
			} {
				r.answer(t, web)
			}
		}
		text := ReadMetrics(t, s)
		if strings.Contains(text, "name-") {
			t.Errorf("the metrics have a name of a caller:\n%s", text)
		}
		return strings.Count(text, "\n")
	}
	if before, after := rounds(0, 1), rounds(1, 20); before != after {
		t.Errorf("%d lines became %d", before, after)
	}
}

// TestServeMetrics reads them over the network, where nothing else is.
func TestServeMetrics(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	served := make(chan error, 1)
	s := NewServer(t, NoDatabase)
	go func() { served <- s.ServeMetrics(ctx, listener) }()
	statuses := map[string]int{}
	for _, path := range []string{"GET /metrics", "POST /metrics", "GET /", "POST /mcp", "GET /healthz"} {
		method, path, _ := strings.Cut(path, " ")
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+listener.Addr().String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		statuses[method+" "+path] = response.StatusCode
		for _, name := range []string{"emcp_build_info", "go_goroutines", "process_resident_memory_bytes"} {
			if (response.StatusCode == http.StatusOK) != strings.Contains(string(text), "\n"+name) {
				t.Errorf("%s %s: %s", method, path, text)
			}
		}
	}
	want := map[string]int{"GET /metrics": 200, "POST /metrics": 405, "GET /": 404, "POST /mcp": 404, "GET /healthz": 404}
	Equal(t, want, statuses)
	stop()
	select {
	case err := <-served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it does not end")
	}
}
