package evodb

// Generation returns the release of Evolution CMS that the site's tables belong to: "3.5"; "3.1" for releases from 3.0
// on; "2" for earlier releases, which keep the users of the manager in tables of their own.
func (s *Schema) Generation() string {
	switch {
	case s.HasColumn("membergroup_access", "context"):
		return "3.5"
	case s.HasTable("manager_users") && !s.HasTable("users"):
		return "2"
	}
	return "3.1"
}

// SoftDeletes reports whether the site answers 404 for a document with deletedon set, even if deleted is 0. Eloquent
// deletes documents this way, and from 3.0 on the front end reads documents through Eloquent. Earlier releases look
// only at deleted, as the manager does in all releases.
func (s *Schema) SoftDeletes() bool { return s.Generation() != "2" }
