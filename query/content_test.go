package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

func TestContent(t *testing.T) {
	menu := func(from, to int64) query.Range { return query.Range{From: from, To: &to} }
	test(t, "content.sql", []request{
		{
			name:    "items are in the order of the ids, without those that are not visible",
			compile: func(c query.Compiler) (evodb.Statement, error) { return c.Items([]int64{31, 1, 15, 13, 999}) },
			manager: []int64{31, 1, 13},
			public:  []int64{31, 1},
		},
		{
			name:    "children of the shop",
			list:    func(c query.Compiler) query.Listing { return c.Children(2) },
			manager: []int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26},
			public:  []int64{10, 11, 12, 14, 21},
		},
		{
			name: "the second page of them",
			page: query.NewPage(2, 2), list: func(c query.Compiler) query.Listing { return c.Children(2) },
			manager: []int64{12, 13},
			public:  []int64{12, 14},
		},
		{
			name:    "children of the root of the site",
			list:    func(c query.Compiler) query.Listing { return c.Children(0) },
			manager: []int64{1, 2, 3, 4},
			public:  []int64{1, 2, 3},
		},
		{
			name:    "children of a draft, of which one is published",
			list:    func(c query.Compiler) query.Listing { return c.Children(26) },
			manager: []int64{27},
			public:  []int64{27},
		},
		{
			name:    "children in a range of the menu",
			list:    func(c query.Compiler) query.Listing { return c.ChildrenRange(2, menu(1, 4)) },
			manager: []int64{11, 12, 13, 14},
			public:  []int64{11, 12, 14},
		},
		{
			name: "children from a place in the menu on",
			list: func(c query.Compiler) query.Listing {
				return c.ChildrenRange(2, query.Range{From: 10})
			},
			manager: []int64{20, 21, 26},
			public:  []int64{21},
		},
		{
			name:    "siblings",
			list:    func(c query.Compiler) query.Listing { return c.Siblings(11) },
			manager: []int64{10, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26},
			public:  []int64{10, 12, 14, 21},
		},
		{
			name:    "siblings at the root of the site",
			list:    func(c query.Compiler) query.Listing { return c.Siblings(1) },
			manager: []int64{2, 3, 4},
			public:  []int64{2, 3},
		},
		{
			name:    "siblings of a draft",
			list:    func(c query.Compiler) query.Listing { return c.Siblings(13) },
			manager: []int64{10, 11, 12, 14, 16, 17, 18, 19, 20, 21, 26},
		},
		{
			name: "siblings of a document in the trash",
			list: func(c query.Compiler) query.Listing { return c.Siblings(15) },
		},
		{
			name:    "siblings in a range of the menu",
			list:    func(c query.Compiler) query.Listing { return c.SiblingsRange(11, menu(0, 3)) },
			manager: []int64{10, 12, 13},
			public:  []int64{10, 12},
		},
		{
			name:    "neighbors",
			list:    func(c query.Compiler) query.Listing { return c.Neighbors(11) },
			manager: []int64{10, 12},
			public:  []int64{10, 12},
		},
		{
			name:    "neighbors of the first",
			list:    func(c query.Compiler) query.Listing { return c.Neighbors(10) },
			manager: []int64{11},
			public:  []int64{11},
		},
		{
			name:    "neighbors of which one is a draft and the other in the trash",
			list:    func(c query.Compiler) query.Listing { return c.Neighbors(14) },
			manager: []int64{13},
		},
		{
			name:    "neighbors do not share the place in the menu",
			list:    func(c query.Compiler) query.Listing { return c.Neighbors(31) },
			manager: []int64{30},
			public:  []int64{30},
		},
		{
			name:    "siblings before, the nearest first",
			list:    func(c query.Compiler) query.Listing { return c.PrevSiblings(14) },
			manager: []int64{13, 12, 11, 10},
			public:  []int64{12, 11, 10},
		},
		{
			name:    "siblings after",
			list:    func(c query.Compiler) query.Listing { return c.NextSiblings(14) },
			manager: []int64{16, 17, 18, 19, 20, 21, 26},
			public:  []int64{21},
		},
	})
}

// contractColumns is the number of members that a document has by default.
const contractColumns = 17

// An item has every column in its place.
func TestItemColumns(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{
		{
			ID: 1, Parent: 20, Title: "Title", LongTitle: "Long title", Description: "Description", Alias: evosite.Text("alias"),
			Published: true, HideMenu: true, MenuIndex: 3, Template: 4, CreatedOn: 5, EditedOn: 6, PubDate: 7, UnpubDate: 8,
			Folder: true, Type: "reference",
		},
		{ID: 2},
	}}
	db, schema := load(t, site, "3.1")
	s := must(query.For(schema, query.Manager()).Items([]int64{1, 2}))
	got := readRows(t, db, s, contractColumns)
	// id, parent, pagetitle, longtitle, description, alias, published, deleted, hidemenu, menuindex, template,
	// createdon, editedon, pub_date, unpub_date, isfolder, type
	want := [][]any{
		{int64(1), int64(20), "Title", "Long title", "Description", "alias", int64(1), int64(0), int64(1), int64(3), int64(4),
			int64(5), int64(6), int64(7), int64(8), int64(1), "reference"},
		{int64(2), int64(0), "", "", "", nil, int64(0), int64(0), int64(0), int64(0), int64(0),
			int64(0), int64(0), int64(0), int64(0), int64(0), "document"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

func TestValues(t *testing.T) {
	values := request{name: "values of some documents", compile: func(c query.Compiler) (evodb.Statement, error) {
		return c.Values([]int64{10, 11, 25}, []int64{1, 2})
	}}
	golden(t, "values.sql", []request{values})

	db, schema := load(t, evosite.Fixture(), "3.1")
	got := map[[2]int64]any{} // by document and variable
	for _, row := range readRows(t, db, must(values.compile(query.For(schema, query.Manager()))), 3) {
		got[[2]int64{row[0].(int64), row[1].(int64)}] = row[2]
	}
	want := map[[2]int64]any{{10, 1}: "99.50", {10, 2}: "red", {11, 1}: "250", {11, 2}: nil, {25, 1}: nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}
