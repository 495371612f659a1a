package document

import (
	"context"
	"slices"

	"emcp/query"
	"emcp/toolset/paging"
)

// TitleCounterparts fills in the titles of the counterparts of a search's hits. Those that the caller does not see are
// dropped.
func (r *Reader) TitleCounterparts(ctx context.Context, s query.Search, items []*Item) error {
	var ids []int64
	for _, item := range items {
		for _, c := range item.AlsoIn {
			ids = append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	short := r.short("pagetitle")
	statement, err := short.ItemCompiler().ItemsOf(s, ids)
	if err != nil {
		return err
	}
	others, _, err := short.Read(ctx, statement, 0, paging.AnyRows)
	if err != nil {
		return err
	}
	titles := map[int64]string{}
	for _, other := range others {
		titles[other.ID] = other.Text("pagetitle")
		r.Shown = append(r.Shown, other.ID)
	}
	for _, item := range items {
		item.AlsoIn = slices.DeleteFunc(item.AlsoIn, func(c Counterpart) bool { _, seen := titles[c.ID]; return !seen })
		for n := range item.AlsoIn {
			item.AlsoIn[n].Title = titles[item.AlsoIn[n].ID]
		}
	}
	return nil
}
