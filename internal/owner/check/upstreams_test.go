package check_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// TestUpstreams connects to each upstream, and says which tools, resources and prompts are not used and why.
func TestUpstreams(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		_ = json.NewDecoder(r.Body).Decode(&m)
		w.Header().Set("Content-Type", "application/json")
		switch m.Method {
		case "initialize":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":%s}}`, m.ID,
				map[bool]string{true: `{"resources":{},"prompts":{}}`, false: `{}`}[r.URL.Path == "/offers"])
		case "resources/list":
			fmt.Fprintf(w,
				`{"jsonrpc":"2.0","id":%s,"result":{"resources":[{"uri":"a://1","name":"one"},{"uri":"b://1","name":"two"},`+
					`{"uri":"evo://content/site","name":"site"}]}}`, m.ID)
		case "prompts/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, m.ID)
		case "tools/list":
			fmt.Fprintf(w,
				`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"read","inputSchema":{"type":"object"},`+
					`"annotations":{"readOnlyHint":true}},{"name":"save","inputSchema":{"type":"object"}}]}}`, m.ID)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	defer s.Close()
	private := httptest.NewUnstartedServer(http.NotFoundHandler())
	private.Config.ErrorLog = log.New(io.Discard, "", 0)
	private.StartTLS()
	defer private.Close()
	text := `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
servers: [{handle: content, site: main, upstreams: [a, b, c, e, f, g, h, i, j]}]
upstreams:
  a: {url: "` + s.URL + `"}
  b: {url: "` + s.URL + `", write: [save]}
  c: {url: "http://127.0.0.1:1/"}
  d: {command: [/nothing]}
  e: {url: "` + private.URL + `/secret", token: secret}
  f: {command: [/bin/sh, -c, "read line; exit 1"]}
  g: {url: "` + s.URL + `/offers", deny: [save]}
  h: {url: "` + s.URL + `/offers", deny: [save], resources: ["a:*"]}
  i: {url: "` + s.URL + `/offers", deny: [save], resources: ["*"], prompts: ["*"]}
  j: {url: "` + s.URL + `", deny: [save], resources: ["*"]}
`
	var got []string
	advice := map[string]string{}
	for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
		if strings.HasPrefix(f.Subject, "upstream ") || strings.Contains(f.What, "upstream") {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Level, f.Subject, f.What))
			advice[f.Subject] = f.Do
		}
	}
	want := []string{
		"warning upstream a: 1 of 2 tool(s) are used\n\"save\": it does not say that it only reads (readOnlyHint); name it " +
			"in write if callers with mcp:write may call it",
		"ok upstream b: 2 of 2 tool(s) are used",
		"warning upstream c: initialize: it could not be reached: connection refused",
		"warning upstream d: no server shows it",
		"warning upstream e: initialize: it could not be reached: x509: certificate signed by unknown authority",
		"warning upstream f: initialize: the connection has ended",
		"ok upstream g: 1 of 2 tool(s), 0 of 3 resource(s) are used",
		"ok upstream h: 1 of 2 tool(s), 1 of 3 resource(s) are used",
		"warning upstream i: 1 of 2 tool(s), 2 of 3 resource(s), 0 of 0 prompt(s) are used\n" +
			"\"evo://content/site\": its URI has the scheme evo, which is that of emcp's own resources\n" +
			"prompts cannot be listed: prompts/list: it answered with the error -32601: no",
		"warning upstream j: 1 of 2 tool(s), 0 of 0 resource(s) are used\nresources cannot be listed: the server does not " +
			"say that it has any",
		"ok server content: clients see the resource \"a://1\" of the upstream i as \"upstream:i/a://1\": another upstream " +
			"has the same URI",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for subject, want := range map[string]string{
		"upstream c": "check that the server runs, its address, and its token",
		"upstream f": "run the command in a terminal to see its messages; from emcp it gets only the variables in env",
	} {
		if advice[subject] != want {
			t.Errorf("%s: %s, want %s", subject, advice[subject], want)
		}
	}
}
