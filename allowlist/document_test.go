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

// TestSortedFields holds that only columns are sorted by.
func TestSortedFields(t *testing.T) {
	for _, f := range allowlist.DocumentFields() {
		if f.Sorts && f.Source != allowlist.Column {
			t.Errorf("%s is sorted by, but is no column", f.Name)
		}
	}
}
