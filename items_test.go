package emcp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/itemtype"
)

// TestItemMembers compares the table of the members of items with those that are read, and bold type with lists.
func TestItemMembers(t *testing.T) {
	type member struct{ Name, Type string }
	got := map[member]bool{}
	for _, t := range itemtype.All() {
		for _, m := range t.Members {
			got[member{m.Name, t.Name}] = m.Listed && m.Name != "introtext"
		}
	}
	want := map[member]bool{}
	for _, row := range table(t, "TOOLSET.md", "### Members of items") {
		for cell := range strings.SplitSeq(row[0], ", ") {
			name := strings.Trim(cell, "`*")
			types := []string{row[1]}
			if strings.HasPrefix(row[1], "both") {
				types = itemtype.Names()
			}
			if name == "description" {
				types = []string{"article"}
			}
			for _, of := range types {
				want[member{name, of}] = strings.Contains(cell, "**")
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documented (-) and read (+) members differ:\n%s", diff)
	}
}

// TestColumnsOfItems refuses columns that hold secrets or data of people, whatever their type's table says.
func TestColumnsOfItems(t *testing.T) {
	tables := []string{
		"s_orders", "s_order_payments", "s_payment_methods", "s_delivery_methods", "s_articles_polls", "user_attributes",
	}
	columns := []string{"user", "user_id", "message", "comment", "tmplvars", "additional", "builder", "constructor",
		"settings", "credentials", "\u0441redentials", "email", "sort", "seotitle"}
	for _, item := range itemtype.All() {
		for _, read := range item.Tables([]string{"uk", "en"}) {
			if slices.Contains(tables, read.Name) {
				t.Errorf("%s reads %s", item.Name, read.Name)
			}
			for _, column := range read.Columns {
				if slices.Contains(columns, column) || column == "name" || column == "title" {
					t.Errorf("%s reads %s.%s", item.Name, read.Name, column)
				}
			}
		}
	}
}
