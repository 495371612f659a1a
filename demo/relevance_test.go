package main

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/index"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

var (
	heldBack = flag.Bool("held-back", false, "measure the queries that are held back, too")
	compare  = flag.Bool("compare", false, "measure evo.content.search and FULLTEXT of MariaDB as well")
	show     = flag.Bool("show", false, "print the queries whose document is not the first")
)

// lookup is a query of a visitor, with the document that the visitor wants.
type lookup struct {
	language string
	document int64
	query    string
	held     bool // every third: not looked at while the search is improved
}

func readLookups(t *testing.T) []lookup {
	t.Helper()
	file, err := os.ReadFile("testdata/relevance.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []lookup
	for i, line := range strings.Split(strings.TrimSpace(string(file)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		id, err := strconv.ParseInt(cells[1], 10, 64)
		if err != nil || len(cells) != 3 {
			t.Fatalf("line %d: %q", i+2, line)
		}
		all = append(all, lookup{cells[0], id, cells[2], i%3 == 2})
	}
	return all
}

// relevance is how well a search finds the wanted documents.
type relevance struct {
	queries    int
	reciprocal float64 // sum of 1/place
	topThree   int
	nowhere    int // not among the first ten
}

func (r relevance) mrr() float64   { return r.reciprocal / float64(r.queries) }
func (r relevance) share() float64 { return float64(r.topThree) / float64(r.queries) }

func (r relevance) String() string {
	return fmt.Sprintf("%d queries, MRR %.3f, %.1f %% in the first three, %d not in the first ten",
		r.queries, r.mrr(), 100*r.share(), r.nowhere)
}

// measure makes the queries. A search returns the ids of the first ten documents.
func measure(t *testing.T, all []lookup, name string, search func(lookup) []int64) relevance {
	t.Helper()
	results := map[string]relevance{}
	for _, l := range all {
		ids := search(l)
		place := slices.Index(ids, l.document)
		seen := "looked at"
		if l.held {
			seen = "held back"
		}
		for _, part := range []string{"all", l.language, seen} {
			r := results[part]
			r.queries++
			switch {
			case place < 0:
				r.nowhere++
			default:
				r.reciprocal += 1 / float64(place+1)
				if place < 3 {
					r.topThree++
				}
			}
			results[part] = r
		}
		if *show && place != 0 {
			t.Logf("%s %s %q: want %d at %d, got %d", name, l.language, l.query, l.document, place+1, ids[:min(len(ids), 3)])
		}
	}
	for _, part := range slices.Sorted(maps.Keys(results)) {
		t.Logf("%s, %s: %s", name, part, results[part])
	}
	return results["all"]
}

// TestRelevance measures how well an index finds what visitors want. BENCHMARKS.md has the figures that it prints with
// -v.
func TestRelevance(t *testing.T) {
	all := readLookups(t)
	if !*heldBack {
		all = slices.DeleteFunc(all, func(l lookup) bool { return l.held })
	}
	var url, token string
	if *compare {
		url, token = startOnMariaDB(t, all)
	} else {
		url, token = startGateway(t)
	}
	x := index.Build(index.Options{}, slices.Values(shownDocuments(t, url, token)))
	found := measure(t, all, "index", func(l lookup) []int64 {
		q := index.ParseQuery(l.query)
		q.Language = l.language
		return ids(x.Search(q))
	})
	measure(t, all, "index, language not given", func(l lookup) []int64 {
		return ids(x.Search(index.ParseQuery(l.query)))
	})
	const mrr, share = 0.92, 0.95
	if found.mrr() < mrr || found.share() < share {
		t.Errorf("%s; at least %.2f and %.0f %% are wanted", found, mrr, 100*share)
	}
}

func ids(r index.Result) []int64 {
	var ids []int64
	for _, hit := range r.Hits {
		ids = append(ids, hit.ID)
	}
	return ids
}

// shownDocuments returns the documents that visitors see, in the form that visitors see.
func shownDocuments(t *testing.T, url, token string) []index.Document {
	t.Helper()
	var documents []index.Document
	for cursor := ""; ; {
		var page struct {
			Items      []shownItem `json:"items"`
			NextCursor string      `json:"next_cursor"`
		}
		decode(t, callTool(t, url, token, "evo.content.search", json.RawMessage(`{"limit":100,"format":"markdown",
			"max_chars":100000,"with_tvs":["*"],"fields":["pagetitle","longtitle","menutitle","description","introtext",
			"content","path","template_name"]`+cursor+`}`)), &page)
		for _, item := range page.Items {
			documents = append(documents, item.document())
		}
		if page.NextCursor == "" {
			return documents
		}
		cursor = `,"cursor":` + strconv.Quote(page.NextCursor)
	}
}

// shownItem is an item of a list.
type shownItem struct {
	ID           int64          `json:"id"`
	Title        string         `json:"pagetitle"`
	LongTitle    string         `json:"longtitle"`
	MenuTitle    string         `json:"menutitle"`
	Description  string         `json:"description"`
	IntroText    string         `json:"introtext"`
	Content      string         `json:"content"`
	Path         []string       `json:"path"`
	TemplateName string         `json:"template_name"`
	TVs          map[string]any `json:"tvs"`
}

func (i shownItem) document() index.Document {
	d := index.Document{ID: i.ID, Language: "en"} // the default of the template variable
	if language, ok := i.TVs["lang"].(string); ok {
		d.Language = language
	}
	headings := []string{i.LongTitle, i.MenuTitle}
	for line := range strings.Lines(i.Content) {
		if strings.HasPrefix(line, "#") {
			headings = append(headings, line)
		}
	}
	var values []string
	for _, name := range slices.Sorted(maps.Keys(i.TVs)) {
		if value := i.TVs[name]; value != nil {
			values = append(values, fmt.Sprint(value))
		}
	}
	for field, texts := range map[index.Field][]string{
		index.Title: {i.Title}, index.Headings: headings, index.Intro: {i.IntroText, i.Description}, index.Values: values,
		index.Ancestors: i.Path, index.Text: {i.Content}, index.Template: {i.TemplateName},
	} {
		d.Fields[field] = strings.Join(texts, "\n")
	}
	return d
}

// startOnMariaDB starts a gateway in front of MariaDB, and measures its search and FULLTEXT.
func startOnMariaDB(t *testing.T, all []lookup) (url, token string) {
	t.Helper()
	maria, err := testdb.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(maria.Remove)
	admin := open(t, maria.DSN(""))
	const create = "CREATE DATABASE demo CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci"
	if _, err := admin.ExecContext(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	db := open(t, maria.DSN("demo"))
	if err := evosite.Load(t.Context(), db, Site(), evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	measure(t, all, "FULLTEXT of MariaDB", func(l lookup) []int64 { return fulltext(t, db, l) })
	configuration = append(slices.Clip(configuration), "rate_limit: {enabled: false}\n"...)
	url, token = startGatewayOn(t, maria.DSN("demo"))
	measure(t, all, "evo.content.search", func(l lookup) []int64 {
		arguments, err := json.Marshal(map[string]any{
			"query": l.query, "lang": l.language, "limit": 10, "fields": []string{},
		})
		if err != nil {
			t.Fatal(err)
		}
		var page struct{ Items []shownItem }
		decode(t, callTool(t, url, token, "evo.content.search", arguments), &page)
		var ids []int64
		for _, item := range page.Items {
			ids = append(ids, item.ID)
		}
		return ids
	})
	return url, token
}

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		t.Fatal(err)
	}
	c.InterpolateParams = true
	connector, err := mysql.NewConnector(c)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// fulltext finds documents with the index that Evolution creates.
func fulltext(t *testing.T, db *sql.DB, l lookup) []int64 {
	t.Helper()
	// English ids are 1 to 99 and 300 to 399, see language.go.
	from := map[string]int{"en": 0, "de": 100, "uk": 200}[l.language]
	rows, err := db.QueryContext(t.Context(), `SELECT id FROM evo_site_content
		WHERE MATCH (pagetitle, description, content) AGAINST (?) AND published = 1 AND deleted = 0 AND privateweb = 0
		AND pub_date <= UNIX_TIMESTAMP() AND (unpub_date = 0 OR unpub_date > UNIX_TIMESTAMP())
		AND (id BETWEEN ? AND ? OR id BETWEEN ? AND ?)
		ORDER BY MATCH (pagetitle, description, content) AGAINST (?) DESC, id LIMIT 10`,
		l.query, from+1, from+99, from+300, from+399, l.query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}
