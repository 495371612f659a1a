package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Titled returns the ids of at most limit visible documents whose title contains the text. Titles in which it occurs
// earlier come first.
func (c Compiler) Titled(text string, limit uint64) (evodb.Statement, error) {
	title := c.plain("c.pagetitle")
	return statement(c.documents().Where(contains(title, text)).
		OrderByClause(sq.Expr("LOCATE(?, ?)", text, title)).OrderByClause(title).OrderBy("c.id").Limit(limit))
}

// Numbered returns the ids of at most limit visible documents whose id begins with the digits, in ascending order.
func (c Compiler) Numbered(digits string, limit uint64) (evodb.Statement, error) {
	return statement(c.documents().Where(sq.Like{"c.id": digits + "%"}).OrderBy("c.id").Limit(limit))
}

// maxNamed is the most documents of one alias that Named returns.
const maxNamed = 500

// Named returns the ids of visible documents that have one of the names as their alias, or as their id if the name is a
// number. Evolution serves the first of those with the same address.
func (c Compiler) Named(names []string) (evodb.Statement, error) {
	var ids []int64
	for _, name := range names {
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	named := sq.Or{sq.Eq{"c.alias": names}}
	if ids != nil {
		named = append(named, sq.Eq{"c.id": ids})
	}
	return statement(c.documents().Where(named).OrderBy("c.parent DESC", "c.menuindex DESC", "c.id DESC").Limit(maxNamed))
}

// Watched returns id and editedon of those of the documents that exist, and for each view 1 if it shows the document,
// otherwise 0. ids must not be empty.
func Watched(schema *evodb.Schema, views []View, ids []int64) (evodb.Statement, error) {
	documents := newSelect("c.id", "c.editedon").From(For(schema, Manager()).table("site_content") + " AS c").
		Where(sq.Eq{"c.id": ids})
	for _, view := range views {
		documents = documents.Column(sq.Expr("IF(?, 1, 0)", For(schema, view).visible("c")))
	}
	return statement(documents)
}

// Children returns the id of each of the documents that has children, and for each view the number of children that it
// shows and the ids of that many of the newest ones in descending order, separated by commas; NULL if there are none.
// parents must not be empty.
func Children(schema *evodb.Schema, views []View, parents []int64, newest int) (evodb.Statement, error) {
	children := newSelect("c.parent").From(For(schema, Manager()).table("site_content") + " AS c").
		Where(sq.Eq{"c.parent": parents}).Where("c.id <> c.parent").GroupBy("c.parent")
	for _, view := range views {
		shown := sq.Expr("IF(?, c.id, NULL)", For(schema, view).visible("c"))
		children = children.Column(sq.Expr("COUNT(?)", shown)).
			Column(sq.Expr("SUBSTRING_INDEX(GROUP_CONCAT(? ORDER BY c.id DESC), ',', ?)", shown, newest))
	}
	return statement(children)
}
