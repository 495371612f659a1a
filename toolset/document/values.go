package document

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/paging"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string        // as long as selection
	typed     []jsontext.Value // typed values, each nil if the stored one stays; nil: no value is typed
	defaults  []string         // names of the values that are defaults, if the call asks for all template variables
	// public reports whether a visitor sees a template variable; nil: the answer does not say it.
	public func(tv int64) bool
}

// staffOnly returns the names of the template variables that visitors do not see.
func (v *tvValues) staffOnly() (names []string) {
	for _, s := range v.selection {
		if v.public != nil && !v.public(s.Operand().TV()) {
			names = append(names, s.Name())
		}
	}
	return names
}

// maxValued is how many template variables are read together with the documents. For more, a
// statement of its own is faster.
const maxValued = 4

// valueSize is the length of the values of template variables, in bytes.
type valueSize int

func (s *valueSize) add(text *string) {
	if text != nil {
		*s += valueSize(len(*text))
	}
}

// check returns a fault if the values have more text than a call reads.
func (s *valueSize) check(o view.Options) error {
	most := max(paging.MaxRead, o.ResultBytes) // a text that is not converted cannot be larger than a result
	if int(*s) > most {
		return paging.TooLarge(most)
	}
	return nil
}

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

func itemsByID(items []*Item) map[int64]*Item {
	byID := make(map[int64]*Item, len(items))
	for _, item := range items {
		byID[item.ID] = item
	}
	return byID
}

func idsOf(items []*Item) []int64 {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	return ids
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

// storedMoment returns the date that a template variable stores as RFC 3339, or nil if there is none. Other text is
// returned unchanged.
func storedMoment(text *string) *string {
	if text == nil {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	if strings.Trim(trimmed, "0-:TZ. ") == "" { // also 0 and 0000-00-00
		return nil
	}
	if seconds, ok := allowlist.ParseStoredDate(trimmed); ok {
		return new(FormatTime(seconds))
	}
	return text
}

// writeDates turns dates among the values into RFC 3339.
func (r *Reader) writeDates(values *tvValues) {
	for i, s := range values.selection {
		if r.Schema.Type(s.Operand().TV()) == view.DateType {
			values.stored[i] = storedMoment(values.stored[i])
		}
	}
}
