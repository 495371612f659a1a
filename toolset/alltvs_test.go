package toolset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// everyTVSite is the fixture with template variables that some documents or callers do not have: cost is for group 2
// only, gone belongs to no template, computed has a default that only the site can compute, and token has a sensitive
// name.
func everyTVSite() *evosite.Site {
	s := evosite.Fixture()
	s.TVs = []evosite.TV{
		{ID: 1, Name: "price", Templates: []int64{2}},
		{ID: 2, Name: "color", Default: evosite.Text("none"), Templates: []int64{2, 1}},
		{ID: 3, Name: "cost", Default: evosite.Text("0"), Templates: []int64{2}},
		{ID: 4, Name: "gone", Default: evosite.Text("yes")},
		{ID: 5, Name: "computed", Default: evosite.Text("@EVAL return 1;"), Templates: []int64{2}},
		{ID: 6, Name: "access_token", Default: evosite.Text("x"), Templates: []int64{2}},
		{ID: 7, Name: "details", Type: "richtext", Templates: []int64{2}},
	}
	s.Values = []evosite.Value{
		{TV: 1, Document: 10, Text: evosite.Text("99.50")}, {TV: 3, Document: 10, Text: evosite.Text("70")},
		{TV: 4, Document: 10, Text: evosite.Text("no")},
		{TV: 2, Document: 11, Text: evosite.Text("")}, {TV: 6, Document: 10, Text: evosite.Text("x")},
		{TV: 7, Document: 10, Text: evosite.Text("<b>Oak</b>")}, {TV: 1, Document: 21, Text: evosite.Text("1")},
	}
	s.Tags = nil
	s.Records["site_tmplvar_access"] = []evosite.Record{{"tmplvarid": 3, "documentgroup": 2}}
	return s
}

// TestEveryTV asks for all template variables of documents.
func TestEveryTV(t *testing.T) {
	onEveryGeneration(t, everyTVSite(), func(t *testing.T, tools *toolset.Toolset) {
		author := identity.Principal{View: identity.Manager, Member: &identity.Member{Role: 3}}
		staff := identity.Principal{View: identity.Manager, Member: &identity.Member{Role: 2, Groups: []int64{2}}}
		const get, list = "evo.content.get", "evo.content.children"
		for _, c := range []struct {
			who                   identity.Principal
			tool, arguments, want string
		}{
			{public, get, `{"id":10,"fields":["id"],"with_tvs":["*"]}`,
				`{"item":{"id":10,"tvs":{"color":"none","computed":null,"details":"<b>Oak</b>","price":"99.50"},` +
					`"tv_defaults":["color"]},"meta":{"toolsetVersion":"1.0"}}`},
			{public, get, `{"id":10,"fields":["id"],"with_tvs":["*"],"format":"markdown"}`,
				`{"item":{"id":10,"tvs":{"color":"none","computed":null,"details":"**Oak**","price":"99.50"},` +
					`"tv_defaults":["color"]},"meta":{"toolsetVersion":"1.0"}}`},
			{author, get, `{"id":10,"fields":["id"],"with_tvs":["*"]}`,
				`{"item":{"id":10,"tvs":{"color":"none","computed":"@EVAL return 1;","details":"<b>Oak</b>","price":"99.50"},` +
					`"tv_defaults":["color","computed"]},"meta":{"toolsetVersion":"1.0"}}`},
			{staff, get, `{"id":10,"fields":["id"],"with_tvs":["*"]}`,
				`{"item":{"id":10,"tvs":{"color":"none","computed":"@EVAL return 1;","cost":"70","details":"<b>Oak</b>",` +
					`"price":"99.50"},"tv_defaults":["color","computed"],"tv_staff":["cost"]},"meta":{"toolsetVersion":"1.0"}}`},
			{staff, get, `{"ids":[10,11],"fields":["id"],"with_tvs":["*"],"omit_empty":true}`,
				`{"items":[{"id":10,"tvs":{"color":"none","computed":"@EVAL return 1;","cost":"70","details":"<b>Oak</b>",` +
					`"price":"99.50"},"tv_defaults":["color","computed"],"tv_staff":["cost"]},{"id":11,` +
					`"tvs":{"computed":"@EVAL return 1;","cost":"0"},"tv_defaults":["computed","cost"],` +
					`"tv_staff":["cost"]}],"meta":{"count":2,"toolsetVersion":"1.0"}}`},
			{staff, get, `{"id":10,"fields":["id"],"with_tvs":["cost","price"]}`,
				`{"item":{"id":10,"tvs":{"cost":"70","price":"99.50"}},"meta":{"toolsetVersion":"1.0"}}`},
			// An empty string is a value.
			{public, get, `{"ids":[11,1,31],"fields":["id"],"with_tvs":["*"]}`,
				`{"items":[{"id":11,"tvs":{"color":"","computed":null,"details":null,"price":null}},{"id":1,` +
					`"tvs":{"color":"none"},"tv_defaults":["color"]},` +
					`{"id":31,"tvs":{}}],"meta":{"count":3,"toolsetVersion":"1.0"}}`},
			// A value that is left over from another template.
			{public, list, `{"id":2,"limit":1,"offset":4,"fields":["id"],"with_tvs":["*"]}`,
				`{"items":[{"id":21,"tvs":{"color":"none"},"tv_defaults":["color"]}],"meta":{"limit":1,"offset":4,"count":1,` +
					`"has_more":false,"toolsetVersion":"1.0"}}`},
		} {
			if diff := cmp.Diff(c.want, callTool(t, tools, c.who, c.tool, c.arguments)); diff != "" {
				t.Errorf("%s %s %s (-want +got):\n%s", c.who.View, c.tool, c.arguments, diff)
			}
		}
		f := refuse(t, tools, public, get, `{"id":10,"with_tvs":["*","price"]}`)
		if f.Kind != fault.InvalidParams || f.Field != "with_tvs" {
			t.Errorf("other elements: %v at %q", f, f.Field)
		}
	})
}

// TestEveryTVOfNone asks for all template variables of a site that has none.
func TestEveryTVOfNone(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{{ID: 1, Published: true}}}
	got := callTool(t, open(t, site, standard), public, "evo.content.get", `{"id":1,"fields":["id"],"with_tvs":["*"]}`)
	if want := `{"item":{"id":1,"tvs":{}},"meta":{"toolsetVersion":"1.0"}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
