package server

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"

	"emcp/internal/audit"
	"emcp/internal/loopback"
	"emcp/internal/metrics"
	"emcp/internal/redisdb"
	"emcp/mcp"
	"emcp/mcp/method"
)

// openMetrics prepares the metrics.
func (b *base) openMetrics() {
	sources := metrics.Sources{Version: b.options.Version, Redis: b.redis, Answers: b.answers,
		Indexed: b.indexes.Stats, Sessions: b.sessions.Tally}
	if b.redis != nil {
		sources.RedisErrors = redisdb.CountErrors(b.redis)
	}
	for _, name := range slices.Sorted(maps.Keys(b.sites)) {
		sources.Databases = append(sources.Databases, metrics.Database{Site: name, Use: metrics.UseCalls, DB: b.sites[name]})
		sources.Databases = append(sources.Databases,
			metrics.Database{Site: name, Use: metrics.UseTokens, DB: b.lookups[name]})
	}
	b.metrics = metrics.New(sources)
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

// metricsPath is where Prometheus looks.
const metricsPath = "/metrics"

// ServeMetrics answers Prometheus on a listener until the context ends.
func (s *Server) ServeMetrics(ctx context.Context, listener net.Listener) error {
	routes := http.NewServeMux()
	routes.Handle("GET "+metricsPath, s.metrics.Handler())
	web := &http.Server{Handler: routes, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: writeTime,
		IdleTimeout: idleTime, MaxHeaderBytes: maxHeader}
	s.log.InfoContext(ctx, "metrics", "address", listener.Addr().String())
	if !loopback.Listens(listener.Addr().String()) {
		s.log.WarnContext(ctx,
			"anyone who can reach metrics.listen can read the metrics: allow only Prometheus in a firewall, or listen on a "+
				"loopback address")
	}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })()
	if err := web.Serve(listener); ctx.Err() == nil {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}
