//go:build protocol

package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// request is what the clients are asked to send.
type request struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params,omitempty"`
}

// arguments are those with which every tool has a result of the fixture's site.
var arguments = map[string][]map[string]any{
	"evo.site.describe": {{}, {"template": 2}},
	"evo.content.search": {
		{"limit": 3, "with_tvs": []string{"price", "in-stock:d"},
			"tv_filters": []any{map[string]any{"tv": "price", "op": ">", "value": "10", "cast": "DECIMAL(10,2)"}},
			"tv_order":   []any{map[string]any{"tv": "price", "dir": "desc", "cast": "DECIMAL(10,2)"}}},
		{"query": "Chair", "fields": []string{"pagetitle", "url"}, "limit": 2, "include_total": true, "dates": "rfc3339"},
	},
	"evo.content.get": {
		{"id": 1}, {"id": 10, "with_tvs": []string{"color"}, "fields": []string{"content", "path"}}, {"id": 4},
	},
	"evo.content.root_tree":      {{"limit": 4, "depth": 2}},
	"evo.content.descendants":    {{"id": 2, "limit": 5, "depth": 3}},
	"evo.content.ancestors":      {{"id": 25, "limit": 5}},
	"evo.content.children":       {{"id": 2, "limit": 3}},
	"evo.content.siblings":       {{"id": 11, "limit": 3}},
	"evo.content.neighbors":      {{"id": 11, "limit": 3}},
	"evo.content.prev_siblings":  {{"id": 12, "limit": 3}},
	"evo.content.next_siblings":  {{"id": 10, "limit": 3}},
	"evo.content.children_range": {{"id": 2, "from": 1, "to": 5, "limit": 3}},
	"evo.content.siblings_range": {{"id": 10, "from": 0, "limit": 3}},
	"evo.model.list": {
		{
			"model": "SiteTemplate", "limit": 3,
			"filters": map[string]any{"where": []any{map[string]any{"field": "id", "op": ">", "value": 1}}},
		},
	},
	"evo.model.get": {{"model": "SiteTemplate", "id": 2}},
}

// conversation is the whole toolset of a server, each tool with its listed name and with the other.
func conversation(handle string, listed func(string) string) []request {
	requests := []request{{Method: "tools/list"}} // with whose schemas the clients check results
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		for _, a := range arguments[name] {
			requests = append(requests, request{"tools/call", map[string]any{"name": listed(name), "arguments": a}})
		}
		for _, form := range []func(string) string{strings.Clone, underscored} {
			if form(name) != listed(name) {
				requests = append(requests,
					request{"tools/call", map[string]any{"name": form(name), "arguments": arguments[name][0]}})
			}
		}
	}
	wrong := request{
		"tools/call",
		map[string]any{
			"name": listed("evo.content.get"), "arguments": map[string]any{"id": 1, "with_tvs": []string{"prise"}},
		},
	}
	document := "evo://" + handle + "/content/"
	return append(requests, wrong,
		request{Method: "resources/list"},
		request{Method: "resources/templates/list"},
		request{"resources/read", map[string]any{"uri": "evo://" + handle + "/site"}},
		request{"resources/read", map[string]any{"uri": document + "10"}},
		request{"resources/read", map[string]any{"uri": document + "4"}}, // a draft
		request{Method: "prompts/list"},
		request{
			"prompts/get",
			map[string]any{
				"name": "find-content", "arguments": map[string]string{"question": "Which chairs are there?", "tv": "price"},
			},
		},
		request{"prompts/get", map[string]any{"name": "audit-section", "arguments": map[string]string{"section": "2"}}},
		request{
			"prompts/get",
			map[string]any{"name": "compare-pages", "arguments": map[string]string{"first": "10", "second": "11"}},
		},
		completion(map[string]any{"type": "ref/prompt", "name": "audit-section"}, "section", "Sho"),
		completion(map[string]any{"type": "ref/resource", "uri": "evo://{server}/content/{id}"}, "id", "1"),
	)
}

func completion(ref map[string]any, name, value string) request {
	return request{
		"completion/complete", map[string]any{"ref": ref, "argument": map[string]string{"name": name, "value": value}},
	}
}

func underscored(name string) string { return strings.ReplaceAll(name, ".", "_") }

// answer is what a request is answered with; one of the members is nil.
type answer struct {
	Result any    `json:"result"`
	Error  *wrong `json:"error"`
}

type wrong struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data"`
}

// untraced takes out of an answer what is different each time, and what clients add to it.
func untraced(a answer) answer {
	if a.Error != nil {
		delete(a.Error.Data, "trace_id")
		a.Error.Message = strings.TrimPrefix(a.Error.Message, fmt.Sprintf("MCP error %d: ", a.Error.Code))
	}
	return a
}

// stateless is the revision of MCP in which every request says of which revision it is.
const stateless = "2026-07-28"

// ask sends requests of a revision in plain HTTP and returns the answers.
func ask(t *testing.T, url, revision string, requests []request) []answer {
	t.Helper()
	var answers []answer
	for _, r := range requests {
		header := http.Header{
			"Content-Type": {"application/json"}, "Authorization": {"Bearer " + token}, "MCP-Protocol-Version": {revision},
		}
		if revision == stateless {
			header.Set("Mcp-Method", r.Method)
			for _, name := range []string{"name", "uri"} {
				if value, ok := r.Params[name].(string); ok {
					header.Set("Mcp-Name", value)
				}
			}
			params := maps.Clone(r.Params)
			if params == nil {
				params = map[string]any{}
			}
			params["_meta"] = map[string]any{
				"io.modelcontextprotocol/protocolVersion": revision, "io.modelcontextprotocol/clientCapabilities": map[string]any{},
			}
			r.Params = params
		}
		message, err := json.Marshal(struct {
			JSONRPC string `json:"jsonrpc"`
			ID      int    `json:"id"`
			request
		}{"2.0", 1, r})
		if err != nil {
			t.Fatal(err)
		}
		post, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(message))
		if err != nil {
			t.Fatal(err)
		}
		post.Header = header
		response, err := http.DefaultClient.Do(post)
		if err != nil {
			t.Fatal(err)
		}
		var a answer
		err = json.NewDecoder(response.Body).Decode(&a)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if result, ok := a.Result.(map[string]any); ok && revision == stateless {
			hideUnshown(t, result)
		}
		answers = append(answers, untraced(a))
	}
	return answers
}

// hideUnshown takes out of a result what the client reads and does not show: the type of the result, and of the server
// what the protocol does not know.
func hideUnshown(t *testing.T, result map[string]any) {
	t.Helper()
	meta, _ := result["_meta"].(map[string]any)
	server, _ := meta["io.modelcontextprotocol/serverInfo"].(map[string]any)
	if result["resultType"] != "complete" || server["platform"] != "eMCP" {
		t.Errorf("the result has resultType %v and is of the server %v", result["resultType"], server)
	}
	delete(result, "resultType")
	delete(server, "platform")
	delete(server, "platformVersion")
}

// expectWhole fails unless the conversation uses every tool of the server, and every answer but two is a result with
// something in it: one is an error of a tool, the other one of the protocol.
func expectWhole(t *testing.T, requests []request, answers []answer) {
	t.Helper()
	listed, called, mistakes := listedTools(answers[0]), []string{}, 0
	for i, r := range requests {
		a := answers[i]
		result, _ := a.Result.(map[string]any)
		structured, _ := result["structuredContent"].(map[string]any)
		items, isList := structured["items"].([]any)
		switch {
		case a.Error != nil, isError(a):
			mistakes++
		case isList && len(items) == 0:
			t.Errorf("%v has no items", r)
		}
		if r.Method == "tools/call" && slices.Contains(listed, r.Params["name"].(string)) {
			called = append(called, r.Params["name"].(string))
		}
	}
	slices.Sort(listed)
	slices.Sort(called)
	if diff := cmp.Diff(listed, slices.Compact(called)); diff != "" {
		t.Errorf("the tools that are called (+) are not those that there are (-):\n%s", diff)
	}
	if mistakes != 2 {
		t.Errorf("%d requests are answered with errors", mistakes)
	}
}

// isError reports whether an answer is the result of a tool that has failed.
func isError(a answer) bool {
	result, _ := a.Result.(map[string]any)
	return result["isError"] == true
}

// listedTools returns the names in the answer to tools/list.
func listedTools(a answer) (names []string) {
	for _, tool := range a.Result.(map[string]any)["tools"].([]any) {
		names = append(names, tool.(map[string]any)["name"].(string))
	}
	return names
}

// clients are the official ones, with the revision of MCP that they speak.
var clients = []struct{ name, revision string }{
	{"@modelcontextprotocol/sdk", "2025-11-25"},
	{"@modelcontextprotocol/client", "2025-11-25"},
	{"@modelcontextprotocol/client", stateless},
}

// TestClients compares what the clients return with what plain HTTP answers, for all tools, resources, prompts and
// completion, with both forms of tools' names, over HTTP with a token and over stdio. The clients check every result of
// a tool against its output schema.
func TestClients(t *testing.T) {
	configuration := configuration(t, withTokens+`
servers:
  - {handle: content, site: main}
  - {handle: underscore, site: main, tool_names: underscore}
security: {cursor_key: "the same for all processes of a test"}
`)
	url := serve(t, emcp, configuration)
	for handle, form := range map[string]func(string) string{"content": strings.Clone, "underscore": underscored} {
		requests := conversation(handle, form)
		want := map[string][]answer{}
		for _, revision := range []string{"2025-11-25", stateless} {
			want[revision] = ask(t, url+"/"+handle, revision, requests)
			expectWhole(t, requests, want[revision])
		}
		targets := map[string][]string{
			"url":     {url + "/" + handle, token},
			"command": {emcp, "stdio", "--config", configuration, "--server", handle},
		}
		for kind, target := range targets {
			for _, c := range clients {
				t.Run(strings.Join([]string{c.name, c.revision, handle, kind}, " "), func(t *testing.T) {
					t.Parallel()
					cmd := node(t, append([]string{"client.mjs", c.name, c.revision, kind}, target...)...)
					expectAnswers(t, cmd, c.revision, requests, want[c.revision])
				})
			}
			t.Run("inspector "+handle+" "+kind, func(t *testing.T) {
				t.Parallel()
				inspect(t, kind, target, requests, want["2025-11-25"])
			})
		}
	}
}

// expectAnswers runs a client that prints how the server introduces itself, and then the answers.
func expectAnswers(t *testing.T, cmd *exec.Cmd, revision string, requests []request, want []answer) {
	t.Helper()
	input, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin = bytes.NewReader(input)
	var errs strings.Builder
	cmd.Stderr = &errs
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	lines := json.NewDecoder(bytes.NewReader(output))
	var introduced struct {
		ServerInfo             struct{ Name string }
		Revision, Instructions string
	}
	if err := lines.Decode(&introduced); err != nil {
		t.Fatal(err)
	}
	if introduced.ServerInfo.Name != "emcp" || introduced.Instructions == "" || introduced.Revision != revision {
		t.Errorf("the client takes the server for %+v", introduced)
	}
	var got []answer
	for lines.More() {
		var a answer
		if err := lines.Decode(&a); err != nil {
			t.Fatal(err)
		}
		got = append(got, untraced(a))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("plain HTTP (-) and the client (+) have other answers:\n%s", diff)
	}
}

// inspector is the command line of the Inspector.
const inspector = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"

// inspect has the Inspector send the requests that it can, each by a process of its own.
func inspect(t *testing.T, kind string, target []string, requests []request, want []answer) {
	t.Helper()
	server := map[string]any{
		"type": "streamable-http", "url": target[0], "headers": map[string]string{"Authorization": "Bearer " + target[1]},
	}
	if kind == "command" {
		server = map[string]any{"type": "stdio", "command": target[0], "args": target[1:]}
	}
	session, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"emcp": server}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, session, 0o600); err != nil {
		t.Fatal(err)
	}
	listed := listedTools(want[0])
	for i, r := range requests {
		switch {
		case r.Method == "completion/complete", // which it does not send
			r.Method == "tools/call" && !slices.Contains(listed, r.Params["name"].(string)), // nor tools that are not listed
			want[i].Error != nil: // of which it shows the text only
			continue
		}
		cmd := node(t,
			append([]string{inspector, "--cli", "--config", path, "--server", "emcp"}, inspectorArguments(t, r)...)...)
		var errs strings.Builder
		cmd.Stderr = &errs
		output, err := cmd.Output()
		if failed := err != nil; failed != isError(want[i]) { // its status says whether the tool has
			t.Fatalf("%v: %v\n%s", r, err, errs.String())
		}
		var got any
		if err := json.Unmarshal(output, &got); err != nil {
			t.Errorf("%v: %v", r, err)
		}
		if diff := cmp.Diff(want[i].Result, got); diff != "" {
			t.Errorf("%v: plain HTTP (-) and the Inspector (+) have other answers:\n%s", r, diff)
		}
	}
}

// inspectorArguments are those with which the Inspector sends a request.
func inspectorArguments(t *testing.T, r request) []string {
	t.Helper()
	list := []string{"--method", r.Method}
	pairs := func(flag string, values map[string]any) {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			text, isText := values[name].(string)
			if !isText {
				value, err := json.Marshal(values[name])
				if err != nil {
					t.Fatal(err)
				}
				text = string(value)
			}
			list = append(list, flag, name+"="+text)
		}
	}
	switch r.Method {
	case "tools/call":
		list = append(list, "--tool-name", r.Params["name"].(string))
		pairs("--tool-arg", r.Params["arguments"].(map[string]any))
	case "resources/read":
		list = append(list, "--uri", r.Params["uri"].(string))
	case "prompts/get":
		list = append(list, "--prompt-name", r.Params["name"].(string))
		for name, value := range r.Params["arguments"].(map[string]string) {
			list = append(list, "--prompt-args", name+"="+value)
		}
	}
	return list
}
