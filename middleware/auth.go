package middleware

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
)

const callerKey = "caller"

// Authenticate finds out who calls the server that handle returns, and refuses whom nobody knows with the challenge of
// RFC 6750.
func Authenticate(gate auth.Gate, handle func(echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ctx := c.Request().Context()
			within, span := tracing.Start(ctx, "authenticate")
			caller, err := gate.Caller(within, c.Request().Header, handle(c))
			span.End(err)
			record := audit.RecordOf(ctx)
			record.Subject, record.View = caller.Subject, caller.View
			if err != nil {
				challenge(c, fault.From(err))
				return err
			}
			c.Set(callerKey, caller)
			return next(c)
		}
	}
}

// challenge tells a client how to authenticate, and why what it sent was not enough.
func challenge(c echo.Context, f *fault.Error) {
	text := ""
	switch f.Kind {
	case fault.Unauthenticated:
		text = "Bearer"
	case fault.InvalidToken:
		reason := strings.NewReplacer(`"`, "'", `\`, "/").Replace(f.Message) // RFC 6750, section 3
		text = fmt.Sprintf(`Bearer error="invalid_token", error_description="%s"`, reason)
	default:
		return
	}
	c.Response().Header().Set("WWW-Authenticate", text)
}

// CallerOf returns whom Authenticate has found.
func CallerOf(c echo.Context) identity.Principal {
	caller, _ := c.Get(callerKey).(identity.Principal)
	return caller
}
