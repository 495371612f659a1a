package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
)

// catalogue is a site with pages on which snippets and widgets print something.
func catalogue() *evosite.Site {
	text := evosite.Text
	s := &evosite.Site{
		Documents: []evosite.Document{
			{
				ID: 1, Template: 1, Published: true, Title: "Tents", Folder: true,
				Content: "<p>All: [[DocLister? &parents=`1`]]</p>" +
					"<p>[!eForm? &to=`canary@example.com`!]</p><p>[*price*], [*code*], [*secret*]</p><p>[[canary]][[DocLister]]</p>",
			},
			{ID: 2, Template: 1, Parent: 1, Published: true, Title: "A <b>tent</b>"},
			{ID: 3, Template: 1, Parent: 1, Title: "Hidden"},
			{ID: 4, Template: 1, Published: true, Title: "Leaf", Content: "[[DocLister? &parents=`1`]]"},
		},
		TVs: []evosite.TV{
			{ID: 1, Name: "price", Display: "custom_widget", Templates: []int64{1}},
			{ID: 2, Name: "code", Templates: []int64{1}}, {ID: 3, Name: "secret", Templates: []int64{1}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: text("120")}, {TV: 2, Document: 1, Text: text("@EVAL return 'canary';")},
			{TV: 3, Document: 1, Text: text("canary")},
		},
		Records: map[string][]evosite.Record{
			"site_tmplvar_access": {{"id": 1, "tmplvarid": 3, "documentgroup": 2}},
		},
	}
	return s
}

// TestMarks says what stood where only the site can know the text, and names the children of such a page. Clients that
// name no revision of MCP get the marks that they know.
func TestMarks(t *testing.T) {
	tools := open(t, catalogue(), standard)
	const meta = `,"meta":{"toolsetVersion":"1.0"}}`
	const marked = `"content":"All: \\[… list]\n\n\\[… form]\n\n\\[… tvs.price], \\[…],\n\n\\[…]\\[… list]"`
	for _, c := range []struct{ who, arguments, want string }{
		{"revised", `{"id":1,"fields":["content"]}`,
			`{"item":{"id":1,` + marked + `,"children":[{"id":2,"pagetitle":"A tent"}],"dynamic":true}` + meta},
		{"revised", `{"id":1,"fields":["content","children"]}`,
			`{"item":{"id":1,` + marked + `,"children":[{"id":2,"pagetitle":"A tent"}],"dynamic":true}` + meta},
		{"revised", `{"ids":[4,1],"fields":["content"],"max_chars":9}`,
			`{"items":[{"id":4,"content":"\\[… list]","dynamic":true},` +
				`{"id":1,"content":"All: \\[… ","truncated":true,"total_chars":{"content":63},"next_content_offset":9,` +
				`"children":[{"id":2,"pagetitle":"A tent"}],"dynamic":true}],"meta":{"count":2,"toolsetVersion":"1.0"}}`},
		{"", `{"id":1,"fields":["content"]}`,
			`{"item":{"id":1,"content":"All: \\[…]\n\n\\[…]\n\n\\[…], \\[…],\n\n\\[…]","dynamic":true}` + meta},
	} {
		who := public
		if c.who != "" {
			who = revised
		}
		if got := callTool(t, tools, who, "evo.content.get", c.arguments); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, c.want)
		}
	}
	got := callTool(t, tools, revised, "evo.content.search", `{"query":"form","limit":9}`)
	if want := `"items":[]`; !strings.Contains(got, want) {
		t.Errorf("a search finds marks: %s", got)
	}
}

// TestListedChildrenAreBounded has a page with many children, all of which a snippet may print.
func TestListedChildrenAreBounded(t *testing.T) {
	site := catalogue()
	for i := range int64(60) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: 100 + i, Template: 1, Parent: 1, Published: true, Title: fmt.Sprint("Child ", i), MenuIndex: i})
	}
	got := callTool(t, open(t, site, standard), revised, "evo.content.get", `{"id":1,"fields":["content"]}`)
	if !strings.Contains(got, `{"id":118,"pagetitle":"Child 18"}],"more_children":true`) {
		t.Error(got)
	}
}

// TestMarksOfManagers resolves placeholders for users of the manager, too: with what their view shows. In HTML they get
// the text as it is stored.
func TestMarksOfManagers(t *testing.T) {
	tools := open(t, catalogue(), standard)
	for arguments, want := range map[string]string{
		`{"id":1,"fields":["content"]}`: `"content":"All: \\[…]\n\n\\[…]\n\n\\[…], \\[…], canary\n\n\\[…]","dynamic":true}`,
		`{"id":1,"fields":["content"],"format":"html"}`: "\"content\":\"<p>All: [[DocLister? &parents=`1`]]</p>" +
			"<p>[!eForm? &to=`canary@example.com`!]</p><p>[*price*], [*code*], [*secret*]</p><p>[[canary]][[DocLister]]</p>\"}",
	} {
		if got := callTool(t, tools, manager, "evo.content.get", arguments); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", arguments, got, want)
		}
	}
}
