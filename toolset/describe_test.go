package toolset_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// choices is accessSite with template variables whose values are chosen: lang from written options, computed from
// options that Evolution computes, stray several at once. Calls find the first of the two variables named stray, which
// no template has. Document 2 has no template, and the template of document 3 does not exist.
func choices() *evosite.Site {
	s := accessSite()
	s.Documents[1].Template, s.Documents[2].Template = 0, 77
	s.TVs[2].Elements, s.TVs[2].Default = "Yes==1||No==0", evosite.Text("0") // in-stock
	s.TVs = append(s.TVs,
		evosite.TV{
			ID: 11, Name: "lang", Type: "dropdown", Caption: "Language", Elements: "||English==en||Deutsch==||fr==fr==x",
			Default: evosite.Text("en"), Templates: []int64{1, 2, 99},
		},
		evosite.TV{
			ID: 12, Name: "computed", Type: "option", Elements: "\n@SELECT name FROM users",
			Default: evosite.Text("@EVAL return 1;"), Templates: []int64{1},
		},
		evosite.TV{ID: 13, Name: "stray", Type: "listbox-multiple", Caption: "Stray"},
		evosite.TV{ID: 14, Name: "stray", Type: "text", Caption: "Another stray", Templates: []int64{1}},
		evosite.TV{ID: 15, Name: "plain", Type: "text", Elements: "a||b", Templates: []int64{1}},
	)
	for _, v := range []struct {
		tv, document int64
		text         string
	}{
		{11, 1, "en"}, {11, 2, "de"}, {11, 3, "de"}, {11, 4, "fr"}, {11, 5, "fr"}, {11, 17, "fr"}, {11, 40, "uk"},
		{12, 1, "@FILE secret"}, {12, 2, "fine"},
		{13, 1, "a||b"}, {13, 2, "b||a||b"}, {13, 3, "b"}, {13, 4, "a"}, {13, 10, ""},
		{15, 1, "x"},
	} {
		s.Values = append(s.Values, evosite.Value{TV: v.tv, Document: v.document, Text: &v.text})
	}
	return s
}

// choose is what a description says of variables of which a document can have several options.
const choose = `"choose":"several of the options; = finds only one option alone, like also one among others",`

func TestDescribe(t *testing.T) {
	onEveryGeneration(t, choices(), testDescribe)
}

func testDescribe(t *testing.T, tools *toolset.Toolset) {
	const (
		lang = `{"id":11,"name":"lang","caption":"Language","type":"dropdown","default":"en","options":[{"label":"",` +
			`"value":""},{"label":"English","value":"en"},{"label":"Deutsch","value":"Deutsch"},{"label":"fr","value":"fr"}],` +
			`"documents":`
		german, french = `{"value":"de","documents":2,"not_an_option":true}`, `{"value":"fr","documents":2}`
		langOfVisitors = lang + `3,"values":[` + german + `,{"value":"en","documents":1}]}`
		langOfManagers = lang + `6,"values":[` + german + `,` + french +
			`,{"value":"en","documents":1},{"value":"uk","documents":1,"not_an_option":true}]}`
		langOfOutsiders = lang + `4,"values":[` + german + `,{"value":"en","documents":1},{"value":"fr","documents":1}]}`

		computed           = `{"id":12,"name":"computed","caption":"","type":"option","default":`
		computedOfVisitors = computed + `null,"documents":1,"values":[{"value":"fine","documents":1}]}`
		computedOfManagers = computed +
			`"@EVAL return 1;","documents":2,"values":[{"value":"@FILE secret","documents":1},{"value":"fine","documents":1}]}`

		stray = `{"id":13,"name":"stray","caption":"Stray","type":"listbox-multiple","default":null,` +
			`"separator":"||","documents":`
		strayOfVisitors = stray +
			`4,"values":[{"value":"b","documents":3},{"value":"a","documents":2},{"value":"","documents":1}]}`
		strayOfManagers = stray +
			`5,"values":[{"value":"a","documents":3},{"value":"b","documents":3},{"value":"","documents":1}]}`

		plain = `{"id":15,"name":"plain","caption":"","type":"text","default":null,"documents":1}`
		stock = `{"id":3,"name":"in-stock","caption":"In stock","type":"checkbox","default":"0","options":[{"label":"Yes",` +
			`"value":"1"},{"label":"No","value":"0"}],` + choose +
			`"separator":"||","documents":3,"values":[{"value":"1","documents":2},{"value":"0","documents":1}]}`
		topics = `{"id":6,"name":"topics","caption":"Topics","type":"custom_tv","default":null,"documents":`
		rest   = `{"id":4,"name":"order","caption":"Order","type":"number","default":"","documents":4,"range":{"min":3,` +
			`"max":100}},{"id":5,"name":"SKU","caption":"SKU","type":"text","default":null,"documents":3},` + topics
		unseen = `null}` // visitors cannot tell whether there is a value that they do not see
		cost   = `{"id":7,"name":"cost","caption":"Cost","type":"","default":"1000000","documents":1}`

		page, product, post = `{"id":1,"name":"Page","documents":`, `{"id":2,"name":"Product","documents":`,
			`{"id":3,"name":"Post","documents":`
		none, gone = `{"id":0,"name":null,"documents":1,"tvs":[]}`, `{"id":77,"name":null,"documents":1,"tvs":[]}`
		names      = `"tvs":["price","color","in-stock","order","SKU","topics","lang"]}`
	)
	spoken := func(documents string) string {
		if documents == "19" { // what visitors see
			return `["en","de"]`
		}
		return `["en","de","fr"]`
	}
	site := func(documents string) string {
		return `{"site":{"name":"Fixture","url":"/","languages":` + spoken(documents) + `,"documents":` + documents +
			`},"templates":[`
	}
	whole := func(documents, sections string) string {
		return `{"site":{"name":"Fixture","url":"/","languages":` + spoken(documents) +
			`,"language_sections":[{"lang":"en","roots":[0]},{"lang":"de","roots":[2,3]}` + sections +
			`],"documents":` + documents + `},"templates":[`
	}
	const frenchRoots, oneFrenchRoot = `,{"lang":"fr","roots":[4,17]}`, `,{"lang":"fr","roots":[4]}`
	priceAndColor := func(price, highest, color string) string {
		return `{"id":1,"name":"price","caption":"Price","type":"number","default":"0","documents":` + price +
			`,"range":{"min":-150,"max":` + highest + `}},` +
			`{"id":2,"name":"color","caption":"Color","type":"text","default":"none","documents":` + color + `}`
	}
	summary := func(pages, products, posts, loose string) string {
		return none + `,` + page + pages + `,"tvs":["lang","computed","plain"]},` + product + products + `,` + names + `,` +
			post + posts + `,"tvs":["topics"]},` + gone + `],"tvs":[` + loose + `]`
	}
	outsiderWithoutUdperms := withoutUdperms(outsider)
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string // without what all answers have in common, and without meta
	}{
		{public, `{}`, whole("19", "") + summary("3", "8", "6", `"stray"`)},
		{public, `{"detail":"summary"}`, whole("19", "") + summary("3", "8", "6", `"stray"`)},
		{manager, `{}`, whole("30", frenchRoots) + summary("5", "14", "9", `"cost","stray"`)},
		{administrator, `{}`, whole("30", frenchRoots) + summary("5", "14", "9", `"cost","stray"`)},
		{staff, `{}`, whole("29", frenchRoots) + summary("5", "14", "8", `"cost","stray"`)},
		{outsider, `{}`, whole("26", oneFrenchRoot) + summary("5", "13", "6", `"stray"`)},
		{outsiderWithoutUdperms, `{}`, whole("30", frenchRoots) + summary("5", "14", "9", `"stray"`)},
		{public, `{"detail":"full"}`, whole("19", "") + none + `,` + page + `3,"tvs":[` + langOfVisitors + `,` +
			computedOfVisitors + `,` + plain + `]},` +
			product + `8,"tvs":[` + priceAndColor("7", "250", "4") + `,` + stock + `,` + rest + unseen + `,` + langOfVisitors +
			`]},` +
			post + `6,"tvs":[` + topics + unseen + `]},` + gone + `],"tvs":[` + strayOfVisitors + `]`},
		{manager, `{"detail":"full"}`, whole("30", frenchRoots) + none + `,` + page + `5,"tvs":[` + langOfManagers + `,` +
			computedOfManagers + `,` + plain + `]},` +
			product + `14,"tvs":[` + priceAndColor("10", "900", "5") + `,` + stock + `,` + rest + `0},` + langOfManagers +
			`]},` +
			post + `9,"tvs":[` + topics + `0}]},` + gone + `],"tvs":[` + cost + `,` + strayOfManagers + `]`},
		{outsider, `{"template":1}`,
			site("26") + page + `5,"tvs":[` + langOfOutsiders + `,` + computedOfManagers + `,` + plain + `]}]`},
		{public, `{"template":1}`, site("19") + page + `3,"tvs":[` + langOfVisitors + `,` + computedOfVisitors + `,` + plain +
			`]}]`},
		{public, `{"template":1,"detail":"summary"}`, site("19") + page + `3,"tvs":["lang","computed","plain"]}]`},
		{public, `{"template":0}`, site("19") + none + `]`},
		{public, `{"template":77.0}`, site("19") + gone + `]`},
		{public, `{"tv":"lang"}`,
			site("19") + page + `3,"tvs":[` + langOfVisitors + `]},` + product + `8,"tvs":[` + langOfVisitors + `]}]`},
		{public, `{"tv":"lang","template":2}`, site("19") + product + `8,"tvs":[` + langOfVisitors + `]}]`},
		{public, `{"tv":"lang","template":3}`, site("19") + `]`},
		{public, `{"tv":"lang","detail":"summary"}`,
			site("19") + page + `3,"tvs":["lang"]},` + product + `8,"tvs":["lang"]}]`},
		{public, `{"tv":"stray"}`, site("19") + `],"tvs":[` + strayOfVisitors + `]`},
		{manager, `{"tv":"cost"}`, site("30") + `],"tvs":[` + cost + `]`},
		{staff, `{"tv":"cost","detail":"summary"}`, site("29") + `],"tvs":["cost"]`},
	} {
		got := callTool(t, tools, c.who, "evo.site.describe", c.arguments)
		models := strings.Contains(got, `,"models":[`)
		if want := !strings.Contains(c.arguments, `"t`); models != want {
			t.Errorf("%s: it is %t that the answer has the models", c.arguments, models)
		}
		got, _, _ = strings.Cut(got, `,"models":[`)
		got = strings.TrimSuffix(got, `,"meta":{"toolsetVersion":"1.0"}}`)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s as %s (-want +got):\n%s", c.arguments, c.who.Sight(), diff)
		}
	}
}

// The description must agree with what the model tools show to the caller.
func TestDescribedModels(t *testing.T) {
	tools := open(t, evosite.Fixture(), standard)
	for _, who := range []identity.Principal{
		public, manager, outsider, memberOf(2, nil, "edit_user"), memberOf(2, nil, "edit_role"),
	} {
		got := decoded(t, callTool(t, tools, who, "evo.site.describe", `{}`)).(map[string]any)
		described := map[string]any{}
		for _, m := range got["models"].([]any) {
			described[m.(map[string]any)["name"].(string)] = m.(map[string]any)["fields"]
		}
		read := map[string]any{}
		for _, m := range allowlist.Models() {
			answer, err := tools.Call(t.Context(), who, "evo.model.get", []byte(`{"id":1,"model":"`+m.Name+`"}`))
			if err != nil {
				continue
			}
			row := decoded(t, string(answer.JSON)).(map[string]any)["item"].(map[string]any)
			var fields []any
			for _, name := range m.FieldNames() {
				if _, ok := row[name]; ok {
					fields = append(fields, name)
				}
			}
			read[m.Name] = fields
		}
		if diff := cmp.Diff(read, described); diff != "" {
			t.Errorf("%s (-read +described):\n%s", who.Sight(), diff)
		}
	}
}

// What the owner has left out of the models must be missing everywhere.
func TestDescribeWithheld(t *testing.T) {
	_, d := openDatabase(t, choices(), standard)
	narrowed := func(fields map[string][]string) *toolset.Toolset {
		o := bounds()
		o.Models = nil
		for _, m := range allowlist.Models() {
			if names, ok := fields[m.Name]; ok {
				cut, err := m.Narrow(names)
				if err != nil {
					t.Fatal(err)
				}
				o.Models = append(o.Models, cut)
			}
		}
		return toolset.New(database(t, d.DSN), o)
	}
	const templateName = `{"id":1,"fields":["pagetitle","template_name","template"]}`
	for _, c := range []struct {
		models                    map[string][]string
		template, tv, name, shown string
	}{
		{
			nil, `{"id":1,"name":null,"documents":5,`,
			`{"id":null,"name":"in-stock","caption":null,"type":null,"default":null,"separator":"||","documents":3,` +
				`"values":[`,
			`null`,
			`"models":[],"operators":[`,
		},
		{
			map[string][]string{"SiteTemplate": {"description"}, "SiteTmplvar": {"name"}},
			`{"id":1,"name":null,"documents":5,`,
			`{"id":3,"name":"in-stock","caption":null,"type":null,"default":null,"separator":"||","documents":3,` +
				`"values":[`,
			`null`,
			`"models":[{"name":"SiteTemplate","fields":["id","description"]},{"name":"SiteTmplvar","fields":["id","name"]}],`,
		},
		{
			map[string][]string{"SiteTemplate": {"templatename"}, "SiteTmplvar": {"caption"}},
			`{"id":1,"name":"Page","documents":5,`,
			`{"id":3,"name":"in-stock","caption":"In stock","type":null,"default":null,"separator":"||","documents":3,` +
				`"values":[`, `"Page"`,
			`"models":[{"name":"SiteTemplate","fields":["id","templatename"]},`,
		},
		{
			map[string][]string{"SiteTmplvar": {"type", "default_text"}},
			`{"id":1,"name":null,"documents":5,`,
			`{"id":3,"name":"in-stock","caption":null,"type":"checkbox","default":"0","separator":"||","documents":3,` +
				`"values":[`,
			`null`,
			`"models":[{"name":"SiteTmplvar","fields":["id","type","default_text"]}],`,
		},
		{
			map[string][]string{"SiteTmplvar": {"elements"}},
			`{"id":1,"name":null,"documents":5,`,
			`{"id":3,"name":"in-stock","caption":null,"type":null,"default":null,"options":[{"label":"Yes","value":"1"},` +
				`{"label":"No","value":"0"}],` + choose + `"separator":"||","documents":3,`,
			`null`, `"models":[{"name":"SiteTmplvar","fields":["id","elements"]}],`,
		},
	} {
		tools := narrowed(c.models)
		got := callTool(t, tools, manager, "evo.site.describe", `{"detail":"full"}`)
		for _, want := range []string{c.template, c.tv, c.shown} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: %s is not in %s", c.models, want, got)
			}
		}
		want := `{"id":1,"pagetitle":"Home","template":1,"template_name":` + c.name + `}`
		for _, tool := range []string{"get", "search"} {
			arguments := templateName
			if tool == "search" {
				arguments = `{"limit":1,"fields":["pagetitle","template_name","template"]}`
			}
			if got := callTool(t, tools, manager, "evo.content."+tool, arguments); !strings.Contains(got, want) {
				t.Errorf("%v: %s is not in %s", c.models, want, got)
			}
		}
	}
}

func TestDescribeEmptySite(t *testing.T) {
	tools := open(t, &evosite.Site{}, standard)
	for _, arguments := range []string{`{}`, `{"detail":"full"}`} {
		got := callTool(t, tools, public, "evo.site.describe", arguments)
		got, rest, _ := strings.Cut(got, `,"models":`)
		if want := `{"site":{"name":"","url":"/","languages":[],"documents":0},"templates":[]`; got != want || rest == "" {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
}

func TestDescribeUnknown(t *testing.T) {
	tools := open(t, choices(), standard)
	for _, c := range []struct {
		arguments   string
		kind        fault.Kind
		field       string
		suggestions []string
	}{
		{`{"template":4}`, fault.InvalidParams, "template", nil},
		{`{"template":99}`, fault.InvalidParams, "template", nil}, // only a template variable names it
		{`{"template":9223372036854775807,"tv":"lang"}`, fault.InvalidParams, "template", nil},
		{`{"tv":"lung"}`, fault.UnknownTV, "tv", []string{"lang"}},
		{`{"tv":"cast"}`, fault.UnknownTV, "tv", nil}, // cost is not for visitors
		{`{"tv":"lang:d"}`, fault.UnknownTV, "tv", []string{"lang"}},
		{`{"tv":"LANG","template":4}`, fault.UnknownTV, "tv", []string{"lang"}},
		{`{"detail":"ful"}`, fault.InvalidParams, "detail", []string{"full"}},
	} {
		f := refuse(t, tools, public, "evo.site.describe", c.arguments)
		if f.Kind != c.kind || f.Field != c.field || !slices.Equal(f.Suggestions, c.suggestions) {
			t.Errorf("%s: %v at %q, suggestions %q", c.arguments, f, f.Field, f.Suggestions)
		}
	}
}

// Only the most frequent values are listed. Ties are in the order of their bytes.
func TestMostFrequentValues(t *testing.T) {
	site := &evosite.Site{
		TVs: []evosite.TV{{ID: 1, Name: "one", Type: "listbox"}, {ID: 2, Name: "many", Type: "checkbox"}},
	}
	for i := range int64(26) {
		letter := string(rune('a' + i))
		site.Documents = append(site.Documents, evosite.Document{ID: i + 1, Published: true})
		site.Values = append(site.Values, evosite.Value{TV: 1, Document: i + 1, Text: &letter},
			evosite.Value{TV: 2, Document: i + 1, Text: evosite.Text("z||" + letter)})
	}
	tools := open(t, site, standard)
	values := func(tv string) string {
		_, values, _ := strings.Cut(callTool(t, tools, public, "evo.site.describe", `{"tv":"`+tv+`"}`), `"values":`)
		return values
	}
	var single []string
	for letter := range strings.SplitSeq("abcdefghijklmnopqrst", "") {
		single = append(single, `{"value":"`+letter+`","documents":1}`)
	}
	if got, want := values("one"), "["+strings.Join(single, ",")+"]}],"; !strings.HasPrefix(got, want) {
		t.Errorf("one at a time: %s, want %s", got, want)
	}
	many := append([]string{`{"value":"z","documents":26}`}, single[:19]...)
	if got, want := values("many"), "["+strings.Join(many, ",")+"]}],"; !strings.HasPrefix(got, want) {
		t.Errorf("several at a time: %s, want %s", got, want)
	}
}

// Facts about the whole site come from its settings, and languages from the texts. Without texts, the language is the
// default of the add-on sLang, otherwise the manager's.
func TestSiteSettings(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	for _, c := range []struct{ settings, want string }{
		{"", `"languages":[]`},
		{"manager_language=en", `"languages":["en"]`},
		{"manager_language=en s_lang_config=uk,en,de", `"languages":["uk"],"language_sections":[{"lang":"uk","roots":[0]}]`},
		{"manager_language=en s_lang_config=uk,en,de s_lang_front=uk,,en",
			`"languages":["uk"],"language_sections":[{"lang":"uk","roots":[0]}]`},
		{"site_url=https://www.example.com", `"url":"https://www.example.com/"`},
		{"site_name=Shop", `"name":"Shop"`},
		{"", `"documents":16},"templates"`},
		{"site_status=1", `"documents":16},"templates"`},
		{"site_status=0", `"documents":16,"offline":true},"templates"`},
	} {
		t.Run(c.settings, func(t *testing.T) {
			set(t, d.DB, c.settings)
			if got := callTool(t, over(t, d.DSN), public, "evo.site.describe", `{}`); !strings.Contains(got, c.want) {
				t.Errorf("%s is not in %s", c.want, got)
			}
		})
	}
}

// A description that is too large says how to get a smaller one.
func TestLargeDescription(t *testing.T) {
	_, d := openDatabase(t, choices(), standard)
	o := bounds()
	o.ResultBytes = 6000
	tools := toolset.New(database(t, d.DSN), o)
	f := refuse(t, tools, manager, "evo.site.describe", `{"detail":"full"}`)
	if f.Kind != fault.ResultTooLarge || !strings.Contains(f.Message, "one template or tv") {
		t.Errorf("%v", f)
	}
	answer, err := tools.Call(context.Background(), public, "evo.site.describe", []byte(`{}`))
	if err != nil || answer.Rows != 5 {
		t.Errorf("a summary has %d templates, %v", answer.Rows, err)
	}
}
