package query

import (
	sq "github.com/Masterminds/squirrel"
)

// Lacks says what documents lack. The zero value is no condition.
type Lacks struct {
	Description bool
	// Menu is a place in menus: a document has one if neither it nor a document above it is hidden from menus or from the
	// caller. The AncestorSteps documents above it are looked at.
	Menu bool
	// Image is an image in one of the template variables of the document's template; nil: no condition.
	Image *Images
	// Translation is a translation into this language, a slang.Language's code; empty: no condition.
	Translation string
}

// Images are the template variables of the type image that the caller may see.
type Images struct {
	TVs       []int64 // not empty
	Defaulted []int64 // those of TVs with a default
}

// lacking keeps the documents that lack what l says.
func (c Compiler) lacking(documents selectBuilder, l Lacks) selectBuilder {
	if l.Description {
		documents = documents.Where(sq.Expr("TRIM(IFNULL(?, '')) = ''", c.plain("c.description")))
	}
	if l.Image != nil {
		documents = documents.Where(c.imageless(*l.Image))
	}
	if l.Translation != "" {
		documents = documents.Where(sq.Expr("NOT EXISTS (?)", c.translationOf("c.id", l.Translation)))
	}
	if !l.Menu {
		return documents
	}
	hidden := sq.Or{sq.Expr("c.hidemenu <> 0")}
	documents, line := c.climb(documents, "menu", AncestorSteps)
	for i, above := range line[1:] {
		hidden = append(hidden, sq.Expr(line[i]+".parent <> 0 AND IF(?, "+above+".hidemenu <> 0, TRUE)", c.visible(above)))
	}
	return documents.Where(hidden)
}

// imageless is the condition that a document's template has variables for images and the document has no image in them.
func (c Compiler) imageless(i Images) sq.Sqlizer {
	of := func(tvs []int64) selectBuilder {
		return newSelect("1").From(c.table("site_tmplvar_templates") + " AS l").Where("l.templateid = c.template").
			Where(sq.Eq{"l.tmplvarid": tvs})
	}
	// The condition on c is not in ON: MySQL 5.6 does not find the column there.
	stored := of(i.TVs).Join(c.table("site_tmplvar_contentvalues") + " AS v ON v.tmplvarid = l.tmplvarid").
		Where("v.contentid = c.id").Where(c.stored("v.value") + " <> ''")
	// IF, because the server would otherwise turn EXISTS into a join
	return sq.Expr("IF(EXISTS (?), NOT EXISTS (?) AND NOT EXISTS (?), FALSE)", of(i.TVs), of(i.Defaulted), stored)
}
