package query

import (
	"slices"

	sq "github.com/Masterminds/squirrel"

	"emcp/evodb"
	"emcp/tvfilter"
)

// Search returns the documents that meet every condition. In an order by a template variable as text, the first 255
// characters count.
func (c Compiler) Search(s Search) Listing {
	joins := c.joinTVs(s)
	keys := s.Order.keys(c, joins)
	c.each = len(keys) == 0 && joins.leader != 0
	list := c.scope(s, joins)
	list.ids = c.narrow(list.ids, s, joins)
	list.keys = keys
	switch trash := s.Deleted != nil && *s.Deleted; {
	case c.each || s.Among != nil || trash:
	case len(keys) == 0 && (s.whole() || s.Depth.climbable()):
		list.nearby = nearbyIDs(c.nearby().looked(s, joins))
	// the condition drops most of the next rows
	case !s.whole() || s.Templates != nil || s.Tags != nil || len(s.Filters) > 0 || s.Dates != (Dates{}) ||
		s.Lacks != (Lacks{}):
	case len(keys) == len(s.Order.TVs) && !slices.ContainsFunc(s.Order.TVs,
		func(o tvfilter.Order) bool { return o.Operand().Default() != nil || c.translates(o.Operand().TV()) }):
		list.nearby = c.nearby().nearbyValues(s, joins, keys)
	case len(s.Order.TVs) == 0:
		list.nearby = c.nearby().nearbyDocuments(s, joins, keys)
	}
	return list
}

// visibility returns the condition on visibility of a search. Users of the manager may search the trash.
func (c Compiler) visibility(s Search, alias string) sq.Sqlizer {
	if s.Deleted != nil && *s.Deleted && c.view.kind != visitor {
		return c.permitted(alias)
	}
	return c.visible(alias)
}

// scope starts a list of the visible documents in the searched part of the site.
func (c Compiler) scope(s Search, joins tvJoins) Listing {
	if s.Tags != nil {
		c.among = c.taggedDocuments(*s.Tags)
	}
	var list Listing
	switch {
	case !s.whole():
		list = c.walk(*s.Parent, *s.Depth)
	case joins.leader != 0:
		list = c.listing(joins.documents(c.table("site_content")), nil)
		list.id = joins.alias(joins.leader) + ".contentid"
	default:
		list = c.listing(c.anyDocuments(), nil)
	}
	list.ids = list.ids.Where(c.visibility(s, "c"))
	return list
}

// looked starts the same list as scope, with all conditions, so that the server examines one document after the other.
func (c Compiler) looked(s Search, joins tvJoins) selectBuilder {
	documents := c.documents()
	if !s.whole() {
		documents = c.beneath(*s.Parent, *s.Depth)
	}
	if s.Tags != nil {
		documents = documents.Where(c.tagged(*s.Tags))
	}
	return c.narrow(documents, s, joins)
}

// ItemsOf returns the items of documents that a search has found. Unlike Items, it does not check the other
// conditions of the search again.
func (c Compiler) ItemsOf(s Search, ids []int64) (evodb.Statement, error) {
	return c.items(ids, c.visibility(s, "c"))
}
