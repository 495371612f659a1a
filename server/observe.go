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

// report tells what has become of a request: to the audit log, to the metrics, and to whom traces go.
func (s *Server) report(ctx context.Context, r *audit.Record) {
	r.Write(ctx, s.audit)
	s.metrics.Request(r)
	r.EndSpan(ctx)
}
