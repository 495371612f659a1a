package tracing

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"golang.org/x/time/rate"
	"google.golang.org/protobuf/proto"

	"emcp/internal/outbound"
)

const (
	// sendTime bounds one attempt to send spans.
	sendTime = 5 * time.Second
	// warningInterval is how often the log reports a collector that does not accept spans.
	warningInterval = time.Minute
)

// collector sends spans by OTLP over HTTP. OpenTelemetry's exporter for that brings gRPC, which it does not use, and
// adds twenty megabytes.
type collector struct {
	endpoint string
	headers  map[string]string
	client   *http.Client
	log      *slog.Logger
	warnings *rate.Limiter
}

func newCollector(o Options, log *slog.Logger) *collector {
	return &collector{
		endpoint: o.Endpoint, headers: o.Headers, client: outbound.Client(outbound.Options{Timeout: sendTime, Idle: 1}),
		log: log, warnings: rate.NewLimiter(rate.Every(warningInterval), 1),
	}
}

// Start does nothing: a collector is connected to when there are spans.
func (c *collector) Start(context.Context) error { return nil }

// Stop ends the connection.
func (c *collector) Stop(context.Context) error {
	c.client.CloseIdleConnections()
	return nil
}

// UploadTraces sends spans. Spans that do not arrive are lost; the log reports that at most once a minute.
func (c *collector) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	err := c.send(ctx, spans)
	if err != nil && c.warnings.Allow() {
		c.log.WarnContext(ctx, "the collector at tracing.endpoint does not accept traces; they are lost", "error", err)
	}
	return nil
}

// send sends an ExportTraceServiceRequest, which is written like TracesData.
func (c *collector) send(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range c.headers {
		request.Header.Set(name, value)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	response, err := c.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16)); err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answers %s", response.Status)
	}
	return nil
}
