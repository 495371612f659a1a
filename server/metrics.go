package server

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"emcp/internal/loopback"
)

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
