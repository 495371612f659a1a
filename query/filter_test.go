package query_test

import (
	"testing"

	"emcp/allowlist"
	"emcp/query"
	"emcp/tvfilter"
)

// Conditions on template variables. The fixture's prices are 99.50 (document 10), 250 (11), 19.99 (12), 900 (13, a
// draft), 100 EUR (14), 1 (16, private), 2 (18, private), -150 (22), an empty text (23), NULL (25) and 75 (27). Its
// colors are red (10), NULL (11), Red (12), blue (13), 100%_|pure (14) and dark red (22). All other documents have no
// row.
func TestFilters(t *testing.T) {
	one := func(name string, in tvfilter.FilterInput, manager, public []int64) request {
		return search(name, query.Search{Filters: filters(in)}, manager, public)
	}
	text, list := allowlist.TextValue, allowlist.ListValue
	var (
		colorless       = []int64{1, 2, 3, 4, 11, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 30, 31, 32}
		colorlessPublic = []int64{1, 2, 3, 11, 21, 23, 24, 25, 27, 30, 31, 32}
	)
	test(t, "filters.sql", []request{
		one("=, in any case", tvfilter.FilterInput{TV: "color", Op: "=", Value: text("red")}, []int64{10, 12},
			[]int64{10, 12}),
		one("!=, which NULL is not", tvfilter.FilterInput{TV: "color", Op: "!=", Value: text("red")}, []int64{13, 14, 22},
			[]int64{14, 22}),
		one("> as text", tvfilter.FilterInput{TV: "price", Op: ">", Value: text("100")},
			[]int64{10, 11, 12, 13, 14, 18, 27}, []int64{10, 11, 12, 14, 27}),
		one(">= as text", tvfilter.FilterInput{TV: "price", Op: ">=", Value: text("250")}, []int64{10, 11, 13, 27},
			[]int64{10, 11, 27}),
		one("< as text", tvfilter.FilterInput{TV: "price", Op: "<", Value: text("2")},
			[]int64{12, 14, 16, 22, 23}, []int64{12, 14, 22, 23}),
		one("<= as text", tvfilter.FilterInput{TV: "price", Op: "<=", Value: text("2")},
			[]int64{12, 14, 16, 18, 22, 23}, []int64{12, 14, 22, 23}),
		one("= an empty text", tvfilter.FilterInput{TV: "price", Op: "=", Value: text("")}, []int64{23}, []int64{23}),
		one("in", tvfilter.FilterInput{TV: "color", Op: "in", Value: list("red", "blue", "'); DROP TABLE x; --")},
			[]int64{10, 12, 13}, []int64{10, 12}),
		one("in a comma-separated text", tvfilter.FilterInput{TV: "color", Op: "in", Value: text("blue, dark red")},
			[]int64{13, 22}, []int64{22}),
		one("not_in", tvfilter.FilterInput{TV: "color", Op: "not_in", Value: list("red")}, []int64{13, 14, 22},
			[]int64{14, 22}),
		one("like: contains", tvfilter.FilterInput{TV: "color", Op: "like", Value: text("red")}, []int64{10, 12, 22},
			[]int64{10, 12, 22}),
		one("like-l: ends with", tvfilter.FilterInput{TV: "color", Op: "like-l", Value: text("K RED")}, []int64{22},
			[]int64{22}),
		one("like-r: starts with", tvfilter.FilterInput{TV: "color", Op: "like-r", Value: text("re")}, []int64{10, 12},
			[]int64{10, 12}),
		one("wildcards and the escape character are literal",
			tvfilter.FilterInput{TV: "color", Op: "like", Value: text(`%_|`)},
			[]int64{14}, []int64{14}),
		one("one wildcard is literal", tvfilter.FilterInput{TV: "color", Op: "like-r", Value: text("_e")}, nil, nil),
		one("a backslash is literal", tvfilter.FilterInput{TV: "color", Op: "like", Value: text(`\`)}, nil, nil),
		one("null", tvfilter.FilterInput{TV: "color", Op: "null"}, colorless, colorlessPublic),
		one("!null", tvfilter.FilterInput{TV: "color", Op: "!null", Value: text("ignored")},
			[]int64{10, 12, 13, 14, 22}, []int64{10, 12, 14, 22}),

		one("a default in the place of NULL",
			tvfilter.FilterInput{TV: "color", Op: "=", Value: text("none"), UseDefault: true},
			colorless, colorlessPublic),
		one("with a default nothing is null", tvfilter.FilterInput{TV: "color", Op: "null", UseDefault: true}, nil, nil),
		one("a default that is NULL changes nothing",
			tvfilter.FilterInput{TV: "in-stock", Op: "!=", Value: text("1"), UseDefault: true},
			[]int64{11}, []int64{11}),
		one("an empty default is a text", tvfilter.FilterInput{TV: "order", Op: "!=", Value: text(""), UseDefault: true},
			[]int64{10, 11, 12, 22}, []int64{10, 11, 12, 22}),

		one("UNSIGNED, of which a negative number is great",
			tvfilter.FilterInput{TV: "price", Op: ">=", Value: text("100"), Cast: "UNSIGNED"},
			[]int64{11, 13, 14, 22}, []int64{11, 14, 22}),
		one("SIGNED", tvfilter.FilterInput{TV: "price", Op: "<", Value: text("0"), Cast: "SIGNED"}, []int64{22}, []int64{22}),
		one("SIGNED drops what is not a number",
			tvfilter.FilterInput{TV: "price", Op: "=", Value: text("100"), Cast: "SIGNED"},
			[]int64{14}, []int64{14}),
		one("DECIMAL", tvfilter.FilterInput{TV: "price", Op: "=", Value: text("+99.500"), Cast: "DECIMAL(10,2)"}, []int64{10},
			[]int64{10}),
		one("DECIMAL rounds the stored value, not the other",
			tvfilter.FilterInput{TV: "price", Op: ">", Value: text("99.4"), Cast: "DECIMAL(3,0)"},
			[]int64{10, 11, 13, 14}, []int64{10, 11, 14}),
		one("a cast of the default",
			tvfilter.FilterInput{TV: "price", Op: "<=", Value: text("0"), Cast: "SIGNED", UseDefault: true},
			[]int64{1, 2, 3, 4, 17, 19, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32},
			[]int64{1, 2, 3, 21, 22, 23, 24, 25, 30, 31, 32}),
		one("!= with a cast", tvfilter.FilterInput{TV: "in-stock", Op: "!=", Value: text("1"), Cast: "UNSIGNED"}, []int64{11},
			[]int64{11}),

		one("a name with a dash", tvfilter.FilterInput{TV: "in-stock", Op: "=", Value: text("1")}, []int64{10, 22},
			[]int64{10, 22}),
		one("a name that is an SQL word", tvfilter.FilterInput{TV: "order", Op: "=", Value: text("20")}, []int64{11, 22},
			[]int64{11, 22}),
		one("colons and semicolons", tvfilter.FilterInput{TV: "SKU", Op: "=", Value: text("A-1:x;y")}, []int64{10, 12},
			[]int64{10, 12}),
		one("any script", tvfilter.FilterInput{TV: "SKU", Op: "like", Value: text("本")}, []int64{11}, []int64{11}),

		search("two conditions on one variable share a join",
			query.Search{Filters: filters(
				tvfilter.FilterInput{TV: "price", Op: ">=", Value: text("50"), Cast: "SIGNED"},
				tvfilter.FilterInput{TV: "price", Op: "<=", Value: text("300"), Cast: "SIGNED"},
			)},
			[]int64{10, 11, 14, 27}, []int64{10, 11, 14, 27}),
		search("with and without default they share it, too",
			query.Search{Filters: filters(
				tvfilter.FilterInput{TV: "price", Op: "<", Value: text("100"), Cast: "SIGNED", UseDefault: true},
				tvfilter.FilterInput{TV: "price", Op: "!null"},
			)},
			[]int64{10, 12, 16, 18, 22, 23, 27}, []int64{10, 12, 22, 23, 27}),
		search("conditions on three variables",
			query.Search{Filters: filters(
				tvfilter.FilterInput{TV: "color", Op: "null"},
				tvfilter.FilterInput{TV: "price", Op: "!null"},
				tvfilter.FilterInput{TV: "in-stock", Op: "null"},
			)},
			[]int64{16, 18, 23, 27}, []int64{23, 27}),
		search("two variables that need a value",
			query.Search{Filters: filters(
				tvfilter.FilterInput{TV: "price", Op: "<", Value: text("300"), Cast: "SIGNED"},
				tvfilter.FilterInput{TV: "color", Op: "!null"},
			)},
			[]int64{10, 12, 14, 22}, []int64{10, 12, 14, 22}),
		search("an order on a variable that must be null",
			query.Search{
				Filters: filters(tvfilter.FilterInput{TV: "color", Op: "null"}, tvfilter.FilterInput{TV: "price", Op: "!null"}),
				Order:   query.Order{TVs: orders(tvfilter.OrderInput{TV: "color"}, tvfilter.OrderInput{TV: "price", Dir: "desc"})},
			},
			[]int64{27, 11, 18, 16, 23}, []int64{27, 11, 23}),
	})
}

func filters(inputs ...tvfilter.FilterInput) []tvfilter.Filter {
	var all []tvfilter.Filter
	for _, in := range inputs {
		all = append(all, must(tvfilter.ParseFilter(in, lookup)))
	}
	return all
}
