package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Page is which part of an ordered list is asked for.
type Page struct{ limit, offset uint64 }

// NewPage returns the page of at most limit rows after offset rows; both are not negative.
func NewPage(limit, offset int64) Page { return Page{uint64(limit), uint64(offset)} } //nolint:gosec // not negative

// listing is an ordered list of rows of one table, under the alias c.
type listing struct {
	ids  sq.SelectBuilder // FROM and WHERE; selects c.id AS id
	with sq.Sqlizer       // common table expression before the statement; nil where there is none
	keys []key            // order; the id is always the last
}

// key is a sort key.
type key struct {
	expression sq.Sqlizer
	descending bool
}

func column(name string) sq.Sqlizer { return sq.Expr(name) }

// ascending returns keys on columns of c.
func ascending(columns ...string) []key {
	keys := make([]key, len(columns))
	for i, name := range columns {
		keys[i] = key{expression: column("c." + name)}
	}
	return keys
}

// selecting starts a statement that returns the columns.
func selecting(columns []sq.Sqlizer) sq.SelectBuilder {
	s := sq.Select()
	for _, c := range columns {
		s = s.Column(c)
	}
	return s
}

// page renders one page of the list: its ids are found and sorted over narrow rows, and only its own rows are read in
// full. The keys are carried along, because a join does not keep an order.
func (l listing) page(table string, columns []sq.Sqlizer, p Page) (evodb.Statement, error) {
	ids := l.ids
	outer := selecting(columns)
	order := make([]string, 0, len(l.keys)+1)
	for i, k := range l.keys {
		alias := "k" + strconv.Itoa(i+1)
		if k.descending {
			order = append(order, alias+" DESC")
		} else {
			order = append(order, alias)
		}
		ids = ids.Column(sq.Alias(k.expression, alias))
	}
	order = append(order, "id")
	ids = ids.OrderBy(order...).Limit(p.limit)
	if p.offset > 0 {
		ids = ids.Offset(p.offset)
	}
	for i := range order {
		order[i] = "page." + order[i]
	}
	outer = outer.FromSelect(ids, "page").Join(table + " AS c ON c.id = page.id").OrderBy(order...)
	if l.with != nil {
		outer = outer.PrefixExpr(l.with)
	}
	return statement(outer)
}
