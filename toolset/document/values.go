package document

import (
	"context"
	"slices"
	"time"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// maxValued is how many template variables are read together with the documents. For more, a
// statement of its own is faster.
const maxValued = 4

// readValues reads the values of documents with a statement of its own.
func (r *Reader) readValues(ctx context.Context, items []*Item, selection []tvfilter.Selection) error {
	byID := itemsByID(items)
	statement, err := r.Compiler().Values(idsOf(items), tvIDs(selection))
	if err != nil {
		return err
	}
	var size valueSize
	return r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		for i, s := range byID[document].tvs.selection {
			if s.Operand().TV() == tv {
				byID[document].tvs.stored[i] = text
			}
		}
		size.add(text)
		return size.check(r.Options)
	})
}

// checkValues returns a fault if the values that were read together with the documents have too much text.
func (r *Reader) checkValues(items []*Item) error {
	var size valueSize
	for _, item := range items {
		for _, text := range item.values {
			size.add(text)
		}
	}
	return size.check(r.Options)
}

// fetchTVs gives documents the values of the selected template variables.
func (r *Reader) fetchTVs(ctx context.Context, items []*Item, selection []tvfilter.Selection) (err error) {
	var selections map[int64][]tvfilter.Selection
	if r.everyTV {
		if selections, err = r.ownSelections(ctx, idsOf(items), selection); err != nil {
			return err
		}
	}
	var public func(tv int64) bool
	if r.everyTV && !r.AsVisitor() {
		public = query.For(r.Schema, query.Public(time.Time{})).Shows
	}
	values := make([]tvValues, len(items))
	for n, item := range items {
		selected := selection
		if r.everyTV {
			selected = selections[item.ID]
		}
		values[n] = tvValues{selection: selected, stored: item.values, public: public}
		item.tvs = &values[n]
		if r.valued == nil {
			item.tvs.stored = make([]*string, len(selected))
		}
	}
	switch {
	case len(selection) == 0:
		return nil
	case r.valued != nil:
		err = r.checkValues(items)
	default:
		err = r.readValues(ctx, items, selection)
	}
	if err != nil {
		return err
	}
	for _, item := range items {
		for i, s := range item.tvs.selection {
			if !r.converts(s.Operand().TV()) {
				r.Untag(&item.tvs.stored[i])
			}
		}
	}
	if err := r.fillDefaults(ctx, items, selection); err != nil {
		return err
	}
	if r.Shape.RFC3339 || r.Caller.Revised && !r.Shape.stored {
		for _, item := range items {
			r.writeDates(item.tvs)
		}
	}
	return r.typeValues(ctx, items)
}

// fillDefaults gives documents defaults where they have no values.
func (r *Reader) fillDefaults(ctx context.Context, items []*Item, selection []tvfilter.Selection) error {
	var missing []int64 // documents
	lacks := func(item *Item, i int) bool {
		return item.tvs.stored[i] == nil && item.tvs.selection[i].Operand().Default() != nil
	}
	for _, item := range items {
		for i := range item.tvs.selection {
			if lacks(item, i) && (len(missing) == 0 || missing[len(missing)-1] != item.ID) {
				missing = append(missing, item.ID)
			}
		}
	}
	owned := r.Caller.Revised && !r.everyTV // otherwise every default counts
	var own map[int64][]tvfilter.Selection
	if owned && missing != nil {
		var err error
		if own, err = r.ownSelections(ctx, missing, selection); err != nil {
			return err
		}
	}
	for _, item := range items {
		for i, s := range item.tvs.selection {
			if !lacks(item, i) || owned && !slices.Contains(own[item.ID], s) {
				continue
			}
			item.tvs.stored[i] = s.Operand().Default()
			if r.everyTV {
				item.tvs.defaults = append(item.tvs.defaults, s.Name())
			}
		}
	}
	return nil
}

// writeDates turns dates among the values into RFC 3339.
func (r *Reader) writeDates(values *tvValues) {
	for i, s := range values.selection {
		if r.Schema.Type(s.Operand().TV()) == view.DateType {
			values.stored[i] = storedMoment(values.stored[i])
		}
	}
}
