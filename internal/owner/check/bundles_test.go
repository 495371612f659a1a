package check_test

import (
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// TestBundles calls the examples of declared tools as a visitor.
func TestBundles(t *testing.T) {
	s, live := newSite(t).narrow(t), liveSite(t, nil)
	found := func(tool, keys string) string {
		t.Helper()
		// What the site's entry allows, declared tools may use.
		text := strings.NewReplacer("{main: {", "{main: {pages: {enabled: true}, tv_types: {price: {money: EUR}}, "+keys, "https://www.example.com/", live).
			Replace(s.config(everybody)) + "bundles:\n  shop:\n    tools:\n      - " + tool + "\nservers: [{handle: shop, site: main, bundles: [{name: shop}]}]\n"
		for _, f := range check.File(t.Context(), written(t, text), noEnvironment, check.More{}).Findings {
			if f.Subject == "bundles of server shop" {
				return string(f.Level) + " " + f.What
			}
		}
		return "no finding"
	}
	const good = `{name: dear, description: What costs a lot., call: evo.content.search, with: {limit: 1, tv_filters: [{tv: price, op: ">", value: {$argument: price}}]},
        arguments: {type: object, properties: {price: {type: string}}, required: [price]}, examples: [{price: "90"}, {price: "1"}]}`
	for _, c := range []struct{ tool, want string }{
		{good, "ok 1 tool(s), 0 prompt(s), 0 resource(s); 2 example(s) answered"},
		{
			`{name: home, description: Reads the first page., call: evo.content.get, with: {id: 1, format: page, fields: [content]}}`,
			"ok 1 tool(s), 0 prompt(s), 0 resource(s); 0 example(s) answered",
		},
		{strings.Replace(good, "tv: price", "tv: prize", 1), "warning bundles.shop.tools[0].examples[0]: the tool evo.content.search, which this one calls, answers: " +
			"tv_filters[0].tv: the site has no template variable of this name; did you mean price?\nbundles.shop.tools[0].examples[1]: "},
		{strings.Replace(good, "limit: 1", "limit: 1000", 1), "error bundles.shop.tools[0].steps[0].with: limit must be an integer between 1 and 100, or 0 with include_total"},
		{strings.Replace(good, `{price: "1"}`, `{prize: "1"}`, 1), "error bundles.shop.tools[0].examples[1]: prize: unknown argument; known here: price"},
	} {
		if got := found(c.tool, ""); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n%s\nwant %s", c.tool, got, c.want)
		}
	}
	const unknown = "warning bundles.shop.tools[0].examples[0]: the tool evo.content.search, which this one calls, answers: " +
		"tv_filters[0].tv: the site has no template variable of this name"
	if got := found(good, "hidden_tvs: [price], "); !strings.HasPrefix(got, unknown) { // as emcp serve answers a visitor
		t.Error(got)
	}
}
