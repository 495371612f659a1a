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
	"emcp/internal/openid"
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
	OpenIDPath      = "/oauth/openid"   // sends a browser to the provider
	CallbackPath    = "/oauth/callback" // to which the provider sends it back
)

// Resource is a server that clients can get access to.
type Resource struct {
	Handle string
	URLs   []string // its addresses, as in the parameter resource (RFC 8707); the first is the usual one
	// Title returns the name of the server for people. If it is "" or Title is nil, people see the handle.
	Title  func(context.Context) string
	Scopes identity.ScopeMap
}

// Source is the token or account with which somebody signed in.
type Source struct {
	Kind SourceKind     `json:"kind"`
	Hash auth.TokenHash `json:"hash"` // of the token, or that of an openid.Account
}

// SourceKind says where to look a source up.
type SourceKind string

// Kinds of sources. The kind is empty until the token is looked up for the first time.
const (
	Configured SourceKind = "token"    // a token of the configuration
	Personal   SourceKind = "personal" // a personal token of the manager
	OpenID     SourceKind = "openid"   // an account at the provider of Options.OpenID
)

// kindOf returns the kind of the token that a caller presented. Only owners of personal tokens are users of the
// manager.
func kindOf(p identity.Principal) SourceKind {
	if p.Member != nil {
		return Personal
	}
	return Configured
}

// Options describe an authorization server.
type Options struct {
	Issuer       string           // scheme and host under which clients reach emcp
	Resources    []Resource       // the first is used for requests without resource
	Registration bool             // clients may register themselves (RFC 7591)
	GrantTime    time.Duration    // time after which people must sign in again
	Tokens       bool             // people can sign in with a token of the configuration
	Personal     bool             // people can sign in with a personal token
	OpenID       *openid.Provider // the provider at which people can sign in; nil: none
	// Source returns the caller that a token stands for at the server with that handle. Its errors are those of
	// auth.Authenticator.
	Source  func(ctx context.Context, source Source, handle string) (identity.Principal, error)
	Store   state.Store
	Limiter ratelimit.Limiter
	Fetcher *publicnet.Fetcher
	Address func(*http.Request) string // key by which requests from an address are counted
	Log     *slog.Logger
}

// Server is an authorization server.
type Server struct {
	Options
	keys      keyring
	grants    *otter.Cache[string, Grant]
	documents *documents
	accounts  *otter.Cache[auth.TokenHash, openid.Account]
}

// grantAge is how long a grant is used before it is read from the store again. Together with the time for which a
// source is used, it is less than the 5 s within which an ended grant must be refused.
const grantAge = 2 * time.Second

// maxGrants bounds the grants kept in memory.
const maxGrants = 10_000

// New returns an authorization server.
func New(o Options) *Server {
	return &Server{
		Options: o, keys: keyring{store: o.Store},
		grants: otter.Must(&otter.Options[string, Grant]{
			MaximumSize: maxGrants, ExpiryCalculator: otter.ExpiryCreating[string, Grant](grantAge),
		}),
		documents: newDocuments(o.Fetcher),
		accounts: otter.Must(&otter.Options[auth.TokenHash, openid.Account]{
			MaximumSize: maxGrants, ExpiryCalculator: otter.ExpiryCreating[auth.TokenHash, openid.Account](grantAge),
		}),
	}
}

// Close ends the background work when another server takes over. Running requests may finish.
func (s *Server) Close() {
	s.grants.StopAllGoroutines()
	s.documents.kept.StopAllGoroutines()
	s.accounts.StopAllGoroutines()
	if s.OpenID != nil {
		s.OpenID.Close()
	}
}

// Handler answers a request, and returns what the audit record says about it.
type Handler func(w http.ResponseWriter, r *http.Request) Outcome

// Outcome is what an audit record says about a request beside its status.
type Outcome struct {
	Code   string             // of the error; empty: there was none
	Caller identity.Principal // who gets tokens; the zero value: nobody
}

// Secure reports whether browsers reach the pages by HTTPS. Otherwise they are on this computer.
func (s *Server) secure() bool { return strings.HasPrefix(s.Issuer, "https://") }

// resource returns the server at an address, or the first server for an empty address.
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

// serves reports whether the server with that handle has the address.
func (s *Server) serves(handle, address string) bool {
	return slices.ContainsFunc(s.Resources,
		func(r Resource) bool { return r.Handle == handle && slices.Contains(r.URLs, address) })
}
