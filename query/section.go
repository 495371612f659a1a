package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Sections restricts a search to sections of the site. A document belongs to the section of its nearest root: itself,
// or one of the AncestorSteps documents above it. Documents without a root are in section 0.
type Sections struct {
	Roots []int64 // roots of all sections except 0; not empty
	Among []int64 // the sections to search
}

// within keeps the documents of the sections.
func (c Compiler) within(documents selectBuilder, s Sections) selectBuilder {
	section := sq.Case().When(sq.Eq{"c.id": s.Roots}, "c.id")
	documents, line := c.climb(documents, "up", AncestorSteps-1)
	for _, at := range line {
		section = section.When(sq.Eq{at + ".parent": s.Roots}, at+".parent")
	}
	return documents.Where(sq.Expr("? IN (?"+strings.Repeat(",?", len(s.Among)-1)+")",
		slices.Concat([]any{section.Else("0")}, anyOf(s.Among))...))
}

// climb joins so many documents above c, and returns the aliases of c and of these, the nearest first.
func (c Compiler) climb(documents selectBuilder, prefix string, steps int) (_ selectBuilder, line []string) {
	line = []string{"c"}
	for step := 1; step <= steps; step++ {
		above := prefix + strconv.Itoa(step)
		documents = documents.LeftJoin(fmt.Sprintf("%s AS %s ON %[2]s.id = %s.parent", c.table("site_content"), above,
			line[step-1]))
		line = append(line, above)
	}
	return documents, line
}

// Limits of SectionTops and SectionChildren.
const (
	// SectionTops is the most documents at the root of the site that SectionTops returns.
	SectionTops = 50
	// sectionChildren is the menuindex below which children are the first ones in the menu. maxSectionChildren is the
	// most children.
	sectionChildren, maxSectionChildren = 10, 600
	// sectionText is the length to which rich texts are read, in characters.
	sectionText = 1000
)

// starts has the columns by which sections are distinguished, with the beginnings of the rich texts.
var starts = fmt.Sprintf(
	"c.id, c.parent, c.alias, c.pagetitle, c.menutitle, LEFT(c.introtext, %d), LEFT(c.content, %[1]d)", sectionText)

// SectionTops returns id, parent, alias, pagetitle, menutitle and the beginnings of introtext and content of the first
// visible documents at the root of the site: folders first, otherwise in no order.
func (c Compiler) SectionTops() (evodb.Statement, error) {
	c.each = true
	tops := c.documents().Where("c.parent = 0").OrderBy("c.isfolder DESC", "c.menuindex", "c.id").Limit(SectionTops)
	return statement(newSelect(starts).FromSelect(tops, "top").Join(c.table("site_content") + " AS c ON c.id = top.id"))
}

// SectionChildren returns the columns of SectionTops for some visible children of the documents: the first ones in the
// menu, and those with one of the aliases. parents must not be empty.
func (c Compiler) SectionChildren(parents []int64, aliases []string) (evodb.Statement, error) {
	c.each = true
	first := sq.Or{sq.Lt{"c.menuindex": sectionChildren}, sq.Eq{"c.alias": aliases}}
	children := newSelect("c.id AS id").From(c.table("site_content") +
		" AS c").Where(sq.Eq{"c.parent": parents}).Where(first).
		Where(c.visible("c")).Limit(maxSectionChildren)
	return statement(newSelect(starts).FromSelect(children,
		"child").Join(c.table("site_content") + " AS c ON c.id = child.id"))
}
