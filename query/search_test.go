package query_test

import (
	"testing"

	"emcp/allowlist"
	"emcp/query"
	"emcp/tvfilter"
)

// search is a request for the first page of a search.
func search(name string, s query.Search, manager, public []int64) request {
	return request{name: name, manager: manager, public: public, list: func(c query.Compiler) query.Listing {
		return c.Search(s)
	}}
}

func below(parent, levels int64) query.Search {
	depth := query.NewDepth(levels)
	return query.Search{Parent: &parent, Depth: &depth}
}

// with returns the search with a change.
func with(s query.Search, change func(s *query.Search)) query.Search {
	change(&s)
	return s
}

func TestSearch(t *testing.T) {
	var (
		all       = []int64{1, 2, 3, 4, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 30, 31, 32}
		allPublic = []int64{1, 2, 3, 10, 11, 12, 14, 21, 22, 23, 24, 25, 27, 30, 31, 32}
	)
	test(t, "search.sql", []request{
		search("the whole site", query.Search{}, all, allPublic),
		search("below the root, to any depth, is the whole site", query.Search{Parent: new(int64(0))}, all, allPublic),
		{
			name: "the third page",
			page: query.NewPage(5, 10), list: func(c query.Compiler) query.Listing {
				return c.Search(query.Search{})
			},
			manager: []int64{17, 18, 19, 20, 21},
			public:  []int64{24, 25, 27, 30, 31},
		},

		search("below the root, two levels", below(0, 2),
			[]int64{1, 2, 3, 4, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 26, 30, 31, 32},
			[]int64{1, 2, 3, 10, 11, 12, 14, 21, 30, 31, 32}),
		search("below a document, three levels, by id", below(2, 3),
			[]int64{10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27},
			[]int64{10, 11, 12, 14, 21, 22, 23, 24, 25, 27}),
		search("below a draft", below(26, 1), []int64{27}, []int64{27}),
		search("below a folder in the trash", below(5, 1), nil, nil),
		search("below no document", below(999, 1), nil, nil),

		search("of a section", query.Search{Sections: &query.Sections{Roots: []int64{2, 26}, Among: []int64{26}}},
			[]int64{26, 27}, []int64{27}),
		search("of a section and the rest of the site, two levels", with(below(0, 2), func(s *query.Search) {
			s.Sections = &query.Sections{Roots: []int64{2, 3}, Among: []int64{0, 3}}
		}), []int64{1, 3, 4, 30, 31, 32}, []int64{1, 3, 30, 31, 32}),
		search("published", query.Search{Published: new(true), Templates: []int64{3}}, []int64{30, 31, 32},
			[]int64{30, 31, 32}),
		search("drafts", query.Search{Published: new(false)}, []int64{4, 13, 26}, nil),
		search("not in the trash", with(below(3, 1), func(s *query.Search) { s.Deleted = new(false) }),
			[]int64{30, 31, 32}, []int64{30, 31, 32}),
		search("in the trash, for managers only", query.Search{Deleted: new(true)}, []int64{5, 15, 28}, nil),
		search("in the trash, below a folder in the trash",
			with(below(5, 1), func(s *query.Search) { s.Deleted = new(true) }),
			[]int64{28}, nil),
		search("not in menus", query.Search{HiddenMenu: new(true)}, []int64{14}, []int64{14}),
		search("in menus", query.Search{HiddenMenu: new(false), Templates: []int64{3}}, []int64{30, 31, 32},
			[]int64{30, 31, 32}),
		search("of a template, below a document", with(below(2, 2), func(s *query.Search) { s.Templates = []int64{1} }),
			[]int64{21, 24, 26}, []int64{21, 24}),
		search("of two templates, below a document", with(below(2, 2), func(s *query.Search) { s.Templates = []int64{1, 3} }),
			[]int64{21, 24, 26}, []int64{21, 24}),

		search("with a tag", tagged(6, "wood"), []int64{10, 11, 13}, []int64{10, 11}),
		search("with one of some tags, each document once", tagged(6, "wood", "indoor"), []int64{10, 11, 13},
			[]int64{10, 11}),
		search("with a tag of another template variable", tagged(5, "wood"), []int64{12}, []int64{12}),
		search("with a tag that nothing has", tagged(6, "glass"), nil, nil),
		search("everything at once",
			with(below(2, 2), func(s *query.Search) {
				s.Published, s.Deleted, s.HiddenMenu, s.Templates = new(true), new(false), new(false), []int64{2}
				s.Tags = tagged(6, "wood", "outdoor").Tags
				s.Filters = filters(
					tvfilter.FilterInput{TV: "price", Op: ">", Value: allowlist.TextValue("-200"), Cast: "SIGNED"},
					tvfilter.FilterInput{TV: "in-stock", Op: "=", Value: allowlist.TextValue("1")},
					tvfilter.FilterInput{TV: "color", Op: "!=", Value: allowlist.TextValue("blue"), UseDefault: true},
				)
				s.Order = query.Order{
					TVs: orders(tvfilter.OrderInput{TV: "price", Cast: "DECIMAL(10,2)"}), ByDate: new(allowlist.Descending),
				}
			}),
			[]int64{22, 10}, []int64{22, 10}),
	})
}

func tagged(tv int64, tags ...string) query.Search {
	parsed := must(tvfilter.ParseTags(tvfilter.TagsInput{TV: tv, Tags: tags}))
	return query.Search{Tags: &parsed}
}

func TestSearchOrder(t *testing.T) {
	field := func(name string) allowlist.OrderField {
		f, ok := allowlist.ParseOrderField(name)
		if !ok {
			panic(name)
		}
		return f
	}
	sorted := func(template int64, o query.Order) query.Search {
		return query.Search{Templates: []int64{template}, Order: o}
	}
	price := func(in tvfilter.OrderInput) query.Search {
		in.TV = "price"
		return query.Search{
			Filters: filters(tvfilter.FilterInput{TV: "price", Op: "!null"}), Order: query.Order{TVs: orders(in)},
		}
	}
	test(t, "order.sql", []request{
		search("by id, descending", sorted(3, query.Order{Field: field("id"), Dir: allowlist.Descending}),
			[]int64{32, 31, 30}, []int64{32, 31, 30}),
		search("by title, Latin before Cyrillic", sorted(3, query.Order{Field: field("pagetitle")}),
			[]int64{30, 32, 31}, []int64{30, 32, 31}),
		search("by title, descending", sorted(3, query.Order{Field: field("pagetitle"), Dir: allowlist.Descending}),
			[]int64{31, 32, 30}, []int64{31, 32, 30}),
		search("by place in the menu, descending, ties by id",
			sorted(3, query.Order{Field: field("menuindex"), Dir: allowlist.Descending}),
			[]int64{31, 32, 30}, []int64{31, 32, 30}),
		search("by creation", sorted(3, query.Order{Field: field("createdon")}), []int64{32, 31, 30}, []int64{32, 31, 30}),
		search("by publication, descending", sorted(1, query.Order{Field: field("pub_date"), Dir: allowlist.Descending}),
			[]int64{21, 1, 2, 3, 4, 24, 26}, []int64{21, 1, 2, 3, 24}),
		search("by date, descending: of publication, or else of creation",
			sorted(2, query.Order{ByDate: new(allowlist.Descending)}),
			[]int64{19, 10, 11, 12, 13, 14, 16, 17, 18, 20, 22, 23, 25, 27}, []int64{10, 11, 12, 14, 22, 23, 25, 27}),
		search("by date, which comes before the field",
			sorted(1, query.Order{ByDate: new(allowlist.Ascending), Field: field("pagetitle")}),
			[]int64{21, 26, 24, 4, 3, 2, 1}, []int64{21, 24, 3, 2, 1}),

		search("by a template variable, as text", price(tvfilter.OrderInput{}),
			[]int64{23, 22, 16, 14, 12, 18, 11, 27, 13, 10}, []int64{23, 22, 14, 12, 11, 27, 10}),
		search("by a template variable, as a number, descending",
			price(tvfilter.OrderInput{Dir: "desc", Cast: "DECIMAL(10,2)"}),
			[]int64{13, 11, 14, 10, 27, 12, 18, 16, 23, 22}, []int64{11, 14, 10, 27, 12, 23, 22}),
		search("by a template variable that some do not have: first",
			sorted(2, query.Order{TVs: orders(tvfilter.OrderInput{TV: "order", Cast: "UNSIGNED"})}),
			[]int64{13, 14, 16, 17, 18, 19, 20, 23, 25, 27, 10, 11, 22, 12}, []int64{14, 23, 25, 27, 10, 11, 22, 12}),
		search("by a template variable that some do not have, descending: last",
			sorted(2, query.Order{TVs: orders(tvfilter.OrderInput{TV: "order", Dir: "desc", Cast: "SIGNED"})}),
			[]int64{12, 11, 22, 10, 13, 14, 16, 17, 18, 19, 20, 23, 25, 27}, []int64{12, 11, 22, 10, 14, 23, 25, 27}),
		search("by a template variable with its default",
			sorted(2, query.Order{TVs: orders(tvfilter.OrderInput{TV: "color", Dir: "asc", UseDefault: true})}),
			[]int64{14, 13, 22, 11, 16, 17, 18, 19, 20, 23, 25, 27, 10, 12}, []int64{14, 22, 11, 23, 25, 27, 10, 12}),
		search("by a template variable whose default is NULL",
			sorted(2, query.Order{TVs: orders(tvfilter.OrderInput{TV: "SKU", UseDefault: true})}),
			[]int64{13, 14, 16, 17, 18, 19, 20, 22, 23, 25, 27, 10, 12, 11}, []int64{14, 22, 23, 25, 27, 10, 12, 11}),
		search("by two template variables, then by a field",
			sorted(2, query.Order{
				TVs: orders(
					tvfilter.OrderInput{TV: "order", Dir: "desc", Cast: "UNSIGNED", UseDefault: true},
					tvfilter.OrderInput{TV: "in-stock"},
				),
				Field: field("menuindex"), Dir: allowlist.Descending,
			}),
			// First 100, then 20 (0 and in stock: 1), then 3; the rest has 0 and is not in stock, and is ordered by
			// menuindex.
			[]int64{12, 11, 22, 10, 20, 19, 18, 17, 16, 14, 13, 23, 25, 27}, []int64{12, 11, 22, 10, 14, 23, 25, 27}),
		search("by a template variable rounded, then exactly, descending",
			with(price(tvfilter.OrderInput{Cast: "DECIMAL(10,0)"}), func(s *query.Search) {
				s.Order.TVs = append(s.Order.TVs, orders(tvfilter.OrderInput{TV: "price", Cast: "DECIMAL(10,2)", Dir: "desc"})...)
			}),
			// 99.50 and 100 both count as 100.
			[]int64{22, 23, 16, 18, 12, 27, 14, 10, 11, 13}, []int64{22, 23, 12, 27, 14, 10, 11}),

		search("the whole site by a template variable",
			query.Search{Order: query.Order{TVs: orders(tvfilter.OrderInput{TV: "color"})}},
			[]int64{1, 2, 3, 4, 11, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 30, 31, 32, 14, 13, 22, 10, 12},
			[]int64{1, 2, 3, 11, 21, 23, 24, 25, 27, 30, 31, 32, 14, 22, 10, 12}),
		search("the whole site by a template variable, descending",
			query.Search{Order: query.Order{TVs: orders(tvfilter.OrderInput{TV: "price", Dir: "desc", Cast: "DECIMAL(10,2)"})}},
			[]int64{13, 11, 14, 10, 27, 12, 18, 16, 23, 22, 1, 2, 3, 4, 17, 19, 20, 21, 24, 25, 26, 30, 31, 32},
			[]int64{11, 14, 10, 27, 12, 23, 22, 1, 2, 3, 21, 24, 25, 30, 31, 32}),
		search("the whole site by two template variables, the first descending",
			query.Search{
				Order: query.Order{
					TVs: orders(tvfilter.OrderInput{TV: "order", Dir: "desc", Cast: "UNSIGNED"}, tvfilter.OrderInput{TV: "color"}),
				},
			},
			[]int64{12, 11, 22, 10, 1, 2, 3, 4, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 30, 31, 32, 14, 13},
			[]int64{12, 11, 22, 10, 1, 2, 3, 21, 23, 24, 25, 27, 30, 31, 32, 14}),
		search("the whole site by two template variables, the second descending",
			query.Search{
				Order: query.Order{TVs: orders(tvfilter.OrderInput{TV: "order"}, tvfilter.OrderInput{TV: "color", Dir: "desc"})},
			},
			[]int64{13, 14, 1, 2, 3, 4, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 30, 31, 32, 12, 22, 11, 10},
			[]int64{14, 1, 2, 3, 21, 23, 24, 25, 27, 30, 31, 32, 12, 22, 11, 10}),

		search("the whole site by title, descending",
			query.Search{Order: query.Order{Field: field("pagetitle"), Dir: allowlist.Descending}},
			[]int64{31, 11, 17, 13, 27, 2, 14, 26, 16, 23, 21, 19, 20, 32, 12, 1, 30, 25, 24, 4, 18, 10, 3, 22},
			[]int64{31, 11, 27, 2, 14, 23, 21, 32, 12, 1, 30, 25, 24, 10, 3, 22}),
		search("the whole site by date", query.Search{Order: query.Order{ByDate: new(allowlist.Ascending)}},
			[]int64{21, 32, 31, 30, 27, 26, 25, 24, 23, 22, 20, 18, 17, 16, 14, 13, 12, 11, 10, 4, 3, 2, 1, 19},
			[]int64{21, 32, 31, 30, 27, 25, 24, 23, 22, 14, 12, 11, 10, 3, 2, 1}),

		{
			name: "behind a position",
			list: func(c query.Compiler) query.Listing {
				return c.Search(sorted(3, query.Order{Field: field("pagetitle")}))
			},
			page: query.PageAfter(2, query.Position{Keys: []*string{new("Link")}, ID: 30}), manager: []int64{32, 31},
			public: []int64{32, 31},
		}, {
			name: "behind a position without a value, in descending order",
			list: func(c query.Compiler) query.Listing {
				return c.Search(
					sorted(2,
						query.Order{
							TVs: orders(tvfilter.OrderInput{TV: "price", Cast: "DECIMAL(8,2)", Dir: "desc"}), Field: field("menuindex"),
						}))
			},
			page: query.PageAfter(3, query.Position{Keys: []*string{nil, new("1")}, ID: 22}), manager: []int64{17, 19, 20},
			public: nil,
		},
	})
}

func orders(inputs ...tvfilter.OrderInput) []tvfilter.Order {
	var all []tvfilter.Order
	for _, in := range inputs {
		all = append(all, must(tvfilter.ParseOrder(in, lookup)))
	}
	return all
}
