package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// Every tool has two names; the configuration chooses which one is listed, and denying counts for both.
func TestToolNames(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	underscored := strings.ReplaceAll(GetHome, "evo.content.get", "evo_content_get")
	dsn := Fixture(t).DSN
	for _, c := range []struct{ names, want, other string }{
		{"dotted", `"name":"evo.content.get"`, `"name":"evo_`},
		{"underscore", `"name":"evo_content_get"`, `"name":"evo.`},
	} {
		base := Serve(t, dsn, "{handle: content, site: main}", "{handle: content, site: main, tool_names: "+c.names+"}")
		if got := Post(t, base+"/mcp/content", list).Body; !strings.Contains(got, c.want) || strings.Contains(got, c.other) {
			t.Errorf("%s: %s", c.names, got)
		}
		for _, call := range []string{GetHome, underscored} {
			Equal(t, Answered(GotHome), Post(t, base+"/mcp/content", call), fmt.Sprintf("%s: %s", c.names, call))
		}
	}
	base := Serve(t, dsn, "{handle: content, site: main}",
		`{handle: content, site: main, security: {deny_tools: ["evo.content.*"]}}`)
	for _, call := range []string{GetHome, underscored} {
		if got := Post(t, base+"/mcp/content", call); got.Status != 403 || !strings.Contains(got.Body, `"tool_denied"`) {
			t.Errorf("%s: %+v", call, got)
		}
	}
}

// What an assistant reads before it can do anything, estimated as bytes / 4.
func TestTokensOfToolsList(t *testing.T) {
	const budget = maxTokens
	base := Serve(t, NoDatabase)
	got := Post(t, base+"/mcp/content", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if tokens := len(got.Body) / 4; tokens > budget || got.Status != 200 {
		t.Errorf("tools/list takes %d tokens, want at most %d", tokens, budget)
	}
}

func TestInstructions(t *testing.T) {
	base := Serve(t, NoDatabase, "{handle: content, site: main}",
		`{handle: content, site: main, instructions: "A shop for \"chairs\"."}`)
	got := Post(t, base+"/mcp/content", Initialize("2025-11-25")).Body
	if want := `"instructions":"A shop for \"chairs\".\n\n` + PlainGuide + `"`; !strings.Contains(got, want) {
		t.Errorf("%s\nhas no %s", got, want)
	}
}
