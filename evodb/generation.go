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

// SoftDeletes reports whether the site answers 404 for a document of which deletedon is not 0, even if deleted is 0. A query of
// Eloquent deletes it so, and from 3.0 on the front end reads documents through Eloquent. Earlier releases read only deleted, as the
// manager does in all releases.
func (s *Schema) SoftDeletes() bool { return s.Generation() != "2" }
