package query

import (
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/internal/smultisite"
)

// Depth is a number of levels of the tree, at least 1.
type Depth struct{ levels int64 }

// NewDepth returns a depth of that many levels below a node.
func NewDepth(levels int64) Depth { return Depth{levels} }

// Descendants returns the documents at most depth levels below a document; id 0 is the root of the site. Documents that
// the view does not show are left out, but count as levels.
func (c Compiler) Descendants(id int64, depth Depth) Listing {
	return c.below(id, depth, ascending("parent", "menuindex"))
}

// RootTree returns the documents without a parent, and the documents at most that many levels below them.
func (c Compiler) RootTree(levels int64) Listing {
	depth := NewDepth(levels + 1)
	list := c.below(0, depth, nil)
	if depth.climbable() {
		list.nearby = nearbyIDs(c.nearby().beneath(0, depth))
	}
	return list
}

// climbable reports whether walking up that many levels needs only a few joins.
func (d Depth) climbable() bool { return d.levels <= AncestorSteps }

func (c Compiler) below(id int64, depth Depth, keys []key) Listing {
	list := c.walk(id, depth)
	list.ids = list.ids.Where(c.visible("c"))
	list.keys = keys
	return list
}

// walk starts a list of all documents below id, each once, down to depth. It also walks through documents that the view
// does not show. What lies below them is no secret: a visitor can open it, and it names its parent.
//
// Every step leaves out the node itself. A chain of parents can only be circular through the node, so this also ends
// the walk on a damaged site.
func (c Compiler) walk(id int64, depth Depth) Listing {
	if c.schema.Recursive {
		return c.walkRecursive(id, depth)
	}
	return c.walkUnrolled(id, depth)
}

func (c Compiler) walkRecursive(id int64, depth Depth) Listing {
	content := c.table("site_content")
	first := newSelect("s.id", "1").From(content + " AS s").Where(sq.Eq{"s.parent": id}).Where(sq.NotEq{"s.id": id})
	next := newSelect("s.id", "w.level + 1").From("walk AS w").Join(content + " AS s ON s.parent = w.id").
		Where(sq.Lt{"w.level": depth.levels}).Where(sq.NotEq{"s.id": id})
	list := c.listing(c.anyDocuments().Join("walk AS w ON w.id = c.id"), nil)
	list.with = sq.Expr("WITH RECURSIVE walk (id, level) AS (? UNION ALL ?)", first, next)
	return list
}

// walkUnrolled is for servers without WITH RECURSIVE. It has one SELECT for each level: s1 is below id, s2 below s1,
// and so on.
func (c Compiler) walkUnrolled(id int64, depth Depth) Listing {
	content := c.table("site_content")
	levels := make([]any, depth.levels)
	for i := range levels {
		level := newSelect(fmt.Sprintf("s%d.id", i+1)).From(content + " AS s1").Where(sq.Eq{"s1.parent": id})
		for step := 1; step <= i+1; step++ {
			alias := "s" + strconv.Itoa(step)
			if step > 1 {
				level = level.Join(fmt.Sprintf("%s AS %s ON %[2]s.parent = s%d.id", content, alias, step-1))
			}
			level = level.Where(sq.NotEq{alias + ".id": id})
		}
		levels[i] = level
	}
	union := "INNER JOIN (?" + strings.Repeat(" UNION ALL ?", len(levels)-1) + ") AS w ON w.id = c.id"
	return c.listing(c.anyDocuments().JoinClause(sq.Expr(union, levels...)), nil)
}

// beneath starts the same list as below, by walking up from every document.
func (c Compiler) beneath(id int64, depth Depth) selectBuilder {
	documents := c.documents().Where(sq.NotEq{"c.id": id})
	parents := "c.parent"
	for step, below := int64(1), "c"; step < depth.levels; step++ {
		above := fmt.Sprintf("a%d", step)
		documents = documents.LeftJoin(fmt.Sprintf("%s AS %s ON %[2]s.id = %s.parent", c.table("site_content"), above, below))
		parents += ", " + above + ".parent"
		below = above
	}
	return documents.Where("? IN ("+parents+")", id)
}

// AncestorSteps is how many ancestors one Ancestors statement returns. Most sites are not deeper.
const AncestorSteps = 8

// Ancestors returns one row, or no row if the document does not exist. The first column is 1 if the caller may ask
// about the document, otherwise 0: visitors may ask about documents that the view shows, users of the manager also
// about documents in the trash. Then come two columns for each of AncestorSteps ancestors, nearest first: the id, and 1
// if the view shows it, otherwise 0. Above the root they are NULL and 0.
func (c Compiler) Ancestors(id int64) (evodb.Statement, error) {
	c.each = true
	content := c.table("site_content")
	named := c.permitted("a0")
	switch {
	case c.view.kind == visitor:
		named = c.visible("a0")
	case named == nil:
		named = columnOf("TRUE")
	}
	chain := newSelect().Column(sq.Expr("IF(?, 1, 0)", named)).From(content + " AS a0").Where(sq.Eq{"a0.id": id})
	for step := 1; step <= AncestorSteps; step++ {
		alias := "a" + strconv.Itoa(step)
		chain = chain.Column(alias + ".id").Column(sq.Expr("IF(?, 1, 0)", c.visible(alias))).
			LeftJoin(fmt.Sprintf("%s AS %s ON %[2]s.id = a%d.parent", content, alias, step-1))
	}
	return statement(chain)
}

// Places returns what the addresses and paths of documents are made of: id, parent, whether the view shows the document
// (1 or 0), whether it is deleted (1 or 0), pagetitle, alias, alias_visible and isfolder. With smultisite.Has follow
// the domain of which it is the root, and the start page of the domain, or NULL. Servers with WITH RECURSIVE also
// return this for up to AncestorSteps documents above each, once and in no order. ids must not be empty.
func (c Compiler) Places(ids []int64) (evodb.Statement, error) {
	c.each = true
	content := c.table("site_content")
	places := newSelect("c.id", "c.parent").Column(sq.Expr("IF(?, 1, 0)", c.visible("c"))).
		Columns("IF("+c.present("c")+", 0, 1)").
		Columns(c.text("pagetitle"), "c.alias", "c.alias_visible", "c.isfolder")
	if !c.schema.Recursive {
		return statement(c.withDomains(places.From(content + " AS c")).Where(oneOf("c.id", ids)))
	}
	first := newSelect("s.id", "1").From(content + " AS s").Where(oneOf("s.id", ids))
	next := newSelect("s.parent", "u.level + 1").From("up AS u").Join(content+" AS s ON s.id = u.id").
		Where("u.level <= ?", AncestorSteps).Where("s.parent <> 0") // the level ends circles on a damaged site
	places = places.PrefixExpr(sq.Expr("WITH RECURSIVE up (id, level) AS (? UNION ?)", first, next)).
		FromSelect(newSelect("id").Distinct().From("up"), "above").
		JoinClause("STRAIGHT_JOIN " + content + " AS c ON c.id = above.id")
	return statement(c.withDomains(places))
}

// withDomains adds the domains of which the documents c are the roots.
func (c Compiler) withDomains(places selectBuilder) selectBuilder {
	if !smultisite.Has(c.schema) {
		return places
	}
	return places.Columns("m.domain", "m.site_start").
		LeftJoin(c.table(smultisite.Table) + " AS m ON m.resource = c.id AND " + otherDomain)
}

// otherDomain is the condition for rows of domains that visitors can open, except the main one.
const otherDomain = "m.active = 1 AND m.`key` <> '" + smultisite.Main + "'"

// Domain returns the start page of the domain with one of these names. The site must have smultisite.Table.
func (c Compiler) Domain(names ...string) (evodb.Statement, error) {
	return statement(newSelect("m.site_start").From(c.table(smultisite.Table) + " AS m").
		Where(sq.Eq{"m.domain": names}).Where(otherDomain).OrderBy("m.id").Limit(1))
}

// Parents returns id, parent and whether the view shows it (1 or 0) of at most so many documents, in no order.
func (c Compiler) Parents(most uint64) (evodb.Statement, error) {
	c.all = true
	return statement(newSelect("c.id", "c.parent").Column(sq.Expr("IF(?, 1, 0)", c.visible("c"))).
		From(c.table("site_content") + " AS c").Limit(most))
}
