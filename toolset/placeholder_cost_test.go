package toolset_test

import (
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
)

// pagesWithChunks is a site with two folders of 20 pages with the same words: those of 100 have chunks, settings and
// fields, those of 200 have none.
func pagesWithChunks() *evosite.Site {
	const hours, note = "Open on Monday to Friday from nine to seventeen", "Ask us for anything that you do not find here"
	s := &evosite.Site{Records: map[string][]evosite.Record{
		"site_htmlsnippets": {
			{"id": 1, "name": "hours", "snippet": "<p>" + hours + "</p>", "disabled": 0},
			{"id": 2, "name": "box", "snippet": "<div><b>[+title+]</b> {{note}}</div>", "disabled": 0},
			{"id": 3, "name": "note", "snippet": note, "disabled": 0},
		},
		"system_settings": {{"setting_name": "site_name", "setting_value": "Sample"}},
	}}
	for _, folder := range []int64{100, 200} {
		s.Documents = append(s.Documents, evosite.Document{ID: folder, Title: "Folder", Published: true, Folder: true})
		for id := folder + 1; id <= folder+20; id++ {
			content := "<p>" + hours + "</p><p>Sample: Page</p><div><b>Here</b> " + note + "</div>"
			if folder == 100 {
				content = "{{hours}}<p>[(site_name)]: [*pagetitle*]</p>{{box? &title=`Here`}}"
			}
			for range 10 {
				content += "<p>" +
					fmt.Sprintf("A paragraph of page %d about <em>tables</em> and <a href=\"x\">chairs</a>, as people write them.",
						id%100) + "</p>"
			}
			s.Documents = append(s.Documents,
				evosite.Document{ID: id, Parent: folder, Title: "Page", Published: true, Content: content})
		}
	}
	return s
}

// listOfPages are the arguments of a list of the texts of a folder.
func listOfPages(folder int) string {
	return fmt.Sprintf(`{"id":%d,"limit":20,"fields":["content"]}`, folder)
}

// Chunks, settings and templates are read once, with a statement for each. The fields that texts name take a statement
// the first time; later lists read them with the texts. So pages that have all of these take no other statements than
// pages that have none.
func TestChunksAreReadOnce(t *testing.T) {
	_, d := openDatabase(t, pagesWithChunks(), standard)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	callTool(t, tools, public, "evo.content.children", `{"id":1,"limit":1}`) // reads the schema
	statements := func(folder int) int64 {
		before := worked(t, db)["Com_select"]
		callTool(t, tools, public, "evo.content.children", listOfPages(folder))
		return worked(t, db)["Com_select"] - before
	}
	for i, list := range []struct {
		folder int
		want   int64
	}{
		{200, 4}, // itself, chunks, settings and templates
		{200, 1},
		{100, 2}, // itself, and the fields that its texts name
		{100, 1},
		{200, 1},
	} {
		if got := statements(list.folder); got != list.want {
			t.Errorf("list %d takes %d statements, want %d", i, got, list.want)
		}
	}
}

// BenchmarkChunks compares lists of texts with and without chunks: go test ./toolset -run none -bench Chunks.
func BenchmarkChunks(b *testing.B) {
	d := testdb.Open(b)
	if err := evosite.Load(b.Context(), d.DB, pagesWithChunks(), standard); err != nil {
		b.Fatal(err)
	}
	db := databaseOver(b, d.DSN, 1)
	tools := toolset.New(db, bounds())
	for _, folder := range []struct {
		name string
		id   int
	}{{"none", 200}, {"three a page", 100}} {
		b.Run(folder.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tools.Call(b.Context(), public, "evo.content.children",
					jsontext.Value(listOfPages(folder.id))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestMentionsFollowDocuments searches a site with a wide gap in its ids. The statements that read placeholders follow
// the number of documents, not the highest id.
func TestMentionsFollowDocuments(t *testing.T) {
	site := pagesWithChunks()
	site.Documents = append(site.Documents, evosite.Document{ID: 2_000_000_000, Title: "Far", Published: true})
	_, d := openDatabase(t, site, standard)
	db := databaseOver(t, d.DSN, 1)
	before := worked(t, db)["Com_select"]
	callTool(t, toolset.New(db, bounds()), public, "evo.content.search", `{"query":"tables","limit":1}`)
	if got := worked(t, db)["Com_select"] - before; got > 21 {
		t.Errorf("%d statements for a search of %d documents", got, len(site.Documents))
	}
}
