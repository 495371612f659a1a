// Package packaging has the files that install emcp. The program needs only the lines for web servers.
package packaging

import _ "embed"

// Lines that let a web server pass the addresses of emcp on. SITE in them stands for the host name, 127.0.0.1:8787 for
// the address where emcp listens.
var (
	//go:embed nginx.conf
	Nginx string
	//go:embed apache.conf
	Apache string
	//go:embed Caddyfile
	Caddy string
)
