package query

import (
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

// Narrow reports whether the search has conditions beside what the view shows, whether documents are in the trash, and
// the sections of languages.
func (s Search) Narrow() bool {
	return !s.whole() || s.Published != nil || s.HiddenMenu != nil || s.Templates != nil || s.Filters != nil ||
		s.Tags != nil || s.Among != nil || s.Dates.conditions() != nil || s.Lacks != (Lacks{})
}

// whole reports whether the whole site is searched.
func (s Search) whole() bool { return s.Parent == nil || *s.Parent == 0 && s.Depth == nil }

// None reports whether there is no order.
func (o Order) None() bool { return len(o.TVs) == 0 && o.ByDate == nil && o.Field.Column() == "" }
