package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/tvfilter"
)

// Grouping says by which property the documents of a list are counted. The zero value is no grouping.
type Grouping struct {
	kind groupKind
	tv   tvfilter.Operand // of GroupByTV
}

type groupKind uint8

const (
	byTemplate groupKind = iota + 1
	byParent
	byYear
	byTV
)

// Groupings by properties of documents.
var (
	GroupByTemplate = Grouping{kind: byTemplate} // id of the template
	GroupByParent   = Grouping{kind: byParent}   // id of the parent
	GroupByYear     = Grouping{kind: byYear}     // year of pub_date, or of createdon where that is 0, in UTC
)

// GroupByTV groups by the value of a template variable, or its default. The view must show the variable.
func GroupByTV(o tvfilter.Operand) Grouping { return Grouping{kind: byTV, tv: o} }

// OfTexts reports whether the groups have texts as values, rather than numbers.
func (g Grouping) OfTexts() bool { return g.kind == byTV }

// Groups returns each value with the number of documents of the list that have it; the value is NULL for documents
// without one. The largest groups come first, then the order is by value; there are at most that many rows. Values of
// template variables are compared byte by byte, as in TVTally, and only by their first 255 characters.
func (c Compiler) Groups(l Listing, g Grouping, most int64) (evodb.Statement, error) {
	documents := newSelect().FromSelect(l.ids, "page").Join(l.table + " AS c ON c.id = page.id")
	value := columnOf("c.template")
	switch g.kind {
	case byParent:
		value = columnOf("c.parent")
	case byYear:
		value = columnOf("YEAR('1970-01-01' + INTERVAL IF(c.pub_date > 0, c.pub_date, c.createdon) SECOND)")
	case byTV:
		joins := c.joinTVs(Search{}, g.tv.TV())
		documents = joins.apply(documents, "c.id")
		value = sq.Expr("CAST(CONVERT(? USING utf8mb4) AS BINARY)", shortened(joins.operand(g.tv)))
	case byTemplate:
	}
	return l.statement(documents.Column(sq.Alias(value, "common")).Column("COUNT(*) AS documents").
		GroupBy("common").OrderBy("documents DESC", "common").Limit(uint64(most))) //nolint:gosec // not negative
}
