package middleware

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	echomiddleware "github.com/labstack/echo/v4/middleware"

	"emcp/internal/fault"
)

// Origin refuses requests that a web page of somebody else makes a browser send: those whose Origin is not one of
// origins, and those whose Host is not one of hosts, as after DNS rebinding (MCP 2025-11-25, Transports, Security
// Warning). Where a list is empty, only loopback names pass. A request without Origin comes from no page.
func Origin(origins, hosts []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			host := strings.ToLower(c.Request().Host)
			if !hostAllowed(host, hosts) {
				return fault.New(fault.Forbidden, "emcp does not answer under this host name; the site's owner can add it to security.allow_hosts")
			}
			if origin := c.Request().Header.Get("Origin"); origin != "" && !originAllowed(strings.ToLower(origin), origins) {
				return fault.New(fault.Forbidden, "pages of this origin may not call emcp; the site's owner can add it to security.allow_origins")
			}
			return next(c)
		}
	}
}

func hostAllowed(host string, hosts []string) bool {
	name := hostname(host)
	if len(hosts) == 0 {
		return loopback(name)
	}
	return slices.ContainsFunc(hosts, func(allowed string) bool { return allowed == host || strings.Trim(allowed, "[]") == name })
}

// hostname returns a host without its port.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

func originAllowed(origin string, origins []string) bool {
	if len(origins) > 0 {
		return slices.Contains(origins, origin)
	}
	u, err := url.Parse(origin)
	return err == nil && loopback(u.Hostname())
}

func loopback(name string) bool {
	address, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && address.IsLoopback()
}

// CORS lets pages of the configured origins read the answers. Without any it does nothing: pages cannot read them.
func CORS(origins, headers, exposed []string) echo.MiddlewareFunc {
	if len(origins) == 0 {
		return func(next echo.HandlerFunc) echo.HandlerFunc { return next }
	}
	return echomiddleware.CORSWithConfig(echomiddleware.CORSConfig{
		AllowOrigins: origins, AllowMethods: []string{"POST"}, AllowHeaders: headers, ExposeHeaders: exposed,
	})
}
