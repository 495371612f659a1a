package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"emcp/internal/loopback"
	"emcp/packaging"
)

// webServer is a web server that can pass the public address on to emcp.
type webServer struct {
	name   string
	place  string // where to add the lines
	lines  string // lines from package packaging
	reload string
}

// webServers are the known ones. The first is the default.
var webServers = []webServer{
	{"nginx", "inside the server { } block of the site", packaging.Nginx, "sudo nginx -t && sudo systemctl reload nginx"},
	{
		"apache", "inside the <VirtualHost> of the site, before its rewrites", packaging.Apache,
		"sudo a2enmod proxy_http rewrite && sudo apachectl configtest && sudo systemctl reload apache2",
	},
	{
		"caddy", "inside the block of the site, whose rewrite and try_files belong into a handle block", packaging.Caddy,
		"sudo systemctl reload caddy",
	},
}

// webServer asks which web server has the public address.
func (d *dialogue) webServer(ctx context.Context, chosen string) (webServer, error) {
	var names []string
	for _, w := range webServers {
		names = append(names, w.name)
	}
	var found webServer
	_, err := d.askFor(ctx, chosen, "Web server with that address: "+strings.Join(names, ", "), names[0],
		func(answer string) error {
			for _, w := range webServers {
				if w.name == answer {
					found = w
					return nil
				}
			}
			return fmt.Errorf("%q is not one of %s", answer, strings.Join(names, ", "))
		})
	return found, err
}

// introduction matches the comment before the lines, which step replaces.
var introduction = regexp.MustCompile(`^(#.*\n)+`)

// step returns the step that lets the web server pass the addresses of emcp on.
func (w webServer) step(listen, public string) string {
	lines := strings.ReplaceAll(introduction.ReplaceAllString(w.lines, ""), "127.0.0.1:8787", loopback.Reach(listen))
	return fmt.Sprintf(
		"Let %s pass on %s/mcp and the addresses for sign-in. Add these lines\n%s, and load them.\n\n%s\n    %s\n",
		w.name, public, w.place, indent(lines), w.reload)
}

// systemStateDir is the folder that the Debian package prepares.
const systemStateDir = "/var/lib/emcp"

// stateDir returns the folder for sign-ins: the system's with the system's configuration, otherwise one next to the
// file.
func stateDir(path string) string {
	if isSystem(path) {
		return systemStateDir
	}
	return filepath.Join(filepath.Dir(absolute(path)), "emcp-state")
}
