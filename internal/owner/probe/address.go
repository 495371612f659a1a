package probe

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// usualPath is where most MCP servers answer.
const usualPath = "/mcp"

// locate returns o with the path /mcp if the address has no path and only /mcp speaks MCP. The note says so.
func locate(ctx context.Context, o Options) (_ Options, note string) {
	u, err := url.Parse(o.URL)
	if err != nil || strings.Trim(u.Path, "/") != "" {
		return o, ""
	}
	if err := checkSpeaksMCP(ctx, o); err == nil || errors.As(err, &unansweredError{}) {
		return o, ""
	}
	below := o
	below.URL = u.JoinPath(usualPath).String()
	if checkSpeaksMCP(ctx, below) != nil {
		return o, ""
	}
	return below, fmt.Sprintf("%s does not speak MCP, %s does: give assistants this address", o.URL, below.URL)
}

// checkSpeaksMCP returns an error if an address does not answer as an MCP server does, even one that wants a token.
func checkSpeaksMCP(ctx context.Context, o Options) error {
	c := newClient(o)
	defer c.close()
	a, _, err := c.call(ctx, dialect{}, "initialize", map[string]any{
		"protocolVersion": handshakes[0], "capabilities": map[string]any{}, "clientInfo": c.info(),
	})
	if id := a.header.Get("Mcp-Session-Id"); id != "" {
		c.end(ctx, []dialect{{session: id}})
	}
	if a.status == http.StatusUnauthorized && strings.HasPrefix(a.header.Get("WWW-Authenticate"), "Bearer") {
		return nil
	}
	return err
}

// errHTTPS is the error of an address with the wrong scheme.
var errHTTPS = errors.New("the server answers with TLS: write https:// instead of http://")

// wantsTLS reports whether the server at an address with http answers with TLS.
func (c *client) wantsTLS(ctx context.Context) bool {
	u, err := url.Parse(c.url)
	if err != nil || u.Scheme != "http" {
		return false
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // nothing is sent
	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return false
	}
	_ = connection.Close()
	return true
}
