package check_test

import (
	"bytes"
	"strings"
	"testing"

	"emcp/internal/owner/check"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// translatedSite is the fixture with sLang.
func translatedSite(t *testing.T) site {
	t.Helper()
	d := testdb.Open(t)
	fixture := evosite.Fixture()
	for name, value := range map[string]string{
		"s_lang_default": "de", "s_lang_config": "de,en", "s_lang_front": "de,en", "s_lang_tvs": "1",
	} {
		fixture.Records["system_settings"] = append(fixture.Records["system_settings"],
			evosite.Record{"setting_name": name, "setting_value": value})
	}
	o := evosite.Options{Prefix: "evo_", Generation: "3.5", Packages: true}
	if err := evosite.Load(t.Context(), d.DB, fixture, o); err != nil {
		t.Fatal(err)
	}
	user, dsn := d.User(t)
	return site{d, user, dsn}
}

// TestTranslationsInReport checks sites with sLang, whose tables the account may read, or cannot.
func TestTranslationsInReport(t *testing.T) {
	const (
		found  = "ok       sites.main sLang: documents are translated into de, en"
		values = "warning  sites.main sLang: texts are translated into de, en, but the translations of template variables " +
			"are missing or not readable"
		nothing = "warning  sites.main sLang: the site has settings of sLang, but its table evo_s_lang_content is missing " +
			"or not readable"
	)
	for _, c := range []struct {
		revoke, want string
		grants       []string
	}{
		{"", found, nil},
		{"evo_s_lang_tmplvar_contentvalues", values,
			[]string{"GRANT SELECT (`id`, `lang`, `tmplvarid`, `contentid`, `value`) ON"}},
		{"evo_s_lang_content", nothing, []string{"GRANT SELECT (`resource`, `lang`, `updated_at`, `pagetitle`, " +
			"`longtitle`, `description`, `introtext`, `content`, `menutitle`) ON"}},
	} {
		s := translatedSite(t)
		if c.revoke != "" {
			s.exec(t, "DROP TABLE "+c.revoke)
		}
		s = s.narrow(t)
		var out bytes.Buffer
		report := check.File(t.Context(), written(t, s.config(everybody)), noEnvironment, check.More{})
		if err := report.Write(&out); err != nil {
			t.Fatal(err)
		}
		for _, want := range append(c.grants, c.want) {
			if !strings.Contains(out.String(), want) {
				t.Errorf("without %q: no %q in\n%s", c.revoke, want, out.String())
			}
		}
	}
}
