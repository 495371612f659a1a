package query

import (
	sq "github.com/Masterminds/squirrel"

	"emcp/tvfilter"
)

// tagged requires at least one of the tags. It is a subquery rather than a join, so that a document with two of the
// tags is still one row.
func (c Compiler) tagged(t tvfilter.Tags) sq.Sqlizer {
	if !c.Shows(t.TV()) {
		return sq.Expr("FALSE")
	}
	return sq.Expr("EXISTS (?)", c.tags(t).Column("1").Where("ct.doc_id = c.id"))
}

// taggedDocuments selects each document with at least one of the tags once.
func (c Compiler) taggedDocuments(t tvfilter.Tags) *selectBuilder {
	documents := c.tags(t).Column("ct.doc_id AS id").Distinct()
	if !c.Shows(t.TV()) {
		documents = documents.Where("FALSE")
	}
	return &documents
}

func (c Compiler) tags(t tvfilter.Tags) selectBuilder {
	tags := newSelect().From(c.table("site_content_tags") + " AS ct").Join(c.table("tags") +
		" AS tg ON tg.id = ct.tag_id").
		Where(sq.Eq{"ct.tv_id": t.TV()}).Where(sq.Eq{"tg.name": t.Any()})
	if c.view.kind == visitor {
		tags = tags.Where(c.untagged("tg.name"))
	}
	return tags
}
