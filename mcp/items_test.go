package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/mcp/wire"
)

// serveItems serves a site with two products, of which one is a draft, and 150 others that can be told by a title.
func serveItems(t *testing.T) string {
	t.Helper()
	site := evosite.Fixture()
	for id := range 152 {
		id, title := id+1, fmt.Sprint("Oar ", id)
		if id <= 2 {
			title = fmt.Sprint("Kayak ", id)
		}
		site.Records["s_products"] = append(site.Records["s_products"], evosite.Record{"id": id, "published": id != 2,
			"sku": fmt.Sprint("S", id), "alias": fmt.Sprint("a", id), "relevants": "[]", "similar": "[]", "tmplvars": "[]",
			"votes": "[]", "additional": "[]"})
		site.Records["s_product_translates"] = append(site.Records["s_product_translates"], evosite.Record{"product": id,
			"lang": "base", "pagetitle": title, "introtext": "", "content": "", "builder": "", "constructor": ""})
	}
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, evosite.Options{Prefix: "evo_", Generation: "3.5",
		Items: true}); err != nil {
		t.Fatal(err)
	}
	base := Serve(t, d.DSN)
	Post(t, base+"/mcp", listTheTools, wire.VersionHeader, "2025-11-25") // reads the site, which decides what there is
	return base
}

const itemTemplate = "evo://{server}/item/{type}/{id}"

// TestItemResources reads and completes products as resources, and names them in a prompt.
func TestItemResources(t *testing.T) {
	base, without := serveItems(t), Serve(t, Fixture(t).DSN)
	completing := func(variable, value, kind string) string {
		return RequestWith("completion/complete", fmt.Sprintf(`{"ref":{"type":"ref/resource","uri":%q},"argument":`+
			`{"name":%q,"value":%q},"context":{"arguments":{"type":%q}}}`, itemTemplate, variable, value, kind))
	}
	reading := func(path string) string {
		return RequestWith("resources/read", `{"uri":"evo://content/`+path+`"}`)
	}
	prompt := RequestWith("prompts/get", `{"name":"find-content","arguments":{"question":"Which?"}}`)
	for name, c := range map[string]struct {
		base, message, want string
		absent              bool
	}{
		"the templates":                {base, Request("resources/templates/list"), itemTemplate, false},
		"the templates without items":  {without, Request("resources/templates/list"), itemTemplate, true},
		"a product":                    {base, reading("item/product/1"), `\"title\":\"Kayak 1\"`, false},
		"a draft":                      {base, reading("item/product/2"), "there is no such item that you may see", false},
		"another type":                 {base, reading("item/order/1"), "this server has no such resource", false},
		"a type of another site":       {base, reading("item/article/1"), `{\"item\":null`, true},
		"an id in another form":        {base, reading("item/product/01"), "this server has no such resource", false},
		"a site without items":         {without, reading("item/product/1"), "this server has no such resource", false},
		"a type to complete":           {base, completing("type", "pro", ""), `"values":["product"]`, false},
		"a title to complete":          {base, completing("id", "kayak", "product"), `"values":["1"]`, false},
		"more than a completion has":   {base, completing("id", "", "product"), `"hasMore":true`, false},
		"a title of no type":           {base, completing("id", "kayak", ""), `"values":[]`, false},
		"a title of a type not there":  {base, completing("id", "kayak", "article"), `"values":[]`, false},
		"a site without types":         {without, completing("type", "", ""), `"error"`, false},
		"a prompt":                     {base, prompt, "call evo.items.list, with", false},
		"a prompt of a site without":   {without, prompt, "evo.items.list", true},
		"the next line of that prompt": {without, prompt, "- Where nothing fits", false},
	} {
		got := Post(t, c.base+"/mcp", c.message).Body
		if strings.Contains(got, c.want) == c.absent {
			t.Errorf("%s: %s", name, got)
		}
	}
}
