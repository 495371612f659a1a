package middleware

import (
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
)

// Recover makes a panic the error of its request, so that it cannot end the process.
func Recover(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer fault.Recovered(&err)
		return next(c)
	}
}
