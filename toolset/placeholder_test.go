package toolset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// placeholderPage is a page of placeholderSite, with what a visitor reads of it as plain text.
type placeholderPage struct {
	content, text string
	dynamic       bool
}

// placeholderPages have every kind of placeholder; the id of the first is 20.
var placeholderPages = []placeholderPage{
	{"<p>[(site_name)]: {{hours}}</p>", "Sample: Mon-Fri 9-17", false},
	{"<p>[*pagetitle*] costs [*price*] EUR, [*stock*]</p>", "Page 21 costs 12.50 EUR, in stock", false},
	{"{{box? &name=`Anna` &age=`[*price*]`}}", "Anna is 12.50", false},
	{"before [[Ditto? &to=`canary1@example.com`]] after [!Form!]", "before […] after […]", true},
	{`<a href="[[Link? &key=canary2]]" title="x">here</a>`, "here", false},
	{"[(smtppw)] [(api_key)] [(stripe)] [(mailer_login)]|", "[…] […] […] […]|", true},
	{"a[*members_only*]b[*password*]c[*Password*]d", "abcd", false},
	{"[*inherited*] / [*referred*] / [*private_reference*] / [*from_chunk*]",
		"from the folder / Text of document 27 / / Mon-Fri 9-17", false},
	{"[*php*] [*query*] [*file*] [*folder*]|", "[…] […] […] […]|", true},
	{"a{{missing}}b{{off}}c[*missing*]d[+missing+]e[(missing)]f[^t^]g", "abcdefg", false},
	{"{{self}}", strings.TrimSpace(strings.Repeat("again ", 10)), false},
	{"[*tagged*] {{titled}}", "Page 31 Page 31 of Sample", false},
	{`<a href="[(site_url)]shop">shop</a> <a href="[~2~]">two</a> <a href="[~3~]">three</a> [~[*parent*]~]`,
		"shop two three https://example.com/", false},
	{"[*options*] [*colors*] [*picture*] [*linked*] [*day*]", "a,b redgreen link […]", true},
	{"[*createdby*] [*pagetitle@parent*]", "[…] […]", true},
	{"{{[*which*]}} {{box_[*id*]}}", "Mon-Fri 9-17 ", false},
	{`seen<p style="color:red; DISPLAY : none">canary3</p><div hidden>canary4 <div>x</div> y</div><!-- canary5 ` +
		`--><style>canary6</style><p hidden="until-found">canary7</p> end`, "seen end", false},
	{"{{HOURS}}, {{Box? &name=`Eve`}}", "Mon-Fri 9-17, Eve is", false},
	{"<p>start</p><@IF:[*id*]>canary22<@ELSE>canary23<@ENDIF><p>{{branch}} <!--@- <!-- x --> canary24 -@-->end</p>",
		"start\n[…]\n[…] end", true},
	{"[*pagetitle*] <@LITERAL>{{off}} [(smtppw)]<@ENDLITERAL> {{ box }}", "Page 39 {{off}} [(smtppw)] {{ box }}", false},
}

// placeholderSite is a site with these pages below document 1. Document 3 is private. Hidden texts begin with canary.
func placeholderSite() *evosite.Site {
	text := evosite.Text
	s := &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Title: "Folder", Published: true, Template: 1, Folder: true},
			{ID: 2, Title: "Two", Published: true, Content: "Text of document [*id*]"},
			{ID: 3, Title: "canary8", Content: "canary9 of a draft"},
		},
		Records: map[string][]evosite.Record{
			"site_templates": {{"id": 1, "templatename": "Page"}},
			"system_settings": {
				{"setting_name": "site_name", "setting_value": "Sample"}, {"setting_name": "smtppw", "setting_value": "canary10"},
				{"setting_name": "api_key", "setting_value": "canary11"},
				{"setting_name": "mailer_login", "setting_value": "canary12"},
				{"setting_name": "stripe", "setting_value": "sk_live_" + strings.Repeat("canary13", 3)},
				{"setting_name": "site_url", "setting_value": "https://example.com/"},
				{"setting_name": "enable_at_syntax", "setting_value": "1"},
			},
		},
	}
	for name, snippet := range map[string]string{
		"hours": "Mon-Fri 9-17", "box": "<b>[+name+]</b> is [+age+]", "self": "again {{self}}",
		"titled": "[*pagetitle*] of [(site_name)]", "off": "canary14",
		"branch": "<!--@IF:[+x+]-->canary25<!--@ENDIF-->",
	} {
		s.Records["site_htmlsnippets"] = append(s.Records["site_htmlsnippets"],
			evosite.Record{"name": name, "snippet": snippet, "disabled": map[bool]int{true: 1}[name == "off"]})
	}
	for i, tv := range []struct {
		name, kind, display, parameters string
		value, byDefault                *string
	}{
		{"price", "number", "", "", text("12.50"), nil}, {"stock", "text", "", "", text(""), text("in stock")},
		{"members_only", "text", "", "", text("canary15"), nil}, {"password", "text", "", "", text("canary16"), nil},
		{"Password", "text", "", "", text("canary17"), nil},
		{"inherited", "text", "", "", text("@INHERIT"), nil}, {"referred", "text", "", "", text("@DOCUMENT 2"), nil},
		{"private_reference", "text", "", "", text("@DOCUMENT 3"), nil},
		{"from_chunk", "text", "", "", nil, text("@CHUNK hours")},
		{"php", "text", "", "", text("@EVAL return 'canary18';"), nil},
		{"query", "text", "", "", text("@SELECT 'canary19'"), nil},
		{"file", "text", "", "", text("@FILE canary20.txt"), nil},
		{"folder", "text", "", "", text("@DIRECTORY canary21"), nil}, {"tagged", "text", "", "", text("[*pagetitle*]"), nil},
		{"options", "checkbox", "delim", "&format=, ", text("a||b"), nil},
		{"colors", "checkbox", "", "", text("red||green"), nil}, {"picture", "image", "image", "", text("a.jpg"), nil},
		{"linked", "text", "hyperlink", "", text("link==https://example.com/x"), nil},
		{"day", "date", "date", "&format=%A", text("01-02-2026 10:00:00"), nil},
		{"which", "text", "", "", text("hours"), nil},
	} {
		id := int64(i + 1)
		s.TVs = append(s.TVs,
			evosite.TV{
				ID: id, Name: tv.name, Type: tv.kind, Default: tv.byDefault, Templates: []int64{1}, Display: tv.display,
				DisplayParams: tv.parameters,
			})
		if tv.name == "members_only" {
			s.Records["site_tmplvar_access"] = []evosite.Record{{"id": 1, "tmplvarid": id, "documentgroup": 1}}
		}
		if tv.name == "inherited" {
			s.Values = append(s.Values, evosite.Value{TV: id, Document: 1, Text: text("from the folder")})
		}
		for n := range placeholderPages {
			if tv.value != nil {
				s.Values = append(s.Values, evosite.Value{TV: id, Document: int64(20 + n), Text: tv.value})
			}
		}
	}
	for n, page := range placeholderPages {
		id := int64(20 + n)
		s.Documents = append(s.Documents,
			evosite.Document{
				ID: id, Parent: 1, Title: fmt.Sprint("Page ", id), Published: true, Template: 1, Content: page.content,
			})
	}
	return s
}

// TestPlaceholders reads pages as a visitor does, one by one, and all at once.
func TestPlaceholders(t *testing.T) {
	onEveryGeneration(t, placeholderSite(), func(t *testing.T, tools *toolset.Toolset) {
		type got struct {
			ID      int64
			Content string
			Dynamic bool
		}
		var want []got
		for n, page := range placeholderPages {
			want = append(want, got{int64(20 + n), strings.TrimSpace(page.text), page.dynamic})
		}
		var all struct{ Items []got }
		if err := json.Unmarshal(
			[]byte(callTool(t, tools, public, "evo.content.children",
				`{"id":1,"limit":100,"fields":["content"],"format":"text"}`)), &all,
			json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, all.Items); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, page := range want {
			var answer struct{ Item got }
			text := callTool(t, tools, public, "evo.content.get",
				fmt.Sprintf(`{"id":%d,"fields":["content"],"format":"text"}`, page.ID))
			if err := json.Unmarshal([]byte(text), &answer, json.MatchCaseInsensitiveNames(true)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(page, answer.Item); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	})
}

// TestInheritFromHidden reads values that are inherited past hidden documents. The site skips drafts, but not at the
// root.
func TestInheritFromHidden(t *testing.T) {
	text := evosite.Text
	s := &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Title: "canary", Template: 1, Folder: true},
			{ID: 2, Parent: 1, Published: true, Template: 1, Folder: true, Content: "[*own*] [*inherited*]"},
			{ID: 3, Title: "Root", Published: true, Template: 1, Folder: true},
			{ID: 4, Parent: 3, Title: "canary", Template: 1, Folder: true},
			{ID: 5, Parent: 4, Published: true, Template: 1, Content: "[*own*] [*inherited*]"},
		},
		TVs: []evosite.TV{
			{ID: 1, Name: "inherited", Type: "text", Default: text("@INHERIT otherwise"), Templates: []int64{1}},
			{ID: 2, Name: "own", Type: "text", Default: text("@INHERIT"), Templates: []int64{1}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: text("canary")}, {TV: 1, Document: 4, Text: text("canary")},
			{TV: 2, Document: 2, Text: text("own")}, {TV: 2, Document: 3, Text: text("of the root")},
		},
		Records: map[string][]evosite.Record{"site_templates": {{"id": 1, "templatename": "Page"}}},
	}
	tools := open(t, s, standard)
	for id, want := range map[int]string{2: `"content":"own […]","dynamic":true`, 5: `"content":"of the root otherwise"`} {
		want = fmt.Sprintf(`{"item":{"id":%d,%s},"meta":{"toolsetVersion":"1.0"}}`, id, want)
		got := callTool(t, tools, public, "evo.content.get",
			fmt.Sprintf(`{"id":%d,"fields":["content"],"format":"text"}`, id))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// headOfPlaceholderPage is what a resource says about the template variables of a page. Hidden ones, and those that
// only the site can compute, are missing. So are pictures, because their widgets print no text.
const headOfPlaceholderPage = `,"inherited":"from the folder","referred":"Text of document %[1]d",` +
	`"from_chunk":"Mon-Fri 9-17","tagged":"Page %[1]d","options":"a,b","colors":"redgreen","linked":"link",` +
	`"which":"hours"}` + "\n"

// TestNoCanaryInPlaceholders reads the pages in every format and place, and must find nothing that visitors do not see.
func TestNoCanaryInPlaceholders(t *testing.T) {
	tools, _ := openDatabase(t, placeholderSite(), standard)
	for _, who := range []identity.Principal{public} {
		for _, format := range []string{"markdown", "text", "html"} {
			text := callTool(t, tools, who, "evo.content.search",
				fmt.Sprintf(`{"limit":100,"fields":["content","introtext","pagetitle"],"format":%q}`, format))
			if format == "html" { // contains hidden parts, as on the site's own pages
				for n := 3; n <= 7; n++ {
					text = strings.ReplaceAll(text, fmt.Sprint("canary", n, "\\"), "")
				}
				continue
			}
			if at := strings.Index(text, "canary"); at >= 0 {
				t.Errorf("%s: %s", format, text[max(0, at-100):min(len(text), at+100)])
			}
		}
		for id := int64(20); id < 20+int64(len(placeholderPages)); id++ {
			document, err := tools.Document(t.Context(), who, id)
			if err != nil || strings.Contains(document, "canary") ||
				!strings.Contains(document, fmt.Sprintf(headOfPlaceholderPage, id)) {
				t.Errorf("%v\n%s", err, document)
			}
		}
	}
}

// TestSearchThroughPlaceholders finds pages by words that their placeholders insert, and by no word that visitors do
// not read there: by rank and in another order.
func TestSearchThroughPlaceholders(t *testing.T) {
	tools, _ := openDatabase(t, placeholderSite(), standard)
	all := []int64{1}
	for id := range int64(len(placeholderPages)) {
		all = append(all, 20+id)
	}
	for _, c := range []struct {
		query string
		want  []int64
	}{
		{"Fri", []int64{20, 27, 35, 37}},
		{"Sample", []int64{20, 31}},
		{`"Mon-Fri 9-17"`, []int64{20, 27, 35, 37}},
		{"12.50", []int64{21, 22}},
		{"stock", []int64{21}},
		{"Anna", []int64{22}},
		{"folder", all}, // the title above them
		{"again", []int64{30}},
		{"redgreen", []int64{33}}, // which a widget makes
		{"green", nil},
		{"hours", nil}, // a name
		{"canary14", nil},
	} {
		for _, order := range []string{"", `,"order_by":"createdon"`} {
			_, ids := searchIDs(t, tools, public, fmt.Sprintf(`"query":%q,"query_tvs":[],"limit":50%s`, c.query, order))
			slices.Sort(ids)
			slices.Sort(c.want)
			if !slices.Equal(ids, c.want) {
				t.Errorf("%s%s: %d, want %d", c.query, order, ids, c.want)
			}
		}
	}
	for n := range 30 {
		if _, ids := searchIDs(t, tools, public,
			fmt.Sprintf(`"query":"canary%d","match":"all","limit":50,"include_total":true`, n)); len(ids) > 0 {
			t.Errorf("canary%d finds %d", n, ids)
		}
	}
}
