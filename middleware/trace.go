// Package middleware has the concerns of an HTTP request that are no matter of MCP, one a file. The order in which
// they are walked through stands in package server.
package middleware

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/tracing"
)

// TraceID returns the trace id of the request that the context belongs to as texts have it; empty where there is none.
func TraceID(ctx context.Context) string { return tracing.IDOf(ctx).String() }

// Trace gives every request a trace id, the one of the named header, else that of the header traceparent or, with generate, a
// fresh one, and returns it in the named header.
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

// Span begins the span of every request, which who reports its record ends; not of the routes except.
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
