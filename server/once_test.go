package server

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// withRedis is the change of the settings that gives a server a Redis.
func withRedis(url string) []string {
	return []string{"rate_limit:", "redis: {url: \"" + url + "\"}\nrate_limit:"}
}

// onBothStores runs a test with keys in memory and with keys in Redis; change is the change of the settings for it.
func onBothStores(t *testing.T, test func(t *testing.T, change []string)) {
	t.Run("memory", func(t *testing.T) { test(t, nil) })
	t.Run("redis", func(t *testing.T) { test(t, withRedis(testdb.StartRedis(t).URL)) })
}

// keyed posts a message with an idempotency key.
func keyed(t testing.TB, url, body, key string, headers ...string) httpReply {
	t.Helper()
	return post(t, url, body, append([]string{"Idempotency-Key", key}, headers...)...)
}

// replayedReply is an answer that has been given before.
func replayedReply(first httpReply) httpReply {
	header := map[string]string{"Idempotency-Replayed": "true"}
	for name, value := range first.Header {
		header[name] = value
	}
	first.Header = header
	return first
}

// rename gives the home page another title, so that an answer shows when it was made.
func rename(t testing.TB, d *testdb.Database, title string) {
	t.Helper()
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET pagetitle = ? WHERE id = 1", title); err != nil {
		t.Fatal(err)
	}
}

// titled is the answer to getHome when the home page has that title.
func titled(title string) httpReply { return answered(strings.ReplaceAll(gotHome, "Home", title)) }

// withID is a message or an answer with another id.
func withID(text, id string) string { return strings.Replace(text, `"id":1`, `"id":`+id, 1) }

var (
	keyConflict = refusedReply(http.StatusConflict, "idempotency_conflict", keyConflictMessage)
	inProgress  = refusedReply(http.StatusConflict, "idempotency_in_progress",
		"the call with this key is still running; try again in a moment", "Retry-After", "1")
	badKey = refusedReply(http.StatusBadRequest, "bad_request", "Idempotency-Key "+badKeyMessage)
	noKeys = refusedReply(http.StatusServiceUnavailable, "unavailable",
		"idempotency keys cannot be looked up at the moment; try again later, or without Idempotency-Key")
)

// TestReplay repeats a call in all the ways that ask for the same.
func TestReplay(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		d := fixture(t)
		base := listen(t, newServer(t, d.DSN, change...))
		expect := func(what string, want, got httpReply) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s:\n%s", what, diff)
			}
		}
		expect("first", answered(gotHome), keyed(t, base+"/mcp/content", getHome, "key-1"))
		rename(t, d, "Changed")
		for _, message := range []string{
			getHome,
			`{"params":{"arguments":{"id":1},"name":"evo.content.get"},"method":"tools/call","id":1,"jsonrpc":"2.0"}`,
			"\n{ \"jsonrpc\" : \"2.0\",\t\"id\":1, \"method\":\"tools/call\",\r\n\"params\":{\"name\":\"evo.content.get\",\"arguments\":{ \"id\" : 1 }}} ",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":7},"name":"evo.content.get","arguments":{"id":1}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1},"_META":{"a":[1,{"b":null}]}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"\u0065vo.content.get","arguments":{"i\u0064":1}}}`,
		} {
			expect(message, replayedReply(answered(gotHome)), keyed(t, base+"/mcp/content", message, "key-1"))
		}
		for _, id := range []string{"2", "-0", "12345678901234567890", `"1"`, `"a\"\u00fc"`} {
			want := replayedReply(answered(withID(gotHome, id)))
			expect("id "+id, want, keyed(t, base+"/mcp/content", withID(getHome, id), "key-1"))
		}
		for _, path := range []string{"/mcp", "/api/v1/mcp", "/api/v1/mcp/content"} {
			expect(path, replayedReply(answered(gotHome)), keyed(t, base+path, getHome, "key-1"))
		}
		want := replayedReply(answered(gotHome))
		want.Header["X-Trace-Id"] = "trace-2"
		expect("another trace", want, keyed(t, base+"/mcp", getHome, "key-1", "X-Trace-Id", "trace-2"))

		expect("no key", titled("Changed"), post(t, base+"/mcp/content", getHome))
		expect("another key", titled("Changed"), keyed(t, base+"/mcp/content", getHome, "key-2"))
		expect("key in other case", titled("Changed"), keyed(t, base+"/mcp/content", getHome, "KEY-1"))
	})
}

// searchCall is a call with something of everything that JSON has.
const searchCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search","arguments":` +
	`{"parent":2,"limit":3,"published":true,"with_tvs":["price","color"],"tv_filters":[{"tv":"price","op":">","value":"1","cast":"UNSIGNED"}]}}}`

// TestPayloadsDiffer has pairs of calls that do not ask for the same, though some differ little.
func TestPayloadsDiffer(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	get := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":` + arguments + `}}`
	}
	changed := func(old, replacement string) string {
		if !strings.Contains(searchCall, old) {
			t.Fatalf("the call has no %s", old)
		}
		return strings.Replace(searchCall, old, replacement, 1)
	}
	for name, pair := range map[string][2]string{
		"another value":                  {getHome, get(`{"id":2}`)},
		"another tool":                   {searchCall, changed("content.search", "content.children")},
		"no arguments":                   {getHome, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get"}}`},
		"one argument less":              {searchCall, changed(`"limit":3,`, "")},
		"one argument more":              {searchCall, changed(`"limit":3,`, `"limit":3,"offset":0,`)},
		"another order of a list":        {searchCall, changed(`"price","color"`, `"color","price"`)},
		"a list that is longer":          {searchCall, changed(`"price","color"`, `"price","color","color"`)},
		"another value deep inside":      {searchCall, changed(`"value":"1"`, `"value":"2"`)},
		"case":                           {searchCall, changed(`"color"`, `"Color"`)},
		"number and text":                {get(`{"id":1}`), get(`{"id":"1"}`)},
		"null and nothing":               {get(`{"id":1}`), get(`{"id":1,"with_tvs":null}`)},
		"true and 1":                     {searchCall, changed(`"published":true`, `"published":1`)},
		"another param beside arguments": {getHome, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1},"task":{}}}`},
		"_meta inside the arguments":     {getHome, get(`{"id":1,"_meta":{}}`)},
		"beyond 2^53":                    {get(`{"id":9007199254740992}`), get(`{"id":9007199254740993}`)},
		"beyond 2^53, below 0":           {get(`{"id":-9007199254740992}`), get(`{"id":-9007199254740993}`)},
		"highest 64 bits":                {get(`{"id":9223372036854775807}`), get(`{"id":9223372036854775806}`)},
		"beyond 64 bits":                 {get(`{"id":123456789012345678901234567890}`), get(`{"id":123456789012345678901234567891}`)},
		"digits beyond floating point":   {get(`{"id":0.1}`), get(`{"id":0.10000000000000000001}`)},
		"Unicode forms of a letter":      {changed(`"color"`, `"ü"`), changed(`"color"`, `"u\u0308"`)},
	} {
		t.Run(name, func(t *testing.T) {
			for i, order := range [][2]string{pair, {pair[1], pair[0]}} {
				key := fmt.Sprintf("%s-%d", strings.ReplaceAll(name, " ", "-"), i)
				first := keyed(t, base+"/mcp", order[0], key)
				if first.Status != http.StatusOK {
					t.Fatalf("%s: status %d", order[0], first.Status)
				}
				if diff := cmp.Diff(keyConflict, keyed(t, base+"/mcp", order[1], key)); diff != "" {
					t.Errorf("%s:\n%s", order[1], diff)
				}
				if diff := cmp.Diff(replayedReply(first), keyed(t, base+"/mcp", order[0], key)); diff != "" {
					t.Errorf("%s:\n%s", order[0], diff)
				}
			}
		})
	}
}

// TestPayloadsAreAlike is the counterpart deep inside a call: the order of members, and how a text is written.
func TestPayloadsAreAlike(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	first := keyed(t, base+"/mcp", searchCall, "key-1")
	const again = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":` +
		`{"tv_filters":[{"cast":"UNSIGN\u0045D","value":"\u0031","op":"\u003e","tv":"price"}],"with_tvs":[ "price" , "color" ],"published":true,"limit":3,"parent":2},` +
		`"name":"evo.content.search"}}`
	if diff := cmp.Diff(replayedReply(first), keyed(t, base+"/mcp", again, "key-1")); diff != "" {
		t.Error(diff)
	}
}

// TestKeysBelongToCallerAndServer uses one key from several callers at several servers.
func TestKeysBelongToCallerAndServer(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		d := fixture(t)
		base := listen(t, newServer(t, d.DSN, change...))
		owners := []struct{ path, token string }{
			{"/mcp/content", "full"}, {"/mcp/content", "manager"}, {"/mcp/small", "full"}, {"/mcp/small", "manager"}, {"/mcp/small", "elsewhere"},
		}
		title := func(i int) string { return fmt.Sprintf("Title %d", i) }
		for i, owner := range owners {
			rename(t, d, title(i))
			if diff := cmp.Diff(titled(title(i)), keyed(t, base+owner.path, getHome, "key-1", "Authorization", "Bearer "+owner.token)); diff != "" {
				t.Errorf("%v:\n%s", owner, diff)
			}
		}
		for i, owner := range owners {
			if diff := cmp.Diff(replayedReply(titled(title(i))), keyed(t, base+owner.path, getHome, "key-1", "Authorization", "Bearer "+owner.token)); diff != "" {
				t.Errorf("%v again:\n%s", owner, diff)
			}
		}
		// Nor does another's call make a conflict.
		got := keyed(t, base+"/mcp/content", ping, "key-1", "Authorization", "Bearer reader")
		if diff := cmp.Diff(answered(pong), got); diff != "" {
			t.Error(diff)
		}
		if got := keyed(t, base+"/mcp/content", searchCall, "key-1", "Authorization", "Bearer caller"); got.Status != http.StatusOK {
			t.Errorf("got %+v", got)
		}
	})
}

func TestKeyTexts(t *testing.T) {
	d := fixture(t)
	base := listen(t, newServer(t, d.DSN))
	visible := ""
	for c := byte('!'); c <= '~'; c++ {
		visible += string(c)
	}
	for _, key := range []string{"k", strings.Repeat("k", 255), visible, `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, "0", "a,b"} {
		if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp", getHome, key)); diff != "" {
			t.Errorf("%q:\n%s", key, diff)
		}
		if diff := cmp.Diff(replayedReply(answered(gotHome)), keyed(t, base+"/mcp", getHome, key)); diff != "" {
			t.Errorf("%q again:\n%s", key, diff)
		}
	}
	for _, key := range []string{
		strings.Repeat("k", 256), strings.Repeat("k", 4000), "two words", "tab\ttab", "grüße", "gr\xfc\xdfe", "\xff", "\u00a0", "日本", "a\u200b",
	} {
		if diff := cmp.Diff(badKey, keyed(t, base+"/mcp", getHome, key)); diff != "" {
			t.Errorf("%q:\n%s", key, diff)
		}
	}
	// A header without a value counts as missing: on the way nobody can distinguish the two.
	for range 2 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader(getHome))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"}, "Idempotency-Key": {" "},
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(answered(gotHome), replyOf(t, response)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestKeyHeader repeats answers for keys in Idempotency-Key only.
func TestKeyHeader(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	for i, want := range []httpReply{answered(gotHome), replayedReply(answered(gotHome))} {
		if diff := cmp.Diff(want, post(t, base+"/mcp", getHome, "Idempotency-Key", "key-1")); diff != "" {
			t.Errorf("call %d:\n%s", i, diff)
		}
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome, "X-Request-Key", "key-1")); diff != "" {
			t.Errorf("another header, call %d:\n%s", i, diff)
		}
	}
	want := refusedReply(http.StatusBadRequest, "bad_request", "Idempotency-Key "+badKeyMessage)
	if diff := cmp.Diff(want, post(t, base+"/mcp", getHome, "Idempotency-Key", "two words")); diff != "" {
		t.Error(diff)
	}
}

// TestMistakesAreKept is for errors that come again however often the call is repeated: they are answers. The trace id
// in them is the first one, under which the log has them.
func TestMistakesAreKept(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		base := listen(t, newServer(t, fixture(t).DSN, change...))
		for i, test := range []struct{ message, want string }{
			{callMessage("evo.content.get", "{}"), ofTool("evo.content.get", traced(paramsFailure("id", nothingNamedMessage)))},
			{callMessage("evo.content.get", `{"id":1,"with_tvs":"price"}`), ""},
			{callMessage("evo.content.get", `{"id":1,"with_tvs":["no-such"]}`), ""},
			{callMessage("evo.model.get", `{"model":"Nothing","id":1}`), ""},
		} {
			key := fmt.Sprintf("key-%d", i)
			first := keyed(t, base+"/mcp", test.message, key)
			if test.want != "" {
				if diff := cmp.Diff(answered(test.want), first); diff != "" {
					t.Error(diff)
				}
			}
			if !strings.Contains(first.Body, `"trace_id":"trace-1"`) || !strings.Contains(first.Body, `"code":-3260`) {
				t.Errorf("%s is answered with %s", test.message, first.Body)
			}
			want := replayedReply(first)
			want.Header["X-Trace-Id"] = "trace-2"
			if diff := cmp.Diff(want, keyed(t, base+"/mcp", test.message, key, "X-Trace-Id", "trace-2")); diff != "" {
				t.Errorf("%s:\n%s", test.message, diff)
			}
		}
	})
}

// TestOutageIsNotKept has the database down at the first call with a key.
func TestOutageIsNotKept(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	load(t, d.DB)
	bases := map[string]string{
		"memory": listen(t, newServer(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 1s")),
		"redis": listen(t, newServer(t, d.DSN,
			append(withRedis(testdb.StartRedis(t).URL), "statement_timeout: 10s", "statement_timeout: 1s")...)),
	}
	database.Stop()
	for name, base := range bases {
		for range 2 {
			if diff := cmp.Diff(answered(databaseUnavailable), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
	}
	database.Start(t)
	for name, base := range bases {
		if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Errorf("%s: afterwards:\n%s", name, diff)
		}
		if diff := cmp.Diff(replayedReply(answered(gotHome)), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Errorf("%s: again:\n%s", name, diff)
		}
	}
}

func TestTimeoutIsNotKept(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		d := fixture(t)
		base := listen(t, newServer(t, d.DSN, append(change, "statement_timeout: 10s", "statement_timeout: 1s")...))
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := lockDocuments(t, d)
		if diff := cmp.Diff(answered(queryTimeout), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Error(diff)
		}
		awaitEnd(t, d)
		unlock()
		if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Errorf("afterwards:\n%s", diff)
		}
	})
}

// TestTooLargeIsNotKept is a failure that has an HTTP status of its own. Its key is free, also for another call.
func TestTooLargeIsNotKept(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		base := listen(t, newServer(t, fixture(t).DSN, change...))
		want := refusedReply(http.StatusRequestEntityTooLarge, "result_too_large",
			resultTooLargeMessage+askForLessMessage)
		for range 2 {
			if diff := cmp.Diff(want, keyed(t, base+"/mcp/small", callMessage("evo.content.children", `{"id":2,"limit":7}`), "key-1")); diff != "" {
				t.Error(diff)
			}
		}
		if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp/small", getHome, "key-1")); diff != "" {
			t.Errorf("another call:\n%s", diff)
		}
	})
}

func TestStillRunning(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		d := fixture(t)
		base := listen(t, newServer(t, d.DSN, change...))
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := lockDocuments(t, d)
		got := make(chan httpReply)
		go func() { got <- keyed(t, base+"/mcp", getHome, "key-1") }()
		awaitStatements(t, d, 1)
		for _, id := range []string{"1", "2"} {
			if diff := cmp.Diff(inProgress, keyed(t, base+"/mcp", withID(getHome, id), "key-1")); diff != "" {
				t.Errorf("id %s:\n%s", id, diff)
			}
		}
		if diff := cmp.Diff(inProgress, keyed(t, base+"/mcp/content/dispatch", getHome, "key-1")); diff != "" {
			t.Errorf("dispatch:\n%s", diff)
		}
		if diff := cmp.Diff(keyConflict, keyed(t, base+"/mcp", searchCall, "key-1")); diff != "" {
			t.Errorf("another call:\n%s", diff)
		}
		if n := waiting(t, d); n != 1 {
			t.Errorf("%d statements run, want 1", n)
		}
		unlock()
		if diff := cmp.Diff(answered(gotHome), <-got); diff != "" {
			t.Errorf("the first call:\n%s", diff)
		}
		if diff := cmp.Diff(replayedReply(answered(gotHome)), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Errorf("afterwards:\n%s", diff)
		}
	})
}

// TestClientThatGoesAwayReleasesKey ends a call by closing its connection. Nobody got an answer, so none may be kept.
func TestClientThatGoesAwayReleasesKey(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		d := fixture(t)
		base := listen(t, newServer(t, d.DSN, change...))
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := lockDocuments(t, d)
		leave(t, d, base+"/mcp", "Idempotency-Key", "key-1")
		awaitEnd(t, d)
		unlock()
		var got httpReply
		wait.Until(t, 2*time.Second, "the key is free", func() bool {
			got = keyed(t, base+"/mcp", getHome, "key-1")
			return got.Status != http.StatusConflict
		})
		if diff := cmp.Diff(answered(gotHome), got); diff != "" {
			t.Errorf("afterwards:\n%s", diff)
		}
	})
}

// TestOtherMethodsHaveNoKeys sends keys, also bad ones, with what is no tools/call.
func TestOtherMethodsHaveNoKeys(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	for _, key := range []string{"key-1", "two words", strings.Repeat("k", 256)} {
		for range 2 {
			if diff := cmp.Diff(answered(pong), keyed(t, base+"/mcp", ping, key)); diff != "" {
				t.Errorf("%s:\n%s", key, diff)
			}
			for _, message := range []string{initialize("2025-06-18"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`} {
				got := keyed(t, base+"/mcp", message, key)
				if _, ok := got.Header["Idempotency-Replayed"]; ok || got.Status != http.StatusOK {
					t.Errorf("%s: %s: status %d, header %v", key, message, got.Status, got.Header)
				}
			}
			got := keyed(t, base+"/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, key)
			if got.Status != http.StatusAccepted {
				t.Errorf("%s: a notification has the status %d", key, got.Status)
			}
		}
	}
	if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
		t.Error(diff)
	}
}

// TestRightsGoBeforeReplay asks for an answer that is kept without the right to it: the same caller at replicas with
// another configuration, as after a change of it.
func TestRightsGoBeforeReplay(t *testing.T) {
	d, redis := fixture(t), testdb.StartRedis(t)
	replica := func(change ...string) string {
		return listen(t, newServer(t, d.DSN, append(change, withRedis(redis.URL)...)...))
	}
	const token = `{name: full, sha256: "${SHA256_full}"`
	allowed := replica()
	if diff := cmp.Diff(answered(gotHome), keyed(t, allowed+"/mcp", getHome, "key-1")); diff != "" {
		t.Fatal(diff)
	}
	rename(t, d, "Changed")
	for name, test := range map[string]struct {
		base string
		want httpReply
	}{
		"same rights":  {replica(), replayedReply(answered(gotHome))},
		"another view": {replica(token, token+", view: manager"), titled("Changed")}, // what is kept is not for it
		"no scope": {
			replica(token, token+", scopes: [mcp:read]"),
			refusedReply(http.StatusForbidden, "scope_denied", noScopeMessage+"tools/call"),
		},
		"another server": {
			replica(token, token+", servers: [small]"),
			refusedReply(http.StatusForbidden, "server_denied", serverDeniedMessage+"content"),
		},
		"expired": {
			replica(token, token+`, expires: "2020-01-01T00:00:00Z"`), refusedReply(http.StatusUnauthorized, "invalid_token",
				expiredTokenMessage, "Www-Authenticate",
				`Bearer error="invalid_token", error_description="`+expiredTokenMessage+`"`),
		},
		"denied tool": {
			replica("rate_limit:", "security: {deny_tools: [evo.content.get]}\nrate_limit:"),
			refusedReply(http.StatusForbidden, "tool_denied", deniedToolMessage),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, keyed(t, test.base+"/mcp", getHome, "key-1")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestReplicasShareKeys has two gateways of one installation, and one of another, with one Redis.
func TestReplicasShareKeys(t *testing.T) {
	d, another, redis := fixture(t), fixture(t), testdb.StartRedis(t)
	a, b := listen(t, newServer(t, d.DSN, withRedis(redis.URL)...)), listen(t, newServer(t, d.DSN, withRedis(redis.URL)...))
	stranger := listen(t, newServer(t, another.DSN, withRedis(redis.URL)...))
	rename(t, another, "Another")
	if diff := cmp.Diff(answered(gotHome), keyed(t, a+"/mcp", getHome, "key-1")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(replayedReply(answered(gotHome)), keyed(t, b+"/mcp", getHome, "key-1")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(keyConflict, keyed(t, b+"/mcp", searchCall, "key-1")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(titled("Another"), keyed(t, stranger+"/mcp", getHome, "key-1")); diff != "" {
		t.Errorf("another installation:\n%s", diff)
	}

	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- keyed(t, a+"/mcp", getHome, "key-2") }()
	awaitStatements(t, d, 1)
	if diff := cmp.Diff(inProgress, keyed(t, b+"/mcp", getHome, "key-2")); diff != "" {
		t.Error(diff)
	}
	unlock()
	if diff := cmp.Diff(answered(gotHome), <-got); diff != "" {
		t.Error(diff)
	}
}

// TestRedisIsDown shows what needs Redis and what does not.
func TestRedisIsDown(t *testing.T) {
	d, redis := fixture(t), testdb.StartRedis(t)
	base := listen(t, newServer(t, d.DSN, "rate_limit: {enabled: false}", "redis: {url: \""+redis.URL+"\"}"))
	if diff := cmp.Diff(answered(gotHome), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
		t.Fatal(diff)
	}
	redis.Kill()
	begin := time.Now()
	for range 3 {
		if diff := cmp.Diff(noKeys, keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(badKey, keyed(t, base+"/mcp", getHome, "two words")); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Errorf("without a key:\n%s", diff)
		}
		if diff := cmp.Diff(answered(pong), keyed(t, base+"/mcp", ping, "key-1")); diff != "" {
			t.Error(diff)
		}
		if got := sendRequest(t, http.MethodGet, base+"/readyz", ""); got.Status != http.StatusOK {
			t.Errorf("readyz: status %d", got.Status)
		}
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("15 requests took %s", took)
	}
	redis.Start(t)
	var got httpReply
	wait.Until(t, 5*time.Second, "Redis is used again", func() bool {
		got = keyed(t, base+"/mcp", getHome, "key-1")
		return got.Status != http.StatusServiceUnavailable
	})
	if diff := cmp.Diff(answered(gotHome), got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(replayedReply(answered(gotHome)), keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
		t.Error(diff)
	}
}

// TestRedisDiesDuringCall is a Redis that is gone when the answer is to be kept: the client gets it all the same.
func TestRedisDiesDuringCall(t *testing.T) {
	d, redis := fixture(t), testdb.StartRedis(t)
	base := listen(t, newServer(t, d.DSN, withRedis(redis.URL)...))
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- keyed(t, base+"/mcp", getHome, "key-1") }()
	awaitStatements(t, d, 1)
	redis.Kill()
	unlock()
	if diff := cmp.Diff(answered(gotHome), <-got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(noKeys, keyed(t, base+"/mcp", getHome, "key-1")); diff != "" {
		t.Error(diff)
	}
}

// TestRedisIsSilent is a Redis that takes connections and does not answer: nothing waits long for it.
func TestRedisIsSilent(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	base := listen(t, newServer(t, fixture(t).DSN, "rate_limit: {enabled: false}", "redis: {url: \"redis://"+listener.Addr().String()+"\"}"))
	expect := func(want, got httpReply, begin time.Time) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if took := time.Since(begin); took > 20*time.Second { // two counts and a claim
			t.Errorf("the answer took %s", took)
		}
	}
	for range 2 {
		begin := time.Now()
		expect(noKeys, keyed(t, base+"/mcp", getHome, "key-1"), begin)
		begin = time.Now()
		expect(answered(gotHome), post(t, base+"/mcp", getHome), begin)
	}
}

// limited checks the answer to a request beyond a limit.
func limited(t testing.TB, got httpReply, perMinute int) {
	t.Helper()
	seconds, err := strconv.Atoi(got.Header["Retry-After"])
	if longest := (60 + perMinute - 1) / perMinute; err != nil || seconds < 1 || seconds > longest {
		t.Errorf("Retry-After is %q, want 1 to %d", got.Header["Retry-After"], longest)
	}
	message := fmt.Sprintf("this is more than %d "+rateMessage, perMinute)
	want := refusedReply(http.StatusTooManyRequests, "rate_limited", message, "Retry-After", got.Header["Retry-After"])
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

const (
	unlimited       = "rate_limit: {enabled: false}" // of the settings
	listTools       = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	noteInitialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// TestRateOfCaller shows that a caller has one bucket, whatever is asked for and where; that replays count; and that
// other callers are not touched.
func TestRateOfCaller(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		base := listen(t, newServer(t, fixture(t).DSN, append([]string{unlimited, "rate_limit: {per_minute: 7}"}, change...)...))
		for _, step := range []struct {
			path, body string
			status     int
		}{
			{"/mcp", ping, 200},
			{"/mcp/small", listTools, 200},
			{"/api/v1/mcp/content", getHome, 200},
			{"/mcp/content", getHome, 200}, // a replay
			{"/mcp/small/dispatch", getHome, 200},
			{"/mcp", noteInitialized, 202},
			{"/mcp", initialize("2025-06-18"), 200},
		} {
			if got := keyed(t, base+step.path, step.body, "key-1"); got.Status != step.status {
				t.Errorf("%s to %s: %+v", step.body, step.path, got)
			}
		}
		for _, path := range []string{"/mcp", "/mcp/content", "/mcp/small", "/api/v1/mcp/content", "/mcp/content/dispatch"} {
			for _, body := range []string{ping, getHome, noteInitialized} {
				limited(t, keyed(t, base+path, body, "key-1"), 7)
			}
		}
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome, "Authorization", "Bearer manager")); diff != "" {
			t.Errorf("another caller:\n%s", diff)
		}
		if diff := cmp.Diff(answered(`{"status":"ready"}`), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
			t.Errorf("probe:\n%s", diff)
		}
	})
}

// TestRateOfServer shows that a server with a rate limit of its own counts for itself, and all others together.
func TestRateOfServer(t *testing.T) {
	const servers = "servers:\n"
	const more = servers +
		"  - {handle: twice, site: main, rate_limit: {per_minute: 2}}\n" +
		"  - {handle: free, site: main, rate_limit: {enabled: false}}\n" +
		"  - {handle: own, site: main, rate_limit: {enabled: true}}\n"
	base := listen(t, newServer(t, noDatabase, unlimited, "rate_limit: {per_minute: 3}", servers, more))
	use := func(handle string, n int) {
		t.Helper()
		for i := range n {
			if diff := cmp.Diff(answered(pong), post(t, base+"/mcp/"+handle, ping)); diff != "" {
				t.Fatalf("%s: request %d:\n%s", handle, i+1, diff)
			}
		}
	}
	use("twice", 2)
	limited(t, post(t, base+"/mcp/twice", ping), 2)
	use("content", 1)
	use("small", 2)
	limited(t, post(t, base+"/mcp/content", ping), 3)
	limited(t, post(t, base+"/mcp/small", ping), 3)
	use("own", 3)
	limited(t, post(t, base+"/mcp/own", ping), 3)
	use("free", 20)
	limited(t, post(t, base+"/mcp", ping), 2) // the first server is twice
	if diff := cmp.Diff(answered(pong), post(t, base+"/mcp/twice", ping, "Authorization", "Bearer manager")); diff != "" {
		t.Errorf("another caller:\n%s", diff)
	}
}

func TestRateDisabled(t *testing.T) {
	base := listen(t, newServer(t, noDatabase,
		"servers:\n", "servers:\n  - {handle: limited, site: main, rate_limit: {enabled: true, per_minute: 2}}\n",
		unlimited, "rate_limit: {enabled: false, per_minute: 1, per_address: 1}"))
	for range 20 {
		if diff := cmp.Diff(answered(pong), post(t, base+"/mcp/content", ping)); diff != "" {
			t.Fatal(diff)
		}
	}
	for range 2 {
		if diff := cmp.Diff(answered(pong), post(t, base+"/mcp/limited", ping)); diff != "" {
			t.Error(diff)
		}
	}
	limited(t, post(t, base+"/mcp/limited", ping), 2)
}

// TestRateOfAddress shows that an address is counted before anything is known of the caller, and whoever that is.
func TestRateOfAddress(t *testing.T) {
	base := listen(t, newServer(t, noDatabase, unlimited, "rate_limit: {per_minute: 100, per_address: 4}"))
	for token, status := range map[string]int{"full": 200, "manager": 200, "wrong": 401, "": 401} {
		authorization := ""
		if token != "" {
			authorization = "Bearer " + token
		}
		if got := post(t, base+"/mcp", ping, "Authorization", authorization); got.Status != status {
			t.Errorf("%q: status %d", token, got.Status)
		}
	}
	for _, headers := range [][]string{
		{}, {"Authorization", "Bearer manager"}, {"Authorization", ""}, {"Content-Type", "text/plain"},
		{"X-Forwarded-For", "192.0.2.1"}, {"X-Real-Ip", "192.0.2.1"}, {"Forwarded", "for=192.0.2.1"},
	} {
		limited(t, post(t, base+"/mcp", ping, headers...), 4)
	}
	if diff := cmp.Diff(answered(`{"status":"ok"}`), sendRequest(t, http.MethodGet, base+"/healthz", "")); diff != "" {
		t.Errorf("probe:\n%s", diff)
	}
}

// TestRateOfAddressBehindProxy shows that every address has a bucket of its own, whoever sends from there.
func TestRateOfAddressBehindProxy(t *testing.T) {
	base := listen(t, newServer(t, noDatabase, unlimited,
		"rate_limit: {per_minute: 100, per_address: 2}\nsecurity: {trusted_proxies: [127.0.0.1]}"))
	for _, address := range []string{"192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1", ""} {
		for _, token := range []string{"full", "manager"} {
			got := post(t, base+"/mcp", ping, "Authorization", "Bearer "+token, "X-Forwarded-For", address)
			if diff := cmp.Diff(answered(pong), got); diff != "" {
				t.Errorf("%q from %q:\n%s", token, address, diff)
			}
		}
		limited(t, post(t, base+"/mcp", ping, "Authorization", "Bearer caller", "X-Forwarded-For", address), 2)
	}
}

// anonymous is the change of the settings that lets everybody in, who then has two requests a minute.
func anonymous(more string) []string {
	_, auth, _ := strings.Cut(minimalSettings, "auth:")
	return []string{"auth:" + auth, "auth: {modes: [none]}\nrate_limit: {per_minute: 2, per_address: 1000}\n" + more}
}

// TestRateOfAnonymous expects callers without a name to be counted by address.
func TestRateOfAnonymous(t *testing.T) {
	const loopbackProxy = "security: {trusted_proxies: [127.0.0.1]}\n"
	for name, test := range map[string]struct {
		settings  string
		addresses [][]string // of X-Forwarded-For; those of one list are one caller
	}{
		"no proxy":           {"", [][]string{{"", "192.0.2.1", "192.0.2.2", "2001:db8::1"}}},
		"another proxy":      {"security: {trusted_proxies: [10.0.0.1, 192.0.2.0/24]}\n", [][]string{{"", "192.0.2.1", "192.0.2.2"}}},
		"proxy without word": {loopbackProxy, [][]string{{"", "", ""}}},
		"proxy": {loopbackProxy, [][]string{
			{"192.0.2.1", "192.0.2.1", "192.0.2.1"}, {"192.0.2.2", "192.0.2.2", "192.0.2.2"}, {"", "", ""},
		}},
		"what the client says itself": {loopbackProxy, [][]string{
			{"192.0.2.1", "203.0.113.1, 192.0.2.1", "203.0.113.2,192.0.2.1", "127.0.0.1, 192.0.2.1"}, {"203.0.113.1", "192.0.2.1, 203.0.113.1"},
		}},
		"networks of IPv6": {loopbackProxy, [][]string{
			{"2001:db8::1", "2001:db8::2", "2001:DB8:0:0:ffff::"}, {"2001:db8:0:1::1", "2001:db8:0:1::2"}, {"::ffff:192.0.2.1", "192.0.2.1"},
		}},
		"chain of proxies": {"security: {trusted_proxies: [127.0.0.0/8, 10.0.0.0/8, \"2001:db8::/32\"]}\n", [][]string{
			{"192.0.2.1, 10.1.2.3", "192.0.2.1, 10.3.2.1, 2001:db8::7", "192.0.2.1"}, {"192.0.2.2, 10.1.2.3", "192.0.2.2"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			base := listen(t, newServer(t, noDatabase, anonymous(test.settings)...))
			for _, caller := range test.addresses {
				for i := range 4 {
					got := post(t, base+"/mcp", ping, "Authorization", "", "X-Forwarded-For", caller[i%len(caller)])
					if i >= 2 {
						limited(t, got, 2)
					} else if diff := cmp.Diff(answered(pong), got); diff != "" {
						t.Errorf("%q: request %d:\n%s", caller, i+1, diff)
					}
				}
			}
		})
	}
}

// TestKeysOfAnonymous shows that callers without a name have keys of their own.
func TestKeysOfAnonymous(t *testing.T) {
	d := fixture(t)
	base := listen(t, newServer(t, d.DSN, anonymous("security: {trusted_proxies: [127.0.0.1]}\n")...))
	from := func(address string) httpReply {
		return keyed(t, base+"/mcp", getHome, "key-1", "Authorization", "", "X-Forwarded-For", address)
	}
	if diff := cmp.Diff(answered(gotHome), from("192.0.2.1")); diff != "" {
		t.Error(diff)
	}
	rename(t, d, "Changed")
	if diff := cmp.Diff(titled("Changed"), from("192.0.2.2")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(replayedReply(answered(gotHome)), from("192.0.2.1")); diff != "" {
		t.Error(diff)
	}
}

// TestReplicasShareRates counts over two gateways, and in each of them while Redis is away.
func TestReplicasShareRates(t *testing.T) {
	redis := testdb.StartRedis(t)
	replica := func() string {
		return listen(t, newServer(t, noDatabase, unlimited, "rate_limit: {per_minute: 4}\nredis: {url: \""+redis.URL+"\"}"))
	}
	bases := []string{replica(), replica()}
	for i := range 4 {
		if diff := cmp.Diff(answered(pong), post(t, bases[i%2]+"/mcp", ping)); diff != "" {
			t.Errorf("request %d:\n%s", i+1, diff)
		}
	}
	redisLimited := func() {
		t.Helper()
		for _, base := range bases {
			limited(t, post(t, base+"/mcp", ping), 4)
		}
	}
	redisLimited()
	redis.Kill()
	for _, base := range bases {
		for i := range 4 {
			if diff := cmp.Diff(answered(pong), post(t, base+"/mcp", ping)); diff != "" {
				t.Errorf("without Redis, request %d:\n%s", i+1, diff)
			}
		}
	}
	redisLimited()
}
