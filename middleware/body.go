package middleware

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/internal/identity"
)

// JSONOnly refuses requests whose body is not declared as plain JSON in UTF-8.
func JSONOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Request().Header
		mediaType, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
		charset := parameters["charset"]
		if err != nil || mediaType != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
			return fault.New(fault.UnsupportedMediaType, "send JSON in UTF-8 with the header Content-Type: application/json")
		}
		if encoding := header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
			return fault.New(fault.UnsupportedMediaType, "send the body without Content-Encoding")
		}
		return next(c)
	}
}

const bodyKey = "body"

// Body reads the request's body, of at most as many bytes as limit says for the request. A larger one is refused from
// its Content-Length, or as soon as it exceeds the limit, without reading the rest. It follows Authenticate: the body
// of a caller without a name, whom auth.modes none lets in, counts for the budget of strangers.
func Body(limit func(echo.Context) int64, strangers *Budget) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		read := func(c echo.Context) error {
			if err := readBody(c, limit(c)); err != nil {
				return err
			}
			return next(c)
		}
		counted := strangers.Share(read)
		return func(c echo.Context) error {
			switch CallerOf(c).Subject {
			case "", identity.Anonymous:
				return counted(c)
			}
			return read(c)
		}
	}
}

// readBody reads the body of a request for BodyOf.
func readBody(c echo.Context, limit int64) error {
	tooLarge := fault.New(fault.PayloadTooLarge, "the request has more than %d bytes; send less at once", limit)
	if c.Request().ContentLength > limit {
		return tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, limit))
	var refused *fault.Error
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return tooLarge
	case errors.As(err, &refused):
		return refused
	case err != nil:
		return fault.Wrap(fault.BadRequest, err, "the request ended before its body was complete")
	}
	c.Set(bodyKey, body)
	return nil
}

// BodyOf returns the body that Body read.
func BodyOf(c echo.Context) []byte {
	body, _ := c.Get(bodyKey).([]byte)
	return body
}
