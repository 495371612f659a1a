package toolset_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
	"emcp/toolset/find"
)

// openLooking returns the toolset over a site, which looks at it before each search.
func openLooking(t *testing.T, site *evosite.Site) (*toolset.Toolset, *testdb.Database) {
	t.Helper()
	_, d := openDatabase(t, site, standard)
	o := bounds()
	o.Indexes = find.NewIndexes(find.Options{LookAfter: time.Nanosecond, LookTime: time.Minute})
	return toolset.New(database(t, d.DSN), o), d
}

func change(t *testing.T, d *testdb.Database, statement string) {
	t.Helper()
	if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// TestSearchFollowsTheSite changes documents, and what many of them show.
func TestSearchFollowsTheSite(t *testing.T) {
	page := func(id, parent int64, title, content string) evosite.Document {
		return evosite.Document{ID: id, Parent: parent, Title: title, Content: content, Published: true, EditedOn: 1000,
			Template: 1}
	}
	tools, d := openLooking(t, &evosite.Site{
		Documents: []evosite.Document{
			page(1, 0, "Mountains", "<p>alpine</p>"), page(2, 1, "Boots", "<p>{{care}} leather</p>"),
			page(3, 2, "Laces", "<p>round</p>"),
			page(4, 0, "Rivers", "<p>paddle</p>"),
		},
		TVs:    []evosite.TV{{ID: 1, Name: "brand", Type: "text", Templates: []int64{1}}},
		Values: []evosite.Value{{TV: 1, Document: 3, Text: evosite.Text("Quetzal")}},
		Records: map[string][]evosite.Record{
			"site_templates":    {{"id": 1, "templatename": "Page"}},
			"site_htmlsnippets": {{"id": 1, "name": "care", "snippet": "beeswax"}},
		},
	})
	for _, step := range []struct {
		name, statement string
		refresh         bool
		finds           map[string][]int64
	}{
		{"at the start", "DO 0", false, map[string][]int64{
			"alpine": {1}, "mountains": {1, 2, 3}, "beeswax": {2}, "quetzal": {3}, "round": {3}, "granite": nil,
		}},
		{"a new document", "INSERT INTO evo_site_content (id, parent, pagetitle, content, published, template, editedon)" +
			` VALUES (5, 4, 'Granite', 'basalt', 1, 1, 1)`,
			false, map[string][]int64{"granite": {5}, "basalt": {5}, "rivers": {4, 5}}},
		{"an edited text", `UPDATE evo_site_content SET content = 'obsidian', editedon = 2000 WHERE id = 5`, false,
			map[string][]int64{"basalt": nil, "obsidian": {5}}},
		{"a renamed folder", `UPDATE evo_site_content SET pagetitle = 'Peaks' WHERE id = 1`, false,
			map[string][]int64{"mountains": nil, "peaks": {1, 2, 3}}},
		{"a moved folder", `UPDATE evo_site_content SET parent = 4 WHERE id = 2`, false,
			map[string][]int64{"peaks": {1}, "rivers": {4, 2, 3, 5}}},
		{"a hidden folder", `UPDATE evo_site_content SET published = 0 WHERE id = 4`, false,
			map[string][]int64{"rivers": nil, "paddle": nil, "laces": {3}}},
		{"a document in the trash", `UPDATE evo_site_content SET deleted = 1 WHERE id = 5`, false,
			map[string][]int64{"obsidian": nil}},
		{"a document that does not exist any more", `DELETE FROM evo_site_content WHERE id = 1`, false,
			map[string][]int64{"alpine": nil}},
		{"a changed chunk", `UPDATE evo_site_htmlsnippets SET snippet = 'lanolin' WHERE id = 1`, true,
			map[string][]int64{"beeswax": nil, "lanolin": {2}}},
		{"a value that is changed by hand", `UPDATE evo_site_tmplvar_contentvalues SET value = 'Condor' WHERE id = 1`, true,
			map[string][]int64{"quetzal": nil, "condor": {3}}},
		{"a restricted template variable", `INSERT INTO evo_site_tmplvar_access (tmplvarid, documentgroup) VALUES (1, 1)`,
			true,
			map[string][]int64{"condor": nil}},
	} {
		change(t, d, step.statement)
		if step.refresh {
			callTool(t, tools, manager, describeName, `{"refresh":true}`)
		}
		for word, want := range step.finds {
			_, ids := searchIDs(t, tools, public, fmt.Sprintf(`"query":%q,"limit":10,"include_total":true`, word))
			slices.Sort(want)
			slices.Sort(ids)
			if diff := cmp.Diff(want, ids, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", step.name, word, diff)
			}
		}
	}
}

// TestPagesWhileTheSiteChanges reads pages of hits while documents before and behind them change their ranks, appear
// and disappear. Each document that is there all the time comes once.
func TestPagesWhileTheSiteChanges(t *testing.T) {
	for _, arguments := range []string{`"query":"tent"`, `"query":"tent","published":true`,
		`"query":"tent","match":"all","template":1`} {
		site := &evosite.Site{Records: map[string][]evosite.Record{"site_templates": {{"id": 1, "templatename": "Page"}}}}
		for id := range int64(40) {
			site.Documents = append(site.Documents, evosite.Document{
				ID: id + 1, Title: fmt.Sprintf("Page %d", id), Content: "<p>A tent.</p>", Published: true, EditedOn: 1000,
				Template: 1,
			})
		}
		tools, d := openLooking(t, site)
		var read []int64
		for number, more := 0, ""; ; number++ {
			page, ids := searchIDs(t, tools, public, arguments+`,"limit":7`+more)
			if read = append(read, ids...); page.Next == "" {
				break
			}
			more = fmt.Sprintf(`,"cursor":%q`, page.Next)
			change(t, d, fmt.Sprintf(`UPDATE evo_site_content SET pagetitle = 'Tent, tents', editedon = %d WHERE id IN (%d, %d)`,
				2000+number, 1+number, 40-number))
			change(t, d, fmt.Sprintf("INSERT INTO evo_site_content (id, pagetitle, content, published, template)"+
				` VALUES (%d, 'Tent', 'tent', 1, 1)`, 100+number))
			change(t, d, fmt.Sprintf(`UPDATE evo_site_content SET published = 0 WHERE id = %d`, 30+number))
		}
		counts := map[int64]int{}
		for _, id := range read {
			counts[id]++
		}
		for id := int64(1); id <= 40; id++ {
			if hidden := id >= 30 && id < 36; counts[id] > 1 || counts[id] == 0 && !hidden {
				t.Errorf("%s: document %d comes %d times in %d", arguments, id, counts[id], read)
			}
		}
	}
}

// TestCursorOfAnotherProcess continues a list where the order of the first page is not kept.
func TestCursorOfAnotherProcess(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(30) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id + 1, Title: "Page", Content: "<p>A tent.</p>", Published: true})
	}
	tools, d := openDatabase(t, site, standard)
	var read []int64
	for more := ""; ; {
		page, ids := searchIDs(t, tools, public, `"query":"tent","limit":7`+more)
		if read = append(read, ids...); page.Next == "" {
			break
		}
		more = fmt.Sprintf(`,"cursor":%q`, page.Next)
		tools = toolset.New(database(t, d.DSN), bounds())
	}
	var want []int64
	for id := range int64(30) {
		want = append(want, id+1)
	}
	if diff := cmp.Diff(want, read); diff != "" {
		t.Error(diff)
	}
}

// TestSearchBeforeTheIndex searches while the texts of the site are still being read.
func TestSearchBeforeTheIndex(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	db := databaseOver(t, d.DSN, 2)
	tools := toolset.New(db, bounds())
	callTool(t, tools, public, "evo.content.get", `{"id":1}`) // reads the schema
	change(t, d, "LOCK TABLES evo_site_tmplvar_contentvalues WRITE, evo_site_content WRITE")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := tools.Call(ctx, public, "evo.content.search", []byte(`{"query":"page","limit":1}`))
	f := fault.From(err)
	if f.Kind != fault.QueryTimeout || f.RetryAfter != 5*time.Second || errors.Unwrap(f) != nil {
		t.Errorf("%v, retry after %s", f, f.RetryAfter)
	}
	change(t, d, "UNLOCK TABLES")
	if _, ids := searchIDs(t, tools, public, `"query":"page","limit":1`); len(ids) != 1 {
		t.Errorf("%d", ids)
	}
}

// TestMemoryOfIndexes has too little memory for the indexes of two views.
func TestMemoryOfIndexes(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(200) {
		site.Documents = append(site.Documents, evosite.Document{
			ID: id + 1, Title: "Page", Content: fmt.Sprintf("<p>word%d of %[1]d, other%[1]d and more%[1]d</p>", id),
			Published: true,
		})
	}
	_, d := openDatabase(t, site, standard)
	stats := map[int64]find.Stats{}
	for _, bytes := range []int64{find.DefaultMemory, 60_000} {
		o := bounds()
		o.Indexes = find.NewIndexes(find.Options{MaxBytes: bytes})
		tools := toolset.New(database(t, d.DSN), o)
		searchIDs(t, tools, manager, `"query":"page","limit":1`)
		if _, ids := searchIDs(t, tools, public, `"query":"page","limit":1`); len(ids) != 1 {
			t.Errorf("%d", ids)
		}
		stats[bytes] = tools.Indexed()
	}
	all, few := stats[find.DefaultMemory], stats[60_000]
	if all.Indexes != 2 || all.Documents != 400 || all.Shortened != 0 || time.Since(all.Looked) > time.Minute {
		t.Errorf("%+v", all)
	}
	if few.Indexes != 1 || few.Documents != 200 || few.Shortened == 0 || few.Bytes > 77_000 {
		t.Errorf("%+v", few)
	}
}
