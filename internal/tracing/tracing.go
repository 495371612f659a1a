package tracing

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options say where spans go.
type Options struct {
	Endpoint    string            // of OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; empty: nothing is traced
	Headers     map[string]string // headers for the collector, such as a key; their values are secret
	SampleRatio float64           // of the requests that are traced
	Version     string            // of the program
}

// Tracer follows requests.
type Tracer struct {
	provider *sdk.TracerProvider // nil: nothing is traced
	tracer   trace.Tracer
}

// New prepares a tracer without connecting. Spans are sent in the background. Calls never wait for the collector; spans
// that it does not accept in time are dropped.
func New(o Options, log *slog.Logger) (*Tracer, error) {
	if o.Endpoint == "" {
		return &Tracer{}, nil
	}
	exporter, err := otlptrace.New(context.Background(), newCollector(o, log))
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(exporter),
		sdk.WithIDGenerator(ids{}),
		sdk.WithSampler(sdk.ParentBased(ratio(o.SampleRatio), sdk.WithRemoteParentSampled(ratio(o.SampleRatio)))),
		sdk.WithResource(resource.NewSchemaless(Text("service.name", "emcp"), Text("service.version", o.Version))),
	)
	return &Tracer{provider, provider.Tracer(scope)}, nil
}

// flushTime bounds the sending of the last spans.
const flushTime = 2 * time.Second

// Close sends the spans that are left, if the collector takes them at once.
func (t *Tracer) Close() error {
	if t.provider == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	if err := t.provider.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil // the remaining spans are lost with it
}

// Request begins the span of a whole request. In header, a client may name the trace that the request belongs to (W3C
// Trace Context); nil: there is no header. SpanOf returns the span, which must be ended.
func (t *Tracer) Request(ctx context.Context, header http.Header, name string) context.Context {
	if t.provider == nil {
		return ctx
	}
	ctx, span := t.tracer.Start(withParent(ctx, header), name, trace.WithSpanKind(trace.SpanKindServer))
	if span.IsRecording() {
		span.SetAttributes(Text("emcp.trace_id", IDOf(ctx).String()))
	}
	return ctx
}

// ParentID returns the trace id of the traceparent header, or the zero ID if there is no valid one.
func ParentID(header http.Header) ID {
	if header.Get("traceparent") == "" {
		return ID{}
	}
	if c := trace.SpanContextFromContext(withParent(context.Background(), header)); c.IsValid() {
		return ParseID(c.TraceID().String())
	}
	return ID{}
}

func withParent(ctx context.Context, header http.Header) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(header))
}

// ids gives a trace the id of its request if that is a valid trace id of OpenTelemetry, so that one id finds both.
type ids struct{}

// NewIDs returns the ids of a trace and of its first span.
func (ids) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	t, ok := IDOf(ctx).traceID()
	if !ok {
		t, _ = NewID().traceID()
	}
	return t, newSpanID()
}

// NewSpanID returns the id of another span.
func (ids) NewSpanID(context.Context, trace.TraceID) trace.SpanID { return newSpanID() }

func newSpanID() (id trace.SpanID) {
	binary.BigEndian.PutUint64(id[:], rand.Uint64N(math.MaxUint64)+1) // not 0, which means no id
	return id
}

// ratio samples by the last 56 bits of the trace id, which are random even in a UUID, by the rule of W3C Trace Context
// 2. The SDK's sampler also looks at the two bits that are the same in all UUIDs: it would take none or all.
type ratio float64

// ShouldSample decides about a trace.
func (r ratio) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	const all = 1 << 56
	decision := sdk.Drop
	if random := binary.BigEndian.Uint64(p.TraceID[8:]) % all; float64(random) >= (1-float64(r))*all {
		decision = sdk.RecordAndSample
	}
	return sdk.SamplingResult{Decision: decision, Tracestate: trace.SpanContextFromContext(p.ParentContext).TraceState()}
}

// Description returns the sampler's name.
func (r ratio) Description() string { return "ratio " + strconv.FormatFloat(float64(r), 'g', -1, 64) }
