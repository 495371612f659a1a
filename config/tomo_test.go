package config_test

import (
	"strings"
	"testing"

	"emcp/config"
	"emcp/internal/identity"
	"emcp/internal/profile"
	"emcp/internal/test/page"
)

// tomoExample returns the configuration that docs/hosters/tomo.md shows, with one text in the place of another.
func tomoExample(t *testing.T, change, to string) string {
	t.Helper()
	return page.Configuration(t, "../docs/hosters/tomo.md", "${EMCP_DB_PASSWORD}", "p", "c0ff...", hash, change, to)
}

// TestTOMO reads a server with the profile tomo.
func TestTOMO(t *testing.T) {
	c, err := config.Parse([]byte(tomoExample(t, "", "")), environment)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Servers[0]
	if s.Profile != &profile.TOMO || s.Tools == nil || len(s.Tools) != 0 || s.Output != config.OutputText ||
		s.ToolErrors != config.ErrorsRPC {
		t.Errorf("%+v", s)
	}
	if len(s.Bundle.Tools) != 2 || !strings.HasPrefix(string(s.Bundle.Tools[0].Meta),
		`{"tomo":{"intent":"marketplace.buy_product",`) {
		t.Errorf("%+v", s.Bundle)
	}
	if c.Auth.Tokens[0].Principal.Servers[0] != "tomo" || c.Auth.Tokens[0].Principal.View != identity.Public {
		t.Errorf("%+v", c.Auth.Tokens[0])
	}
}

// TestTOMOMistakes reports what TOMO would refuse, with the place.
func TestTOMOMistakes(t *testing.T) {
	const tool, other = "servers[0].profile: bundles.marketplace.tools[0].",
		"servers[0].profile: bundles.marketplace.tools[1]."
	const pricesMessage = "bundles.marketplace.tools[0].pricing_range.highest: must be a price of at least lowest and " +
		"at most 2147483647"
	const role = "search, get_detail, track, utility"
	for _, test := range []struct{ change, to, want string }{
		{
			"name: search_products", "name: searchProducts",
			tool + `name: "searchProducts" is not in snake_case with a verb and a noun, such as search_availability`,
		},
		{
			"name: search_products", "name: search",
			tool + `name: "search" is not in snake_case with a verb and a noun, such as search_availability`,
		},
		{"{name: marketplace}", "{name: marketplace, prefix: X_}",
			tool + `name: "X_search_products" is not in snake_case with a verb and a noun, such as search_availability` +
				"\n" + other + `name: "X_get_product" is not in snake_case with a verb and a noun, such as search_availability`},
		{"Searches products by words and a highest price.", strings.Repeat("é", 140), ""},
		{
			"Searches products by words and a highest price.", strings.Repeat("é", 141),
			tool + "description: has more than 140 characters",
		},
		{
			"meta:\n          tomo:", "meta:\n          tomos:",
			tool + "meta.tomo: must be an object that says which intent the tool serves; docs/hosters/tomo.md lists its members",
		},
		{"intent: marketplace.buy_product", "intend: marketplace.buy_product", tool + "meta.tomo: TOMO has no member intend"},
		{"            intent: marketplace.buy_product\n", "", tool + "meta.tomo.intent: is missing"},
		{
			"intent: marketplace.buy_product", "intent: buy product",
			tool + `meta.tomo.intent: "buy product" is not the id of an intent such as travel.book_hotel`,
		},
		{
			"intent_version: v1.0.0", "intent_version: 1.0.0",
			other + "meta.tomo.intent_version: is v1.0.0, but bundles.marketplace.tools[0] has 1.0.0 for the same intent",
		},
		{"intent_version: v1.0.0", "intent_version: v1.0",
			tool + `meta.tomo.intent_version: "v1.0" is not a semantic version such as v1.0.0` +
				"\n" + other +
				"meta.tomo.intent_version: is v1.0.0, but bundles.marketplace.tools[0] has v1.0 for the same intent"},
		{"intent_version: v1.0.0", "intent_version: 1", tool + "meta.tomo: intent_version has the wrong type"},
		{"tool_role: search", "tool_role: find", tool + `meta.tomo.tool_role: "find" is not one of ` + role},
		{
			"tool_role: search", "tool_role: create",
			tool + "meta.tomo.tool_role: emcp only reads, so no tool can have the role create; use one of " + role,
		},
		{"            result_widget: marketplace_listing_results\n", "", tool + "meta.tomo.result_widget: is missing"},
		{
			"result_widget: marketplace_listing_results", `result_widget: ""`,
			tool + `meta.tomo.result_widget: "" must be the name of a widget`,
		},
		{"time: 0.6", "time: 1.1", tool + "meta.tomo.ttbs_signals.time: must be a number from 0 to 1"},
		{"time: 0.6, ", "", tool + "meta.tomo.ttbs_signals.time: must be a number from 0 to 1"},
		{
			"time: 0.6", "time: 0.6, price: 1", tool + "meta.tomo.ttbs_signals.price: is not one of time, taste, budget, safety",
		},
		{"time: 0.6", `time: "0.6"`, tool + "meta.tomo: ttbs_signals.time has the wrong type"},
		{
			"            ttbs_signals: {time: 0.6, taste: 0.8, budget: 0.5, safety: 0.7}\n", "",
			tool + "meta.tomo.ttbs_signals: is missing",
		},
		{
			"service_area: [Bangalore, Mumbai]", "service_area: []",
			tool + "meta.tomo.service_area: must be a list of cities or pincodes",
		},
		{"service_area: [Bangalore, Mumbai]", "service_area: Mumbai", tool + "meta.tomo: service_area has the wrong type"},
		{"pricing_band: good", "pricing_band: best", tool + `meta.tomo.pricing_band: "best" is not one of ok, good, great`},
		{
			"https://www.automobnxt.com/", "http://www.automobnxt.com/",
			tool + `meta.tomo.completion_callback: "http://www.automobnxt.com/api/v1/cpc/mcp_provider/p1" ` +
				wrongCallbackMessage,
		},
		{
			"mcp_provider/p1", "p1", tool + `meta.tomo.completion_callback: "https://www.automobnxt.com/api/v1/cpc/p1" ` +
				wrongCallbackMessage,
		},
		{"{id: {$path: /id}, name", "{adBid: 1, name", tool + "result: TOMO refuses the field adBid; remove it"},
		{
			"page: {$path: /url}}}", "page: {why: {sponsored-rank: 1}}}}",
			tool + "result: TOMO refuses the field sponsored-rank; remove it",
		},
		{"        result:\n          listings: {$path: /items, $each: {id: {$path: /id}, name: {$path: /pagetitle}, price: " +
			"{$path: /tvs/price}, page: {$path: /url}}}\n",
			"        result: {$text: \"{n}\", n: {$path: /items/0/pagetitle}}\n",
			tool + "result: TOMO reads JSON; return an object that has the text as a member"},
		{"{lowest: 5, highest: 250, currency: EUR}", "{lowest: 5, currency: EUR}", pricesMessage},
		{"{lowest: 5, highest: 250, currency: EUR}", "{lowest: 250.5, highest: 250, currency: EUR}", pricesMessage},
		{"{lowest: 5, highest: 250, currency: EUR}", "{lowest: 5, highest: .inf, currency: EUR}", pricesMessage},
		{"{lowest: 5, highest: 250, currency: EUR}", "{lowest: 250, highest: 250, currency: INR}", ""},
		{"{lowest: 5, highest: 250, currency: EUR}", "{highest: 250, currency: JPY}", ""},
		{
			"{lowest: 5, highest: 250, currency: EUR}", "{lowest: -5, highest: 250, currency: EUR}",
			"bundles.marketplace.tools[0].pricing_range.lowest: must be a price of at least 0",
		},
		{
			"{lowest: 5, highest: 250, currency: EUR}", "{lowest: 5, highest: 250}",
			`bundles.marketplace.tools[0].pricing_range.currency: "" is not the code of a currency, such as INR`,
		},
		{
			"currency: EUR", "currency: euro",
			`bundles.marketplace.tools[0].pricing_range.currency: "euro" is not the code of a currency, such as INR`,
		},
		{
			"currency: EUR", "currency: eur",
			`bundles.marketplace.tools[0].pricing_range.currency: "eur" is not the code of a currency, such as INR`,
		},
		{
			"currency: EUR", "currency: QQQ",
			`bundles.marketplace.tools[0].pricing_range.currency: "QQQ" is not the code of a currency, such as INR`,
		},
		{"pricing_band: good", "pricing_range: {lowest: 5}", tool + "meta.tomo: TOMO has no member pricing_range"},
		{"        call: evo.content.get\n", "        call: evo.content.get\n        codes: {nothing_found: listing.gone}\n",
			other + `codes.nothing_found: "listing.gone" is not a code such as LISTING_NOT_FOUND`},
		{
			", bundles: [{name: marketplace}]}", "}",
			"servers[0].bundles: the profile tomo shows only tools of bundles; mount a bundle with tools",
		},
		{
			"profile: tomo", "profile: tomo, tools: [evo.content.get]",
			"servers[0].tools: the profile tomo " + toolsOfProfileMessage,
		},
		{
			"profile: tomo", "profile: tomo, output: structured",
			"servers[0].output: the profile tomo needs text; remove output or profile",
		},
		{
			"profile: tomo", "profile: tomo, tool_errors: result",
			"servers[0].tool_errors: the profile tomo needs rpc; remove tool_errors or profile",
		},
		{
			"profile: tomo,", "profile: tomo, upstreams: [crm],",
			"servers[0].upstreams: the profile tomo shows only tools of bundles; remove upstreams or profile",
		},
		{"    tools:\n", "    prompts: [{name: ask, description: Asks, text: Ask}]\n    tools:\n",
			"servers[0].bundles: the profile tomo has no prompts and no resources; move them to another bundle"},
	} {
		text := tomoExample(t, test.change, test.to)
		if strings.Contains(test.to, "upstreams") {
			text += "upstreams: {crm: {url: \"https://crm.example.com/mcp\"}}\n"
		}
		_, err := config.Parse([]byte(text), environment)
		if got := errorText(err); got != test.want {
			t.Errorf("%s instead of %s:\n%s\nwant\n%s", test.to, test.change, got, test.want)
		}
	}
}

// errorText returns the text of an error, empty for none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestMetaOfTools refuses what cannot be the _meta of a tool.
func TestMetaOfTools(t *testing.T) {
	const place = "bundles.shop.tools[0].meta: "
	for _, test := range []struct{ meta, want string }{
		{"{a: 1, example.com/shelf: {b: [x]}, a.b-c_d: null}", ""},
		{"[1]", place + "must be an object of at most 16384 bytes"},
		{"{a: " + strings.Repeat("x", 16<<10) + "}", place + "must be an object of at most 16384 bytes"},
		{"{a b: 1}", place + `"a b" ` + wrongMetaMessage},
		{"{emcp/upstream: 1}", place + `"emcp/upstream" ` + wrongMetaMessage},
		{"{io.modelcontextprotocol/a: 1}", place + `"io.modelcontextprotocol/a" ` + wrongMetaMessage},
		{"{tools.mcp.com/a: 1}", place + `"tools.mcp.com/a" ` + wrongMetaMessage},
		{"{com.example.mcp/a: 1}", ""},
	} {
		text := strings.Replace(shop, "description: Finds products.",
			"description: Finds products.\n        meta: "+test.meta, 1)
		c, err := config.Parse([]byte(base+text+"servers: [{handle: a, site: main, bundles: [{name: shop}]}]"), environment)
		if got := errorText(err); got != test.want {
			t.Errorf("%.100s: %s, want %s", test.meta, got, test.want)
		}
		if err == nil && c.Servers[0].Bundle.Tools[0].Meta == nil {
			t.Errorf("%s is lost", test.meta)
		}
	}
}
