package toolset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/snapshot"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/find"
)

// TestItemSearch compares whole answers with a file: one line a call, and its answer below it.
func TestItemSearch(t *testing.T) {
	tools, _ := openShop(t)
	var got strings.Builder
	for _, c := range []struct {
		who           identity.Principal
		as, arguments string
	}{
		{revised, "revised", `{"query":"каяк","limit":9,"fields":["pagetitle","url"]}`},
		{revised, "revised", `{"query":"boats kayak","limit":9,"fields":["url"],"include_total":true}`},
		{revised, "revised", `{"query":"kayak","lang":"en","limit":9,"types":["product"],"omit_empty":true}`},
		{revised, "revised", `{"query":"A1 4006381333931","limit":9,"types":["product"]}`},
		{revised, "revised", `{"query":"red","limit":9,"lang":"en"}`},
		{revised, "revised", `{"query":"Олена Вода спорт","limit":9}`},
		{revised, "revised", `{"query":"весло","limit":0,"include_total":true}`},
		{revised, "revised", `{"query":"shop","limit":9,"types":["document"],"fields":["pagetitle"]}`},
		{revised, "revised", `{"query":"shop","limit":9,"fields":["pagetitle"]}`},
		{revised, "revised", `{"query":"shop","limit":9,"parent":0,"fields":["pagetitle"]}`},
		{public, "visitor", `{"query":"shop kayak","limit":9,"fields":["pagetitle"]}`},
		{public, "visitor", `{"query":"каяк","limit":9,"types":["document","product"],"fields":["pagetitle"]}`},
		{manager, "manager", `{"query":"draft A3","limit":9,"types":["product"]}`},
		{revised, "revised", `{"query":"\"a kayak\" boat","lang":"en","limit":9}`},
		{revised, "revised", `{"query":"kayak red","match":"all","lang":"en","limit":9}`},
		{revised, "revised", `{"query":"kayak blue","match":"all","lang":"en","limit":9}`},
	} {
		answer := callTool(t, tools, c.who, "evo.content.search", c.arguments)
		got.WriteString(c.as + " " + c.arguments + "\n" + answer + "\n\n")
	}
	snapshot.Expect(t, "itemsearch.txt", got.String())
}

// TestItemsByWords lists items by words with filters, orders and counts.
func TestItemsByWords(t *testing.T) {
	tools, _ := openShop(t)
	for _, c := range []struct {
		arguments string
		want      string
	}{
		{`"type":"product","query":"shop"`, "2 1"},
		{`"type":"product","query":"shop","order_by":"price"`, "1 2"},
		{`"type":"product","query":"каяк весло"`, "1 3"},
		{`"type":"product","query":"каяк весло","match":"all"`, ""},
		{`"type":"product","query":"a1 a2 a3","filters":[{"field":"availability","value":"in stock"},` +
			`{"field":"price","op":"<","value":100}]`, "1"},
		{`"type":"product","query":"shop","filters":[{"field":"color","value":["red","blue"]}]`, "2 1"},
		{`"type":"product","query":"kayak red","lang":"en","category":10`, "1"},
		{`"type":"product","query":"kayak red"`, "1"}, // in the language of the words
		{`"type":"article","query":"Вода спорт"`, "1 2"},
		{`"type":"article","query":"Коваль"`, "2 1"},
	} {
		l := listCall{"evo.items.list", c.arguments}
		if got := strings.Join(idsOf(t, l.walk(t, tools, revised, 1, nil)), " "); got != c.want {
			t.Errorf("%s finds %s, want %s", c.arguments, got, c.want)
		}
	}
}

// TestWrongTypes names what items do not know, and the types of a site.
func TestWrongTypes(t *testing.T) {
	tools, _ := openShop(t)
	for _, c := range []struct{ tool, arguments, field, want string }{
		{"evo.content.search", `"types":["product"]`, "types",
			"only query finds products and articles here; evo.items.list lists them"},
		{"evo.content.search", `"query":"a","types":["document","product"],"template":1,"parent":2`, "types",
			"only documents have parent, template; use evo.items.list with query for products and articles"},
		{"evo.content.search", `"query":"a","types":["order"]`, "types[0]",
			"types[0] must be one of document, product, article"},
		{"evo.items.list", `"type":"product","match":"all"`, "query",
			"match needs query: it says which of its words an item must have"},
		{"evo.items.list", `"type":"product","query":"?"`, "query", "query must contain a word"},
	} {
		f := refuse(t, tools, revised, c.tool, `{"limit":1,`+c.arguments+`}`)
		if f.Message != c.want || f.Field != c.field || f.Kind != fault.InvalidParams {
			t.Errorf("%s: %s: %s", c.arguments, f.Field, f.Message)
		}
	}
	f := refuse(t, open(t, evosite.Fixture(), standard), revised, "evo.content.search",
		`{"limit":1,"query":"a","types":["article"]}`)
	if f.Message != "this site has no items of the type article; its types: document" {
		t.Errorf("without items: %s", f.Message)
	}
}

// openLookingShop is openShop with an index that looks at the site before each search.
func openLookingShop(t *testing.T) (*toolset.Toolset, *testdb.Database) {
	t.Helper()
	_, d := openShop(t)
	o := bounds()
	o.Indexes = find.NewIndexes(find.Options{LookAfter: time.Nanosecond, LookTime: time.Minute})
	return toolset.New(database(t, d.DSN), o), d
}

// insertProduct publishes a product with an id and a SKU.
const insertProduct = "SET sql_mode = ''; INSERT INTO evo_s_products (id, published, sku) VALUES (%d, 1, '%s')"

// typesAndIDs returns what a search finds, such as product 1.
func typesAndIDs(t *testing.T, tools *toolset.Toolset, arguments string) string {
	t.Helper()
	var answer struct {
		Items []struct {
			ID   int64  `json:"id"`
			Type string `json:"type"`
		} `json:"items"`
	}
	text := callTool(t, tools, revised, "evo.content.search", `{"limit":50,"fields":["type"],`+arguments+`}`)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, i := range answer.Items {
		found = append(found, fmt.Sprintf("%s %d", i.Type, i.ID))
	}
	slices.Sort(found)
	return strings.Join(found, ", ")
}

// TestSearchFollowsItems changes items, and the tables that have them.
func TestSearchFollowsItems(t *testing.T) {
	tools, d := openLookingShop(t)
	for _, step := range []struct {
		name, statement string
		refresh         bool
		finds           map[string]string
	}{
		{"at the start", "DO 0", false,
			map[string]string{"весло": "product 3", "спорт": "article 1, article 2", "quetzal": ""}},
		{"a new product", fmt.Sprintf(insertProduct, 9, "QUETZAL"), false,
			map[string]string{"quetzal": "product 9"}},
		{"a new text", "SET sql_mode = ''; INSERT INTO evo_s_product_translates (product, lang, pagetitle, updated_at) " +
			"VALUES (9, 'en', 'Condor', '2026-03-01')", false, map[string]string{"condor": "product 9"}},
		{"an edited text", "UPDATE evo_s_product_translates SET content = 'basalt', updated_at = '2026-03-02' " +
			"WHERE product = 9", false, map[string]string{"basalt": "product 9", "condor": "product 9"}},
		{"a text that has gone", "DELETE FROM evo_s_product_translates WHERE product = 9", false,
			map[string]string{"basalt": "", "condor": "", "quetzal": "product 9"}},
		{"a product that is published", "UPDATE evo_s_products SET published = 1, sku = 'granite' WHERE id = 4", false,
			map[string]string{"granite": "product 4"}},
		{"a hidden product", "UPDATE evo_s_products SET published = 0 WHERE id = 9", false, map[string]string{"quetzal": ""}},
		{"a deleted article", "DELETE FROM evo_s_articles WHERE id = 2", false, map[string]string{"спорт": "article 1"}},
		{"a changed value", "UPDATE evo_s_attribute_values SET uk = 'obsidian' WHERE avid = 1", true,
			map[string]string{"obsidian": "product 1, product 4"}},
		{"a table that has gone", "DROP TABLE evo_s_articles", false,
			map[string]string{"спорт": "", "весло": "product 3", "shop": "document 10, document 11, document 12, " +
				"product 1, product 2, product 4"}},
		{"a site without products", "UPDATE evo_s_products SET published = 0", false,
			map[string]string{"весло": "", "news": "document 3"}},
	} {
		change(t, d, step.statement)
		if step.refresh {
			callTool(t, tools, manager, describeName, `{"refresh":true}`)
		}
		for word, want := range step.finds {
			if got := typesAndIDs(t, tools, fmt.Sprintf(`"query":%q`, word)); got != want {
				t.Errorf("%s: %s finds %s, want %s", step.name, word, got, want)
			}
		}
	}
}

// TestPagesOfMixedHits reads documents and products page by page, while others come and go. Each that is there all the
// time comes once, in the order of a single page.
func TestPagesOfMixedHits(t *testing.T) {
	site := shopSite()
	for id := range int64(20) {
		site.Documents = append(site.Documents, evosite.Document{ID: 100 + id, Title: "Page", Published: true,
			Content: "<p>Granite " + strings.Repeat("stone ", int(id)) + "</p>", EditedOn: 1000})
	}
	_, d := openDatabase(t, site, withPackages)
	for id := range int64(20) {
		change(t, d, fmt.Sprintf(insertProduct, 100+id, strings.Repeat("granite ", int(id)+1)))
	}
	o := bounds()
	o.Indexes = find.NewIndexes(find.Options{LookAfter: time.Nanosecond, LookTime: time.Minute})
	tools := toolset.New(database(t, d.DSN), o)
	l := listCall{"evo.content.search", `"query":"granite","fields":["type"],"include_total":true`}
	whole := l.page(t, tools, revised, 50, "")
	if len(whole.Items) != 40 || whole.Meta.Total == nil || *whole.Meta.Total != 40 {
		t.Fatalf("%d items, %+v", len(whole.Items), whole.Meta)
	}
	var got []string
	for number, next := 0, ""; number == 0 || next != ""; number++ {
		p := l.page(t, tools, revised, 7, next)
		for _, item := range p.Items {
			got = append(got, string(item))
		}
		next = p.Next
		change(t, d, fmt.Sprintf(insertProduct, 200+number, "granite"))
		change(t, d, fmt.Sprintf("INSERT INTO evo_site_content (id, pagetitle, published) VALUES (%d, 'Granite', 1)",
			200+number))
	}
	var want []string
	for _, item := range whole.Items {
		want = append(want, string(item))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-whole +pages):\n%s", diff)
	}
	// Another process continues by score.
	first := l.page(t, tools, revised, 30, "")
	other := toolset.New(database(t, d.DSN), bounds())
	if p := l.page(t, other, revised, 50, first.Next); len(p.Items) < 10 || p.Meta.Offset != 30 {
		t.Errorf("another process: %+v", p.Meta)
	}
	// A product that was hidden since is left out.
	change(t, d, "UPDATE evo_s_products SET published = 0 WHERE id BETWEEN 100 AND 199")
	for next := first.Next; next != ""; {
		p := l.page(t, tools, revised, 7, next)
		for _, item := range p.Items {
			if strings.Contains(string(item), `{"id":1`) && strings.Contains(string(item), "product") {
				t.Errorf("hidden: %s", item)
			}
		}
		next = p.Next
	}
}

// TestNoCanaryInItemSearch searches for all that no visitor may read.
func TestNoCanaryInItemSearch(t *testing.T) {
	tools, _ := openShop(t)
	for _, who := range []identity.Principal{public, revised} {
		for _, lang := range []string{"", "uk", "en"} {
			for _, word := range []string{"canary", "707", "70.707", "unpub", "draft", "gone"} {
				arguments := fmt.Sprintf(`"query":%q,"limit":50`, word)
				if lang != "" {
					arguments += `,"lang":"` + lang + `"`
				}
				calls := []listCall{
					{"evo.content.search", arguments + `,"types":["document","product","article"]`},
					{"evo.items.list", arguments + `,"type":"product"`}, {"evo.items.list", arguments + `,"type":"article"`},
				}
				for _, c := range calls {
					answer := callTool(t, tools, who, c.tool, "{"+c.arguments+"}")
					want := fmt.Sprintf(`"words":{%q:0}`, strings.ReplaceAll(word, ".", ""))
					if !strings.HasPrefix(answer, `{"items":[]`) || !strings.Contains(answer, want) {
						t.Errorf("%s %s: %s", c.tool, c.arguments, answer)
					}
				}
			}
		}
	}
}

// TestStatementsOfItemSearch counts the statements of searches, which do not depend on the number of hits.
func TestStatementsOfItemSearch(t *testing.T) {
	_, d := openShop(t)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	callTool(t, tools, revised, "evo.content.search", `{"query":"a","limit":1}`) // builds the index
	for _, c := range []struct {
		tool, arguments string
		want            int64
	}{
		{"evo.content.search", `{"query":"shop","limit":1,"fields":["pagetitle","url"]}`, 3},
		{"evo.content.search", `{"query":"shop","limit":20,"fields":["url"],"types":["document","product"]}`, 11},
		{"evo.content.search", `{"query":"shop","limit":20,"types":["product"],"include_total":true}`, 9},
		{"evo.items.list", `{"type":"product","query":"shop","limit":1}`, 3},
		{"evo.items.list", `{"type":"product","query":"shop","limit":20}`, 3},
		{"evo.items.list", `{"type":"product","query":"shop","limit":20,"category":10,"include_total":true}`, 7},
	} {
		if got := workOf(t, db, tools, c.tool, c.arguments)["Com_select"]; got != c.want {
			t.Errorf("%s %s: %d statements, want %d", c.tool, c.arguments, got, c.want)
		}
	}
}

// TestItemSearchWithoutTranslations finds items of a site in one language, whose texts are those of the base language,
// and counts them in the memory of the index.
func TestItemSearchWithoutTranslations(t *testing.T) {
	_, d := openShop(t)
	change(t, d, "DROP TABLE evo_s_lang_content; UPDATE evo_s_product_translates SET lang = 'base' "+
		"WHERE lang = 'en' AND product = 1")
	o := bounds()
	o.Indexes = find.NewIndexes(find.Options{})
	db := database(t, d.DSN)
	tools := toolset.New(db, o)
	for query, want := range map[string]string{
		"kayak": "product 1", "каяк": "", "boat": "document 11, product 1", "second": "article 2",
		"news": "article 1, document 3",
	} {
		if got := typesAndIDs(t, tools, fmt.Sprintf(`"query":%q`, query)); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	if s := o.Indexes.Stats(db); s.Documents != 5+4+2 || s.Bytes < 4000 {
		t.Errorf("%+v", s)
	}
}
