package middleware

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/tracing"
)

// TraceID returns the trace id of the context's request as a string, or an empty string.
func TraceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }

// TraceHeader is the header with the trace id of a request and of its answer.
const TraceHeader = "X-Trace-Id"

// Trace gives every request a trace id and returns it in TraceHeader. The id is that of the request's TraceHeader,
// otherwise that of its traceparent, or else a new one.
func Trace(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, none := tracing.ParseID(c.Request().Header.Get(TraceHeader)), tracing.ID{}
		if id == none {
			id = tracing.ParentID(c.Request().Header)
		}
		if id == none {
			id = tracing.NewID()
		}
		c.Response().Header().Set(TraceHeader, id.String())
		c.SetRequest(c.Request().WithContext(tracing.WithID(c.Request().Context(), id)))
		return next(c)
	}
}

// Span begins the span of every request, except on the routes in except. Whoever reports the record ends the span.
func Span(t *tracing.Tracer, except ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if slices.Contains(except, c.Path()) {
				return next(c)
			}
			r := c.Request()
			c.SetRequest(r.WithContext(t.Request(r.Context(), r.Header, r.Method+" "+c.Path())))
			return next(c)
		}
	}
}
