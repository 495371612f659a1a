package identity

import (
	"fmt"
	"slices"
)

// Principal is the caller of a request. It is passed along explicitly; there is no other notion of a current user.
type Principal struct {
	Subject string   // identifies the caller uniquely: "token:NAME", "jwt:SUB", "user:ID@SITE", Anonymous, "stdio"
	Name    string   // how its owner knows it, for pages that only the owner sees; empty: unknown
	Scopes  []string // its rights, see ScopeMap
	View    View     // what it sees of the site
	Servers []string // handles of the servers it may use; "*" is all
	Member  *Member  // the user of the site for whom it acts, whose rights limit the manager view; nil: none
	Share   string   // whose share of limited work its calls take: the subject, or the address of a caller without a name
	// Revised says that the caller names a revision of MCP. Its answers can be clearer than the contract's, which knows
	// none.
	Revised bool
}

// Anonymous is the subject of callers without a name.
const Anonymous = "anonymous"

// Member is a user of the site's manager.
type Member struct {
	Role        int64
	Permissions []string // of the role
	Groups      []int64  // document groups that the user's member groups give access to
	// RestrictedDocuments is the system setting use_udperms: only members of their groups see private documents.
	RestrictedDocuments bool
}

// Sight returns a string that is equal for principals who see the same part of the site.
func (p Principal) Sight() string {
	if p.View != Manager || p.Member == nil || p.Member.Administrator() {
		return string(p.View)
	}
	return fmt.Sprintf("member %q %v %t", p.Member.Permissions, p.Member.Groups, p.Member.RestrictedDocuments)
}

// Equal reports whether two principals are the same caller with the same rights. Its name, the share that its calls
// take, and how it wants its answers, are no rights.
func (p Principal) Equal(other Principal) bool {
	return p.Subject == other.Subject && p.View == other.View && slices.Equal(p.Scopes, other.Scopes) &&
		slices.Equal(p.Servers, other.Servers) && p.Member.equal(other.Member)
}

// equal reports whether two members have the same rights; nil equals nil only.
func (m *Member) equal(other *Member) bool {
	if m == nil || other == nil {
		return m == other
	}
	return m.Role == other.Role && slices.Equal(m.Permissions, other.Permissions) &&
		slices.Equal(m.Groups, other.Groups) && m.RestrictedDocuments == other.RestrictedDocuments
}

// administratorRole is the role that has all permissions and sees all documents.
const administratorRole = 1

// Administrator reports whether the user may see and do everything in the manager.
func (m *Member) Administrator() bool { return m.Role == administratorRole }

// Has reports whether the principal has a permission of the site's manager. With the manager view it has all
// permissions, unless it acts for a user; then it has only the user's.
func (p Principal) Has(permission string) bool {
	switch {
	case p.View != Manager:
		return false
	case p.Member == nil || p.Member.Administrator():
		return true
	}
	return slices.Contains(p.Member.Permissions, permission)
}

// MayWrite reports whether the principal may call tools that may change something, as far as its scopes say. No scope
// map and no configuration without scopes gives this right.
func (p Principal) MayWrite() bool {
	return slices.Contains(p.Scopes, ScopeWrite) || slices.Contains(p.Scopes, AllScopes)
}

// View is what a caller may see of the site.
type View string

const (
	// Public is the view of a visitor: published documents, within their dates, not private.
	Public View = "public"
	// Manager is the view of the manager: everything that is not deleted, and the models about people and rights.
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
