package evodb

// Generation returns the release of Evolution CMS whose tables the site has: "3.5", "3.1" for those from 3.0 on, or "2" for
// those before, which keep the users of the manager apart.
func (s *Schema) Generation() string {
	switch {
	case s.HasColumn("membergroup_access", "context"):
		return "3.5"
	case s.HasTable("manager_users") && !s.HasTable("users"):
		return "2"
	}
	return "3.1"
}
