// Package identity says who calls: the Principal that every call carries, and the authenticators that find it.
package identity

import (
	"slices"
	"strings"
)

// Principal is the caller of a request. It is passed along explicitly; there is no other notion of a current user.
type Principal struct {
	Subject string   // name for the log: of the token, "anonymous", "stdio"
	Scopes  []string // what it may do: mcp:read, mcp:call, mcp:admin, *
	View    View     // what it may see
	Servers []string // handles of the servers it may use; "*" is all
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

// Scopes of the contract. AllScopes stands for every one.
const (
	ScopeRead  = "mcp:read"
	ScopeCall  = "mcp:call"
	ScopeAdmin = "mcp:admin"
	AllScopes  = "*"
)

// Scopes are the scopes that a configuration can give.
var Scopes = []string{ScopeRead, ScopeCall, ScopeAdmin, AllScopes}

// MayUse reports whether the principal may use the server with that handle.
func (p Principal) MayUse(handle string) bool {
	return slices.Contains(p.Servers, "*") || slices.Contains(p.Servers, handle)
}

// readMethods are covered by mcp:read; a name ending in / stands for all methods below it.
var readMethods = []string{
	"initialize", "ping", "tools/list", "resources/", "prompts/", "completion/complete", "notifications/",
}

// MayCall reports whether the principal's scopes cover a JSON-RPC method. A method that no scope covers is for nobody,
// not even for *.
func (p Principal) MayCall(method string) bool {
	scope := scopeOf(method)
	return scope != "" && (slices.Contains(p.Scopes, AllScopes) || slices.Contains(p.Scopes, scope))
}

func scopeOf(method string) string {
	switch {
	case method == "tools/call":
		return ScopeCall
	case strings.HasPrefix(method, "admin/"):
		return ScopeAdmin
	}
	for _, m := range readMethods {
		if method == m || strings.HasSuffix(m, "/") && strings.HasPrefix(method, m) {
			return ScopeRead
		}
	}
	return ""
}
