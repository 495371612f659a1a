package mcp_test

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// titled is the answer to GetHome when the home page has that title.
func titled(title string) Reply { return Answered(strings.ReplaceAll(GotHome, "Home", title)) }

var (
	inProgress = Refused(http.StatusConflict, "idempotency_in_progress",
		"the call with this key is still running; try again in a moment", "Retry-After", "1")
)

// TestReplay repeats a call in all the ways that ask for the same.
func TestReplay(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		expect := func(what string, want, got Reply) {
			t.Helper()
			Equal(t, want, got, what)
		}
		expect("first", Answered(GotHome), Keyed(t, base+"/mcp/content", GetHome, "key-1"))
		RenameHome(t, d, "Changed")
		for _, message := range []string{
			GetHome,
			`{"params":{"arguments":{"id":1},"name":"evo.content.get"},"method":"tools/call","id":1,"jsonrpc":"2.0"}`,
			"\n{ \"jsonrpc\" : \"2.0\",\t\"id\":1, \"method\":\"tools/call\",\r\n\"params\":{\"name\":\"evo.content.get\"," +
				"\"arguments\":{ \"id\" : 1 }}} ",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":7},"name":"evo.content.get",` +
				`"arguments":{"id":1}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1},` +
				`"_META":{"a":[1,{"b":null}]}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"\u0065vo.content.get","arguments":{"i\u0064":1}}}`,
		} {
			expect(message, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp/content", message, "key-1"))
		}
		for _, id := range []string{"2", "-0", "12345678901234567890", `"1"`, `"a\"\u00fc"`} {
			want := Replayed(Answered(WithID(GotHome, id)))
			expect("id "+id, want, Keyed(t, base+"/mcp/content", WithID(GetHome, id), "key-1"))
		}
		for _, path := range []string{"/mcp", "/api/v1/mcp", "/api/v1/mcp/content"} {
			expect(path, Replayed(Answered(GotHome)), Keyed(t, base+path, GetHome, "key-1"))
		}
		want := Replayed(Answered(GotHome))
		want.Header["X-Trace-Id"] = "trace-2"
		expect("another trace", want, Keyed(t, base+"/mcp", GetHome, "key-1", "X-Trace-Id", "trace-2"))

		expect("no key", titled("Changed"), Post(t, base+"/mcp/content", GetHome))
		expect("another key", titled("Changed"), Keyed(t, base+"/mcp/content", GetHome, "key-2"))
		expect("key in other case", titled("Changed"), Keyed(t, base+"/mcp/content", GetHome, "KEY-1"))
	})
}

// TestPayloadsDiffer has pairs of calls that do not ask for the same, though some differ little.
func TestPayloadsDiffer(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	get := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":` +
			arguments + `}}`
	}
	changed := func(old, replacement string) string {
		if !strings.Contains(SearchCall, old) {
			t.Fatalf("the call has no %s", old)
		}
		return strings.Replace(SearchCall, old, replacement, 1)
	}
	for name, pair := range map[string][2]string{
		"another value": {GetHome, get(`{"id":2}`)},
		"another tool":  {SearchCall, changed("content.search", "content.children")},
		"no arguments": {GetHome,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get"}}`},
		"one argument less":         {SearchCall, changed(`"limit":3,`, "")},
		"one argument more":         {SearchCall, changed(`"limit":3,`, `"limit":3,"offset":0,`)},
		"another order of a list":   {SearchCall, changed(`"price","color"`, `"color","price"`)},
		"a list that is longer":     {SearchCall, changed(`"price","color"`, `"price","color","color"`)},
		"another value deep inside": {SearchCall, changed(`"value":"1"`, `"value":"2"`)},
		"case":                      {SearchCall, changed(`"color"`, `"Color"`)},
		"number and text":           {get(`{"id":1}`), get(`{"id":"1"}`)},
		"null and nothing":          {get(`{"id":1}`), get(`{"id":1,"with_tvs":null}`)},
		"true and 1":                {SearchCall, changed(`"published":true`, `"published":1`)},
		"another param beside arguments": {GetHome,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1},"task":{}}}`},
		"_meta inside the arguments": {GetHome, get(`{"id":1,"_meta":{}}`)},
		"beyond 2^53":                {get(`{"id":9007199254740992}`), get(`{"id":9007199254740993}`)},
		"beyond 2^53, below 0":       {get(`{"id":-9007199254740992}`), get(`{"id":-9007199254740993}`)},
		"highest 64 bits":            {get(`{"id":9223372036854775807}`), get(`{"id":9223372036854775806}`)},
		"beyond 64 bits": {get(`{"id":123456789012345678901234567890}`),
			get(`{"id":123456789012345678901234567891}`)},
		"digits beyond floating point": {get(`{"id":0.1}`), get(`{"id":0.10000000000000000001}`)},
		"Unicode forms of a letter":    {changed(`"color"`, `"ü"`), changed(`"color"`, `"u\u0308"`)},
	} {
		t.Run(name, func(t *testing.T) {
			for i, order := range [][2]string{pair, {pair[1], pair[0]}} {
				key := fmt.Sprintf("%s-%d", strings.ReplaceAll(name, " ", "-"), i)
				first := Keyed(t, base+"/mcp", order[0], key)
				if first.Status != http.StatusOK {
					t.Fatalf("%s: status %d", order[0], first.Status)
				}
				Equal(t, KeyConflict, Keyed(t, base+"/mcp", order[1], key), order[1])
				Equal(t, Replayed(first), Keyed(t, base+"/mcp", order[0], key), order[0])
			}
		})
	}
}

// TestPayloadsAreAlike is the counterpart deep inside a call: the order of members, and how a text is written.
func TestPayloadsAreAlike(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	first := Keyed(t, base+"/mcp", SearchCall, "key-1")
	const again = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":` +
		`{"tv_filters":[{"cast":"UNSIGN\u0045D","value":"\u0031","op":"\u003e","tv":"price"}],` +
		`"with_tvs":[ "price" , "color" ],"published":true,"limit":3,"parent":2},` +
		`"name":"evo.content.search"}}`
	Equal(t, Replayed(first), Keyed(t, base+"/mcp", again, "key-1"))
}

// TestKeysBelongToCallerAndServer uses one key from several callers at several servers.
func TestKeysBelongToCallerAndServer(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		owners := []struct{ path, token string }{
			{"/mcp/content", "full"}, {"/mcp/content", "manager"}, {"/mcp/small", "full"}, {"/mcp/small", "manager"},
			{"/mcp/small", "elsewhere"},
		}
		title := func(i int) string { return fmt.Sprintf("Title %d", i) }
		for i, owner := range owners {
			RenameHome(t, d, title(i))
			Equal(t, titled(title(i)), Keyed(t, base+owner.path, GetHome, "key-1", "Authorization", "Bearer "+owner.token),
				fmt.Sprintf("%v", owner))
		}
		for i, owner := range owners {
			Equal(t, Replayed(titled(title(i))),
				Keyed(t, base+owner.path, GetHome, "key-1", "Authorization", "Bearer "+owner.token), fmt.Sprintf("%v again", owner))
		}
		// Nor does another's call make a conflict.
		got := Keyed(t, base+"/mcp/content", Ping, "key-1", "Authorization", "Bearer reader")
		Equal(t, Answered(Pong), got)
		if got := Keyed(t, base+"/mcp/content", SearchCall, "key-1", "Authorization",
			"Bearer caller"); got.Status != http.StatusOK {
			t.Errorf("got %+v", got)
		}
	})
}

func TestKeyTexts(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN)
	visible := ""
	for c := byte('!'); c <= '~'; c++ {
		visible += string(c)
	}
	for _, key := range []string{"k", strings.Repeat("k", 255), visible, `"8e03978e-40d5-43e8-bc93-6894a57f9324"`, "0",
		"a,b"} {
		Equal(t, Answered(GotHome), Keyed(t, base+"/mcp", GetHome, key), fmt.Sprintf("%q", key))
		Equal(t, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp", GetHome, key), fmt.Sprintf("%q again", key))
	}
	for _, key := range []string{
		strings.Repeat("k", 256), strings.Repeat("k", 4000), "two words", "tab\ttab", "grüße", "gr\xfc\xdfe", "\xff",
		"\u00a0", "日本", "a\u200b",
	} {
		Equal(t, BadKey, Keyed(t, base+"/mcp", GetHome, key), fmt.Sprintf("%q", key))
	}
	// A header without a value counts as missing: on the way nobody can distinguish the two.
	for range 2 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader(GetHome))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"},
			"Idempotency-Key": {" "},
		}
		response, err := http.DefaultClient.Do(r) //nolint:bodyclose // ReadReply does
		if err != nil {
			t.Fatal(err)
		}
		Equal(t, Answered(GotHome), ReadReply(t, response))
	}
}

// TestKeyHeader repeats answers for keys in Idempotency-Key only.
func TestKeyHeader(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for i, want := range []Reply{Answered(GotHome), Replayed(Answered(GotHome))} {
		Equal(t, want, Post(t, base+"/mcp", GetHome, "Idempotency-Key", "key-1"), fmt.Sprintf("call %d", i))
		Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome, "X-Request-Key", "key-1"),
			fmt.Sprintf("another header, call %d", i))
	}
	want := Refused(http.StatusBadRequest, "bad_request", "Idempotency-Key "+BadKeyMessage)
	Equal(t, want, Post(t, base+"/mcp", GetHome, "Idempotency-Key", "two words"))
}

// TestMistakesAreKept is for errors that come again however often the call is repeated: they are answers. The trace id
// in them is the first one, under which the log has them.
func TestMistakesAreKept(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		base := Serve(t, Fixture(t).DSN, change...)
		for i, test := range []struct{ message, want string }{
			{ToolCall("evo.content.get", "{}"), OfTool("evo.content.get", Traced(ParamsFailure("id", NothingNamedMessage)))},
			{ToolCall("evo.content.get", `{"id":1,"with_tvs":"price"}`), ""},
			{ToolCall("evo.content.get", `{"id":1,"with_tvs":["no-such"]}`), ""},
			{ToolCall("evo.model.get", `{"model":"Nothing","id":1}`), ""},
		} {
			key := fmt.Sprintf("key-%d", i)
			first := Keyed(t, base+"/mcp", test.message, key)
			if test.want != "" {
				Equal(t, Answered(test.want), first)
			}
			if !strings.Contains(first.Body, `"trace_id":"trace-1"`) || !strings.Contains(first.Body, `"code":-3260`) {
				t.Errorf("%s is answered with %s", test.message, first.Body)
			}
			want := Replayed(first)
			want.Header["X-Trace-Id"] = "trace-2"
			Equal(t, want, Keyed(t, base+"/mcp", test.message, key, "X-Trace-Id", "trace-2"), test.message)
		}
	})
}

// TestOutageIsNotKept has the database down at the first call with a key.
func TestOutageIsNotKept(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	bases := map[string]string{
		"memory": Serve(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 1s"),
		"redis": Serve(t, d.DSN,
			append(WithRedis(testdb.StartRedis(t).URL), "statement_timeout: 10s", "statement_timeout: 1s")...),
	}
	database.Stop()
	for name, base := range bases {
		for range 2 {
			Equal(t, Answered(DatabaseUnavailable), Keyed(t, base+"/mcp", GetHome, "key-1"), name)
		}
	}
	database.Start(t)
	for name, base := range bases {
		wait.Until(t, 20*time.Second, "the database answers in time", func() bool {
			return Post(t, base+"/mcp", GetHome).Body == GotHome
		})
		Equal(t, Answered(GotHome), Keyed(t, base+"/mcp", GetHome, "key-1"), name+": afterwards")
		Equal(t, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp", GetHome, "key-1"), name+": again")
	}
}

func TestTimeoutIsNotKept(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, append(change, "statement_timeout: 10s", "statement_timeout: 1s")...)
		if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := LockDocuments(t, d)
		Equal(t, Answered(QueryTimeout), Keyed(t, base+"/mcp", GetHome, "key-1"))
		AwaitEnd(t, d)
		unlock()
		Equal(t, Answered(GotHome), Keyed(t, base+"/mcp", GetHome, "key-1"), "afterwards")
	})
}

// TestTooLargeIsNotKept is a failure that has an HTTP status of its own. Its key is free, also for another call.
func TestTooLargeIsNotKept(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		base := Serve(t, Fixture(t).DSN, change...)
		want := Refused(http.StatusRequestEntityTooLarge, "result_too_large",
			ResultTooLargeMessage+AskForLessMessage)
		for range 2 {
			Equal(t, want, Keyed(t, base+"/mcp/small", ToolCall("evo.content.children", `{"id":2,"limit":7}`), "key-1"))
		}
		Equal(t, Answered(GotHome), Keyed(t, base+"/mcp/small", GetHome, "key-1"), "another call")
	})
}

func TestStillRunning(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := LockDocuments(t, d)
		got := make(chan Reply)
		go func() { got <- Keyed(t, base+"/mcp", GetHome, "key-1") }()
		AwaitStatements(t, d, 1)
		for _, id := range []string{"1", "2"} {
			Equal(t, inProgress, Keyed(t, base+"/mcp", WithID(GetHome, id), "key-1"), fmt.Sprintf("id %s", id))
		}
		Equal(t, inProgress, Keyed(t, base+"/mcp/content/dispatch", GetHome, "key-1"), "dispatch")
		Equal(t, KeyConflict, Keyed(t, base+"/mcp", SearchCall, "key-1"), "another call")
		if n := WaitingStatements(t, d); n != 1 {
			t.Errorf("%d statements run, want 1", n)
		}
		unlock()
		Equal(t, Answered(GotHome), <-got, "the first call")
		Equal(t, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp", GetHome, "key-1"), "afterwards")
	})
}

// TestClientThatGoesAwayReleasesKey ends a call by closing its connection. Nobody got an answer, so none may be kept.
func TestClientThatGoesAwayReleasesKey(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
			t.Fatal(diff)
		}
		unlock := LockDocuments(t, d)
		CallAndLeave(t, d, base+"/mcp", "Idempotency-Key", "key-1")
		AwaitEnd(t, d)
		unlock()
		var got Reply
		wait.Until(t, 2*time.Second, "the key is free", func() bool {
			got = Keyed(t, base+"/mcp", GetHome, "key-1")
			return got.Status != http.StatusConflict
		})
		Equal(t, Answered(GotHome), got, "afterwards")
	})
}

// TestOtherMethodsHaveNoKeys sends keys, also bad ones, with what is no tools/call.
func TestOtherMethodsHaveNoKeys(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for _, key := range []string{"key-1", "two words", strings.Repeat("k", 256)} {
		for range 2 {
			Equal(t, Answered(Pong), Keyed(t, base+"/mcp", Ping, key), key)
			for _, message := range []string{Initialize("2025-06-18"), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`} {
				got := Keyed(t, base+"/mcp", message, key)
				if _, ok := got.Header["Idempotency-Replayed"]; ok || got.Status != http.StatusOK {
					t.Errorf("%s: %s: status %d, header %v", key, message, got.Status, got.Header)
				}
			}
			got := Keyed(t, base+"/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, key)
			if got.Status != http.StatusAccepted {
				t.Errorf("%s: a notification has the status %d", key, got.Status)
			}
		}
	}
	Equal(t, Answered(GotHome), Keyed(t, base+"/mcp", GetHome, "key-1"))
}

// TestRightsGoBeforeReplay asks for an answer that is kept without the right to it: the same caller at replicas with
// another configuration, as after a change of it.
func TestRightsGoBeforeReplay(t *testing.T) {
	d, redis := Fixture(t), testdb.StartRedis(t)
	replica := func(change ...string) string {
		return Serve(t, d.DSN, append(change, WithRedis(redis.URL)...)...)
	}
	const token = `{name: full, sha256: "${SHA256_full}"`
	allowed := replica()
	if diff := cmp.Diff(Answered(GotHome), Keyed(t, allowed+"/mcp", GetHome, "key-1")); diff != "" {
		t.Fatal(diff)
	}
	RenameHome(t, d, "Changed")
	for name, test := range map[string]struct {
		base string
		want Reply
	}{
		"same rights":  {replica(), Replayed(Answered(GotHome))},
		"another view": {replica(token, token+", view: manager"), titled("Changed")}, // what is kept is not for it
		"no scope": {
			replica(token, token+", scopes: [mcp:read]"),
			Refused(http.StatusForbidden, "scope_denied", NoScopeMessage+"tools/call"),
		},
		"another server": {
			replica(token, token+", servers: [small]"),
			Refused(http.StatusForbidden, "server_denied", ServerDeniedMessage+"content"),
		},
		"expired": {
			replica(token, token+`, expires: "2020-01-01T00:00:00Z"`), Refused(http.StatusUnauthorized, "invalid_token",
				ExpiredTokenMessage, "Www-Authenticate",
				`Bearer error="invalid_token", error_description="`+ExpiredTokenMessage+`"`),
		},
		"denied tool": {
			replica("rate_limit:", "security: {deny_tools: [evo.content.get]}\nrate_limit:"),
			Refused(http.StatusForbidden, "tool_denied", DeniedToolMessage),
		},
	} {
		t.Run(name, func(t *testing.T) {
			Equal(t, test.want, Keyed(t, test.base+"/mcp", GetHome, "key-1"))
		})
	}
}

// TestReplicasShareKeys has two gateways of one installation, and one of another, with one Redis.
func TestReplicasShareKeys(t *testing.T) {
	d, another, redis := Fixture(t), Fixture(t), testdb.StartRedis(t)
	a, b := Serve(t, d.DSN, WithRedis(redis.URL)...), Serve(t, d.DSN, WithRedis(redis.URL)...)
	stranger := Serve(t, another.DSN, WithRedis(redis.URL)...)
	RenameHome(t, another, "Another")
	Equal(t, Answered(GotHome), Keyed(t, a+"/mcp", GetHome, "key-1"))
	Equal(t, Replayed(Answered(GotHome)), Keyed(t, b+"/mcp", GetHome, "key-1"))
	Equal(t, KeyConflict, Keyed(t, b+"/mcp", SearchCall, "key-1"))
	Equal(t, titled("Another"), Keyed(t, stranger+"/mcp", GetHome, "key-1"), "another installation")

	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Keyed(t, a+"/mcp", GetHome, "key-2") }()
	AwaitStatements(t, d, 1)
	Equal(t, inProgress, Keyed(t, b+"/mcp", GetHome, "key-2"))
	unlock()
	Equal(t, Answered(GotHome), <-got)
}

// TestRedisIsDown shows what needs Redis and what does not.
func TestRedisIsDown(t *testing.T) {
	d, redis := Fixture(t), testdb.StartRedis(t)
	base := Serve(t, d.DSN, "rate_limit: {enabled: false}", "redis: {url: \""+redis.URL+"\"}")
	if diff := cmp.Diff(Answered(GotHome), Keyed(t, base+"/mcp", GetHome, "key-1")); diff != "" {
		t.Fatal(diff)
	}
	redis.Kill()
	begin := time.Now()
	for range 3 {
		Equal(t, NoKeys, Keyed(t, base+"/mcp", GetHome, "key-1"))
		Equal(t, BadKey, Keyed(t, base+"/mcp", GetHome, "two words"))
		Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome), "without a key")
		Equal(t, Answered(Pong), Keyed(t, base+"/mcp", Ping, "key-1"))
		if got := Send(t, http.MethodGet, base+"/readyz", ""); got.Status != http.StatusOK {
			t.Errorf("readyz: status %d", got.Status)
		}
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("15 requests took %s", took)
	}
	redis.Start(t)
	var got Reply
	wait.Until(t, 5*time.Second, "Redis is used again", func() bool {
		got = Keyed(t, base+"/mcp", GetHome, "key-1")
		return got.Status != http.StatusServiceUnavailable
	})
	Equal(t, Answered(GotHome), got)
	Equal(t, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp", GetHome, "key-1"))
}

// TestRedisDiesDuringCall is a Redis that is gone when the answer is to be kept: the client gets it all the same.
func TestRedisDiesDuringCall(t *testing.T) {
	d, redis := Fixture(t), testdb.StartRedis(t)
	base := Serve(t, d.DSN, WithRedis(redis.URL)...)
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Keyed(t, base+"/mcp", GetHome, "key-1") }()
	AwaitStatements(t, d, 1)
	redis.Kill()
	unlock()
	Equal(t, Answered(GotHome), <-got)
	Equal(t, NoKeys, Keyed(t, base+"/mcp", GetHome, "key-1"))
}

// TestRedisIsSilent is a Redis that takes connections and does not answer: nothing waits long for it.
func TestRedisIsSilent(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	base := Serve(t, Fixture(t).DSN, "rate_limit: {enabled: false}",
		"redis: {url: \"redis://"+listener.Addr().String()+"\"}")
	expect := func(want, got Reply, begin time.Time) {
		t.Helper()
		Equal(t, want, got)
		if took := time.Since(begin); took > 20*time.Second { // two counts and a claim
			t.Errorf("the answer took %s", took)
		}
	}
	for range 2 {
		begin := time.Now()
		expect(NoKeys, Keyed(t, base+"/mcp", GetHome, "key-1"), begin)
		begin = time.Now()
		expect(Answered(GotHome), Post(t, base+"/mcp", GetHome), begin)
	}
}

// limited checks the answer to a request beyond a limit.
func limited(t testing.TB, got Reply, perMinute int) {
	t.Helper()
	seconds, err := strconv.Atoi(got.Header["Retry-After"])
	if longest := (60 + perMinute - 1) / perMinute; err != nil || seconds < 1 || seconds > longest {
		t.Errorf("Retry-After is %q, want 1 to %d", got.Header["Retry-After"], longest)
	}
	message := fmt.Sprintf("this is more than %d "+rateMessage, perMinute)
	want := Refused(http.StatusTooManyRequests, "rate_limited", message, "Retry-After", got.Header["Retry-After"])
	Equal(t, want, got)
}

// TestRateOfCaller shows that a caller has one bucket, whatever is asked for and where; that replays count; and that
// other callers are not touched.
func TestRateOfCaller(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		base := Serve(t, Fixture(t).DSN, append([]string{Unlimited, "rate_limit: {per_minute: 7}"}, change...)...)
		for _, step := range []struct {
			path, body string
			status     int
		}{
			{"/mcp", Ping, 200},
			{"/mcp/small", ListTools, 200},
			{"/api/v1/mcp/content", GetHome, 200},
			{"/mcp/content", GetHome, 200}, // a replay
			{"/mcp/small/dispatch", GetHome, 200},
			{"/mcp", NoteInitialized, 202},
			{"/mcp", Initialize("2025-06-18"), 200},
		} {
			if got := Keyed(t, base+step.path, step.body, "key-1"); got.Status != step.status {
				t.Errorf("%s to %s: %+v", step.body, step.path, got)
			}
		}
		for _, path := range []string{"/mcp", "/mcp/content", "/mcp/small", "/api/v1/mcp/content", "/mcp/content/dispatch"} {
			for _, body := range []string{Ping, GetHome, NoteInitialized} {
				limited(t, Keyed(t, base+path, body, "key-1"), 7)
			}
		}
		Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome, "Authorization", "Bearer manager"), "another caller")
		Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""), "probe")
	})
}

// TestRateOfServer shows that a server with a rate limit of its own counts for itself, and all others together.
func TestRateOfServer(t *testing.T) {
	const servers = "servers:\n"
	const more = servers +
		"  - {handle: twice, site: main, rate_limit: {per_minute: 2}}\n" +
		"  - {handle: free, site: main, rate_limit: {enabled: false}}\n" +
		"  - {handle: own, site: main, rate_limit: {enabled: true}}\n"
	base := Serve(t, NoDatabase, Unlimited, "rate_limit: {per_minute: 3}", servers, more)
	use := func(handle string, n int) {
		t.Helper()
		for i := range n {
			if diff := cmp.Diff(Answered(Pong), Post(t, base+"/mcp/"+handle, Ping)); diff != "" {
				t.Fatalf("%s: request %d:\n%s", handle, i+1, diff)
			}
		}
	}
	use("twice", 2)
	limited(t, Post(t, base+"/mcp/twice", Ping), 2)
	use("content", 1)
	use("small", 2)
	limited(t, Post(t, base+"/mcp/content", Ping), 3)
	limited(t, Post(t, base+"/mcp/small", Ping), 3)
	use("own", 3)
	limited(t, Post(t, base+"/mcp/own", Ping), 3)
	use("free", 20)
	limited(t, Post(t, base+"/mcp", Ping), 2) // the first server is twice
	Equal(t, Answered(Pong), Post(t, base+"/mcp/twice", Ping, "Authorization", "Bearer manager"), "another caller")
}

func TestRateDisabled(t *testing.T) {
	base := Serve(t, NoDatabase,
		"servers:\n", "servers:\n  - {handle: limited, site: main, rate_limit: {enabled: true, per_minute: 2}}\n",
		Unlimited, "rate_limit: {enabled: false, per_minute: 1, per_address: 1}")
	for range 20 {
		if diff := cmp.Diff(Answered(Pong), Post(t, base+"/mcp/content", Ping)); diff != "" {
			t.Fatal(diff)
		}
	}
	for range 2 {
		Equal(t, Answered(Pong), Post(t, base+"/mcp/limited", Ping))
	}
	limited(t, Post(t, base+"/mcp/limited", Ping), 2)
}

// TestRateOfAddress shows that an address is counted before anything is known of the caller, and whoever that is.
func TestRateOfAddress(t *testing.T) {
	base := Serve(t, NoDatabase, Unlimited, "rate_limit: {per_minute: 100, per_address: 4}")
	for token, status := range map[string]int{"full": 200, "manager": 200, "wrong": 401, "": 401} {
		authorization := ""
		if token != "" {
			authorization = "Bearer " + token
		}
		if got := Post(t, base+"/mcp", Ping, "Authorization", authorization); got.Status != status {
			t.Errorf("%q: status %d", token, got.Status)
		}
	}
	for _, headers := range [][]string{
		{}, {"Authorization", "Bearer manager"}, {"Authorization", ""}, {"Content-Type", "text/plain"},
		{"X-Forwarded-For", "192.0.2.1"}, {"X-Real-Ip", "192.0.2.1"}, {"Forwarded", "for=192.0.2.1"},
	} {
		limited(t, Post(t, base+"/mcp", Ping, headers...), 4)
	}
	Equal(t, Answered(`{"status":"ok"}`), Send(t, http.MethodGet, base+"/healthz", ""), "probe")
}

// TestRateOfAddressBehindProxy shows that every address has a bucket of its own, whoever sends from there.
func TestRateOfAddressBehindProxy(t *testing.T) {
	base := Serve(t, NoDatabase, Unlimited,
		"rate_limit: {per_minute: 100, per_address: 2}\nsecurity: {trusted_proxies: [127.0.0.1]}")
	for _, address := range []string{"192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1", ""} {
		for _, token := range []string{"full", "manager"} {
			got := Post(t, base+"/mcp", Ping, "Authorization", "Bearer "+token, "X-Forwarded-For", address)
			Equal(t, Answered(Pong), got, fmt.Sprintf("%q from %q", token, address))
		}
		limited(t, Post(t, base+"/mcp", Ping, "Authorization", "Bearer caller", "X-Forwarded-For", address), 2)
	}
}

// anonymous is the change of the settings that lets everybody in, who then has two requests a minute.
func anonymous(more string) []string {
	_, auth, _ := strings.Cut(Settings, "auth:")
	return []string{"auth:" + auth, "auth: {modes: [none]}\nrate_limit: {per_minute: 2, per_address: 1000}\n" + more}
}

// TestRateOfAnonymous expects callers without a name to be counted by address.
func TestRateOfAnonymous(t *testing.T) {
	const loopbackProxy = "security: {trusted_proxies: [127.0.0.1]}\n"
	for name, test := range map[string]struct {
		settings  string
		addresses [][]string // of X-Forwarded-For; those of one list are one caller
	}{
		"no proxy": {"", [][]string{{"", "192.0.2.1", "192.0.2.2", "2001:db8::1"}}},
		"another proxy": {"security: {trusted_proxies: [10.0.0.1, 192.0.2.0/24]}\n",
			[][]string{{"", "192.0.2.1", "192.0.2.2"}}},
		"proxy without word": {loopbackProxy, [][]string{{"", "", ""}}},
		"proxy": {loopbackProxy, [][]string{
			{"192.0.2.1", "192.0.2.1", "192.0.2.1"}, {"192.0.2.2", "192.0.2.2", "192.0.2.2"}, {"", "", ""},
		}},
		"what the client says itself": {loopbackProxy, [][]string{
			{"192.0.2.1", "203.0.113.1, 192.0.2.1", "203.0.113.2,192.0.2.1", "127.0.0.1, 192.0.2.1"},
			{"203.0.113.1", "192.0.2.1, 203.0.113.1"},
		}},
		"networks of IPv6": {loopbackProxy, [][]string{
			{"2001:db8::1", "2001:db8::2", "2001:DB8:0:0:ffff::"}, {"2001:db8:0:1::1", "2001:db8:0:1::2"},
			{"::ffff:192.0.2.1", "192.0.2.1"},
		}},
		"chain of proxies": {"security: {trusted_proxies: [127.0.0.0/8, 10.0.0.0/8, \"2001:db8::/32\"]}\n", [][]string{
			{"192.0.2.1, 10.1.2.3", "192.0.2.1, 10.3.2.1, 2001:db8::7", "192.0.2.1"}, {"192.0.2.2, 10.1.2.3", "192.0.2.2"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			base := Serve(t, NoDatabase, anonymous(test.settings)...)
			for _, caller := range test.addresses {
				for i := range 4 {
					got := Post(t, base+"/mcp", Ping, "Authorization", "", "X-Forwarded-For", caller[i%len(caller)])
					if i >= 2 {
						limited(t, got, 2)
					} else if diff := cmp.Diff(Answered(Pong), got); diff != "" {
						t.Errorf("%q: request %d:\n%s", caller, i+1, diff)
					}
				}
			}
		})
	}
}

// TestKeysOfAnonymous shows that callers without a name have keys of their own.
func TestKeysOfAnonymous(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN, anonymous("security: {trusted_proxies: [127.0.0.1]}\n")...)
	from := func(address string) Reply {
		return Keyed(t, base+"/mcp", GetHome, "key-1", "Authorization", "", "X-Forwarded-For", address)
	}
	Equal(t, Answered(GotHome), from("192.0.2.1"))
	RenameHome(t, d, "Changed")
	Equal(t, titled("Changed"), from("192.0.2.2"))
	Equal(t, Replayed(Answered(GotHome)), from("192.0.2.1"))
}

// TestReplicasShareRates counts over two gateways, and in each of them while Redis is away.
func TestReplicasShareRates(t *testing.T) {
	redis := testdb.StartRedis(t)
	replica := func() string {
		return Serve(t, NoDatabase, Unlimited, "rate_limit: {per_minute: 4}\nredis: {url: \""+redis.URL+"\"}")
	}
	bases := []string{replica(), replica()}
	for i := range 4 {
		Equal(t, Answered(Pong), Post(t, bases[i%2]+"/mcp", Ping), fmt.Sprintf("request %d", i+1))
	}
	redisLimited := func() {
		t.Helper()
		for _, base := range bases {
			limited(t, Post(t, base+"/mcp", Ping), 4)
		}
	}
	redisLimited()
	redis.Kill()
	for _, base := range bases {
		for i := range 4 {
			Equal(t, Answered(Pong), Post(t, base+"/mcp", Ping), fmt.Sprintf("without Redis, request %d", i+1))
		}
	}
	redisLimited()
}
