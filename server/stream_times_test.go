package server_test

import (
	"testing"
	"time"

	"emcp/internal/auth"
	"emcp/server"
)

// TestRecheckInTime holds the sum to what is promised: a stream ends within 5 s.
func TestRecheckInTime(t *testing.T) {
	times := server.StreamTimes{}.OrDefaults()
	if longest := auth.FindingAge + times.Recheck + times.Closing; longest >= 5*time.Second {
		t.Errorf("a revoked token has its stream for %s", longest)
	}
}
