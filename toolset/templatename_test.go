package toolset_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// namesakes is the fixture with two templates of the same name, one with a hidden part in it, and with unused
// templates, one of which has a name that visitors do not see.
func namesakes() *evosite.Site {
	s := evosite.Fixture()
	s.Records["site_templates"] = append(slices.Clone(s.Records["site_templates"]),
		evosite.Record{
			"id": 5, "templatename": "Post [[Secret]]", "description": "", "category": 0, "locked": 0, "content": "",
		},
		evosite.Record{"id": 6, "templatename": "Unused", "description": "", "category": 0, "locked": 0, "content": ""},
		evosite.Record{"id": 7, "templatename": " [[Secret]] ", "description": "", "category": 0, "locked": 0, "content": ""})
	moved := slices.IndexFunc(s.Documents, func(d evosite.Document) bool {
		return d.Template == 3 && d.Published && !d.Deleted
	})
	s.Documents[moved].Template = 5
	return s
}

// TestTemplateName asks by the name of a template, and expects the answers of the calls with its id, byte for byte.
func TestTemplateName(t *testing.T) {
	onEveryGeneration(t, namesakes(), func(t *testing.T, tools *toolset.Toolset) {
		for _, who := range []identity.Principal{public, manager} {
			for id, name := range map[int]string{1: "Page", 2: " Product ", 6: "Unused"} {
				for tool, rest := range map[string]string{
					"evo.content.search": `,"limit":100,"include_total":true,"fields":["pagetitle","template_name"]`,
					"evo.site.describe":  `,"detail":"full"`,
				} {
					got := callTool(t, tools, who, tool, fmt.Sprintf(`{"template_name":%q%s}`, name, rest))
					want := callTool(t, tools, who, tool, fmt.Sprintf(`{"template":%d%s}`, id, rest))
					if got != want {
						t.Errorf("%s, template %s:\n%s, want\n%s", tool, name, got, want)
					}
				}
			}
		}
		ids := func(who identity.Principal, arguments string) []int64 {
			_, found := searchIDs(t, tools, who, `"limit":100,`+arguments)
			return found
		}
		posts, moved := ids(public, `"template":3`), ids(public, `"template":5`)
		both := slices.Sorted(slices.Values(slices.Concat(posts, moved)))
		if diff := cmp.Diff(both, ids(public, `"template_name":"Post"`)); diff != "" || len(moved) != 1 {
			t.Errorf("two templates that visitors see under one name (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(ids(manager, `"template":3`), ids(manager, `"template_name":"Post"`)); diff != "" {
			t.Errorf("the name as managers see it (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(moved, ids(manager, `"template_name":"Post [[Secret]]"`)); diff != "" {
			t.Errorf("the whole name, for managers (-want +got):\n%s", diff)
		}
	})
}

func TestTemplateNameErrors(t *testing.T) {
	tools, d := openDatabase(t, namesakes(), standard)
	hidden := bounds()
	hidden.Models = slices.DeleteFunc(allowlist.Models(), func(m allowlist.Model) bool { return m.Name == "SiteTemplate" })
	nameless := toolset.New(database(t, d.DSN), hidden)
	for _, c := range []struct {
		tools       *toolset.Toolset
		arguments   string
		suggestions []string
	}{
		{tools, `"template_name":"Prodcut"`, []string{"Product"}},
		{tools, `"template_name":"product"`, []string{"Product"}},
		{tools, `"template_name":"Post [[Secret]]"`, nil}, // visitors do not see that
		{tools, `"template_name":"2"`, nil},
		{tools, `"template_name":"  "`, nil},
		{tools, `"template_name":"Product","template":2`, nil},
		{nameless, `"template_name":"Product"`, nil},
		{nameless, `"template_name":"Prodcut"`, nil},
	} {
		for tool, arguments := range map[string]string{
			"evo.content.search": `{"limit":1,` + c.arguments + `}`, "evo.site.describe": `{` + c.arguments + `}`,
		} {
			f := refuse(t, c.tools, public, tool, arguments)
			if f.Kind != fault.InvalidParams || f.Field != "template_name" || !slices.Equal(f.Suggestions, c.suggestions) {
				t.Errorf("%s %s: %v at %q, suggestions %q", tool, arguments, f, f.Field, f.Suggestions)
			}
		}
	}
}
