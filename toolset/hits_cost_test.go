package toolset_test

import (
	"context"
	"fmt"
	"maps"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestHitsInHostilePages searches long pages, some of ordinary markup, that take quadratic time if REGEXP_REPLACE
// removes the markup or a pattern looks for the end of every bracket. The calls must be answered, and none of their
// statements may go on.
func TestHitsInHostilePages(t *testing.T) {
	page := func(id int64, content string) evosite.Document {
		return evosite.Document{ID: id, Title: fmt.Sprintf("Page %d", id), Published: true, Content: content}
	}
	fill := func(piece string, bytes int) string { return strings.Repeat(piece, bytes/len(piece)) }
	site := &evosite.Site{Documents: []evosite.Document{
		page(1, fill("<", 700_000)+" strong"), page(2, fill("<b [[", 700_000)+" strong"),
		page(3, "strong "+fill("<strong", 2_500_000)),
		page(4, "strong "+fill("[[{{[*", 2_500_000)), page(5, "<strong>bold</strong>"),
		page(6, "<p>a <b>strong</b> text</p>"),
		page(7, fill("&", 700_000)+" strong"), page(8, fill("[[a? &b=`strong`", 700_000)+fill("]]", 100_000)),
		page(9, fill("<p>a <strong>bold</strong> word</p>\n", 700_000)),
		page(10, fill("<p>a <strong>bold</strong> word</p>\n", 2_500_000)),
	}}
	_, d := openDatabase(t, site, standard)
	db, err := evodb.Open(evodb.Options{DSN: d.DSN, MaxOpenConns: 4, StatementTimeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tools := toolset.New(db, bounds())
	for _, c := range []struct {
		who  identity.Principal
		want []int64
	}{{public, []int64{1, 3, 4, 7, 6}}, {manager, []int64{8, 1, 3, 4, 7, 6}}} {
		_, ids := searchIDs(t, tools, c.who, `"query":"strong","max_chars":100,"limit":10`)
		if diff := cmp.Diff(c.want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.who.Subject, diff)
		}
	}
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() { searchIDs(t, tools, public, `"query":"strong","max_chars":100,"limit":1`) })
	}
	calls.Wait()
	var running int
	err = d.DB.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.processlist"+
		" WHERE db = DATABASE() AND command <> 'Sleep' AND id <> CONNECTION_ID()").Scan(&running)
	if err != nil || running != 0 {
		t.Errorf("%d statements run on, %v", running, err)
	}
}

// overBigPages is the toolset over that many pages of one MB, in which visitors read the word needle between tags.
func overBigPages(t *testing.T, pages int) *toolset.Toolset {
	t.Helper()
	site := &evosite.Site{}
	for id := range int64(pages) {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id + 1, Title: "Page", Published: true, CreatedOn: 1000 + id})
	}
	tools, d := openDatabase(t, site, standard)
	const text = "UPDATE evo_site_content SET content = CONCAT('[[Top]] needle ', " +
		"REPEAT('<p>hay &amp; straw [[Tag]] and more</p>', 27594))"
	if _, err := d.DB.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	return tools
}

// TestPhrasesInTooMuchText checks that a call reads as much text as a call may to look for a phrase, and does not find
// documents beyond. Words are found in all of them.
func TestPhrasesInTooMuchText(t *testing.T) {
	tools := overBigPages(t, 24)
	for arguments, want := range map[string]int{
		`"query":"needle"`: 24, `"query":"\"needle hay\""`: 15, `"query":"\"needle hay\"","order_by":"createdon"`: 15,
		`"query":"\"hay needle\""`: 0,
	} {
		got, ids := searchIDs(t, tools, public, arguments+`,"limit":100,"include_total":true`)
		if len(ids) != want || got.Meta.More || *got.Meta.Total != want {
			t.Errorf("%s: %d, more %t, total %d", arguments, ids, got.Meta.More, *got.Meta.Total)
		}
	}
	if _, ids := searchIDs(t, tools, manager, `"query":"needle","limit":100`); len(ids) != 24 {
		t.Errorf("the manager finds %d", ids)
	}
}

// TestMemoryOfHits checks that the memory of a call does not grow with the texts that it decides about.
func TestMemoryOfHits(t *testing.T) {
	tools := overBigPages(t, 40)
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before, most := heap(), uint64(0)
	done := make(chan struct{})
	go func() {
		defer close(done)
		searchIDs(t, tools, public, `"query":"needle","limit":1,"include_total":true`)
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(time.Millisecond):
			most = max(most, heap())
		}
	}
	if more := (most - before) >> 20; more > 32 {
		t.Errorf("a call has taken %d MiB", more)
	}
}

// work is what a database session has done so far, by the names of the server's counters.
type work map[string]int64

// worked returns what the only connection of a database has done.
func worked(t *testing.T, db *evodb.DB) work {
	t.Helper()
	all := work{}
	err := db.Query(t.Context(), evodb.Statement{SQL: "SHOW SESSION STATUS"}, func(scan evodb.Scan) error {
		var name, value string
		if err := scan(&name, &value); err != nil {
			return err
		}
		for _, prefix := range []string{"Handler_", "Select_", "Sort_", "Created_tmp", "Rows_", "Com_", "Questions"} {
			if strings.HasPrefix(name, prefix) {
				var n int64
				if _, err := fmt.Sscan(value, &n); err != nil {
					return err
				}
				all[name] = n
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// workOf returns the server's work for a call. It measures until two results in a row are equal, because a call
// sometimes reads the schema, too.
func workOf(t *testing.T, db *evodb.DB, tools *toolset.Toolset, tool, arguments string) work {
	t.Helper()
	var last work
	for range 10 {
		before := worked(t, db)
		if _, err := tools.Call(context.Background(), public, tool, jsontext.Value(arguments)); err != nil {
			t.Fatal(err)
		}
		after := worked(t, db)
		for name := range after {
			after[name] -= before[name]
		}
		if maps.Equal(last, after) {
			return after
		}
		last = after
	}
	t.Fatalf("%s %s: no two calls are alike", tool, arguments)
	return nil
}

// TestHiddenDocumentsCostNothing checks that the server does the same work for a word that only hidden documents have
// as for a word that no document has.
func TestHiddenDocumentsCostNothing(t *testing.T) {
	site := &evosite.Site{
		TVs:            []evosite.TV{{ID: 1, Name: "note", Type: "text", Templates: []int64{1}}},
		DocumentGroups: []evosite.DocumentGroup{{ID: 1, Name: "Members", PrivateWeb: true}},
	}
	for id := range int64(300) {
		d := evosite.Document{ID: id + 1, Parent: id / 10, Title: "Page", Content: "<p>open to all</p>", IntroText: "page",
			Published: true}
		if id%10 == 0 {
			site.Values = append(site.Values, evosite.Value{TV: 1, Document: d.ID, Text: evosite.Text("open")})
		}
		if kind := id % 10; kind > 3 {
			d.Title, d.LongTitle, d.Description, d.IntroText, d.Content = "Hidden", "hidden", "hidden", "hidden [[hidden]]",
				"<p>hidden [[hidden]]</p>"
			site.Values = append(site.Values, evosite.Value{TV: 1, Document: d.ID, Text: evosite.Text("hidden")})
			switch kind {
			case 4:
				d.Published = false
			case 5:
				d.Deleted = true
			case 6:
				d.PrivateWeb = true
			case 7:
				d.PubDate = 1 << 31
			case 8:
				d.UnpubDate = 1
			case 9: // hidden although its flags do not say so
				site.DocumentGroups[0].Documents = append(site.DocumentGroups[0].Documents, d.ID)
			}
		}
		site.Documents = append(site.Documents, d)
	}
	calls := []struct{ tool, arguments string }{
		{"evo.content.search", `{"query":"WORD","limit":10}`},
		{"evo.content.search", `{"query":"WORD","limit":10,"include_total":true}`},
		{"evo.content.search", `{"query":"WORD another","limit":10}`},
		{"evo.content.search", `{"query":"WORD page","limit":10}`},
		{"evo.content.search", `{"query":"WORD","query_tvs":["note"],"limit":10}`},
		{"evo.content.search", `{"query":"WORD","query_tvs":["note"],"limit":10,"order_by":"pagetitle"}`},
		{"evo.content.search", `{"query":"WORD","limit":10,"parent":1}`},
		{"evo.content.search", `{"query":"WORD","limit":10,"tv_filters":[{"tv":"note","op":"!null"}]}`},
		{"evo.content.search", `{"query":"\"WORD\" hid","limit":10}`},
	}
	_, d := openDatabase(t, site, standard)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	for _, c := range calls {
		nobody := workOf(t, db, tools, c.tool, strings.ReplaceAll(c.arguments, "WORD", "nobody"))
		hidden := workOf(t, db, tools, c.tool, strings.ReplaceAll(c.arguments, "WORD", "hidden"))
		if diff := cmp.Diff(nobody, hidden, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-a word of nobody +a word of hidden documents):\n%s", c.arguments, diff)
		}
		if strings.Contains(c.arguments, "WORD page") {
			continue // the page is full of documents with the other word
		}
		if open := workOf(t, db, tools, c.tool, strings.ReplaceAll(c.arguments, "WORD", "open")); cmp.Equal(open, nobody) {
			t.Errorf("%s: a word that visitors find costs the same, too", c.arguments)
		}
	}
}
