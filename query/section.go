package query

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Sections restricts a search to sections of the site. The section of a document is the nearest root among the document itself and the
// AncestorSteps documents above it; 0 is the section of documents without a root.
type Sections struct {
	Roots []int64 // of all sections but 0; not empty
	Among []int64 // the sections that are searched
}

// within is the condition under which a document belongs to the sections. It adds the joins to the documents above.
func (c Compiler) within(documents sq.SelectBuilder, s Sections) sq.SelectBuilder {
	section, below := sq.Case().When(sq.Eq{"c.id": s.Roots}, "c.id"), "c"
	for step := 1; step <= AncestorSteps; step++ {
		above := fmt.Sprintf("up%d", step)
		section = section.When(sq.Eq{below + ".parent": s.Roots}, below+".parent")
		if step < AncestorSteps {
			documents = documents.LeftJoin(fmt.Sprintf("%s AS %s ON %[2]s.id = %s.parent", c.table("site_content"), above, below))
		}
		below = above
	}
	return documents.Where(sq.Expr("? IN (?"+strings.Repeat(",?", len(s.Among)-1)+")", slices.Concat([]any{section.Else("0")}, anyOf(s.Among))...))
}

// Bounds of SectionTops and SectionChildren.
const (
	// SectionTops is how many documents at the root of the site are looked at.
	SectionTops = 50
	// sectionChildren is below which menuindex documents below these are, and maxSectionChildren how many.
	sectionChildren, maxSectionChildren = 10, 600
	// sectionText is how much of a rich text is read, in characters.
	sectionText = 1000
)

// starts are the columns by which sections are told apart, with the beginnings of the rich texts.
var starts = fmt.Sprintf("c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, %d), LEFT(c.content, %[1]d)", sectionText)

// SectionTops returns id, parent, alias, pagetitle, menutitle and the beginnings of introtext and content of the first visible
// documents at the root of the site, folders first, in no order.
func (c Compiler) SectionTops() (evodb.Statement, error) {
	c.each = true
	tops := c.documents().Where("c.parent = 0").OrderBy("c.isfolder DESC", "c.menuindex", "c.id").Limit(SectionTops)
	return statement(sq.Select(starts).FromSelect(tops, "top").Join(c.table("site_content") + " AS c ON c.id = top.id"))
}

// SectionChildren returns the columns of SectionTops for some visible documents below these documents, which must not be empty: the first
// ones in the menu, and those that have one of the aliases.
func (c Compiler) SectionChildren(parents []int64, aliases []string) (evodb.Statement, error) {
	c.each = true
	first := sq.Or{sq.Lt{"c.menuindex": sectionChildren}, sq.Eq{"c.alias": aliases}}
	children := sq.Select("c.id AS id").From(c.table("site_content") + " AS c").Where(sq.Eq{"c.parent": parents}).Where(first).
		Where(c.visible("c")).Limit(maxSectionChildren)
	return statement(sq.Select(starts).FromSelect(children, "child").Join(c.table("site_content") + " AS c ON c.id = child.id"))
}
