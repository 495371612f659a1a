package toolset

import (
	"context"
	"slices"

	"emcp/evodb"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/tvfilter"
)

// longestDefault is the longest default that an answer repeats, in characters.
const longestDefault = 100

// uncounted returns the defaults that meet the filters of a search but do not count, because the filters are without
// use_default. A caller who expects them would miss the documents without a value. Callers of the contract get none.
func (c *call) uncounted(ctx context.Context, in searchInput, filters []tvfilter.Filter) (jsonout.Object, error) {
	var defaults jsonout.Object
	for i, f := range filters {
		text, tv := f.Operand().Uncounted(), f.Operand().TV()
		ofTV := func(other tvfilter.Filter) bool { return other.Operand().TV() == tv }
		if !c.Caller.Revised || text == nil || slices.ContainsFunc(filters[:i], ofTV) {
			continue
		}
		statement, err := c.Compiler().DefaultMeets(tv,
			slices.DeleteFunc(slices.Clone(filters), func(other tvfilter.Filter) bool { return !ofTV(other) }))
		if err != nil {
			return nil, err
		}
		err = c.DB.Query(ctx, statement, func(evodb.Scan) error {
			shown := richtext.Cut(c.Untagged(*text), 0, longestDefault).Text
			defaults = append(defaults, jsonout.Member{Name: in.TVFilters[i].TV, Value: shown})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return defaults, nil
}
