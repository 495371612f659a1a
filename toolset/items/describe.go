package items

import (
	"context"
	"slices"
	"strconv"

	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/document"
)

// Description says what calls can ask of the items of a type that the view shows.
type Description struct {
	Type  string `json:"type"`
	Items int64  `json:"items"`
	// Order is the member that lists are sorted by if the call names none.
	Order      string            `json:"order"`
	Prices     []prices          `json:"prices,omitzero"` // of each currency
	Members    []memberFacts     `json:"members"`         // that conditions can name
	Attributes []*attributeFacts `json:"attributes,omitzero"`
	Cut        bool              `json:"truncated,omitzero"` // there are more attributes
	Delivery   []method          `json:"delivery,omitzero"`
	Payment    []method          `json:"payment,omitzero"`
}

// prices are what visitors pay for the items with prices in a currency.
type prices struct {
	Currency string      `json:"currency"`
	Items    int64       `json:"items"`
	Range    *valueRange `json:"range,omitzero"`
}

type memberFacts struct {
	Name   string      `json:"name"`
	Range  *valueRange `json:"range,omitzero"`  // of numbers and times
	Values []Group     `json:"values,omitzero"` // the most frequent ones, where there are few
}

// valueRange has the lowest and the highest of some numbers or times.
type valueRange struct {
	Min any `json:"min"`
	Max any `json:"max"`
}

// attributeFacts describe an attribute.
type attributeFacts struct {
	Alias  string      `json:"alias"`
	Title  string      `json:"title"`
	Type   string      `json:"type"`
	Items  int64       `json:"items,omitzero"`     // where values are not chosen: that have the attribute
	Range  *valueRange `json:"range,omitzero"`     // of numbers
	Values []Group     `json:"values,omitzero"`    // the most frequent ones, where values are chosen
	Cut    bool        `json:"truncated,omitzero"` // there are more values
}

// Limits of descriptions.
const (
	mostDescribed = 100 // attributes
	mostCounted   = 20  // values of a member or an attribute
)

// Count returns the number of items that the view shows.
func (r *Reader) Count(ctx context.Context) (n int64, err error) {
	statement, err := r.Compiler().ItemPage(r.List(), nil).Count()
	if err != nil {
		return 0, err
	}
	return n, r.DB.Query(ctx, statement, func(scan evodb.Scan) error { return scan(&n) })
}

// Overview describes the items without values of attributes and terms, which takes longer.
func (r *Reader) Overview(ctx context.Context) (*Description, error) {
	d := &Description{Type: r.Type.Name, Order: r.Type.Order}
	if d.Order == "" {
		d.Order = itemtype.ID
	}
	if err := r.addMembers(ctx, d); err != nil {
		return nil, err
	}
	attributes, err := r.known(ctx)
	if err != nil {
		return nil, err
	}
	d.Cut = len(attributes) > mostDescribed
	for _, a := range attributes[:min(mostDescribed, len(attributes))] {
		d.Attributes = append(d.Attributes, &attributeFacts{Alias: r.short(a.alias), Title: a.title, Type: a.kind.String()})
	}
	return d, nil
}

// Describe describes the items.
func (r *Reader) Describe(ctx context.Context) (*Description, error) {
	d, err := r.Overview(ctx)
	if err != nil {
		return nil, err
	}
	for i := range d.Members {
		m, _ := r.Type.Member(d.Members[i].Name)
		if !m.Few && (m.Kind == itemtype.Line || !groups(m)) {
			continue
		}
		if d.Members[i].Values, _, err = r.Groups(ctx, r.List(), m.Name, mostCounted); err != nil {
			return nil, err
		}
	}
	if err := r.addMethods(ctx, d); err != nil {
		return nil, err
	}
	return d, r.addValues(ctx, d)
}

// addMembers adds the members that conditions or counts can name, with the ranges of numbers and times, and prices.
func (r *Reader) addMembers(ctx context.Context, d *Description) error {
	var ranged []itemtype.Member
	for _, m := range r.Type.Members {
		if m.Kind.Compared() || groups(m) {
			d.Members = append(d.Members, memberFacts{Name: m.Name})
		}
		if m.Kind.Ordered() && m.Kind != itemtype.Money {
			ranged = append(ranged, m)
		}
	}
	statement, err := r.Compiler().ItemRanges(r.List(), ranged)
	if err != nil {
		return err
	}
	all := make([]bounds, len(ranged))
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		p, own := prices{}, make([]bounds, len(ranged))
		dest := []any{&p.Currency, &p.Items}
		for i := range own {
			dest = append(dest, &own[i].low, &own[i].high)
		}
		if err := scan(dest...); err != nil {
			return err
		}
		d.Items += p.Items
		for i, m := range ranged {
			if m.Kind == itemtype.Paid {
				p.Range = own[i].shown(m)
			}
			all[i].widen(own[i])
		}
		if r.Type.Currency != "" {
			d.Prices = append(d.Prices, p)
		}
		return nil
	})
	for i, m := range ranged {
		if m.Kind != itemtype.Paid {
			at := slices.IndexFunc(d.Members, func(f memberFacts) bool { return f.Name == m.Name })
			d.Members[at].Range = all[i].shown(m)
		}
	}
	return err
}

// bounds are the lowest and the highest of some numbers of the database; nil: there are none.
type bounds struct{ low, high *string }

// widen makes b include other bounds.
func (b *bounds) widen(other bounds) {
	if other.low == nil || other.high == nil {
		return
	}
	if b.low == nil || float(*other.low) < float(*b.low) {
		b.low = other.low
	}
	if b.high == nil || float(*other.high) > float(*b.high) {
		b.high = other.high
	}
}

// float returns a number of the database, rounded.
func float(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	return n
}

// shown returns the range of values of a member as answers have them; nil: no item has a value.
func (b bounds) shown(m itemtype.Member) *valueRange {
	if b.low == nil || b.high == nil {
		return nil
	}
	if m.Kind == itemtype.Moment {
		return &valueRange{document.Moment(int64(float(*b.low))), document.Moment(int64(float(*b.high)))}
	}
	return &valueRange{decimal(*b.low), decimal(*b.high)}
}

// addValues adds what the items have of the attributes: their number, the most frequent values, and ranges of numbers.
// A price range shows the prices.
func (r *Reader) addValues(ctx context.Context, d *Description) error {
	attributes := r.attributes[:len(d.Attributes)]
	facts := map[int64]*attributeFacts{}
	var t query.Tallied
	for i, a := range attributes {
		facts[a.id] = d.Attributes[i]
		switch {
		case a.kind == itemtype.PriceRange:
		case a.kind.Chosen():
			t.Chosen = append(t.Chosen, a.id)
		case a.kind == itemtype.Number:
			t.Numbers = append(t.Numbers, a.id)
		case a.kind == itemtype.Checkbox:
			t.Checkboxes = append(t.Checkboxes, a.id)
		default:
			t.Texts = append(t.Texts, a.id)
		}
	}
	if len(attributes) == 0 {
		return nil
	}
	statement, err := r.Compiler().AttributeTally(r.List(), t, query.NewSample(d.Items))
	if err != nil {
		return err
	}
	var named []int64
	type value struct{ id, items int64 }
	values := map[int64][]value{}
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var v value
		var b bounds
		if err := scan(&id, &v.id, &v.items, &b.low, &b.high); err != nil {
			return err
		}
		a := facts[id]
		switch {
		case v.id == 0:
			a.Items, a.Range = v.items, b.shown(itemtype.Member{})
		case len(values[id]) < mostCounted:
			values[id], named = append(values[id], v), append(named, v.id)
		default:
			a.Cut = true
		}
		return nil
	})
	if err != nil || named == nil {
		return err
	}
	if statement, err = r.Compiler().ChosenValues(named, r.lang); err != nil {
		return err
	}
	names := map[int64]Group{}
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var alias, label string
		err := scan(&id, &alias, &label)
		label = r.short(label)
		names[id] = Group{Value: quoted(alias), Label: &label}
		return err
	})
	for id, all := range values {
		for _, v := range all {
			if g, ok := names[v.id]; ok {
				g.Count = v.items
				facts[id].Values = append(facts[id].Values, g)
			}
		}
	}
	return err
}
