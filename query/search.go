package query

import (
	"slices"

	sq "github.com/Masterminds/squirrel"

	"emcp/allowlist"
	"emcp/tvfilter"
)

// Search selects documents of the whole site or of a part of it. The zero value selects all.
type Search struct {
	Parent                         *int64 // only documents below it; 0: the root of the site
	Depth                          *Depth // levels below Parent; nil and Parent 0: the whole site
	Published, Deleted, HiddenMenu *bool
	Templates                      []int64           // with any of these; nil: all
	Filters                        []tvfilter.Filter // must all hold
	Tags                           *tvfilter.Tags
	Dates                          Dates
	Lacks                          Lacks
	Among                          []int64   // only these documents; nil: all
	Sections                       *Sections // nil: the whole site
	Order                          Order     // zero value: by id
}

// Order says how documents are sorted: first by template variables, then by date or by a field, then by id.
type Order struct {
	TVs    []tvfilter.Order
	ByDate *allowlist.Direction // by pub_date, or by createdon for documents without one
	Field  allowlist.OrderField // zero value: by id; ignored with ByDate
	Dir    allowlist.Direction  // of Field
}

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

// Narrow reports whether the search has conditions beside what the view shows, whether documents are in the trash, and
// the sections of languages.
func (s Search) Narrow() bool {
	return !s.whole() || s.Published != nil || s.HiddenMenu != nil || s.Templates != nil || s.Filters != nil ||
		s.Tags != nil || s.Among != nil || s.Dates.conditions() != nil || s.Lacks != (Lacks{})
}

// whole reports whether the whole site is searched.
func (s Search) whole() bool { return s.Parent == nil || *s.Parent == 0 && s.Depth == nil }

// narrow adds the conditions of the search to a list.
func (c Compiler) narrow(ids selectBuilder, s Search, joins tvJoins) selectBuilder {
	for _, flag := range []struct {
		column string
		want   *bool
	}{{"published", s.Published}, {"deleted", s.Deleted}, {"hidemenu", s.HiddenMenu}} {
		if flag.want != nil {
			ids = ids.Where(sq.Eq{"c." + flag.column: truth(*flag.want)})
		}
	}
	switch len(s.Templates) {
	case 0:
	case 1: // an equality, as most calls have it, is the shorter statement
		ids = ids.Where(sq.Eq{"c.template": s.Templates[0]})
	default:
		ids = ids.Where(sq.Eq{"c.template": s.Templates})
	}
	if s.Among != nil {
		ids = ids.Where(sq.Eq{"c.id": s.Among})
	}
	if dates := s.Dates.conditions(); dates != nil {
		ids = ids.Where(dates)
	}
	ids = c.lacking(ids, s.Lacks)
	if s.Sections != nil {
		ids = c.within(ids, *s.Sections)
	}
	ids = joins.apply(ids, "c.id")
	for _, f := range s.Filters {
		ids = ids.Where(joins.condition(f))
	}
	return ids
}

// None reports whether there is no order.
func (o Order) None() bool { return len(o.TVs) == 0 && o.ByDate == nil && o.Field.Column() == "" }

// keys returns the sort keys of an order. For visitors, titles with tags come last in both directions. This way the
// next titles can be found by sorting the stored ones.
func (o Order) keys(c Compiler, joins tvJoins) []key {
	var keys []key
	for _, tv := range o.TVs {
		keys = append(keys, joins.key(tv))
	}
	field := o.Field.Column()
	switch {
	case o.ByDate != nil:
		date := sq.Expr("IF(c.pub_date > 0, c.pub_date, c.createdon)")
		keys = append(keys, key{expression: date, kind: integerKind, descending: bool(*o.ByDate)})
	case field == "id" && o.Dir == allowlist.Ascending: // every list ends with this key anyway
	case field == "pagetitle":
		keys = append(keys,
			key{expression: c.plain(c.text("pagetitle")), kind: textKind, descending: bool(o.Dir), last: c.view.kind == visitor})
	case field != "":
		keys = append(keys, key{expression: columnOf("c." + field), kind: integerKind, descending: bool(o.Dir)})
	}
	return keys
}

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

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
