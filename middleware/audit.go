package middleware

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
)

// Audit gives every request a record and reports it at the end of the request, even if the request is refused. Routes
// in except have no record. Audit answers errors itself, because the record has what the client got.
func Audit(report func(context.Context, *audit.Record), except ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if slices.Contains(except, c.Path()) {
				return next(c)
			}
			r := audit.NewRecord()
			r.Client, r.Network = c.RealIP(), Address(c)
			if state := c.Request().TLS; state != nil && len(state.PeerCertificates) > 0 {
				r.Certificate = state.PeerCertificates[0].Subject.String()
			}
			ctx := audit.WithRecord(c.Request().Context(), r)
			c.SetRequest(c.Request().WithContext(ctx))
			if err := next(c); err != nil {
				r.Code = audit.CodeCancelled
				if !clientGone(c, err) {
					r.Code = string(httpFault(err).Kind)
				}
				c.Error(err)
			}
			r.Status, r.Bytes = c.Response().Status, c.Response().Size
			report(ctx, r)
			return nil
		}
	}
}
