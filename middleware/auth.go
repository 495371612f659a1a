package middleware

import (
	"github.com/labstack/echo/v4"

	"emcp/identity"
	"emcp/internal/fault"
)

const callerKey = "caller"

// Authenticate finds out who calls and refuses whom nobody knows, with the challenge of RFC 6750.
func Authenticate(a identity.Authenticator) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			caller, err := a.Authenticate(c.Request())
			if err != nil {
				switch fault.From(err).Kind {
				case fault.Unauthenticated:
					c.Response().Header().Set("WWW-Authenticate", "Bearer")
				case fault.InvalidToken:
					c.Response().Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
				}
				return err
			}
			c.Set(callerKey, caller)
			return next(c)
		}
	}
}

// CallerOf returns whom Authenticate has found.
func CallerOf(c echo.Context) identity.Principal {
	caller, _ := c.Get(callerKey).(identity.Principal)
	return caller
}
