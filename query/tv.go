package query

import (
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/quantity"
	"emcp/tvfilter"
)

// tvJoins are the joins of a search to the stored values of template variables. Each variable is joined once, however
// often it is used. (tmplvarid, contentid) is unique, so that a join never multiplies rows.
type tvJoins struct {
	values string // table
	shown  func(column string) sq.Sqlizer
	// seconds returns a value as a time.
	seconds func(column string) sq.Sqlizer
	hides   bool // whether shown differs from the column
	order   []int64
	inner   map[int64]bool // by variable id: whether a filter requires a stored value
	leader  int64          // variable whose values are read before the documents; 0: none
	// number returns the number in a value that people have written.
	number func(column string, t *quantity.Type) sq.Sqlizer
	// owner is the condition that the template of a document has a variable.
	owner func(tv int64) sq.Sqlizer
	// translates reports whether a variable is translated, and join joins its translation.
	translates func(tv int64) bool
	join       func(documents selectBuilder, alias, document string, tv int64) selectBuilder
}

// joinTVs returns the joins for the template variables that the search names, and for more.
func (c Compiler) joinTVs(s Search, more ...int64) tvJoins {
	j := tvJoins{
		values: c.table("site_tmplvar_contentvalues"), shown: c.value, seconds: c.seconds, number: c.number,
		owner: c.owner, hides: c.view.kind == visitor, inner: map[int64]bool{},
		translates: c.translates, join: c.joinTranslation,
	}
	add := func(tv int64, needsValue bool) {
		if _, known := j.inner[tv]; !known {
			j.order = append(j.order, tv)
		}
		j.inner[tv] = j.inner[tv] || needsValue && !c.translates(tv)
	}
	for _, f := range s.Filters {
		add(f.Operand().TV(), f.Operand().Default() == nil && f.Op() != allowlist.IsNull)
	}
	for _, o := range s.Order.TVs {
		add(o.Operand().TV(), false)
	}
	for _, tv := range more {
		add(tv, false)
	}
	if s.whole() && s.Tags == nil && s.Templates == nil {
		j.leader = j.needed()
	}
	return j
}

// needed returns the first variable for which a document must have a value, or 0 if there is none.
func (j tvJoins) needed() int64 {
	for _, tv := range j.order {
		if j.inner[tv] {
			return tv
		}
	}
	return 0
}

// documents starts a list of the documents with a value of the leader. It reads the index of the values, which has them
// by id. By itself the server would look at all documents and the value of each (100,000 documents, 20 hits: 500 ms
// instead of 80). The ids come from the values, not from the documents. Only then does MariaDB always walk that index
// and stop at the end of the page (2 ms instead of 90 with the index of the variable alone). The comment is a hint for
// MySQL from 8.0.20, which otherwise joins by a hash where it expects few hits, and then reads and sorts all of them.
func (j tvJoins) documents(content string) selectBuilder {
	alias := j.alias(j.leader)
	return newSelect("/*+ NO_BNL() */ " + alias + ".contentid AS id").From(j.values + " AS " + alias).
		JoinClause("STRAIGHT_JOIN " + content + " AS c ON c.id = " + alias +
			".contentid").Where(sq.Eq{alias + ".tmplvarid": j.leader})
}

// alias is the alias of a variable's join in the statement.
func (j tvJoins) alias(tv int64) string {
	for i, id := range j.order {
		if id == tv {
			return "v" + strconv.Itoa(i+1)
		}
	}
	panic("query: template variable without a join")
}

// translation is the alias of the join to a variable's translation.
func (j tvJoins) translation(tv int64) string { return "l" + j.alias(tv) }

// column is the expression for a variable's stored value.
func (j tvJoins) column(tv int64) string {
	own := j.alias(tv) + ".value"
	if j.translates(tv) {
		return "IFNULL(" + j.translation(tv) + ".value, " + own + ")"
	}
	return own
}

// next selects documents by the next values of a variable: at most that many values that meet the condition and follow
// a position (or the beginning) in the order of values.
func (j tvJoins) next(
	tv int64, condition sq.Sqlizer, keys []key, after *Position, values uint64,
) (*selectBuilder, error) {
	j.leader = tv
	alias := j.alias(tv)
	documents := newSelect(alias + ".contentid AS id").From(j.values + " AS " +
		alias).Where(sq.Eq{alias + ".tmplvarid": tv}).Where(condition)
	documents = j.apply(documents, alias+".contentid")
	if after != nil {
		behind, err := behindPosition(keys, alias+".contentid", *after)
		if err != nil {
			return nil, err
		}
		documents = documents.Where(behind)
	}
	documents, _ = sorted(documents, keys)
	documents = documents.Limit(values)
	return &documents, nil
}

// apply adds the joins to a list. document is the column with its ids. If values of a leader come first, other values
// follow in the order of the statement. Otherwise MySQL 9.7 begins with them, and sorts all documents that have both
// (100,000 documents: 210 ms instead of 3).
func (j tvJoins) apply(documents selectBuilder, document string) selectBuilder {
	for _, tv := range j.order {
		if tv == j.leader {
			continue
		}
		alias := j.alias(tv)
		join := j.values + " AS " + alias + " ON " + alias + ".tmplvarid = ? AND " + alias + ".contentid = " + document
		switch {
		case !j.inner[tv]:
			documents = documents.LeftJoin(join, tv)
		case j.leader != 0:
			documents = documents.JoinClause("STRAIGHT_JOIN "+join, tv)
		default:
			documents = documents.Join(join, tv)
		}
		if j.translates(tv) {
			documents = j.join(documents, j.translation(tv), document, tv)
		}
	}
	return documents
}

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

// owned is what replaces a missing value: the default, or NULL where it does not count.
func (j tvJoins) owned(o tvfilter.Operand, replacement sq.Sqlizer) sq.Sqlizer {
	if !o.Owned() {
		return replacement
	}
	return sq.Expr("IF(?, ?, NULL)", j.owner(o.TV()), replacement)
}

// owner returns the condition that the template of the document c has a template variable.
func (c Compiler) owner(tv int64) sq.Sqlizer {
	return sq.Expr("c.template IN (SELECT l.templateid FROM "+c.table("site_tmplvar_templates")+
		" AS l WHERE l.tmplvarid = ?)", tv)
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

// exactText turns a number in a string into an exact number. The string alone would be compared as a floating point
// number.
func exactText(text string) sq.Sqlizer { return sq.Expr("CAST(? AS DECIMAL(65,30))", text) }

// filterCondition compiles a filter on a template variable. With a cast both sides are exact numbers, times as well.
func filterCondition(operand sq.Sqlizer, f tvfilter.Filter) sq.Sqlizer {
	if !f.Operand().Cast().None() {
		return sq.Expr("? "+f.Op().String()+" ?", operand, exactText(f.Values()[0]))
	}
	return compare(operand, f.Op(), anyOf(f.Values()))
}

// compare compiles a comparison of a column with the values that the operator takes. No value is in an empty list.
func compare(operand sq.Sqlizer, op allowlist.Operator, values []any) sq.Sqlizer {
	switch {
	case op == allowlist.In && len(values) == 0:
		return sq.Expr("FALSE")
	case op == allowlist.NotIn && len(values) == 0:
		op = allowlist.IsNotNull
	}
	switch op {
	case allowlist.IsNull:
		return sq.Expr("? IS NULL", operand)
	case allowlist.IsNotNull:
		return sq.Expr("? IS NOT NULL", operand)
	case allowlist.In, allowlist.NotIn:
		not := ""
		if op == allowlist.NotIn {
			not = "NOT "
		}
		list := "(?" + strings.Repeat(",?", len(values)-1) + ")"
		return sq.Expr("? "+not+"IN "+list, append([]any{operand}, values...)...)
	case allowlist.Contains:
		return contains(operand, values[0].(string))
	case allowlist.EndsWith:
		text := values[0].(string)
		return sq.Expr("RIGHT(?, CHAR_LENGTH(?)) LIKE ? ESCAPE '|'", operand, text, literal.Replace(text))
	case allowlist.StartsWith:
		return sq.Expr("? LIKE ? ESCAPE '|'", operand, literal.Replace(values[0].(string))+"%")
	}
	return sq.Expr("? "+op.String()+" ?", operand, values[0])
}

// literal escapes a text for a LIKE pattern whose escape character is |.
//
// MySQL 5.6 ignores the escape of the character directly after a % if the collation is a Unicode one: it reads %|% as
// two wildcards. So no pattern may have an escaped character there.
var literal = strings.NewReplacer("|", "||", "%", "|%", "_", "|_")

// contains matches a text within a column. A text that would begin with an escaped character after the % is matched
// with LOCATE instead, which distinguishes more accents.
func contains(operand sq.Sqlizer, text string) sq.Sqlizer {
	if strings.IndexAny(text, "|%_") == 0 {
		return sq.Expr("LOCATE(?, ?) > 0", text, operand)
	}
	return sq.Expr("? LIKE ? ESCAPE '|'", operand, "%"+literal.Replace(text)+"%")
}
