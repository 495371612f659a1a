package server

import (
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/wait"
)

// TestReload puts another configuration in the place of the first while a call and a stream are under way: the call gets its answer,
// the stream ends, and whoever comes then meets the new tokens, servers, tools and limits.
func TestReload(t *testing.T) {
	d := fixture(t)
	s := newServer(t, d.DSN)
	base := listen(t, s)
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Fatal(diff)
	}
	subscribe(t, base, 1)
	stream := open(t, base+"/mcp")
	stream.expect(t, ":")
	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- post(t, base+"/mcp", getHome) }()
	awaitStatements(t, d, 1)

	restart, err := s.Reload(configOf(t, d.DSN,
		"- {handle: content, site: main}", "- {handle: pages, site: main, security: {deny_tools: [evo.model.*]}}",
		"max_result_items: 7", "max_result_items: 3", "SHA256_full", "SHA256_other", "max_open_conns: 4", "max_open_conns: 5",
		"{name: manager,", "{name: manager, servers: [pages],"))
	if diff := cmp.Diff([]string{"sites.main"}, restart); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	stream.expect(t, "")
	unlock()
	if diff := cmp.Diff(answered(gotHome), <-got); diff != "" {
		t.Errorf("the call under way: %s", diff)
	}

	const unknown = unknownTokenMessage
	gone := `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + noServerMessage + `","data":{"code":"unknown_server","retryable":false,"trace_id":"trace-1","tool":"evo.content.get"}}}`
	items := `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"limit must be an integer between 1 and 3, or 0 with include_total","data":{"code":"invalid_params","field":"limit","retryable":false,"trace_id":"trace-1","tool":"evo.content.search"}}}`
	for _, test := range []struct {
		path, token, body string
		want              httpReply
	}{
		{"/mcp/pages", "manager", getHome, answered(gotHome)},
		{"/mcp", "manager", getHome, answered(gotHome)},
		{"/mcp/small", "manager", getHome, refusedReply(403, "server_denied", serverDeniedMessage+"small")},
		{"/mcp/content", "manager", getHome, answered(gone)},
		{"/mcp/pages", "other", callMessage("evo.model.get", `{"model":"SiteTemplate","id":1}`), refusedReply(403, "tool_denied", deniedToolMessage)},
		{"/mcp/small", "other", callMessage("evo.content.search", `{"limit":4}`), answered(items)},
		{
			"/mcp", "full", getHome, refusedReply(401, "invalid_token", unknown,
				"Www-Authenticate", `Bearer error="invalid_token", error_description="`+unknown+`"`),
		},
	} {
		if diff := cmp.Diff(test.want, post(t, base+test.path, test.body, "Authorization", "Bearer "+test.token)); diff != "" {
			t.Errorf("%s %s %s:\n%s", test.path, test.token, test.body, diff)
		}
	}
}

// TestReloadKeepsNamesInMetrics has a call begin before a reload that takes its server and its tool away, and end after it: the call is
// counted under the names with which it began.
func TestReloadKeepsNamesInMetrics(t *testing.T) {
	d := fixture(t)
	s := newServer(t, d.DSN)
	base := listen(t, s)
	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- post(t, base+"/mcp/content", getHome) }()
	awaitStatements(t, d, 1)
	if _, err := s.Reload(configOf(t, d.DSN, "- {handle: content, site: main}", "- {handle: pages, site: main, security: {deny_tools: [evo.content.get]}}")); err != nil {
		t.Fatal(err)
	}
	unlock()
	if diff := cmp.Diff(answered(gotHome), <-got); diff != "" {
		t.Error(diff)
	}
	line := `emcp_requests_total{code="ok",method="tools/call",server="content",tool="evo.content.get"} 1` + "\n"
	var text string
	wait.Until(t, 5*time.Second, "the call is counted", func() bool {
		text = readMetrics(t, s)
		return strings.Contains(text, "emcp_requests_total{")
	})
	if !strings.Contains(text, line) {
		t.Errorf("no line %s in\n%s", line, text)
	}
}

// TestReloadOfNothingNew keeps sessions with what they have missed, answers and keys.
func TestReloadOfNothingNew(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	base := listen(t, s)
	keyed := func() httpReply { return post(t, base+"/mcp", getHome, "Idempotency-Key", "a") }
	first := keyed()
	subscribe(t, base, 1)
	if restart, err := s.Reload(configOf(t, d.DSN)); err != nil || restart != nil {
		t.Fatal(restart, err)
	}
	edit(t, d, 1)
	clock.tick(t)
	stream := open(t, base+"/mcp", "Last-Event-ID", "1")
	stream.expect(t, ":")
	stream.expectTold(t, 1)
	first.Header["Idempotency-Replayed"] = "true"
	if diff := cmp.Diff(first, keyed()); diff != "" {
		t.Error(diff)
	}
}

// fetchers returns how many goroutines fetch key sets every hour.
func fetchers() int {
	all := make([]byte, 4<<20)
	return strings.Count(string(all[:runtime.Stack(all, true)]), "jwkset.NewStorageFromHTTP in goroutine") // who created it
}

// TestReloadOfKeySets changes what tokens must have. Keys are fetched only for the settings in use, and not after the end.
func TestReloadOfKeySets(t *testing.T) {
	in := openSignIn(t)
	expect := func(t *testing.T, what string, n int) {
		t.Helper()
		wait.Until(t, 30*time.Second, what, func() bool { return fetchers() == n })
	}
	for name, settings := range map[string]string{
		"jwt":   `modes: [jwt]` + "\n" + `  jwt: {jwks_url: "` + in.issuer + `/keys", algorithms: [EdDSA], audience: AUDIENCE}`,
		"oauth": `modes: [token]` + "\n" + `  oauth: {public_url: "http://localhost:8787", issuer: "` + in.issuer + `", audience: AUDIENCE}`,
	} {
		t.Run(name, func(t *testing.T) {
			with := func(audience string) []string {
				return []string{"modes: [token]", strings.ReplaceAll(settings, "AUDIENCE", audience)}
			}
			s := newServer(t, noDatabase, with("a")...)
			base := listen(t, s)
			for _, audience := range []string{"a", "a", "b", "c", "c"} {
				if _, err := s.Reload(configOf(t, noDatabase, with(audience)...)); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(answered(pong), post(t, base+"/mcp", ping, "Authorization", "Bearer "+in.token(t, audience))); diff != "" {
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
	d := fixture(t)
	s := newServer(t, d.DSN)
	base := listen(t, s)
	missing := filepath.Join(t.TempDir(), "keys.json")
	for _, test := range []struct {
		change []string
		err    string
	}{
		{[]string{"modes: [token]", "modes: [jwt]\n  jwt: {jwks_file: " + missing + ", algorithms: [RS256], audience: a}"}, "auth.jwt: "},
		{[]string{"main", "other"}, "servers: "},
	} {
		if _, err := s.Reload(configOf(t, d.DSN, test.change...)); err == nil || !strings.HasPrefix(err.Error(), test.err) {
			t.Errorf("%v, want %s", err, test.err)
		}
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff(answered(`{"status":"ready"}`), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
		t.Error(diff)
	}
}

// twoSites is a change of the settings to have another site.
func twoSites(dsn string, more ...string) []string {
	return append([]string{"sites:\n", "sites:\n  other: {dsn: \"" + dsn + "\", max_open_conns: 4, statement_timeout: 10s, allow_wide_grants: true}\n"}, more...)
}

// TestReloadWithAnotherSite gives a server another site. Neither kept answers nor sessions may show anything of the
// previous site.
func TestReloadWithAnotherSite(t *testing.T) {
	d, other := fixture(t), fixture(t)
	if _, err := other.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET pagetitle = 'Other' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, d.DSN, twoSites(other.DSN)...)
	base := listen(t, s)
	dispatched := func() string { return post(t, base+"/mcp/content/dispatch", getHome).Body }
	if got := dispatched(); !strings.Contains(got, `"pagetitle":"Home"`) {
		t.Fatal(got)
	}
	subscribe(t, base, 1)
	if _, err := s.Reload(configOf(t, d.DSN, twoSites(other.DSN, "{handle: content, site: main}", "{handle: content, site: other}")...)); err != nil {
		t.Fatal(err)
	}
	if got := dispatched(); !strings.Contains(got, `"pagetitle":"Other"`) {
		t.Error(got)
	}
	lost := refusedReply(404, "not_found", noSessionMessage)
	got := sendRequest(t, http.MethodGet, base+"/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", "session-1", "Last-Event-ID", "1", "Content-Type", "")
	if diff := cmp.Diff(lost, got); diff != "" {
		t.Error(diff)
	}
	subscribe(t, base, 2) // in a new session of that id
	if diff := cmp.Diff(answered(nothing), post(t, base+"/mcp", unsubscribing(2), "Mcp-Session-Id", "session-1")); diff != "" {
		t.Error(diff)
	}
	for name, w := range s.watches {
		if documents, clients := w.Tally(); documents != 0 || clients != 0 {
			t.Errorf("%s is watched for nobody", name)
		}
	}
}
