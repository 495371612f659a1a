package mcp_test

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/mcp/session"
	"emcp/server"
)

// changingUpstream is an upstream whose tools change. It forgets its session with each change, so that emcp reads its
// list again.
type changingUpstream struct {
	url string

	mu        sync.Mutex
	tools     []string // in JSON
	resources string   // likewise
	prompts   string   // likewise
	changes   int
	asked     bool // for its tools since the last change
}

// reads and writes are tools that only read, and that may write.
func reads(name string) string {
	return `{"name":"` + name + `","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`
}

func writes(name string) string { return `{"name":"` + name + `","inputSchema":{"type":"object"}}` }

func newChangingUpstream(t *testing.T, tools ...string) *changingUpstream {
	t.Helper()
	u := &changingUpstream{tools: tools}
	web := httptest.NewServer(u)
	t.Cleanup(web.Close)
	u.url = web.URL
	return u
}

func (u *changingUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var m struct {
		ID     stdjson.RawMessage `json:"id"`
		Method string             `json:"method"`
	}
	text, _ := io.ReadAll(r.Body)
	_ = stdjson.Unmarshal(text, &m)
	session, result := strconv.Itoa(u.changes), `{"content":[]}`
	switch {
	case m.Method == "initialize":
		w.Header().Set("MCP-Session-Id", session)
		result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{},"prompts":{}},` +
			`"serverInfo":{"name":"crm","version":"1"}}`
	case r.Header.Get("MCP-Session-Id") != session:
		w.WriteHeader(http.StatusNotFound)
		return
	case m.Method == "tools/list":
		u.asked = true
		result = `{"tools":[` + strings.Join(u.tools, ",") + `]}`
	case m.Method == "resources/list":
		result = `{"resources":[` + u.resources + `]}`
	case m.Method == "prompts/list":
		result = `{"prompts":[` + u.prompts + `]}`
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

// change gives the upstream other tools, and returns when emcp lists them. read must be among the tools before and now.
func (u *changingUpstream) change(t *testing.T, base string, tools ...string) {
	t.Helper()
	u.mu.Lock()
	u.tools, u.asked = tools, false
	u.changes++
	u.mu.Unlock()
	// emcp may have noticed already that its session has ended. Then it refuses calls until it has connected again, and
	// before each attempt it waits twice as long as before the last one.
	wait.Until(t, 30*time.Second, "the upstream answers", func() bool {
		return strings.Contains(Post(t, base+"/mcp/content", ToolCall("crm_read", `{}`)).Body, `"result"`)
	})
	wait.Until(t, 30*time.Second, "the list is read again", func() bool {
		list := Post(t, base+"/mcp/content", Request("tools/list"), "Authorization", "Bearer manager").Body
		u.mu.Lock()
		defer u.mu.Unlock()
		return u.asked && strings.Count(list, `"name":"crm_`) == len(tools)
	})
}

// notifying are the options of a server that looks for changed lists at once, and has time enough before the end of a
// stream.
func notifying() server.Options {
	return server.Options{Changes: session.NewChanges(time.Millisecond),
		Streams: server.StreamTimes{Closing: 20 * time.Second}}
}

// withChanges changes the settings so that content shows the upstream, and writer may call tools that write.
func withChanges(u *changingUpstream, change ...string) []string {
	return WithUpstream("url: \""+u.url+"\", write: [save*]", append([]string{
		"upstreams: [crm]}", "websocket: true, upstreams: [crm]}",
		"{name: caller,",
		"{name: writer, sha256: \"${SHA256_writer}\", scopes: [mcp:read, mcp:call, mcp:write]}\n    - {name: caller,",
	}, change...)...)
}

// toldList is the notification that a list has changed.
func toldList(list string) string {
	return `{"jsonrpc":"2.0","method":"notifications/` + list + `/list_changed"}`
}

// listening opens a stream of MCP 2026-07-28 for what the filter names, in JSON.
func listening(t *testing.T, url, filter string) Stream {
	t.Helper()
	return OpenStreamBy(t, http.MethodPost, url, StatelessRequest(ListenMethod, `"notifications":{`+filter+`},`),
		append(StatelessHeaders(ListenMethod, ""), "Content-Type", "application/json")...)
}

// acknowledged is the first message of such a stream, finished its last one.
func acknowledged(filter string) string {
	return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",` +
		`"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{` + filter + `}}}`
}

const finished = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` +
	`"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`

func toldListOf(list string) string {
	return `{"jsonrpc":"2.0","method":"notifications/` + list +
		`/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`
}

// TestListChanges changes the tools of an upstream, and then the configuration. The streams of all revisions and
// transports report exactly the changes of what their callers see.
func TestListChanges(t *testing.T) {
	u := newChangingUpstream(t, reads("read"))
	options := notifying()
	s := NewServerWith(t, options, NoDatabase, withChanges(u)...)
	base := Listen(t, s)
	AwaitTool(t, base+"/mcp", "crm_read")
	const all = `"promptsListChanged":true,"resourcesListChanged":true,"toolsListChanged":true`
	tools, prompts := toldList("tools"), toldList("prompts")
	writer, reader := []string{"Authorization", "Bearer writer"}, []string{"Authorization", "Bearer reader"}
	streams := map[string]struct {
		Stream
		want []string
	}{
		"writer": {OpenStream(t, base+"/mcp", append(writer, "Mcp-Session-Id", "writer")...),
			[]string{tools, tools, prompts}},
		// who may not call tools
		"reader":         {OpenStream(t, base+"/mcp", append(reader, "Mcp-Session-Id", "reader")...), []string{prompts}},
		"another server": {OpenStream(t, base+"/mcp/small", "Mcp-Session-Id", "small"), nil},
		"all": {listening(t, base+"/mcp", all),
			[]string{acknowledged(all), toldListOf("tools"), toldListOf("prompts"), finished}},
		"prompts": {
			listening(t, base+"/mcp", `"promptsListChanged":true`),
			[]string{acknowledged(`"promptsListChanged":true`), toldListOf("prompts"), finished},
		},
		"resources": {
			listening(t, base+"/mcp", `"resourcesListChanged":true,"toolsListChanged":false`),
			[]string{acknowledged(`"resourcesListChanged":true`), finished},
		},
	}
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		streams[revision] = struct {
			Stream
			want []string
		}{OpenStream(t, base+"/mcp", "MCP-Protocol-Version", revision, "Mcp-Session-Id", revision), []string{tools, prompts}}
	}
	client := Converse(t, t.Context(), s)
	client.Say(t, Request("tools/list"))
	client.Next(t)
	socket := Connect(t, base+"/mcp")
	next := func(name, want string) {
		t.Helper()
		if got := streams[name].Message(t); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}

	u.change(t, base, reads("read"), writes("save"))
	next("writer", tools)
	u.change(t, base, reads("read"), writes("save"), reads("find"))
	next("writer", tools)
	next("2025-11-25", "")
	next("2025-11-25", tools)
	next("all", acknowledged(all))
	next("all", toldListOf("tools"))
	Equal(t, tools, client.Next(t))
	socket.Expect(t, tools)
	u.change(t, base, reads("read"), writes("save"), reads("find")) // nothing
	options.Changes.Announce()

	change := withChanges(u, "auth:\n",
		"bundles: {b: {prompts: [{name: offer, description: Writes an offer, text: Write an offer.}]}}\nauth:\n",
		"upstreams: [crm]}", "upstreams: [crm], bundles: [{name: b}]}")
	if _, err := s.Reload(NewConfig(t, NoDatabase, change...)); err != nil {
		t.Fatal(err)
	}
	socket.ExpectEnd(t, EndOfReload)
	for name, stream := range streams {
		want := stream.want
		switch name {
		case "writer":
			want = want[2:]
		case "2025-11-25":
			want = want[1:]
		case "all":
			want = want[2:]
		}
		var got []string
		for line := range stream.Incoming {
			if data, ok := strings.CutPrefix(line, "data: "); ok && data != "" {
				got = append(got, data)
			}
		}
		Equal(t, want, got, name)
	}
}

// TestListChangesWithoutStream has a list change while a session has no stream. The next stream reports it, unless the
// client has asked for the list since. A stream of another process reports changes from its beginning.
func TestListChangesWithoutStream(t *testing.T) {
	u := newChangingUpstream(t, reads("read"))
	options := notifying()
	options.Sessions = session.NewSessions(0)
	s, other := NewServerWith(t, options, NoDatabase, withChanges(u)...),
		NewServerWith(t, notifying(), NoDatabase, withChanges(u)...)
	base, elsewhere := Listen(t, s), Listen(t, other)
	AwaitTool(t, base+"/mcp", "crm_read")
	AwaitTool(t, elsewhere+"/mcp", "crm_read")
	sessions := map[string][]string{"asks": {toldList("prompts")}, "silent": {toldList("tools"), toldList("prompts")}}
	for session := range sessions {
		stream := OpenStream(t, base+"/mcp", "Mcp-Session-Id", session)
		stream.Expect(t, ":")
		stream.Body.Close()
	}
	wait.Until(t, 5*time.Second, "the streams have ended", func() bool {
		_, streams := options.Sessions.Tally()
		return streams == 0
	})
	replica := OpenStream(t, elsewhere+"/mcp", "Mcp-Session-Id", "asks")
	replica.Expect(t, ":")
	u.change(t, base, reads("read"), reads("find"))
	Post(t, base+"/mcp", Request("tools/list"), "Mcp-Session-Id", "asks")
	Post(t, base+"/mcp", Request("tools/list"), "Mcp-Session-Id", "silent", "Authorization", "Bearer manager")
	Post(t, elsewhere+"/mcp", ToolCall("crm_read", `{}`)) // the other process learns that the session has ended
	replica.Expect(t, "id: UUID", "data: "+toldList("tools"))

	change := withChanges(u, "auth:\n",
		"bundles: {b: {prompts: [{name: offer, description: Writes an offer, text: Write an offer.}]}}\nauth:\n",
		"upstreams: [crm]}", "upstreams: [crm], bundles: [{name: b}]}")
	if _, err := s.Reload(NewConfig(t, NoDatabase, change...)); err != nil {
		t.Fatal(err)
	}
	for session, want := range sessions {
		stream := OpenStream(t, base+"/mcp", "Mcp-Session-Id", session)
		for _, message := range want {
			Equal(t, message, stream.Message(t), session)
		}
	}
}

// TestListChangesOfReload applies configurations: those who see another list get the notification before their stream
// ends, and nobody else.
func TestListChangesOfReload(t *testing.T) {
	for name, test := range map[string]struct {
		change []string
		want   []string
	}{
		"nothing":        {nil, nil},
		"another server": {[]string{"max_result_items: 7", "max_result_items: 3"}, nil},
		"another bound": {[]string{"{handle: content, site: main}",
			"{handle: content, site: main, limits: {max_result_items: 7}}"}, []string{toldList("tools")}},
		"another rate":  {[]string{"rate_limit: {enabled: false}", "rate_limit: {enabled: true}"}, nil},
		"another token": {[]string{"SHA256_full", "SHA256_other"}, nil},
		"no longer its server": {[]string{`{name: full, sha256: "${SHA256_full}"}`,
			`{name: full, sha256: "${SHA256_full}", servers: [small]}`}, nil},
		"fewer rights": {[]string{`{name: full, sha256: "${SHA256_full}"}`,
			`{name: full, sha256: "${SHA256_full}", scopes: [mcp:read]}`}, []string{toldList("tools"), toldList("resources")}},
		"a denied tool": {
			[]string{"{handle: content, site: main}",
				"{handle: content, site: main, security: {deny_tools: [evo.content.get]}}"},
			[]string{toldList("tools"), toldList("prompts"), toldList("resources")},
		},
		"another first server": {
			[]string{"  - {handle: content, site: main}\n",
				"  - {handle: first, site: main, profile: chatgpt}\n  - {handle: content, site: main}\n"},
			[]string{toldList("tools"), toldList("prompts"), toldList("resources")},
		},
		"another model": {
			[]string{"auth:\n", "domain: {models: {allow: [{model: Category, fields: [id]}]}}\nauth:\n"},
			[]string{toldList("tools"), toldList("resources")},
		},
		"a declared resource": {
			[]string{"{handle: content, site: main}", "{handle: content, site: main, bundles: [{name: b}]}", "auth:\n",
				"bundles: {b: {tools: [{name: news, description: Lists news, call: evo.content.search, with: {limit: 5}}], " +
					"resources: [{uri: \"b://news\", name: news, tool: news}]}}\nauth:\n"},
			[]string{toldList("tools"), toldList("resources")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			options := notifying()
			s := NewServerWith(t, options, NoDatabase)
			stream := OpenStream(t, Listen(t, s)+"/mcp")
			stream.Expect(t, ":")
			if _, err := s.Reload(NewConfig(t, NoDatabase, test.change...)); err != nil {
				t.Fatal(err)
			}
			Equal(t, test.want, stream.Messages(t))
		})
	}
}

// TestListChangesForChatGPT reports changes of tools on a server that has nothing else.
func TestListChangesForChatGPT(t *testing.T) {
	u := newChangingUpstream(t, reads("read"))
	options := notifying()
	s := NewServerWith(t, options, NoDatabase,
		withChanges(u, "upstreams: [crm]}", "upstreams: [crm], profile: chatgpt}")...)
	base := Listen(t, s)
	AwaitTool(t, base+"/mcp", "crm_read")
	const agreed = `"toolsListChanged":true`
	old, listened := OpenStream(t, base+"/mcp"),
		listening(t, base+"/mcp", `"promptsListChanged":true,"resourceSubscriptions":["evo://content/content/1"],`+agreed)
	Equal(t, acknowledged(agreed), listened.Message(t))
	u.change(t, base, reads("read"), reads("find"))
	Equal(t, []string{toldList("tools"), toldListOf("tools")}, []string{old.Message(t), listened.Message(t)})
}

// TestListChangesOfOffers reports changes of the resources and prompts of an upstream to those who see them.
func TestListChangesOfOffers(t *testing.T) {
	u := newChangingUpstream(t, reads("read"))
	options := notifying()
	s := NewServerWith(t, options, NoDatabase, WithUpstream(`url: "`+u.url+`", resources: ["*"], prompts: ["*"]`)...)
	base := Listen(t, s)
	AwaitTool(t, base+"/mcp", "crm_read")
	const all = `"promptsListChanged":true,"resourcesListChanged":true,"toolsListChanged":true`
	listened := listening(t, base+"/mcp", all)
	old, other := OpenStream(t, base+"/mcp", "Mcp-Session-Id", "old"),
		OpenStream(t, base+"/mcp/small", "Mcp-Session-Id", "other")
	reader := OpenStream(t, base+"/mcp", "Authorization", "Bearer reader", "Mcp-Session-Id", "reader")
	Equal(t, acknowledged(all), listened.Message(t))
	offer := func(resources, prompts string) {
		u.mu.Lock()
		u.resources, u.prompts = resources, prompts
		u.mu.Unlock()
		u.change(t, base, reads("read"))
	}
	told := func(list string) {
		t.Helper()
		Equal(t, toldListOf(list), listened.Message(t))
		Equal(t, toldList(list), old.Message(t))
	}
	offer(`{"uri":"crm://a","name":"a"}`, "")
	told("resources")
	offer(`{"uri":"crm://a","name":"a"}`, `{"name":"p"}`)
	told("prompts")
	offer(`{"uri":"crm://a","name":"a"}`, `{"name":"p"}`) // nothing
	options.Changes.Announce()
	offer(`{"uri":"crm://a","name":"b"}`, `{"name":"p"}`)
	told("resources")

	change := WithUpstream(`url: "`+u.url+`", resources: ["*"], prompts: ["*"]`, "auth:\n",
		"bundles: {b: {prompts: [{name: offer, description: Writes an offer, text: Write an offer.}]}}\nauth:\n",
		"upstreams: [crm]}", "upstreams: [crm], bundles: [{name: b}]}",
		"{handle: small, site: main,", "{handle: small, site: main, bundles: [{name: b}],")
	if _, err := s.Reload(NewConfig(t, NoDatabase, change...)); err != nil {
		t.Fatal(err)
	}
	for name, stream := range map[string]Stream{"reader": reader, "another server": other} {
		// of the bundle, and nothing before
		if diff := cmp.Diff([]string{toldList("prompts")}, stream.Messages(t)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
