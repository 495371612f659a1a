package server

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/config"
	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/oauth"
	"emcp/middleware"
)

// protectedResource is the well-known path of the metadata of a server (RFC 9728, section 3). The path of the server's
// address follows it.
const protectedResource = "/.well-known/oauth-protected-resource"

// resourceMetadata are the metadata of a server (RFC 9728, section 2).
type resourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Name                 string   `json:"resource_name,omitempty"`
}

// resources returns the paths of all addresses of a server; the first is the one that its metadata at the root name.
func (f *front) resources(handle string) []string {
	var paths []string
	for _, prefix := range f.config.Prefixes {
		if handle == f.config.Servers[0].Handle {
			paths = append(paths, prefix)
		}
		paths = append(paths, prefix+"/"+handle)
	}
	return paths
}

// resourceURLs returns the addresses of a server as tokens name them in aud.
func (f *front) resourceURLs(handle string) []string {
	paths := f.resources(handle)
	for i := range paths {
		paths[i] = f.config.Auth.OAuth.PublicURL + paths[i]
	}
	return paths
}

// describeResources adds the routes of the metadata: at the root that of the first server, and behind the well-known
// path that of each address.
func (f *front) describeResources(e *echo.Echo) {
	if f.config.Auth.OAuth == nil {
		return
	}
	host := middleware.Host(f.config.Security.Hosts) // pages of any origin may read metadata
	// browsers ask for permission before they send MCP-Protocol-Version
	preflight := echo.WrapHandler(http.HandlerFunc(oauth.Preflight))
	e.GET(protectedResource, f.describeResource(f.config.Servers[0], f.config.Prefixes[0]), host)
	e.OPTIONS(protectedResource, preflight, host)
	for _, server := range f.config.Servers {
		for _, path := range f.resources(server.Handle) {
			e.GET(protectedResource+path, f.describeResource(server, path), host)
			e.OPTIONS(protectedResource+path, preflight, host)
		}
	}
}

// describeResource answers with the metadata of a server at the address of that path.
func (f *front) describeResource(server config.Server, path string) echo.HandlerFunc {
	m := resourceMetadata{
		Resource: f.config.Auth.OAuth.PublicURL + path, AuthorizationServers: []string{f.config.Auth.OAuth.Authority()},
		Scopes: server.Scopes.Usual(), BearerMethods: []string{"header"}, Name: server.Title,
	}
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderAccessControlAllowOrigin, "*")
		c.Response().Header().Set(echo.HeaderCacheControl, "max-age=300")
		return c.JSON(http.StatusOK, m)
	}
}

// demand returns what a client needs for an address, for the challenge of a refusal.
func (f *front) demand(c echo.Context, kind fault.Kind) middleware.Demand {
	server, ok := f.servers[f.handle(c)]
	if f.config.Auth.OAuth == nil || !ok {
		return middleware.Demand{}
	}
	path := strings.TrimSuffix(c.Path(), "/dispatch")
	d := middleware.Demand{
		Metadata: f.config.Auth.OAuth.PublicURL + protectedResource + strings.Replace(path, ":server", server.Handle, 1),
		Scopes:   server.Scopes.Usual(),
	}
	if kind != fault.ScopeDenied {
		return d
	}
	if missing := server.Scopes.Covering(audit.RecordOf(c.Request().Context()).Method); len(missing) > 0 {
		d.Scopes = missing
	}
	return d
}
