package document

import (
	"context"
	"slices"

	"emcp/internal/fault"
	"emcp/toolset/schema"
	"emcp/tvfilter"
)

// Selection parses with_tvs. If a variable is named twice, the answer has it once, as named last.
func (r *Reader) Selection(ctx context.Context, names []string) ([]tvfilter.Selection, error) {
	selection, err := r.selectNamed(ctx, names)
	if err != nil {
		return nil, err
	}
	if !r.everyTV && len(selection) > 0 && len(selection) <= maxValued {
		r.valued = tvIDs(selection)
	}
	return selection, r.checkExpand(selection)
}

func (r *Reader) selectNamed(ctx context.Context, names []string) ([]tvfilter.Selection, error) {
	if slices.Contains(names, EveryTV) {
		return r.selectEvery(ctx, names)
	}
	all, err := ParseEach("with_tvs", names, r.Returned(ctx), tvfilter.ParseSelection)
	if err != nil {
		return nil, err
	}
	var selection []tvfilter.Selection
	for _, s := range all {
		again := false
		for i := range selection {
			if selection[i].Name() == s.Name() {
				selection[i], again = s, true
			}
		}
		if !again {
			selection = append(selection, s)
		}
	}
	return selection, nil
}

// ParseEach parses the elements of the argument at path.
func ParseEach[In, Out any](
	path string, in []In, lookup tvfilter.Lookup, parse func(In, tvfilter.Lookup) (Out, error),
) ([]Out, error) {
	var out []Out
	for i, element := range in {
		parsed, err := parse(element, lookup)
		if err != nil {
			return nil, fault.From(err).At(schema.Index(path, i))
		}
		out = append(out, parsed)
	}
	return out, nil
}
