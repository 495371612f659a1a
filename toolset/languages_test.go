package toolset_test

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// polyglot is a site with sections in several languages, each marked in another way, and with one that visitors do not
// see.
func polyglot() *evosite.Site {
	page := func(id, parent int64, title, alias, content string) evosite.Document {
		return evosite.Document{
			ID: id, Parent: parent, Title: title, Alias: evosite.Text(alias), Content: content, Published: true, Template: 1,
		}
	}
	return &evosite.Site{
		Documents: []evosite.Document{
			page(1, 0, "Home", "home", "<p>We are the shop for tents and all that you need with them.</p>"),
			page(2, 0, "IT", "it", "<p>The IT department of the shop is here for you and your computers.</p>"),
			page(3, 2, "Printers", "printers", "<p>How to use the printers.</p>"),
			page(10, 0, "Start", "de", "<p>Zelte</p>"), page(11, 10, "Lieferung", "lieferung", "<p>Nova Post</p>"),
			page(12, 11, "Kosten", "kosten", "frei"),
			page(20, 0, "Про магазин", "pro-mahazyn", "<p>Їжа, їдло, їхати і є.</p>"),
			page(21, 20, "Доставка", "dostavka", "<p>Nova Post</p>"),
			page(30, 0, "Français", "version-francaise", ""), page(31, 30, "Tentes", "tentes", "<p>Nova Post</p>"),
			page(40, 1, "Polska", "pl", "<p>Namioty</p>"), page(41, 40, "Dostawa", "dostawa", "<p>Nova Post</p>"),
			page(50, 0, "Sitio", "sitio", ""), page(51, 50, "Tiendas", "tiendas", ""),
			{ID: 60, Title: "Versione", Alias: evosite.Text("italiano"), Content: "bozza"},
			page(61, 60, "Tende", "tende", "<p>Nova Post</p>"),
			page(70, 0, "Delivery", "delivery",
				"<p>Nova Post and [[Snippet? &a=`il gli che di è una per con non sono della`]]</p>"),
		},
		TVs: []evosite.TV{{ID: 1, Name: "lang", Type: "text", Templates: []int64{1}}},
		Values: []evosite.Value{
			{TV: 1, Document: 50, Text: evosite.Text("es")}, {TV: 1, Document: 20, Text: evosite.Text("@EVAL return 'ru';")},
		},
		Records: map[string][]evosite.Record{
			"site_templates":  {{"id": 1, "templatename": "Page"}},
			"system_settings": {{"setting_name": "manager_language", "setting_value": "de"}},
		},
	}
}

func TestLanguages(t *testing.T) { onEveryGeneration(t, polyglot(), testLanguages) }

func testLanguages(t *testing.T, tools *toolset.Toolset) {
	type section struct {
		Lang  string  `json:"lang"`
		Roots []int64 `json:"roots"`
	}
	type document struct {
		ID   int64   `json:"id"`
		Lang *string `json:"lang"`
	}
	visitors := []section{
		{"en", []int64{0}}, {"de", []int64{10}}, {"uk", []int64{20}}, {"fr", []int64{30}}, {"pl", []int64{40}},
		{"es", []int64{50}},
	}
	for _, c := range []struct {
		who       identity.Principal
		sections  []section
		languages map[string][]int64 // of documents
	}{
		{public, visitors, map[string][]int64{
			"en": {1, 2, 3, 61, 70}, "de": {10, 11, 12}, "uk": {20, 21}, "fr": {30, 31}, "pl": {40, 41}, "es": {50, 51},
		}},
		{manager, append(visitors, section{"it", []int64{60}}), map[string][]int64{
			"en": {1, 2, 3, 70}, "de": {10, 11, 12}, "uk": {20, 21}, "fr": {30, 31}, "pl": {40, 41}, "es": {50, 51},
			"it": {60, 61},
		}},
	} {
		var described struct {
			Site struct {
				Sections []section `json:"language_sections"`
			} `json:"site"`
		}
		decode := func(text string, into any) {
			t.Helper()
			if err := json.Unmarshal([]byte(text), into); err != nil {
				t.Fatal(err)
			}
		}
		decode(callTool(t, tools, c.who, "evo.site.describe", `{}`), &described)
		if diff := cmp.Diff(c.sections, described.Site.Sections); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.who.Subject, diff)
		}
		var list struct {
			Items []document `json:"items"`
		}
		decode(callTool(t, tools, c.who, "evo.content.search", `{"limit":100,"fields":["lang"]}`), &list)
		got := map[string][]int64{}
		for _, d := range list.Items {
			got[*d.Lang] = append(got[*d.Lang], d.ID)
		}
		if diff := cmp.Diff(c.languages, got); diff != "" {
			t.Errorf("%s, members (-want +got):\n%s", c.who.Subject, diff)
		}
		for code, want := range c.languages {
			if _, ids := searchIDs(t, tools, c.who, `"limit":100,"lang":"`+code+`"`); !cmp.Equal(want, ids) {
				t.Errorf("%s, in %s: %d, want %d", c.who.Subject, code, ids, want)
			}
		}
		for arguments, want := range map[string][]int64{
			`"lang":"Deutsch","query":"nova post"`: {11}, `"lang":"uk-UA","query":"nova"`: {21},
			`"lang":"en","query":"nova","order_by":"id"`: {61, 70},
			`"lang":"de","parent":11`:                    {12}, `"lang":"de","template":1,"order_by":"pagetitle"`: {12, 11, 10},
		} {
			if c.who.View == identity.Manager && arguments == `"lang":"en","query":"nova","order_by":"id"` {
				want = []int64{70}
			}
			got, ids := searchIDs(t, tools, c.who, `"limit":100,"include_total":true,`+arguments)
			if !cmp.Equal(want, ids) || *got.Meta.Total != len(want) {
				t.Errorf("%s, %s: %d of %d, want %d", c.who.Subject, arguments, ids, *got.Meta.Total, want)
			}
		}
	}
	for name, want := range map[string]string{
		"it": noLanguageMessage + "en, de, uk, fr, pl, es",
		"x":  notALanguageMessage,
	} {
		f := refuse(t, tools, public, "evo.content.search", `{"limit":1,"lang":"`+name+`"}`)
		if f.Kind != fault.InvalidParams || f.Field != "lang" || f.Message != want {
			t.Errorf("%s: %v, field %s", name, f, f.Field)
		}
	}
}

// A site of one language has no sections, and one without texts not even that.
func TestOneLanguage(t *testing.T) {
	page := func(id int64, content string) evosite.Document {
		return evosite.Document{ID: id, Title: "Page", Content: content, Published: true}
	}
	tools := open(t,
		&evosite.Site{Documents: []evosite.Document{page(1, "This is the page with all of our prices."), page(2, "")}},
		standard)
	if _, ids := searchIDs(t, tools, public, `"limit":10,"lang":"en"`); !cmp.Equal([]int64{1, 2}, ids) {
		t.Errorf("found %d", ids)
	}
	tools = open(t, &evosite.Site{Documents: []evosite.Document{page(1, "")}}, standard)
	f := refuse(t, tools, public, "evo.content.search", `{"limit":1,"lang":"en"}`)
	if f.Message != noLanguageMessage+"not known" {
		t.Error(f)
	}
	want := `{"item":{"id":1,"lang":null},"meta":{"toolsetVersion":"1.0"}}`
	if got := callTool(t, tools, public, "evo.content.get", `{"id":1,"fields":["lang"]}`); got != want {
		t.Errorf("got %s", got)
	}
}
