package items

import (
	"context"
	"strings"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/richtext"
	"emcp/toolset/jsonout"
	"emcp/toolset/view"
)

// method is a way to deliver or to pay for items.
type method struct {
	Title       string `json:"title"`
	Description string `json:"description,omitzero"`
	Cost        any    `json:"cost,omitzero"` // of a delivery, before what rules of the shop add
}

// methodLength is how long descriptions of methods are in answers, in characters.
const methodLength = 500

// addMethods adds the methods that visitors can choose.
func (r *Reader) addMethods(ctx context.Context, d *Description) (err error) {
	if d.Delivery, err = r.methods(ctx, r.Type.Delivery); err != nil {
		return err
	}
	d.Payment, err = r.methods(ctx, r.Type.Payment)
	return err
}

// translated returns a text of a method, which is JSON with a member for each language, or an empty list.
func (r *Reader) translated(text string) string {
	if strings.TrimSpace(text) == "[]" {
		return ""
	}
	return r.inLanguage(itemtype.Text, text)
}

// methods returns the methods in a table, in the order of the site.
func (r *Reader) methods(ctx context.Context, t itemtype.Table) (all []method, err error) {
	if !t.In(r.Schema) {
		return nil, nil
	}
	statement, err := r.Compiler().Methods(t)
	if err != nil {
		return nil, err
	}
	return all, r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var title, description string
		var cost, currency *string
		if err := scan(&title, &description, &cost, &currency); err != nil {
			return err
		}
		m := method{Title: strings.TrimSpace(r.short(r.translated(title)))}
		text, err := richtext.Convert(ctx, r.translated(description), richtext.Options{
			Format: richtext.Text, URL: view.NoURL, Base: r.URL(), Length: methodLength,
		})
		if err != nil {
			return view.Ended(ctx)
		}
		m.Description = text.Text
		if amount := decimal(view.OrEmpty(cost)); amount != nil {
			m.Cost = jsonout.Object{{Name: "amount", Value: amount}, {Name: "currency", Value: view.OrEmpty(currency)}}
		}
		if m.Title != "" {
			all = append(all, m)
		}
		return nil
	})
}
