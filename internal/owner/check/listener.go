package check

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"emcp/config"
	"emcp/internal/loopback"
	"emcp/internal/outbound"
)

// listener checks the address where emcp listens, and who can reach it.
func listener(ctx context.Context, c *config.Config) []Finding {
	findings := []Finding{port(ctx, c)}
	if o := c.Auth.OAuth; o != nil && strings.HasPrefix(o.PublicURL, "https://") && c.TLS.CertFile == "" &&
		len(c.Security.Proxies) == 0 {
		findings = append(findings, warning("security.trusted_proxies", "is empty, although a web server is in front of emcp",
			"all callers count as one address, so a stranger can use up the limits of requests and of sign-in for everybody",
			"list the address from which the web server calls, such as 127.0.0.1"))
	}
	if loopback.Listens(c.Listen) {
		return findings
	}
	if c.TLS.CertFile == "" {
		findings = append(findings, warning("listen", c.Listen+" can be reached from elsewhere, without TLS",
			"anyone on the network path can read the tokens and the answers",
			"listen on 127.0.0.1 behind a web server with a certificate, or set tls"))
	}
	if len(c.Security.Hosts) == 0 {
		findings = append(findings,
			warning("security.allow_hosts", "is empty, although "+c.Listen+" can be reached from elsewhere",
				"requests to any name except a loopback name get 403",
				"list the host names that clients use, such as mcp.example.com"))
	}
	return findings
}

// port checks whether the port is free, or in use by another emcp.
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
	emcp     bool // another emcp listens there
}

// occupied explains why emcp cannot listen at the address of a key of the configuration.
func occupied(ctx context.Context, key, address string, t config.TLS, err error) occupation {
	switch {
	case !errors.Is(err, syscall.EADDRINUSE):
		return occupation{err.Error(), "set " + key + " to an address of this computer and a free port from 1024", false}
	case answers(ctx, address, t):
		return occupation{
			address + " is in use by emcp", "stop that emcp (systemctl stop emcp), or set " + key + " to another port", true,
		}
	}
	return occupation{
		address + " is in use by another program", "stop that program, or set " + key + " to another port", false,
	}
}

// Occupied returns the error of emcp serve if it cannot listen at the address of a key, such as listen. Like emcp
// check, it says what is there and what to do. err is the error of net.Listen.
func Occupied(ctx context.Context, key, address string, t config.TLS, err error) error {
	o := occupied(ctx, key, address, t, err)
	return fmt.Errorf("%s: %s; %s", key, o.what, o.do)
}

// healthTime bounds the wait for an answer of the program that listens at the address.
const healthTime = 2 * time.Second

// answers reports whether emcp answers at the address.
func answers(ctx context.Context, address string, t config.TLS) bool {
	scheme := "http"
	if t.CertFile != "" {
		scheme = "https"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+loopback.Reach(address)+"/healthz", nil)
	if err != nil {
		return false
	}
	client := outbound.Client(outbound.Options{
		Timeout: healthTime, Direct: true, TLS: &tls.Config{InsecureSkipVerify: true},
	}) //nolint:gosec // no secret is sent
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var status string
	_, err = fmt.Fscanf(response.Body, "%s", &status)
	return err == nil && status == `{"status":"ok"}`
}
