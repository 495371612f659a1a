// Package identity describes the caller and its rights: the Principal that every call carries, scopes, and patterns of names.
package identity

import (
	"fmt"
	"slices"
)

// Principal is the caller of a request. It is passed along explicitly; there is no other notion of a current user.
type Principal struct {
	Subject string   // who it is, alike for no two: "token:NAME", "jwt:SUB", "user:ID@SITE", Anonymous, "stdio"
	Scopes  []string // what it may do, by the ScopeMap
	View    View     // what it may see
	Servers []string // handles of the servers it may use; "*" is all
	Member  *Member  // the user of the site that it acts for, whose rights narrow the manager view; nil: none
}

// Anonymous is the subject of callers without a name.
const Anonymous = "anonymous"

// Member is a user of the site's manager.
type Member struct {
	Role        int64
	Permissions []string // of the role
	Groups      []int64  // document groups that the user's member groups give access to
	// RestrictedDocuments is the system setting use_udperms: private documents are only for their groups.
	RestrictedDocuments bool
}

// Sight returns a string that is the same for principals who see the same of the site.
func (p Principal) Sight() string {
	if p.View != Manager || p.Member == nil || p.Member.Administrator() {
		return string(p.View)
	}
	return fmt.Sprintf("member %q %v %t", p.Member.Permissions, p.Member.Groups, p.Member.RestrictedDocuments)
}

// administratorRole is the role that has all permissions and sees all documents.
const administratorRole = 1

// Administrator reports whether the user may see and do everything in the manager.
func (m *Member) Administrator() bool { return m.Role == administratorRole }

// Has reports whether the principal has a permission of the site's manager: with the manager view it has all of them, but if it
// acts for a user, only that user's.
func (p Principal) Has(permission string) bool {
	switch {
	case p.View != Manager:
		return false
	case p.Member == nil || p.Member.Administrator():
		return true
	}
	return slices.Contains(p.Member.Permissions, permission)
}

// View is what a caller may see of the site.
type View string

const (
	// Public is what a visitor of the site sees: published, in its dates, not private.
	Public View = "public"
	// Manager is everything that is not deleted, and the models about people and rights.
	Manager View = "manager"
)

// ParseView returns the view of that name; the empty name is Public.
func ParseView(name string) (View, bool) {
	switch View(name) {
	case "", Public:
		return Public, true
	case Manager:
		return Manager, true
	}
	return "", false
}

// AllServers stands for every handle in Principal.Servers.
const AllServers = "*"

// MayUse reports whether the principal may use the server with that handle.
func (p Principal) MayUse(handle string) bool {
	return slices.Contains(p.Servers, AllServers) || slices.Contains(p.Servers, handle)
}
