package toolset

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/tvfilter"
)

// tvValues is the object of a document's selected template variables, in the order of the selection.
type tvValues struct {
	selection []tvfilter.Selection
	stored    []*string        // as long as selection
	typed     []jsontext.Value // typed values, each nil if the stored one stays; nil: no value is typed
	defaults  []string         // names of the values that are defaults, if the call asks for all template variables
}

func (c *call) fetchTVs(ctx context.Context, items []*documentItem, selection []tvfilter.Selection) error {
	byID := make(map[int64]*documentItem, len(items))
	ids := make([]int64, len(items))
	for i, item := range items {
		byID[item.id] = item
		ids[i] = item.id
	}
	var own map[int64][]tvfilter.Selection
	if c.everyTV {
		var err error
		if own, err = c.ownSelections(ctx, ids, selection); err != nil {
			return err
		}
	}
	for _, item := range items {
		selected := selection
		if c.everyTV {
			selected = own[item.id]
		}
		item.tvs = &tvValues{selection: selected, stored: make([]*string, len(selected))}
	}
	if len(selection) == 0 {
		return nil
	}
	statement, err := c.compiler().Values(ids, tvIDs(selection))
	if err != nil {
		return err
	}
	size, most := 0, max(maxRead, c.options.ResultBytes) // a text that is not converted cannot be larger than a result
	err = c.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var document, tv int64
		var text *string
		if err := scan(&document, &tv, &text); err != nil {
			return err
		}
		if text != nil {
			size += len(*text)
		}
		if size > most {
			return TooLarge(most)
		}
		if !c.converts(tv) {
			c.untag(&text)
		}
		for i, s := range byID[document].tvs.selection {
			if s.Operand().TV() == tv {
				byID[document].tvs.stored[i] = text
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		for i, s := range item.tvs.selection {
			if item.tvs.stored[i] != nil {
				continue
			}
			if item.tvs.stored[i] = s.Operand().Default(); item.tvs.stored[i] != nil && c.everyTV {
				item.tvs.defaults = append(item.tvs.defaults, s.Name())
			}
		}
	}
	if c.shape.rfc3339 {
		for _, item := range items {
			c.writeDates(item.tvs)
		}
	}
	return c.typeValues(ctx, items)
}

// dateType is the type of template variables that hold a date.
const dateType = "date"

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
		return new(rfc3339Time(seconds))
	}
	return text
}

// writeDates turns dates among the values into RFC 3339.
func (c *call) writeDates(values *tvValues) {
	for i, s := range values.selection {
		if c.schema.Type(s.Operand().TV()) == dateType {
			values.stored[i] = storedMoment(values.stored[i])
		}
	}
}
