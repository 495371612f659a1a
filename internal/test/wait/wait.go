// Package wait lets tests wait for another process or goroutine.
package wait

import (
	"errors"
	"testing"
	"time"
)

// pause is the time between two checks of a condition.
const pause = 5 * time.Millisecond

// Until returns when the condition holds. After the limit it fails the test and reports what it waited for.
func Until(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	For(t, limit, func() error {
		if !holds() {
			return errors.New(what)
		}
		return nil
	})
}

// For returns when attempt returns no error. After the limit it fails the test with the last error.
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
