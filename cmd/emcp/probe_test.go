package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// masked takes out of a table what is different in every run: latencies and sizes, and the widths of their columns.
func masked(table, url string) string {
	table = strings.ReplaceAll(table, url, "URL")
	table = regexp.MustCompile(`(?m)^(.*? +(?:\d{3}|-) +(?:-\d+|-)) +\d+\.\d +\d+\.\d +\d+ `).ReplaceAllString(table,
		"$1 MS MS BYTES ")
	return regexp.MustCompile(` {2,}`).ReplaceAllString(table, "  ")
}

const probed = `URL
emcp 1.2.3, called in MCP 2025-11-25

STEP  HTTP  CODE  P50 MS  P95 MS  BYTES  VERDICT
initialize 2024-11-05  200  - MS MS BYTES  ok
initialize 2025-03-26  200  - MS MS BYTES  ok
initialize 2025-06-18  200  - MS MS BYTES  ok
initialize 2025-11-25  200  - MS MS BYTES  ok
server/discover 2026-07-28  200  - MS MS BYTES  ok
notifications/initialized  202  - MS MS BYTES  ok
tools/list  200  - MS MS BYTES  ok  6 tools
tools/list 2026-07-28  200  - MS MS BYTES  ok  6 tools
call evo.content.search  200  - MS MS BYTES  ok
call evo.content.get  200  - MS MS BYTES  ok  the tool reports an error, as tools may with made-up arguments
call evo.content.descendants  200  - MS MS BYTES  ok
call evo.model.list  200  - MS MS BYTES  ok  the tool reports an error, as tools may with made-up arguments
call evo.model.get  200  - MS MS BYTES  ok  the tool reports an error, as tools may with made-up arguments
call evo.site.describe  200  - MS MS BYTES  ok
unknown tool  200  -32601 MS MS BYTES  ok
bad params  200  -32602 MS MS BYTES  ok
no token  401  - MS MS BYTES  ok
wrong token  401  - MS MS BYTES  ok
GET  200  - MS MS BYTES  ok  a stream of events
oversized body  413  - MS MS BYTES  ok
broken JSON  200  -32700 MS MS BYTES  ok

21 ok, 0 wrong, 0 not tried or not supported
`

// TestProbe looks at a running emcp: everything is fine, and as with any client.
func TestProbe(t *testing.T) {
	token, line := newTokenLine(t)
	s := start(t, "sites: {main: {dsn: \"${SITE_DSN}\"}}\nrate_limit: {enabled: false}\nauth:\n  tokens:\n"+line+
		"    - {name: old, sha256: 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b, expires: "+
		"2020-01-31T00:00:00Z}\n", "SITE_DSN="+site(t))
	url := s.url + "/mcp"
	for _, args := range [][]string{
		{"probe", url, "--token", token}, {"probe", "--repeat", "1", "--token=" + token, url},
	} {
		stdout, stderr, status := emcp(t, "", args...)
		if diff := cmp.Diff(probed, masked(stdout, url)); diff != "" || stderr != "" || status != 0 {
			t.Errorf("status %d, stderr %q\n%s\n%s", status, stderr, diff, stdout)
		}
		if strings.Contains(stdout, token) {
			t.Error("it shows the token")
		}
	}

	t.Setenv("EMCP_TOKEN", token)
	stdout, stderr, status := emcp(t, "", "probe", url, "--repeat", "1", "--json")
	var report struct {
		URL, Server, Protocol string
		Steps                 []struct{ Name, Verdict string }
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || stderr != "" || status != 0 {
		t.Fatalf("%v, status %d, stderr %q, stdout %s", err, status, stderr, stdout)
	}
	if report.URL != url || report.Server != "emcp 1.2.3" || report.Protocol != "2025-11-25" || len(report.Steps) != 21 {
		t.Errorf("%+v", report)
	}

	if err := os.Unsetenv("EMCP_TOKEN"); err != nil {
		t.Fatal(err)
	}
	want := outcome{`URL

STEP  HTTP  CODE  P50 MS  P95 MS  BYTES  VERDICT
initialize 2024-11-05  401  - MS MS BYTES  wrong
initialize 2025-03-26  401  - MS MS BYTES  wrong
initialize 2025-06-18  401  - MS MS BYTES  wrong
initialize 2025-11-25  401  - MS MS BYTES  wrong
server/discover 2026-07-28  401  - MS MS BYTES  wrong

0 ok, 5 wrong, 0 not tried or not supported

wrong  initialize 2024-11-05, initialize 2025-03-26, initialize 2025-06-18, initialize 2025-11-25, ` +
		`server/discover 2026-07-28
  REASON
`, "emcp: probe: 5 of 5 steps went wrong\n", 1}
	for token, reason := range map[string]string{
		"":     "It answers 401: it needs a token, and none was sent.\n  Pass one with --token or EMCP_TOKEN.",
		"none": refusedTokenMessage + unknownTokenMessage + ".\n  " + otherTokenMessage,
		"secret": refusedTokenMessage + "the token has expired; ask the site's owner for a new one.\n" +
			"  " + otherTokenMessage,
	} {
		want := want
		want.Stdout = strings.Replace(want.Stdout, "REASON", reason, 1)
		stdout, stderr, status = emcp(t, "", "probe", url, "--token", token)
		if diff := cmp.Diff(want, outcome{masked(stdout, url), stderr, status}); diff != "" {
			t.Errorf("token %q:\n%s", token, diff)
		}
	}
	s.stop(t)
}

// TestProbeOfADatabaseThatIsDown has the calls fail, and the rest fine.
func TestProbeOfADatabaseThatIsDown(t *testing.T) {
	s := start(t,
		"sites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nauth: {modes: [none]}\nrate_limit: {enabled: false}\n")
	stdout, stderr, status := emcp(t, "", "probe", s.url+"/mcp", "--repeat", "1")
	_, findings, _ := strings.Cut(stdout, "\n\n16 ok, 3 wrong, 2 not tried or not supported\n")
	const want = `
wrong  call evo.content.search, call evo.content.descendants, call evo.site.describe
       It fails on arguments that its schema allows (-32603): ` + databaseDownMessage + `
       Assistants cannot correct a call that follows the schema. The server's log has the reason.
`
	if diff := cmp.Diff(want, findings); diff != "" || stderr != "emcp: probe: 3 of 21 steps went wrong\n" ||
		status != 1 {
		t.Errorf("status %d, stderr %q\n%s\n%s", status, stderr, diff, stdout)
	}
	s.stop(t)
}

func TestProbeCommandLine(t *testing.T) {
	const help = probeUsage + `  -all
    	call every tool, even those that may change something
  -json
    	print JSON
  -profile string
    	check the requirements of a kind of client instead: tomo
  -repeat int
    	how often to send each request without side effects, to measure latencies (default 3)
  -timeout duration
    	how long to wait for each answer (default 10s)
  -token string
    	bearer token; other users of this computer can see it in the list of processes,
    	unless you set it in the environment variable EMCP_TOKEN
`
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client has gone
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	for _, test := range []struct {
		args   string
		stderr string
		status int
	}{
		{"-h", help, 0},
		{"http://127.0.0.1:1/ -h", help, 0},
		{"", "emcp probe: usage: emcp probe URL, such as https://www.example.com/mcp\n", 2},
		{"example.com", "emcp probe: the URL must be like https://www.example.com/mcp\n", 2},
		{"http://127.0.0.1:1/ x", "emcp probe: unexpected argument \"x\"\n", 2},
		{"http://127.0.0.1:1/ --repeat 0", "emcp probe: --repeat must be between 1 and 100\n", 2},
		{"http://127.0.0.1:1/ --profile other", "emcp probe: --profile must be tomo\n", 2},
		{
			"http://127.0.0.1:1/ --profile tomo",
			"emcp: probe: http://127.0.0.1:1/: dial tcp 127.0.0.1:1: connect: connection refused\n", 2,
		},
		{"http://127.0.0.1:1/ --timeout 0s", "emcp probe: --timeout must be between 1ms and 1h\n", 2},
		{
			"http://127.0.0.1:1/ --token ключ",
			"emcp probe: the token has characters that a header cannot contain; copy it without spaces and line breaks\n", 2,
		},
		{"http://127.0.0.1:1/", "emcp: probe: http://127.0.0.1:1/: dial tcp 127.0.0.1:1: connect: connection refused\n", 2},
		{silent.URL + " --timeout 50ms", "emcp: probe: " + silent.URL + ": no answer within 50ms\n", 2},
	} {
		got := runHere(t, nil, append([]string{"probe"}, strings.Fields(test.args)...)...)
		if diff := cmp.Diff(outcome{"", test.stderr, test.status}, got); diff != "" {
			t.Errorf("emcp probe %s:\n%s", test.args, diff)
		}
	}
}
