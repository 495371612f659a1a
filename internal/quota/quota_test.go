package quota

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"emcp/internal/redisdb"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
)

// TestQuota counts each key apart, refuses what would be too much, and takes what is given back; two
// processes share what Redis counts.
func TestQuota(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		m := NewMemory()
		shared(t, m, m)
	})
	t.Run("redis", func(t *testing.T) {
		server := testdb.StartRedis(t)
		counter := func() Counter {
			return NewRedis(testredis.OpenPatient(t, server.URL), "emcp:test:", slog.New(slog.DiscardHandler))
		}
		shared(t, counter(), counter())
	})
}

func shared(t *testing.T, a, b Counter) {
	t.Helper()
	spend := func(c Counter, key string, n int, want bool) {
		t.Helper()
		wait := c.Spend(t.Context(), key, n, 100)
		if (wait == 0) != want || wait < 0 || wait > 24*time.Hour {
			t.Errorf("%d under %s: %s", n, key, wait)
		}
	}
	spend(a, "ada", 60, true)
	spend(b, "ada", 41, false)
	spend(b, "ada", 40, true)
	spend(a, "ada", 1, false)
	spend(a, "bob", 100, true)
	b.Add(t.Context(), "ada", -10)
	spend(a, "ada", 11, false)
	spend(b, "ada", 10, true)
	b.Add(t.Context(), "ada", 1000) // more than was expected
	spend(b, "ada", 0, false)
}

// TestNextDay begins again at midnight UTC.
func TestNextDay(t *testing.T) {
	m := NewMemory()
	now := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	m.now = func() time.Time { return now }
	if wait := m.Spend(t.Context(), "ada", 101, 100); wait != time.Hour {
		t.Errorf("wait %s", wait)
	}
	m.Add(t.Context(), "ada", 100)
	now = now.Add(time.Hour)
	if wait := m.Spend(t.Context(), "ada", 100, 100); wait != 0 {
		t.Errorf("wait %s on the next day", wait)
	}
}

// TestManyCallers keeps a bounded number of counts, and forgets none of them for new ones.
func TestManyCallers(t *testing.T) {
	m := NewMemory()
	for i := range maxKeys + 10 {
		m.Spend(t.Context(), strconv.Itoa(i), 10, 100)
	}
	if len(m.spent) > maxKeys+1 || m.spent["0"] != 10 || m.spent[""] != 100 {
		t.Errorf("%d counts, %d, %d", len(m.spent), m.spent["0"], m.spent[""])
	}
}

// TestWithoutRedis goes by what the process itself has counted.
func TestWithoutRedis(t *testing.T) {
	client, err := redisdb.Open("redis://127.0.0.1:1/0")
	if err != nil {
		t.Fatal(err)
	}
	r := NewRedis(client, "emcp:test:", slog.New(slog.DiscardHandler))
	if wait := r.Spend(t.Context(), "ada", 60, 100); wait != 0 {
		t.Error(wait)
	}
	if wait := r.Spend(t.Context(), "ada", 60, 100); wait == 0 {
		t.Error("more than the limit was spent")
	}
}
