package items

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/query"
	"emcp/toolset/schema"
)

// Operators are the operators of conditions.
func Operators() []string {
	all := []allowlist.Operator{
		allowlist.Equal, allowlist.NotEqual, allowlist.Greater, allowlist.GreaterOrEqual, allowlist.Less,
		allowlist.LessOrEqual, allowlist.In, allowlist.Contains,
	}
	names := make([]string, len(all))
	for i, op := range all {
		names[i] = op.String()
	}
	return names
}

// FilterInput is an unchecked condition.
type FilterInput struct {
	Field string       `json:"field"` // name of a member, or alias or title of an attribute
	Op    string       `json:"op"`    // empty: = or, with a list, in
	Value *filterValue `json:"value"`
}

// filterValue is an allowlist.Value that can also be true or false, for checkboxes.
type filterValue struct{ value allowlist.Value }

// UnmarshalJSONFrom reads a string, a number, true, false or a list.
func (v *filterValue) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if kind := d.PeekKind(); kind != 't' && kind != 'f' {
		return v.value.UnmarshalJSONFrom(d)
	}
	token, err := d.ReadToken()
	v.value = *allowlist.TextValue(token.String())
	return err
}

// attributePrefix precedes the alias of an attribute that has the name of a member.
const attributePrefix = "attr:"

// Conditions returns the conditions of a call, which must all hold. The error is a fault.
func (r *Reader) Conditions(ctx context.Context, filters []FilterInput) (all []query.ItemCondition, err error) {
	for i, in := range filters {
		conditions, err := r.conditions(ctx, in)
		if err != nil {
			return nil, inFilter(err, i)
		}
		all = append(all, conditions...)
	}
	return all, nil
}

// inFilter names the condition that a fault is about. Errors of the database name none.
func inFilter(err error, i int) error {
	if f := fault.From(err); f.Kind == fault.InvalidParams {
		return f.At(schema.Index("filters", i))
	}
	return err
}

func (r *Reader) conditions(ctx context.Context, in FilterInput) ([]query.ItemCondition, error) {
	op, texts, err := in.operation()
	if err != nil {
		return nil, err
	}
	member, isMember := r.Type.Member(in.Field)
	switch {
	case isMember && member.Kind.Compared():
		return r.memberConditions(ctx, member, op, texts)
	case isMember && member.Kind == itemtype.Terms:
		return r.choiceConditions(ctx, query.ItemCondition{Member: member}, member.Name, op, texts)
	}
	a, err := r.attribute(ctx, in.Field)
	switch {
	case err != nil:
		return nil, err
	case a != nil && a.kind == itemtype.PriceRange:
		if member, isMember = r.Type.Member("price"); isMember {
			return r.memberConditions(ctx, member, op, texts)
		}
	case a != nil:
		return r.attributeConditions(ctx, *a, op, texts)
	}
	return nil, r.unknown(ctx, "field", in.Field,
		func(m itemtype.Member) bool { return m.Kind.Compared() || m.Kind == itemtype.Terms })
}

// operation returns the operator of a condition and the texts to compare with, at least one.
func (in FilterInput) operation() (allowlist.Operator, []string, error) {
	op, value := allowlist.Equal, (*allowlist.Value)(nil)
	if in.Value != nil {
		value = &in.Value.value
	}
	if in.Op != "" {
		var err error
		if op, err = allowlist.ParseOperator(in.Op); err != nil {
			return op, nil, err
		}
	}
	texts, err := allowlist.ParseValues(op, value)
	if err != nil && in.Op == "" && value != nil { // a list
		op = allowlist.In
		texts, err = allowlist.ParseValues(op, value)
	}
	return op, texts, err
}

// unknown returns the fault for a name that no member and no attribute has.
func (r *Reader) unknown(ctx context.Context, argument, name string, keep func(itemtype.Member) bool) error {
	members := r.memberNames(keep)
	attributes, err := r.known(ctx)
	if err != nil {
		return err
	}
	text, all := "no member or attribute %q to use here; members: "+strings.Join(members, ", "), members
	if len(attributes) > 0 {
		var aliases []string
		for _, a := range attributes {
			aliases = append(aliases, r.short(a.alias))
		}
		text += "; attributes: " + some(aliases)
		all = slices.Concat(all, aliases)
	}
	f := fault.Invalid(argument, "%s", strings.Replace(text, "%q", strconv.Quote(name), 1))
	f.Suggestions = fault.Nearest(name, all)
	return f
}

// most names that a message has.
const mostNamed = 40

// some joins names, and says how many more there are.
func some(names []string) string {
	if len(names) <= mostNamed {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:mostNamed], ", ") + " and " + strconv.Itoa(len(names)-mostNamed) + " more"
}

// attribute returns an attribute that the site shows, by its alias or title; nil: there is none.
func (r *Reader) attribute(ctx context.Context, name string) (*attribute, error) {
	all, err := r.known(ctx)
	if err != nil {
		return nil, err
	}
	name = strings.TrimPrefix(name, attributePrefix)
	i := slices.IndexFunc(all, func(a attribute) bool { return strings.EqualFold(a.alias, name) })
	if i < 0 {
		i = slices.IndexFunc(all, func(a attribute) bool { return strings.EqualFold(a.title, name) })
	}
	if i < 0 {
		return nil, nil
	}
	return &all[i], nil
}

// memberConditions returns the conditions for a member: two for a day.
func (r *Reader) memberConditions(
	ctx context.Context, m itemtype.Member, op allowlist.Operator, texts []string,
) ([]query.ItemCondition, error) {
	one := func(op allowlist.Operator, values ...any) []query.ItemCondition {
		return []query.ItemCondition{{Member: m, Op: op, Values: values}}
	}
	if err := suits(op, m.Kind.Ordered(), m.Kind == itemtype.Line); err != nil {
		return nil, err
	}
	switch m.Kind {
	case itemtype.Line:
		if m.Column == r.Type.Currency {
			if err := r.checkCurrencies(ctx, texts); err != nil {
				return nil, err
			}
		}
		return one(op, anyOf(texts)...), nil
	case itemtype.Choice:
		values, err := choose(texts, m.Labels)
		return one(op, values...), err
	case itemtype.Flag:
		values, err := flags(texts)
		return one(op, values...), err
	case itemtype.Moment:
		if op == allowlist.In || op == allowlist.NotEqual {
			return nil, fault.Invalid("op", "a time takes the operators =, >, >=, < and <=")
		}
		at, ok := allowlist.ParseTime(texts[0], time.Now(), allowlist.UnknownOrder)
		switch {
		case !ok:
			return nil, fault.Invalid("value", "value must be a time such as 2026-01-31, or relative such as -30d")
		case op == allowlist.Equal:
			return append(one(allowlist.GreaterOrEqual, at.First()), one(allowlist.LessOrEqual, at.Last())...), nil
		case op == allowlist.Greater || op == allowlist.LessOrEqual:
			return one(op, at.Last()), nil
		}
		return one(op, at.First()), nil
	}
	values, err := numbers(texts)
	return one(op, values...), err
}

// suits refuses operators that a value does not have.
func suits(op allowlist.Operator, ordered, text bool) error {
	compares := op == allowlist.Greater || op == allowlist.GreaterOrEqual || op == allowlist.Less ||
		op == allowlist.LessOrEqual
	switch {
	case compares && !ordered:
		return fault.Invalid("op", "the operator %s is for numbers and times", op)
	case op == allowlist.Contains && !text:
		return fault.Invalid("op", "the operator %s is for texts", op)
	case !slices.Contains(Operators(), op.String()):
		return fault.Invalid("op", "op must be one of %s", strings.Join(Operators(), ", "))
	}
	return nil
}

func anyOf(texts []string) []any {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return values
}

// numbers returns texts that are numbers.
func numbers(texts []string) ([]any, error) {
	for _, text := range texts {
		if !decimals.MatchString(text) {
			return nil, fault.Invalid("value", "value must be a number, such as 12.5")
		}
	}
	return anyOf(texts), nil
}

// choose returns the indexes of labels.
func choose(texts, labels []string) (values []any, err error) {
	for _, text := range texts {
		i := slices.IndexFunc(labels, func(label string) bool { return strings.EqualFold(label, text) })
		if n, err := strconv.Atoi(text); i < 0 && err == nil && n >= 0 && n < len(labels) {
			i = n
		}
		if i < 0 {
			f := fault.Invalid("value", "value must be one of %s", strings.Join(labels, ", "))
			f.Suggestions = fault.Nearest(text, labels)
			return nil, f
		}
		values = append(values, i)
	}
	return values, nil
}

// flags returns 0 or 1 for texts that mean no or yes.
func flags(texts []string) (values []any, err error) {
	for _, text := range texts {
		switch strings.ToLower(text) {
		case "1", "true", "yes":
			values = append(values, 1)
		case "0", "false", "no":
			values = append(values, 0)
		default:
			return nil, fault.Invalid("value", "value must be true or false")
		}
	}
	return values, nil
}

// checkCurrencies refuses currencies that no item has.
func (r *Reader) checkCurrencies(ctx context.Context, texts []string) error {
	statement, err := r.Compiler().Currencies(r.Type)
	if err != nil {
		return err
	}
	var known []string
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var currency string
		err := scan(&currency)
		known = append(known, currency)
		return err
	})
	if err != nil {
		return err
	}
	for _, text := range texts {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, text) }) {
			return fault.Invalid("value", "no prices are in this currency; prices are in %s", strings.Join(known, ", "))
		}
	}
	return nil
}

// attributeConditions returns the condition for an attribute. A product without the attribute meets only !=.
func (r *Reader) attributeConditions(
	ctx context.Context, a attribute, op allowlist.Operator, texts []string,
) ([]query.ItemCondition, error) {
	c := query.ItemCondition{Attribute: &query.Attribute{ID: a.id, Type: a.kind}, Op: op, Values: anyOf(texts)}
	if a.kind.Chosen() {
		return r.choiceConditions(ctx, c, a.alias, op, texts)
	}
	err := suits(op, a.kind == itemtype.Number, a.kind != itemtype.Number && a.kind != itemtype.Checkbox)
	if err != nil {
		return nil, err
	}
	if op == allowlist.NotEqual {
		c.Op, c.Not = allowlist.Equal, true
	}
	switch a.kind {
	case itemtype.Checkbox:
		if c.Values, err = flags(texts); err == nil && len(c.Values) > 1 {
			err = fault.Invalid("value", "value must be true or false")
		}
		c.Not = c.Not != (err == nil && c.Values[0] == 0)
	case itemtype.Number:
		c.Values, err = numbers(texts)
	}
	return []query.ItemCondition{c}, err
}

// choiceConditions completes a condition on a member or attribute of that name with values to choose from.
func (r *Reader) choiceConditions(
	ctx context.Context, condition query.ItemCondition, name string, op allowlist.Operator, texts []string,
) ([]query.ItemCondition, error) {
	if err := suits(op, true, true); err != nil {
		return nil, err
	}
	if op == allowlist.NotEqual {
		op, condition.Not = allowlist.Equal, true
	}
	all, err := r.choices(ctx, condition.Attribute, condition.Member)
	if err != nil {
		return nil, err
	}
	meets, err := meeting(op, texts)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		if op != allowlist.Equal && op != allowlist.In {
			break
		}
		if !slices.ContainsFunc(all, func(c choice) bool { return c.is(text) }) {
			var names []string
			for _, c := range all {
				names = append(names, c.name)
			}
			f := fault.Invalid("value", "%s has no value of this name; its values: %s", r.short(name), some(names))
			f.Suggestions = fault.Nearest(text, names)
			return nil, f
		}
	}
	for _, c := range all {
		if meets(c) {
			condition.Chosen = append(condition.Chosen, c.id)
		}
	}
	return []query.ItemCondition{condition}, nil
}

// meeting returns whether a value meets a condition.
func meeting(op allowlist.Operator, texts []string) (func(choice) bool, error) {
	switch op {
	case allowlist.Equal, allowlist.In:
		return func(c choice) bool { return slices.ContainsFunc(texts, c.is) }, nil
	case allowlist.Contains:
		part := strings.ToLower(texts[0])
		return func(c choice) bool { return strings.Contains(strings.ToLower(c.name), part) }, nil
	}
	if _, err := numbers(texts); err != nil {
		return nil, err
	}
	bound, _ := strconv.ParseFloat(texts[0], 64) // numbers has checked it
	return func(c choice) bool {
		n, ok := c.number()
		switch op {
		case allowlist.Greater:
			return ok && n > bound
		case allowlist.GreaterOrEqual:
			return ok && n >= bound
		case allowlist.Less:
			return ok && n < bound
		}
		return ok && n <= bound
	}, nil
}

// SetOrder sorts a list by a member; by "" as its type says. The error is a fault.
func (r *Reader) SetOrder(l *query.ItemList, by string, d allowlist.Direction) error {
	l.Descending = bool(d) || by == ""
	m, ok := r.Type.Member(cmp.Or(by, r.Type.Order))
	switch {
	case by == "" && r.Type.Order == "", by == "id" && !l.Descending: // every list ends with the id anyway
		return nil
	case by == "id":
		m, ok = itemtype.Member{Kind: itemtype.Integer, Column: itemtype.ID}, true
	}
	sorts := func(m itemtype.Member) bool { return m.Kind.Compared() }
	if !ok || !sorts(m) {
		f := fault.Invalid("order_by", "order_by must be id or one of %s", strings.Join(r.memberNames(sorts), ", "))
		f.Suggestions = fault.Nearest(by, r.memberNames(sorts))
		return f
	}
	l.Order = &m
	return nil
}

// InCategory narrows a list to the items that lie in a document or below it. The error is a fault if the caller does
// not see the document.
func (r *Reader) InCategory(ctx context.Context, l *query.ItemList, category int64) error {
	statement, err := r.Compiler().CategoryTree(category)
	if err != nil {
		return err
	}
	seen := false
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		err := scan(&id)
		l.Folders = append(l.Folders, id)
		seen = seen || id == category
		return err
	})
	if err == nil && !seen {
		return fault.Invalid("category", "there is no document with this id; count_by: categories lists those with %s",
			r.Type.Plural)
	}
	if m, _ := r.Type.Located(); err != nil || m.Kind != itemtype.Folders {
		return err
	}
	if statement, err = r.Compiler().InFolders(r.Type, l.Folders); err != nil {
		return err
	}
	var n int64
	err = r.DB.Query(ctx, statement, func(scan evodb.Scan) error { return scan(&n) })
	l.Crowded = n > query.MaxFew
	return err
}
