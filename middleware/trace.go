// Package middleware has the concerns of an HTTP request that are no matter of MCP, one a file. The order in which
// they are walked through stands in package server.
package middleware

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/tracing"
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

// EndSpan ends the span of the request with what its audit line says of it, but for its caller.
func (r *Record) EndSpan(ctx context.Context) {
	span := tracing.SpanOf(ctx)
	if span.Recording() {
		span.Say(
			tracing.Text("emcp.server", note(r.Server)), tracing.Text("mcp.method.name", note(r.Method)),
			tracing.Text("gen_ai.tool.name", note(r.Tool)), tracing.Text("emcp.code", r.Code),
			tracing.Number("http.response.status_code", int64(r.Status)),
			tracing.Number("emcp.rows", int64(r.Rows)), tracing.Number("emcp.bytes", r.Bytes),
		)
	}
	var failed error
	if kind := fault.Kind(r.Code); kind.Class().RPC == fault.Internal.Class().RPC || r.Status >= http.StatusInternalServerError {
		failed = fault.New(kind, "")
	}
	span.End(failed)
}
