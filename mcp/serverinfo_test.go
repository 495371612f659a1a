package mcp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
)

// infoIn returns serverInfo of an answer.
func infoIn(t *testing.T, answer string) string {
	t.Helper()
	_, rest, found := strings.Cut(strings.Replace(answer, "io.modelcontextprotocol/serverInfo", "serverInfo", 1),
		`"serverInfo":`)
	info, _, ended := strings.Cut(rest, "}")
	if !found || !ended {
		t.Fatalf("there is no serverInfo in %s", answer)
	}
	return info + "}"
}

// TestServerInfo has the name of the site as title, as visitors could read it, unless the configuration has others.
func TestServerInfo(t *testing.T) {
	info := func(name, title string) string {
		if title != "" {
			title = `"title":"` + title + `",`
		}
		return `{"name":"` + name + `","version":"1.2.3",` + title + `"platform":"eMCP","platformVersion":"1.2.3"}`
	}
	for _, test := range []struct{ site, configured, want string }{
		{"Fixture", "", info("emcp", "Fixture")},
		{"Müller &amp; Söhne: „Stühle“", "", info("emcp", "Müller & Söhne: „Stühle“")},
		{"A \"quoted\"\n\tname \u202e\u0000", "", info("emcp", `A \"quoted\" name`)},
		{"Shop [[Secret? &key=`abc`]]<b>of</b> {{chunk}}[*pagetitle*]chairs", "", info("emcp", "Shop of chairs")},
		{strings.Repeat("ї", 150), "", info("emcp", strings.Repeat("ї", 100))},
		{"", "", info("emcp", "")},
		{"Fixture", ", name: shop", info("shop", "Fixture")},
		{"Fixture", ", name: shop-1, title: The shop", info("shop-1", "The shop")},
		{"Fixture", `, title: "[[x]] <b> & „Laden“"`, info("emcp", "[[x]] <b> & „Laden“")},
	} {
		d := Fixture(t)
		Execute(t, d, "UPDATE evo_system_settings SET setting_value = ? WHERE setting_name = 'site_name'", test.site)
		base := Serve(t, d.DSN, "{handle: content, site: main}", "{handle: content, site: main"+test.configured+"}")
		for name, answer := range map[string]Reply{
			"initialize": Post(t, base+"/mcp", Initialize("2025-11-25")),
			"server/discover": Post(t, base+"/mcp", StatelessRequest("server/discover", ""),
				StatelessHeaders("server/discover", "")...),
			"tools/list": Post(t, base+"/mcp", StatelessRequest("tools/list", ""), StatelessHeaders("tools/list", "")...),
		} {
			if diff := cmp.Diff(test.want, infoIn(t, answer.Body)); diff != "" && (name != "tools/list" || test.site != "") {
				t.Errorf("%q%s: %s:\n%s", test.site, test.configured, name, diff)
			}
		}
	}
}

// TestServerInfoWithoutDatabase has no title where the name of the site cannot be read.
func TestServerInfoWithoutDatabase(t *testing.T) {
	base := Serve(t, NoDatabase, "- {handle: content, site: main}",
		"- {handle: content, site: main}\n  - {handle: titled, site: main, title: Shop}")
	const bare, titled = `{"name":"emcp","version":"1.2.3","platform":"eMCP","platformVersion":"1.2.3"}`,
		`{"name":"emcp","version":"1.2.3","title":"Shop","platform":"eMCP","platformVersion":"1.2.3"}`
	for handle, want := range map[string]string{"content": bare, "titled": titled} {
		if got := infoIn(t, Post(t, base+"/mcp/"+handle, Initialize("2025-11-25")).Body); got != want {
			t.Errorf("%s: %s, want %s", handle, got, want)
		}
	}
}

// TestResultsSayWhose has two servers of two sites: every tool says which has answered. Those of the only site do not.
func TestResultsSayWhose(t *testing.T) {
	const node = `{"id":10,"limit":100}`
	calls := map[string]string{
		"evo.content.search": `{"limit":100}`, "evo.content.get": `{"id":1}`, "evo.content.root_tree": `{"limit":100}`,
		"evo.content.descendants": node, "evo.content.ancestors": node,
		"evo.content.children": `{"id":2,"limit":100,"include_total":true}`,
		"evo.content.siblings": node, "evo.content.neighbors": node, "evo.content.prev_siblings": node,
		"evo.content.next_siblings":  node,
		"evo.content.children_range": `{"id":2,"from":0,"limit":100}`,
		"evo.content.siblings_range": `{"id":10,"from":0,"limit":100}`,
		"evo.model.list":             `{"model":"Category","limit":100}`, "evo.model.get": `{"model":"Category","id":1}`,
		"evo.site.describe": `{}`,
		"evo.elements.list": `{"type":"template"}`, "evo.elements.get": `{"type":"template","id":1}`,
	}
	manager := []string{"Authorization", "Bearer manager"}
	first, second := Fixture(t), Fixture(t)
	Execute(t, second, "UPDATE evo_site_content SET pagetitle = 'Other home' WHERE id = 1")
	const served = "- {handle: content, site: main, elements: true}"
	several := Serve(t, first.DSN,
		WithSite(second.DSN, "- {handle: content, site: main}",
			served+"\n  - {handle: other, site: other, elements: true}")...)
	one := Serve(t, first.DSN, "- {handle: content, site: main}", served)
	listed := Post(t, one+"/mcp/content", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, manager...).Body
	for _, name := range regexp.MustCompile(`"name":"(evo\.[a-z_.]+)"`).FindAllStringSubmatch(listed, -1) {
		tool, arguments := name[1], calls[name[1]]
		alone := Post(t, one+"/mcp/content", ToolCall(tool, arguments), manager...).Body
		if strings.Contains(alone, `"server"`) || strings.Contains(alone, "emcp/site") {
			t.Errorf("%s of the only site: %s", tool, alone)
		}
		for _, handle := range []string{"content", "other"} {
			got := Post(t, several+"/mcp/"+handle, ToolCall(tool, arguments), manager...).Body
			site := fmt.Sprintf(`,"_meta":{"emcp/site":%q}}}`, map[string]string{"content": "main", "other": "other"}[handle])
			if strings.Count(got, site) != 1 {
				t.Errorf("%s of %s: %s", tool, handle, got)
			}
			got = strings.Replace(got, site, "}}", 1)
			said := fmt.Sprintf(`,"server":%q}`, handle)
			quoted := strings.ReplaceAll(said, `"`, `\"`)
			if strings.Count(got, said) != 1 || strings.Count(got, quoted) != 1 {
				t.Errorf("%s of %s: %s", tool, handle, got)
			}
			if handle == "content" {
				without := strings.Replace(strings.Replace(got, said, "}", 1), quoted, "}", 1)
				Equal(t, alone, without, tool)
			}
		}
	}
}

// TestOtherResultsSayWhose has results that are not of tools, of every revision, over HTTP and stdio. Errors and ping
// do not name the site.
func TestOtherResultsSayWhose(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, WithSite(d.DSN, "- {handle: content, site: main}", "- {handle: content, site: other}")...)
	base := Listen(t, s)
	read := RequestWith("resources/read", `{"uri":"evo://content/template/3"}`)
	for _, message := range []string{read, Request("resources/list"), completing("audit-section", "section", "shop")} {
		for _, body := range append(Talk(t, s, "content", message+"\n"), Post(t, base+"/mcp/content", message).Body) {
			if !strings.HasSuffix(body, `"_meta":{"emcp/site":"other"}}}`) {
				t.Errorf("%s: %s", message, body)
			}
		}
	}
	headers := StatelessHeaders("tools/call", "evo.content.get")
	body := Post(t, base+"/mcp/content", StatelessRequest("tools/call", `"name":"evo.content.get","arguments":{"id":1},`),
		headers...).Body
	if !strings.Contains(body, `,"emcp/site":"other"}}}`) || strings.Count(body, `"_meta"`) != 1 {
		t.Error(body)
	}
	for _, message := range []string{Request("none"), Request("ping"),
		RequestWith("resources/read", `{"uri":"evo://content/template/9"}`)} {
		if body := Post(t, base+"/mcp/content", message).Body; strings.Contains(body, "emcp/site") {
			t.Errorf("%s: %s", message, body)
		}
	}
}
