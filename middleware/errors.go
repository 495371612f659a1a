package middleware

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/fault"
)

// ErrorBody is the body of every HTTP error.
type ErrorBody struct {
	Error struct {
		Code    fault.Kind `json:"code"`
		Message string     `json:"message"`
		// Retryable means that the same request may succeed later.
		Retryable bool   `json:"retryable"`
		TraceID   string `json:"trace_id,omitempty"`
		// NamespacedCode and Details are for servers whose errors have namespaced codes.
		NamespacedCode string         `json:"namespaced_code,omitempty"`
		Details        *fault.Details `json:"error_details,omitempty"`
	} `json:"error"`
}

// ErrClientGone ends a request whose client has left: it closed the connection, which cancels a call (MCP 2025-11-25,
// Cancellation), or does not read the answer.
var ErrClientGone = errors.New("the client has left")

// clientGone reports whether a request ended because its client left. Then emcp has not failed,
// and nobody reads an answer.
func clientGone(c echo.Context, err error) bool {
	return errors.Is(err, ErrClientGone) || errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil
}

// OtherBody returns the status and the body of a failed request whose client does not read ErrorBody. ok is false for
// all other requests.
type OtherBody func(c echo.Context, f *fault.Error) (status int, body []byte, ok bool)

// restTime is how long the rest of the body of a refused request may take.
const restTime = time.Second

// hurry bounds the time for the rest of a body that nobody wants. net/http reads it before it sends the answer, and a
// stranger could take as long for it as for a whole one.
func hurry(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restTime)) // only tests have writers without one
}

// Errors is the one place where a failed request gets its status and body. namespaced reports whether the server of
// a request has namespaced codes. Both functions can be nil.
func Errors(log *slog.Logger, other OtherBody, namespaced func(echo.Context) bool) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if clientGone(c, err) {
			if !c.Response().Committed {
				c.Response().WriteHeader(audit.StatusCancelled)
			}
			return
		}
		f := httpFault(err)
		class := f.Kind.Class()
		if f.NeedsLine() {
			log.ErrorContext(c.Request().Context(), "request failed", "trace_id", TraceID(c.Request().Context()), "error",
				f.Error())
		}
		if c.Response().Committed {
			return
		}
		var body ErrorBody
		body.Error.Code, body.Error.Message, body.Error.Retryable = f.Kind, f.Message, class.Retryable
		body.Error.TraceID = TraceID(c.Request().Context())
		if namespaced != nil && namespaced(c) {
			body.Error.NamespacedCode, body.Error.Details = f.Kind.Namespaced(), f.Details()
		}
		if f.Kind == fault.PayloadTooLarge {
			c.Response().Header().Set("Connection", "close") // the rest of the body is not worth reading
		}
		hurry(c.Response())
		if f.RetryAfter > 0 {
			c.Response().Header().Set("Retry-After", strconv.FormatInt(f.RetrySeconds(), 10))
		}
		write := func() error { return c.JSON(class.HTTP, body) }
		if other != nil {
			if status, own, ok := other(c, f); ok {
				write = func() error { return c.JSONBlob(status, own) }
			}
		}
		if err := write(); err != nil {
			log.DebugContext(c.Request().Context(), "answer not written", "error", err)
		}
	}
}

// httpFault returns the fault of an error, with a kind that has an HTTP status of its own.
func httpFault(err error) *fault.Error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	var router *echo.HTTPError
	if errors.As(err, &router) {
		switch router.Code {
		case http.StatusNotFound:
			return fault.New(fault.NotFound, "there is nothing at this address; check the path of the URL")
		case http.StatusMethodNotAllowed:
			return fault.New(fault.MethodNotAllowed,
				"this address does not accept this HTTP method; the header Allow lists the accepted ones")
		}
	}
	return fault.Wrap(fault.InternalError, err, "emcp failed on this request")
}
