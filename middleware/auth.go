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
				f := fault.From(err)
				challenge := "Bearer"
				if f.Kind == fault.InvalidToken {
					challenge = `Bearer error="invalid_token"`
				}
				c.Response().Header().Set("WWW-Authenticate", challenge)
				return f
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
