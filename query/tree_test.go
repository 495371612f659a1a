package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

func TestTree(t *testing.T) {
	below := func(id, levels int64) func(c query.Compiler) query.Listing {
		return func(c query.Compiler) query.Listing {
			return c.Descendants(id, query.NewDepth(levels))
		}
	}
	test(t, "tree.sql", []request{
		{
			name:    "one level below the shop",
			list:    below(2, 1),
			manager: []int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26},
			public:  []int64{10, 11, 12, 14, 21},
		},
		{
			name:    "three levels below the shop",
			list:    below(2, 3),
			manager: []int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26, 22, 23, 24, 25, 27},
			public:  []int64{10, 11, 12, 14, 21, 22, 23, 24, 25},
		},
		{
			name: "a page of what is below the shop",
			page: query.NewPage(3, 4), list: func(c query.Compiler) query.Listing {
				return c.Descendants(2, query.NewDepth(2))
			},
			manager: []int64{14, 16, 17},
			public:  []int64{21, 22, 23},
		},
		{
			name:    "below the root of the site",
			list:    below(0, 1),
			manager: []int64{1, 2, 3, 4},
			public:  []int64{1, 2, 3},
		},
		{
			name:    "below a draft",
			list:    below(26, 1),
			manager: []int64{27},
		},
		{
			name: "below a folder in the trash",
			list: below(5, 2),
		},
		{
			name:    "the root documents",
			list:    func(c query.Compiler) query.Listing { return c.RootTree(0) },
			manager: []int64{1, 2, 3, 4},
			public:  []int64{1, 2, 3},
		},
		{
			name:    "the root documents and one level below",
			list:    func(c query.Compiler) query.Listing { return c.RootTree(1) },
			manager: []int64{1, 2, 3, 4, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26, 30, 31, 32},
			public:  []int64{1, 2, 3, 10, 11, 12, 14, 21, 30, 31, 32},
		},
	})
}

// Damaged sites have documents that lie below themselves. A walk ends there, and finds every document once.
func TestTreeWithCircles(t *testing.T) {
	site := &evosite.Site{Documents: []evosite.Document{
		{ID: 40, Parent: 41, Published: true},
		{ID: 41, Parent: 40, Published: true},
		{ID: 42, Parent: 42, Published: true},
		{ID: 43, Parent: 41, Published: true},
		{ID: 44, Parent: 42, Published: true},
	}}
	db, schema := load(t, site, "3.1")
	for _, recursive := range walks(schema) {
		t.Run(walkName(recursive), func(t *testing.T) {
			s := *schema
			s.Recursive = recursive
			for id, want := range map[int64][]int64{40: {41, 43}, 41: {40, 43}, 42: {44}, 43: nil, 0: nil} {
				r := request{list: func(c query.Compiler) query.Listing {
					return c.Descendants(id, query.NewDepth(6))
				}}
				equalIDs(t, "manager", want, r.run(t, db, query.For(&s, query.Manager())))
				equalIDs(t, "public", want, r.run(t, db, query.For(&s, query.Public(now))))
			}
		})
	}
}

// The levels that were asked for are the levels that come, also far down.
func TestTreeDepth(t *testing.T) {
	site := &evosite.Site{}
	for id := range int64(10) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Parent: id, Published: true})
	}
	db, schema := load(t, site, "3.1")
	for _, recursive := range walks(schema) {
		t.Run(walkName(recursive), func(t *testing.T) {
			s := *schema
			s.Recursive = recursive
			want := []int64{2}
			for levels := int64(1); levels <= 6; levels++ {
				r := request{list: func(c query.Compiler) query.Listing {
					return c.Descendants(1, query.NewDepth(levels))
				}}
				equalIDs(t, "public", want, r.run(t, db, query.For(&s, query.Public(now))))
				want = append(want, levels+2)
			}
		})
	}
}

func TestAncestors(t *testing.T) {
	of := func(id int64) request {
		return request{name: "ancestors", compile: func(c query.Compiler) (evodb.Statement, error) { return c.Ancestors(id) }}
	}
	golden(t, "ancestors.sql", []request{of(25)})

	db, schema := load(t, evosite.Fixture(), "3.1")
	none := any(nil)
	one := func(ids ...any) [][]any {
		for len(ids) < query.AncestorSteps {
			ids = append(ids, none)
		}
		return [][]any{ids}
	}
	for _, c := range []struct {
		name            string
		id              int64
		manager, public [][]any
	}{
		{"of a document far down", 25, one(int64(24), int64(21), int64(2)), one(int64(24), int64(21), int64(2))},
		{"end where a draft is between", 27, one(int64(26), int64(2)), one()},
		{"of a root document", 1, one(), one()},
		{"of a draft", 13, one(int64(2)), nil},
		{"of a document in the trash", 28, nil, nil},
		{"of no document", 999, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, v := range []struct {
				name string
				view query.View
				want [][]any
			}{{"manager", query.Manager(), c.manager}, {"public", query.Public(now), c.public}} {
				got := rows(t, db, must(query.For(schema, v.view).Ancestors(c.id)), query.AncestorSteps)
				if diff := cmp.Diff(v.want, got); diff != "" {
					t.Errorf("%s view (-want +got):\n%s", v.name, diff)
				}
			}
		})
	}
}
