package toolset

import (
	"testing"
	"time"
)

// TestUntilStep waits until a whole number of steps has passed.
func TestUntilStep(t *testing.T) {
	for taken, want := range map[time.Duration]time.Duration{0: 0, 1: 9, 9: 1, 10: 0, 11: 9, 25: 5} {
		if got := untilStep(taken, 10); got != want {
			t.Errorf("%d: %d, want %d", taken, got, want)
		}
	}
}
