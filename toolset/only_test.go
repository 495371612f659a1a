package toolset_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
	"emcp/toolset/find"
)

// lackingSite is a site whose documents lack things. Visitors do not see 7 (a draft) and 8 (in the trash).
func lackingSite() *evosite.Site {
	page := func(id, parent int64, alias, content string) evosite.Document {
		return evosite.Document{
			ID: id, Parent: parent, Title: fmt.Sprint("Page ", id), Alias: evosite.Text(alias), Content: content,
			Description: "About it", Published: true, Template: 1,
		}
	}
	s := &evosite.Site{
		Documents: []evosite.Document{
			page(1, 0, "home", `<a href="[~2~]">two</a> <a href="three.html">three</a> <a href="#top">up</a>`),
			page(2, 0, "two", `<a href="/folder/four.html#part">four</a> <a href="[~2~]">itself</a>
				<a href="https://www.example.com/folder.html?a=b">five</a>`),
			page(3, 0, "three", `<a href="[~7~]">draft</a> <a href="[~8~]">trash</a> <a href="[~99~]">gone</a>
				<a href="/draft.html">draft</a> <a href="nowhere.html">never</a> <a href="assets/files/a.pdf">file</a>
				<a href="https://elsewhere.example.org/nowhere.html">out</a> <a href="price.xlsx">file</a>
				<a href="mailto:a@example.com">mail</a> <!-- <a href="[~98~]"> -->`),
			page(4, 5, "four", ""),
			page(5, 0, "folder", ""),
			page(6, 5, "six", "{{care}}"),
			page(7, 0, "draft", `<a href="[~6~]">six</a>`),
			page(8, 0, "trash", ""),
			page(9, 7, "nine", `<a href="[~4~]">four</a>`),
			page(10, 0, "ten", "12"),
			page(11, 0, "eleven", ""),
			page(12, 0, "twelve", ""),
		},
		TVs: []evosite.TV{
			{ID: 1, Name: "photo", Type: "image", Templates: []int64{1, 2}},
			{ID: 2, Name: "banner", Type: "image", Templates: []int64{3}, Default: evosite.Text("banner.png")},
			{ID: 3, Name: "text", Type: "richtext", Templates: []int64{1}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: evosite.Text("a.png")}, {TV: 1, Document: 2, Text: evosite.Text("")},
			{TV: 1, Document: 3, Text: evosite.Text("@EVAL return 1;")}, {TV: 1, Document: 5, Text: evosite.Text("a.png")},
			{TV: 3, Document: 4, Text: evosite.Text(`<a href="[~11~]">eleven</a>`)},
		},
		Records: map[string][]evosite.Record{
			"site_templates": {
				{"id": 1, "templatename": "Page"}, {"id": 2, "templatename": "Other"}, {"id": 3, "templatename": "Banner"},
			},
			"site_htmlsnippets": {{"id": 1, "name": "care", "snippet": `<a href="[~97~]">chunk</a>`}},
			"system_settings": {
				{"setting_name": "site_url", "setting_value": "https://example.com/"},
				{"setting_name": "site_start", "setting_value": "1"},
				{"setting_name": "friendly_urls", "setting_value": "1"},
				{"setting_name": "friendly_alias_urls", "setting_value": "1"},
				{"setting_name": "use_alias_path", "setting_value": "1"},
				{"setting_name": "friendly_url_suffix", "setting_value": ".html"},
			},
		},
	}
	for i := range s.Documents {
		d := &s.Documents[i]
		switch d.ID {
		case 4:
			d.Description, d.Template = "", 2
		case 5:
			d.HideMenu = true
		case 6:
			d.Description, d.Template = " ", 3
		case 7:
			d.Published = false
		case 8:
			d.Deleted = true
		case 10:
			d.Type = "reference"
		case 11:
			d.Description, d.Template, d.UnpubDate = "[[Snippet]]", 0, 4102444800 // 2100-01-01
		case 12:
			d.UnpubDate = 4133980800 // 2101-01-01
		}
	}
	return s
}

func TestOnly(t *testing.T) {
	tools := open(t, lackingSite(), standard)
	for _, c := range []struct {
		arguments       string
		manager, public []int64
	}{
		{`"only":["no_description"]`, []int64{4, 6}, []int64{4, 6, 11}},
		{`"only":["no_image"]`, []int64{2, 4, 7, 9, 10, 12}, []int64{2, 3, 4, 9, 10, 12}},
		{`"only":["not_in_menu"]`, []int64{4, 5, 6}, []int64{4, 5, 6, 9}},
		{`"only":["unlinked"]`, []int64{9, 10}, []int64{6, 9, 10}},
		{`"only":["broken_links"]`, []int64{3, 6}, []int64{3, 6}},
		{`"only":["unlinked","broken_links"]`, nil, []int64{6}},
		{`"only":["unlinked","not_in_menu"]`, nil, []int64{6, 9}},
		{`"only":["unlinked"],"order_by":"id","order_dir":"desc"`, []int64{10, 9}, []int64{10, 9, 6}},
		{`"only":["unlinked"],"parent":5`, nil, []int64{6}},
		{`"only":["no_description"],"query":"page"`, []int64{4, 6}, []int64{4, 6, 11}},
		{`"only":["unlinked"],"query":"page"`, []int64{9, 10}, []int64{6, 9, 10}},
		{`"only":["broken_links"],"query":"page","order_by":"id"`, []int64{3, 6}, []int64{3, 6}},
		{`"only":["broken_links"],"query":"nothing"`, nil, nil},
		{`"only":["broken_links"],"deleted":true`, nil, nil},
		{`"only":[]`, []int64{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12}, []int64{1, 2, 3, 4, 5, 6, 9, 10, 11, 12}},
		{`"expires_between":{"to":"2100-06-01"}`, []int64{11}, []int64{11}},
		{`"expires_between":{"from":"2100-06-01"}`, []int64{12}, []int64{12}},
		{`"expires_between":{"from":"now"},"query":"page"`, []int64{11, 12}, []int64{11, 12}},
	} {
		for _, who := range []identity.Principal{manager, public} {
			want := c.public
			if who.View == identity.Manager {
				want = c.manager
			}
			got := hits(t, tools, who, c.arguments)
			if strings.Contains(c.arguments, "query") {
				slices.Sort(got)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.arguments, who.View, diff)
			}
		}
	}
	answer := callTool(t, tools, public, "evo.content.search", `{"only":["unlinked"],"limit":0,"include_total":true}`)
	if !strings.Contains(answer, `"total":3`) {
		t.Errorf("%s", answer)
	}
}

// TestBrokenLinks expects the same of a hidden document, one in the trash and one that never was.
func TestBrokenLinks(t *testing.T) {
	tools := open(t, lackingSite(), standard)
	got := callTool(t, tools, public, "evo.content.search", `{"only":["broken_links"],"fields":["id"],"limit":10}`)
	const page = "https://example.com/index.php?id="
	want := `{"items":[{"id":3,"broken_links":["` + page + `7","` + page + `8","` + page +
		`99","https://example.com/draft.html","https://example.com/nowhere.html"]},{"id":6,"broken_links":["` + page +
		`97"]}],"meta":{"limit":10,"offset":0,"count":2,"has_more":false,"toolsetVersion":"1.0"}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLinksFollowTheSite hides, publishes and renames the targets of links.
func TestLinksFollowTheSite(t *testing.T) {
	tools, d := openLooking(t, lackingSite())
	for _, step := range []struct {
		statement        string
		broken, unlinked []int64
	}{
		{"DO 0", []int64{3, 6}, []int64{6, 9, 10}},
		{"UPDATE evo_site_content SET published = 0 WHERE id = 4", []int64{2, 3, 6, 9}, []int64{6, 9, 10, 11}},
		{"UPDATE evo_site_content SET published = 1 WHERE id = 4", []int64{3, 6}, []int64{6, 9, 10}},
		{"UPDATE evo_site_content SET alias = 'renamed' WHERE id = 5", []int64{2, 3, 6}, []int64{5, 6, 9, 10}},
		{"UPDATE evo_site_content SET content = '<a href=\"[~6~]\">x</a>', editedon = 9 WHERE id = 3", []int64{2, 6},
			[]int64{5, 9, 10}},
	} {
		change(t, d, step.statement)
		for name, want := range map[string][]int64{"broken_links": step.broken, "unlinked": step.unlinked} {
			_, got := searchIDs(t, tools, public, fmt.Sprintf(`"only":[%q],"limit":100`, name))
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", step.statement, name, diff)
			}
		}
	}
}

func TestOnlyWithoutImages(t *testing.T) {
	site := lackingSite()
	site.TVs, site.Values = nil, nil
	f := refuse(t, open(t, site, standard), public, "evo.content.search", `{"only":["no_image"],"limit":1}`)
	if f.Kind != fault.InvalidParams || f.Field != "only" {
		t.Errorf("%+v", f)
	}
}

// TestMemoryOfLinks has documents with ten links each, half of them to ids.
func TestMemoryOfLinks(t *testing.T) {
	size := func(links bool) int64 {
		site := lackingSite()
		site.Documents, site.Values = nil, nil
		for id := range int64(1000) {
			d := evosite.Document{ID: id + 1, Title: "Page", Published: true, Alias: evosite.Text(fmt.Sprint("page", id+1))}
			for n := range int64(10) {
				target, href := (id*7+n*31)%1000+1, ""
				if href = fmt.Sprintf("[~%d~]", target); n%2 == 0 {
					href = fmt.Sprintf("page%d.html", target)
				}
				if !links {
					href = "https://elsewhere.example.org/"
				}
				d.Content += `<a href="` + href + `">x</a>`
			}
			site.Documents = append(site.Documents, d)
		}
		_, d := openDatabase(t, site, standard)
		o := bounds()
		o.Indexes = find.NewIndexes(find.Options{})
		tools := toolset.New(database(t, d.DSN), o)
		var answer struct{ Items []json.RawMessage }
		text := callTool(t, tools, public, "evo.content.search", `{"only":["broken_links"],"limit":1}`)
		if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Items) > 0 {
			t.Errorf("%v: %s", err, text)
		}
		return tools.Indexed().Bytes
	}
	without := size(false)
	if each := (size(true) - without) / 1000; each < 50 || each > 65 {
		t.Errorf("the links of a document take %d bytes", each)
	}
}
