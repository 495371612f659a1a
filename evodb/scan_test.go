package evodb_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
)

// TestScan reads numbers and texts of all kinds that a server sends, and what does not fit.
func TestScan(t *testing.T) {
	db := openSite(t)
	type row struct {
		Number int64
		Text   *string
		Err    string
	}
	word, digits := "wörd", "12"
	for expressions, want := range map[string]row{
		"-3 AS x, 'wörd' AS y":                {-3, &word, ""},
		"CAST(7 AS UNSIGNED) AS x, NULL AS y": {7, nil, ""},
		"CAST(8 AS DECIMAL) AS x, 12 AS y":    {8, &digits, ""},
		"'12' AS x, CAST(12 AS DECIMAL) AS y": {12, &digits, ""},
		"NULL AS x, NULL AS y":                {0, nil, "it is NULL"},
		"'secret' AS x, NULL AS y": {
			0, nil, `converting driver.Value type []uint8 (...) to a int64: invalid syntax`,
		},
		"CAST('18446744073709551615' AS UNSIGNED) AS x, NULL AS y": {
			0, nil, `converting driver.Value type uint64 (...) to a int64: value out of range`,
		},
	} {
		var got row
		err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT x.* FROM (SELECT " + expressions + ") AS x"},
			func(scan evodb.Scan) error {
				got.Text = new("of the row before")
				return scan(&got.Number, &got.Text)
			})
		if err != nil {
			got = row{Err: err.Error()}
		}
		if want.Err != "" {
			want.Err = `column 0, "x": ` + want.Err
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", expressions, diff)
		}
	}
}

// TestScanDestinations reads a row into destinations of each type, with texts of which some share memory.
func TestScanDestinations(t *testing.T) {
	db := openSite(t)
	type row struct {
		Yes        bool
		Bits       uint8
		Some, None *int64
		Maybe      *bool
		Any        any
		Text, Long string
		Empty      *string
	}
	var got []row
	err := db.Query(t.Context(), evodb.Statement{
		SQL: "SELECT 1 < ?, 255, 5, NULL, 1, 'word', ?, REPEAT('wörd', 1000), '' UNION ALL SELECT 0, 0, -5, NULL, NULL, " +
			"NULL, 12, '', 'x'",
		Args: []any{2, "short?"},
	}, func(scan evodb.Scan) error {
		var r row
		err := scan(&r.Yes, &r.Bits, &r.Some, &r.None, &r.Maybe, &r.Any, &r.Text, &r.Long, &r.Empty)
		got = append(got, r)
		return err
	})
	want := []row{
		{true, 255, new(int64(5)), nil, new(true), "word", "short?", strings.Repeat("wörd", 1000), new("")},
		{false, 0, new(int64(-5)), nil, nil, nil, "12", "", new("x")},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for destinations, want := range map[int]string{1: "a row has 2 columns, not 1", 3: "a row has 2 columns, not 3"} {
		err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1, 2"}, func(scan evodb.Scan) error {
			dest := make([]any, destinations)
			for i := range dest {
				dest[i] = new(int64)
			}
			return scan(dest...)
		})
		if err == nil || err.Error() != want {
			t.Errorf("%d destinations: %v", destinations, err)
		}
	}
}
