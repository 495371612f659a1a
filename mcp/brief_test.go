package mcp_test

import (
	"slices"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/snapshot"
	"emcp/mcp/wire"
)

// What an assistant reads before it can do anything, in bytes: the list of the tools that a server has by default, and
// that together with the instructions.
const (
	maxBriefList = 7 << 10
	maxReadFirst = 9 << 10
)

const listTheTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestBriefToolsList(t *testing.T) {
	base := Serve(t, NoDatabase)
	got := Post(t, base+"/mcp", listTheTools, wire.VersionHeader, "2025-11-25")
	text := Indented(t, []byte(got.Body))
	snapshot.Expect(t, "tools_list_brief.json", string(text))
	if len(got.Body) > maxBriefList {
		t.Errorf("the list has %d bytes, want at most %d", len(got.Body), maxBriefList)
	}
	if first := len(got.Body) + len(PlainGuide); first > maxReadFirst {
		t.Errorf("the list and the instructions have %d bytes, want at most %d", first, maxReadFirst)
	}
}

// TestWhoReadsBriefLists asks as clients that say of which revision of MCP they are, and as those of the contract,
// which do not or call at the address of the PHP package.
func TestWhoReadsBriefLists(t *testing.T) {
	s := NewServer(t, NoDatabase)
	base := Listen(t, s)
	whole := Post(t, base+"/mcp", listTheTools).Body
	brief := Post(t, base+"/mcp", listTheTools, wire.VersionHeader, "2025-06-18").Body
	if whole == brief {
		t.Fatal("both lists are the same")
	}
	over := func(lines ...string) string {
		replies := Talk(t, s, "content", strings.Join(lines, "\n")+"\n")
		return replies[len(replies)-1]
	}
	for name, list := range map[string][2]string{
		"an early revision": {Post(t, base+"/mcp", listTheTools, wire.VersionHeader, "2024-11-05").Body, brief},
		"the PHP package": {Post(t, base+"/api/v1/mcp/content", listTheTools, wire.VersionHeader, "2025-11-25").Body,
			whole},
		"stdio":                {over(Initialize("2025-03-26"), listTheTools), brief},
		"stdio, no initialize": {over(listTheTools), whole},
	} {
		Equal(t, strings.TrimSpace(list[1]), strings.TrimSpace(list[0]), name)
	}
}

// TestBriefLists has servers that say who gets a brief list. The address of the PHP package never has one.
func TestBriefLists(t *testing.T) {
	base := Serve(t, NoDatabase, "{handle: content, site: main}", `{handle: content, site: main}
  - {handle: always, site: main, brief: always}
  - {handle: never, site: main, brief: never}`)
	whole := Post(t, base+"/mcp/content", listTheTools).Body
	brief := Post(t, base+"/mcp/content", listTheTools, wire.VersionHeader, "2025-11-25").Body
	if len(ListedIn(t, whole)) != 15 || len(ListedIn(t, brief)) != 6 {
		t.Fatalf("%v and %v", ListedIn(t, whole), ListedIn(t, brief))
	}
	for handle, want := range map[string]string{"always": brief, "never": whole} {
		for _, header := range [][]string{nil, {wire.VersionHeader, "2025-11-25"}} {
			Equal(t, want, Post(t, base+"/mcp/"+handle, listTheTools, header...).Body, handle)
			Equal(t, whole, Post(t, base+"/api/v1/mcp/"+handle, listTheTools, header...).Body, handle)
		}
	}
	if got := Post(t, base+"/mcp/content", ToolCall("evo.content.children", `{}`), wire.VersionHeader,
		"2025-06-18"); !strings.Contains(got.Body, "id is required") {
		t.Errorf("a tool that is not in the brief list: %s", got.Body)
	}
}

// TestToolsOfServers has servers with some of the tools only. Others are neither listed nor called.
func TestToolsOfServers(t *testing.T) {
	base := Serve(t, NoDatabase, "{handle: content, site: main}",
		`{handle: some, site: main, tools: [evo.content.search, "evo.site.*"]}
  - {handle: fewer, site: main, tools: [evo.content.search, "evo.site.*"], security: {deny_tools: ["evo.site.*"]}}`)
	for handle, want := range map[string][]string{
		"some": {"evo.content.search", "evo.site.describe"}, "fewer": {"evo.content.search"},
	} {
		for _, header := range [][]string{nil, {wire.VersionHeader, "2025-11-25"}} {
			got := ListedIn(t, Post(t, base+"/mcp/"+handle, listTheTools, header...).Body)
			slices.Sort(got)
			Equal(t, slices.Sorted(slices.Values(want)), got, handle)
		}
		for _, name := range []string{"evo.content.children", "evo_content_children"} {
			if got := Post(t, base+"/mcp/"+handle, ToolCall(name, `{"id":1,"limit":1}`)); got.Status != 403 ||
				!strings.Contains(got.Body, `"tool_denied"`) {
				t.Errorf("%s: %s is answered %d %s", handle, name, got.Status, got.Body)
			}
		}
		if got := Post(t, base+"/mcp/"+handle, ToolCall("evo.content.childs", `{}`)); !strings.Contains(got.Body,
			`"unknown_tool"`) {
			t.Errorf("%s: an unknown tool is answered %s", handle, got.Body)
		}
	}
}

// TestRevisedAnswers reads the default of a template variable that the document's template does not have. Only clients
// of the contract get it: those that name no revision, and those below the address of the PHP package.
func TestRevisedAnswers(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	call := ToolCall("evo.content.get", `{"id":1,"fields":["id"],"with_tvs":["color:d"]}`)
	for _, c := range []struct{ path, revision, want string }{
		{"/mcp", "", `"none"`}, {"/mcp", "2025-06-18", "null"}, {"/mcp", "2025-11-25", "null"},
		{"/api/v1/mcp/content", "2025-11-25", `"none"`},
	} {
		got := Post(t, base+c.path, call, wire.VersionHeader, c.revision).Body
		if want := `{"item":{"id":1,"tvs":{"color":` + c.want + `}}`; !strings.Contains(got, want) {
			t.Errorf("%s with %q: %s, want %s", c.path, c.revision, got, want)
		}
	}
}
