// Package tvfilter parses the structured grammar of template variables (contract section 6.1): the conditions of
// tv_filters, the keys of tv_order, the names of with_tvs, and tags_data. It turns the untyped input of a call into
// valid, typed values. It knows no SQL.
package tvfilter

import (
	"strings"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/quantity"
)

// MaxTags is how many tags a call can name.
const MaxTags = 100

// TV is a template variable of the site.
type TV struct {
	ID      int64
	Default *string // default_text; nil is NULL
	// Owned says that the default counts only for documents whose template has the variable.
	Owned bool
	// Quantity is the meaning of its numbers, for the cast NUMBER; nil: unknown.
	Quantity *quantity.Type
	// Numeric says that its values are compared as such numbers even if a call does not ask for it.
	Numeric bool
	// Dated says that its values are compared as dates even if a call does not ask for it.
	Dated     bool
	DateOrder allowlist.DateOrder // of dates such as 01/02/2026 in conditions
	// Unread says that nothing is known about the variable yet, so that values of the cast NUMBER are not checked.
	Unread bool
}

// Lookup finds a template variable by its exact name. Its error is the fault for the caller, its field empty.
type Lookup func(name string) (TV, error)

// FilterInput is an unchecked element of tv_filters.
type FilterInput struct {
	TV         string           `json:"tv"`
	Op         string           `json:"op"`
	Value      *allowlist.Value `json:"value"`
	Cast       string           `json:"cast"`
	UseDefault bool             `json:"use_default"`
}

// Filter is a condition on one template variable.
type Filter struct {
	operand Operand
	op      allowlist.Operator
	values  []string
}

// Operand says how a filter or an order reads the value of a template variable: with or without the default for a
// missing value, and as a text, a number or a time.
type Operand struct {
	tv         TV
	cast       Cast
	useDefault bool
}

// TV returns the id of the template variable.
func (o Operand) TV() int64 { return o.tv.ID }

// Cast returns the type to read the value as.
func (o Operand) Cast() Cast { return o.cast }

// Quantity returns the meaning of numbers in the values.
func (o Operand) Quantity() *quantity.Type {
	if o.tv.Quantity == nil {
		return quantity.Any
	}
	return o.tv.Quantity
}

// numeric reports whether values are compared as numbers whatever the cast.
func (o Operand) numeric() bool { return o.tv.Numeric && !o.cast.Time() }

// dated reports whether values are compared as dates without a cast.
func (o Operand) dated() bool { return o.tv.Dated && o.cast.None() }

// Default returns the string that replaces a missing value, or nil.
func (o Operand) Default() *string {
	if !o.useDefault {
		return nil
	}
	return o.tv.Default
}

// Uncounted returns the default that does not replace a missing value, because the call does not ask for it. It is nil
// if there is none.
func (o Operand) Uncounted() *string {
	if o.useDefault || o.tv.Default == nil || *o.tv.Default == "" {
		return nil
	}
	return o.tv.Default
}

// Owned reports whether the default replaces only values of documents whose template has the variable.
func (o Operand) Owned() bool { return o.tv.Owned }

// ParseFilter parses one condition. The field of an error is the name within the condition ("op").
func ParseFilter(in FilterInput, lookup Lookup) (Filter, error) {
	op, err := allowlist.ParseOperator(in.Op)
	if err != nil {
		return Filter{}, err
	}
	if in.Cast != "" && !op.Compares() {
		return Filter{}, fault.Invalid("cast", "cast works only with = != > >= < <=, not with %s", op)
	}
	values, err := allowlist.ParseValues(op, in.Value)
	if err != nil {
		return Filter{}, err
	}
	operand, err := parseOperand(in.TV, in.Cast, in.UseDefault, lookup)
	if err != nil {
		return Filter{}, err
	}
	switch {
	case operand.cast.Number(), operand.numeric() && op.Compares():
		written, err := operand.number(values[0])
		if err != nil && (operand.cast.Number() || !operand.cast.None()) {
			return Filter{}, err
		}
		if err == nil { // otherwise texts are compared
			operand.cast, values = numberCast, []string{written}
		}
	case operand.cast.Time(), operand.dated() && op.Compares() && values[0] != "":
		cast, at, err := operand.time(values[0])
		if err != nil {
			return Filter{}, err
		}
		operand.cast, values = cast, []string{at}
	case !operand.cast.None():
		if err := checkNumber(values[0]); err != nil {
			return Filter{}, err
		}
	}
	return Filter{operand, op, values}, nil
}

// Operand returns the left side of the comparison.
func (f Filter) Operand() Operand { return f.operand }

// Op returns the operator.
func (f Filter) Op() allowlist.Operator { return f.op }

// Values returns the values to compare with, as many as allowlist.ParseValues says for the operator. With a cast, each
// is a number in a string; times are in Unix seconds.
func (f Filter) Values() []string { return f.values }

// WithDefault returns the filter with the default in place of a missing value, whatever template a document has.
func (f Filter) WithDefault() Filter {
	f.operand.useDefault, f.operand.tv.Owned = true, false
	return f
}

// OrderInput is an unchecked element of tv_order.
type OrderInput struct {
	TV         string `json:"tv"`
	Dir        string `json:"dir"`
	Cast       string `json:"cast"`
	UseDefault bool   `json:"use_default"`
}

// Order is a sort key on one template variable.
type Order struct {
	operand    Operand
	descending bool
}

// ParseOrder parses one sort key; dir is asc (also when empty) or desc.
func ParseOrder(in OrderInput, lookup Lookup) (Order, error) {
	dir, ok := allowlist.ParseDirection(in.Dir)
	if !ok {
		return Order{}, fault.Invalid("dir", "dir must be asc or desc")
	}
	operand, err := parseOperand(in.TV, in.Cast, in.UseDefault, lookup)
	if err != nil {
		return Order{}, err
	}
	switch {
	case operand.numeric():
		operand.cast = numberCast
	case operand.dated():
		operand.cast = datetimeCast
	}
	return Order{operand, bool(dir)}, nil
}

// Operand returns the value to sort by.
func (o Order) Operand() Operand { return o.operand }

// Descending reports the direction.
func (o Order) Descending() bool { return o.descending }

// Selection is a template variable whose value is in the answer.
type Selection struct {
	name    string
	operand Operand
}

// ParseSelection parses an element of with_tvs: a name, followed by ":d" if the default replaces a missing value.
func ParseSelection(text string, lookup Lookup) (Selection, error) {
	name := SelectedName(text)
	tv, err := lookup(name)
	if err != nil {
		return Selection{}, err
	}
	return Selection{name, Operand{tv: tv, useDefault: name != text}}, nil
}

// SelectedName returns the name in what ParseSelection parses.
func SelectedName(text string) string { return strings.TrimSuffix(text, ":d") }

// Name returns the key in the answer.
func (s Selection) Name() string { return s.name }

// Operand returns the value to show.
func (s Selection) Operand() Operand { return s.operand }

// TagsInput is the unchecked tags_data.
type TagsInput struct {
	TV   int64    `json:"tv_id"`
	Tags []string `json:"tags"`
}

// Tags asks for documents that have at least one of some tags.
type Tags struct {
	tv   int64
	tags []string
}

// ParseTags parses tags_data: the id of the tag-like template variable and 1 to MaxTags non-empty tags.
func ParseTags(in TagsInput) (Tags, error) {
	if len(in.Tags) == 0 || len(in.Tags) > MaxTags {
		return Tags{}, fault.Invalid("tags", "tags must have between 1 and %d tags", MaxTags)
	}
	for _, tag := range in.Tags {
		if tag == "" {
			return Tags{}, fault.Invalid("tags", "tags must not have an empty tag")
		}
	}
	return Tags{in.TV, in.Tags}, nil
}

// TV returns the id of the template variable that the tags belong to.
func (t Tags) TV() int64 { return t.tv }

// Any returns the tags of which a document needs at least one.
func (t Tags) Any() []string { return t.tags }

func parseOperand(name, cast string, useDefault bool, lookup Lookup) (Operand, error) {
	operand := Operand{useDefault: useDefault}
	if cast != "" {
		parsed, err := ParseCast(cast)
		if err != nil {
			return Operand{}, err
		}
		operand.cast = parsed
	}
	tv, err := lookup(name)
	if err != nil {
		f := fault.From(err)
		return Operand{}, f.At("tv")
	}
	operand.tv = tv
	return operand, nil
}
