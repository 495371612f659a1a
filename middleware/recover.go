package middleware

import (
	"fmt"
	"runtime/debug"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
)

// Recover turns a panic into a fault, so that one request cannot end the process. The stack goes to the log only.
func Recover(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fault.Wrap(fault.InternalError, fmt.Errorf("panic: %v\n%s", p, debug.Stack()), "emcp failed on this request")
			}
		}()
		return next(c)
	}
}
