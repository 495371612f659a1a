package check

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"emcp/config"
	"emcp/internal/loopback"
)

// listener looks at where emcp answers, and who can get there.
func listener(ctx context.Context, c *config.Config) []Finding {
	findings := []Finding{port(ctx, c)}
	if loopback.Listens(c.Listen) {
		return findings
	}
	if c.TLS.CertFile == "" {
		findings = append(findings, warning("listen", c.Listen+" can be reached from elsewhere, without TLS",
			"who is on the way reads the tokens and the answers", "listen on 127.0.0.1 behind a web server with a certificate, or set tls"))
	}
	if len(c.Security.Hosts) == 0 {
		findings = append(findings, warning("security.allow_hosts", "is empty, although "+c.Listen+" can be reached from elsewhere",
			"requests under any other name than a loopback one get 403", "name the hosts under which emcp is called, such as mcp.example.com"))
	}
	return findings
}

// port finds out whether the port is free, or emcp is there already.
func port(ctx context.Context, c *config.Config) Finding {
	opened, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err == nil {
		_ = opened.Close()
		return ok("listen", c.Listen+" is free")
	}
	o := occupied(ctx, "listen", c.Listen, c.TLS, err)
	if o.emcp {
		return ok("listen", o.what)
	}
	return failure("listen", o.what, "emcp serve cannot start", o.do)
}

// occupation is why emcp cannot listen at an address.
type occupation struct {
	what, do string
	emcp     bool // another emcp is there
}

// occupied explains why nothing can listen at the address that stands at a key of the configuration.
func occupied(ctx context.Context, key, address string, t config.TLS, err error) occupation {
	switch {
	case !errors.Is(err, syscall.EADDRINUSE):
		return occupation{err.Error(), "set " + key + " to an address of this computer, and to a port from 1024 that is free", false}
	case answers(ctx, address, t):
		return occupation{address + " is in use, by emcp", "end that emcp (systemctl stop emcp), or set " + key + " to another port", true}
	}
	return occupation{address + " is in use by another program", "end that program, or set " + key + " to another port", false}
}

// Occupied returns the error of emcp serve where it cannot listen at the address of a key, such as listen: what is there, and what
// to do, as emcp check says it. err is that of net.Listen.
func Occupied(ctx context.Context, key, address string, t config.TLS, err error) error {
	o := occupied(ctx, key, address, t, err)
	return fmt.Errorf("%s: %s; %s", key, o.what, o.do)
}

// healthTime bounds the wait for what listens at the address.
const healthTime = 2 * time.Second

// answers reports whether emcp is at the address.
func answers(ctx context.Context, address string, t config.TLS) bool {
	scheme := "http"
	if t.CertFile != "" {
		scheme = "https"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+loopback.Reach(address)+"/healthz", nil)
	if err != nil {
		return false
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // no secret is sent
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Timeout: healthTime, Transport: transport}).Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var status string
	_, err = fmt.Fscanf(response.Body, "%s", &status)
	return err == nil && status == `{"status":"ok"}`
}
