package query_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/quantity"
	"emcp/internal/test/evosite"
	"emcp/query"
)

// describedSite is memberSite with more to count: values that are equal in a collation, values that are too long to be
// a choice, and @-bindings. Some of them belong to documents that not everybody sees.
func describedSite() *evosite.Site {
	s := memberSite()
	s.TVs = append(s.TVs, evosite.TV{
		ID: 9, Name: "mood", Type: "checkbox", Caption: "Mood", Elements: "\t@select 1",
		Default:   evosite.Text(" @EVAL return 1;"),
		Templates: []int64{1, 3, 77},
	})
	s.TVs[6].Templates = []int64{3}
	store := func(document int64, text string) {
		s.Values = append(s.Values, evosite.Value{TV: 9, Document: document, Text: &text})
	}
	store(1, "good")
	store(2, "Good")
	store(3, "good||bad")
	store(4, "good") // a draft
	store(5, "bad")  // in the trash
	store(10, "good ")
	store(11, strings.Repeat("x", 1024))
	store(12, strings.Repeat("x", 1025))
	store(13, "draft")
	store(14, "@FILE secret")
	store(17, "good") // private
	store(30, "grün 🌍")
	store(31, "good")
	s.Documents[0].Template = 0
	return s
}

func TestDescribe(t *testing.T) {
	long := strings.Repeat("x", 1024) // the longest value that counts
	const variables = `1 "price" "Price" "number" "0" ""; 2 "color" "Color" "text" "none" ""; 3 "in-stock" "In stock" ` +
		`"checkbox" NULL ""; 4 "order" "Order" "number" "" ""; 5 "SKU" "SKU" "text" NULL ""; 6 "topics" "Topics" ` +
		`"custom_tv" NULL ""; `
	const cost, note = `7 "cost" "" "" NULL ""; `, `8 "note" "" "" NULL ""; `
	const mood = `9 "mood" "Mood" "checkbox" " @EVAL return 1;" "\t@select 1"`
	const ofProduct = "1 9; 2 1; 2 2; 2 3; 2 4; 2 5; 2 6; 3 6; "
	rest := `9 "good " 1; 9 "good||bad" 1; 9 "grün 🌍" 1; 9 "` + long + `" 1`
	others := `; 2 "100%_|pure" 1; 2 "Red" 1; 2 "blue" 1; 2 "dark red" 1; 2 "red" 1; 9 "@FILE secret" 1; 9 "Good" 1; 9 ` +
		`"draft" 1; ` + rest
	visible := `; 2 "100%_|pure" 1; 2 "Red" 1; 2 "dark red" 1; 2 "red" 1; 9 "Good" 1; ` + rest

	same := func(rows string) map[string]string {
		return map[string]string{asManager: rows, noGroup: rows, staff: rows, asVisitor: rows}
	}
	all, third := query.NewSample(19_999), query.NewSample(30_000) // shares of the documents
	kinds := query.StoredKinds{
		Numbers: []query.StoredNumbers{{Type: quantity.Plain, TVs: []int64{1}}}, Texts: []int64{2, 5, 6},
	}
	use := func(prices, lowest, highest, colors, skus, moods string) string {
		return `1 "text" ` + prices + ` "` + lowest + `00000000" "` + highest + `.0000000000" NULL; 2 "text" ` + colors +
			` NULL NULL "red"; ` +
			`5 "text" ` + skus + ` NULL NULL "日本"; 9 "text" ` + moods + ` NULL NULL NULL`
	}
	used := func(prices, highest, colors, moods string) string {
		return use(prices, "-150.00", highest, colors, "3", moods)
	}
	estimated := func(prices, lowest, moods string) string { return use(prices, lowest, "250", "9", "9", moods) }
	requests := []struct {
		request
		want map[string]string // rows by view
	}{
		{request{name: "templates", columns: 2, compile: query.Compiler.Templates}, same(`1 "Page"; 2 "Product"; 3 "Post"`)},
		{request{name: "documents by template", columns: 2, compile: query.Compiler.DocumentsByTemplate}, map[string]string{
			asManager: "0 1; 1 6; 2 14; 3 7", noGroup: "0 1; 1 6; 2 13; 3 4", staff: "0 1; 1 6; 2 14; 3 6",
			asVisitor: "0 1; 1 4; 2 8; 3 4",
		}},
		{request{name: "template variables", columns: 6, compile: query.Compiler.TVs}, map[string]string{
			asManager: variables + cost + note + mood, noGroup: variables + mood, staff: variables + cost + mood,
			asVisitor: variables + `9 "mood" "Mood" "checkbox" NULL NULL`,
		}},
		{request{name: "template variables of templates", columns: 2, compile: query.Compiler.TemplateTVs}, map[string]string{
			asManager: ofProduct + "3 7; 3 9; 77 9", noGroup: ofProduct + "3 9; 77 9", staff: ofProduct + "3 7; 3 9; 77 9",
			asVisitor: ofProduct + "3 9; 77 9",
		}},
		{request{name: "use of template variables", columns: 6, compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.TVUse([]int64{1, 2, 5, 6, 9}, kinds, all)
		}}, map[string]string{
			asManager: used("11", "900", "5", "12"), noGroup: used("10", "900", "5", "11"), staff: used("11", "900", "5", "12"),
			asVisitor: used("7", "250", "4", "8"),
		}},
		{request{name: "most frequent values", columns: 3, compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.TVTally([]int64{9, 2}, 100, all)
		}}, map[string]string{
			asManager: `9 "good" 4` + others, noGroup: `9 "good" 3` + others, staff: `9 "good" 4` + others,
			asVisitor: `9 "good" 2` + visible,
		}},
		{request{name: "most frequent value of one variable", columns: 3,
			compile: func(c query.Compiler) (evodb.Statement, error) {
				return c.TVTally([]int64{3}, 1, all)
			}}, same(`3 "1" 2`)},
		{request{name: "use of template variables on a big site", columns: 6,
			compile: func(c query.Compiler) (evodb.Statement, error) {
				return c.TVUse([]int64{1, 2, 5, 6, 9}, kinds, third)
			}}, map[string]string{
			asManager: estimated("21", "1.00", "12"), noGroup: estimated("21", "1.00", "12"),
			staff:     estimated("21", "1.00", "12"),
			asVisitor: estimated("15", "19.99", "9"),
		}},
		{request{name: "most frequent values on a big site", columns: 3,
			compile: func(c query.Compiler) (evodb.Statement, error) {
				return c.TVTally([]int64{3, 4}, 100, third)
			}}, same(`3 "0" 3; 3 "1" 3; 4 "100" 3; 4 "20" 3; 4 "3" 3`)},
	}
	views := []named{
		{asManager, viewOf(asManager)}, {noGroup, viewOf(noGroup)}, {staff, viewOf(staff)}, {asVisitor, viewOf(asVisitor)},
	}
	compiled := make([]request, len(requests))
	for i, r := range requests {
		compiled[i] = r.request
	}
	for _, generation := range []string{"3.1", "3.5"} {
		db, schema := load(t, describedSite(), generation)
		t.Run("SQL for Evolution "+generation, func(t *testing.T) { goldenOf(t, "describe.sql", schema, views, compiled) })
		for _, r := range requests {
			t.Run(r.name+" of Evolution "+generation, func(t *testing.T) {
				for _, v := range views {
					got := readRows(t, db, must(r.compile(query.For(schema, v.view))), r.columns)
					if diff := cmp.Diff(r.want[v.name], readableRows(got)); diff != "" {
						t.Errorf("%s view (-want +got):\n%s", v.name, diff)
					}
				}
			})
		}
	}
}

// readableRows writes the rows in one line.
func readableRows(rows [][]any) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = fmt.Sprint(cell)
			switch cell := cell.(type) {
			case string:
				cells[j] = strconv.Quote(cell)
			case nil:
				cells[j] = "NULL"
			}
		}
		lines[i] = strings.Join(cells, " ")
	}
	return strings.Join(lines, "; ")
}
