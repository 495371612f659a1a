package server

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"

	"emcp/config"
	"emcp/group"
	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/auth/personal"
	"emcp/internal/metrics"
	"emcp/internal/oauth"
	"emcp/mcp"
	"emcp/mcp/method"
	"emcp/upstream"
)

// front is the part of a Server that depends on the configuration: callers, MCP servers and HTTP routes. A reload
// replaces it. A request stays with its front, even while it is logged and counted.
type front struct {
	base     *base // the part that outlives the configuration
	config   *config.Config
	servers  map[string]config.Server // by handle
	mcp      *mcp.Service
	gate     auth.Gate
	jwt      *auth.JWT                   // nil: JWTs are not accepted
	issuer   *auth.Issuer                // nil: there is no authorization server elsewhere
	oauth    *oauth.Server               // nil: people sign in elsewhere, or not at all
	personal map[string]*personal.Tokens // by handle; empty: they are not accepted
	routes   http.Handler

	upstreams map[string]*upstream.Upstream // by name, those that servers show; unchanged ones outlive the front
	turns     map[string]*group.Turns       // by name of the group; they outlive the front

	successor atomic.Pointer[front] // nil: f is current

	replaced context.Context // ends when another front takes the place of this one, or emcp is about to end
	replace  context.CancelFunc
}

// latest returns the current front.
func (f *front) latest() *front {
	for next := f.successor.Load(); next != nil; next = f.successor.Load() {
		f = next
	}
	return f
}

// close ends the background work of f, except what another front has taken over; nil: all of it.
func (f *front) close(other *front) {
	for name, u := range f.upstreams {
		if other == nil || other.upstreams[name] != u {
			u.Close()
		}
	}
	if f.issuer != nil && (other == nil || other.issuer != f.issuer) {
		f.issuer.Close()
	}
	if f.jwt != nil && (other == nil || other.jwt != f.jwt) {
		f.jwt.Close()
	}
}

// report passes the record of a request to the audit log, the metrics and the collector of traces.
func (f *front) report(ctx context.Context, r *audit.Record) {
	f.base.audit.Write(ctx, r)
	f.base.metrics.Request(r, f.names(r))
	r.EndSpan(ctx)
}

// names returns the names under which a request is counted: those of its configuration and the toolset. A name that the
// caller made up counts as unknown.
func (f *front) names(r *audit.Record) metrics.Names {
	n := metrics.Names{Server: metrics.None, Method: metrics.None, Tool: metrics.None}
	switch {
	case r.Server == "":
	case f.mcp.Serves(r.Server):
		n.Server = r.Server
	default:
		n.Server = metrics.Unknown
	}
	switch {
	case r.Method == "":
	case method.Known(r.Method):
		n.Method = r.Method
	case strings.HasPrefix(r.Method, "notifications/"):
		n.Method = "notification"
	default:
		n.Method = metrics.Unknown
	}
	if r.Tool == "" {
		if r.Upstream != "" { // resources and prompts
			n.Tool = mcp.UpstreamTool(r.Upstream)
		}
		return n
	}
	n.Tool = metrics.Unknown
	if name, ok := f.mcp.Tool(r.Server, r.Tool); ok {
		n.Tool = name
	}
	return n
}
