package query

import (
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
)

// Depth is a number of levels of the tree, at least one.
type Depth struct{ levels int64 }

// NewDepth returns the depth of that many levels below a node.
func NewDepth(levels int64) Depth { return Depth{levels} }

// Descendants returns what lies at most depth levels below a document; id 0 is the root of the site.
func (c Compiler) Descendants(id int64, depth Depth) Listing {
	return c.below(id, depth, ascending("parent", "menuindex"))
}

// RootTree returns the documents without a parent and what lies at most the given levels below them.
func (c Compiler) RootTree(levels int64) Listing {
	depth := NewDepth(levels + 1)
	list := c.below(0, depth, nil)
	if depth.climbable() {
		list.nearby = nearbyIDs(c.nearby().beneath(0, depth))
	}
	return list
}

// climbable reports whether a walk up through that many levels is one of few joins.
func (d Depth) climbable() bool { return d.levels <= AncestorSteps }

// nearby is the compiler of lists of the nearest documents.
func (c Compiler) nearby() Compiler {
	c.each, c.among = true, nil
	return c
}

func (c Compiler) below(id int64, depth Depth, keys []key) Listing {
	list := c.walk(id, depth, c.visible)
	list.keys = keys
	return list
}

// walk starts a list of the documents below id, each once, down to depth. A document is reached only through
// documents that are visible, too.
//
// The node itself is left out at every step: a parent chain can only run in a circle through it, so that this also
// ends the walk through a site with such damage.
func (c Compiler) walk(id int64, depth Depth, visible func(alias string) sq.Sqlizer) Listing {
	if c.schema.Recursive {
		return c.walkRecursive(id, depth, visible)
	}
	return c.walkUnrolled(id, depth, visible)
}

func (c Compiler) walkRecursive(id int64, depth Depth, visible func(alias string) sq.Sqlizer) Listing {
	content := c.table("site_content")
	first := sq.Select("s.id", "1").From(content + " AS s").
		Where(sq.Eq{"s.parent": id}).Where(sq.NotEq{"s.id": id}).Where(visible("s")).Where(c.exists(id, visible))
	next := sq.Select("s.id", "w.level + 1").From("walk AS w").Join(content + " AS s ON s.parent = w.id").
		Where(sq.Lt{"w.level": depth.levels}).Where(sq.NotEq{"s.id": id}).Where(visible("s"))
	list := c.listing(c.anyDocuments().Join("walk AS w ON w.id = c.id"), nil)
	list.with = sq.Expr("WITH RECURSIVE walk (id, level) AS (? UNION ALL ?)", first, next)
	return list
}

// walkUnrolled is for servers without WITH RECURSIVE: one SELECT a level, s1 below id, s2 below s1, and so on.
func (c Compiler) walkUnrolled(id int64, depth Depth, visible func(alias string) sq.Sqlizer) Listing {
	content := c.table("site_content")
	levels := make([]any, depth.levels)
	for i := range levels {
		level := sq.Select(fmt.Sprintf("s%d.id", i+1)).From(content + " AS s1").
			Where(sq.Eq{"s1.parent": id}).Where(c.exists(id, visible))
		for step := 1; step <= i+1; step++ {
			alias := "s" + strconv.Itoa(step)
			if step > 1 {
				level = level.Join(fmt.Sprintf("%s AS %s ON %[2]s.parent = s%d.id", content, alias, step-1))
			}
			level = level.Where(sq.NotEq{alias + ".id": id}).Where(visible(alias))
		}
		levels[i] = level
	}
	union := "INNER JOIN (?" + strings.Repeat(" UNION ALL ?", len(levels)-1) + ") AS w ON w.id = c.id"
	return c.listing(c.anyDocuments().JoinClause(sq.Expr(union, levels...)), nil)
}

// beneath starts a list of what walk finds, by walking up from every document.
func (c Compiler) beneath(id int64, depth Depth) sq.SelectBuilder {
	documents := c.documents().Where(sq.NotEq{"c.id": id}).Where(c.exists(id, c.visible))
	parents := "c.parent"
	for step, below := int64(1), "c"; step < depth.levels; step++ {
		above := fmt.Sprintf("a%d", step)
		documents = documents.JoinClause(sq.Expr(
			fmt.Sprintf("LEFT JOIN %s AS %s ON %[2]s.id = %s.parent AND ?", c.table("site_content"), above, below), c.visible(above)))
		parents += ", " + above + ".parent"
		below = above
	}
	return documents.Where("? IN ("+parents+")", id)
}

// AncestorSteps is how many ancestors one Ancestors statement returns; most sites are not deeper.
const AncestorSteps = 8

// Ancestors returns one row with the ids of the parent, its parent and so on, AncestorSteps of them, NULL where there
// are no more visible ones. There is no row when the document itself is not visible.
func (c Compiler) Ancestors(id int64) (evodb.Statement, error) {
	content := c.table("site_content")
	chain := sq.Select().From(content + " AS a0").Where(sq.Eq{"a0.id": id}).Where(c.visible("a0"))
	for step := 1; step <= AncestorSteps; step++ {
		alias := "a" + strconv.Itoa(step)
		chain = chain.Column(alias + ".id").JoinClause(sq.Expr(
			fmt.Sprintf("LEFT JOIN %s AS %s ON %[2]s.id = a%d.parent AND ?", content, alias, step-1), c.visible(alias)))
	}
	return statement(chain)
}

// Places returns id, parent, pagetitle, alias, alias_visible and isfolder of the visible ones of the documents, which must
// not be empty: what addresses and paths are made of.
func (c Compiler) Places(ids []int64) (evodb.Statement, error) {
	return statement(sq.Select("c.id", "c.parent", "c.pagetitle", "c.alias", "c.alias_visible", "c.isfolder").
		From(c.table("site_content") + " AS c").Where(sq.Eq{"c.id": ids}).Where(c.visible("c")))
}
