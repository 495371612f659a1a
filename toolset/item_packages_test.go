package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/query"
)

// TestPackagesOfItems has products and articles with galleries of sGallery and data of sSeo. Documents and unpublished
// items with the same ids have others, which have canary in them.
func TestPackagesOfItems(t *testing.T) {
	site := shopSite()
	file := func(id, parent int64, of, name string) evosite.Record {
		return evosite.Record{"id": id, "parent": parent, "position": -id, "file": name, "type": "image", "item_type": of}
	}
	described := func(key int64, lang, alt string) evosite.Record {
		return evosite.Record{"key": key, "lang": lang, "alt": alt, "title": alt + " title"}
	}
	robots := func(id int64, kind, lang, title, robots string) evosite.Record {
		row := seoRow(id, lang, title, robots, "")
		row["resource_type"] = kind
		return row
	}
	site.Records["s_galleries"] = []evosite.Record{
		file(1, 1, "product", "front view.jpg"), file(2, 1, "product", "https://cdn.example/b.jpg"),
		file(3, 1, "resource", "canary.jpg"), file(4, 4, "product", "canary.jpg"), file(5, 1, "article", "plan.jpg"),
	}
	for id := range int64(101) {
		site.Records["s_galleries"] = append(site.Records["s_galleries"], file(100+id, 2, "product", "x.jpg"))
	}
	site.Records["s_gallery_fields"] = []evosite.Record{
		described(1, "base", "canary"), described(1, "uk", "Спереду"), described(1, "en", "Front"),
		described(2, "base", "Side"),
	}
	site.Records["s_seo"] = []evosite.Record{
		robots(1, "document", "uk", "canary", ""), robots(1, "product", "uk", "Каяк купити", "noindex,nofollow"),
		robots(1, "product", "en", "Buy a kayak", "index,follow"), robots(1, "article", "uk", "Стаття", "noindex,nofollow"),
		robots(4, "product", "uk", "canary", ""),
	}
	_, d := openDatabase(t, site, withPackages)
	change(t, d, "UPDATE evo_s_article_translates SET seorobots = 'noindex,nofollow' WHERE article = 2")
	tools := over(t, d.DSN)
	const meta = `"meta":{"toolsetVersion":"1.0"}}`
	for arguments, want := range map[string]string{
		`{"type":"product","id":1,"fields":["media","seo"]}`: `{"item":{"id":1,"type":"product","media":[` +
			`{"kind":"image","url":"https://cdn.example/b.jpg","alt":"Side","caption":"Side title","where":"gallery"},` +
			`{"kind":"image","url":"https://example.com/assets/sgallery/product/1/front%20view.jpg","alt":"Спереду",` +
			`"caption":"Спереду title","where":"gallery"}],"seo":{"title":"Каяк купити",` +
			`"description":"Каяк купити described","keywords":null,"canonical":null,"robots":"noindex,nofollow"},` +
			`"noindex":true},` + meta,
		`{"type":"product","id":1,"lang":"en","fields":["seo"]}`: `{"item":{"id":1,"type":"product","seo":{` +
			`"title":"Buy a kayak","description":"Buy a kayak described","keywords":null,"canonical":null,` +
			`"robots":"index,follow"}},` + meta,
		`{"type":"product","id":3,"fields":["media","seo"]}`: `{"item":{"id":3,"type":"product","media":[],` +
			`"seo":null},` + meta,
		`{"type":"product","id":3,"fields":["media","seo"],"omit_empty":true}`: `{"item":{"id":3,"type":"product"},` + meta,
		`{"type":"article","id":1,"fields":["media","seo"]}`: `{"item":{"id":1,"type":"article","media":[` +
			`{"kind":"image","url":"https://example.com/assets/sgallery/article/1/plan.jpg","where":"gallery"}],` +
			`"seo":{"title":"Стаття","description":"Стаття described","keywords":null,"canonical":null,` +
			`"robots":"index,follow"}},` + meta, // the article's own robots count
		`{"type":"article","id":2,"fields":["seo"]}`: `{"item":{"id":2,"type":"article","seo":{"title":null,` +
			`"description":null,"keywords":null,"canonical":null,"robots":"noindex,nofollow"},"noindex":true},` + meta,
	} {
		if got := callTool(t, tools, public, "evo.items.get", arguments); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", arguments, got, want)
		}
	}
	many := callTool(t, tools, public, "evo.items.get", `{"type":"product","id":2,"fields":["media"]}`)
	if strings.Count(many, `"url"`) != 100 || !strings.HasSuffix(many, `],"truncated":true,"total_media":101},`+meta) {
		t.Errorf("many media: %s", many)
	}
	for _, table := range []string{"s_galleries", "s_seo"} {
		change(t, d, "DROP TABLE evo_"+table)
	}
	without := callTool(t, over(t, d.DSN), public, "evo.items.get", `{"type":"product","id":1}`)
	if strings.Contains(without, `"media"`) || strings.Contains(without, `"seo"`) {
		t.Errorf("without the packages: %s", without)
	}
}

// TestCrowdedCategories has lists and counts of a category stay the same when very many rows say what lies in it.
func TestCrowdedCategories(t *testing.T) {
	tools, d := openShop(t)
	calls := []string{
		`"category":10`, `"category":11`, `"category":10,"order_by":"price"`, `"category":10,"count_by":"color"`,
		`"category":10,"count_by":"categories"`, `"category":10,"include_total":true`,
		`"category":10,"filters":[{"field":"color","value":"red"}]`,
	}
	answers := func() (all []string) {
		for _, arguments := range calls {
			all = append(all, callTool(t, tools, public, "evo.items.list", `{"type":"product","limit":9,`+arguments+`}`))
		}
		return all
	}
	few := answers()
	if !strings.Contains(few[0], `"id":1,`) {
		t.Fatal(few[0])
	}
	change(t, d, "INSERT INTO evo_s_product_category (product, category, scope) VALUES (1, 11, '')"+
		strings.Repeat(", (1, 11, '')", query.MaxFew))
	if diff := cmp.Diff(few, answers()); diff != "" {
		t.Error(diff)
	}
}
