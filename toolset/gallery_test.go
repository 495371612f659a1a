package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
)

// gallerySite is translatedSite with galleries. What no page prints has canary in it.
func gallerySite() *evosite.Site {
	site := translatedSite()
	file := func(id, parent, position int64, name, kind, owner string) evosite.Record {
		return evosite.Record{
			"id": id, "parent": parent, "position": position, "file": name, "type": kind, "item_type": owner,
		}
	}
	text := func(file int64, lang, alt, title, description string) evosite.Record {
		return evosite.Record{"key": file, "lang": lang, "alt": alt, "title": title, "description": description,
			"link_text": "canary", "link": "canary"}
	}
	site.Documents[1].Content = `<img src="a.jpg" alt="A">`
	site.Records["s_galleries"] = []evosite.Record{
		file(1, 2, 2, "tent one#1.jpg", "image", "resource"), file(2, 2, 1, "/assets/library/tent.jpg", "image", "resource"),
		file(3, 2, 3, "https://cdn.example.net/film", "video", "resource"),
		file(4, 2, 3, "dQw4w9WgXcQ", "youtube", "resource"),
		file(5, 2, 4, "canary?", "youtube", "resource"), file(6, 2, 4, "", "image", "resource"),
		file(7, 2, 5, "plan.pdf", "pdf", "resource"), file(8, 2, 0, "canary.jpg", "image", "product"),
		file(9, 4, 0, "canary.jpg", "image", "resource"), file(10, 99, 0, "canary.jpg", "image", "resource"),
		file(11, 2, 6, "javascript://canary", "image", "resource"),
	}
	site.Records["s_gallery_fields"] = []evosite.Record{
		text(1, "base", "canary", "canary", ""), text(1, "de", "Ein Zelt [[canary]]", "Zelt", "canary"),
		text(1, "de", "canary", "canary", ""), text(1, "fr", "canary", "canary", ""),
		text(2, "base", "", "", strings.Repeat("w", 400)), text(2, "en", "A tent", "", ""), text(3, "en", "Film", "", ""),
		text(8, "de", "canary", "", ""), text(7, "de", "", "Plan", ""),
	}
	return site
}

func TestGalleries(t *testing.T) {
	tools, d := openDatabase(t, gallerySite(), withPackages)
	const (
		inText = `{"kind":"image","url":"https://example.com/a.jpg","alt":"A","where":"content"}`
		movie  = `{"kind":"video","url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","where":"gallery"}`
	)
	german := fmt.Sprintf(`"media":[%s,{"kind":"image","url":"https://example.com/assets/library/tent.jpg",`+
		`"caption":"%s",`+
		`"where":"gallery"},{"kind":"image","url":"https://example.com/assets/sgallery/resource/2/tent%%20one%%231.jpg",`+
		`"alt":"Ein Zelt ","caption":"Zelt","where":"gallery"},{"kind":"video","url":"https://cdn.example.net/film",`+
		`"where":"gallery"},%s,{"kind":"file","url":"https://example.com/assets/sgallery/resource/2/plan.pdf",`+
		`"caption":"Plan","where":"gallery"}]`, inText, strings.Repeat("w", 300), movie)
	const english = `"media":[{"kind":"image","url":"https://example.com/assets/library/tent.jpg","alt":"A tent",` +
		`"where":"gallery"},{"kind":"image","url":"https://example.com/assets/sgallery/resource/2/tent%20one%231.jpg",` +
		`"alt":"canary","caption":"canary","where":"gallery"},{"kind":"video","url":"https://cdn.example.net/film",` +
		`"alt":"Film","where":"gallery"},` + movie +
		`,{"kind":"file","url":"https://example.com/assets/sgallery/resource/2/plan.pdf","where":"gallery"}]`
	const others = `"also_in":[{"lang":"de","id":2,"pagetitle":"Zelte"},{"lang":"uk","id":2,"pagetitle":"Намети"}]`
	for _, c := range []struct {
		who                   identity.Principal
		tool, arguments, want string
	}{
		{public, "get", `{"id":2,"fields":["media"]}`, `{"item":{"id":2,` + german + `},"meta":{"toolsetVersion":"1.0"}}`},
		{public, "get", `{"id":2,"lang":"en","fields":["media"]}`,
			`{"item":{"id":2,` + english + `,` + others + `},"meta":{"toolsetVersion":"1.0"}}`},
		{public, "get", `{"ids":[1,3,4,5,99],"fields":["media"]}`,
			`{"items":[{"id":1,"media":[]},{"id":3,"media":[]},{"id":5,"media":[]}],` +
				`"meta":{"count":3,"missing":[4,99],"toolsetVersion":"1.0"}}`},
	} {
		if got := callTool(t, tools, c.who, "evo.content."+c.tool, c.arguments); got != c.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.tool, c.arguments, got, c.want)
		}
	}
	for range 100 {
		change(t, d, "INSERT INTO evo_s_galleries (parent, file, position) VALUES (2, 'x.jpg', 9)")
	}
	got := callTool(t, tools, public, "evo.content.get", `{"id":2,"fields":["media"]}`)
	if n := strings.Count(got, `"kind"`); n != 100 || !strings.Contains(got, `"truncated":true,"total_media":106`) {
		t.Errorf("%d media: %s", n, got[max(0, len(got)-200):])
	}
	// As before sGallery 1.3.0, and without the texts.
	change(t, d, "ALTER TABLE evo_s_galleries CHANGE item_type resource_type varchar(64) NOT NULL DEFAULT 'resource'")
	change(t, d, "DELETE FROM evo_s_galleries WHERE id > 2 AND id <> 8")
	if got := callTool(t, over(t, d.DSN), public, "evo.content.get", `{"id":2,"fields":["media"]}`); strings.Count(got,
		`"where":"gallery"`) != 2 {
		t.Errorf("with resource_type: %s", got)
	}
	change(t, d, "DROP TABLE evo_s_gallery_fields")
	got = callTool(t, over(t, d.DSN), public, "evo.content.get", `{"id":2,"fields":["media"]}`)
	if want := `{"item":{"id":2,"media":[` + inText + `]},"meta":{"toolsetVersion":"1.0"}}`; got != want {
		t.Errorf("without texts: %s", got)
	}
}
