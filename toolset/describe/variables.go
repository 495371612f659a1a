package describe

import (
	"context"
	"math/big"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/quantity"
	"emcp/toolset/view"
)

// variable is a template variable. Members that are not shown to callers are nil.
type variable struct {
	id        int64
	kind      string          // the type, even if it is not shown to callers
	offered   []view.TVOption // the options, even if they are not shown to callers; nil: not written down
	fallback  *string         // the default as the view compares it
	quantity  *quantity.Type  // what numbers mean; nil: nothing is known
	documents int64           // with a value that the view shows
	// of dates (in Unix seconds) and numbers; nil: there is none
	lowest, highest *big.Rat

	ID          *int64          `json:"id"` // nil: not shown to callers
	Name        string          `json:"name"`
	Caption     *string         `json:"caption"`
	Type        *string         `json:"type"`
	Default     *string         `json:"default"`
	Currency    string          `json:"currency,omitzero"` // of the quantity
	Unit        string          `json:"unit,omitzero"`     // of the quantity
	Options     []view.TVOption `json:"options,omitzero"`
	Choose      string          `json:"choose,omitzero"` // how many of the options; empty: one, or unknown options
	ValuesAre   string          `json:"values_are,omitzero"`
	Separator   string          `json:"separator,omitzero"`
	DateFormats []string        `json:"date_formats,omitzero"` // the most frequent first
	Times       string          `json:"times,omitzero"`        // of dates: what their zone is
	Documents   *int64          `json:"documents"`             // nil: the view shows no value
	Range       *valueRange     `json:"range,omitzero"`
	Values      []valueCount    `json:"values,omitzero"` // the most frequent values, for types with a choice of values
}

// severalOptions is the value of choose for variables of which a document can have several options.
const severalOptions = "several of the options; = finds only one option alone, like also one among others"

// localTimes is the value of times for variables of the type date.
const localTimes = "local time of the site, although answers end it in Z"

type valueCount struct {
	Value     string `json:"value"`
	Documents int64  `json:"documents"`
	Other     bool   `json:"not_an_option,omitzero"`
}

// variables reads the template variables that calls can name, or only the one with the name. It does not read what
// documents store.
func (d Describer) variables(ctx context.Context, name string) ([]*variable, error) {
	if name != "" {
		if _, err := d.Compared(ctx)(name); err != nil {
			return nil, fault.From(err).At("tv")
		}
	}
	statement, err := d.Compiler().TVs()
	if err != nil {
		return nil, err
	}
	var tvs []*variable
	seen := map[string]bool{}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var tv variable
		var caption string
		var byDefault, elements *string
		if err := scan(&tv.id, &tv.Name, &caption, &tv.kind, &byDefault, &elements); err != nil {
			return err
		}
		if seen[tv.Name] || name != "" && tv.Name != name { // if several have one name, calls find the oldest
			return nil
		}
		seen[tv.Name] = true
		tv.fallback = d.Compiler().Default(byDefault)
		for _, text := range []**string{&byDefault, &elements} {
			d.Untag(text)
		}
		if d.Options.Allows("SiteTmplvar", "id") {
			tv.ID = &tv.id
		}
		if d.Options.Allows("SiteTmplvar", "caption") {
			tv.Caption = new(d.Untagged(caption))
		}
		if d.Options.Allows("SiteTmplvar", "type") {
			tv.Type = new(d.Untagged(tv.kind))
			if tv.kind == view.DateType {
				tv.Times = localTimes
			}
		}
		if d.Options.Allows("SiteTmplvar", "default_text") {
			tv.Default = byDefault
		}
		if view.IsChoice(tv.kind) && elements != nil {
			tv.offered = view.ParseElements(*elements)
			if d.Options.Allows("SiteTmplvar", "elements") {
				tv.Options = tv.offered
			}
		}
		if view.Chosen[tv.kind] && len(tv.Options) > 1 {
			tv.Choose = severalOptions
		}
		d.quantify(&tv)
		tvs = append(tvs, &tv)
		return nil
	})
	return tvs, err
}

// quantify sets what the numbers of a template variable mean.
func (d Describer) quantify(tv *variable) {
	for _, known := range d.Schema.TVs(tv.Name) {
		if known.ID == tv.id {
			tv.quantity, _ = d.QuantityOf(known)
		}
	}
	if tv.quantity != nil {
		tv.Currency, tv.Unit = tv.quantity.Currency(), tv.quantity.Unit()
	}
}

// valueRange has the lowest and the highest value of a template variable: times (RFC 3339) or numbers.
type valueRange struct {
	Min jsontext.Value `json:"min"`
	Max jsontext.Value `json:"max"`
}
