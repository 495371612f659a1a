package mcp_test

import (
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	. "emcp/internal/test/servertest"
	"emcp/server"
)

// inquiry is a message, who sends it, and its whole answer. Over stdio, too, it is asked as a visitor.
type inquiry struct{ name, token, message, want string }

// expectAnswers asks over HTTP, and as a visitor over stdio as well.
func expectAnswers(t *testing.T, s *server.Server, asked []inquiry) {
	t.Helper()
	base := Listen(t, s)
	for _, a := range asked {
		Equal(t, Answered(a.want), Post(t, base+"/mcp", a.message, "Authorization", "Bearer "+a.token), a.name)
		if a.token != "full" {
			continue
		}
		Equal(t, []string{a.want}, Talk(t, s, "content", a.message+"\n"), fmt.Sprintf("%s over stdio", a.name))
	}
}

var noResource = Traced(Failure("1", -32002,
	"this server has no such resource; resources/templates/list returns its URI templates",
	`"code":"resource_not_found","retryable":false`))

// documentReply is the whole answer to resources/read of a document.
func documentReply(t *testing.T, id int, text string) string {
	t.Helper()
	quoted, err := stdjson.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return Success(fmt.Sprintf(`{"contents":[{"uri":"evo://content/content/%d","mimeType":"text/markdown","text":%s}]}`,
		id, quoted))
}

func TestReadResource(t *testing.T) {
	d := Fixture(t)
	Execute(t, d, "UPDATE evo_site_content SET introtext = ?, content = ? WHERE id = 10", "<p>To <b>sit</b> on.</p>",
		`<h2>Legs</h2><p>Four. See the <a href="[~11~]">table</a> and [~13~].</p>[[Stock]]`)
	Execute(t, d, "UPDATE evo_site_content SET pagetitle = ?, editedon = 0 WHERE id = 22", "\"\n---\n# \u2028Bench")
	of := func(uri string) string { return RequestWith("resources/read", `{"uri":"`+uri+`"}`) }
	chair := "---\nid: 10\nparent: 2\ntitle: \"Chair\"\ndescription: \"\"\nurl: \"/index.php?id=10\"\npath: " +
		"[\"Shop\"]\ntemplate: \"Product\"\n" +
		"published: true\ncreated: \"2026-01-01T00:01:30Z\"\nedited: \"2026-01-01T00:00:10Z\"\n" +
		"tvs: {\"price\":\"99.50\",\"color\":\"red\",\"in-stock\":\"1\",\"order\":\"3\",\"SKU\":\"A-1:x;y\"}\n"
	legs := "---\n\nTo **sit** on.\n\n## Legs\n\nFour. See the "
	draft := "---\nid: 4\nparent: 0\ntitle: \"Draft\"\ndescription: \"\"\nurl: \"/index.php?id=4\"\npath: " +
		"[]\ntemplate: \"Page\"\n" +
		"published: false\ncreated: \"2026-01-01T00:01:36Z\"\nedited: \"2026-01-01T00:00:04Z\"\n---\n\n\n"
	bench := "---\nid: 22\nparent: 21\ntitle: \"\\\"\\n---\\n# \\u2028Bench\"\ndescription: \"\"\nurl: " +
		"\"/index.php?id=22\"\n" +
		"path: [\"Shop\",\"Outdoor\"]\ntemplate: \"Product\"\npublished: true\ncreated: " +
		"\"2026-01-01T00:01:18Z\"\nedited: null\n" +
		"tvs: {\"price\":\"-150\",\"color\":\"dark red\",\"in-stock\":\"1\",\"order\":\"20\"}\n---\n\n\n"
	asked := []inquiry{
		{
			"a document", "full", of("evo://content/content/10"),
			documentReply(t, 10, chair+"dynamic: true\n"+legs+"[table](/index.php?id=11) and .\n\n\\[…]\n"),
		},
		{
			"a document, for managers", "manager", of("evo://content/content/10"),
			documentReply(t, 10, chair+"dynamic: true\n"+legs+"[table](/index.php?id=11) and /index.php?id=13.\n\n\\[…]\n"),
		},
		{"a title that would end the head", "full", of("evo://content/content/22"), documentReply(t, 22, bench)},
		{"a draft", "manager", of("evo://content/content/4"), documentReply(t, 4, draft)},
	}
	for _, id := range []string{"4", "5", "15", "16", "17", "18", "19", "20", "999"} {
		asked = append(asked, inquiry{"document " + id, "full", of("evo://content/content/" + id), NoDocument})
	}
	asked = append(asked, inquiry{"a document in the trash", "manager", of("evo://content/content/5"), NoDocument})
	for _, uri := range []string{
		"evo://small/content/10", "evo://nowhere/content/10", "evo://content/content/010", "evo://content/content/+10",
		"evo://content/content/0", "evo://content/content/-1", "evo://content/content/", "evo://content/content/10/",
		"evo://content/content/10?a",
		"evo://content/content/99999999999999999999", "EVO://content/content/10", "evo://content/Content/10",
		"evo://small/site", "10", "file:///etc/passwd",
	} {
		asked = append(asked, inquiry{uri, "full", of(uri), noResource})
	}
	for params, want := range map[string]string{
		`{}`:                           ParamsFailure("uri", "uri is missing"),
		`{"uri":""}`:                   ParamsFailure("uri", "uri is missing"),
		`{"uri":7}`:                    ParamsFailure("uri", "uri must be a string"),
		`{"uri":{}}`:                   ParamsFailure("uri", "uri must be a string"),
		`{"URI":"evo://content/site"}`: ParamsFailure("URI", "URI: "+noParamMessage),
		`{"uri":"evo://content/content/10","id":1}`:            ParamsFailure("id", "id: "+noParamMessage),
		`{"uri":"` + strings.Repeat("a", 1025) + `"}`:          ParamsFailure("uri", "uri must have at most 1024 characters"),
		`{"uri":"evo://content/content/x","_meta":{"a":[{}]}}`: strings.Replace(noResource, `,"trace_id":"trace-1"`, "", 1),
	} {
		asked = append(asked, inquiry{params, "full", RequestWith("resources/read", params), Traced(want)})
	}
	expectAnswers(t, NewServer(t, d.DSN), asked)
}

// TestReadLongResource has a text that is cut, and read on as its note says.
func TestReadLongResource(t *testing.T) {
	d := Fixture(t)
	Execute(t, d, "UPDATE evo_site_content SET content = ? WHERE id = 10", strings.Repeat("häus \\ 123\n", 400))
	base := Serve(t, d.DSN, "max_result_bytes: 1200", "max_result_bytes: 1024")
	body := Post(t, base+"/mcp/small", RequestWith("resources/read", `{"uri":"evo://small/content/10"}`)).Body
	if len(body) > 1024 {
		t.Errorf("%d bytes: %s", len(body), body)
	}
	var got struct {
		Result struct{ Contents []struct{ Text string } }
	}
	if err := stdjson.Unmarshal([]byte(body), &got); err != nil || len(got.Result.Contents) != 1 {
		t.Fatalf("%v in %s", err, body)
	}
	_, text, _ := strings.Cut(got.Result.Contents[0].Text, "---\n\n")
	text, note, cut := strings.Cut(text, "\n\n[The text is cut here. To read on, call evo.content.get with ")
	if !cut || !strings.HasSuffix(note, "]\n") {
		t.Fatalf("there is no note: %s", body)
	}
	var rest struct {
		Result struct {
			StructuredContent struct{ Item struct{ Content string } }
		}
	}
	reply := Post(t, base+"/mcp", ToolCall("evo.content.get", strings.TrimSuffix(note, "]\n"))).Body
	if err := stdjson.Unmarshal([]byte(reply), &rest); err != nil {
		t.Fatalf("%v in %s", err, reply)
	}
	want := strings.TrimSpace(strings.Repeat("häus \\\\ 123\n", 400))
	if diff := cmp.Diff(strings.Fields(want),
		strings.Fields(text+rest.Result.StructuredContent.Item.Content)); diff != "" || len(text) < 200 {
		t.Errorf("the parts are not the whole (%d bytes in the first):\n%s", len(text), diff)
	}
	Execute(t, d, "UPDATE evo_site_content SET introtext = ? WHERE id = 10", strings.Repeat("long ", 300))
	tooLarge := Refused(413, "result_too_large",
		"even without its content this document has more than 724 bytes; call evo.content.get with fields and max_chars")
	Equal(t, tooLarge, Post(t, base+"/mcp/small", RequestWith("resources/read", `{"uri":"evo://small/content/10"}`)))
}

// listedRoot is a document in the answer to resources/list.
func listedRoot(id int, name, description string) string {
	if description != "" {
		description = `"description":"` + description + `",`
	}
	return fmt.Sprintf(`{"uri":"evo://content/content/%d","name":%q,%s"mimeType":"text/markdown",`+
		`"annotations":{"lastModified":"2026-01-01T00:00:%02dZ"}}`,
		id, name, description, id)
}

// listedSite is the site in the answer to resources/list.
const listedSite = `{"uri":"evo://content/site","name":"site","title":"The site","description":"` + siteDescription +
	`","mimeType":"application/json"}`

// listedEntry is a template or a model in the answer to resources/list.
func listedEntry(server, kind, key, name string) string {
	return fmt.Sprintf(`{"uri":"evo://%s/%s/%s","name":%q,"title":"%s %s","mimeType":"application/json"}`,
		server, strings.ToLower(kind), key, name, kind, name)
}

// listedTemplates and listedModels are what visitors find in resources/list after the documents.
func listedTemplates(server string) string {
	return listedEntry(server, "Template", "1", "Page") + "," + listedEntry(server, "Template", "2", "Product") + "," +
		listedEntry(server, "Template", "3", "Post")
}

func listedModels(server string, others ...string) string {
	names := append([]string{"SiteTemplate", "SiteTmplvar", "SiteTmplvarContentvalue"}, others...)
	for i, name := range names {
		names[i] = listedEntry(server, "Model", name, name)
	}
	return strings.Join(names, ",")
}

// modelTemplates are the resource templates of models.
const modelTemplates = `{"uriTemplate":"evo://{server}/model/{model}","name":"model","title":"Model",` +
	`"description":"Rows of a model by id, as evo.model.list returns them with dates: rfc3339",` +
	`"mimeType":"application/json"},` +
	`{"uriTemplate":"evo://{server}/model/{model}/{id}","name":"row","title":"Row of a model",` +
	`"description":"A row of a model, as evo.model.get returns it with dates: rfc3339","mimeType":"application/json"}`

func TestListResources(t *testing.T) {
	home, shop, blog := listedSite+","+listedRoot(1, "Home", "The first page"), listedRoot(2, "Shop", ""),
		listedRoot(3, "Blog", "")
	cursor := Traced(ParamsFailure("cursor", wrongCursorMessage))
	onePage := Traced(ParamsFailure("cursor", onePageMessage))
	templates := Success(`{"resourceTemplates":[{"uriTemplate":"evo://{server}/content/{id}","name":"content",` +
		`"title":"Document",` +
		`"description":"` + documentDescription +
		`","mimeType":"text/markdown"},{"uriTemplate":"evo://{server}/site","name":"site","title":"The site",` +
		`"description":"` + siteDescription + `","mimeType":"application/json"},` +
		`{"uriTemplate":"evo://{server}/template/{id}","name":"template","title":"Template",` +
		`"description":"A template of the site with its template variables, as evo.site.describe returns it",` +
		`"mimeType":"application/json"},` + modelTemplates + `]}`)
	catalog := listedTemplates("content") + "," + listedModels("content")
	internal := listedTemplates("content") + "," +
		listedModels("content", "SiteSnippet", "SitePlugin", "SiteModule", "Category",
			"User", "UserAttribute", "UserRole", "Permissions", "PermissionsGroups", "RolePermissions")
	expectAnswers(t, NewServer(t, Fixture(t).DSN), []inquiry{
		{
			"roots", "full", Request("resources/list"),
			Success(`{"resources":[` + home + "," + shop + "," + blog + "," + catalog + `]}`),
		},
		{"roots for managers", "manager", RequestWith("resources/list", `{"_meta":{"progressToken":1}}`), Success(
			`{"resources":[` + home + "," + shop + "," + blog + "," + listedRoot(4, "Draft", "") + "," + internal + `]}`)},
		{"a cursor that emcp did not give", "full", RequestWith("resources/list", `{"cursor":"x"}`), cursor},
		{
			"a cursor that is no text", "full", RequestWith("resources/list", `{"cursor":1}`),
			Traced(ParamsFailure("cursor", "cursor must be a string")),
		},
		{
			"limit", "full", RequestWith("resources/list", `{"limit":1}`),
			Traced(ParamsFailure("limit", "limit: "+noParamMessage)),
		},
		{"templates", "full", Request("resources/templates/list"), templates},
		{"templates behind a cursor", "full", RequestWith("resources/templates/list", `{"cursor":"x"}`), onePage},
	})
}

// TestRootsPageByPage adds documents at the root, in the order of the menu and not of their ids.
func TestRootsPageByPage(t *testing.T) {
	d := Fixture(t)
	var want []string
	for n := range 120 {
		Execute(t, d, "INSERT INTO evo_site_content (id, pagetitle, parent, published, menuindex, type, contentType) "+
			"VALUES (?, ?, 0, 1, ?, 'document', 'text/html')",
			1000-n, fmt.Sprintf("Root %d", n), 10+n)
		want = append(want, fmt.Sprintf("evo://content/content/%d", 1000-n))
	}
	want = append([]string{"evo://content/site", "evo://content/content/1", "evo://content/content/2",
		"evo://content/content/3"}, want...)
	want = slices.Insert(want, 51, "evo://content/template/1", "evo://content/template/2", "evo://content/template/3",
		"evo://content/model/SiteTemplate", "evo://content/model/SiteTmplvar", "evo://content/model/SiteTmplvarContentvalue")
	base := Serve(t, d.DSN)
	var got []string
	var sizes []int
	var cursors []string
	for params := "{}"; params != ""; {
		var page struct{ Result mcpgo.ListResourcesResult }
		body := Post(t, base+"/mcp", RequestWith("resources/list", params)).Body
		if err := stdjson.Unmarshal([]byte(body), &page); err != nil || len(page.Result.Resources) == 0 {
			t.Fatalf("%v in %s", err, body)
		}
		for _, r := range page.Result.Resources {
			got = append(got, r.URI)
		}
		sizes, params = append(sizes, len(page.Result.Resources)), ""
		if page.Result.NextCursor != "" {
			cursors = append(cursors, string(page.Result.NextCursor))
			params = `{"cursor":"` + string(page.Result.NextCursor) + `"}`
		}
	}
	Equal(t, want, got)
	Equal(t, []int{57, 50, 23}, sizes)
	// A cursor is for its caller's view and its list.
	refusal := Traced(ParamsFailure("cursor", wrongCursorMessage))
	others := Post(t, base+"/mcp", RequestWith("resources/list", `{"cursor":"`+cursors[0]+`"}`), "Authorization",
		"Bearer manager")
	Equal(t, Answered(refusal), others)
	if got := Post(t, base+"/mcp",
		ToolCall("evo.content.root_tree", `{"limit":1,"cursor":"`+cursors[0]+`"}`)).Body; !strings.Contains(got,
		`"field":"cursor"`) {
		t.Error(got)
	}
	// A server with small results has short pages.
	var page struct{ Result mcpgo.ListResourcesResult }
	body := Post(t, base+"/mcp/small", Request("resources/list")).Body
	if err := stdjson.Unmarshal([]byte(body), &page); err != nil || len(page.Result.Resources) != 5 ||
		page.Result.NextCursor == "" || len(body) > 1200 {
		t.Errorf("%v in %s", err, body)
	}
}

// TestDeniedResources has tools denied that show what resources show.
func TestDeniedResources(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, "- {handle: content, site: main}", `- {handle: content, site: main}
  - {handle: unread, site: main, security: {deny_tools: [evo.content.get]}}
  - {handle: undescribed, site: main, security: {deny_tools: [evo.site.describe]}}
  - {handle: bare, site: main, security: {deny_tools: [evo.content.get, evo.site.describe]}}
  - {handle: modelless, site: main, security: {deny_tools: [evo.content.get, evo.site.describe, evo.model.*]}}
  - {handle: rootless, site: main, security: {deny_tools: [evo.content.root_tree]}}
  - {handle: unsearched, site: main, security: {deny_tools: [evo.content.search]}}
  - {handle: pages, site: main, profile: chatgpt}`)
	denied := Refused(403, "tool_denied", DeniedToolMessage)
	find := `{"ref":{"type":"ref/prompt","name":"compare-pages"},"argument":{"name":"first","value":"Chair"}}`
	noMethod := Traced(Failure("1", -32601, UnknownMethodMessage+"initialize, ping, tools/list, tools/call",
		`"code":"unknown_method","retryable":false`))
	for _, test := range []struct {
		path, message string
		want          Reply
	}{
		{"/mcp/unread", RequestWith("resources/read", `{"uri":"evo://unread/content/1"}`), denied},
		{"/mcp/unread", RequestWith("resources/subscribe", `{"uri":"evo://unread/content/1"}`), denied},
		{"/mcp/unread", Request("resources/list"),
			Answered(Success(`{"resources":[` + strings.Replace(listedSite, "//content", "//unread", 1) + "," +
				listedTemplates("unread") + "," + listedModels("unread") + `]}`))},
		{"/mcp/undescribed", RequestWith("resources/read", `{"uri":"evo://undescribed/site"}`), denied},
		{"/mcp/bare", Request("resources/list"), Answered(Success(`{"resources":[` + listedModels("bare") + `]}`))},
		{
			"/mcp/bare", Request("resources/templates/list"),
			Answered(Success(`{"resourceTemplates":[` + modelTemplates + `]}`)),
		},
		{"/mcp/bare", RequestWith("resources/read", `{"uri":"evo://bare/template/1"}`), denied},
		{"/mcp/modelless", Request("resources/list"), Answered(Success(`{"resources":[]}`))},
		{"/mcp/modelless", Request("resources/templates/list"), Answered(Success(`{"resourceTemplates":[]}`))},
		{"/mcp/modelless", RequestWith("resources/read", `{"uri":"evo://modelless/model/Category"}`), denied},
		{"/mcp/modelless", RequestWith("resources/read", `{"uri":"evo://modelless/model/Category/1"}`), denied},
		{"/mcp/unread", Request("prompts/list"), Answered(Success(`{"prompts":[]}`))},
		{
			"/mcp/unread", RequestWith("prompts/get", `{"name":"compare-pages","arguments":{"first":"1","second":"2"}}`), denied,
		},
		{"/mcp/rootless", Request("resources/list"), denied},
		{"/mcp/unsearched", RequestWith("completion/complete", find), denied},
		{"/mcp/pages", Request("resources/list"), Answered(noMethod)},
		{"/mcp/pages", RequestWith("completion/complete", find), Answered(noMethod)},
	} {
		Equal(t, test.want, Post(t, base+test.path, test.message), fmt.Sprintf("%s %s", test.path, test.message))
	}
	offered := Post(t, base+"/mcp/pages", Initialize("2025-06-18")).Body
	if strings.Contains(offered, `"resources"`) || strings.Contains(offered, `"prompts"`) ||
		strings.Contains(offered, `"completions"`) {
		t.Error(offered)
	}
}

// TestReadSite compares the resource with the tool that makes it.
func TestReadSite(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for _, token := range []string{"full", "manager"} {
		var tool struct {
			Result struct{ Content []struct{ Text string } }
		}
		body := Post(t, base+"/mcp", ToolCall("evo.site.describe", `{"detail":"summary"}`), "Authorization",
			"Bearer "+token).Body
		if err := stdjson.Unmarshal([]byte(body), &tool); err != nil || len(tool.Result.Content) != 1 {
			t.Fatalf("%v in %s", err, body)
		}
		var resource struct {
			Result struct{ Contents []mcpgo.TextResourceContents }
		}
		body = Post(t, base+"/mcp", RequestWith("resources/read", `{"uri":"evo://content/site"}`), "Authorization",
			"Bearer "+token).Body
		if err := stdjson.Unmarshal([]byte(body), &resource); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		want := []mcpgo.TextResourceContents{{URI: "evo://content/site", MIMEType: "application/json",
			Text: tool.Result.Content[0].Text}}
		Equal(t, want, resource.Result.Contents, token)
	}
}
