package allowlist_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
)

// TestOrderFields holds that the fields that sort are those of the contract (section 6.1).
func TestOrderFields(t *testing.T) {
	if diff := cmp.Diff([]string{"id", "pagetitle", "menuindex", "createdon", "pub_date"},
		allowlist.OrderFields); diff != "" {
		t.Error(diff)
	}
}

// TestSearchedFields compares the fields that text searches look at, and holds that only columns
// are sorted by and searched.
func TestSearchedFields(t *testing.T) {
	type searched struct {
		name   string
		weight int
	}
	var got []searched
	for _, f := range allowlist.SearchedFields() {
		got = append(got, searched{f.Name, f.Weight})
	}
	want := []searched{
		{"pagetitle", 8}, {"longtitle", 4}, {"alias", 4}, {"menutitle", 4}, {"description", 2}, {"introtext", 2},
		{"content", 1},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(searched{})); diff != "" {
		t.Error(diff)
	}
	for _, f := range allowlist.DocumentFields() {
		if (f.Sorts || f.Weight > 0) && f.Source != allowlist.Column {
			t.Errorf("%s is sorted by or searched, but is no column", f.Name)
		}
	}
}
