package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"emcp/bundle"
	"emcp/config"
)

// shop is a bundle with one of everything.
const shop = `
bundles:
  shop:
    tools:
      - name: find
        title: Find products
        description: Finds products.
        arguments:
          type: object
          properties: {words: {type: string}}
          required: [words]
        call: evo.content.search
        with: {query: {$argument: words}, limit: 5}
        not_found: There is no such product.
        codes: {invalid_params: shop.bad, nothing_found: shop.none}
        result: {first: {$path: /items/0/pagetitle}}
        examples: [{words: chair}]
      - name: first
        description: Opens the first page.
        steps:
          - {name: hits, call: evo.content.search, with: {limit: 1}}
          - {call: evo.content.get, with: {id: {$step: hits, $path: /items/0/id}}, not_found: There is no page.}
    prompts:
      - name: offer
        description: Writes an offer.
        arguments: [{name: customer, description: Who asks, required: true}, {name: tone}]
        text: |
          Write an offer for {customer}.
          Write it in this tone: {tone}
    resources:
      - {uri: "shop://prices", name: prices, title: Prices, tool: find, arguments: {words: price}}
  more:
    tools:
      - {name: find, description: Finds more., call: evo.content.root_tree, with: {limit: 1}}
`

// TestBundles reads bundles, which servers mount with and without a prefix.
func TestBundles(t *testing.T) {
	c, err := config.Parse(
		[]byte(base+shop+
			"servers: [{handle: a, site: main, bundles: [{name: shop}]}, {handle: b, site: main, bundles: [{name: more}, "+
			"{name: shop, prefix: shop_}]}]"), environment)
	if err != nil {
		t.Fatal(err)
	}
	template := func(text string) bundle.Template {
		parsed, err := bundle.ParseTemplate(jsontext.Value(text))
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	result := template(`{"first":{"$path":"/items/0/pagetitle"}}`)
	want := bundle.Bundle{
		Tools: []bundle.Tool{
			{
				Place: "bundles.shop.tools[0]", Name: "find", Title: "Find products", Description: "Finds products.",
				Arguments: jsontext.Value(`{"type":"object","properties":{"words":{"type":"string"}},"required":["words"]}`),
				Steps: []bundle.Step{
					{
						Tool: "evo.content.search", With: template(`{"query":{"$argument":"words"},"limit":5}`),
						NotFound: "There is no such product.",
					},
				},
				Codes:  bundle.Codes{InvalidParams: "shop.bad", NothingFound: "shop.none"},
				Result: &result, Examples: []jsontext.Value{jsontext.Value(`{"words":"chair"}`)},
			}, {
				Place: "bundles.shop.tools[1]", Name: "first", Description: "Opens the first page.",
				Steps: []bundle.Step{
					{Name: "hits", Tool: "evo.content.search", With: template(`{"limit":1}`)},
					{
						Tool: "evo.content.get", With: template(`{"id":{"$step":"hits","$path":"/items/0/id"}}`),
						NotFound: "There is no page.",
					},
				},
			},
		},
		Prompts: []bundle.Prompt{{
			Place: "bundles.shop.prompts[0]", Name: "offer", Description: "Writes an offer.",
			Arguments: []bundle.PromptArgument{{Name: "customer", Description: "Who asks", Required: true}, {Name: "tone"}},
			Text:      "Write an offer for {customer}.\nWrite it in this tone: {tone}\n",
		}},
		Resources: []bundle.Resource{{
			Place: "bundles.shop.resources[0]", URI: "shop://prices", Name: "prices", Title: "Prices", Tool: "find",
			Arguments: jsontext.Value(`{"words":"price"}`),
		}},
	}
	got := c.Servers[0].Bundle
	if got.Tools[0].Source == got.Tools[1].Source {
		t.Error("two tools have the same source")
	}
	for i := range got.Tools {
		got.Tools[i].Source = ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("without a prefix (-want +got):\n%s", diff)
	}
	var names []string
	for _, tool := range c.Servers[1].Bundle.Tools {
		names = append(names, tool.Name)
	}
	names = append(names, c.Servers[1].Bundle.Prompts[0].Name, c.Servers[1].Bundle.Resources[0].Tool)
	if diff := cmp.Diff([]string{"find", "shop_find", "shop_first", "shop_offer", "shop_find"}, names); diff != "" {
		t.Errorf("with a prefix (-want +got):\n%s", diff)
	}
}

// TestBundlesThatAreWrong reports what is wrong with bundles, with the place.
func TestBundlesThatAreWrong(t *testing.T) {
	const mounted = "servers: [{handle: a, site: main, bundles: [{name: shop}]}]\n"
	for _, c := range []struct{ change, to, servers, want string }{
		{"", "", "servers: [{handle: a, site: main, bundles: [{name: shop}, {name: more}]}]",
			`servers[0].bundles: bundles.shop.tools[0] and bundles.more.tools[0] are both the tool find` + renameMessage},
		{"", "", "servers: [{handle: a, site: main, bundles: [{name: shop, prefix: a_}, {name: shop, prefix: b_}]}]",
			`servers[0].bundles: bundles.shop.resources[0] and bundles.shop.resources[0] are both the resource shop://prices` +
				renameMessage},
		{
			"", "", "servers: [{handle: a, site: main, bundles: [{name: shops}]}]",
			`servers[0].bundles[0].name: there is no bundle "shops"; did you mean shop?`,
		},
		{"", "", "servers: [{handle: a, site: main, bundles: [{name: shop, prefix: evo.}]}]",
			`servers[0].bundles[0].prefix: "evo." ` + wrongNameMessage},
		{"name: find\n        title", "name: evo.find\n        title", mounted,
			`bundles.shop.tools[0].name: "evo.find" ` + wrongNameMessage},
		{
			"description: Finds products.", "description: ", mounted,
			`bundles.shop.tools[0].description: ` + noDescriptionMessage,
		},
		{
			"        call: evo.content.search\n", "", mounted,
			`bundles.shop.tools[0].call: name the tool of emcp to call, such as evo.content.search`,
		},
		{
			"        steps:", "        call: evo.content.get\n        steps:", mounted,
			`bundles.shop.tools[1]: has both call and steps; keep one of them`,
		},
		{
			"        steps:", "        with: {limit: 1}\n        steps:", mounted,
			`bundles.shop.tools[1].with: belongs in a step, beside its call`,
		},
		{"        steps:", "        not_found: No.\n        with: {limit: 1}\n        steps:", mounted,
			"bundles.shop.tools[1].with: belongs in a step, beside its call\nbundles.shop.tools[1].not_found: belongs in a " +
				"step, beside its call"},
		{
			"shop.bad", `"a b"`, mounted,
			`bundles.shop.tools[0].codes.invalid_params: "a b" must begin with a letter and have only letters, digits, _, - ` +
				`and ., at most 64 characters`,
		},
		{"shop.none", "none", "servers: [{handle: a, site: main, error_codes: namespaced, bundles: [{name: shop}]}]",
			`bundles.shop.tools[0].codes.nothing_found: a server with error_codes: namespaced needs a namespace, such as ` +
				`shop.none`},
		{
			"There is no such product.", strings.Repeat("x", 301), mounted,
			`bundles.shop.tools[0].steps[0].not_found: must have at most 300 bytes`,
		},
		{
			"{$step: hits, $path: /items/0/id}", "{$step: hit, $path: /items/0/id}", mounted,
			`bundles.shop.tools[1].steps[1].with: there is no step "hit" before this one`,
		},
		{"with: {limit: 1}}\n          - {call", "with: {limit: {$path: /a}}}\n          - {call", mounted,
			`bundles.shop.tools[1].steps[0].with: no step before this one has a result; the first step can use only arguments`},
		{"{query: {$argument: words}, limit: 5}", "{query: {$argumnt: words}, limit: 5}", mounted,
			`bundles.shop.tools[0].steps[0].with: query: there is no key $argumnt; known here: $argument and $default, or ` +
				`$step, $path and $each, or $text, or $now`},
		{"{query: {$argument: words}, limit: 5}", `{edited_between: {from: {$now: -24h}}}`, mounted,
			`bundles.shop.tools[0].steps[0].with: $now can stand only in a result; times of a call can be relative, such as ` +
				`-30d`},
		{
			"{query: {$argument: words}, limit: 5}", "[1]", mounted,
			`bundles.shop.tools[0].steps[0].with: must be an object with the arguments of the call`,
		},
		{
			"{query: {$argument: words}, limit: 5}", "{limit: 5, limit: 6}", mounted,
			`lines 15 and 15: the key limit appears twice in bundles.shop.tools[0].with`,
		},
		{
			"{query: {$argument: words}, limit: 5}", "{limit: 0x10}", mounted,
			`line 15` + wrongNumberMessage + ` in bundles.shop.tools[0].with`,
		},
		{
			"{query: {$argument: words}, limit: 5}", "{limit: .inf}", mounted,
			`line 15` + wrongNumberMessage + ` in bundles.shop.tools[0].with`,
		},
		{"{first: {$path: /items/0/pagetitle}}", "{$path: /items}", mounted,
			`bundles.shop.tools[0].result: must be an object or a $text, because MCP returns no other values; give the value ` +
				`a name`},
		{"{query: {$argument: words}, limit: 5}", `{query: {$text: "{w}", w: {$argument: words}}, limit: 5}`, mounted,
			`bundles.shop.tools[0].steps[0].with: $text can stand only in a result; a call takes whole values`},
		{
			"Write an offer for {customer}.", "Write an offer for {client}.", mounted,
			`bundles.shop.prompts[0].text: {client} is not an argument of the prompt; declare it in arguments`,
		},
		{"{name: tone}", "{name: customer}", mounted, `bundles.shop.prompts[0].arguments[1].name: "customer" appears twice`},
		{
			`"shop://prices"`, "prices", mounted,
			`bundles.shop.resources[0].uri: "prices" is not an absolute URI such as shop://prices, of at most 200 characters`,
		},
		{
			`"shop://prices"`, "evo://a/site", mounted,
			`bundles.shop.resources[0].uri: the scheme evo is reserved for the site's own resources; choose another, such as ` +
				`shop`,
		},
		{"tool: find", "tool: finds", mounted, `bundles.shop.resources[0].tool: the bundle has no tool "finds"`},
	} {
		if !strings.Contains(shop, c.change) {
			t.Fatalf("the bundle has no %q", c.change)
		}
		_, err := config.Parse([]byte(base+strings.Replace(shop, c.change, c.to, 1)+c.servers), environment)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s instead of %s, %s:\n%v\nwant %s", c.to, c.change, c.servers, err, c.want)
		}
	}
}

// TestAllMistakesOfABundle reports everything that is wrong with a bundle.
func TestAllMistakesOfABundle(t *testing.T) {
	text := strings.NewReplacer(
		"{query: {$argument: words}, limit: 5}",
		"{query: {$argumnt: words}, tv_filters: [{tv: price, value: {$default: 1}}]}",
		"{$step: hits, $path: /items/0/id}", "{$step: hit, $path: /items/0/id}, fields: [{$step: hats}]",
		"name: first", "name: first one",
		"{name: hits, call: evo.content.search, with: {limit: 1}}", "{name: hits, with: {limit: {$path: /a}}}",
		"{name: tone}", "{name: a b}",
		"Write an offer for {customer}.", "Write an offer for {client}.",
		"tool: find", "tool: finds",
	).Replace(shop)
	_, err := config.Parse([]byte(base+text+"servers: [{handle: a, site: main, bundles: [{name: shop, prefix: p_}]}]"),
		environment)
	const want = `bundles.shop.tools[0].steps[0].with: query: there is no key $argumnt; known here: $argument and ` +
		`$default, or $step, $path and $each, or $text, or $now
bundles.shop.tools[0].steps[0].with: tv_filters[0].value: $default can be combined only with $argument
bundles.shop.tools[1].name: "first one" ` + wrongNameMessage + `
bundles.shop.tools[1].steps[0].call: name the tool of emcp to call, such as evo.content.search
bundles.shop.tools[1].steps[0].with: no step before this one has a result; the first step can use only arguments
bundles.shop.tools[1].steps[1].with: there is no step "hit" before this one
bundles.shop.tools[1].steps[1].with: there is no step "hats" before this one
bundles.shop.prompts[0].arguments[1].name: "a b" ` + wrongNameMessage + `
bundles.shop.prompts[0].text: {client} is not an argument of the prompt; declare it in arguments
bundles.shop.prompts[0].text: {tone} is not an argument of the prompt; declare it in arguments
bundles.shop.resources[0].tool: the bundle has no tool "finds"
servers[0].bundles[0].prefix: "p_first one" ` + wrongNameMessage
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(fmt.Sprint(err), "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestValuesAreBounded refuses aliases that make a small file a large value.
func TestValuesAreBounded(t *testing.T) {
	text := base +
		"bundles:\n  shop:\n    tools:\n      - name: a\n        description: b\n        call: evo.content.search\n        " +
		"with:\n          a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 8 {
		before, next := string(rune('a'+i)), string(rune('b'+i))
		text += "          " + next + ": &" + next + " [" +
			strings.TrimSuffix(strings.Repeat("*"+before+", ", 10), ", ") + "]\n"
	}
	if _, err := config.Parse([]byte(text), environment); err == nil ||
		!strings.Contains(err.Error(), "there are more than 30 levels, or 65536 bytes") {
		t.Error(err)
	}
}
