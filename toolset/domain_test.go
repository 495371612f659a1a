package toolset_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// loadDomains loads a site with sMultisite. Below document 10 is the domain shop.example.com with the start page 12,
// below 20 one that is switched off, and below 30 one without a valid name. Document 40 is at the main domain.
func loadDomains(t *testing.T) *testdb.Database {
	t.Helper()
	text := evosite.Text
	page := func(id, parent int64, alias, content string) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Template: 1, Published: true, Folder: parent == 0, Title: alias,
			Alias: text(alias), Content: content}
	}
	domain := func(root int64, key, name string, active, start int64) evosite.Record {
		return evosite.Record{"resource": root, "key": key, "domain": name, "active": active, "site_start": start}
	}
	site := translatedSite()
	site.Documents = []evosite.Document{
		page(1, 0, "home", ""), page(10, 0, "shop", ""), page(11, 10, "tents", "<p>[~12~] and [~40~]</p>"),
		page(12, 10, "front", ""), page(13, 11, "dome", ""), page(20, 0, "off", ""), page(21, 20, "old", ""),
		page(30, 0, "bad", ""), page(31, 30, "odd", ""),
		page(40, 0, "tents", "<p>[~13~]</p>"),
	}
	site.TVs, site.Values = nil, nil
	for _, table := range []string{"s_lang_content", "s_lang_tmplvar_contentvalues", "site_tmplvar_access"} {
		delete(site.Records, table)
	}
	site.Records["s_multisites"] = []evosite.Record{
		domain(0, "default", "old.example.com", 1, 31), domain(10, "shop", "shop.example.com", 1, 12),
		domain(20, "off", "off.example.com", 0, 21), domain(30, "bad", "x@example.com/canary", 1, 0),
	}
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, withPackages); err != nil {
		t.Fatal(err)
	}
	change(t, d, "UPDATE evo_site_content SET alias_visible = 0 WHERE id IN (10, 20, 30)")
	return d
}

func TestDomains(t *testing.T) {
	tools := over(t, loadDomains(t).DSN)
	const meta = `"meta":{"toolsetVersion":"1.0"}}`
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		{public, `{"ids":[1,10,11,12,13,21,31,40],"fields":["url"]}`, `{"items":[{"id":1,"url":"https://example.com/"},` +
			`{"id":10,"url":"https://shop.example.com/"},{"id":11,"url":"https://shop.example.com/tents.html"},` +
			`{"id":12,"url":"https://shop.example.com/"},{"id":13,"url":"https://shop.example.com/tents/dome.html"},` +
			`{"id":21,"url":"https://example.com/old.html"},{"id":31,"url":"https://example.com/odd.html"},` +
			`{"id":40,"url":"https://example.com/tents.html"}],"meta":{"count":8,"toolsetVersion":"1.0"}}`},
		{public, `{"id":11,"lang":"en","fields":["url","content"]}`,
			`{"item":{"id":11,"content":"https://shop.example.com/en/ and https://example.com/en/tents.html",` +
				`"url":"https://shop.example.com/en/tents.html"},` + meta},
		{public, `{"url":"https://shop.example.com/tents.html","fields":[]}`, `{"item":{"id":11},` + meta},
		{public, `{"url":"http://www.shop.example.com/en/tents/dome.html","fields":["url"]}`,
			`{"item":{"id":13,"url":"https://shop.example.com/en/tents/dome.html"},` + meta},
		{public, `{"url":"https://shop.example.com","fields":[]}`, `{"item":{"id":12},` + meta},
		{public, `{"url":"https://example.com/tents.html","fields":[]}`, `{"item":{"id":40},` + meta},
		{public, `{"url":"/tents.html","fields":[]}`, `{"item":{"id":40},` + meta},
		{public, `{"url":"/tents/dome.html","fields":[]}`, `{"item":null,` + meta},
		{public, `{"url":"https://shop.example.com/old.html","fields":[]}`, `{"item":null,` + meta},
	} {
		if got := callTool(t, tools, c.who, "evo.content.get", c.arguments); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, c.want)
		}
	}
	for _, host := range []string{"off.example.com", "old.example.com"} {
		_, err := tools.Call(t.Context(), manager, "evo.content.get", jsontext.Value(`{"url":"https://`+host+`/old.html"}`))
		if err == nil || !strings.Contains(err.Error(), "not an address of this site") {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// TestHiddenDomain has addresses below a root that visitors do not see say nothing of it, and the domain unread.
func TestHiddenDomain(t *testing.T) {
	d := loadDomains(t)
	change(t, d, "UPDATE evo_site_content SET published = 0 WHERE id = 10")
	expect := func(when, want string) {
		t.Helper()
		got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"id":12,"fields":["url"]}`)
		if want = `{"item":{"id":12,"url":"` + want + `"},"meta":{"toolsetVersion":"1.0"}}`; got != want {
			t.Errorf("%s: %s", when, got)
		}
	}
	expect("hidden", "https://example.com/index.php?id=12")
	change(t, d, "UPDATE evo_site_content SET published = 1 WHERE id = 10")
	change(t, d, "ALTER TABLE evo_s_multisites DROP COLUMN site_start")
	expect("without a column", "https://example.com/front.html")
}
