package idempotency_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"emcp/internal/idempotency"
	"emcp/internal/test/wait"
)

// TestMemoryIsBounded keeps twice the answers that there is room for.
func TestMemoryIsBounded(t *testing.T) {
	const room, size = 64 << 20, 1 << 20
	m := idempotency.NewMemory(long)
	answer := strings.Repeat("a", size)
	keyOf := func(i int) idempotency.Key { return idempotency.Key{Text: strconv.Itoa(i)} }
	for i := range 2 * room / size {
		complete(t, m, keyOf(i), grant(t, m, keyOf(i), first), answer)
	}
	// What is over goes in the background.
	remembered := func() (n int) {
		for i := range 2 * room / size {
			switch c := claim(t, m, keyOf(i), first); c.State {
			case idempotency.Kept:
				n++
			case idempotency.Granted:
				release(t, m, keyOf(i), c.Owner)
			case idempotency.Running, idempotency.Conflict:
				t.Fatalf("state %d", c.State)
			}
		}
		return n
	}
	n := 0
	wait.Until(t, 10*time.Second, "at most 64 answers of 1 MiB", func() bool {
		n = remembered()
		return n*size <= room
	})
	if n*size < room/2 {
		t.Errorf("%d answers of 1 MiB are remembered, want at most 64, but not far less", n)
	}
}
