package upstream

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
)

// progressing returns what a server sends during a call whose progress it reports, and its answer,
// which has the token in it.
func (a asked) progressing() []string {
	token, _ := a.Params.Meta["progressToken"].(float64)
	report := func(rest string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%.0f,%s}}`,
			token, rest)
	}
	sent := []string{
		report(`"progress":0.5,"total":10,"message":"Reading\u200b\norders"`),
		report(`"progress":0.5,"message":"not more"`),
		report(`"progress":"1"`), report(`"progress":1e999`), report(`"message":"no number"`),
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":999999,"progress":3}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a","progress":3}}`,
		report(`"progress":2,"message":"with the secret"`),
		report(`"progress":3,"message":"` + strings.Repeat("a", 300) + `"`),
		report(`"progress":4`),
	}
	for n := range 200 { // far more than the caller gets
		sent = append(sent, report(fmt.Sprintf(`"progress":%d`, 100+n)))
	}
	return append(sent,
		a.result(fmt.Sprintf(`{"content":[],"structuredContent":{"asked":%t}}`, a.Params.Meta["progressToken"] != nil)))
}

// TestProgress passes the progress of a call on, cleaned and bounded, and asks only for progress that the caller wants.
func TestProgress(t *testing.T) {
	over := map[string]func(t *testing.T) Options{
		"HTTP": func(t *testing.T) Options {
			return options(serve(t, func(w http.ResponseWriter, r *http.Request, a asked) bool {
				all := []string{}
				if a.Method == "tools/call" {
					all = a.progressing()
				}
				return a.Method == "tools/call" && stream(w, r, func(n int) (string, bool) {
					if n == len(all) {
						return "", false
					}
					return "data: " + all[n] + "\n\n", true
				})
			}))
		},
		"WebSocket": func(t *testing.T) Options {
			url, _ := serveSocket(t, func(conn *websocket.Conn, a asked) bool {
				if a.Method != "tools/call" {
					return false
				}
				for _, message := range a.progressing() {
					tell(conn, message)
				}
				return true
			})
			return options(url)
		},
		"stdio": func(t *testing.T) Options { return program(t, "progress") },
	}
	total := 10.0
	want := []Progress{
		{0.5, &total, "[crm] Reading orders"}, {2, nil, ""},
		{3, nil, "[crm] " + strings.Repeat("a", maxProgressMessage-len("[crm] ")-1) + "…"}, {4, nil, ""},
	}
	for name, options := range over {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o.Token = "secret"
			u := start(t, o)
			tool, _ := listed(t, u).Tool("crm_echo")
			personal := func(context.Context) string { return "" }
			var got []Progress
			result, err := tool.Call(t.Context(),
				Call{Arguments: []byte(`{"text":"a"}`), Personal: personal, Progress: func(p Progress) { got = append(got, p) }})
			if err != nil || string(result.Structured) != `{"asked":true}` {
				t.Fatalf("%s, %v", result.Structured, err)
			}
			if len(got) > len(want)+progressPerSecond { // the server does not take a second
				t.Errorf("%d reports", len(got))
			}
			if diff := cmp.Diff(want, got[:min(len(want), len(got))]); diff != "" {
				t.Error(diff)
			}
			result, err = tool.Call(t.Context(), Call{Arguments: []byte(`{"text":"a"}`), Personal: personal})
			if err != nil || string(result.Structured) != `{"asked":false}` {
				t.Errorf("%s, %v", result.Structured, err)
			}
		})
	}
}
