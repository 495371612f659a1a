package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// revised is a visitor whose client names a revision of MCP.
var revised = identity.Principal{Subject: "visitor", View: identity.Public, Revised: true}

// ownedSite has template variables with defaults, which only the template 1 has. Document 1 has values, 2 has none, and
// 4 only a NULL. Of the documents of other templates, 3 has no values, and 5 has one that is left over.
func ownedSite() *evosite.Site {
	s := &evosite.Site{
		TVs: []evosite.TV{
			{ID: 1, Name: "colour", Type: "text", Default: evosite.Text("grey"), Templates: []int64{1}},
			{ID: 2, Name: "event", Type: "date", Default: evosite.Text("31-12-2026"), Templates: []int64{1}},
			{ID: 3, Name: "price", Type: "text", Caption: "Price (EUR)", Default: evosite.Text("99,- €"),
				Templates: []int64{1}},
			{ID: 4, Name: "code", Type: "text", Default: evosite.Text("none"), Templates: []int64{1, 2}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: evosite.Text("red")}, {TV: 2, Document: 1, Text: evosite.Text("01-02-2026")},
			{TV: 3, Document: 1, Text: evosite.Text("45,00 €")}, {TV: 1, Document: 4, Text: nil},
			{TV: 1, Document: 5, Text: evosite.Text("blue")},
		},
	}
	for id, template := range map[int64]int64{1: 1, 2: 1, 3: 2, 4: 1, 5: 2} {
		s.Documents = append(s.Documents, evosite.Document{ID: id, Title: "a", Published: true, Template: template})
	}
	return s
}

// TestOwnedDefaults takes defaults into account. For callers who name a revision, they count only for documents whose
// template has the variable; for those of the contract, for all.
func TestOwnedDefaults(t *testing.T) {
	onEveryGeneration(t, ownedSite(), func(t *testing.T, tools *toolset.Toolset) {
		manager := identity.Principal{Subject: "editor", View: identity.Manager, Revised: true}
		for _, c := range []struct {
			who       identity.Principal
			arguments string
			want      []int64
		}{
			{public, `"tv_filters":[{"tv":"colour","op":"=","value":"grey","use_default":true}]`, []int64{2, 3, 4}},
			{revised, `"tv_filters":[{"tv":"colour","op":"=","value":"grey","use_default":true}]`, []int64{2, 4}},
			{manager, `"tv_filters":[{"tv":"colour","op":"=","value":"grey","use_default":true}]`, []int64{2, 4}},
			{revised, `"tv_filters":[{"tv":"colour","op":"null","use_default":true}]`, []int64{3}},
			{revised, `"tv_filters":[{"tv":"colour","op":"!=","value":"grey","use_default":true}]`, []int64{1, 5}},
			{revised, `"tv_filters":[{"tv":"colour","op":"!null"},{"tv":"price","op":"=","value":99,"cast":"NUMBER",` +
				`"use_default":true}]`, nil},
			{public, `"tv_filters":[{"tv":"event","op":">","value":"2026-03-01","cast":"DATE","use_default":true}]`,
				[]int64{2, 3, 4, 5}},
			{revised, `"tv_filters":[{"tv":"event","op":">","value":"2026-03-01","cast":"DATE","use_default":true}]`,
				[]int64{2, 4}},
			{revised, `"tv_filters":[{"tv":"price","op":">=","value":45,"cast":"NUMBER","use_default":true}]`,
				[]int64{1, 2, 4}},
			{public, `"tv_order":[{"tv":"colour","use_default":true}]`, []int64{5, 2, 3, 4, 1}},
			{revised, `"tv_order":[{"tv":"colour","use_default":true}]`, []int64{3, 5, 2, 4, 1}},
			{revised, `"tv_order":[{"tv":"colour"},{"tv":"code","use_default":true}]`, []int64{2, 3, 4, 5, 1}},
			{revised, `"tv_order":[{"tv":"event","cast":"DATETIME","dir":"desc","use_default":true}]`,
				[]int64{2, 4, 1, 3, 5}},
			{revised, `"tv_order":[{"tv":"price","cast":"NUMBER","use_default":true}]`, []int64{1, 2, 4, 3, 5}},
		} {
			arguments := `{"limit":50,` + c.arguments + `}`
			expectFound(t, tools, c.who, "evo.content.search", arguments, c.want...)
			paged := walked(t, tools, c.who, strings.Replace(arguments, `"limit":50`, `"limit":2`, 1))
			if diff := cmp.Diff(c.want, paged); diff != "" {
				t.Errorf("%s, page by page (-want +got):\n%s", arguments, diff)
			}
		}
		for _, c := range []struct {
			who                   identity.Principal
			tool, arguments, want string
		}{
			{public, "evo.content.get", `{"ids":[1,2,3,4,5],"fields":["id"],"with_tvs":["colour:d"]}`,
				`{"items":[{"id":1,"tvs":{"colour":"red"}},{"id":2,"tvs":{"colour":"grey"}},{"id":3,"tvs":{"colour":"grey"}},` +
					`{"id":4,"tvs":{"colour":"grey"}},{"id":5,"tvs":{"colour":"blue"}}],` +
					`"meta":{"count":5,"toolsetVersion":"1.0"}}`},
			{revised, "evo.content.get", `{"ids":[1,2,3,4,5],"fields":["id"],"with_tvs":["colour:d","code:d"]}`,
				`{"items":[{"id":1,"tvs":{"colour":"red","code":"none"}},{"id":2,"tvs":{"colour":"grey","code":"none"}},` +
					`{"id":3,"tvs":{"colour":null,"code":"none"}},{"id":4,"tvs":{"colour":"grey","code":"none"}},` +
					`{"id":5,"tvs":{"colour":"blue","code":"none"}}],"meta":{"count":5,"toolsetVersion":"1.0"}}`},
			{manager, "evo.content.get", `{"id":3,"fields":["id"],"with_tvs":["colour:d","event","price","code","event:d"]}`,
				`{"item":{"id":3,"tvs":{"colour":null,"event":null,"price":null,"code":null}},` +
					`"meta":{"toolsetVersion":"1.0"}}`},
			{revised, "evo.content.get", `{"id":3,"fields":["id"],"with_tvs":["*"]}`,
				`{"item":{"id":3,"tvs":{"code":"none"},"tv_defaults":["code"]},"meta":{"toolsetVersion":"1.0"}}`},
			{public, "evo.content.search", `{"limit":9,"count_by":"tv:colour:d"}`,
				`{"items":[],"groups":[{"value":"grey","count":3},{"value":"blue","count":1},{"value":"red","count":1}],` +
					`"meta":{"limit":9,"offset":0,"count":0,"has_more":false,"total":5,"toolsetVersion":"1.0"}}`},
			{revised, "evo.content.search", `{"limit":9,"count_by":"tv:colour:d"}`,
				`{"items":[],"groups":[{"value":"grey","count":2},{"value":null,"count":1},{"value":"blue","count":1},` +
					`{"value":"red","count":1}],` +
					`"meta":{"limit":9,"offset":0,"count":0,"has_more":false,"total":5,"toolsetVersion":"1.0"}}`},
		} {
			if diff := cmp.Diff(c.want, callTool(t, tools, c.who, c.tool, c.arguments)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.arguments, diff)
			}
		}
	})
}

// TestDescribeDefaults describes ranges of values. They include a default where a document of the template has no
// value.
func TestDescribeDefaults(t *testing.T) {
	s := ownedSite()
	s.TVs = append(s.TVs,
		evosite.TV{ID: 5, Name: "rooms", Type: "number", Default: evosite.Text("7.50"), Templates: []int64{2}},
		evosite.TV{ID: 6, Name: "full", Type: "number", Default: evosite.Text("9"), Templates: []int64{2}},
		evosite.TV{ID: 7, Name: "unused", Type: "number", Default: evosite.Text("9"), Templates: []int64{3}},
		evosite.TV{ID: 8, Name: "computed", Type: "number", Default: evosite.Text("@EVAL return 1;"), Templates: []int64{2}},
		evosite.TV{ID: 9, Name: "low", Type: "number", Default: evosite.Text("-1"), Templates: []int64{2}},
	)
	for document, text := range map[int64]string{3: "2", 5: "4"} {
		s.Values = append(s.Values, evosite.Value{TV: 6, Document: document, Text: &text})
	}
	s.Values = append(s.Values, evosite.Value{TV: 9, Document: 3, Text: evosite.Text("1.5")})
	onEveryGeneration(t, s, func(t *testing.T, tools *toolset.Toolset) {
		for tv, want := range map[string]string{
			"event": `"times":"` + localTimes + `","documents":1,` +
				`"range":{"min":"2026-02-01T00:00:00Z","max":"2026-12-31T00:00:00Z"}}`,
			"price":    `"documents":1,"range":{"min":45,"max":99}}`,
			"rooms":    `"documents":null,"range":{"min":7.5,"max":7.5}}`,
			"full":     `"documents":2,"range":{"min":2,"max":4}}`,
			"unused":   `"documents":null}`,
			"computed": `"documents":null}`,
			"low":      `"documents":1,"range":{"min":-1,"max":1.5}}`,
		} {
			got := callTool(t, tools, public, "evo.site.describe", `{"tv":"`+tv+`"}`)
			if _, got, _ = strings.Cut(got, `"documents":5},`); !strings.Contains(got, want+`]`) {
				t.Errorf("%s: %s, want %s", tv, got, want)
			}
		}
	})
}

// TestDescribeLists counts the options of documents that have several. A text with commas is a list if all of its parts
// are options. Of one option nobody can choose several.
func TestDescribeLists(t *testing.T) {
	s := &evosite.Site{TVs: []evosite.TV{
		{ID: 1, Name: "bars", Type: "checkbox", Elements: "Red==r||Green==g||Blue, dark==b, d", Templates: []int64{1}},
		{ID: 2, Name: "commas", Type: "checkbox", Elements: "Red==r||Green==g", Templates: []int64{1}},
		{ID: 3, Name: "one", Type: "dropdown", Elements: "Red==r||Green==g", Templates: []int64{1}},
		{ID: 4, Name: "flag", Type: "checkbox", Elements: "Yes==1", Templates: []int64{1}},
	}}
	for i, values := range [][3]string{{"r||g", "r,g", "r"}, {"b, d", "g", "g"}, {"g", "g, x", "r, g"}} {
		id := int64(i + 1)
		s.Documents = append(s.Documents, evosite.Document{ID: id, Title: "a", Published: true, Template: 1})
		for n, text := range values {
			s.Values = append(s.Values, evosite.Value{TV: int64(n + 1), Document: id, Text: &text})
		}
	}
	tools := open(t, s, standard)
	for tv, want := range map[string]string{
		"bars": choose + `"separator":"||","documents":3,"values":[{"value":"g","documents":2},` +
			`{"value":"b, d","documents":1},{"value":"r","documents":1}]}`,
		"commas": choose + `"separator":",","documents":3,"values":[{"value":"g","documents":2},` +
			`{"value":"g, x","documents":1,"not_an_option":true},{"value":"r","documents":1}]}`,
		"one": choose + `"separator":",","documents":3,"values":[{"value":"g","documents":2},` +
			`{"value":"r","documents":2}]}`,
	} {
		if got := callTool(t, tools, public, "evo.site.describe", `{"tv":"`+tv+`"}`); !strings.Contains(got, `],`+want) {
			t.Errorf("%s: %s, want %s", tv, got, want)
		}
	}
	got := overviewOf(t, tools, public, 2000)
	const want = `: 1 3: bars (several of "r|g|b, d"), commas (several of "r|g"), one ("r|g"), flag ("1").`
	if !strings.HasSuffix(got, want) || !strings.Contains(got, "\nWhere a TV has several options, = finds one alone, ") {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestUncountedDefaults searches without use_default. The answer says which defaults meet all filters on their template
// variable, to callers who name a revision.
func TestUncountedDefaults(t *testing.T) {
	const long = `like this one, of which nobody needs all, because it says the same again and again: `
	s := ownedSite()
	s.TVs = append(s.TVs,
		evosite.TV{ID: 5, Name: "empty", Type: "text", Default: evosite.Text(""), Templates: []int64{1}},
		evosite.TV{ID: 6, Name: "computed", Type: "text", Default: evosite.Text("@EVAL return 1;"), Templates: []int64{1}},
		evosite.TV{ID: 7, Name: "tagged", Type: "text", Default: evosite.Text("[[Rate? &key=`s3`]]"), Templates: []int64{1}},
		evosite.TV{ID: 8, Name: "long", Type: "text", Default: evosite.Text(long + long), Templates: []int64{1}})
	onEveryGeneration(t, s, func(t *testing.T, tools *toolset.Toolset) {
		for _, c := range []struct {
			who           identity.Principal
			filters, want string
		}{
			{revised, `{"tv":"colour","op":"=","value":"Grey"}`, `{"colour":"grey"}`},
			{revised, `{"tv":"colour","op":"!=","value":"grey"}`, ``},
			{revised, `{"tv":"colour","op":"in","value":["red","grey"]}`, `{"colour":"grey"}`},
			{revised, `{"tv":"colour","op":"!null"}`, `{"colour":"grey"}`},
			{revised, `{"tv":"colour","op":"null"}`, ``},
			{revised, `{"tv":"colour","op":"=","value":"grey","use_default":true}`, ``},
			{revised, `{"tv":"colour","op":"like-r","value":"g"},{"tv":"code","op":"=","value":"none"}`,
				`{"colour":"grey","code":"none"}`},
			{revised, `{"tv":"colour","op":"like","value":"r"},{"tv":"colour","op":"like","value":"d"}`, ``},
			{revised, `{"tv":"event","op":">","value":"2026-03-01"}`, `{"event":"31-12-2026"}`},
			{revised, `{"tv":"event","op":"<","value":"2026-03-01"}`, ``},
			{revised, `{"tv":"price","op":">=","value":45,"cast":"NUMBER"}`, `{"price":"99,- €"}`},
			{revised, `{"tv":"price","op":"<","value":45,"cast":"NUMBER"}`, ``},
			{revised, `{"tv":"price","op":"=","value":99,"cast":"UNSIGNED"}`, `{"price":"99,- €"}`},
			{revised, `{"tv":"empty","op":"=","value":""},{"tv":"computed","op":"!null"},{"tv":"tagged","op":"!null"}`, ``},
			{revised, `{"tv":"long","op":"like","value":"again"}`,
				`{"long":"like this one, of which nobody needs all, because it says the same again and again: like this one, "}`},
			{public, `{"tv":"colour","op":"=","value":"grey"}`, ``},
		} {
			arguments := `{"limit":0,"include_total":true,"tv_filters":[` + c.filters + `]}`
			got := callTool(t, tools, c.who, "evo.content.search", arguments)
			_, found, _ := strings.Cut(got, `"toolsetVersion":"1.0"`)
			want := `}}`
			if c.want != "" {
				want = `,"defaults_not_counted":` + c.want + want
			}
			if found != want {
				t.Errorf("%s: %s, want %s", c.filters, got, want)
			}
		}
		got := callTool(t, tools, revised, "evo.content.search",
			`{"limit":1,"fields":["id"],"tv_filters":[{"tv":"code","op":"=","value":"none"}]}`)
		want := `{"items":[],"meta":{"limit":1,"offset":0,"count":0,"has_more":false,"toolsetVersion":"1.0",` +
			`"defaults_not_counted":{"code":"none"}}}`
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
		got = callTool(t, tools, revised, "evo.content.search",
			`{"limit":1,"fields":["id"],"query":"a","tv_filters":[{"tv":"code","op":"=","value":"none"}]}`)
		if !strings.Contains(got, `"defaults_not_counted":{"code":"none"}`) {
			t.Error(got)
		}
	})
}
