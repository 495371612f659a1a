package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestWhatCounts shows which requests are counted: those that would run, whatever their method and server.
func TestWhatCounts(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, test := range []struct {
		name    string
		request sent
		status  int
		counted bool
	}{
		{"ping", sent{}, 200, true},
		{"other server", sent{path: "/mcp/small"}, 200, true},
		{"other prefix", sent{path: "/api/v1/mcp"}, 200, true},
		{"tools/list", sent{body: list}, 200, true},
		{"call that fails", sent{body: GetHome}, 200, true},
		{"call with wrong arguments", sent{body: ToolCall("evo.content.get", "{}")}, 200, true},
		{"dispatch", sent{path: "/mcp/content/dispatch"}, 200, true},
		{"notification", sent{body: notified}, 202, true},
		{"no JSON", sent{body: "{"}, 200, false},
		{"unknown method", sent{body: Request("x")}, 200, false},
		{"unknown tool", sent{body: ToolCall("x", "{}")}, 200, false},
		{"unknown server", sent{path: "/mcp/nothing"}, 200, false},
		{"media type", sent{header: []string{"Content-Type", "text/plain"}}, 415, false},
		{"no scope", sent{body: `{"jsonrpc":"2.0","method":"x"}`}, 403, false},
	} {
		web := NewServer(t, NoDatabase, Unlimited, "rate_limit: {per_minute: 3}").Handler()
		want := slices.Concat(slices.Repeat([]int{test.status}, 3), slices.Repeat([]int{http.StatusOK}, 3),
			[]int{http.StatusTooManyRequests})
		if test.counted {
			want = slices.Concat(slices.Repeat([]int{test.status}, 3), slices.Repeat([]int{http.StatusTooManyRequests}, 4))
		}
		var got []int
		for _, r := range slices.Concat(slices.Repeat([]sent{test.request}, 3), slices.Repeat([]sent{{}}, 4)) {
			got = append(got, r.answer(t, web).Code)
		}
		Equal(t, want, got, test.name)
	}
}

// TestNoRateOverStdio shows that the one client of a process is not counted.
func TestNoRateOverStdio(t *testing.T) {
	got := Talk(t, NewServer(t, NoDatabase, Unlimited, "rate_limit: {per_minute: 2, per_address: 2}"), "content",
		strings.Repeat(Ping+"\n", 10))
	Equal(t, strings.Split(strings.Repeat(Pong+"\n", 9)+Pong, "\n"), got)
}
