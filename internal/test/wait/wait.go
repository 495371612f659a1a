// Package wait waits in tests for what another process or goroutine does.
package wait

import (
	"errors"
	"testing"
	"time"
)

// pause is how long a condition is left alone between two looks.
const pause = 5 * time.Millisecond

// Until returns when the condition holds. Where it does not within the limit, it ends the test, which says what it waited for.
func Until(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	For(t, limit, func() error {
		if !holds() {
			return errors.New(what)
		}
		return nil
	})
}

// For returns when attempt returns no error. Where it still does after the limit, it ends the test with the last one.
func For(t testing.TB, limit time.Duration, attempt func() error) {
	t.Helper()
	for end := time.Now().Add(limit); ; time.Sleep(pause) {
		err := attempt()
		switch {
		case err == nil:
			return
		case time.Now().After(end):
			t.Fatalf("not within %s: %v", limit, err)
		}
	}
}
