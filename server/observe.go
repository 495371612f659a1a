package server

import (
	"context"

	"emcp/config"
	"emcp/internal/audit"
	"emcp/internal/tracing"
)

// openTracer prepares what follows requests.
func (s *Server) openTracer(c config.Tracing, version string) (err error) {
	headers := map[string]string{}
	for name, value := range c.Headers {
		headers[name] = value.Reveal()
	}
	s.tracer, err = tracing.New(tracing.Options{
		Endpoint: c.Endpoint, Headers: headers, SampleRatio: c.SampleRatio, Version: version,
	}, s.log)
	return err
}

// report passes on what became of a request: to the audit log, to the metrics, and to the collector of traces.
func (f *front) report(ctx context.Context, r *audit.Record) {
	r.Write(ctx, f.server.audit)
	f.server.metrics.Request(r, f.names(r))
	r.EndSpan(ctx)
}
