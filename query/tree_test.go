package query_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
			public:  []int64{10, 11, 12, 14, 21, 22, 23, 24, 25, 27},
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
			public:  []int64{27},
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

// On a damaged site, a document can lie below itself. A walk must end there, and find every document once.
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

// A walk returns exactly the levels that were asked for, even deep ones.
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

	db, schema := load(t, hiddenFolders(), "3.1")
	for _, c := range []struct {
		name            string
		id              int64
		manager, public chain
	}{
		{"of a document far down", 25, chain{true, seen(24, 21, 2)}, chain{true, seen(24, 21, 2)}},
		{"with a draft between", 27, chain{true, seen(26, 2)}, chain{true, []ancestor{{26, false}, {2, true}}}},
		{"of a root document", 1, chain{May: true}, chain{May: true}},
		{"of a draft", 13, chain{true, seen(2)}, chain{false, seen(2)}},
		{"of a document in the trash", 28, chain{true, []ancestor{{5, false}}}, chain{false, []ancestor{{5, false}}}},
		{
			"of a document below the trash", 51, chain{true, []ancestor{{50, true}, {5, false}}},
			chain{true, []ancestor{{50, false}, {5, false}}},
		},
		{"of no document", 999, chain{}, chain{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, v := range []struct {
				name string
				view query.View
				want chain
			}{{"manager", query.Manager(), c.manager}, {"public", query.Public(now), c.public}} {
				if diff := cmp.Diff(v.want, chainOf(t, db, query.For(schema, v.view), c.id), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s view (-want +got):\n%s", v.name, diff)
				}
			}
		})
	}
}

// ancestor is a document above another.
type ancestor struct {
	ID   int64
	Seen bool
}

// seen returns ancestors that the view shows.
func seen(ids ...int64) []ancestor {
	all := make([]ancestor, len(ids))
	for i, id := range ids {
		all[i] = ancestor{id, true}
	}
	return all
}

// chain is the result of Ancestors: whether the caller may ask, and the ancestors, nearest first.
type chain struct {
	May   bool
	Above []ancestor
}

// chainOf reads the ancestors of a document. It returns the zero value if there is no such document.
func chainOf(t *testing.T, db *evodb.DB, c query.Compiler, id int64) chain {
	t.Helper()
	var found chain
	for _, row := range readRows(t, db, must(c.Ancestors(id)), 1+2*query.AncestorSteps) {
		found.May = row[0] == int64(1)
		for step := 1; step < len(row); step += 2 {
			switch {
			case row[step] != nil:
				found.Above = append(found.Above, ancestor{row[step].(int64), row[step+1] == int64(1)})
			case row[step+1] != int64(0):
				t.Errorf("nothing is above %d, and it is seen", id)
			}
		}
	}
	return found
}

// hiddenFolders is the fixture with documents below folders that views hide.
func hiddenFolders() *evosite.Site {
	s := evosite.Fixture()
	s.Documents = append(s.Documents,
		evosite.Document{ID: 50, Parent: 5, Title: "A draft below the trash"},
		evosite.Document{ID: 51, Parent: 50, Title: "A page below it", Published: true},
	)
	return s
}

// Walks go through folders that a view does not show, can begin in them, and count them as levels: walking down, up
// from every document, and page by page.
func TestThroughHiddenFolders(t *testing.T) {
	descendants := func(id, levels int64) func(c query.Compiler) query.Listing {
		return func(c query.Compiler) query.Listing { return c.Descendants(id, query.NewDepth(levels)) }
	}
	tree := func(levels int64) func(c query.Compiler) query.Listing {
		return func(c query.Compiler) query.Listing { return c.RootTree(levels) }
	}
	roots, second := []int64{1, 2, 3, 4}, []int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26, 30, 31, 32, 50}
	publicRoots, publicSecond := []int64{1, 2, 3}, []int64{10, 11, 12, 14, 21, 30, 31, 32}
	db, schema := load(t, hiddenFolders(), "3.5")
	for _, r := range []request{
		{name: "below the trash, one level", list: descendants(5, 1), manager: []int64{50}},
		{name: "below the trash, two levels", list: descendants(5, 2), manager: []int64{50, 51}, public: []int64{51}},
		{name: "below a draft in the trash", list: descendants(50, 1), manager: []int64{51}, public: []int64{51}},
		{
			name: "the tree, two levels", list: tree(1), manager: slices.Concat(roots, second),
			public: slices.Concat(publicRoots, publicSecond),
		},
		{
			name: "the tree, three levels", list: tree(2),
			manager: sortedIDs(roots, second, []int64{22, 23, 24, 27, 51}),
			public:  sortedIDs(publicRoots, publicSecond, []int64{22, 23, 24, 27, 51}),
		},
		search("a search below the trash, one level", below(5, 1), []int64{50}, nil),
		search("a search below the trash, two levels", below(5, 2), []int64{50, 51}, []int64{51}),
		search("a search for the trash below the trash", with(below(5, 2), func(s *query.Search) { s.Deleted = new(true) }),
			[]int64{28}, nil),
	} {
		for _, recursive := range walks(schema) {
			t.Run(r.name+walkName(recursive), func(t *testing.T) {
				s := *schema
				s.Recursive = recursive
				r.finds(t, "manager", r.manager, db, query.For(&s, query.Manager()))
				r.finds(t, "public", r.public, db, query.For(&s, query.Public(now)))
			})
		}
	}
}

func sortedIDs(lists ...[]int64) []int64 {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return all
}

// Places returns all documents, whether the view shows them, and whether they are deleted.
func TestPlaces(t *testing.T) {
	r := request{
		name: "places", compile: func(c query.Compiler) (evodb.Statement, error) { return c.Places([]int64{2, 26, 27, 999}) },
	}
	golden(t, "places.sql", []request{r})
	db, schema := load(t, evosite.Fixture(), "3.1")
	shop := []any{int64(2), int64(0), int64(1), int64(0), "Shop", "page-c", int64(1), int64(1)}
	draft := []any{int64(26), int64(2), int64(1), int64(0), "Season, draft", "page-a", int64(1), int64(1)}
	page := []any{int64(27), int64(26), int64(1), int64(0), "Sled", "page-b", int64(1), int64(0)}
	hidden := slices.Clone(draft)
	hidden[2] = int64(0)
	for _, v := range []struct {
		name string
		view query.View
		want [][]any
	}{
		{"manager", query.Manager(), [][]any{shop, draft, page}}, {"public", query.Public(now), [][]any{shop, hidden, page}},
	} {
		for _, recursive := range walks(schema) {
			s := *schema
			s.Recursive = recursive
			read := func(ids ...int64) [][]any {
				rows := readRows(t, db, must(query.For(&s, v.view).Places(ids)), len(shop))
				slices.SortFunc(rows, func(a, b []any) int { return int(a[0].(int64) - b[0].(int64)) })
				return rows
			}
			if diff := cmp.Diff(v.want, read(2, 26, 27, 999)); diff != "" {
				t.Errorf("%s view%s (-want +got):\n%s", v.name, walkName(recursive), diff)
			}
			above := v.want // and the documents above
			if !recursive {
				above = v.want[2:]
			}
			if diff := cmp.Diff(above, read(27)); diff != "" {
				t.Errorf("%s view%s, one document (-want +got):\n%s", v.name, walkName(recursive), diff)
			}
		}
	}
}
