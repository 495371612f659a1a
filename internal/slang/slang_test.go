package slang_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/slang"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// siteWith returns how a site with these settings is translated.
func siteWith(t *testing.T, settings map[string]string, without string) *slang.Site {
	t.Helper()
	site := &evosite.Site{Records: map[string][]evosite.Record{}}
	for name, value := range settings {
		site.Records["system_settings"] = append(site.Records["system_settings"],
			evosite.Record{"setting_name": name, "setting_value": value})
	}
	d := testdb.Open(t)
	o := evosite.Options{Prefix: "evo_", Generation: "3.1", Packages: true}
	if err := evosite.Load(t.Context(), d.DB, site, o); err != nil {
		t.Fatal(err)
	}
	if without != "" {
		if _, err := d.DB.ExecContext(t.Context(), "ALTER TABLE "+without); err != nil {
			t.Fatal(err)
		}
	}
	db, err := evodb.Open(evodb.Options{DSN: d.DSN, MaxOpenConns: 1, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return slang.Of(schema)
}

// TestOf reads settings as sLang does, and as people damage them.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		name     string
		settings map[string]string
		without  string
		want     *slang.Site
	}{
		{"no settings", nil, "", &slang.Site{Languages: []slang.Language{{"uk", ""}}}},
		{"usual", map[string]string{"s_lang_default": "uk", "s_lang_front": "uk,en,de", "s_lang_tvs": "7,3"}, "", &slang.Site{
			Languages: []slang.Language{{"uk", ""}, {"en", "en"}, {"de", "de"}}, TVs: []int64{3, 7},
		}},
		{"the default has a prefix", map[string]string{"s_lang_default": "en", "s_lang_front": "de, en,en",
			"s_lang_default_show": "1", "s_lang_url_map": `{"en":"English ","de":"/","fr":"x"}`}, "",
			&slang.Site{Languages: []slang.Language{{"en", "english"}, {"de", "de"}}}},
		{"damaged", map[string]string{"s_lang_default": "en", "s_lang_front": "english,' OR 1,,d,de-AT,EN,it",
			"s_lang_url_map": `{"it":1}`, "s_lang_tvs": "a,,-1"}, "",
			&slang.Site{Languages: []slang.Language{{"en", ""}, {"it", "it"}}, TVs: []int64{-1}}},
		{"a default that is no code", map[string]string{"s_lang_default": "english", "s_lang_front": "de"}, "", nil},
		{"only the manager's language", map[string]string{"s_lang_default": "en", "manager_language": "de"}, "",
			&slang.Site{Languages: []slang.Language{{"en", ""}, {"de", "de"}}}},
		{"no values", map[string]string{"s_lang_default": "en", "s_lang_tvs": "3"},
			"evo_s_lang_tmplvar_contentvalues DROP COLUMN value", &slang.Site{Languages: []slang.Language{{"en", ""}}}},
		{"no texts", map[string]string{"s_lang_default": "en"}, "evo_s_lang_content DROP COLUMN menutitle", nil},
	} {
		if diff := cmp.Diff(c.want, siteWith(t, c.settings, c.without)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestCut finds the language of paths, and Prefix makes them.
func TestCut(t *testing.T) {
	site := &slang.Site{Languages: []slang.Language{{"de", ""}, {"en", "en"}, {"uk", "ua"}}}
	for path, want := range map[string][2]string{
		"/": {"de", "/"}, "/a.html": {"de", "/a.html"}, "/en": {"en", "/"}, "/en/": {"en", "/"},
		"/ua/b/a.html": {"uk", "/b/a.html"}, "/uk/a.html": {"de", "/uk/a.html"}, "/english": {"de", "/english"},
		"": {"de", ""}, "//en/a": {"de", "//en/a"},
	} {
		if code, rest := site.Cut(path); [2]string{code, rest} != want {
			t.Errorf("%s: %s %s", path, code, rest)
		}
	}
	for code, want := range map[string]string{"de": "", "en": "en/", "uk": "ua/", "fr": "", "": ""} {
		if got := site.Prefix(code); got != want {
			t.Errorf("%s: %s", code, got)
		}
	}
	var none *slang.Site
	if code, rest := none.Cut("/en/a"); code != "" || rest != "/en/a" || none.Prefix("en") != "" || none.Default() != "" ||
		none.Codes() != nil {
		t.Error("a site without translations has languages")
	}
}
