package server_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

// enveloped is the answer of /dispatch: text is the JSON-RPC answer, reused whether it was given before.
func enveloped(key string, reused bool, text string) Reply {
	r := Answered(`{"status":"completed","task_id":null,"trace_id":"trace-1","idempotency_key":"` + key +
		`","reused":` + strconv.FormatBool(reused) + `,"result":` + text + `}`)
	if reused {
		r.Header["Idempotency-Replayed"] = "true"
	}
	return r
}

// payloadKey is the key that is made of a payload: of method and params in the one way of writing them.
func payloadKey(canonical string) string {
	sum := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(sum[:])
}

// TestDispatchKeys shows which idempotency keys are taken over, and that others are told apart from faults of the
// server.
func TestDispatchKeys(t *testing.T) {
	base := Serve(t, NoDatabase)
	for _, message := range []string{Ping, NoteInitialized, `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, "no JSON"} {
		for _, key := range []string{"two words", "gr\xfc\xdfe", "grüße", strings.Repeat("k", 256)} {
			Equal(t, BadKey, Keyed(t, base+"/mcp/content/dispatch", message, key), fmt.Sprintf("%s, %q", message, key))
		}
	}
	for _, key := range []string{"k", "key-1", strings.Repeat("k", 255)} {
		Equal(t, enveloped(key, false, Pong), Keyed(t, base+"/mcp/content/dispatch", Ping, key), fmt.Sprintf("%q", key))
	}
}

// TestDispatchMakesKeys has calls without a key: those that ask for the same have the same, and each of them is run.
func TestDispatchMakesKeys(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		getKey := payloadKey(`["tools/call",{"arguments":{"id":1},"name":"evo.content.get"}]`)
		Equal(t, enveloped(getKey, false, GotHome), Post(t, base+"/mcp/content/dispatch", GetHome))
		RenameHome(t, d, "Changed")
		changed := strings.ReplaceAll(GotHome, "Home", "Changed")
		for id, message := range map[string]string{
			"1":      GetHome,
			"2":      WithID(GetHome, "2"),
			`"text"`: WithID(GetHome, `"text"`),
			"3": `{"params":{"arguments":{"id":1},"name":"evo.content.get"},"method":"tools/call","id":3,` +
				`"jsonrpc":"2.0"}`,
			"12345678901234567890": `{"id":12345678901234567890,"jsonrpc":"2.0","method":"tools/call",` +
				`"params":{"_meta":{"progressToken":1},"name":"evo.content.get" , "arguments":{"id":1}}}`,
		} {
			Equal(t, enveloped(getKey, false, WithID(changed, id)), Post(t, base+"/mcp/content/dispatch", message), message)
		}
		for _, path := range []string{"/mcp/content/dispatch", "/api/v1/mcp/content/dispatch", "/mcp/small/dispatch"} {
			Equal(t, enveloped(getKey, false, changed), Post(t, base+path, GetHome), path)
		}
		// A client can send such a key, like any other; then it is its own.
		for i, reused := range []bool{false, true} {
			Equal(t, enveloped(getKey, reused, changed), Keyed(t, base+"/mcp/content/dispatch", GetHome, getKey),
				fmt.Sprintf("call %d with the key", i))
		}

		// What asks for something else has a key of its own.
		other := payloadKey(`["tools/call",{"arguments":{"id":9007199254740993},"name":"evo.content.get"}]`)
		got := Post(t, base+"/mcp/content/dispatch", ToolCall("evo.content.get", `{"id":9007199254740993}`))
		if !strings.Contains(got.Body, `"idempotency_key":"`+other+`","reused":false`) {
			t.Errorf("another call: %+v", got)
		}
	})
}

// TestDispatchMethods shows that every request has a key here, and a notification none.
func TestDispatchMethods(t *testing.T) {
	base := Serve(t, NoDatabase)
	pingKey := payloadKey(`["ping",{}]`)
	for _, message := range []string{
		Ping, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{}}}`,
	} {
		Equal(t, enveloped(pingKey, false, Pong), Post(t, base+"/mcp/content/dispatch", message), message)
	}
	for i, message := range []string{Initialize("2025-06-18"), ListTools} {
		key := "key-" + strconv.Itoa(i)
		first := Keyed(t, base+"/mcp/content/dispatch", message, key)
		again := Keyed(t, base+"/mcp/content/dispatch", message, key)
		want := Replayed(first)
		want.Body = strings.Replace(first.Body, `"reused":false`, `"reused":true`, 1)
		if diff := cmp.Diff(want, again); diff != "" || first.Status != http.StatusOK {
			t.Errorf("%s: status %d\n%s", message, first.Status, diff)
		}
		if _, ok := first.Header["Mcp-Session-Id"]; ok {
			t.Errorf("%s has a session", message)
		}
	}
	for range 2 {
		for _, key := range []string{"", "key-a"} {
			Equal(t, enveloped(key, false, "null"), Keyed(t, base+"/mcp/content/dispatch", NoteInitialized, key))
		}
	}
}

// TestDispatchReplays uses keys of the client, also over both routes.
func TestDispatchReplays(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		d := Fixture(t)
		base := Serve(t, d.DSN, change...)
		url := base + "/mcp/content/dispatch"
		for i, id := range []string{"1", "2", `"text"`} {
			want := enveloped("key-1", i > 0, WithID(GotHome, id))
			Equal(t, want, Keyed(t, url, WithID(GetHome, id), "key-1"), fmt.Sprintf("id %s", id))
			RenameHome(t, d, "Changed")
		}
		for _, message := range []string{ToolCall("evo.content.get", `{"id":2}`), Ping, SearchCall} {
			Equal(t, KeyConflict, Keyed(t, url, message, "key-1"), message)
		}
		changed := strings.ReplaceAll(GotHome, "Home", "Changed")
		Equal(t, enveloped("key-2", false, changed), Keyed(t, url, GetHome, "key-2"), "another key")

		Equal(t, Replayed(Answered(GotHome)), Keyed(t, base+"/mcp/content", GetHome, "key-1"),
			"key of dispatch on the other route")
		Equal(t, Answered(changed), Keyed(t, base+"/mcp/content", GetHome, "key-3"))
		Equal(t, enveloped("key-3", true, changed), Keyed(t, url, GetHome, "key-3"), "key of the other route on dispatch")
	})
}

// TestDispatchErrors shows that mistakes are kept like answers, under the trace id of the first call, and failures are
// not.
func TestDispatchErrors(t *testing.T) {
	base := Serve(t, NoDatabase, "statement_timeout: 10s", "statement_timeout: 1s")
	url := base + "/mcp/content/dispatch"
	mistake := OfTool("evo.content.get", Traced(ParamsFailure("id", NothingNamedMessage)))
	for i, trace := range []string{"trace-1", "trace-2"} {
		want := enveloped("key-1", i > 0, mistake)
		want.Body = strings.Replace(want.Body, `"trace_id":"trace-1"`, `"trace_id":"`+trace+`"`, 1) // that of the envelope
		want.Header["X-Trace-Id"] = trace
		Equal(t, want, Keyed(t, url, ToolCall("evo.content.get", "{}"), "key-1", "X-Trace-Id", trace))
	}
	getKey := payloadKey(`["tools/call",{"arguments":{"id":1},"name":"evo.content.get"}]`)
	for range 2 {
		Equal(t, enveloped("key-2", false, DatabaseUnavailable), Keyed(t, url, GetHome, "key-2"))
		Equal(t, enveloped(getKey, false, DatabaseUnavailable), Post(t, url, GetHome))
	}
	// What is not run has no other key than the client's, and is not kept under it.
	for _, key := range []string{"", "", "key-3", "key-3"} {
		unknown := Keyed(t, url, `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, key)
		if !strings.Contains(unknown.Body, `"idempotency_key":"`+key+
			`","reused":false,"result":{"jsonrpc":"2.0","id":1,"error":{"code":-32601`) {
			t.Errorf("unknown method with the key %q: %+v", key, unknown)
		}
	}
	Equal(t, enveloped("key-3", false, Pong), Keyed(t, url, Ping, "key-3"))
}

// TestDispatchTooLarge is a failure with an HTTP status of its own: there is no envelope around it.
func TestDispatchTooLarge(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	want := Refused(http.StatusRequestEntityTooLarge, "result_too_large",
		ResultTooLargeMessage+AskForLessMessage)
	for _, key := range []string{"", "", "key-1", "key-1"} {
		got := Keyed(t, base+"/mcp/small/dispatch", ToolCall("evo.content.children", `{"id":2,"limit":7}`), key)
		Equal(t, want, got, fmt.Sprintf("key %q", key))
	}
}

// TestDispatchStillRunning repeats a call without a key while it runs: both share one execution.
func TestDispatchStillRunning(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	base := Listen(t, s)
	url := base + "/mcp/content/dispatch"
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	first, second := make(chan Reply), make(chan Reply)
	go func() { first <- Post(t, url, GetHome) }()
	AwaitStatements(t, d, 1)
	go func() { second <- Post(t, url, WithID(GetHome, "2")) }()
	wait.Until(t, 5*time.Second, "the second call has joined the first",
		func() bool { return s.Answers().Stats().Shared == 1 })
	unlock()
	getKey := payloadKey(`["tools/call",{"arguments":{"id":1},"name":"evo.content.get"}]`)
	Equal(t, enveloped(getKey, false, GotHome), <-first)
	Equal(t, enveloped(getKey, false, WithID(GotHome, "2")), <-second)
}

// TestDispatchWithoutRedis shows that only a key of the client depends on Redis.
func TestDispatchWithoutRedis(t *testing.T) {
	redis := testdb.StartRedis(t)
	redis.Kill()
	base := Serve(t, Fixture(t).DSN, WithRedis(redis.URL)...)
	url := base + "/mcp/content/dispatch"
	getKey := payloadKey(`["tools/call",{"arguments":{"id":1},"name":"evo.content.get"}]`)
	for range 2 {
		Equal(t, enveloped(getKey, false, GotHome), Post(t, url, GetHome))
		Equal(t, NoKeys, Keyed(t, url, GetHome, "key-1"))
	}
}
