//go:build packaging

package packaging_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/fcgi"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/program"
)

// siteRules are the usual lines of sites of Evolution CMS in each web server: pages come from index.php, files from the
// folder, except hidden ones. SITE is replaced by the folder, PHP by the address where PHP listens. rewrites are rules
// that must come after emcp's lines, because they would take its addresses.
var siteRules = map[string]struct{ rules, rewrites string }{
	"nginx": {rules: `root SITE;
location ~ /\. { deny all; }
location ~* \.(css|js|png|txt)$ { expires 30d; }
location ^~ /.well-known/ { try_files $uri =404; }
location / {
	location ~* \.(css|js|png|txt)$ { expires 30d; }
	try_files $uri $uri/ /index.php?q=$uri&$args;
}
location ~ \.php$ {
	fastcgi_pass PHP;
	fastcgi_param REQUEST_METHOD $request_method;
	fastcgi_param REQUEST_URI $request_uri;
	fastcgi_param SERVER_PROTOCOL $server_protocol;
}
`},
	"apache": {rules: `DocumentRoot SITE
<Directory SITE>
	AllowOverride All
</Directory>
<FilesMatch "^\.">
	Require all denied
</FilesMatch>
<FilesMatch "\.php$">
	SetHandler proxy:fcgi://PHP
</FilesMatch>
RedirectMatch 403 /\.
`, rewrites: `RewriteEngine On
RewriteRule /\. - [F]
RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f
RewriteRule ^/(.*)$ /index.php?q=$1 [L,QSA]
`},
	"caddy": {rules: `handle {
	root * SITE
	@hidden path */.*
	error @hidden 403
	@pictures path *.css *.js *.png *.txt
	header @pictures Cache-Control max-age=2592000
	try_files {path} /index.php?q={path}&{query}
	php_fastcgi PHP
	file_server
}
`},
}

// access is an .htaccess with which index.php serves every page.
const access = `RewriteEngine On
RewriteBase /
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule ^(.*)$ index.php?q=$1 [L,QSA]
`

// TestSnippetsBesideSiteRules puts the snippets before and after the rules of a site: emcp answers at its addresses,
// and the site at all others.
func TestSnippetsBesideSiteRules(t *testing.T) {
	config, _ := configuration(t)
	_, behind := program.Serve(t, binary, config)
	folder, php := site(t)
	for name, server := range webServers {
		fill := strings.NewReplacer("SITE", folder, "PHP", php).Replace
		site := siteRules[name]
		snippet, rules, rewrites := server.lines(t, behind), fill(site.rules), fill(site.rewrites)
		for order, lines := range map[string]string{
			"before": snippet + rules + rewrites, "after": rules + snippet + rewrites,
		} {
			t.Run(name+" "+order, func(t *testing.T) {
				address := freeAddress(t)
				program.Start(t, server.command(t, t.TempDir(), address, lines, server.serve))
				await(t, address)
				for _, r := range signInRequests {
					if diff := cmp.Diff(request(t, behind, r.path, r.kind, r.body),
						request(t, address, r.path, r.kind, r.body)); diff != "" {
						t.Errorf("%s directly (-) and beside the site (+):\n%s", r.path, diff)
					}
				}
				for path, want := range map[string]string{
					"/about":       "200 the site's page /about",
					"/news/today":  "200 the site's page /news/today",
					"/mcp-news":    "200 the site's page /mcp-news",
					"/oauths":      "200 the site's page /oauths",
					"/logo.txt":    "200 a file",
					"/.git/config": "403",
				} {
					a := request(t, address, path, "", "")
					if got := fmt.Sprint(a.Status, " ", a.Body); !strings.HasPrefix(got, want) {
						t.Errorf("%s: %s, want %s", path, got, want)
					}
				}
			})
		}
	}
}

// site returns the folder of a site and the address where its PHP listens.
func site(t *testing.T) (folder, php string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range map[string]string{
		"index.php": "", ".htaccess": access, ".git/config": "a secret", "logo.txt": "a file",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(folder), 0o755); err != nil { // Apache reads it as nobody
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "the site's page ", r.URL.Path)
	})
	go func() { _ = fcgi.Serve(listener, pages) }() // until the listener is closed
	return folder, listener.Addr().String()
}
