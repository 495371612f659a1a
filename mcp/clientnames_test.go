package mcp_test

import (
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// introduced is initialize of a client with that clientInfo, in JSON.
func introduced(clientInfo string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":` + clientInfo + `}}`
}

// expectNames compares the names of so many tools in an answer of tools/list, and in one of prompts/get.
func expectNames(t *testing.T, client, list, prompt string, underscored bool, count int) {
	t.Helper()
	has, lacks := ".", "_"
	if underscored {
		has, lacks = "_", "."
	}
	if strings.Count(list, `"name":"evo`+has) != count || strings.Contains(list, `"name":"evo`+lacks) {
		t.Errorf("%s: the list is %s", client, list)
	}
	if !strings.Contains(prompt, "Call evo"+has+"content"+has+"search") || strings.Contains(prompt, "evo"+lacks) {
		t.Errorf("%s: the prompt is %s", client, prompt)
	}
}

// TestNamesForClients has clients that refuse dots, and others, over stdio, over HTTP with the session of initialize,
// and in the revision in which every message names the client.
func TestNamesForClients(t *testing.T) {
	const listing = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	prompting := RequestWith("prompts/get", `{"name":"find-content","arguments":{"question":"x"}}`)
	for _, test := range []struct {
		configured, clientInfo string
		underscored            bool
	}{
		{"auto", `{"name":"claude-ai","version":"0.1.0"}`, true},
		{"auto", `{"name":"cursor-vscode","version":"1.0.0"}`, true},
		{"auto", `{"name":"github-copilot-developer","version":"1.0.25"}`, true},
		{"auto", `{"name":"claude-code","version":"2.1.0"}`, false},
		{"auto", `{"name":"Claude-AI","version":"0.1.0"}`, false},
		{"auto", `{"name":5}`, false}, {"auto", `"claude-ai"`, false}, {"auto", `{}`, false}, {"auto", `null`, false},
		{"dotted", `{"name":"claude-ai","version":"0.1.0"}`, false},
		{"underscore", `{"name":"claude-code","version":"2.1.0"}`, true},
	} {
		s := NewServer(t, NoDatabase, "{handle: content, site: main}",
			"{handle: content, site: main, tool_names: "+test.configured+"}")
		name := test.configured + " " + test.clientInfo

		lines := Talk(t, s, "content", introduced(test.clientInfo)+"\n"+listing+"\n"+prompting+"\n")
		expectNames(t, name+" over stdio", lines[1], lines[2], test.underscored, 6)

		base := Listen(t, s)
		session := Post(t, base+"/mcp", introduced(test.clientInfo)).Header["Mcp-Session-Id"]
		with := []string{"MCP-Session-Id", session}
		expectNames(t, name+" over HTTP", Post(t, base+"/mcp", listing, with...).Body,
			Post(t, base+"/mcp", prompting, with...).Body, test.underscored, 15)
		if test.configured == "auto" {
			expectNames(t, name+" without its session", Post(t, base+"/mcp", listing).Body,
				Post(t, base+"/mcp", prompting).Body, false, 15)
		}

		stated := func(method, params string) string {
			message := strings.Replace(StatelessRequest(method, params), `{"name":"x","version":"1"}`, test.clientInfo, 1)
			return Post(t, base+"/mcp", message,
				StatelessHeaders(method, map[string]string{"prompts/get": "find-content"}[method])...).Body
		}
		list, prompt := stated("tools/list", ""), stated("prompts/get", `"name":"find-content","arguments":{"question":"x"},`)
		expectNames(t, name+" in every message", list, prompt, test.underscored, 6)
	}
}

// TestNamesOfOneConnection is for that connection only, and from initialize on.
func TestNamesOfOneConnection(t *testing.T) {
	const listing = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	s := NewServer(t, NoDatabase)
	lines := Talk(t, s, "content",
		strings.Join([]string{listing, introduced(`{"name":"claude-ai"}`), listing, introduced(`{"name":"x"}`), listing, ""},
			"\n"))
	for i, underscored := range map[int]bool{0: false, 2: true, 4: false} {
		if strings.Contains(lines[i], `"name":"evo_`) != underscored {
			t.Errorf("line %d: %s", i, lines[i])
		}
	}
	if lines = Talk(t, s, "content", listing+"\n"); !strings.Contains(lines[0], `"name":"evo.`) {
		t.Errorf("another connection: %s", lines[0])
	}
}
