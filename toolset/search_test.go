package toolset_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// shop is a site in four languages, with the HTML of real editors.
func shop() *evosite.Site {
	page := func(id int64, title, content string) evosite.Document {
		return evosite.Document{
			ID: id, Title: title, Content: content, Published: true, Template: 1, Alias: evosite.Text(strings.ToLower(title)),
			EditedOn: 86_400,
		}
	}
	return &evosite.Site{
		Documents: []evosite.Document{
			page(1, "Home", ""),
			page(2, "Returns and repairs",
				"<p>Send back what you do not like within <b>30 days</b>, unused.</p>\r\n<p>&nbsp;</p><ul><li>free<ul><li>of "+
					"postage</li></ul></li></ul>"),
			page(3, "Rückgabe",
				"<table border=0><tbody><tr><td>Frist</td><td>30&nbsp;Tage</td></tr></table><p>Die R&uuml;ckgabe ist kostenlos."),
			page(4, "Повернення",
				"<p style=\"text-align:justify\">М'ятий одяг не приймаємо, <em>повернення</em> протягом 30 днів.</p>"),
			page(5, "返品について", "<p>返品ポリシーは三十日以内です。</p>"),
			{ID: 6, Title: "Returns, draft", Content: "<p>return everything</p>", Template: 1},
			page(7, "Kontakt", "<p>[[Form? &to=`owner@example.invalid`]]</p>"),
		},
		TVs: []evosite.TV{
			{ID: 1, Name: "keywords", Type: "text", Templates: []int64{1}},
			{ID: 2, Name: "body", Type: "richtext", Templates: []int64{1}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: evosite.Text("returns, refunds")},
			{TV: 2, Document: 2, Text: evosite.Text("<p>Refunds come <b>within</b> a week.</p>")},
		},
		Records: map[string][]evosite.Record{
			"site_templates": {{"id": 1, "templatename": "Page"}},
			"system_settings": {
				{"setting_name": "site_start", "setting_value": "1"},
				{"setting_name": "site_url", "setting_value": "https://shop.example/"},
				{"setting_name": "friendly_urls", "setting_value": "1"},
			},
		},
	}
}

func TestSearchByWords(t *testing.T) {
	onEveryGeneration(t, shop(), testSearchByWords)
}

func testSearchByWords(t *testing.T, tools *toolset.Toolset) {
	// find returns the hits as title: excerpt.
	find := func(who identity.Principal, arguments string) []string {
		var answer struct {
			Items []struct {
				Title   string `json:"pagetitle"`
				Excerpt string `json:"excerpt"`
			} `json:"items"`
		}
		text := callTool(t, tools, who, "evo.content.search", `{"limit":10,"fields":["pagetitle"],`+arguments+`}`)
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		hits := []string{}
		for _, i := range answer.Items {
			hits = append(hits, i.Title+": "+i.Excerpt)
		}
		return hits
	}
	for _, c := range []struct {
		name, arguments string
		public          []string
		manager         []string // where it differs
	}{
		{"words in titles and texts", `"query":"returns 30 days"`, []string{
			"Returns and repairs: Send back what you do not like within **30** **days**, unused. free of postage",
			"Home: **returns**, refunds",
			"Rückgabe: Frist **30** Tage Die Rückgabe ist kostenlos.",
			"Повернення: М'ятий одяг не приймаємо, повернення протягом **30** днів.",
		}, []string{
			"Returns and repairs: Send back what you do not like within **30** **days**, unused. free of postage",
			"Returns, draft: **return** everything",
			"Home: **returns**, refunds",
			"Rückgabe: Frist **30** Tage Die Rückgabe ist kostenlos.",
			"Повернення: М'ятий одяг не приймаємо, повернення протягом **30** днів.",
		}},
		{"German, stored as entities", `"query":"rückgabe kostenlos"`,
			[]string{"Rückgabe: Frist 30 Tage Die **Rückgabe** ist **kostenlos**."}, nil},
		{"without accents", `"query":"ruckgabe"`, []string{"Rückgabe: Frist 30 Tage Die **Rückgabe** ist kostenlos."}, nil},
		{"Ukrainian", `"query":"м'ятий повернення"`,
			[]string{"Повернення: **М'ятий** одяг не приймаємо, **повернення** протягом 30 днів."}, nil},
		{"Japanese", `"query":"返品ポリシー"`, []string{"返品について: **返品ポリシー**は三十日以内です。"}, nil},
		{"a phrase", `"query":"\"not like\""`,
			[]string{"Returns and repairs: Send back what you do **not** **like** within 30 days, unused. free of postage"},
			nil},
		{"in a named TV", `"query":"refunds","query_tvs":["keywords"]`, []string{"Home: returns, **refunds**"}, nil},
		{"in several", `"query":"refunds","query_tvs":["keywords","body"]`,
			[]string{"Home: returns, **refunds**", "Returns and repairs: **Refunds** come within a week."}, nil},
		{"in all", `"query":"refunds"`,
			[]string{"Home: returns, **refunds**", "Returns and repairs: **Refunds** come within a week."}, nil},
		{"in none", `"query":"refunds","query_tvs":[]`, []string{}, nil},
		{"with a filter and an order",
			`"query":"return 30","tv_filters":[{"tv":"keywords","op":"null"}],"order_by":"id","order_dir":"desc"`, []string{
				"Повернення: М'ятий одяг не приймаємо, повернення протягом **30** днів.",
				"Rückgabe: Frist **30** Tage Die Rückgabe ist kostenlos.",
				"Returns and repairs: Send back what you do not like within **30** days, unused. free of postage",
			}, []string{
				"Returns, draft: **return** everything",
				"Повернення: М'ятий одяг не приймаємо, повернення протягом **30** днів.",
				"Rückgabe: Frist **30** Tage Die Rückgabe ist kostenlos.",
				"Returns and repairs: Send back what you do not like within **30** days, unused. free of postage",
			}},
		{"what a snippet is called with", `"query":"owner@example.invalid"`, []string{}, []string{"Kontakt: […]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.public, find(public, c.arguments)); diff != "" {
				t.Errorf("visitor (-want +got):\n%s", diff)
			}
			want := c.manager
			if want == nil {
				want = c.public
			}
			if diff := cmp.Diff(want, find(manager, c.arguments)); diff != "" {
				t.Errorf("manager (-want +got):\n%s", diff)
			}
		})
	}
	for arguments, field := range map[string]string{
		`"query":""`: "query", `"query":"?"`: "query", `"query_tvs":["keywords"]`: "query",
		`"query":"a","query_tvs":["keyword"]`:    "query_tvs[0]",
		`"query":"a","query_tvs":["keywords:d"]`: "query_tvs[0]",
		`"query":"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33"`: "query",
	} {
		if f := refuse(t, tools, public, "evo.content.search", `{"limit":1,`+arguments+`}`); f.Field != field {
			t.Errorf("%s: %v, field %s", arguments, f, f.Field)
		}
	}
}

// The excerpt of a very long text comes from its beginning, and never shows half a tag. Every server finds the word in
// the title.
func TestExcerptOfLongText(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{
		{
			ID: 1, Published: true, Title: "Book with a needle",
			Content: "<p>" + strings.Repeat("filler ", 28_000) + "needle " +
				strings.Repeat("[[Snippet? &key=`secret secret secret`]]", 200) + strings.Repeat("filler ", 250_000) + "</p>",
		},
	}}
	tools := open(t, site, standard)
	got := callTool(t, tools, public, "evo.content.search", `{"query":"needle","limit":1,"fields":["id"]}`)
	want := `{"items":[{"id":1,"excerpt":"…` + strings.Repeat("filler ", 32) +
		`**needle** […]"}],"meta":{"limit":1,"offset":0,"count":1,"has_more":false,"toolsetVersion":"1.0",` +
		`"words":{"needle":1}}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// chatGPT returns the toolset of a server for ChatGPT.
func chatGPT(t *testing.T, site *evosite.Site) *toolset.Toolset {
	t.Helper()
	_, d := openDatabase(t, site, standard)
	o := bounds()
	o.ChatGPT = true
	return toolset.New(database(t, d.DSN), o)
}

func TestChatGPT(t *testing.T) {
	tools := chatGPT(t, shop())
	for _, c := range []struct{ tool, arguments, want string }{
		{"search", `{"query":"What is your return policy, and how many days do we have?"}`,
			`{"results":[{"id":"2","title":"Returns and repairs","url":"https://shop.example/returns%20and%20repairs.html"},` +
				`{"id":"1","title":"Home","url":"https://shop.example/"}]}`},
		{"search", `{"query":"nothing-of-it"}`, `{"results":[]}`},
		{"search", `{"query":"` + strings.Repeat("many words ", 50) + `Rückgabe"}`, `{"results":[]}`},
		{"fetch", `{"id":"2"}`,
			`{"id":"2","title":"Returns and repairs","text":"body: Refunds come within a week.\n\nSend back what you do not ` +
				`like within **30 days**, unused.\n\n- free\n  - of postage",` +
				`"url":"https://shop.example/returns%20and%20repairs.html","metadata":{"template_name":"Page",` +
				`"edited":"1970-01-02T00:00:00Z"}}`},
	} {
		if diff := cmp.Diff(c.want, callTool(t, tools, public, c.tool, c.arguments)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
		}
	}
	for _, id := range []string{"6", "99", "x", "99999999999999999999", "2 "} {
		f := refuse(t, tools, public, "fetch", `{"id":"`+id+`"}`)
		if f.Kind != fault.InvalidParams || f.Field != "id" ||
			f.Message != "there is no page with this id; use the id of a result of search" {
			t.Errorf("fetch %s: %v", id, f)
		}
	}
	if f := refuse(t, tools, public, "search", `{"query":" "}`); f.Field != "query" {
		t.Errorf("search for nothing: %v", f)
	}
	for _, other := range []string{"evo.content.search", "evo_model_list"} {
		if f := refuse(t, tools, manager, other, `{"limit":1}`); f.Kind != fault.UnknownTool {
			t.Errorf("%s: %v", other, f)
		}
	}
	var names []string
	for _, tool := range tools.Tools() {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"search", "fetch"}, names); diff != "" {
		t.Error(diff)
	}
}
