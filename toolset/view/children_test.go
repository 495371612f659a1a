package view_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/toolset/view"
)

func TestChildrenSince(t *testing.T) {
	few := func(ids ...int64) view.Children { return view.Children{Count: int64(len(ids)), Newest: ids} }
	// many returns this many children besides those that are named, which are the newest.
	many := func(others int64, newest ...int64) view.Children {
		c := view.Children{Count: others + int64(len(newest)), Newest: newest}
		for id := int64(1000); len(c.Newest) < view.NewestChildren; id-- {
			if !slices.Contains(newest, id) {
				c.Newest = append(c.Newest, id)
			}
		}
		return c
	}
	for _, test := range []struct {
		name        string
		before, now view.Children
		want        []int64
		some        bool
	}{
		{"no children", few(), few(), nil, false},
		{"the first child", few(), few(3), []int64{3}, true},
		{"the same", few(5, 3), few(5, 3), nil, false},
		{"a new one", few(5, 3), few(9, 5, 3), []int64{9}, true},
		{"an old one moved in", few(5, 3), few(5, 3, 1), []int64{1}, true},
		{"one is gone", few(5, 3), few(3), nil, false},
		{"one for another", few(5, 3), few(4, 3), []int64{4}, true},
		{"a new one of many", many(60), many(60, 2000), []int64{2000}, true},
		{"an old one of many", many(60), many(61), nil, true},
		{"one of many is gone, and an older one is among the newest now", many(60, 2000), many(60), nil, false},
	} {
		got, some := test.now.Since(test.before)
		if diff := cmp.Diff(test.want, got); diff != "" || some != test.some {
			t.Errorf("%s: %t\n%s", test.name, some, diff)
		}
	}
}
