package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/tvfilter"
)

// Page is the part of a listing to return.
type Page struct {
	limit, offset uint64
	after         *Position
}

// NewPage returns the page with at most limit rows after offset rows. Neither may be negative.
func NewPage(limit, offset int64) Page {
	return Page{limit: uint64(limit), offset: uint64(offset)} //nolint:gosec // not negative
}

// PageAfter returns the page with at most limit rows after a row. limit may not be negative.
func PageAfter(limit int64, p Position) Page {
	return Page{limit: uint64(limit), after: &p} //nolint:gosec // not negative
}

// Position is the place of a row in a listing: the values that the listing is sorted by, nil for NULL, and the id. It
// remains valid if rows are added, removed or changed, even the row that it was read from.
type Position struct {
	Keys []*string
	ID   int64
}

// Listing is an ordered list of rows of one table, which has the alias c.
type Listing struct {
	ids     selectBuilder // FROM and WHERE; selects the ids of rows of c AS id
	id      string        // column that ids selects
	with    sq.Sqlizer    // common table expression before the statement; nil: none
	keys    []key         // order; the id always follows
	table   string
	columns sq.Sqlizer
	nearby  nearby // nil if the list only has Page
	// flat says that ids can select something else than ids, because it is no DISTINCT and has no groups.
	flat bool
}

// nearby returns the rows of a list among the next rows, up to that many, after a position or from the beginning if
// that is nil. ok is false if the rows can only be found by reading all of them.
type nearby func(after *Position, next uint64) (ids selectBuilder, ok bool, err error)

// key is a sort key. Its values always fit into a cursor.
type key struct {
	expression sq.Sqlizer
	kind       keyKind
	descending bool
	// last says that NULL also comes last in ascending order.
	last bool
}

// nullsLast reports whether NULL comes after the values.
func (k key) nullsLast() bool { return k.descending || k.last }

// keyKind turns the value of a key, as it was read, into a parameter to compare the key with.
type keyKind func(value string) (sq.Sqlizer, error)

func textKind(value string) (sq.Sqlizer, error) { return sq.Expr("?", value), nil }

func integerKind(value string) (sq.Sqlizer, error) {
	number, ok := allowlist.ParseInteger(value)
	if !ok {
		return nil, foreignPosition()
	}
	return sq.Expr("?", number), nil
}

// decimalKind is the kind of a key with that cast, which can have more digits than the default DECIMAL.
func decimalKind(cast tvfilter.Cast) keyKind {
	return func(value string) (sq.Sqlizer, error) { return sq.Expr("CAST(? AS "+cast.String()+")", value), nil }
}

// keyLength is how many characters of a long text count in an order. The server itself compares only 1024 bytes
// (max_sort_length).
const keyLength = 255

// shortened turns a text of unlimited length into a key.
func shortened(expression sq.Sqlizer) sq.Sqlizer {
	return sq.Expr("LEFT(?, "+strconv.Itoa(keyLength)+")", expression)
}

// ascending returns keys for integer columns of c.
func ascending(columns ...string) []key {
	keys := make([]key, len(columns))
	for i, name := range columns {
		keys[i] = key{expression: columnOf("c." + name), kind: integerKind}
	}
	return keys
}

// Keys returns the number of keys in a Position. Their values follow the columns of a row.
func (l Listing) Keys() int { return len(l.keys) }

// Page compiles one page. It finds and sorts the ids over narrow rows, and reads full rows only for the page. The outer
// statement sorts again, because a join does not keep an order. The error is a fault for a position that belongs to
// another listing.
func (l Listing) Page(p Page) (evodb.Statement, error) {
	outer := newSelect().Column(l.columns)
	ids, order := sorted(l.ids, l.keys)
	for i := range l.keys {
		outer = outer.Column("page.k" + strconv.Itoa(i+1))
	}
	if p.after != nil {
		behind, err := behindPosition(l.keys, l.id, *p.after)
		if err != nil {
			return evodb.Statement{}, err
		}
		ids = ids.Where(behind)
	}
	ids = ids.Limit(p.limit)
	if p.offset > 0 {
		ids = ids.Offset(p.offset)
	}
	for i := range order {
		order[i] = "page." + order[i]
	}
	outer = outer.FromSelect(ids, "page").Join(l.table + " AS c ON c.id = page.id").OrderBy(order...)
	return l.statement(outer)
}

// sorted adds the keys to a list of ids as k1, k2 and so on, and sorts it by them and the id. Whether a key is NULL is
// a column too, because the engine of the demo finds no key within an expression.
func sorted(ids selectBuilder, keys []key) (_ selectBuilder, order []string) {
	for i, k := range keys {
		alias := "k" + strconv.Itoa(i+1)
		ids = ids.Column(sq.Alias(k.expression, alias))
		if k.last && !k.descending {
			null := "n" + strconv.Itoa(i+1)
			ids = ids.Column(sq.Alias(sq.Expr("? IS NULL", k.expression), null))
			order = append(order, null)
		}
		if k.descending {
			alias += " DESC"
		}
		order = append(order, alias)
	}
	order = append(order, "id")
	return ids.OrderBy(order...), order
}

// Count compiles the number of all rows. The engine of the demo cannot count ids that are among those of a subquery.
func (l Listing) Count() (evodb.Statement, error) {
	if l.flat {
		rows := l.ids
		rows.columns = addedTexts(nil, []string{"COUNT(*)"})
		return l.statement(rows)
	}
	return l.statement(newSelect("COUNT(*)").FromSelect(l.ids, "page"))
}

func (l Listing) statement(s selectBuilder) (evodb.Statement, error) {
	if l.with != nil {
		s = s.PrefixExpr(l.with)
	}
	return statement(s)
}

// behindPosition returns the condition for rows after a position: the first key that differs is greater, or else the
// id. NULL is smaller than every value, except for keys where it comes last.
func behindPosition(keys []key, id string, p Position) (sq.Sqlizer, error) {
	if len(p.Keys) != len(keys) {
		return nil, foreignPosition()
	}
	condition := sq.Sqlizer(sq.Gt{id: p.ID})
	for i := len(keys) - 1; i >= 0; i-- {
		k, value := keys[i], p.Keys[i]
		switch {
		case value == nil && k.nullsLast():
			condition = sq.Expr("(? IS NULL AND ?)", k.expression, condition)
		case value == nil:
			condition = sq.Expr("(? IS NOT NULL OR ?)", k.expression, condition)
		default:
			bound, err := k.kind(*value)
			if err != nil {
				return nil, err
			}
			further := sq.Expr("? > ?", k.expression, bound)
			if k.descending {
				further = sq.Expr("? < ?", k.expression, bound)
			}
			if k.nullsLast() {
				further = sq.Expr("? OR ? IS NULL", further, k.expression)
			}
			condition = sq.Expr("(? OR ? = ? AND ?)", further, k.expression, bound, condition)
		}
	}
	return condition, nil
}

func foreignPosition() error {
	return fault.Invalid("cursor", "the cursor belongs to another list; start again without a cursor")
}
