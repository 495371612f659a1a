package middleware

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	echomiddleware "github.com/labstack/echo/v4/middleware"

	"emcp/internal/fault"
	"emcp/internal/loopback"
)

// Origin refuses requests that a web page of somebody else sends through a browser. The Origin of a request must be one
// of origins, and its Host one of hosts, which stops DNS rebinding (MCP 2025-11-25, Transports, Security Warning). If a
// list is empty, only loopback names pass. A request without Origin does not come from a page.
func Origin(origins, hosts []string) echo.MiddlewareFunc {
	host := Host(hosts)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return host(func(c echo.Context) error {
			if origin := c.Request().Header.Get("Origin"); origin != "" && !originAllowed(strings.ToLower(origin), origins) {
				return fault.New(fault.Forbidden,
					"pages of this origin may not call emcp; the site's owner can add it to security.allow_origins")
			}
			return next(c)
		})
	}
}

// Host refuses requests under unknown host names. It is the first half of Origin, for answers that
// pages of any origin may read.
func Host(hosts []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			host := strings.ToLower(c.Request().Host)
			if !hostAllowed(host, hosts) {
				return fault.New(fault.Forbidden,
					"emcp does not answer under the host name %.*q; the site's owner can add it to security.allow_hosts", maxShown,
					withoutPort(host))
			}
			return next(c)
		}
	}
}

// maxShown bounds the host name in a refusal, in characters, because the client chose it.
const maxShown = 100

func hostAllowed(host string, hosts []string) bool {
	name := withoutPort(host)
	if len(hosts) == 0 {
		return loopback.Is(strings.Trim(name, "[]"))
	}
	return slices.ContainsFunc(hosts, func(allowed string) bool { return allowed == host || allowed == name })
}

// withoutPort returns a host as security.allow_hosts names it for all ports; an IPv6 address keeps its brackets.
func withoutPort(host string) string {
	if _, port, err := net.SplitHostPort(host); err == nil {
		return strings.TrimSuffix(host, ":"+port)
	}
	return host
}

func originAllowed(origin string, origins []string) bool {
	if len(origins) > 0 {
		return slices.Contains(origins, origin)
	}
	u, err := url.Parse(origin)
	return err == nil && loopback.Is(u.Hostname())
}

// CORS lets pages of the configured origins read the answers. Without origins it only counts, because no page can read
// an answer. It counts a preflight request before it answers it. Other requests are counted behind CORS, so that a page
// can read the refusal of too many requests. Requests that elsewhere picks are only counted: their routes say
// themselves who can read the answers.
func CORS(
	origins, headers, exposed []string, count echo.MiddlewareFunc, elsewhere func(echo.Context) bool,
) echo.MiddlewareFunc {
	if len(origins) == 0 {
		return count
	}
	cors := echomiddleware.CORSWithConfig(echomiddleware.CORSConfig{
		Skipper: elsewhere, AllowOrigins: origins, AllowMethods: []string{"POST"}, AllowHeaders: headers,
		ExposeHeaders: exposed,
	})
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		permission, others := count(cors(next)), cors(count(next))
		return func(c echo.Context) error {
			if c.Request().Method == http.MethodOptions {
				return permission(c)
			}
			return others(c)
		}
	}
}
