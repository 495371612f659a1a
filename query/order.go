package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/tvfilter"
)

// keys returns the sort keys of an order. For visitors, titles with tags come last in both directions. This way the
// next titles can be found by sorting the stored ones.
func (o Order) keys(c Compiler, joins tvJoins) []key {
	var keys []key
	for _, tv := range o.TVs {
		keys = append(keys, joins.key(tv))
	}
	field := o.Field.Column()
	switch {
	case o.ByDate != nil:
		date := sq.Expr("IF(c.pub_date > 0, c.pub_date, c.createdon)")
		keys = append(keys, key{expression: date, kind: integerKind, descending: bool(*o.ByDate)})
	case field == "id" && o.Dir == allowlist.Ascending: // every list ends with this key anyway
	case field == "pagetitle":
		keys = append(keys,
			key{expression: c.plain(c.text("pagetitle")), kind: textKind, descending: bool(o.Dir), last: c.view.kind == visitor})
	case field != "":
		keys = append(keys, key{expression: columnOf("c." + field), kind: integerKind, descending: bool(o.Dir)})
	}
	return keys
}

// key is the sort key of an order.
func (j tvJoins) key(o tvfilter.Order) key {
	operand, cast := j.operand(o.Operand()), o.Operand().Cast()
	switch {
	case cast.None():
		return key{expression: shortened(operand), kind: textKind, descending: o.Descending()}
	case cast.Time(): // text that is not a date comes last, like a missing value
		return key{expression: operand, kind: integerKind, descending: o.Descending(), last: true}
	case cast.Number():
		return key{expression: operand, kind: numberKind, descending: o.Descending(), last: true}
	case cast.Decimal():
		// MariaDB treats two casts of a value to DECIMAL as equal even if their digits differ, and drops the second
		// from ORDER BY. Naming the digits keeps them apart.
		apart := sq.Expr("IF(? IS NULL, NULL, ?)", cast.String(), operand)
		return key{expression: apart, kind: decimalKind(cast), descending: o.Descending()}
	}
	return key{expression: operand, kind: integerKind, descending: o.Descending()}
}
