package toolset_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestFilterStopsAtTheEndOfThePage counts the rows that the server reads for a page of a filter with many hits. It must
// not read and sort all hits. On MariaDB that also holds where contentid has another integer type than the ids of
// documents; MySQL 5.6 then reads all hits.
func TestFilterStopsAtTheEndOfThePage(t *testing.T) {
	const documents, enough = 3000, 300
	site := &evosite.Site{}
	for tv := range int64(3) {
		site.TVs = append(site.TVs, evosite.TV{ID: tv + 1, Name: fmt.Sprint("tv", tv+1)})
	}
	for id := range int64(documents) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Title: "Page", Published: true})
		for _, tv := range site.TVs {
			site.Values = append(site.Values, evosite.Value{TV: tv.ID, Document: id + 1, Text: new(strconv.FormatInt(id%2, 10))})
		}
	}
	_, d := openDatabase(t, site, standard)
	changes := []string{"ANALYZE TABLE evo_site_tmplvar_contentvalues, evo_site_content"}
	if os.Getenv("EMCP_TEST_SERVER") != "mysql56" {
		changes = append(changes, "ALTER TABLE evo_site_tmplvar_contentvalues MODIFY contentid int NOT NULL")
	}
	for _, change := range changes {
		if _, err := d.DB.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		db := databaseOver(t, d.DSN, 1)
		tools := toolset.New(db, bounds())
		for _, filters := range []string{
			`{"tv":"tv2","op":"=","value":"1"}`,
			`{"tv":"tv1","op":"<","value":"1","cast":"DECIMAL(10,2)"},{"tv":"tv3","op":"!=","value":"1"}`,
		} {
			var rows int64
			for name, n := range workOf(t, db, tools, "evo.content.search", `{"limit":5,"tv_filters":[`+filters+`]}`) {
				if strings.HasPrefix(name, "Handler_read") {
					rows += n
				}
			}
			if rows > enough {
				t.Errorf("%s, after %s: %d rows are read for a page of 5", filters, change, rows)
			}
		}
	}
}
