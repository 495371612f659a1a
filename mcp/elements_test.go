package mcp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"emcp/internal/auth"
	. "emcp/internal/test/servertest"
	"emcp/toolset"
)

// elementServers are content, which has no elements, and two that do: code, and denied, where one of the tools is
// switched off.
var elementServers = []string{
	"  - {handle: content, site: main}\n",
	"  - {handle: content, site: main}\n  - {handle: code, site: main, elements: true}\n" +
		"  - {handle: denied, site: main, elements: true, tool_names: underscore, security: {deny_tools: " +
		"[evo.elements.get]}}\n",
	"  modes: [token]\n", "  modes: [token, pat]\n",
}

// elementTokens are personal tokens of users with the permission emcp and one more each; the first has no other.
var elementTokens = map[string]string{"": "a", "edit_snippet": "b", "edit_template": "c"}

func editorToken(permission string) string {
	return "emcp_" + strings.Repeat(elementTokens[permission], 40)
}

// listedTools are the names of the tools in a list, in its order.
func listedTools(t *testing.T, url, token string) []string {
	t.Helper()
	var answer struct {
		Result struct {
			Tools []struct {
				Name        string          `json:"name"`
				Annotations map[string]bool `json:"annotations"`
			} `json:"tools"`
		} `json:"result"`
	}
	reply := Post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Authorization", "Bearer "+token)
	if err := json.Unmarshal([]byte(reply.Body), &answer); err != nil {
		t.Fatalf("%v in %s", err, reply.Body)
	}
	var listed []string
	for _, tool := range answer.Result.Tools {
		listed = append(listed, tool.Name)
		if !tool.Annotations["readOnlyHint"] || tool.Annotations["destructiveHint"] {
			t.Errorf("%s: %v", tool.Name, tool.Annotations)
		}
	}
	return listed
}

// TestElementTools lists and calls evo.elements.* by every kind of caller, on servers with and without them.
func TestElementTools(t *testing.T) {
	d := Fixture(t)
	user := 31
	for permission := range elementTokens {
		for _, statement := range []string{
			fmt.Sprintf("INSERT INTO evo_user_attributes (id, internalKey, role) VALUES (%d, %[1]d, %[1]d)", user),
			fmt.Sprintf("INSERT INTO evo_role_permissions (permission, role_id) VALUES ('emcp', %d), ('%s', %[1]d)", user,
				permission),
			fmt.Sprintf("INSERT INTO evo_emcp_tokens (user_id, name, token_prefix, token_hash, scopes) VALUES (%d, 'x', "+
				"'emcp_', '%s', '[\"*\"]')",
				user, auth.HashToken(editorToken(permission))),
		} {
			if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
				t.Fatalf("%v in %s", err, statement)
			}
		}
		user++
	}
	url := Serve(t, d.DSN, elementServers...)

	both := []string{"evo.elements.get", "evo.elements.list"}
	every := listedTools(t, url+"/mcp/content", "manager")
	with := func(names ...string) []string {
		return slices.Sorted(slices.Values(append(slices.Clone(every), names...)))
	}
	underscored := func(names []string) []string {
		all := make([]string, len(names))
		for i, name := range names {
			all[i] = toolset.Underscored(name)
		}
		return slices.Sorted(slices.Values(all))
	}
	for _, test := range []struct {
		server, token string
		want          []string
	}{
		{"content", "full", every}, {"code", "full", every}, {"code", "manager", with(both...)},
		{"code", editorToken(""), every}, {"code", editorToken("edit_snippet"), with(both...)},
		{"denied", "manager", underscored(with("evo.elements.list"))}, {"denied", "full", underscored(every)},
	} {
		Equal(t, test.want, listedTools(t, url+"/mcp/"+test.server, test.token),
			fmt.Sprintf("tools of %s for %s (-want +got)", test.server, test.token))
	}
	if first, again := Post(t, url+"/mcp/content", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`),
		Post(t, url+"/mcp/code", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); first.Body != again.Body {
		t.Error("a visitor gets another list where elements are on")
	}

	const (
		list, get = `"name":"evo.elements.list","arguments":{"type":"snippet"}`,
			`"name":"evo.elements.get","arguments":{"type":"snippet","id":1}`
		items = `{"items":[{"type":"snippet","id":1,"name":"DLMenu","description":"Menus","category":{"id":1,` +
			`"name":"Shop"},"disabled":false,"locked":false},` +
			`{"type":"snippet","id":2,"name":"eForm_100%","description":"Forms","category":null,"disabled":true,` +
			`"locked":false}],` +
			`"meta":{"limit":50,"offset":0,"count":2,"has_more":false,"toolsetVersion":"1.0"}}`
		item = `{"item":{"type":"snippet","id":1,"name":"DLMenu","description":"Menus","category":{"id":1,"name":"Shop"},` +
			`"disabled":false,"locked":false,` +
			`"code":"SECRET-CODE","properties":null},"meta":{"toolsetVersion":"1.0"}}`
		unknown = `-32601 unknown_tool []`
	)
	for _, test := range []struct{ server, token, call, want string }{
		{"content", "manager", list, unknown}, {"content", "manager", get, unknown}, {"content", "full", list, unknown},
		{"content", "manager", `"name":"evo_elements_get","arguments":{"type":"snippet","id":1}`, unknown},
		{"content", "manager", `"name":"evo.elements.gett","arguments":{}`, unknown},
		{"code", "full", list, "403 forbidden"}, {"code", "full", get, "403 forbidden"},
		{"code", editorToken(""), list, "403 forbidden"},
		{"code", editorToken("edit_template"), get, "403 forbidden"}, {"code", "reader", get, "403 scope_denied"},
		{"code", "manager", list, items}, {"code", "manager", get, item}, {"code", editorToken("edit_snippet"), list, items},
		{"code", editorToken("edit_snippet"), get, item},
		{"denied", "manager", `"name":"evo_elements_list","arguments":{"type":"snippet"}`, items},
		{"denied", "manager", get, "403 tool_denied"},
		{"denied", "manager", `"name":"evo_elements_get","arguments":{"type":"snippet","id":1}`, "403 tool_denied"},
	} {
		reply := Post(t, url+"/mcp/"+test.server, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+test.call+`}}`,
			"Authorization", "Bearer "+test.token)
		var answer struct {
			Result struct {
				Structured json.RawMessage `json:"structuredContent"`
			} `json:"result"`
			Error struct {
				Code json.RawMessage `json:"code"` // HTTP: the kind
				Data struct {
					Code        string   `json:"code"`
					Suggestions []string `json:"suggestions"`
				} `json:"data"`
			} `json:"error"`
		}
		if err := json.Unmarshal([]byte(reply.Body), &answer); err != nil {
			t.Fatalf("%v in %s", err, reply.Body)
		}
		got := string(answer.Result.Structured)
		switch {
		case reply.Status != 200:
			got = fmt.Sprintf("%d %s", reply.Status, strings.Trim(string(answer.Error.Code), `"`))
		case got == "":
			suggested := slices.DeleteFunc(answer.Error.Data.Suggestions,
				func(s string) bool { return !strings.Contains(s, "elements") })
			got = fmt.Sprintf("%s %s %q", answer.Error.Code, answer.Error.Data.Code, suggested)
		}
		if got != test.want {
			t.Errorf("%s by %s on %s: %s\nwant %s", test.call, test.token, test.server, got, test.want)
		}
	}
}

// TestElementExtensions has the tools among the extensions of servers that have them, and of no others.
func TestElementExtensions(t *testing.T) {
	url := Serve(t, NoDatabase, elementServers...)
	for server, want := range map[string]bool{"content": false, "code": true} {
		reply := Post(t, url+"/mcp/"+server,
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},`+
				`"clientInfo":{"name":"x","version":"1"}}}`)
		var answer struct {
			Result struct {
				Capabilities struct {
					Evo struct {
						Extensions []string `json:"extensions"`
					} `json:"evo"`
				} `json:"capabilities"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(reply.Body), &answer); err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"evo.elements.list", "evo.elements.get"} {
			if got := slices.Contains(answer.Result.Capabilities.Evo.Extensions, tool); got != want {
				t.Errorf("%s has the extension %s: %t", server, tool, got)
			}
		}
	}
}
