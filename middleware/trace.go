// Package middleware has the concerns of an HTTP request that are no matter of MCP, one a file. The order in which
// they are walked through stands in package server.
package middleware

import (
	"context"
	"regexp"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type traceKey struct{}

// WithTraceID returns a context that carries the trace id of a request.
func WithTraceID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

// TraceID returns the trace id of the request that the context belongs to, or an empty text.
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// NewTraceID returns a fresh trace id, a UUID of version 4.
func NewTraceID() string { return uuid.NewString() }

// foreignTraceID are the trace ids that are taken over from a request: nothing that could forge a line of a log.
var foreignTraceID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// Trace gives every request a trace id, the one of the named header or, with generate, a fresh one, and returns it in
// the same header.
func Trace(header string, generate bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			id := c.Request().Header.Get(header)
			if !foreignTraceID.MatchString(id) {
				id = ""
				if generate {
					id = NewTraceID()
				}
			}
			if id != "" {
				c.Response().Header().Set(header, id)
				c.SetRequest(c.Request().WithContext(WithTraceID(c.Request().Context(), id)))
			}
			return next(c)
		}
	}
}
