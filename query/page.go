package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/tvfilter"
)

// Page is which part of a listing is asked for.
type Page struct {
	limit, offset uint64
	after         *Position
}

// NewPage returns the page of at most limit rows after offset rows; both are not negative.
func NewPage(limit, offset int64) Page {
	return Page{limit: uint64(limit), offset: uint64(offset)} //nolint:gosec // not negative
}

// PageAfter returns the page of at most limit rows, which is not negative, behind a row.
func PageAfter(limit int64, p Position) Page {
	return Page{limit: uint64(limit), after: &p} //nolint:gosec // not negative
}

// Position is where a row stands in a listing: the values of what it is sorted by, nil for NULL, and its id. It stays a
// position when rows come, go or change, also the one that it was read from.
type Position struct {
	Keys []*string
	ID   int64
}

// Listing is an ordered list of rows of one table, under the alias c.
type Listing struct {
	ids     sq.SelectBuilder // FROM and WHERE; selects c.id AS id
	with    sq.Sqlizer       // common table expression before the statement; nil where there is none
	keys    []key            // order; the id is always the last
	table   string
	columns []sq.Sqlizer
	// nearby finds what ids does by looking at one document after the other; nil where nothing is known of these. Without
	// keys only.
	nearby *sq.SelectBuilder
}

// key is a sort key. It is never longer than a cursor can hold.
type key struct {
	expression sq.Sqlizer
	kind       keyKind
	descending bool
}

// keyKind makes a parameter of a value of a key that was read before, with which the key is compared.
type keyKind func(value string) (sq.Sqlizer, error)

func text(value string) (sq.Sqlizer, error) { return sq.Expr("?", value), nil }

func integer(value string) (sq.Sqlizer, error) {
	number, ok := parseInteger(value)
	if !ok {
		return nil, foreignPosition()
	}
	return sq.Expr("?", number), nil
}

// decimal is the kind of what was cast so, which may have more digits than another DECIMAL holds.
func decimal(cast tvfilter.Cast) keyKind {
	return func(value string) (sq.Sqlizer, error) { return sq.Expr("CAST(? AS "+cast.String()+")", value), nil }
}

// keyLength is how many characters of a long text count in an order. The server itself counts 1024 bytes of what it
// compares (max_sort_length).
const keyLength = 255

// shortened returns a text without an upper bound of its length as a key.
func shortened(expression sq.Sqlizer) sq.Sqlizer {
	return sq.Expr("LEFT(?, "+strconv.Itoa(keyLength)+")", expression)
}

func column(name string) sq.Sqlizer { return sq.Expr(name) }

// ascending returns keys on integer columns of c.
func ascending(columns ...string) []key {
	keys := make([]key, len(columns))
	for i, name := range columns {
		keys[i] = key{expression: column("c." + name), kind: integer}
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

// Keys returns how many values the keys of a Position have. They stand behind the columns of a row.
func (l Listing) Keys() int { return len(l.keys) }

// Page compiles one page: its ids are found and sorted over narrow rows, and only its own rows are read in full. The
// keys are carried along, because a join does not keep an order. The fault is one of a position of another listing.
func (l Listing) Page(p Page) (evodb.Statement, error) {
	ids := l.ids
	outer := selecting(l.columns)
	order := make([]string, 0, len(l.keys)+1)
	for i, k := range l.keys {
		alias := "k" + strconv.Itoa(i+1)
		if k.descending {
			order = append(order, alias+" DESC")
		} else {
			order = append(order, alias)
		}
		ids = ids.Column(sq.Alias(k.expression, alias))
		outer = outer.Column("page." + alias)
	}
	order = append(order, "id")
	if p.after != nil {
		behind, err := l.behind(*p.after)
		if err != nil {
			return evodb.Statement{}, err
		}
		ids = ids.Where(behind)
	}
	ids = ids.OrderBy(order...).Limit(p.limit)
	if p.offset > 0 {
		ids = ids.Offset(p.offset)
	}
	for i := range order {
		order[i] = "page." + order[i]
	}
	outer = outer.FromSelect(ids, "page").Join(l.table + " AS c ON c.id = page.id").OrderBy(order...)
	return l.statement(outer)
}

// Ahead compiles a page of a list by id that looks at the nearest documents only; ok is false where there is no such way.
// Where it finds as many rows as the page has, that is the page; else Page tells. On a big site this finds the beginning of a
// list that has many documents at once, where Page finds all first and sorts them (root tree of 100,000 documents: 1.5 ms, not 700).
func (l Listing) Ahead(p Page) (s evodb.Statement, ok bool, err error) {
	if l.nearby == nil || p.offset > maxAhead {
		return evodb.Statement{}, false, nil
	}
	from := int64(0)
	if p.after != nil {
		from = p.after.ID
	}
	l.ids, l.with = l.nearby.Where(sq.LtOrEq{"c.id": from + aheadOf*int64(p.offset+p.limit)}), nil //nolint:gosec // far from overflowing
	s, err = l.Page(p)
	return s, err == nil, err
}

const (
	// aheadOf is how many documents Ahead looks at for each that is asked for.
	aheadOf = 8
	// maxAhead is the highest offset of Ahead.
	maxAhead = 500
)

// Count compiles the number of all rows.
func (l Listing) Count() (evodb.Statement, error) {
	return l.statement(sq.Select("COUNT(*)").FromSelect(l.ids, "page"))
}

func (l Listing) statement(s sq.SelectBuilder) (evodb.Statement, error) {
	if l.with != nil {
		s = s.PrefixExpr(l.with)
	}
	return statement(s)
}

// behind is the condition under which a row stands behind a position: it is greater in the first key that differs, or in
// its id. NULL is smaller than every value.
func (l Listing) behind(p Position) (sq.Sqlizer, error) {
	if len(p.Keys) != len(l.keys) {
		return nil, foreignPosition()
	}
	condition := sq.Sqlizer(sq.Gt{"c.id": p.ID})
	for i := len(l.keys) - 1; i >= 0; i-- {
		k, value := l.keys[i], p.Keys[i]
		switch {
		case value == nil && k.descending:
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
				further = sq.Expr("? < ? OR ? IS NULL", k.expression, bound, k.expression)
			}
			condition = sq.Expr("(? OR ? = ? AND ?)", further, k.expression, bound, condition)
		}
	}
	return condition, nil
}

func foreignPosition() error {
	return fault.Invalid("cursor", "the cursor is of another list; start again without one")
}
