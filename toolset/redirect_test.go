package toolset_test

import (
	"testing"

	"emcp/internal/test/evosite"
)

// redirectSite is translatedSite with redirects.
func redirectSite() *evosite.Site {
	site := translatedSite()
	for i, r := range [][3]string{
		{"all", "Old/Tents.html", "https://www.example.com/zelte.html?from=old"}, {"all", "old/tents.html", "/canary"},
		{"all", "relative.html", "zelte/kuppelzelt.html"}, {"all", "english.html", "/en/zelte.html"},
		{"all", "one.html", "/two.html"}, {"all", "two.html", "/three.html"}, {"all", "three.html", "/zelte.html"},
		{"all", "loop.html", "/loop2.html"}, {"all", "loop2.html", "/loop.html"},
		{"all", "away.html", "https://canary.example.net/zelte.html"}, {"all", "mail.html", "mailto:canary@example.com"},
		{"all", "draft.html", "/zelte/entwurf.html"}, {"all", "draft-id.html", "/index.php?id=4"},
		{"default", "other-site.html", "/zelte.html"}, {"all", "zelte/entwurf.html", "/zelte.html"},
		{"all", "zelte.html", "/canary.html"}, {"all", "gone.html", "/canary.html"},
		{"all", "six1.html", "/six2.html"}, {"all", "six2.html", "/six3.html"}, {"all", "six3.html", "/six4.html"},
		{"all", "six4.html", "/six5.html"}, {"all", "six5.html", "/six6.html"}, {"all", "six6.html", "/zelte.html"},
		{"all", "bad.html", "https://%zz"},
	} {
		site.Records["s_redirects"] = append(site.Records["s_redirects"],
			evosite.Record{"id": i + 1, "site_key": r[0], "old_url": r[1], "new_url": r[2], "type": 301})
	}
	return site
}

func TestRedirects(t *testing.T) {
	tools, d := openDatabase(t, redirectSite(), withPackages)
	const (
		none    = `{"item":null,"meta":{"toolsetVersion":"1.0"}}`
		tents   = `{"item":{"id":2,"pagetitle":"Zelte"},"meta":{"toolsetVersion":"1.0"`
		dome    = `{"item":{"id":3,"pagetitle":"Kuppelzelt"},"meta":{"toolsetVersion":"1.0"`
		english = `{"item":{"id":2,"pagetitle":"Tents","also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},` +
			`{"lang":"uk","id":2,"pagetitle":"Намети"}]},"meta":{"toolsetVersion":"1.0"`
	)
	to := func(path string) string { return `,"redirected_to":"https://` + path + `"}}` }
	expect := func(address, want string) {
		t.Helper()
		got := callTool(t, tools, public, "evo.content.get", `{"url":"`+address+`","fields":["pagetitle"]}`)
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", address, got, want)
		}
	}
	expect("/zelte.html", tents+`}}`) // a page is never redirected
	expect("/old/tents.html?x=1", tents+to("www.example.com/zelte.html?from=old"))
	expect("https://www.example.com/en/old/tents.html/", tents+to("www.example.com/zelte.html?from=old"))
	expect("/relative.html", dome+to("example.com/zelte/kuppelzelt.html"))
	expect("/english.html", english+to("example.com/en/zelte.html"))
	expect("/one.html", tents+to("example.com/zelte.html"))
	expect("/zelte/entwurf.html", tents+to("example.com/zelte.html"))
	expect("/six2.html", tents+to("example.com/zelte.html"))
	expect("/draft.html", tents+to("example.com/zelte.html")) // by way of /zelte/entwurf.html, which visitors do not see
	for _, name := range []string{"six1", "loop", "away", "mail", "draft-id", "other-site", "gone", "bad", "none",
		"fr/relative"} {
		expect("/"+name+".html", none)
	}
	change(t, d, "ALTER TABLE evo_s_redirects DROP COLUMN site_key")
	tools = over(t, d.DSN)
	expect("/one.html", none)
}
