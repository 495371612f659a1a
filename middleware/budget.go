package middleware

import (
	"io"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
)

// Budget bounds what the bodies of strangers take in memory: of requests that must be read before their sender is
// known, or whose sender has no name. It is safe for concurrent use.
type Budget struct {
	all, each int64 // for all addresses, and for one

	mu   sync.Mutex
	held map[string]int64 // by address, of those that hold anything
	sum  int64
}

// NewBudget returns a budget of so many bytes for all requests at a time, of which those of one
// address take at most each.
func NewBudget(all, each int64) *Budget {
	return &Budget{all: all, each: each, held: map[string]int64{}}
}

// take counts bytes for an address, and reports whether they are within the budget.
func (b *Budget) take(address string, bytes int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sum+bytes > b.all || b.held[address]+bytes > b.each {
		return false
	}
	b.sum += bytes
	b.held[address] += bytes
	return true
}

// give returns bytes that were taken.
func (b *Budget) give(address string, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum -= bytes
	if b.held[address] -= bytes; b.held[address] == 0 {
		delete(b.held, address)
	}
}

// Within runs a function that may take so many bytes for a request, and counts them meanwhile. If there is no room for
// them, it returns a fault of the kind Unavailable instead.
func (b *Budget) Within(c echo.Context, bytes int64, run func() error) error {
	address := Address(c)
	if !b.take(address, bytes) {
		return busy()
	}
	defer b.give(address, bytes)
	return run()
}

// busy is the fault of a request for which there is no room.
func busy() *fault.Error {
	f := fault.New(fault.Unavailable, "emcp reads too many requests without a token at the moment; try again shortly")
	f.Logged = true
	return f
}

// Share counts the bytes that are read of a request's body until the request ends. If nothing is left, reading fails
// with a fault of the kind Unavailable. It has no line in the log, because strangers could fill the log with it.
func (b *Budget) Share(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		body := &sharedBody{ReadCloser: c.Request().Body, budget: b, address: Address(c), answer: c.Response()}
		c.Request().Body = body
		defer func() { b.give(body.address, body.held) }()
		return next(c)
	}
}

// sharedBody is a body whose bytes count for a budget.
type sharedBody struct {
	io.ReadCloser
	budget  *Budget
	address string
	held    int64
	answer  http.ResponseWriter
}

func (b *sharedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if !b.budget.take(b.address, int64(n)) {
		hurry(b.answer)
		return 0, busy()
	}
	b.held += int64(n)
	return n, err
}
