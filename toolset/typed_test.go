package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/quantity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// typedSite is a site whose document 1 has a value for each type of template variables. 2 and 3 are visible, 4 is a
// draft.
func typedSite() *evosite.Site {
	page := func(id int64, title string, published bool) evosite.Document {
		return evosite.Document{ID: id, Template: 1, Title: title, Published: published, MenuIndex: id}
	}
	s := &evosite.Site{
		Documents: []evosite.Document{
			page(1, "One", true), page(2, "Two", true), page(3, "Three [[Hidden]]", true), page(4, "Draft", false),
		},
		Records: map[string][]evosite.Record{
			"system_settings": {{"setting_name": "site_url", "setting_value": "https://www.example.com/"}},
		},
	}
	for i, tv := range []struct{ name, kind, caption, elements, value string }{
		{"sizes", "checkbox", "Sizes", "Small==s||Large==l||Huge [[Secret]]==h", "s||h||x"},
		{"tags", "listbox-multiple", "", "@SELECT pagetitle, id FROM evo_site_content", "2||4"},
		{"color", "dropdown", "", "Dark red==red||Blue==blue", "red"},
		{"photo", "image", "", "", "assets/images/my chair.jpg"},
		{"manual", "file", "", "", "/files/chair.pdf"},
		{"event", "date", "", "", "31-01-2026 18:30:00"},
		{"rooms", "number", "", "", "3.50"},
		{"note", "text", "", "", "plain [[Secret]] text"},
		{"body", "richtext", "", "", "<p>See <b>this</b> [[Secret]]</p>"},
		{"rows", "custom_tv:multitv", "", "",
			`{"fieldValue":[{"a":"1 \u005b[Secret? &key=zq]] 2","b":["x",null,true,-1.50e3]}]}`},
		{"tagged", "custom_tv:multitv", "", "", `{"a":"[[Secret]]"}`},
		{"broken", "text", "", "", `{"a":1`},
		{"nested", "text", "", "", "[ [1,2],[3,4] ]"},
		{"related", "text", "", "", "3,4, 2,99,3"},
		{"price", "text", "Price (EUR)", "", "1.234,50 €"},
		{"weight", "number", "Weight", "", "1,5 g"},
		{"length", "text", "Length (cm)", "", "about 5"},
		{"computed", "text", "", "", "@EVAL return 1;"},
	} {
		id := int64(i + 1)
		s.TVs = append(s.TVs,
			evosite.TV{ID: id, Name: tv.name, Type: tv.kind, Caption: tv.caption, Elements: tv.elements, Templates: []int64{1}})
		s.Values = append(s.Values, evosite.Value{TV: id, Document: 1, Text: evosite.Text(tv.value)},
			evosite.Value{TV: id, Document: 2, Text: evosite.Text("")})
	}
	return s
}

const (
	plainTVs = `"with_tvs":["sizes","tags","color","photo","manual","event","rooms","note","body","rows","tagged",` +
		`"broken","nested","related","price","weight","length","computed"]`
	someTVs = `"with_tvs":["related","sizes","price","weight"]`
)

// weighed are the bounds of a site that says what its numbers mean.
func weighed(t *testing.T) toolset.Options {
	grams, err := quantity.NewMeasure("g")
	if err != nil {
		t.Fatal(err)
	}
	o := bounds()
	o.TVTypes = map[string]*quantity.Type{"weight": grams}
	return o
}

func TestTypedValues(t *testing.T) {
	_, d := openDatabase(t, typedSite(), standard)
	tools := toolset.New(database(t, d.DSN), bounds())
	configured := toolset.New(database(t, d.DSN), weighed(t))
	const typedOfVisitor = `{"sizes":[{"value":"s","label":"Small"},{"value":"h","label":"Huge "},{"value":"x",` +
		`"label":null}],"tags":[{"value":"2","label":null},{"value":"4","label":null}],"color":{"value":"red",` +
		`"label":"Dark red"},"photo":"https://www.example.com/assets/images/my%20chair.jpg",` +
		`"manual":"https://www.example.com/files/chair.pdf",` +
		`"event":"2026-01-31T18:30:00Z","rooms":3.50,"note":"plain  text","body":"See **this** \\[…]",` +
		`"rows":[{"a":"1  2","b":["x",null,true,-1.50e3]}],"tagged":{"a":""},` +
		`"broken":"{\"a\":1","nested":[[1,2],[3,4]],"related":"3,4, 2,99,3","price":"1.234,50 €","weight":"1,5 g",` +
		`"length":"about 5","computed":null}`
	for _, c := range []struct {
		tools           *toolset.Toolset
		arguments, want string
	}{
		{tools, `"id":1,"fields":["id"],` + plainTVs + `,"tv_format":"typed"`,
			`{"id":1,"tvs":` + typedOfVisitor + `,"typed":{"price":{"minor":123450,"currency":"EUR"}},"dynamic":true}`},
		{tools,
			`"id":1,"fields":["id"],"omit_empty":true,"with_tvs":["sizes","computed","rooms","color"],"tv_format":"typed"`,
			`{"id":1,"tvs":{"sizes":[{"value":"s","label":"Small"},{"value":"h","label":"Huge "},{"value":"x","label":null}],` +
				`"rooms":3.50,"color":{"value":"red","label":"Dark red"}}}`},
		{tools, `"id":2,"fields":["id"],` + plainTVs + `,"tv_format":"typed"`,
			`{"id":2,"tvs":{"sizes":[],"tags":[],"color":null,"photo":null,"manual":null,"event":null,` +
				`"rooms":"","note":"","body":"","rows":"","tagged":"","broken":"","nested":"","related":"","price":"",` +
				`"weight":"","length":"","computed":""}}`},
		{tools, `"id":3,"fields":["id"],"with_tvs":["sizes","event","photo","rows"],"tv_format":"typed"`,
			`{"id":3,"tvs":{"sizes":null,"event":null,"photo":null,"rows":null}}`},
		{tools, `"id":1,"fields":["id"],` + someTVs + `,"tv_format":"stored"`,
			`{"id":1,"tvs":{"related":"3,4, 2,99,3","sizes":"s||h||x","price":"1.234,50 €","weight":"1,5 g"}}`},
		{tools, `"id":1,"fields":["id"],` + someTVs + `,"expand":["related"]`,
			`{"id":1,"tvs":{"related":[{"id":3,"pagetitle":"Three ","url":"https://www.example.com/index.php?id=3"},` +
				`{"id":2,"pagetitle":"Two","url":"https://www.example.com/index.php?id=2"}],"sizes":"s||h||x",` +
				`"price":"1.234,50 €","weight":"1,5 g"}}`},
		{configured, `"id":1,"fields":["id"],` + someTVs,
			`{"id":1,"tvs":{"related":"3,4, 2,99,3","sizes":"s||h||x","price":"1.234,50 €","weight":"1,5 g"},` +
				`"typed":{"weight":{"value":1.5,"unit":"g"}}}`},
		{configured, `"id":2,"fields":["id"],` + someTVs, `{"id":2,"tvs":{"related":"","sizes":"","price":"","weight":""}}`},
		{configured, `"id":1,"fields":["id"],"with_tvs":["price","weight"],"tv_format":"typed"`,
			`{"id":1,"tvs":{"price":"1.234,50 €","weight":"1,5 g"},"typed":{"price":{"minor":123450,"currency":"EUR"},` +
				`"weight":{"value":1.5,"unit":"g"}}}`},
	} {
		want := `{"item":` + c.want + `,"meta":{"toolsetVersion":"1.0"}}`
		if diff := cmp.Diff(want, callTool(t, c.tools, public, "evo.content.get", `{`+c.arguments+`}`)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.arguments, diff)
		}
	}
	got := callTool(t, tools, manager, "evo.content.get",
		`{"id":1,"fields":["id"],"with_tvs":["related","tagged","computed"],"tv_format":"typed","expand":["related"]}`)
	want := `{"item":{"id":1,"tvs":{"related":[{"id":3,"pagetitle":"Three [[Hidden]]",` +
		`"url":"https://www.example.com/index.php?id=3"},{"id":4,"pagetitle":"Draft",` +
		`"url":"https://www.example.com/index.php?id=4"},` +
		`{"id":2,"pagetitle":"Two","url":"https://www.example.com/index.php?id=2"}],"tagged":{"a":"[[Secret]]"},` +
		`"computed":"@EVAL return 1;"}},"meta":{"toolsetVersion":"1.0"}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the manager (-want +got):\n%s", diff)
	}
	for arguments, field := range map[string]string{
		`"with_tvs":["price"],"expand":["related"]`:               "expand[0]",
		`"with_tvs":["related"],"expand":["related","related:d"]`: "expand[1]",
	} {
		f := refuse(t, tools, public, "evo.content.get", `{"id":1,`+arguments+`}`)
		if f.Field != field || !strings.HasSuffix(f.Message, "must also be in with_tvs, without :d") {
			t.Errorf("%s: %v at %s", arguments, f, f.Field)
		}
	}
}

// TestNumbers compares numbers as people write them.
func TestNumbers(t *testing.T) {
	s := &evosite.Site{
		TVs: []evosite.TV{
			{ID: 1, Name: "price", Type: "text", Caption: "Price (EUR)", Default: evosite.Text("99,- €")},
			{ID: 2, Name: "weight", Type: "text"},
		},
	}
	prices := []string{
		"45,00 €", "1.234,50", "€ 1.234", "1.234.567,89 EUR", "9", "-5", "soon", "", "45,- Euro", "45.00\x00", "@EVAL 5",
		"1 234", "1\u00a0235 €", strings.Repeat("1", 65),
	}
	for i := range prices {
		id := int64(i + 1)
		s.Documents = append(s.Documents, evosite.Document{ID: id, Published: true, Title: "a"})
		s.Values = append(s.Values, evosite.Value{TV: 1, Document: id, Text: &prices[i]})
	}
	for id, weight := range map[int64]string{1: "250 g", 2: "1,5 g", 3: "2 kg", 4: "1.000", 5: "90G"} {
		s.Values = append(s.Values, evosite.Value{TV: 2, Document: id, Text: &weight})
	}
	s.TVs = append(s.TVs, evosite.TV{ID: 3, Name: "fee", Type: "text"})
	fees := []string{
		"45 €", "$1,299.00", "1 299,50 грн", "1.234", "1.234 €", "EUR 7", "9", "12 kg", "5 €/kg", "CHF 1'500.—", "3,- Kč",
		"руб. 70", "soon", "45\u00a0€",
	}
	for i := range fees {
		s.Values = append(s.Values, evosite.Value{TV: 3, Document: int64(i + 1), Text: &fees[i]})
		if number, ok := quantity.Any.Parse(fees[i]); !ok && i < 7 {
			t.Errorf("%q: %s", fees[i], number)
		}
	}
	_, d := openDatabase(t, s, standard)
	tools, configured := toolset.New(database(t, d.DSN), bounds()), toolset.New(database(t, d.DSN), weighed(t))
	for _, c := range []struct {
		tools     *toolset.Toolset
		arguments string
		want      []int64
	}{
		{tools, `"tv_filters":[{"tv":"price","op":">=","value":"45","cast":"NUMBER"}]`, []int64{1, 2, 3, 4, 9, 12, 13}},
		{tools, `"tv_filters":[{"tv":"price","op":"=","value":"1.234,50 €","cast":"NUMBER"}]`, []int64{2}},
		{tools, `"tv_filters":[{"tv":"price","op":"<","value":45.01,"cast":"NUMBER"}]`, []int64{1, 5, 6, 9}},
		{tools, `"tv_filters":[{"tv":"price","op":"=","value":99,"cast":"NUMBER","use_default":true}]`, []int64{11}},
		{tools, `"tv_order":[{"tv":"price","cast":"NUMBER"}]`, []int64{6, 5, 1, 9, 3, 12, 2, 13, 4, 7, 8, 10, 11, 14}},
		{tools, `"tv_order":[{"tv":"price","cast":"NUMBER","dir":"desc"}]`,
			[]int64{4, 13, 2, 3, 12, 1, 9, 5, 6, 7, 8, 10, 11, 14}},
		// Without a known currency, amounts in any of them count.
		{tools, `"tv_filters":[{"tv":"fee","op":">","value":"$9","cast":"NUMBER"}]`, []int64{1, 2, 3, 5, 12, 14}},
		{tools, `"tv_order":[{"tv":"fee","cast":"NUMBER"}]`, []int64{4, 11, 6, 7, 1, 14, 12, 5, 2, 3, 8, 9, 10, 13}},
		{tools, `"tv_filters":[{"tv":"weight","op":">","value":"9","cast":"UNSIGNED"}]`, []int64{1, 5}},
		{tools, `"tv_filters":[{"tv":"weight","op":"=","value":"250 g"}]`, []int64{1}},
		// With a type in the configuration, all comparisons are of numbers.
		{configured, `"tv_filters":[{"tv":"weight","op":">","value":9}]`, []int64{1, 5}},
		{configured, `"tv_filters":[{"tv":"weight","op":"<=","value":"90","cast":"UNSIGNED"}]`, []int64{2, 4, 5}},
		{configured, `"tv_filters":[{"tv":"weight","op":"=","value":"1,5 g"}]`, []int64{2}},
		{configured, `"tv_filters":[{"tv":"weight","op":"=","value":"2 kg"}]`, []int64{3}},
		{configured, `"tv_filters":[{"tv":"weight","op":"in","value":["250 g"]}]`, []int64{1}},
		{configured, `"tv_order":[{"tv":"weight"}]`, []int64{4, 2, 5, 1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
	} {
		arguments := `{"limit":50,` + c.arguments + `}`
		expectFound(t, c.tools, public, "evo.content.search", arguments, c.want...)
		diff := cmp.Diff(c.want, walked(t, c.tools, public, strings.Replace(arguments, `"limit":50`, `"limit":3`, 1)))
		if diff != "" {
			t.Errorf("%s, page by page (-want +got):\n%s", arguments, diff)
		}
	}
	f := refuse(t, configured, public, "evo.content.search",
		`{"limit":1,"tv_filters":[{"tv":"price","op":"=","value":"cheap","cast":"NUMBER"}]}`)
	if f.Field != "tv_filters[0].value" {
		t.Errorf("%v at %s", f, f.Field)
	}
}
