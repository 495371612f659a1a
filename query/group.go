package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Grouping says by what the documents of a list are counted. The zero value is no grouping.
type Grouping struct {
	kind groupKind
	tv   int64 // of GroupByTV
}

type groupKind uint8

const (
	byTemplate groupKind = iota + 1
	byParent
	byYear
	byTV
)

// Groupings by what documents are.
var (
	GroupByTemplate = Grouping{kind: byTemplate} // id of the template
	GroupByParent   = Grouping{kind: byParent}   // id of the document above
	GroupByYear     = Grouping{kind: byYear}     // year of pub_date, or of createdon where that is 0, in UTC
)

// GroupByTV is the grouping by what documents store for a template variable. The view must show it.
func GroupByTV(id int64) Grouping { return Grouping{kind: byTV, tv: id} }

// OfTexts reports whether what the documents have in common is a text; else it is a number.
func (g Grouping) OfTexts() bool { return g.kind == byTV }

// Groups returns the value that documents of a list have in common, NULL for those that have none, and their number: the largest
// groups first, then by value, at most so many. Values of template variables are told apart byte by byte, as in TVTally; their first
// 255 characters count.
func (c Compiler) Groups(l Listing, g Grouping, most int64) (evodb.Statement, error) {
	documents := sq.Select().FromSelect(l.ids, "page").Join(l.table + " AS c ON c.id = page.id")
	value := columnOf("c.template")
	switch g.kind {
	case byParent:
		value = columnOf("c.parent")
	case byYear:
		value = columnOf("YEAR('1970-01-01' + INTERVAL IF(c.pub_date > 0, c.pub_date, c.createdon) SECOND)")
	case byTV:
		documents = documents.LeftJoin(c.table("site_tmplvar_contentvalues")+" AS v ON v.tmplvarid = ? AND v.contentid = c.id", g.tv)
		value = sq.Expr("CAST(CONVERT(? USING utf8mb4) AS BINARY)", shortened(c.value("v.value")))
	case byTemplate:
	}
	return l.statement(documents.Column(sq.Alias(value, "common")).Column("COUNT(*) AS documents").
		GroupBy("common").OrderBy("documents DESC", "common").Limit(uint64(most))) //nolint:gosec // not negative
}
