package mcp_test

import (
	stdjson "encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// TestReadCatalog compares templates, models and rows with the results of the tools that return the same, in both
// views.
func TestReadCatalog(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	both := []string{"full", "manager"}
	for _, c := range []struct {
		uri, tool, arguments string
		tokens               []string
	}{
		{"evo://content/template/2", "evo.site.describe", `{"template":2}`, both},
		{
			"evo://content/model/SiteTemplate", "evo.model.list", `{"model":"SiteTemplate","limit":100,"dates":"rfc3339"}`, both,
		},
		{
			"evo://content/model/SiteSnippet/1", "evo.model.get", `{"model":"SiteSnippet","id":1,"dates":"rfc3339"}`,
			[]string{"manager"},
		},
		{
			"evo://content/model/SiteTmplvarContentvalue", "evo.model.list",
			`{"model":"SiteTmplvarContentvalue","limit":100,"dates":"rfc3339"}`, both,
		},
	} {
		for _, token := range c.tokens {
			var tool struct {
				Result struct{ Content []struct{ Text string } }
			}
			body := Post(t, base+"/mcp", ToolCall(c.tool, c.arguments), "Authorization", "Bearer "+token).Body
			if err := stdjson.Unmarshal([]byte(body), &tool); err != nil || len(tool.Result.Content) != 1 {
				t.Fatalf("%v in %s", err, body)
			}
			text, err := stdjson.Marshal(tool.Result.Content[0].Text)
			if err != nil {
				t.Fatal(err)
			}
			want := Answered(Success(fmt.Sprintf(`{"contents":[{"uri":%q,"mimeType":"application/json","text":%s}]}`, c.uri,
				text)))
			Equal(t, want, Post(t, base+"/mcp", RequestWith("resources/read", `{"uri":"`+c.uri+`"}`), "Authorization",
				"Bearer "+token), fmt.Sprintf("%s %s", token, c.uri))
		}
	}
}

// TestNoCatalog reads what is not there, what the caller may not see, and what is not written as in the lists.
func TestNoCatalog(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	of := func(uri string) string { return RequestWith("resources/read", `{"uri":"evo://content/`+uri+`"}`) }
	noRow := Traced(Failure("1", -32002, "there is no such row that you may see; evo.model.list finds rows",
		`"code":"resource_not_found","retryable":false`))
	asked := []inquiry{
		{"no row", "full", of("model/SiteTemplate/99"), noRow},
	}
	for _, path := range []string{
		"template/99", "template/0", "template/01", "template/+1", "template/", "template", "template/1/", "model", "model/",
		"model/sitetemplate",
		"model/Nothing", "model/SiteTemplate/", "model/SiteTemplate/0", "model/SiteTemplate/01", "model/SiteTemplate/1/",
		"model/SiteTemplate?a", "Model/SiteTemplate",
	} {
		asked = append(asked, inquiry{path, "full", of(path), noResource})
	}
	for _, uri := range []string{"template/1", "model/Category", "model/Category/1"} {
		asked = append(asked,
			inquiry{"without scheme and server: " + uri, "full", RequestWith("resources/read", `{"uri":"`+uri+`"}`), noResource})
	}
	expectAnswers(t, s, asked)

	base := Listen(t, s)
	only := ParamsFailure("uri", "uri: "+onlyDocumentsMessage)
	for _, uri := range []string{"evo://content/template/1", "evo://content/model/Category",
		"evo://content/model/Category/1", "evo://content/model/Nothing"} {
		Equal(t, Answered(Traced(only)),
			Post(t, base+"/mcp", RequestWith("resources/subscribe", `{"uri":"`+uri+`"}`), "Mcp-Session-Id", "a"), uri)
	}
}

// TestCatalogNeedsTheRightsOfTools has callers who cannot call the tools that show the same.
func TestCatalogNeedsTheRightsOfTools(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	ask := func(token, message string) Reply {
		return Post(t, base+"/mcp", message, "Authorization", "Bearer "+token)
	}
	for uri, message := range map[string]string{
		"evo://content/model/User": UsersMessage, "evo://content/model/User/1": UsersMessage,
		"evo://content/model/Category": categoriesMessage, "evo://content/model/Category/1": categoriesMessage,
	} {
		Equal(t, Refused(403, "forbidden", message), ask("full", RequestWith("resources/read", `{"uri":"`+uri+`"}`)), uri)
	}
	noScope := Refused(403, "scope_denied", NoScopeMessage+"tools/call, which this resource needs")
	for _, uri := range []string{"evo://content/template/1", "evo://content/model/Category",
		"evo://content/model/Category/1"} {
		Equal(t, noScope, ask("reader", RequestWith("resources/read", `{"uri":"`+uri+`"}`)), uri)
	}
	for _, method := range []string{"resources/list", "resources/templates/list"} {
		if body := ask("reader", Request(method)).Body; strings.Contains(body, "model") ||
			strings.Contains(body, "/template/") || !strings.Contains(body, "/site") {
			t.Error(body)
		}
	}
	Equal(t, noScope, ask("reader", completingVariable(modelTemplate, "model", "")))
}

// TestInternalModels has the same models for visitors by default, and where the owner names one of which no page shows
// anything.
func TestInternalModels(t *testing.T) {
	const list, get = `{"model":"Category","limit":2}`, `{"model":"Category","id":1}`
	forbidden := Refused(403, "forbidden", categoriesMessage)
	got := func(payload string) Reply {
		return Answered(Success(`{"content":[{"type":"text","text":` + strconv.Quote(payload) + `}],"structuredContent":` +
			payload + `}`))
	}
	const item = `{"id":1,"category":"Shop"}`
	rows := got(`{"items":[` + item +
		`,{"id":2,"category":"Größen"}],"meta":{"limit":2,"offset":0,"count":2,"has_more":false,"toolsetVersion":"1.0",` +
		`"model":"Category"}}`)
	row := got(`{"item":` + item + `,"meta":{"toolsetVersion":"1.0","model":"Category"}}`)
	byDefault := Serve(t, Fixture(t).DSN)
	named := Serve(t, Fixture(t).DSN, "sites:\n", "domain: {models: {allow: [{model: Category}]}}\nsites:\n")
	for _, c := range []struct {
		name, base, token, tool, arguments string
		want                               Reply
	}{
		{"a list for visitors", byDefault, "full", "evo.model.list", list, forbidden},
		{"a row for visitors", byDefault, "full", "evo.model.get", get, forbidden},
		{"a list for managers", byDefault, "manager", "evo.model.list", list, rows},
		{"a list that the owner shows", named, "full", "evo.model.list", list, rows},
		{"a row that the owner shows", named, "full", "evo.model.get", get, row},
	} {
		Equal(t, c.want, Post(t, c.base+"/mcp", ToolCall(c.tool, c.arguments), "Authorization", "Bearer "+c.token), c.name)
	}
	if body := Post(t, named+"/mcp", Request("resources/list")).Body; !strings.HasSuffix(body,
		listedEntry("content", "Model", "Category", "Category")+"]}}") {
		t.Error(body)
	}
}

// TestCatalogOfAServerWithoutNames has a configuration that leaves out the names of templates.
func TestCatalogOfAServerWithoutNames(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, "sites:\n",
		"domain: {models: {allow: [{model: SiteTemplate, fields: [id, description]}]}}\nsites:\n")
	body := Post(t, base+"/mcp", Request("resources/list")).Body
	want := listedEntry("content", "Template", "1", "1") + "," + listedEntry("content", "Template", "2", "2") + "," +
		listedEntry("content", "Template", "3", "3") + "," +
		listedEntry("content", "Model", "SiteTemplate", "SiteTemplate") + "]}}"
	if !strings.HasSuffix(body, want) {
		t.Errorf("%s\ndoes not end with\n%s", body, want)
	}
	Equal(t, Answered(completedTo()), Post(t, base+"/mcp", completingVariable(templateTemplate, "id", "Product")))
}

// TestLongCatalog has more templates than a list shows, with tags in a name.
func TestLongCatalog(t *testing.T) {
	d := Fixture(t)
	for id := 4; id <= 60; id++ {
		Execute(t, d, "INSERT INTO evo_site_templates (id, templatename, description, content) VALUES (?, ?, '', '')", id,
			fmt.Sprintf("T%d[[Secret]]", id))
	}
	body := Post(t, Serve(t, d.DSN)+"/mcp", Request("resources/list")).Body
	if n := strings.Count(body, "evo://content/template/"); n != 50 || strings.Contains(body, "Secret") ||
		!strings.Contains(body, `"name":"T50"`) {
		t.Errorf("%d templates: %s", n, body)
	}
}
