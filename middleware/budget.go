package middleware

import (
	"io"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"emcp/internal/fault"
)

// Budget bounds what the bodies of strangers take in memory: of requests that must be read before their sender is known,
// or whose sender has no name. It is safe for concurrent use.
type Budget struct{ left *semaphore.Weighted }

// NewBudget returns a budget of so many bytes for all requests at a time.
func NewBudget(bytes int64) *Budget { return &Budget{semaphore.NewWeighted(bytes)} }

// Share counts the bytes that are read of a request's body until the request ends. If nothing is left, reading fails with
// a fault of the kind Unavailable. It has no line in the log, because strangers could fill the log with it.
func (b *Budget) Share(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		body := &sharedBody{ReadCloser: c.Request().Body, left: b.left}
		c.Request().Body = body
		defer func() { body.left.Release(body.held) }()
		return next(c)
	}
}

// sharedBody is a body whose bytes count for a budget.
type sharedBody struct {
	io.ReadCloser
	left *semaphore.Weighted
	held int64
}

func (b *sharedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if !b.left.TryAcquire(int64(n)) {
		busy := fault.New(fault.Unavailable, "emcp reads too many requests without a token at the moment; try again shortly")
		busy.Logged = true
		return 0, busy
	}
	b.held += int64(n)
	return n, err
}
