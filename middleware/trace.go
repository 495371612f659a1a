package middleware

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/tracing"
)

// TraceID returns the trace id of the context's request as a string, or an empty string.
func TraceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }

// Trace gives every request a trace id and returns it in the named header. The id is that of the named header, otherwise that of
// the header traceparent or, with generate, a fresh one.
func Trace(header string, generate bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			id, none := tracing.ParseID(c.Request().Header.Get(header)), tracing.ID{}
			if id == none {
				id = tracing.ParentID(c.Request().Header)
			}
			if id == none && generate {
				id = tracing.NewID()
			}
			if id != none {
				c.Response().Header().Set(header, id.String())
				c.SetRequest(c.Request().WithContext(tracing.WithID(c.Request().Context(), id)))
			}
			return next(c)
		}
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
