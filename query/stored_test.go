package query_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/quantity"
	"emcp/internal/test/evosite"
	"emcp/query"
)

// TestStoredForms reads in which forms values are stored. The draft 99 has a value that no other document has.
func TestStoredForms(t *testing.T) {
	euro, err := quantity.NewMoney("EUR")
	if err != nil {
		t.Fatal(err)
	}
	kinds := query.StoredKinds{
		Dates:   []int64{1},
		Numbers: []query.StoredNumbers{{Type: euro, TVs: []int64{2}}, {Type: quantity.Plain, TVs: []int64{3}}},
		Texts:   []int64{4, 5, 6, 7},
	}
	site := &evosite.Site{Documents: []evosite.Document{{ID: 99}}}
	long := strings.Repeat("1||", 85)
	for tv, values := range [][]string{
		{
			"31-01-2026 18:30:00", "30-01-2026 18:30:00", "31-12-2025", "2026-02-01T00:00:00Z", "2026-02-01 10:00", "1767225600",
			"31-02-2026", "", "soon", "@EVAL 1", "[[When]]",
		},
		{"1.234,50 €", "45 EUR", "€ 9", "free", "", "[[Price]]"},
		{"10", "-3.5", "7,25", "45 €"},
		{"3||4", "5, 6,7", "8", "9,10", "", "12||3"},
		{"solo,garden", "garden, rain", "solo", "Rain, sun. And snow", "@SELECT a, b", "a,b"},
		{"a||b", "b", `{"a":"b||c"}`, "1||0", long + "12", "[[a]]||b", long + "1"},
		{"1,2,3,0", "1,234,567", "01||2"},
		{"1||2", "a,b", "31-01-2026"},
	} {
		site.TVs = append(site.TVs, evosite.TV{ID: int64(tv + 1), Name: "tv" + string(rune('a'+tv))})
		for i, text := range values {
			site.Values = append(site.Values, evosite.Value{TV: int64(tv + 1), Document: int64(i + 1), Text: &text})
		}
	}
	for id := range int64(11) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Published: true})
	}
	for tv, text := range map[int64]string{1: "31-12-2099", 2: "9999", 3: "9999", 4: "98||99", 5: "hidden, draft"} {
		site.Values = append(site.Values, evosite.Value{TV: tv, Document: 99, Text: &text})
	}
	rows := []struct{ visitor, manager string }{ // manager is empty if both views have the same row
		{
			`1 "dd-mm-YYYY" 1 "1767139200.0000000000" "1767139200.0000000000" NULL`,
			`1 "dd-mm-YYYY" 2 "1767139200.0000000000" "4102358400.0000000000" NULL`,
		},
		{visitor: `1 "dd-mm-YYYY HH:MM:SS" 2 "1769797800.0000000000" "1769884200.0000000000" NULL`},
		{`1 "text" 3 NULL NULL NULL`, `1 "text" 5 NULL NULL NULL`},
		{visitor: `1 "unix" 1 "1767225600.0000000000" "1767225600.0000000000" NULL`},
		{visitor: `1 "YYYY-mm-dd HH:MM" 1 "1769940000.0000000000" "1769940000.0000000000" NULL`},
		{visitor: `1 "YYYY-mm-ddTHH:MM:SSZ" 1 "1769904000.0000000000" "1769904000.0000000000" NULL`},
		{`2 "text" 5 "9.0000000000" "1234.5000000000" NULL`, `2 "text" 7 "9.0000000000" "9999.0000000000" NULL`},
		{`3 "text" 4 "-3.5000000000" "10.0000000000" NULL`, `3 "text" 5 "-3.5000000000" "9999.0000000000" NULL`},
		{visitor: `4 "id" 3 NULL NULL "9,10"`},
		{`4 "ids" 3 NULL NULL "5, 6,7"`, `4 "ids" 4 NULL NULL "98||99"`},
		{`5 "," 3 NULL NULL "solo,garden"`, `5 "," 4 NULL NULL "solo,garden"`},
		{`5 "text" 2 NULL NULL "solo"`, `5 "text" 3 NULL NULL "solo"`},
		{`6 "text" 4 NULL NULL "b"`, `6 "text" 5 NULL NULL "b"`},
		{visitor: `6 "||" 2 NULL NULL "a||b"`},
		{visitor: `7 "," 1 NULL NULL "1,2,3,0"`},
		{visitor: `7 "ids" 1 NULL NULL "1,234,567"`},
		{visitor: `7 "||" 1 NULL NULL "01||2"`},
		{visitor: `8 "text" 3 NULL NULL NULL`},
	}
	want := map[string][]string{}
	for _, row := range rows {
		if row.manager == "" {
			row.manager = row.visitor
		}
		want[asVisitor] = append(want[asVisitor], row.visitor)
		want[asManager] = append(want[asManager], row.manager)
	}
	for _, generation := range []string{"3.1", "3.5"} {
		db, schema := load(t, site, generation)
		for view, want := range want {
			rows := readRows(t, db,
				must(query.For(schema, viewOf(view)).TVUse([]int64{1, 2, 3, 4, 5, 6, 7, 8}, kinds, query.NewSample(11))), 6)
			got := strings.Split(readableRows(rows), "; ")
			slices.Sort(want)
			slices.Sort(got) // servers sort text and || differently
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Evolution %s, %s view (-want +got):\n%s", generation, view, diff)
			}
		}
	}
}
