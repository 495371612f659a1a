package query

import sq "github.com/Masterminds/squirrel"

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

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
