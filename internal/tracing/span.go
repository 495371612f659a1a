package tracing

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"emcp/internal/fault"
)

// scope is the name of the instrumentation in emcp's spans.
const scope = "emcp"

// Attribute is a fact about a span, such as tracing.Text("db.query.text", sql).
type Attribute = attribute.KeyValue

// Text returns an attribute with a string.
func Text(name, value string) Attribute { return attribute.String(name, value) }

// Number returns an attribute with a number.
func Number(name string, value int64) Attribute { return attribute.Int64(name, value) }

// Span is a stage of a request.
type Span struct{ span trace.Span }

// SpanOf returns the span of the context. If the request is not traced, it does nothing.
func SpanOf(ctx context.Context) Span { return Span{trace.SpanFromContext(ctx)} }

// Parent returns the header traceparent for a server that works for the request of the context (W3C Trace Context): its
// span or, where it is not traced, the trace id that it has. It is empty if there is no id that the header can have.
func Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	if parent := carrier.Get("traceparent"); parent != "" {
		return parent
	}
	id, ok := IDOf(ctx).traceID()
	if !ok {
		return ""
	}
	return "00-" + id.String() + "-" + newSpanID().String() + "-00"
}

// Start begins a stage of the request that the context belongs to. If the request is not traced, it does nothing.
func Start(ctx context.Context, name string) (context.Context, Span) {
	return start(ctx, name, trace.SpanKindInternal)
}

// StartClient is Start for a stage in which another server works for emcp.
func StartClient(ctx context.Context, name string) (context.Context, Span) {
	return start(ctx, name, trace.SpanKindClient)
}

func start(ctx context.Context, name string, kind trace.SpanKind) (context.Context, Span) {
	// The parent may have ended: that of a call that no longer waits for the execution that it started for others too.
	parent := trace.SpanFromContext(ctx)
	if !parent.SpanContext().IsSampled() {
		return ctx, Span{}
	}
	ctx, span := parent.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Recording reports whether the span will be sent.
func (s Span) Recording() bool { return s.span != nil && s.span.IsRecording() }

// Say adds attributes to the span.
func (s Span) Say(attributes ...Attribute) {
	if s.span != nil {
		s.span.SetAttributes(attributes...)
	}
}

// Event adds a moment to the span.
func (s Span) Event(name string) {
	if s.span != nil {
		s.span.AddEvent(name)
	}
}

// End ends the span; err is the error, if any. Only its kind is recorded, because its text can have content in it.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		s.span.SetStatus(codes.Error, "cancelled")
	default:
		s.span.SetStatus(codes.Error, string(fault.From(err).Kind))
	}
	s.span.End()
}
