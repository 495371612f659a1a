package check_test

import (
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// TestBundles checks declared tools as emcp does at the start, and calls their examples as a visitor.
func TestBundles(t *testing.T) {
	s, live := newSite(t).narrow(t), liveSite(t, nil)
	found := func(tool, keys string) string {
		t.Helper()
		// What the site's entry allows, declared tools may use.
		text := strings.NewReplacer("{main: {", "{main: {pages: {enabled: true}, tv_types: {price: {money: EUR}}, "+keys,
			"https://www.example.com/", live).
			Replace(s.config(everybody)) + "bundles:\n  shop:\n    tools:\n      - " + tool +
			"\nservers: [{handle: shop, site: main, bundles: [{name: shop}]}]\n"
		return aboutShop(t, text)
	}
	const good = `{name: dear, description: What costs a lot., call: evo.content.search, with: {limit: 1, ` +
		`tv_filters: [{tv: price, op: ">", value: {$argument: price}}]},
        arguments: {type: object, properties: {price: {type: string}}, required: [price]}, examples: [{price: "90"}, ` +
		`{price: "1"}]}`
	for _, c := range []struct{ tool, want string }{
		{good, "ok 1 tool(s), 0 prompt(s), 0 resource(s)\nok 2 example(s) answered\n"},
		{
			`{name: home, description: Reads the first page., call: evo.content.get, with: {id: 1, format: page, fields: ` +
				`[content]}}`,
			"ok 1 tool(s), 0 prompt(s), 0 resource(s)\n",
		},
		{strings.Replace(good, "tv: price", "tv: prize", 1),
			"ok 1 tool(s), 0 prompt(s), 0 resource(s)\nwarning bundles.shop.tools[0].examples[0]: the tool " +
				"evo.content.search, which this one calls, answers: " +
				"tv_filters[0].tv: the site has no template variable of this name; did you mean " +
				"price?\nbundles.shop.tools[0].examples[1]: "},
		{
			strings.Replace(good, "limit: 1", "limit: 1000", 1),
			"error bundles.shop.tools[0].steps[0].with: limit must be an integer between 1 and 100, or 0 with include_total",
		},
		{
			strings.Replace(good, `{price: "1"}`, `{prize: "1"}`, 1),
			"error bundles.shop.tools[0].examples[1]: prize: unknown argument; known here: price",
		},
	} {
		if got := found(c.tool, ""); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n%s\nwant %s", c.tool, got, c.want)
		}
	}
	const unknown = "ok 1 tool(s), 0 prompt(s), 0 resource(s)\nwarning bundles.shop.tools[0].examples[0]: the tool " +
		"evo.content.search, which this one calls, answers: " +
		"tv_filters[0].tv: the site has no template variable of this name"
	if got := found(good, "hidden_tvs: [price], "); !strings.HasPrefix(got, unknown) { // as emcp serve answers a visitor
		t.Error(got)
	}
}

// aboutShop returns what emcp check says of the declared tools of the server shop.
func aboutShop(t *testing.T, config string) string {
	t.Helper()
	var found strings.Builder
	for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{}).Findings {
		if f.Subject == "bundles of server shop" || f.Subject == "examples of server shop" {
			found.WriteString(string(f.Level) + " " + f.What + "\n")
		}
	}
	return found.String()
}

// TestBundlesWithoutDatabase finds what is wrong with declared tools while the database does not answer.
func TestBundlesWithoutDatabase(t *testing.T) {
	const config = `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
auth: {modes: [none]}
servers: [{handle: shop, site: main, bundles: [{name: shop}]}]
bundles: {shop: {tools: [{name: newest, description: The newest page., call: evo.content.search, with: {limit: 1}, ` +
		`examples: [{}]}]}}
`
	if got, want := aboutShop(t, config), "ok 1 tool(s), 0 prompt(s), 0 resource(s)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	wrong := strings.Replace(config, "limit: 1", "limit: 1000", 1)
	if got, want := aboutShop(t, wrong),
		"error bundles.shop.tools[0].steps[0].with: limit must be an integer between 1 and 100, or 0 "+
			"with include_total\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
