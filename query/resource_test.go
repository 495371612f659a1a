package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/evosite"
	"emcp/query"
)

func TestResources(t *testing.T) {
	titled := func(text string, limit uint64) func(query.Compiler) (evodb.Statement, error) {
		return func(c query.Compiler) (evodb.Statement, error) { return c.Titled(text, limit) }
	}
	numbered := func(digits string, limit uint64) func(query.Compiler) (evodb.Statement, error) {
		return func(c query.Compiler) (evodb.Statement, error) { return c.Numbered(digits, limit) }
	}
	test(t, "resources.sql", []request{
		{
			name: "a title that begins with the text comes first", columns: 1, compile: titled("g", 9),
			manager: []int64{24, 25, 30, 3, 20, 18},
			public:  []int64{24, 25, 30, 3},
		},
		{name: "at most two titles", columns: 1, compile: titled("g", 2), manager: []int64{24, 25}, public: []int64{24, 25}},
		{name: "a title beyond ASCII", columns: 1, compile: titled("світе", 9), manager: []int64{31}, public: []int64{31}},
		{name: "a wildcard in a title", columns: 1, compile: titled("%", 9)},
		{name: "a wildcard behind other letters", columns: 1, compile: titled("o%", 9)},
		{name: "any title", columns: 1, compile: titled("", 3), manager: []int64{22, 3, 10}, public: []int64{22, 3, 10}},
		{
			name: "ids that begin with 2", columns: 1, compile: numbered("2", 9),
			manager: []int64{2, 20, 21, 22, 23, 24, 25, 26, 27},
			public:  []int64{2, 21, 22, 23, 24, 25, 27},
		},
		{
			name: "at most three ids", columns: 1, compile: numbered("2", 3), manager: []int64{2, 20, 21},
			public: []int64{2, 21, 22},
		},
		{name: "ids that begin with 0", columns: 1, compile: numbered("0", 9)},
	})
}

// TestWatched reads some documents in three views at once.
func TestWatched(t *testing.T) {
	views := []query.View{query.Manager(), query.Public(now), query.Member([]int64{2}, true)}
	ids := []int64{1, 4, 5, 16, 17, 999}
	watched := request{name: "some documents in three views", compile: func(query.Compiler) (evodb.Statement, error) {
		return query.Watched(&evodb.Schema{Prefix: "evo_"}, views, ids)
	}}
	golden(t, "watched.sql", []request{watched})

	db, schema := load(t, evosite.Fixture(), "3.1")
	s, err := query.Watched(schema, views, ids)
	if err != nil {
		t.Fatal(err)
	}
	got := map[int64][4]int64{} // editedon, then 1 or 0 for each view
	for _, row := range readRows(t, db, s, 5) {
		got[row[0].(int64)] = [4]int64{row[1].(int64), row[2].(int64), row[3].(int64), row[4].(int64)}
	}
	const edited = 1_767_225_600 // of a document with id 0
	want := map[int64][4]int64{
		1: {edited + 1, 1, 1, 1}, 4: {edited + 4, 1, 0, 1}, 5: {edited + 5, 0, 0, 0}, 16: {edited + 16, 1, 0, 1},
		17: {edited + 17, 1, 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestChildren counts and names children in three views at once.
func TestChildren(t *testing.T) {
	views := []query.View{query.Manager(), query.Public(now), query.Member([]int64{2}, true)}
	parents := []int64{1, 2, 5, 999}
	golden(t, "children.sql",
		[]request{{name: "children in three views", compile: func(query.Compiler) (evodb.Statement, error) {
			return query.Children(&evodb.Schema{Prefix: "evo_"}, views, parents, 50)
		}}})

	db, schema := load(t, evosite.Fixture(), "3.1")
	s, err := query.Children(schema, views, parents, 50)
	if err != nil {
		t.Fatal(err)
	}
	const all = "26,21,20,19,18,17,16,14,13,12,11,10"
	want := [][]any{
		{int64(2), int64(12), all, int64(5), "21,14,12,11,10", int64(12), all},
		{int64(5), int64(0), nil, int64(0), nil, int64(0), nil},
	}
	if diff := cmp.Diff(want, readRows(t, db, s, 7)); diff != "" {
		t.Error(diff)
	}
}
