package query_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

// memberSite is the fixture with additions that only some users of the manager see. Group 1 (of visitors) has documents
// 16 and 45. Group 2 (Staff) has 17, 18, 40, 44 and 45. Documents 17, 40, 43, 44 and 45 are private for managers; 43 is
// in no group. 41 and 42 are open and lie in the private folder 40. 42 and 44 are in the trash. Variable 7 is for group
// 2, variable 8 for groups 1 and 3.
func memberSite() *evosite.Site {
	s := evosite.Fixture()
	for _, d := range []evosite.Document{
		{ID: 40, Parent: 2, MenuIndex: 13, Title: "Board", Folder: true, PrivateManager: true},
		{ID: 41, Parent: 40, MenuIndex: 0, Title: "Minutes"},
		{ID: 42, Parent: 40, MenuIndex: 1, Title: "Old minutes", Deleted: true},
		{ID: 43, Parent: 0, MenuIndex: 5, Title: "Nobody's", PrivateManager: true},
		{ID: 44, Parent: 2, MenuIndex: 14, Title: "Shredded", PrivateManager: true, Deleted: true},
		{ID: 45, Parent: 2, MenuIndex: 15, Title: "Of two groups", PrivateManager: true},
	} {
		d.Published, d.Template = true, 3
		s.Documents = append(s.Documents, d)
	}
	s.DocumentGroups[0].Documents = []int64{16, 45}
	s.DocumentGroups[1].Documents = []int64{17, 18, 40, 44, 45}
	s.TVs = append(s.TVs, evosite.TV{ID: 7, Name: "cost"}, evosite.TV{ID: 8, Name: "note"})
	s.Records["site_tmplvar_access"] = []evosite.Record{
		{"tmplvarid": 7, "documentgroup": 2}, {"tmplvarid": 8, "documentgroup": 1}, {"tmplvarid": 8, "documentgroup": 3},
	}
	s.Values = append(s.Values, // rows 29 to 32
		evosite.Value{TV: 7, Document: 10, Text: evosite.Text("5")},
		evosite.Value{TV: 7, Document: 17, Text: evosite.Text("6")},
		evosite.Value{TV: 8, Document: 11, Text: evosite.Text("x")},
		evosite.Value{TV: 1, Document: 40, Text: evosite.Text("7")},
	)
	s.Tags = append(s.Tags, evosite.Tag{TV: 7, Document: 10, Name: "dear"})
	return s
}

// The views of memberViews. In those that end in "all documents", groups restrict template variables only.
const (
	asManager  = "manager"
	asVisitor  = "public"
	noGroup    = "of no group"
	staff      = "of group 2"
	two        = "of groups 1 and 3"
	noGroupAll = "of no group, all documents"
	staffAll   = "of group 2, all documents"
)

var memberViews = []named{
	{asManager, query.Manager()},
	{noGroup, query.Member(nil, true)},
	{staff, query.Member([]int64{2}, true)},
	{two, query.Member([]int64{1, 3}, true)},
	{noGroupAll, query.Member(nil, false)},
	{staffAll, query.Member([]int64{2}, false)},
	{asVisitor, query.Public(now)},
}

// idsByView are the ids that each view must find.
type idsByView map[string][]int64

// but returns ids without some of them.
func but(all []int64, without ...int64) []int64 {
	var rest []int64
	for _, id := range all {
		if !slices.Contains(without, id) {
			rest = append(rest, id)
		}
	}
	return rest
}

func TestMembers(t *testing.T) {
	var (
		all = []int64{
			1, 2, 3, 4, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 30, 31, 32, 40, 41, 43, 45,
		}
		// Ordered by parent, then by menuindex.
		belowShop = []int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26, 40, 45, 22, 23, 24, 27, 41}
		inFolder  = idsByView{
			asManager: {41}, noGroup: {41}, staff: {41}, two: {41}, noGroupAll: {41}, staffAll: {41}, asVisitor: {41},
		}
		trash     = []int64{5, 15, 28, 42, 44}
		variables = []int64{1, 2, 3, 4, 5, 6, 7, 8}
		values    = []int64{
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
			31, 32,
		}
		publicValues = but(values, 4, 6, 7, 8, 16, 29, 30, 31, 32)
	)
	variable, value := model("SiteTmplvar"), model("SiteTmplvarContentvalue")
	requests := []struct {
		request
		want idsByView
	}{
		{find("the whole site", query.Search{}), idsByView{
			asManager: all, noGroup: but(all, 17, 40, 43, 45), staff: but(all, 43), two: but(all, 17, 40, 43),
			noGroupAll: all, staffAll: all, asVisitor: {1, 2, 3, 10, 11, 12, 14, 21, 22, 23, 24, 25, 27, 30, 31, 32, 41},
		}},
		{find("in the trash", query.Search{Deleted: new(true)}), idsByView{
			asManager: trash, noGroup: but(trash, 44), staff: trash, two: but(trash, 44), noGroupAll: trash, staffAll: trash,
		}},
		{find("in the trash, below a private folder", with(below(40, 2), func(s *query.Search) { s.Deleted = new(true) })),
			idsByView{
				asManager: {42}, noGroup: {42}, staff: {42}, two: {42}, noGroupAll: {42}, staffAll: {42},
			}},
		{find("below a private folder", below(40, 2)), inFolder},
		{request{name: "below the shop, also through a private folder", list: func(c query.Compiler) query.Listing {
			return c.Descendants(2, query.NewDepth(2))
		}}, idsByView{
			asManager: belowShop, noGroup: but(belowShop, 17, 40, 45), staff: belowShop, two: but(belowShop, 17, 40),
			noGroupAll: belowShop, staffAll: belowShop, asVisitor: {10, 11, 12, 14, 21, 22, 23, 24, 27, 41},
		}},
		{request{name: "children of a private folder", list: func(c query.Compiler) query.Listing {
			return c.Children(40)
		}}, inFolder},
		{request{name: "siblings after a private document", list: func(c query.Compiler) query.Listing {
			return c.NextSiblings(17)
		}}, idsByView{
			asManager: {18, 19, 20, 21, 26, 40, 45}, staff: {18, 19, 20, 21, 26, 40, 45},
			noGroupAll: {18, 19, 20, 21, 26, 40, 45}, staffAll: {18, 19, 20, 21, 26, 40, 45},
		}},
		{request{name: "siblings after an open document", list: func(c query.Compiler) query.Listing {
			return c.NextSiblings(26)
		}}, idsByView{asManager: {40, 45}, staff: {40, 45}, two: {45}, noGroupAll: {40, 45}, staffAll: {40, 45}}},
		{request{name: "documents by id", compile: func(c query.Compiler) (evodb.Statement, error) {
			return c.Items([]int64{17, 41, 42, 43, 45})
		}}, idsByView{
			asManager: {17, 41, 43, 45}, noGroup: {41}, staff: {17, 41, 45}, two: {41, 45},
			noGroupAll: {17, 41, 43, 45}, staffAll: {17, 41, 43, 45}, asVisitor: {41},
		}},
		{
			find("with a tag of a variable for group 2", tagged(7, "dear")),
			idsByView{asManager: {10}, staff: {10}, staffAll: {10}},
		},
		{find("with a tag of a variable that is not there", tagged(70, "dear")), idsByView{}},
		{listRequest("variables", variable, query.List{}), idsByView{
			asManager: variables, noGroup: but(variables, 7, 8), staff: but(variables, 8), two: but(variables, 7),
			noGroupAll: but(variables, 7, 8), staffAll: but(variables, 8), asVisitor: but(variables, 7, 8),
		}},
		{request{name: "a variable for group 2", columns: len(variable.Fields),
			compile: func(c query.Compiler) (evodb.Statement, error) {
				return c.Get(variable, 7)
			}}, idsByView{asManager: {7}, staff: {7}, staffAll: {7}}},
		{listRequest("stored values", value, query.List{}), idsByView{
			asManager: values, noGroup: but(values, 29, 30, 31, 32), staff: but(values, 31), two: but(values, 29, 30, 32),
			noGroupAll: but(values, 29, 30, 31), staffAll: but(values, 31), asVisitor: publicValues,
		}},
		{listRequest("stored values downwards, with a condition", value, query.List{
			Where: []allowlist.Condition{
				must(allowlist.ParseCondition(value, allowlist.ConditionInput{Field: "value", Op: "!null"})),
			},
			Field: fieldOf(value, "tmplvarid"), Dir: allowlist.Descending,
		}), idsByView{
			asManager: {
				31, 29, 30, 26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 32,
			},
			noGroup: {26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12},
			staff: {
				29, 30, 26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 32,
			},
			two: {31, 26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12},
			// Price 7 of the private folder is visible; variables 7 and 8 are not.
			noGroupAll: {26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 32},
			staffAll: {
				29, 30, 26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 32,
			},
			asVisitor: {26, 27, 28, 22, 23, 24, 25, 19, 20, 21, 13, 15, 17, 18, 1, 2, 3, 5, 9, 10, 12},
		}},
	}
	compiled := make([]request, len(requests))
	for i, r := range requests {
		compiled[i] = r.request
	}
	for _, generation := range []string{"3.1", "3.5"} {
		db, schema := load(t, memberSite(), generation)
		t.Run("SQL for Evolution "+generation,
			func(t *testing.T) { goldenOf(t, "members.sql", schema, memberViews, compiled) })
		for _, r := range requests {
			for _, recursive := range walks(schema) {
				t.Run(r.name+" of Evolution "+generation+walkName(recursive), func(t *testing.T) {
					s := *schema
					s.Recursive = recursive
					for _, v := range memberViews {
						r.finds(t, v.name, r.want[v.name], db, query.For(&s, v.view))
					}
				})
			}
		}
	}
}

// find is a search with no expectation.
func find(name string, s query.Search) request { return search(name, s, nil, nil) }

func fieldOf(m allowlist.Model, name string) *allowlist.Field {
	f := must(m.ParseField(name))
	return &f
}

// The way up goes through a folder that the member does not see. A caller who does not see the document itself may not
// ask.
func TestAncestorsForMembers(t *testing.T) {
	db, schema := load(t, memberSite(), "3.5")
	for _, v := range memberViews {
		private := v.name != noGroup && v.name != two && v.name != asVisitor
		c := query.For(schema, v.view)
		for id, want := range map[int64]chain{
			41: {true, []ancestor{{40, private}, {2, true}}},
			17: {private, seen(2)},
		} {
			if diff := cmp.Diff(want, chainOf(t, db, c, id)); diff != "" {
				t.Errorf("%s, %d (-want +got):\n%s", v.name, id, diff)
			}
		}
	}
}

func viewOf(name string) query.View {
	for _, v := range memberViews {
		if v.name == name {
			return v.view
		}
	}
	panic("no view " + name)
}

// Shows decides what calls may name. It must agree with what the models list.
func TestShows(t *testing.T) {
	_, schema := load(t, memberSite(), "3.5")
	want := map[string][2]bool{
		asManager: {true, true}, noGroup: {}, staff: {true, false}, two: {false, true}, noGroupAll: {},
		staffAll: {true, false}, asVisitor: {},
	}
	for _, v := range memberViews {
		c := query.For(schema, v.view)
		if diff := cmp.Diff(want[v.name], [2]bool{c.Shows(7), c.Shows(8)}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", v.name, diff)
		}
		if !c.Shows(1) || !c.Shows(999) {
			t.Errorf("%s: a variable that no group restricts is hidden", v.name)
		}
	}
}
