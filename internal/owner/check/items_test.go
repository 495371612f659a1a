package check_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/owner/check"
	"emcp/toolset"
	"emcp/toolset/view"
)

// TestItemsInReport checks sites with products and articles, whose tables the account may read, or cannot.
func TestItemsInReport(t *testing.T) {
	const products, articles = "ok       sites.main sCommerce: assistants can read products, " +
		"whose addresses follow the rule root (product_links)",
		"ok       sites.main sArticles: assistants can read articles"
	for _, c := range []struct {
		drop string
		want []string
	}{
		{"", []string{products, articles}},
		{"TABLE evo_s_reviews", []string{articles, "warning  sites.main sCommerce: columns are missing or not readable: " +
			"evo_s_reviews (product, published)", "products lack what these tables have"}},
		{"TABLE evo_s_article_translates", []string{products, "warning  sites.main sArticles: columns are missing or " +
			"not readable: evo_s_article_translates (tid, article, lang, pagetitle, longtitle, introtext, content)",
			"assistants do not find articles", "GRANT SELECT (`tid`, `article`, `lang`, "}},
		{"TABLE evo_s_articles", []string{products}},
	} {
		s := translatedSite(t)
		if c.drop != "" {
			s.exec(t, "DROP "+c.drop)
		}
		s.exec(t, "ALTER TABLE evo_s_products DROP COLUMN gtin") // as before sCommerce 1.0.6
		s = s.narrow(t)
		var out bytes.Buffer
		report := check.File(t.Context(), written(t, s.config(everybody)), noEnvironment, check.More{})
		if err := report.Write(&out); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("without %q: no %q in\n%s", c.drop, want, out.String())
			}
		}
		if c.drop == "TABLE evo_s_articles" && strings.Contains(out.String(), "sArticles") {
			t.Errorf("without articles:\n%s", out.String())
		}
	}
}

// TestServersOfItems checks a site with products, which assistants can read if its server knows JSON.
func TestServersOfItems(t *testing.T) {
	s := translatedSite(t)
	want := "sCommerce: assistants can read products"
	if _, err := s.DB.ExecContext(t.Context(), "DO JSON_VALID('1')"); err != nil {
		want = "sCommerce: the database server does not know JSON"
	}
	s = s.narrow(t)
	var out bytes.Buffer
	report := check.File(t.Context(), written(t, s.config(everybody)), noEnvironment, check.More{})
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

// TestItemsByNarrowAccount reads whole items with the rights of GRANT, which do not include names of people,
// credentials, orders and other columns that emcp does not read.
func TestItemsByNarrowAccount(t *testing.T) {
	s := translatedSite(t)
	s.exec(t, "INSERT INTO evo_s_products (id, published, sku, alias, relevants, `similar`, tmplvars, votes, additional) "+
		"VALUES (1, 1, 'A1', 'kayak', '[]', '[]', '[]', '[]', '[]')")
	s.exec(t, "INSERT INTO evo_s_articles (id, published, alias, author_id) VALUES (1, 1, 'first', 1)")
	s = s.narrow(t)
	db, err := evodb.Open(evodb.Options{DSN: s.dsn, MaxOpenConns: 2, StatementTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tools := toolset.New(db, toolset.Options{Options: view.Options{
		ListLimit: 100, ContentOffset: 100, ResultTokens: 20_000, ResultBytes: 1 << 20, CursorKey: []byte("a key"),
	}})
	who := identity.Principal{View: identity.Manager}
	for _, kind := range []string{"product", "article"} {
		for tool, arguments := range map[string]string{
			"get": `"id":1,"lang":"en"`, "list": `"limit":9,"order_by":"title","lang":"en"`,
		} {
			answer, err := tools.Call(t.Context(), who, "evo.items."+tool, jsontext.Value(`{"type":"`+kind+`",`+arguments+`}`))
			if err != nil || !strings.Contains(string(answer.JSON), `"id":1`) {
				t.Errorf("%s %s: %s %v", tool, kind, answer.JSON, err)
			}
		}
	}
	answer, err := tools.Call(t.Context(), who, "evo.content.search",
		jsontext.Value(`{"query":"A1","types":["product"],"limit":9}`))
	if err != nil || !strings.Contains(string(answer.JSON), `{"id":1,"type":"product"`) {
		t.Errorf("search: %s %v", answer.JSON, err)
	}
	for _, statement := range []string{
		"SELECT name FROM evo_s_reviews", "SELECT message FROM evo_s_reviews", "SELECT 1 FROM evo_s_orders",
		"SELECT settings FROM evo_s_payment_methods", "SELECT settings FROM evo_s_delivery_methods",
		"SELECT `сredentials` FROM evo_s_payment_methods", "SELECT 1 FROM evo_s_order_payments", "SELECT comment FROM " +
			"evo_s_article_comments", "SELECT user_id FROM evo_s_article_comments", "SELECT tmplvars FROM evo_s_products",
	} {
		if db.Query(t.Context(), evodb.Statement{SQL: statement}, func(evodb.Scan) error { return nil }) == nil {
			t.Errorf("%s is allowed", statement)
		}
	}
}
