package evodb

// Generation returns the release of Evolution CMS whose tables the site has: "3.5", "3.1", or "1" for those before, whose
// documents have no closure table. Releases in between have the tables of the older one.
func (s *Schema) Generation() string {
	switch {
	case s.HasColumn("membergroup_access", "context"):
		return "3.5"
	case s.HasTable("site_content_closure"):
		return "3.1"
	}
	return "1"
}
