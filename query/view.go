package query

import (
	"time"
)

// View is what a caller may see of documents and template variables.
type View struct {
	kind      viewKind
	now       int64   // time of a visitor's view, in Unix seconds
	groups    []int64 // document groups of a member
	documents bool    // for a member: groups also restrict documents
}

type viewKind uint8

const (
	visitor viewKind = iota
	manager
	member
)

// Public is the view of an anonymous visitor of the site at a time.
func Public(now time.Time) View { return View{kind: visitor, now: now.Unix()} }

// Manager is the view of the manager: everything that is not in the trash.
func Manager() View { return View{kind: manager} }

// Member is the manager as a user in these document groups sees it. Template variables that are restricted to groups
// are visible only through one of these groups. With documents (the system setting use_udperms), so are private
// documents.
func Member(groups []int64, documents bool) View {
	return View{kind: member, groups: groups, documents: documents}
}
