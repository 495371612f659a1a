package server_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// TestReload puts another configuration in the place of the first while a call and a stream are under way: the call
// gets its answer, the stream ends, and whoever comes then meets the new tokens, servers, tools and limits.
func TestReload(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	Subscribe(t, base, 1)
	stream := OpenStream(t, base+"/mcp")
	stream.Expect(t, ":")
	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp", GetHome) }()
	AwaitStatements(t, d, 1)

	restart, err := s.Reload(NewConfig(t, d.DSN,
		"- {handle: content, site: main}", "- {handle: pages, site: main, security: {deny_tools: [evo.model.*]}}",
		"max_result_items: 7", "max_result_items: 3", "SHA256_full", "SHA256_other", "max_open_conns: 4", "max_open_conns: 5",
		"{name: manager,", "{name: manager, servers: [pages],"))
	if diff := cmp.Diff([]string{"sites.main"}, restart); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	stream.Expect(t, "")
	unlock()
	Equal(t, Answered(GotHome), <-got, "the call under way")

	const unknown = unknownTokenMessage
	gone := `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + NoServerMessage +
		`","data":{"code":"unknown_server","retryable":false,"trace_id":"trace-1","tool":"evo.content.get"}}}`
	items := `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"limit must be an integer between 1 and 3, or 0 ` +
		`with include_total","data":{"code":"invalid_params","field":"limit","retryable":false,"trace_id":"trace-1",` +
		`"tool":"evo.content.search"}}}`
	for _, test := range []struct {
		path, token, body string
		want              Reply
	}{
		{"/mcp/pages", "manager", GetHome, Answered(GotHome)},
		{"/mcp", "manager", GetHome, Answered(GotHome)},
		{"/mcp/small", "manager", GetHome, Refused(403, "server_denied", ServerDeniedMessage+"small")},
		{"/mcp/content", "manager", GetHome, Answered(gone)},
		{
			"/mcp/pages", "other", ToolCall("evo.model.get", `{"model":"SiteTemplate","id":1}`),
			Refused(403, "tool_denied", DeniedToolMessage),
		},
		{"/mcp/small", "other", ToolCall("evo.content.search", `{"limit":4}`), Answered(items)},
		{
			"/mcp", "full", GetHome, Refused(401, "invalid_token", unknown,
				"Www-Authenticate", `Bearer error="invalid_token", error_description="`+unknown+`"`),
		},
	} {
		Equal(t, test.want, Post(t, base+test.path, test.body, "Authorization", "Bearer "+test.token),
			fmt.Sprintf("%s %s %s", test.path, test.token, test.body))
	}
}

// TestReloadKeepsNamesInMetrics has a call begin before a reload that takes its server and its tool away, and end after
// it: the call is counted under the names with which it began.
func TestReloadKeepsNamesInMetrics(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp/content", GetHome) }()
	AwaitStatements(t, d, 1)
	if _, err := s.Reload(NewConfig(t, d.DSN, "- {handle: content, site: main}",
		"- {handle: pages, site: main, security: {deny_tools: [evo.content.get]}}")); err != nil {
		t.Fatal(err)
	}
	unlock()
	Equal(t, Answered(GotHome), <-got)
	line := `emcp_requests_total{code="ok",method="tools/call",server="content",tool="evo.content.get"} 1` + "\n"
	var text string
	wait.Until(t, 5*time.Second, "the call is counted", func() bool {
		text = ReadMetrics(t, s)
		return strings.Contains(text, "emcp_requests_total{")
	})
	if !strings.Contains(text, line) {
		t.Errorf("no line %s in\n%s", line, text)
	}
}

// TestReloadOfNothingNew keeps sessions with what they have missed, answers and keys.
func TestReloadOfNothingNew(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	base := Listen(t, s)
	keyed := func() Reply { return Post(t, base+"/mcp", GetHome, "Idempotency-Key", "a") }
	first := keyed()
	Subscribe(t, base, 1)
	if restart, err := s.Reload(NewConfig(t, d.DSN)); err != nil || restart != nil {
		t.Fatal(restart, err)
	}
	EditDocument(t, d, 1)
	clock.Tick(t)
	stream := OpenStream(t, base+"/mcp", "Last-Event-ID", "1")
	stream.Expect(t, ":")
	stream.ExpectTold(t, 1)
	first.Header["Idempotency-Replayed"] = "true"
	Equal(t, first, keyed())
}

// fetchers returns how many goroutines fetch key sets every hour.
func fetchers() int {
	all := make([]byte, 4<<20)
	// who created it
	return strings.Count(string(all[:runtime.Stack(all, true)]), "jwkset.NewStorageFromHTTP in goroutine")
}

// TestReloadOfKeySets changes what tokens must have. Keys are fetched only for the settings in use, and not after the
// end.
func TestReloadOfKeySets(t *testing.T) {
	in := openSignIn(t)
	expect := func(t *testing.T, what string, n int) {
		t.Helper()
		wait.Until(t, 30*time.Second, what, func() bool { return fetchers() == n })
	}
	for name, settings := range map[string]string{
		"jwt": `modes: [jwt]` + "\n" + `  jwt: {jwks_url: "` + in.issuer +
			`/keys", algorithms: [EdDSA], audience: AUDIENCE}`,
		"oauth": `modes: [token]` + "\n" + `  oauth: {public_url: "http://localhost:8787", issuer: "` + in.issuer +
			`", audience: AUDIENCE}`,
	} {
		t.Run(name, func(t *testing.T) {
			with := func(audience string) []string {
				return []string{"modes: [token]", strings.ReplaceAll(settings, "AUDIENCE", audience)}
			}
			s := NewServer(t, NoDatabase, with("a")...)
			base := Listen(t, s)
			for _, audience := range []string{"a", "a", "b", "c", "c"} {
				if _, err := s.Reload(NewConfig(t, NoDatabase, with(audience)...)); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(Answered(Pong),
					Post(t, base+"/mcp", Ping, "Authorization", "Bearer "+in.token(t, audience))); diff != "" {
					t.Fatal(diff)
				}
				expect(t, "one that fetches", 1)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			expect(t, "the end of all", 0)
		})
	}
}

// TestReloadRefused leaves everything as it is.
func TestReloadRefused(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	missing := filepath.Join(t.TempDir(), "keys.json")
	for _, test := range []struct {
		change []string
		err    string
	}{
		{
			[]string{"modes: [token]", "modes: [jwt]\n  jwt: {jwks_file: " + missing + ", algorithms: [RS256], audience: a}"},
			"auth.jwt: ",
		},
		{[]string{"main", "other"}, "servers: "},
	} {
		if _, err := s.Reload(NewConfig(t, d.DSN, test.change...)); err == nil || !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%v, want %s", err, test.err)
		}
		Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome))
	}
	Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""))
}

// TestReloadWithAnotherSite gives a server another site. Neither kept answers nor sessions may show anything of the
// previous site.
func TestReloadWithAnotherSite(t *testing.T) {
	d, other := Fixture(t), Fixture(t)
	if _, err := other.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET pagetitle = 'Other' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	s := NewServer(t, d.DSN, WithSite(other.DSN)...)
	base := Listen(t, s)
	dispatched := func() string { return Post(t, base+"/mcp/content/dispatch", GetHome).Body }
	if got := dispatched(); !strings.Contains(got, `"pagetitle":"Home"`) {
		t.Fatal(got)
	}
	Subscribe(t, base, 1)
	if _, err := s.Reload(NewConfig(t, d.DSN,
		WithSite(other.DSN, "{handle: content, site: main}", "{handle: content, site: other}")...)); err != nil {
		t.Fatal(err)
	}
	if got := dispatched(); !strings.Contains(got, `"pagetitle":"Other"`) {
		t.Error(got)
	}
	lost := Refused(404, "not_found", NoSessionMessage)
	got := Send(t, http.MethodGet, base+"/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", "session-1",
		"Last-Event-ID", "1", "Content-Type", "")
	Equal(t, lost, got)
	Subscribe(t, base, 2) // in a new session of that id
	Equal(t, Answered(Empty), Post(t, base+"/mcp", Unsubscribing(2), "Mcp-Session-Id", "session-1"))
	for _, name := range []string{"main", "other"} {
		if documents, clients := s.Watch(name).Tally(); documents != 0 || clients != 0 {
			t.Errorf("%s is watched for nobody", name)
		}
	}
}
