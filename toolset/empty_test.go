package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
)

// A site without documents, templates and template variables gets empty answers.
func TestEmptySite(t *testing.T) {
	for _, generation := range []string{"3.1", "3.5"} {
		tools := open(t, &evosite.Site{}, evosite.Options{Prefix: "evo_", Generation: generation, NoTags: true})
		const none = `{"items":[],"meta":{"limit":5,"offset":0,"count":0,"has_more":false,"total":0,"toolsetVersion":"1.0"}}`
		for _, c := range []struct{ tool, arguments, want string }{
			{"evo.content.search", `{"limit":5,"include_total":true}`, none},
			{"evo.content.search", `{"limit":5,"include_total":true,"query":"anything at all","fields":["url","content"]}`,
				strings.Replace(none, `"1.0"`, `"1.0","words":{"anything":0,"at":0,"all":0}`, 1)},
			{"evo.content.root_tree", `{"limit":5,"include_total":true,"depth":6}`, none},
			{"evo.content.descendants", `{"id":0,"limit":5,"include_total":true}`, none},
			{"evo.content.children", `{"id":0,"limit":5,"include_total":true,"fields":["path"]}`, none},
			{"evo.content.ancestors", `{"id":1,"limit":5,"include_total":true}`, none},
			{"evo.content.get", `{"id":1,"fields":["content","url"]}`, `{"item":null,"meta":{"toolsetVersion":"1.0"}}`},
			{"evo.model.list", `{"model":"SiteTmplvar","limit":5}`,
				`{"items":[],"meta":{"limit":5,"offset":0,"count":0,"has_more":false,"toolsetVersion":"1.0",` +
					`"model":"SiteTmplvar"}}`},
		} {
			if diff := cmp.Diff(c.want, callTool(t, tools, public, c.tool, c.arguments)); diff != "" {
				t.Errorf("Evolution %s, %s %s (-want +got):\n%s", generation, c.tool, c.arguments, diff)
			}
		}
	}
}
