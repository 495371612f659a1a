package review_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/owner/review"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// site has three pages that visitors see and a draft. Only the last two pages are in no menu.
func site() *evosite.Site {
	page := func(id int64, title, content string) evosite.Document {
		return evosite.Document{
			ID: id, Title: title, Content: content, Description: "About it", Published: true, Template: 1, HideMenu: id > 1,
		}
	}
	s := &evosite.Site{
		Documents: []evosite.Document{
			page(1, "Home", `<a href="[~4~]">draft</a> <a href="[~9~]">gone</a> <a href="[~2~]">two</a>`), page(2, "Two", ""),
			page(3, "Three", ""), page(4, "Draft", ""),
		},
		TVs: []evosite.TV{{ID: 1, Name: "photo", Type: "image", Templates: []int64{1}}},
		Values: []evosite.Value{
			{TV: 1, Document: 1, Text: evosite.Text("a.png")}, {TV: 1, Document: 2, Text: evosite.Text("b.png")},
		},
		Records: map[string][]evosite.Record{"site_templates": {{"id": 1, "templatename": "Page"}}},
	}
	s.Documents[1].UnpubDate = time.Now().Add(7 * 24 * time.Hour).Unix()
	s.Documents[2].Description = ""
	s.Documents[3].Published = false
	return s
}

func reviewed(t *testing.T, s *evosite.Site, shown int) (text string, report review.Report) {
	t.Helper()
	d := testdb.Open(t)
	o := evosite.Options{Prefix: "evo_", Generation: "3.5", Packages: true}
	if err := evosite.Load(t.Context(), d.DB, s, o); err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse([]byte("listen: 127.0.0.1:0\nauth: {modes: [none]}\nsites: {main: {dsn: \""+d.DSN+
		"\", base_url: \"https://www.example.com/\"}}\n"), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	report, err = review.Site(t.Context(), c, "main", shown)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String(), report
}

func TestReview(t *testing.T) {
	s := site()
	got, report := reviewed(t, s, 1)
	expires := time.Unix(s.Documents[1].UnpubDate, 0).UTC().Format(time.RFC3339)
	const want = `Visitors see 3 pages of sites.main.

1 with links that lead to no page
  1      Home  https://www.example.com/
         -> https://www.example.com/index.php?id=4
         -> https://www.example.com/index.php?id=9

1 neither in a menu nor linked from a text
  3      Three  https://www.example.com/index.php?id=3

1 that expire within 30 days
  2      Two  https://www.example.com/index.php?id=2
         expires EXPIRES

1 without a description
  3      Three  https://www.example.com/index.php?id=3

1 without an image in a template variable
  3      Three  https://www.example.com/index.php?id=3
`
	if diff := cmp.Diff(strings.Replace(want, "EXPIRES", expires, 1), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var read review.Report
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report, read); diff != "" {
		t.Error(diff)
	}
}

// TestRest shows no document, and says how to see all. The site has no variables for images.
func TestRest(t *testing.T) {
	s := site()
	s.TVs, s.Values = nil, nil
	got, _ := reviewed(t, s, 0)
	const want = `Visitors see 3 pages of sites.main.

1 with links that lead to no page
  and 1 more: emcp call evo.content.search '{"only":["broken_links"],"limit":100}'

1 neither in a menu nor linked from a text
  and 1 more: emcp call evo.content.search '{"only":["not_in_menu","unlinked"],"limit":100}'

1 that expire within 30 days
  and 1 more: emcp call evo.content.search '{"expires_between":{"from":"now","to":"+30d"},"limit":100}'

1 without a description
  and 1 more: emcp call evo.content.search '{"only":["no_description"],"limit":100}'
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReviewOfTranslations asks for each language but the default.
func TestReviewOfTranslations(t *testing.T) {
	s := site()
	s.Records["system_settings"] = []evosite.Record{
		{"setting_name": "s_lang_default", "setting_value": "de"},
		{"setting_name": "s_lang_front", "setting_value": "de,en,uk"},
	}
	s.Records["s_lang_content"] = []evosite.Record{
		{"resource": 1, "lang": "en", "pagetitle": "Start", "introtext": "", "content": ""},
		{"resource": 2, "lang": "en", "pagetitle": "", "introtext": "", "content": ""},
	}
	got, _ := reviewed(t, s, 0)
	const want = `
2 without a translation into en
  and 2 more: emcp call evo.content.search '{"only":["untranslated"],"lang":"en","limit":100}'

3 without a translation into uk
  and 3 more: emcp call evo.content.search '{"only":["untranslated"],"lang":"uk","limit":100}'
`
	if !strings.HasSuffix(got, want) || strings.Contains(got, "into de") {
		t.Errorf("%s\nwant at the end %s", got, want)
	}
}
