package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// seoRow is a row of sSeo.
func seoRow(id int64, lang, title, robots, canonical string) evosite.Record {
	return evosite.Record{"resource_id": id, "resource_type": "document", "domain_key": "default", "lang": lang,
		"meta_title": title, "meta_description": title + " described", "meta_keywords": "", "robots": robots,
		"canonical_url": canonical, "og_title": "canary", "structured_data": "canary"}
}

// seoSite is translatedSite with data for search engines. What no page prints has canary in it.
func seoSite() *evosite.Site {
	site := translatedSite()
	product := seoRow(3, "de", "canary", "", "")
	product["resource_type"] = "product"
	elsewhere := seoRow(3, "de", "canary", "", "")
	elsewhere["domain_key"] = "other"
	site.Records["s_seo"] = []evosite.Record{
		product, elsewhere, seoRow(1, "base", "canary", "", ""), seoRow(3, "fr", "canary", "", ""),
		seoRow(2, "de", "Zelte [[Shop? &key=`canary`]]kaufen", "index,follow", "https://example.com/zelte.html"),
		seoRow(2, "en", "Buy tents", "noindex,nofollow", "/tents"),
		seoRow(2, "en", "canary", "index,follow", ""), // the first row counts
		seoRow(3, "en", "", "", "javascript:canary"),
		seoRow(4, "de", "canary", "", ""), seoRow(5, "de", "canary", "", ""), seoRow(99, "de", "canary", "", ""),
	}
	return site
}

func TestMetadata(t *testing.T) {
	tools := open(t, seoSite(), withPackages)
	const (
		german = `{"id":2,"seo":{"title":"Zelte kaufen","description":"Zelte kaufen described","keywords":null,` +
			`"canonical":"https://example.com/zelte.html","robots":"index,follow"}}`
		english = `{"id":2,"seo":{"title":"Buy tents","description":"Buy tents described","keywords":null,` +
			`"canonical":null,"robots":"noindex,nofollow"},"noindex":true`
		others = `"also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},{"lang":"uk","id":2,"pagetitle":"Намети"}]}`
	)
	for _, c := range []struct {
		who                   identity.Principal
		tool, arguments, want string
	}{
		{public, "children", `{"id":0,"limit":9,"fields":["seo"]}`,
			`{"items":[{"id":1,"seo":null},` + german + `],"meta":{"limit":9,"offset":0,"count":2,"has_more":false,` +
				`"toolsetVersion":"1.0"}}`},
		{public, "children", `{"id":0,"limit":9,"fields":["seo"],"omit_empty":true}`,
			`{"items":[{"id":1},` + german + `],"meta":{"limit":9,"offset":0,"count":2,"has_more":false,` +
				`"toolsetVersion":"1.0"}}`},
		{public, "get", `{"id":2,"lang":"en","fields":["seo"]}`, `{"item":` + english + `,` + others +
			`,"meta":{"toolsetVersion":"1.0"}}`},
		{revised, "get", `{"url":"/en/zelte.html","fields":["seo"]}`, `{"item":` + english + `,` + others +
			`,"meta":{"toolsetVersion":"1.0"}}`},
		{public, "get", `{"ids":[3,4,5,99],"lang":"en","fields":["seo"]}`,
			`{"items":[{"id":3,"seo":{"title":null,"description":" described","keywords":null,"canonical":null,` +
				`"robots":null}},{"id":5,"seo":null,"also_in":[{"lang":"de","id":5,"pagetitle":"Verweis"}]}],` +
				`"meta":{"count":2,"missing":[4,99],"toolsetVersion":"1.0"}}`},
		{manager, "get", `{"id":2,"fields":["seo"]}`, `{"item":{"id":2,"seo":{` +
			"\"title\":\"Zelte [[Shop? &key=`canary`]]kaufen\"," +
			"\"description\":\"Zelte [[Shop? &key=`canary`]]kaufen described\"" +
			`,"keywords":null,"canonical":"https://example.com/zelte.html","robots":"index,follow"}},` +
			`"meta":{"toolsetVersion":"1.0"}}`},
	} {
		if got := callTool(t, tools, c.who, "evo.content."+c.tool, c.arguments); got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.tool, c.arguments, got, c.want)
		}
	}
}

// TestMetadataOfOneLanguage reads the rows of a site without sLang.
func TestMetadataOfOneLanguage(t *testing.T) {
	site := seoSite()
	delete(site.Records, "s_lang_content")
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, withPackages); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"content", "tmplvar_contentvalues"} {
		change(t, d, "DROP TABLE evo_s_lang_"+table)
	}
	change(t, d, "UPDATE evo_s_seo SET meta_title = 'Home', robots = 'noindex,nofollow' WHERE resource_id = 1")
	change(t, d, "ALTER TABLE evo_s_seo DROP COLUMN domain_key") // as before sSeo 1.0.6
	got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"ids":[1,2],"fields":["seo"]}`)
	const want = `{"items":[{"id":1,"seo":{"title":"Home","description":"canary described","keywords":null,` +
		`"canonical":null,"robots":"noindex,nofollow"},"noindex":true},{"id":2,"seo":null}],` +
		`"meta":{"count":2,"toolsetVersion":"1.0"}}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	change(t, d, "ALTER TABLE evo_s_seo DROP COLUMN robots")
	got = callTool(t, over(t, d.DSN), public, "evo.content.get", `{"id":1,"fields":["seo"]}`)
	if got != `{"item":{"id":1,"seo":null},"meta":{"toolsetVersion":"1.0"}}` {
		t.Errorf("without a column: %s", got)
	}
}

// TestMetadataOfTVs has template variables stand in for data of sSeo: of those for robots the strongest counts, also
// over what sSeo has, and one that the caller may not see does not. A canonical address of sSeo's own stays.
func TestMetadataOfTVs(t *testing.T) {
	site, text := seoSite(), evosite.Text
	one := []int64{1}
	site.TVs = append(site.TVs,
		evosite.TV{ID: 3, Name: "seorobots", Type: "dropdown", Default: text("noindex,follow"), Templates: one},
		evosite.TV{ID: 4, Name: "seo_robots", Type: "dropdown", Default: text("@EVAL return 'canary';"), Templates: one},
		evosite.TV{ID: 5, Name: "tv_robots", Type: "dropdown", Default: text("default"), Templates: one},
		evosite.TV{ID: 6, Name: "tv_canonical", Type: "text", Templates: one},
		evosite.TV{ID: 7, Name: "canonical", Type: "text", Templates: []int64{9}},
		evosite.TV{ID: 8, Name: "tv_robots", Type: "text", Templates: one},
	)
	site.Values = append(site.Values,
		evosite.Value{TV: 3, Document: 2, Text: text("index,follow")},
		evosite.Value{TV: 4, Document: 3, Text: text("NOINDEX")},
		evosite.Value{TV: 5, Document: 2, Text: text("noindex,nofollow")},
		evosite.Value{TV: 6, Document: 2, Text: text("https://example.com/canary")},
		evosite.Value{TV: 6, Document: 3, Text: text("https://example.com/zelte.html")},
		evosite.Value{TV: 7, Document: 3, Text: text("https://example.com/canary")},
		evosite.Value{TV: 8, Document: 3, Text: text("canary")},
	)
	site.Records["site_tmplvar_access"] = append(site.Records["site_tmplvar_access"],
		evosite.Record{"id": 2, "tmplvarid": 8, "documentgroup": 2})
	got := callTool(t, open(t, site, withPackages), public, "evo.content.get", `{"ids":[1,2,3],"fields":["seo"]}`)
	const want = `{"items":[{"id":1,"seo":{"title":null,"description":null,"keywords":null,"canonical":null,` +
		`"robots":"noindex,follow"},"noindex":true},` +
		`{"id":2,"seo":{"title":"Zelte kaufen","description":"Zelte kaufen described","keywords":null,` +
		`"canonical":"https://example.com/zelte.html","robots":"noindex,nofollow"},"noindex":true},` +
		`{"id":3,"seo":{"title":null,"description":null,"keywords":null,"canonical":"https://example.com/zelte.html",` +
		`"robots":"NOINDEX"},"noindex":true}],"meta":{"count":3,"toolsetVersion":"1.0"}}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestNoCanaryInMetadata asks for data for search engines in every language and for everything around it.
func TestNoCanaryInMetadata(t *testing.T) {
	tools := open(t, seoSite(), withPackages)
	for _, lang := range []string{"de", "en", "uk"} {
		got := callTool(t, tools, revised, "evo.content.search",
			`{"limit":99,"fields":["seo","content","media"],"with_tvs":["*"],"lang":"`+lang+`"}`)
		if strings.Contains(got, "canary") {
			t.Errorf("%s: %s", lang, got)
		}
	}
}
