package config_test

import (
	"os"
	"strings"
	"testing"

	"emcp/config"
)

const groupSettings = `sites: {main: {dsn: "u:p@tcp(127.0.0.1:1)/d"}}
auth: {modes: [none]}
bundles: {shop: {tools: [{name: shop-find, description: Finds., call: evo.content.search}]}}
`

// TestGroups reads groups of tools, and which of them a server has.
func TestGroups(t *testing.T) {
	c, err := config.Parse([]byte(groupSettings+`
servers: [{handle: content, site: main, groups: [shop], list_grouped: true}, {handle: more, site: main}]
groups:
  shop:
    title: Shop
    description: Products.
    tools: ["evo.content.*", news]
    llm: {url: "http://10.0.0.1:11434/v1", model: small, key: secret, tokens: 2000}
  unused: {description: Nothing., tools: [news]}
`), os.LookupEnv)
	if err != nil {
		t.Fatal(err)
	}
	shop := c.Groups["shop"]
	if shop.Title != "Shop" || shop.Description != "Products." || len(shop.Tools) != 2 ||
		!shop.Tools[0].Matches("evo.content.get") || shop.Tools[1].String() != "news" {
		t.Errorf("%+v", shop)
	}
	if l := shop.LLM; l == nil || l.URL != "http://10.0.0.1:11434/v1" || l.Model != "small" ||
		l.Key.Reveal() != "secret" || l.Timeout != config.TaskTime ||
		l.Tokens != 2000 || l.PerDay != 200_000 || l.AtATime != 2 || c.Groups["unused"].LLM != nil {
		t.Errorf("%+v", l)
	}
	if s := c.Servers[0]; len(s.Groups) != 1 || s.Groups[0] != "shop" || !s.ListGrouped {
		t.Errorf("%+v", s)
	}
	if s := c.Servers[1]; s.Groups != nil || s.ListGrouped {
		t.Errorf("%+v", s)
	}
}

// TestWrongGroups says what is wrong, and where.
func TestWrongGroups(t *testing.T) {
	const right, badName = "description: Products., tools: [news]",
		"a group needs a name of letters, digits, _ and -, with a letter first and at most 58 characters"
	for _, test := range []struct{ groups, server, want string }{
		{"{a: {tools: [news]}}", "", "groups.a.description: " + noDescriptionMessage},
		{"{a: {description: Products.}}", "", "groups.a.tools: name at least one tool, such as evo.content.*"},
		{"{a: {description: Products., tools: [a b]}}", "", `groups.a.tools[0]: "a b" ` + wrongPatternMessage},
		{
			"{a: {" + right + ", llm: {model: m}}}", "",
			"groups.a.llm.url: is empty, so that the keys beside it have no effect; set the address of the model",
		},
		{
			"{a: {" + right + ", llm: {url: a.example, model: m}}}", "",
			"groups.a.llm.url: must be an http or https address without user, password and query, such as " +
				"https://api.openai.com/v1",
		},
		{
			"{a: {" + right + ", llm: {url: \"https://u:p@a.example/v1\", model: m}}}", "",
			"groups.a.llm.url: must be an http or https address without user, password and query, such as " +
				"https://api.openai.com/v1",
		},
		{
			"{a: {" + right + ", llm: {url: \"https://a.example/v1/chat/completions/\", model: m}}}", "",
			"groups.a.llm.url: leave out /chat/completions, which emcp adds",
		},
		{"{a: {" + right + ", llm: {url: \"https://a.example/v1\"}}}", "", "groups.a.llm.model: name the model"},
		{
			"{a: {" + right + ", llm: {url: \"https://a.example/v1\", model: m, key: a b}}}", "",
			"groups.a.llm.key: has characters that a key cannot have",
		},
		{"{a: {" + right + ", llm: {tokens: 999}}}", "", "groups.a.llm.tokens: 999 is not between 1000 and 1000000"},
		{`{a: {title: "a\nb", ` + right + "}}", "", "groups.a" + longTitleMessage + "100 characters, on one line"},
		{"{shop: {" + right + "}}", "groups: [shpo]", `servers[0].groups[0]: there is no group "shpo"; did you mean shop?`},
		{`{"a b": {` + right + "}}", `groups: ["a b"]`, "servers[0].groups[0]: " + badName},
		{
			"{" + strings.Repeat("a", 59) + ": {" + right + "}}", "groups: [" + strings.Repeat("a", 59) + "]",
			"servers[0].groups[0]: " + badName,
		},
		{
			"{Evo-x: {" + right + "}}", "groups: [Evo-x]",
			"servers[0].groups[0]: tools that begin with evo are those of emcp; choose another name for the group",
		},
		{
			"{evo: {" + right + "}}", "groups: [evo]",
			"servers[0].groups[0]: tools that begin with evo are those of emcp; choose another name for the group",
		},
		{"{a: {" + right + "}}", "groups: [a, a]",
			"servers[0].groups[1]: the group has a tool a_find, and so has the group a; rename one\n" +
				"servers[0].groups[1]: the group has a tool a_call, and so has the group a; rename one\n" +
				"servers[0].groups[1]: the group has a tool a_agent, and so has the group a; rename one"},
		{"{shop: {" + right + "}}", "groups: [shop], bundles: [{name: shop}]",
			"servers[0].groups[0]: the group has a tool shop_find, and so has bundles.shop.tools[0]; rename one"},
	} {
		_, err := config.Parse([]byte(groupSettings+"groups: "+test.groups+"\nservers: [{handle: content, site: main, "+
			test.server+"}]\n"), os.LookupEnv)
		if err == nil || strings.TrimSpace(err.Error()) != test.want {
			t.Errorf("%s %s:\n%v\nwant %s", test.groups, test.server, err, test.want)
		}
	}
}
