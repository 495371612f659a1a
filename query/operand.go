package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/tvfilter"
)

// operand is the expression that a filter compares or an order sorts by.
func (j tvJoins) operand(o tvfilter.Operand) sq.Sqlizer {
	switch {
	case o.Cast().Time():
		return j.time(o)
	case o.Cast().Number():
		return j.amount(o)
	}
	value := j.shown(j.column(o.TV()))
	if text := o.Default(); text != nil {
		value = sq.Expr("IFNULL(?, ?)", value, j.owned(o, sq.Expr("?", *text)))
	}
	if cast := o.Cast(); !cast.None() {
		value = sq.Expr("CAST(? AS "+cast.String()+")", value)
	}
	return value
}

// time is a stored date as a cast compares it, in Unix seconds. If there is no value, it is the date of the default.
func (j tvJoins) time(o tvfilter.Operand) sq.Sqlizer {
	column := j.column(o.TV())
	value := j.seconds(column)
	if o.Cast().Day() {
		value = sq.Expr("FLOOR(? / 86400) * 86400", value)
	}
	text := o.Default()
	if text == nil {
		return value
	}
	replacement := sqlText("NULL")
	if at, ok := allowlist.ParseStoredDate(*text); ok {
		replacement = sqlText(strconv.FormatInt(o.Cast().Seconds(at), 10))
	}
	return sq.Expr("IF(? IS NULL, ?, ?)", j.shown(column), j.owned(o, replacement), value)
}

// amount returns the expression that conditions compare: the number in the value, or in the
// default if there is no value.
func (j tvJoins) amount(o tvfilter.Operand) sq.Sqlizer {
	column := j.column(o.TV())
	value := j.number(column, o.Quantity())
	text := o.Default()
	if text == nil {
		return value
	}
	var replacement any
	if number, ok := o.Quantity().Parse(*text); ok {
		replacement = number
	}
	number := sq.Expr("CAST(? AS "+numberCast+")", replacement)
	return sq.Expr("IF(? IS NULL, ?, ?)", j.shown(column), j.owned(o, number), value)
}

// owned is what replaces a missing value: the default, or NULL where it does not count.
func (j tvJoins) owned(o tvfilter.Operand, replacement sq.Sqlizer) sq.Sqlizer {
	if !o.Owned() {
		return replacement
	}
	return sq.Expr("IF(?, ?, NULL)", j.owner(o.TV()), replacement)
}

// condition compiles a filter. If the value in the view equals a text, the stored value equals it, too. Only the stored
// value can be looked up in an index of values, if the site has one.
func (j tvJoins) condition(f tvfilter.Filter) sq.Sqlizer {
	o, value := f.Operand(), j.column(f.Operand().TV())
	shown := filterCondition(j.operand(o), f)
	equal := f.Op() == allowlist.Equal || f.Op() == allowlist.In
	if !equal || o.Default() != nil || !o.Cast().None() || !j.hides || j.translates(o.TV()) {
		return shown
	}
	return sq.And{filterCondition(columnOf(value), f), shown}
}

// DefaultMeets returns a row if the default of a template variable meets all of these filters, which are on this
// variable. The database decides, so that it is compared as values are.
func (c Compiler) DefaultMeets(tv int64, filters []tvfilter.Filter) (evodb.Statement, error) {
	j := c.joinTVs(Search{Filters: filters})
	row := newSelect("1").From("(SELECT 1 AS one) AS s").LeftJoin(j.values + " AS " + j.alias(tv) + " ON FALSE")
	for _, f := range filters {
		row = row.Where(filterCondition(j.operand(f.WithDefault().Operand()), f))
	}
	return statement(row)
}

// filterCondition compiles a filter on a template variable. With a cast both sides are exact numbers, times as well.
func filterCondition(operand sq.Sqlizer, f tvfilter.Filter) sq.Sqlizer {
	if !f.Operand().Cast().None() {
		return sq.Expr("? "+f.Op().String()+" ?", operand, exactText(f.Values()[0]))
	}
	return compare(operand, f.Op(), anyOf(f.Values()))
}

// exactText turns a number in a string into an exact number. The string alone would be compared as a floating point
// number.
func exactText(text string) sq.Sqlizer { return sq.Expr("CAST(? AS DECIMAL(65,30))", text) }
