package toolset_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/find"
)

// withPackages are the options for a site with the tables of packages.
var withPackages = evosite.Options{Prefix: "evo_", Generation: "3.5", Packages: true}

// translatedSite is a German site that sLang translates into English and Ukrainian. Document 3 has no translation: its
// English row is empty, as the form of the manager writes it, and it has no Ukrainian one. French is not shown to
// visitors.
func translatedSite() *evosite.Site {
	text := evosite.Text
	row := func(id int64, lang, title, content string) evosite.Record {
		return evosite.Record{
			"resource": id, "lang": lang, "pagetitle": title, "longtitle": "", "description": title + " described",
			"introtext": "", "content": content, "menutitle": "",
		}
	}
	return &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Template: 1, Published: true, Title: "Startseite", Alias: text("start"), Content: "<p>Willkommen</p>"},
			{ID: 2, Template: 1, Published: true, Folder: true, Title: "Zelte", Alias: text("zelte"),
				Description: "Alle Zelte", Content: "<p>Zelte für [*pagetitle*], [*material*]</p>"},
			{ID: 3, Template: 1, Parent: 2, Published: true, Title: "Kuppelzelt", Alias: text("kuppelzelt"),
				Content: "<p>Ein Zelt</p>"},
			{ID: 4, Template: 1, Parent: 2, Title: "Entwurf", Alias: text("entwurf"), Content: "<p>canary</p>"},
			{ID: 5, Template: 1, Parent: 2, Published: true, Title: "Verweis", Alias: text("verweis"), Type: "reference",
				Content: "3"},
		},
		TVs: []evosite.TV{
			{ID: 1, Name: "material", Type: "text", Templates: []int64{1}},
			{ID: 2, Name: "secret", Type: "text", Templates: []int64{1}},
		},
		Values: []evosite.Value{
			{TV: 1, Document: 2, Text: text("Baumwolle")}, {TV: 1, Document: 3, Text: text("Nylon")},
		},
		Records: map[string][]evosite.Record{
			"site_templates": {{"id": 1, "templatename": "Seite"}},
			"system_settings": {
				{"setting_name": "site_url", "setting_value": "https://example.com/"},
				{"setting_name": "friendly_urls", "setting_value": "1"},
				{"setting_name": "use_alias_path", "setting_value": "1"},
				{"setting_name": "s_lang_default", "setting_value": "de"},
				{"setting_name": "s_lang_config", "setting_value": "de,en,uk,fr"},
				{"setting_name": "s_lang_front", "setting_value": "de,en, uk"},
				{"setting_name": "s_lang_url_map", "setting_value": `{"uk":"UA"}`},
				{"setting_name": "s_lang_tvs", "setting_value": "1"},
			},
			"s_lang_content": {
				row(2, "de", "Zelte", "<p>Zelte für [*pagetitle*], [*material*]</p>"),
				row(2, "en", "Tents", "<p>Tents for [*pagetitle*], [*material*]</p>"),
				row(2, "uk", "Намети", "<p>Усі намети</p>"), row(2, "fr", "Tentes", "<p>canary</p>"),
				row(2, "base", "canary", "<p>canary</p>"),
				row(3, "en", "", ""), row(4, "en", "Draft", "<p>canary tents</p>"), row(5, "en", "Reference", ""),
				row(99, "en", "Orphan", "<p>canary tents</p>"),
			},
			"s_lang_tmplvar_contentvalues": {
				{"lang": "en", "tmplvarid": 1, "contentid": 2, "value": "wool"},
				{"lang": "en", "tmplvarid": 1, "contentid": 2, "value": "cotton"}, // the last one counts
				{"lang": "en", "tmplvarid": 2, "contentid": 2, "value": "canary"}, // not a translated variable
				{"lang": "fr", "tmplvarid": 1, "contentid": 2, "value": "canary"},
			},
			"site_tmplvar_access": {{"id": 1, "tmplvarid": 2, "documentgroup": 2}},
		},
	}
}

func TestTranslations(t *testing.T) {
	tools := open(t, translatedSite(), withPackages)
	const (
		meta   = `"meta":{"toolsetVersion":"1.0"}}`
		fields = `"fields":["pagetitle","description","content","url","lang"],"with_tvs":["material"]`
		german = `{"id":2,"pagetitle":"Zelte","description":"Alle Zelte","content":"Zelte für Zelte, Baumwolle",` +
			`"url":"https://example.com/zelte.html","lang":"de","tvs":{"material":"Baumwolle"}}`
		shown = `{"id":2,"pagetitle":"Zelte","description":"Zelte described","content":"Zelte für Zelte, Baumwolle",` +
			`"url":"https://example.com/zelte.html","lang":"de","also_in":[{"lang":"en","id":2,"pagetitle":"Tents"},` +
			`{"lang":"uk","id":2,"pagetitle":"Намети"}],"tvs":{"material":"Baumwolle"}}`
		english = `{"id":2,"pagetitle":"Tents","description":"Tents described","content":"Tents for Tents, cotton",` +
			`"url":"https://example.com/en/zelte.html","lang":"en","also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},` +
			`{"lang":"uk","id":2,"pagetitle":"Намети"}],"tvs":{"material":"cotton"}}`
		ukrainian = `{"id":2,"pagetitle":"Намети","description":"Намети described","content":"Усі намети",` +
			`"url":"https://example.com/ua/zelte.html","lang":"uk","also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},` +
			`{"lang":"en","id":2,"pagetitle":"Tents"}],"tvs":{"material":"Baumwolle"}}`
	)
	for _, c := range []struct {
		who                   identity.Principal
		tool, arguments, want string
	}{
		{public, "get", `{"id":2,` + fields + `}`, `{"item":` + german + `,` + meta},
		{revised, "get", `{"id":2,` + fields + `}`, `{"item":` + shown + `,` + meta},
		{public, "get", `{"id":2,"lang":"de",` + fields + `}`, `{"item":` + shown + `,` + meta},
		{public, "get", `{"id":2,"lang":"en-GB",` + fields + `}`, `{"item":` + english + `,` + meta},
		{public, "get", `{"url":"/en/zelte.html",` + fields + `}`, `{"item":` + english + `,` + meta},
		{public, "get", `{"url":"https://example.com/ua/zelte.html",` + fields + `}`, `{"item":` + ukrainian + `,` + meta},
		{public, "get", `{"url":"/fr/zelte.html"}`, `{"item":null,` + meta},
		{public, "get", `{"url":"/en/","fields":["pagetitle","url"]}`,
			`{"item":{"id":1,"pagetitle":"Startseite","url":"https://example.com/en/"},` + meta},
		{public, "get", `{"ids":[3,4,5],"lang":"en","fields":["pagetitle","url","lang","path","link"]}`,
			`{"items":[{"id":3,"pagetitle":"Kuppelzelt","url":"https://example.com/en/zelte/kuppelzelt.html","path":["Tents"],` +
				`"link":null,"lang":"de"},{"id":5,"pagetitle":"Reference","url":"https://example.com/en/zelte/verweis.html",` +
				`"path":["Tents"],"link":{"id":3,"url":"https://example.com/en/zelte/kuppelzelt.html"},"lang":"en",` +
				`"also_in":[{"lang":"de","id":5,"pagetitle":"Verweis"}]}],` +
				`"meta":{"count":2,"missing":[4],"toolsetVersion":"1.0"}}`},
		{public, "children", `{"id":2,"limit":9,"lang":"en","fields":["pagetitle","previous"]}`,
			`{"items":[{"id":3,"pagetitle":"Kuppelzelt","previous":null},{"id":5,"pagetitle":"Reference",` +
				`"previous":{"id":3,"pagetitle":"Kuppelzelt"}}],"meta":{"limit":9,"offset":0,"count":2,"has_more":false,` +
				`"toolsetVersion":"1.0"}}`},
		{public, "search", `{"limit":9,"lang":"en","fields":["pagetitle"],"order_by":"pagetitle","order_dir":"desc",` +
			`"tv_filters":[{"tv":"material","op":"in","value":["cotton","Nylon","Baumwolle"]}],"with_tvs":["material"]}`,
			`{"items":[{"id":2,"pagetitle":"Tents","tvs":{"material":"cotton"}},{"id":3,"pagetitle":"Kuppelzelt",` +
				`"tvs":{"material":"Nylon"}}],"meta":{"limit":9,"offset":0,"count":2,"has_more":false,"toolsetVersion":"1.0"}}`},
		{public, "search", `{"limit":9,"fields":["pagetitle"],"tv_filters":[{"tv":"material","op":"=","value":"cotton"}]}`,
			`{"items":[],"meta":{"limit":9,"offset":0,"count":0,"has_more":false,"toolsetVersion":"1.0"}}`},
	} {
		if got := callTool(t, tools, c.who, "evo.content."+c.tool, c.arguments); got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.tool, c.arguments, got, c.want)
		}
	}
}

// TestSearchInTranslations finds each language's texts, and answers in the language of the words.
func TestSearchInTranslations(t *testing.T) {
	tools := open(t, translatedSite(), withPackages)
	const fields = `"limit":9,"fields":["pagetitle","url","lang"]`
	const reference = `{"id":5,"pagetitle":"Reference","url":"https://example.com/en/zelte/verweis.html","lang":"en",` +
		`"excerpt":"3","also_in":[{"lang":"de","id":5,"pagetitle":"Verweis"}]}`
	tents := func(excerpt string) string {
		return `{"id":2,"pagetitle":"Tents","url":"https://example.com/en/zelte.html","lang":"en","excerpt":"` + excerpt +
			`","also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},{"lang":"uk","id":2,"pagetitle":"Намети"}]}`
	}
	answer := func(meta string, items ...string) string {
		return fmt.Sprintf(`{"items":[%s],"meta":{"limit":9,"offset":0,"count":%d,"has_more":false,`+
			`"toolsetVersion":"1.0",%s}}`, strings.Join(items, ","), len(items), meta)
	}
	for _, c := range []struct {
		who             identity.Principal
		arguments, want string
	}{
		{revised, `{"query":"cotton tent",` + fields + `}`, answer(`"lang":"en","words":{"cotton":1,"tent":2}`,
			tents("**Tents** for **Tents**, **cotton**"), reference)},
		{revised, `{"query":"Zelt",` + fields + `}`, answer(`"lang":"de","words":{"zelt":3},"other_languages":{"en":1}`,
			`{"id":2,"pagetitle":"Zelte","url":"https://example.com/zelte.html","lang":"de",`+
				`"excerpt":"**Zelte** für **Zelte**, Baumwolle","also_in":[{"lang":"en","id":2,"pagetitle":"Tents"},`+
				`{"lang":"uk","id":2,"pagetitle":"Намети"}]}`,
			`{"id":3,"pagetitle":"Kuppelzelt","url":"https://example.com/zelte/kuppelzelt.html","lang":"de",`+
				`"excerpt":"Ein **Zelt**"}`,
			`{"id":5,"pagetitle":"Verweis","url":"https://example.com/zelte/verweis.html","lang":"de","excerpt":"3",`+
				`"also_in":[{"lang":"en","id":5,"pagetitle":"Reference"}]}`)},
		{revised, `{"query":"намет",` + fields + `}`, answer(`"lang":"uk","words":{"намет":1}`,
			`{"id":2,"pagetitle":"Намети","url":"https://example.com/ua/zelte.html","lang":"uk","excerpt":"Усі **намети**",`+
				`"also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},{"lang":"en","id":2,"pagetitle":"Tents"}]}`)},
		{revised, `{"query":"nothing",` + fields + `}`, answer(`"lang":"de","words":{"nothing":0}`)},
		{public, `{"query":"tents",` + fields + `}`, answer(`"words":{"tents":0}`)},
		{public, `{"query":"tents","lang":"en",` + fields + `}`, answer(`"lang":"en","words":{"tents":2}`,
			tents("**Tents** for **Tents**, cotton"), reference)},
		{public, `{"query":"tents","lang":"de",` + fields + `}`,
			answer(`"lang":"de","words":{"tents":0},"other_languages":{"en":2}`)},
	} {
		if got := callTool(t, tools, c.who, "evo.content.search", c.arguments); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.arguments, got, c.want)
		}
	}
}

// TestNoSuchTranslation asks for languages that the site does not have.
func TestNoSuchTranslation(t *testing.T) {
	translated := open(t, translatedSite(), withPackages)
	plain := open(t, manual(), standard)
	const otherLanguages = "the site has no texts in this language; its languages: de, en, uk"
	const oneLanguage = "untranslated is for sites with several languages in one document. Here each document " +
		"has one language: compare the lists of the languages' sections"
	for _, c := range []struct {
		tools                 *toolset.Toolset
		tool, arguments, want string
	}{
		{translated, "get", `{"id":2,"lang":"fr"}`, otherLanguages},
		{translated, "children", `{"id":2,"limit":1,"lang":"pl"}`, otherLanguages},
		{translated, "get", `{"id":2,"lang":"' OR 1"}`, notALanguageMessage},
		{plain, "get", `{"id":1,"lang":"en"}`, "the documents of this site are not translated; leave lang out"},
		{translated, "search", `{"limit":1,"only":["untranslated"]}`, "untranslated needs lang, the language to look at"},
		{plain, "search", `{"limit":1,"only":["untranslated"]}`, oneLanguage},
	} {
		f := refuse(t, c.tools, public, "evo.content."+c.tool, c.arguments)
		field := "lang"
		if c.want == oneLanguage {
			field = "only"
		}
		if f.Message != c.want || f.Field != field {
			t.Errorf("%s: %s: %s", c.arguments, f.Field, f.Message)
		}
	}
}

// TestNoCanaryInTranslations calls every tool in every language: nothing of drafts, of languages that visitors do not
// see, of rows without a document, and of variables that they may not see comes out.
func TestNoCanaryInTranslations(t *testing.T) {
	tools := open(t, translatedSite(), withPackages)
	for _, lang := range []string{"de", "en", "uk"} {
		for tool, arguments := range map[string]string{
			"get":         `"ids":[1,2,3,4,5,99],"fields":["pagetitle","content","children","media"],"with_tvs":["*"]`,
			"descendants": `"id":0,"depth":6,"limit":99,"fields":["pagetitle","content"],"with_tvs":["*"]`,
			"search":      `"query":"tents","limit":99,"fields":["pagetitle","content"]`,
		} {
			got := callTool(t, tools, revised, "evo.content."+tool, `{"lang":"`+lang+`",`+arguments+`}`)
			if strings.Contains(got, "canary") || strings.Contains(got, "Orphan") {
				t.Errorf("%s in %s: %s", tool, lang, got)
			}
		}
	}
}

// TestDescribeTranslations counts the translations that visitors see.
func TestDescribeTranslations(t *testing.T) {
	tools := open(t, translatedSite(), withPackages)
	const listed = `"url":"https://example.com/","languages":["de","en","uk"],"documents":4},"sections":`
	if got := callTool(t, tools, public, "evo.site.describe", `{"detail":"sections"}`); !strings.Contains(got, listed) {
		t.Errorf("%s\nwant %s", got, listed)
	}
	got := callTool(t, tools, public, "evo.site.describe", `{}`)
	const want = `"url":"https://example.com/","languages":["de","en","uk"],` +
		`"translations":[{"lang":"de","documents":1},{"lang":"en","documents":2},{"lang":"uk","documents":1}],"documents":4`
	if !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestUntranslated finds the documents that lack a translation.
func TestUntranslated(t *testing.T) {
	tools := open(t, translatedSite(), withPackages)
	for lang, want := range map[string][]int64{"de": {1, 3, 5}, "en": {1, 3}, "uk": {1, 3, 5}} {
		if diff := cmp.Diff(want, hits(t, tools, public, `"only":["untranslated"],"lang":"`+lang+`"`)); diff != "" {
			t.Errorf("%s: %s", lang, diff)
		}
	}
}

// TestTranslationsFollowTheSite changes translations: a search finds them as soon as the document is saved, and forgets
// those of a language that the site gives up.
func TestTranslationsFollowTheSite(t *testing.T) {
	site := translatedSite()
	d := testdb.Open(t)
	if err := evosite.Load(t.Context(), d.DB, site, withPackages); err != nil {
		t.Fatal(err)
	}
	o := bounds()
	o.Indexes = find.NewIndexes(find.Options{LookAfter: time.Nanosecond, LookTime: time.Minute})
	db := database(t, d.DSN)
	tools := toolset.New(db, o)
	finds := func(query, lang string, want ...int64) {
		t.Helper()
		got := hits(t, tools, revised, `"query":"`+query+`","lang":"`+lang+`"`)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s in %s: %s", query, lang, diff)
		}
	}
	change := func(statements ...string) {
		t.Helper()
		for _, statement := range statements {
			if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	finds("dome", "en")
	change("UPDATE evo_s_lang_content SET pagetitle = 'Dome tent' WHERE resource = 3 AND lang = 'en'")
	finds("dome", "en", 3)
	change("UPDATE evo_site_content SET published = 0 WHERE id = 3")
	finds("dome", "en")
	finds("tents", "en", 2, 5)
	change("UPDATE evo_site_content SET published = 1 WHERE id = 3",
		"DELETE FROM evo_s_lang_content WHERE resource = 2 AND lang = 'en'")
	finds("tents", "en", 3)
	change("UPDATE evo_s_lang_content SET content = 'of nylon', updated_at = NOW() WHERE resource = 3 AND lang = 'en'")
	finds("nylon", "en", 3)
	change("UPDATE evo_system_settings SET setting_value = 'de,uk' WHERE setting_name = 's_lang_front'")
	db.Refresh()
	finds("nylon", "de", 3)
}
