package unprinted_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/owner/unprinted"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// names are the template variables of a test site.
var names = []string{"price", "purchase_price", "цена", "price-net", "Total (EUR)"}

// site is a site with the template variables names, of which nothing prints any.
type site struct {
	*testdb.Database
	folder string
}

func newSite(t *testing.T) site {
	t.Helper()
	s := site{testdb.Open(t), t.TempDir()}
	content := evosite.Fixture()
	content.TVs, content.Values, content.Tags = nil, nil, nil
	for i, name := range names {
		content.TVs = append(content.TVs, evosite.TV{ID: int64(i + 1), Name: name, Type: "text", Default: evosite.Text("")})
	}
	if err := evosite.Load(t.Context(), s.DB, content, evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// expect compares what nothing on the site prints.
func (s site) expect(t *testing.T, want ...string) {
	t.Helper()
	got, err := s.find(t)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func (s site) find(t *testing.T) ([]string, error) {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: s.DSN, MaxOpenConns: 1, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !unprinted.Readable(schema) {
		t.Fatal("the code of templates is not readable")
	}
	return unprinted.Find(t.Context(), db, schema, s.folder)
}

func (s site) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := s.DB.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%v in %s", err, statement)
	}
}

// write makes a file of the site.
func (s site) write(t *testing.T, file, text string) {
	t.Helper()
	path := filepath.Join(s.folder, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSources prints a variable from each place of the database where a site can do that.
func TestSources(t *testing.T) {
	s := newSite(t)
	s.expect(t) // a site that prints none prints them in a way that emcp does not know
	for _, test := range []struct{ table, column, text string }{
		{"site_templates", "content", "<b>[*price*]</b>"},
		{"site_htmlsnippets", "snippet", "[+price+] euros"},
		{"site_content", "content", "<p>From [*price*]</p>"},
		{"site_content", "introtext", "[[if? &is=`[*price*]:>:0`]]"},
		{"site_content", "longtitle", "Chair for [*price*]"},
		{"site_content", "description", "Chair for [*price*]"},
		{"site_tmplvar_contentvalues", "value", "from [*price*]"},
		{"site_tmplvars", "default_text", "@EVAL\nreturn $modx->getTemplateVar('price');"},
		{"site_tmplvars", "elements", "@SELECT value FROM x WHERE name = 'price'"},
		{"site_snippets", "snippet", "return $modx->documentObject['price'][1];"},
		{"site_snippets", "properties", `{"tvList": [{"value": "color,price"}]}`},
		{"site_plugins", "plugincode", "$fields = ['price'];"},
		{"site_plugins", "properties", "&tv=TV;text;price"},
		{"site_modules", "properties", "&tv=TV;text;price"},
	} {
		t.Run(test.table+"."+test.column, func(t *testing.T) {
			s := newSite(t)
			if test.table == "site_htmlsnippets" || test.table == "site_tmplvar_contentvalues" { // empty so far
				s.exec(t, "INSERT INTO evo_"+test.table+" (id) VALUES (1)")
			}
			s.exec(t, "UPDATE evo_"+test.table+" SET "+test.column+" = ? ORDER BY id LIMIT 1", test.text)
			s.expect(t, "Total (EUR)", "price-net", "purchase_price", "цена")
		})
	}
}

// TestTags has texts of a chunk and the variables that they print.
func TestTags(t *testing.T) {
	s := newSite(t)
	s.exec(t, "INSERT INTO evo_site_htmlsnippets (id) VALUES (1)")
	s.exec(t, "UPDATE evo_site_templates SET content = '[*price*]' WHERE id = 1")
	for text, want := range map[string][]string{
		"The purchase_price and the цена":                     {"Total (EUR)", "price-net", "purchase_price", "цена"},
		"[*PURCHASE_PRICE*] [+Цена+]":                         {"Total (EUR)", "price-net"},
		"[*purchase_price:ifempty=`-`*]":                      {"Total (EUR)", "price-net", "цена"},
		"[*purchase_prices*] [*my_purchase_price*] [*цена2*]": {"Total (EUR)", "price-net", "purchase_price", "цена"},
		"[*price-net*] [*Total (EUR)*]":                       {"purchase_price", "цена"},
		"[[DocLister?\n &tvList=`purchase_price`\n]] цена":    {"Total (EUR)", "price-net", "цена"},
		"[!Ditto? &tpl=`row` &field=`цена`!] purchase_price":  {"Total (EUR)", "price-net", "purchase_price"},
		"{{ $documentObject['purchase_price'] }}":             {"Total (EUR)", "price-net", "цена"},
		"<p>@if($purchase_price > 3) yes @endif\nцена":        {"Total (EUR)", "price-net", "цена"},
		"@extends('page')\n<b>purchase_price</b>":             {"Total (EUR)", "price-net", "цена"},
		"} ] purchase_price {цена}":                           {"Total (EUR)", "price-net", "purchase_price"},
	} {
		t.Run(text, func(t *testing.T) {
			s.exec(t, "UPDATE evo_site_htmlsnippets SET snippet = ?", text)
			s.expect(t, want...)
		})
	}
}

// TestRestricted leaves out variables that visitors do not see anyway.
func TestRestricted(t *testing.T) {
	s := newSite(t)
	s.exec(t, "UPDATE evo_site_templates SET content = '[*price*]' WHERE id = 1")
	s.exec(t, "INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (2, 1), (3, 1)")
	s.expect(t, "Total (EUR)", "price-net")
}

// TestFiles prints variables from the site's files: Blade templates, snippets, plugins and modules in folders.
func TestFiles(t *testing.T) {
	for _, file := range []string{
		"views/product.blade.php", "views/partials/price.blade.php", "assets/templates/shop/product.html",
		"assets/snippets/prices/prices.inc",
		"assets/plugins/prices/chunk.tpl", "assets/modules/shop/shop.php", "assets/tvs/prices/prices.htm",
		"core/custom/packages/main/src/Price.php",
	} {
		t.Run(file, func(t *testing.T) {
			s := newSite(t)
			s.write(t, file, "<?php\n$prices = [$doc->price, $doc->tv('price-net')];")
			s.expect(t, "Total (EUR)", "purchase_price", "цена")
		})
	}

	s := newSite(t)
	s.write(t, "views/page.blade.php", "{{ $price }}")
	for _, file := range []string{
		"views/page.css", "assets/images/цена.php", "assets/plugins/shop/vendor/цена.php", "core/vendor/цена.php",
		"manager/цена.php", "цена.php",
	} {
		s.write(t, file, "цена")
	}
	s.write(t, "views/folder.php/page.css", "цена")
	if err := os.Symlink("page.css", s.folder+"/views/link.php"); err != nil {
		t.Fatal(err)
	}
	s.expect(t, "Total (EUR)", "price-net", "purchase_price", "цена")
}

// TestLimits reads the beginning of a large file, all of a large text in the database, and not
// more files than a site has.
func TestLimits(t *testing.T) {
	s := newSite(t)
	s.write(t, "views/large.php", "price"+strings.Repeat(" ", 1<<20)+"цена")
	s.exec(t, "UPDATE evo_site_snippets SET snippet = ?", strings.Repeat("# ", 500_000)+"purchase_price")
	s.expect(t, "Total (EUR)", "price-net", "цена")

	for i := range 10_000 {
		s.write(t, fmt.Sprintf("assets/snippets/%d.php", i), "")
	}
	const want = "the site has more than 10000 files of code"
	if _, err := s.find(t); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
