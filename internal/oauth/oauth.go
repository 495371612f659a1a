// Package oauth is an authorization server for one purpose: an assistant's client gets access to an MCP server of emcp on behalf of
// somebody who proves, on a page, to hold a token of emcp already (MCP 2026-07-28, Authorization; OAuth 2.1). A grant never gives
// more than that token, its source, and ends with it.
package oauth

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/publicnet"
	"emcp/internal/ratelimit"
	"emcp/internal/state"
)

// Paths of the authorization server.
const (
	MetadataPath    = "/.well-known/oauth-authorization-server"
	AuthorizePath   = "/oauth/authorize"
	TokenPath       = "/oauth/token" //nolint:gosec // a path
	RevokePath      = "/oauth/revoke"
	RegisterPath    = "/oauth/register"
	ConnectionsPath = "/oauth/connections"
	StylePath       = "/oauth/style.css"
)

// Resource is a server that grants can be for.
type Resource struct {
	Handle string
	URLs   []string // its addresses, which stand in resource (RFC 8707); the first is the usual one
	// Title returns the name of the server for people; empty: the handle. nil: likewise.
	Title  func(context.Context) string
	Scopes identity.ScopeMap
}

// Source is what somebody has signed in with.
type Source struct {
	Kind SourceKind     `json:"kind"`
	Hash auth.TokenHash `json:"hash"` // of the token
}

// SourceKind says where a source is looked up.
type SourceKind string

// Kinds of sources. A token that nobody has looked up yet has none.
const (
	Configured SourceKind = "token"    // a token of the configuration
	Personal   SourceKind = "personal" // a personal token of the manager
)

// kindOf returns the kind of the token that stands for a caller: only personal ones have an owner in the manager.
func kindOf(p identity.Principal) SourceKind {
	if p.Member != nil {
		return Personal
	}
	return Configured
}

// Options say what an authorization server is for.
type Options struct {
	Issuer       string        // scheme and host under which clients reach emcp
	Resources    []Resource    // the first is the one of requests without resource
	Registration bool          // clients may register themselves (RFC 7591)
	GrantTime    time.Duration // after which people have to sign in again
	// Source returns whom a source stands for at the server with that handle. Its errors are those of auth.Authenticator.
	Source  func(ctx context.Context, source Source, handle string) (identity.Principal, error)
	Store   state.Store
	Limiter ratelimit.Limiter
	Fetcher *publicnet.Fetcher
	Address func(*http.Request) string // by which the sender of a request is counted
	Log     *slog.Logger
}

// Server is an authorization server.
type Server struct {
	Options
	keys      keyring
	grants    *otter.Cache[string, Grant]
	documents *documents
}

// grantAge is how long a grant is used before it is looked up again. Together with the time for which a source is used, it is less
// than the 5 s within which what has ended must be refused.
const grantAge = 2 * time.Second

// maxGrants bounds the grants in memory.
const maxGrants = 10_000

// New returns an authorization server.
func New(o Options) *Server {
	return &Server{
		Options: o, keys: keyring{store: o.Store},
		grants: otter.Must(&otter.Options[string, Grant]{
			MaximumSize: maxGrants, ExpiryCalculator: otter.ExpiryCreating[string, Grant](grantAge),
		}),
		documents: newDocuments(o.Fetcher),
	}
}

// Close ends what runs in the background for a server that another one replaces. Requests under way can go on.
func (s *Server) Close() {
	s.grants.StopAllGoroutines()
	s.documents.kept.StopAllGoroutines()
}

// Routes returns what answers at each path, by method and path as http.ServeMux writes them.
func (s *Server) Routes() map[string]http.HandlerFunc {
	routes := map[string]http.HandlerFunc{
		"GET " + MetadataPath:     s.metadata,
		"GET " + AuthorizePath:    s.page(s.showAuthorize),
		"POST " + AuthorizePath:   s.page(s.decide),
		"GET " + ConnectionsPath:  s.page(s.showConnections),
		"POST " + ConnectionsPath: s.page(s.changeConnections),
		"GET " + StylePath:        style,
		"POST " + TokenPath:       s.endpoint(s.token),
		"POST " + RevokePath:      s.endpoint(s.revoke),
	}
	if s.Registration {
		routes["POST "+RegisterPath] = s.endpoint(s.register)
	}
	for _, path := range []string{MetadataPath, TokenPath, RevokePath, RegisterPath} {
		routes["OPTIONS "+path] = Preflight
	}
	return routes
}

// Secure reports whether browsers reach the pages by HTTPS; else they are on this computer.
func (s *Server) secure() bool { return strings.HasPrefix(s.Issuer, "https://") }

// resource returns the server at an address; the first where the address is empty.
func (s *Server) resource(address string) (r Resource, url string, ok bool) {
	if address == "" {
		return s.Resources[0], s.Resources[0].URLs[0], true
	}
	i := slices.IndexFunc(s.Resources, func(r Resource) bool { return slices.Contains(r.URLs, address) })
	if i < 0 {
		return Resource{}, "", false
	}
	return s.Resources[i], address, true
}

// byHandle returns the server with that handle.
func (s *Server) byHandle(handle string) (Resource, bool) {
	i := slices.IndexFunc(s.Resources, func(r Resource) bool { return r.Handle == handle })
	if i < 0 {
		return Resource{}, false
	}
	return s.Resources[i], true
}
