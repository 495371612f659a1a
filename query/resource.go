package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Titled returns the ids of at most limit visible documents whose title contains the text, those first in which it stands
// nearest to the beginning.
func (c Compiler) Titled(text string, limit uint64) (evodb.Statement, error) {
	title := c.plain("c.pagetitle")
	return statement(c.documents().Where(contains(title, text)).
		OrderByClause(sq.Expr("LOCATE(?, ?)", text, title)).OrderByClause(title).OrderBy("c.id").Limit(limit))
}

// Numbered returns the ids of at most limit visible documents whose id begins with the digits, the smallest first.
func (c Compiler) Numbered(digits string, limit uint64) (evodb.Statement, error) {
	return statement(c.documents().Where(sq.Like{"c.id": digits + "%"}).OrderBy("c.id").Limit(limit))
}

// maxNamed is how many documents of one alias Named returns.
const maxNamed = 500

// Named returns the ids of visible documents that have one of the names as their alias or, where it is a number, as their id.
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
	return statement(c.documents().Where(named).OrderBy("c.id").Limit(maxNamed))
}

// Watched returns id and editedon of those of the documents, which must not be empty, that there are, and 1 or 0 for each
// of the views: whether it shows the document.
func Watched(schema *evodb.Schema, views []View, ids []int64) (evodb.Statement, error) {
	documents := sq.Select("c.id", "c.editedon").From(For(schema, Manager()).table("site_content") + " AS c").
		Where(sq.Eq{"c.id": ids})
	for _, view := range views {
		documents = documents.Column(sq.Expr("IF(?, 1, 0)", For(schema, view).visible("c")))
	}
	return statement(documents)
}
