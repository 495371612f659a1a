package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestCounts counts documents in both views by every grouping.
func TestCounts(t *testing.T) {
	onEveryGeneration(t, readable(), testCounts)
}

func testCounts(t *testing.T, tools *toolset.Toolset) {
	answer := func(groups, meta string, words ...string) string {
		return `{"items":[],"groups":[` + groups + `],"meta":{` + meta + `,"toolsetVersion":"1.0"` +
			strings.Join(words, "") + `}}`
	}
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		{public, `{"limit":20,"count_by":"template"}`, answer(
			`{"value":2,"label":"Product","count":8},{"value":1,"label":"Page","count":5},{"value":3,"label":"Post","count":3}`,
			`"limit":20,"offset":0,"count":0,"has_more":false,"total":16`)},
		// The draft 26 has no label, as visitors do not see it.
		{public, `{"limit":20,"count_by":"parent"}`, answer(
			`{"value":2,"label":"Shop","count":5},{"value":0,"count":3},{"value":3,"label":"Blog","count":3},`+
				`{"value":21,"label":"Outdoor","count":3},{"value":24,"label":"Garden","count":1},{"value":26,"count":1}`,
			`"limit":20,"offset":0,"count":0,"has_more":false,"total":16`)},
		{manager, `{"limit":2,"count_by":"parent","parent":2}`, answer(
			`{"value":2,"label":"Shop","count":12},{"value":21,"label":"Outdoor","count":3}`,
			`"limit":2,"offset":0,"count":0,"has_more":true,"total":17`)},
		{public, `{"limit":20,"count_by":"year","template":3}`, answer(
			`{"value":2026,"count":3}`, `"limit":20,"offset":0,"count":0,"has_more":false,"total":3`)},
		{public, `{"limit":20,"count_by":"tv:color","template":2}`, answer(
			`{"value":null,"count":4},{"value":"100%_|pure","count":1},{"value":"Red","count":1},{"value":"dark red",`+
				`"count":1},{"value":"red","count":1}`,
			`"limit":20,"offset":0,"count":0,"has_more":false,"total":8`)},
		{public,
			`{"limit":20,"count_by":"tv:in-stock","tv_filters":[{"tv":"price","op":">","value":"90","cast":"DECIMAL(10,2)"}]}`,
			answer(
				`{"value":null,"count":1},{"value":"0","count":1},{"value":"1","count":1}`,
				`"limit":20,"offset":0,"count":0,"has_more":false,"total":3`)},
		{public, `{"limit":20,"count_by":"template","query":"chair"}`, answer(
			`{"value":1,"label":"Page","count":1},{"value":2,"label":"Product","count":1}`,
			`"limit":20,"offset":0,"count":0,"has_more":false,"total":2`, `,"words":{"chair":2}`)},
		// A parameter of a snippet, which visitors cannot read.
		{public, `{"limit":20,"count_by":"template","query":"count"}`,
			answer(``, `"limit":20,"offset":0,"count":0,"has_more":false,"total":0`, `,"words":{"count":0}`)},
		{manager, `{"limit":20,"count_by":"template","query":"count"}`, answer(
			`{"value":1,"label":"Page","count":1}`, `"limit":20,"offset":0,"count":0,"has_more":false,"total":1`,
			`,"words":{"count":1}`)},
		{public, `{"limit":20,"count_by":"template","published":false}`,
			answer(``, `"limit":20,"offset":0,"count":0,"has_more":false,"total":0`)},
		{public, `{"limit":0,"include_total":true,"template":2}`,
			`{"items":[],"meta":{"limit":0,"offset":0,"count":0,"has_more":true,"total":8,"toolsetVersion":"1.0"}}`},
		{public, `{"limit":0,"include_total":true,"query":"count"}`,
			`{"items":[],"meta":{"limit":0,"offset":0,"count":0,"has_more":false,"total":0,"toolsetVersion":"1.0",` +
				`"words":{"count":0}}}`},
		{public, `{"limit":0,"include_total":true,"query":"chair tables","match":"all"}`,
			`{"items":[],"meta":{"limit":0,"offset":0,"count":0,"has_more":false,"total":0,"toolsetVersion":"1.0",` +
				`"words":{"chair":2,"tables":1}}}`},
	} {
		if diff := cmp.Diff(c.want, callTool(t, tools, c.who, "evo.content.search", c.arguments)); diff != "" {
			t.Errorf("%s: %s", c.arguments, diff)
		}
	}
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		// With :d, a document without a value counts under the default, as in with_tvs; a hidden value has none, as in
		// tv_filters.
		{public, `"count_by":"tv:color:d","template":2`,
			`{"value":"none","count":4},{"value":"100%_|pure","count":1},{"value":"Red","count":1},{"value":"dark red",` +
				`"count":1},{"value":"red","count":1}`},
		{public, `"count_by":"tv:in-stock:d","template":2`,
			`{"value":null,"count":5},{"value":"1","count":2},{"value":"0","count":1}`},
	} {
		got := callTool(t, tools, c.who, "evo.content.search", `{"limit":20,`+c.arguments+`}`)
		if want := answer(c.want, `"limit":20,"offset":0,"count":0,"has_more":false,"total":8`); got != want {
			t.Errorf("%s: %s", c.arguments, cmp.Diff(want, got))
		}
	}
	for by, near := range map[string]string{"color": "tv:color", "color:d": "tv:color:d", "yeer": "year"} {
		f := refuse(t, tools, public, "evo.content.search", fmt.Sprintf(`{"limit":5,"count_by":%q}`, by))
		if diff := cmp.Diff([]string{near}, f.Suggestions); f.Field != "count_by" || diff != "" {
			t.Errorf("%s: %v\n%s", by, f, diff)
		}
	}
	f := refuse(t, tools, public, "evo.content.search", `{"limit":5,"order_by":"price"}`)
	if !strings.HasSuffix(f.Message, "; tv_order sorts by template variables") {
		t.Error(f)
	}
	f = refuse(t, tools, public, "evo.content.search", `{"limit":5,"count_by":"tv:prize"}`)
	if f.Kind != fault.UnknownTV || f.Field != "count_by" {
		t.Errorf("a template variable that is not there: %v at %s", f, f.Field)
	}
}

// TestCountsOfHiddenValues counts by values that visitors cannot read: of a restricted variable, with tags, and of
// bindings.
func TestCountsOfHiddenValues(t *testing.T) {
	site := evosite.Fixture()
	for i := range site.Values {
		if v := &site.Values[i]; v.TV == 2 && v.Document == 10 {
			v.Text = evosite.Text("red [[Stock? &key=`secret`]]")
		} else if v.TV == 2 && v.Document == 22 {
			v.Text = evosite.Text("@SELECT secret FROM users")
		}
	}
	site.TVs[2].Elements = "Yes [[Secret]]==1||0==0"
	tools, d := openDatabase(t, site, standard)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_templates SET templatename = 'Product [[Secret]]' WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	for arguments, groups := range map[string]string{
		`"count_by":"template"`:    `{"value":2,"label":"Product ","count":8}`,
		`"count_by":"tv:in-stock"`: `{"value":null,"count":5},{"value":"1","label":"Yes ","count":2},{"value":"0","count":1}`,
		`"count_by":"tv:color:d"`:  `{"value":"none","count":6},{"value":"100%_|pure","count":1},{"value":"Red","count":1}`,
	} {
		got := callTool(t, tools, public, "evo.content.search", `{"limit":20,"template":2,`+arguments+`}`)
		if _, rest, _ := strings.Cut(got, `"groups":[`); !strings.HasPrefix(rest, groups+"]") {
			t.Errorf("%s: %s", arguments, got)
		}
	}
	got := callTool(t, tools, public, "evo.content.search", `{"limit":20,"count_by":"tv:color","template":2}`)
	want := `{"items":[],"groups":[{"value":null,"count":6},{"value":"100%_|pure","count":1},{"value":"Red","count":1}],` +
		`"meta":{"limit":20,"offset":0,"count":0,"has_more":false,"total":8,"toolsetVersion":"1.0"}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
