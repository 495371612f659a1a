// Package wait lets tests and the bench wait for another process or goroutine.
package wait

import (
	"errors"
	"fmt"
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
	if err := Try(limit, attempt); err != nil {
		t.Fatalf("%v", err)
	}
}

// Try waits like For, in a program that is not a test. It returns the last error.
func Try(limit time.Duration, attempt func() error) error {
	for end := time.Now().Add(limit); ; time.Sleep(pause) {
		err := attempt()
		if err == nil {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("not within %s: %w", limit, err)
		}
	}
}
