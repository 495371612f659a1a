package sitepage

import (
	"net/url"
	"path"
	"slices"
	"strings"
)

// Web servers show some addresses only to requests from their own computer or network, and emcp may run there. A
// document can have such an address as its alias, so these addresses are never fetched.
var (
	// localBeginnings begin the paths of such addresses: a location of nginx is the beginning of a path.
	localBeginnings = []string{
		"server-status", "server-info", "server-config", "server-statistics", "balancer-manager", "ldap-status", "jk-status",
		"nginx_status", "nginx-status", "stub_status", "stub-status", "basic_status", "basic-status",
		"fpm-status", "fpm_status", "fpm-ping", "fpm_ping", "php-fpm-status", "php-fpm_status", "phpfpm-status",
		"phpfpm_status",
	}
	// localNames are common words, which also begin the names of other documents.
	localNames = []string{"status", "ping", "metrics", "healthz"}
)

// isLocal reports whether web servers often show an address to local requests only.
func isLocal(u *url.URL) bool {
	first, _, _ := strings.Cut(strings.ToLower(path.Clean("/" + u.Path))[1:], "/")
	name, _, _ := strings.Cut(first, ".")
	return slices.Contains(localNames, name) ||
		slices.ContainsFunc(localBeginnings, func(b string) bool { return strings.HasPrefix(first, b) })
}
