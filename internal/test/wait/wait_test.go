package wait_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

// failing is a test that records its failure instead of failing.
type failing struct {
	testing.TB
	said string
}

func (f *failing) Helper() {}

// Fatalf records the message and ends the goroutine, as testing does.
func (f *failing) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	panic(f)
}

func TestUntil(t *testing.T) {
	looks := 0
	wait.Until(t, time.Minute, "three looks", func() bool { looks++; return looks == 3 })
	if looks != 3 {
		t.Errorf("%d looks", looks)
	}
	f := &failing{}
	defer func() {
		if recover() != f || f.said != "not within 10ms: never" {
			t.Errorf("it says %q", f.said)
		}
	}()
	wait.Until(f, 10*time.Millisecond, "never", func() bool { return false })
}

// TestForSaysTheLastError expects a last attempt after the limit.
func TestForSaysTheLastError(t *testing.T) {
	f, attempts := &failing{}, 0
	defer func() {
		if recover() != f || attempts != 1 || f.said != "not within 0s: first" {
			t.Errorf("%d attempts, it says %q", attempts, f.said)
		}
	}()
	wait.For(f, 0, func() error { attempts++; return errors.New("first") })
}
