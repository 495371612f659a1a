package emcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/config"
	"emcp/internal/fault"
	"emcp/server"
)

// The facts of toolset 1.0 of eMCP, as its contract has them. They do not come from TOOLSET.md and do not follow it: within 1.x,
// nothing here may be taken away or change, and only what is optional may come.

// frozenArgument is an argument of a tool, or a member of one.
type frozenArgument struct {
	name     string
	kind     string // JSON type; "any" where it depends on the call
	required bool
	elements string           // JSON type of the elements of an array
	members  []frozenArgument // of an object, or of the objects in an array
	enum     []string
}

var (
	frozenOperators = []string{"=", "!=", ">", ">=", "<", "<=", "in", "not_in", "like", "like-l", "like-r", "null", "!null"}
	frozenDirection = []string{"asc", "desc"}

	frozenID    = frozenArgument{name: "id", kind: "integer", required: true}
	frozenModel = frozenArgument{name: "model", kind: "string", required: true, enum: []string{
		"SiteTemplate", "SiteTmplvar", "SiteTmplvarContentvalue", "SiteSnippet", "SitePlugin", "SiteModule", "Category", "User", "UserAttribute",
		"UserRole", "Permissions", "PermissionsGroups", "RolePermissions",
	}}
	frozenDepth   = frozenArgument{name: "depth", kind: "integer"}
	frozenWithTVs = frozenArgument{name: "with_tvs", kind: "array", elements: "string"}
	frozenPage    = []frozenArgument{{name: "limit", kind: "integer", required: true}, {name: "offset", kind: "integer"}}

	frozenSearch = append([]frozenArgument{
		{name: "parent", kind: "integer"}, {name: "published", kind: "boolean"}, {name: "deleted", kind: "boolean"},
		{name: "template", kind: "integer"}, {name: "hidemenu", kind: "boolean"}, frozenDepth, frozenWithTVs,
		{name: "tv_filters", kind: "array", elements: "object", members: []frozenArgument{
			{name: "tv", kind: "string", required: true}, {name: "op", kind: "string", required: true, enum: frozenOperators},
			{name: "value", kind: "any"}, {name: "cast", kind: "string"}, {name: "use_default", kind: "boolean"},
		}},
		{name: "tv_order", kind: "array", elements: "object", members: []frozenArgument{
			{name: "tv", kind: "string", required: true}, {name: "dir", kind: "string", enum: frozenDirection},
			{name: "cast", kind: "string"}, {name: "use_default", kind: "boolean"},
		}},
		{name: "tags_data", kind: "object", members: []frozenArgument{
			{name: "tv_id", kind: "integer", required: true}, {name: "tags", kind: "array", required: true, elements: "string"},
		}},
		{name: "order_by", kind: "string", enum: []string{"id", "pagetitle", "menuindex", "createdon", "pub_date"}},
		{name: "order_dir", kind: "string", enum: frozenDirection}, {name: "order_by_date", kind: "string", enum: frozenDirection},
	}, frozenPage...)
	frozenNode  = append([]frozenArgument{frozenID, frozenWithTVs}, frozenPage...)
	frozenRange = append([]frozenArgument{
		{name: "from", kind: "integer", required: true}, {name: "to", kind: "integer"},
	}, frozenNode...)
)

// frozenTools are the tools with their arguments.
var frozenTools = map[string][]frozenArgument{
	"evo.content.search":         frozenSearch,
	"evo.content.get":            {{name: "id", kind: "integer"}, frozenWithTVs}, // or another extension in place of id
	"evo.content.root_tree":      append([]frozenArgument{frozenDepth, frozenWithTVs}, frozenPage...),
	"evo.content.descendants":    append([]frozenArgument{frozenDepth}, frozenNode...),
	"evo.content.ancestors":      append([]frozenArgument{frozenDepth}, frozenNode...),
	"evo.content.children":       append([]frozenArgument{frozenDepth}, frozenNode...),
	"evo.content.siblings":       append([]frozenArgument{frozenDepth}, frozenNode...),
	"evo.content.neighbors":      frozenNode,
	"evo.content.prev_siblings":  frozenNode,
	"evo.content.next_siblings":  frozenNode,
	"evo.content.children_range": frozenRange,
	"evo.content.siblings_range": frozenRange,
	"evo.model.list": append([]frozenArgument{
		frozenModel,
		{name: "filters", kind: "object", members: []frozenArgument{
			{name: "where", kind: "array", elements: "object", members: []frozenArgument{
				{name: "field", kind: "string", required: true}, {name: "op", kind: "string", required: true, enum: frozenOperators},
				{name: "value", kind: "any"},
			}},
		}},
		{name: "order_by", kind: "string"}, {name: "order_dir", kind: "string", enum: frozenDirection},
	}, frozenPage...),
	"evo.model.get": {frozenModel, frozenID},
}

// frozenCasts are some casts of each kind; frozenNoCasts are not casts.
var (
	frozenCasts   = []string{"UNSIGNED", "SIGNED", "DECIMAL(10,2)", "DECIMAL(65,30)", "DECIMAL(1,0)"}
	frozenNoCasts = []string{"unsigned", "INT", "CHAR", "DECIMAL", "DECIMAL(10)", "TIME"}
)

// frozenSensitive are the fields that are never returned.
var frozenSensitive = []string{"password", "cachepwd", "verified_key", "refresh_token", "access_token", "sessionid"}

// frozenAccess has a database that nobody reaches.
const frozenAccess = `
sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d", statement_timeout: 100ms}}
servers: [{handle: content, site: main}, {handle: other, site: main, security: {deny_tools: [evo.model.*]}}]
auth: {tokens: [{name: a, sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]}
rate_limit: {enabled: false}
`

// contractServer answers as a server with a configuration.
func contractServer(t *testing.T, text string) http.Handler {
	t.Helper()
	c, err := config.Parse([]byte(text), os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(c, server.Options{Version: "3.2.1", Log: slog.New(slog.DiscardHandler), Requests: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.Handler()
}

// ask posts a message with headers, name and value in turn, and returns the status and the answer.
func ask(t *testing.T, web http.Handler, path, message string, header ...string) (status int, answer map[string]any) {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader([]byte(message)))
	request.Host = "localhost"
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer abc")
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response := httptest.NewRecorder()
	web.ServeHTTP(response, request)
	if err := json.Unmarshal(response.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v in %s", message, err, response.Body)
	}
	return response.Code, answer
}

// at follows names and numbers of elements into a JSON value.
func at(value any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

func rpc(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
}

func toolCall(tool, arguments string) string {
	return rpc("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`)
}

func TestFrozenTools(t *testing.T) {
	_, answer := ask(t, contractServer(t, frozenAccess), "/mcp/content", rpc("tools/list", "{}"))
	listed, _ := at(answer, "result", "tools").([]any)
	served := map[string]any{}
	for _, tool := range listed {
		served[at(tool, "name").(string)] = tool
	}
	for name, arguments := range frozenTools {
		tool := served[name]
		if tool == nil {
			t.Errorf("there is no %s", name)
			continue
		}
		expectFrozen(t, name, at(tool, "inputSchema"), arguments)
		answer := "items"
		meta := []any{"limit", "offset", "count", "toolsetVersion"}
		if strings.HasSuffix(name, ".get") {
			answer, meta = "item", meta[3:]
		}
		if name == "evo.content.get" { // of several documents, which is an extension, it returns items
			answer = "meta"
		}
		output := at(tool, "outputSchema")
		if required, _ := at(output, "required").([]any); !slices.Contains(required, any(answer)) || !slices.Contains(required, any("meta")) {
			t.Errorf("%s does not always return %s and meta: %v", name, answer, required)
		}
		required, _ := at(output, "properties", "meta", "required").([]any)
		for _, member := range meta {
			if !slices.Contains(required, member) {
				t.Errorf("%s does not always return meta.%s", name, member)
			}
		}
	}
}

// expectFrozen compares the JSON Schema of an object with the arguments that it must have. What it has more must be optional.
func expectFrozen(t *testing.T, path string, schema any, arguments []frozenArgument) {
	t.Helper()
	var needed []any
	for _, a := range arguments {
		property := at(schema, "properties", a.name)
		if property == nil {
			t.Errorf("%s has no %s", path, a.name)
			continue
		}
		if kind := at(property, "type"); a.kind != "any" && kind != a.kind {
			t.Errorf("%s: %s is %v, not %s", path, a.name, kind, a.kind)
		}
		if a.required {
			needed = append(needed, a.name)
		}
		if a.enum != nil && fmt.Sprint(at(property, "enum")) != fmt.Sprint(a.enum) {
			t.Errorf("%s: %s is one of %v, not of %v", path, a.name, at(property, "enum"), a.enum)
		}
		members := property
		if a.elements != "" {
			members = at(property, "items")
			if kind := at(members, "type"); kind != a.elements {
				t.Errorf("%s: elements of %s are %v, not %s", path, a.name, kind, a.elements)
			}
		}
		if a.members != nil {
			expectFrozen(t, path+"."+a.name, members, a.members)
		}
	}
	required, _ := at(schema, "required").([]any)
	sorted := func(names []any) []string {
		var all []string
		for _, name := range names {
			all = append(all, fmt.Sprint(name))
		}
		slices.Sort(all)
		return all
	}
	if diff := cmp.Diff(sorted(needed), sorted(required)); diff != "" {
		t.Errorf("%s requires (-contract +served):\n%s", path, diff)
	}
}

func TestFrozenMetadata(t *testing.T) {
	_, answer := ask(t, contractServer(t, frozenAccess), "/mcp/content", rpc("initialize", `{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}`))
	for want, path := range map[string][]any{
		"eMCP": {"serverInfo", "platform"}, "3.2.1": {"serverInfo", "platformVersion"}, "1.0": {"capabilities", "evo", "toolsetVersion"},
	} {
		if got := at(answer["result"], path...); got != want {
			t.Errorf("%v is %v, want %s", path, got, want)
		}
	}
}

// TestFrozenErrors makes every mistake of the contract's table. Only a result that is too large needs a database.
func TestFrozenErrors(t *testing.T) {
	web := contractServer(t, frozenAccess)
	const list = `"model":"Category","limit":1`
	for _, c := range []struct {
		name, path, message string
		header              []string
		status              int
		code                any // of the JSON-RPC error; nil where the body is another
	}{
		{"no limit", "/mcp/content", toolCall("evo.content.search", `{}`), nil, 200, -32602.0},
		{"no id", "/mcp/content", toolCall("evo.content.get", `{}`), nil, 200, -32602.0},
		{"limit too high", "/mcp/content", toolCall("evo.content.search", `{"limit":101}`), nil, 200, -32602.0},
		{"raw TV DSL", "/mcp/content", toolCall("evo.content.search", `{"limit":1,"tv_filters":"price:>:100"}`), nil, 200, -32602.0},
		{"an order by", "/mcp/content", toolCall("evo.content.search", `{"limit":1,"order_by":"content"}`), nil, 200, -32602.0},
		{"raw SQL", "/mcp/content", toolCall("evo.model.list", `{`+list+`,"filters":"id = 1"}`), nil, 200, -32602.0},
		{"a field", "/mcp/content", toolCall("evo.model.list", `{`+list+`,"filters":{"where":[{"field":"rank","op":"null"}]}}`), nil, 200, -32602.0},
		{"an operator", "/mcp/content", toolCall("evo.model.list", `{`+list+`,"filters":{"where":[{"field":"id","op":"regexp","value":"1"}]}}`), nil, 200, -32602.0},
		{"no such tool", "/mcp/content", toolCall("evo.content.nothing", `{}`), nil, 200, -32601.0},
		{"no such model", "/mcp/content", toolCall("evo.model.get", `{"model":"SystemSetting","id":1}`), nil, 200, -32601.0},
		{"no such server", "/mcp/nothing", toolCall("evo.content.get", `{"id":1}`), nil, 200, -32601.0},
		{"forbidden", "/mcp/other", toolCall("evo.model.get", `{"model":"Category","id":1}`), nil, 403, nil},
		{"unauthenticated", "/mcp/content", toolCall("evo.content.get", `{"id":1}`), []string{"Authorization", ""}, 401, nil},
		{"a wrong token", "/mcp/content", toolCall("evo.content.get", `{"id":1}`), []string{"Authorization", "Bearer abd"}, 401, nil},
		{"a large message", "/mcp/content", toolCall("evo.content.get", `{"id":1`+strings.Repeat(" ", 256<<10)+`}`), nil, 413, nil},
		{"a call with a key", "/mcp/content", toolCall("evo.content.search", `{}`), []string{"Idempotency-Key", "key"}, 200, -32602.0},
		{"another call with the key", "/mcp/content", toolCall("evo.content.search", `{"limit":0}`), []string{"Idempotency-Key", "key"}, 409, nil},
	} {
		status, answer := ask(t, web, c.path, c.message, c.header...)
		if code := at(answer, "error", "code"); status != c.status || c.code != nil && code != c.code {
			t.Errorf("%s: status %d, code %v, want %d, %v", c.name, status, code, c.status, c.code)
		}
		if _, isText := at(answer, "error", "code").(string); c.code == nil && (!isText || answer["jsonrpc"] != nil) {
			t.Errorf("%s: %v is no error of HTTP", c.name, answer)
		}
	}
	if status := fault.ResultTooLarge.Class().HTTP; status != http.StatusRequestEntityTooLarge {
		t.Errorf("a result that is too large: status %d", status)
	}
}

func TestFrozenCasts(t *testing.T) {
	web := contractServer(t, frozenAccess)
	filter := func(cast string) string {
		return toolCall("evo.content.search", `{"limit":1,"tv_filters":[{"tv":"price","op":">","value":"100","cast":"`+cast+`","use_default":false}]}`)
	}
	for _, cast := range frozenCasts { // nothing is wrong with it but that the database does not answer
		if _, answer := ask(t, web, "/mcp", filter(cast)); at(answer, "error", "code") != -32603.0 {
			t.Errorf("%s: %v", cast, answer)
		}
	}
	for _, cast := range frozenNoCasts {
		if _, answer := ask(t, web, "/mcp", filter(cast)); at(answer, "error", "code") != -32602.0 {
			t.Errorf("%s: %v", cast, answer)
		}
	}
}

func TestFrozenSensitiveFields(t *testing.T) {
	web := contractServer(t, frozenAccess)
	for _, m := range allowlist.Models() {
		for _, field := range frozenSensitive {
			if slices.Contains(m.FieldNames(), field) {
				t.Errorf("%s has %s", m.Name, field)
			}
			for _, arguments := range []string{`"order_by":"` + field + `"`, `"filters":{"where":[{"field":"` + field + `","op":"null"}]}`} {
				_, answer := ask(t, web, "/mcp", toolCall("evo.model.list", `{"model":"`+m.Name+`","limit":1,`+arguments+`}`))
				if at(answer, "error", "code") != -32602.0 {
					t.Errorf("%s with %s: %v", m.Name, arguments, answer)
				}
			}
			_, err := config.Parse([]byte(frozenAccess+"domain: {models: {allow: [{model: "+m.Name+", fields: [id, "+field+"]}]}}"), os.LookupEnv)
			if err == nil {
				t.Errorf("a configuration can allow %s of %s", field, m.Name)
			}
		}
	}
}
