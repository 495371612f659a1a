package evodb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// TestScan reads numbers and texts of all kinds that a server sends, and what does not fit.
func TestScan(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{})
	db := open(t, evodb.Options{DSN: database.DSN})
	type row struct {
		Number int64
		Text   *string
		Err    string
	}
	word, digits := "wörd", "12"
	for expressions, want := range map[string]row{
		"-3 AS x, 'wörd' AS y":                                     {-3, &word, ""},
		"CAST(7 AS UNSIGNED) AS x, NULL AS y":                      {7, nil, ""},
		"CAST(8 AS DECIMAL) AS x, 12 AS y":                         {8, &digits, ""},
		"'12' AS x, CAST(12 AS DECIMAL) AS y":                      {12, &digits, ""},
		"NULL AS x, NULL AS y":                                     {0, nil, `converting NULL to int64 is unsupported`},
		"'secret' AS x, NULL AS y":                                 {0, nil, `converting driver.Value type []uint8 (...) to a int64: invalid syntax`},
		"CAST('18446744073709551615' AS UNSIGNED) AS x, NULL AS y": {0, nil, `converting driver.Value type uint64 (...) to a int64: value out of range`},
	} {
		var got row
		err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT x.* FROM (SELECT " + expressions + ") AS x"}, func(scan evodb.Scan) error {
			got.Text = new("of the row before")
			return scan(&got.Number, &got.Text)
		})
		if err != nil {
			got = row{Err: err.Error()}
		}
		if want.Err != "" {
			want.Err = "sql: Scan error on column index 0, name \"x\": " + want.Err
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", expressions, diff)
		}
	}
}
