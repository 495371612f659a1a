package query

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Beside returns a row for each of the documents: its id, then id and pagetitle of the visible siblings before and
// after it in menu order, or NULL if there is no such sibling. ids must not be empty.
func (c Compiler) Beside(ids []int64) (evodb.Statement, error) {
	c.each = true
	content := c.table("site_content")
	nearest := func(follows, direction string) sq.Sqlizer {
		return sq.Expr("(?)", newSelect("k.id").From(content+" AS k").
			Where("k.parent = c.parent AND (k.menuindex "+follows+" c.menuindex OR k.menuindex = c.menuindex AND k.id "+follows+" c.id)").
			Where(c.visible("k")).OrderBy("k.menuindex "+direction, "k.id "+direction).Limit(1))
	}
	near := newSelect("c.id AS id").
		Column(sq.Alias(nearest("<", "DESC"), "before_id")).Column(sq.Alias(nearest(">", "ASC"), "after_id")).
		From(content + " AS c").Where(sq.Eq{"c.id": ids})
	return statement(newSelect("near.id", "b.id", "b.pagetitle", "a.id", "a.pagetitle").FromSelect(near, "near").
		LeftJoin(content + " AS b ON b.id = near.before_id").LeftJoin(content + " AS a ON a.id = near.after_id"))
}

// FirstChildren returns parent, id, pagetitle and menuindex of the first visible children of each document, at most
// that many for each, in menu order. ids must not be empty.
func (c Compiler) FirstChildren(ids []int64, most uint64) (evodb.Statement, error) {
	c.each = true
	first := make([]any, len(ids))
	for i, id := range ids {
		first[i] = newSelect("c.parent", "c.id", "c.pagetitle", "c.menuindex").From(c.table("site_content")+" AS c").
			Where(sq.Eq{"c.parent": id}).Where(c.visible("c")).OrderBy("c.menuindex", "c.id").Limit(most)
	}
	return statement(sq.Expr("(?)"+strings.Repeat(" UNION ALL (?)", len(ids)-1), first...))
}

// TVsOf returns id and tmplvarid for the template variables that the documents' templates have. Neither list may be
// empty. The caller must pass only variables that are visible.
func (c Compiler) TVsOf(documents, tvs []int64) (evodb.Statement, error) {
	return statement(newSelect("c.id", "l.tmplvarid").From(c.table("site_content")+" AS c").
		Join(c.table("site_tmplvar_templates")+" AS l ON l.templateid = c.template").
		Where(sq.Eq{"c.id": documents}).Where(sq.Eq{"l.tmplvarid": tvs}).OrderBy("c.id", "l.tmplvarid"))
}
