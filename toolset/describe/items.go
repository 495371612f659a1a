package describe

import (
	"context"
	"fmt"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/toolset/items"
)

// itemCount is a type of items with the number that the view shows.
type itemCount struct {
	Type  string `json:"type"`
	Items int64  `json:"items"`
}

// describedItems is the answer of evo.site.describe with the items only.
type describedItems struct {
	Site  facts                `json:"site"`
	Items []*items.Description `json:"items"`
	Meta  any                  `json:"meta"`
}

// eachItems calls a function with a reader of each type of items that the site has. Texts of the call are in the
// default language afterwards.
func (d Describer) eachItems(read func(*items.Reader) error) error {
	for _, t := range itemtype.Of(d.Schema) {
		r, err := items.NewReader(d.Site, t.Name, "")
		if err != nil {
			return err
		}
		if err := read(r); err != nil {
			return err
		}
	}
	return nil
}

// countItems counts the items of each type.
func (d Describer) countItems(ctx context.Context) (all []itemCount, err error) {
	return all, d.eachItems(func(r *items.Reader) error {
		n, err := r.Count(ctx)
		all = append(all, itemCount{r.Type.Name, n})
		return err
	})
}

// items describes the site by its items.
func (d Describer) items(ctx context.Context) (a describedItems, err error) {
	if !itemtype.Has(d.Schema) {
		return a, fault.Invalid("detail", "this site has no items of packages; leave out detail")
	}
	if a.Site, _, err = d.counted(ctx); err != nil {
		return a, err
	}
	return a, d.eachItems(func(r *items.Reader) error {
		described, err := r.Describe(ctx)
		a.Items = append(a.Items, described)
		return err
	})
}

// itemLine names the types of items with their numbers and prices, and as many attributes as fit.
func itemLine(all []*items.Description, limit int) string {
	var types []string
	var attributes []outline
	for _, d := range all {
		text := fmt.Sprintf("%s %d", d.Type, d.Items)
		for _, p := range d.Prices {
			if p.Range != nil {
				text += fmt.Sprintf(", %s..%s %s", p.Range.Min, p.Range.Max, nameOrQuoted(p.Currency))
			}
		}
		types = append(types, text)
		for _, a := range d.Attributes {
			attributes = append(attributes, outline{text: nameOrQuoted(a.Alias)})
		}
	}
	begin := "Items (detail: items): " + strings.Join(types, "; ") + "."
	if line, _ := fitted(begin+" Attributes: ", attributes, limit); line != "" {
		return line
	}
	if all == nil || len(begin) > limit {
		return ""
	}
	return begin
}
