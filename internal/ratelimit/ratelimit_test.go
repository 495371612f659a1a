package ratelimit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"emcp/internal/ratelimit"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

// onEach runs a test on every kind of limiter, as two processes have it; in memory there is but one
// process. Nothing may be logged.
func onEach(t *testing.T, test func(t *testing.T, l [2]ratelimit.Limiter)) {
	t.Run("memory", func(t *testing.T) {
		m := ratelimit.NewMemory()
		test(t, [2]ratelimit.Limiter{m, m})
	})
	t.Run("redis", func(t *testing.T) {
		server := testdb.StartRedis(t)
		var log logged
		test(t, [2]ratelimit.Limiter{
			ratelimit.NewRedis(testredis.OpenPatient(t, server.URL), "emcp:test:", log.logger()),
			ratelimit.NewRedis(testredis.OpenPatient(t, server.URL), "emcp:test:", log.logger()),
		})
		if text := log.String(); text != "" {
			t.Errorf("the log has %s", text)
		}
	})
}

// logged is a log that several goroutines write.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

// use makes n requests, all of which must be allowed.
func use(t testing.TB, l ratelimit.Limiter, key string, perMinute, n int) {
	t.Helper()
	for i := range n {
		if wait := l.Allow(t.Context(), key, ratelimit.PerMinute(perMinute)); wait != 0 {
			t.Fatalf("request %d of %d: wait %s", i+1, perMinute, wait)
		}
	}
}

// refused makes a request that must be refused, with a wait that is not longer than one request takes.
func refused(t testing.TB, l ratelimit.Limiter, key string, perMinute int) time.Duration {
	t.Helper()
	wait := l.Allow(t.Context(), key, ratelimit.PerMinute(perMinute))
	if wait <= 0 || wait > time.Minute/time.Duration(perMinute) {
		t.Errorf("wait %s, want over 0 and at most %s", wait, time.Minute/time.Duration(perMinute))
	}
	return wait
}

func TestAllAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		for _, perMinute := range []int{1, 2, 7, 60} { // at 60 one more is allowed every second
			t.Run(strconv.Itoa(perMinute), func(t *testing.T) {
				key := strconv.Itoa(perMinute)
				use(t, l[0], key, perMinute, perMinute)
				refused(t, l[0], key, perMinute)
			})
		}
	})
}

// TestWait waits as long as the answer says. Then exactly one more request must be allowed.
func TestWait(t *testing.T) {
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		const perMinute = 60
		use(t, l[0], "key", perMinute, perMinute)
		first := refused(t, l[0], "key", perMinute)
		time.Sleep(first / 2)
		if second := refused(t, l[0], "key", perMinute); second > first/2 {
			t.Errorf("after half of %s there are still %s to wait", first, second)
		}
		time.Sleep(first/2 + 50*time.Millisecond) // clocks have steps
		use(t, l[0], "key", perMinute, 1)
		refused(t, l[0], "key", perMinute)
	})
}

// TestRefusedAreNotCounted hammers at a bucket that is empty: that makes nobody wait longer.
func TestRefusedAreNotCounted(t *testing.T) {
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		const perMinute = 2
		use(t, l[0], "key", perMinute, perMinute)
		previous := refused(t, l[0], "key", perMinute)
		for range 1000 {
			wait := refused(t, l[0], "key", perMinute)
			if wait > previous {
				t.Fatalf("wait %s, but %s before", wait, previous)
			}
			previous = wait
		}
	})
}

// TestRefusedAtOnceAreNotCounted is the same with many requests at a time.
func TestRefusedAtOnceAreNotCounted(t *testing.T) {
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		const perMinute, clients, requests = 2, 50, 200
		use(t, l[0], "key", perMinute, perMinute)
		var done sync.WaitGroup
		for i := range clients {
			done.Go(func() {
				for range requests {
					if l[i%2].Allow(t.Context(), "key", ratelimit.PerMinute(perMinute)) == 0 {
						t.Error("a request beyond the limit was allowed")
					}
				}
			})
		}
		done.Wait()
		refused(t, l[0], "key", perMinute)
	})
}

// TestOneBucket makes requests from two processes at once: together they have the limit, to the last.
func TestOneBucket(t *testing.T) {
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		const perMinute, requests = 20, 200
		var allowed atomic.Int32
		var done sync.WaitGroup
		for i := range requests {
			done.Go(func() {
				if l[i%2].Allow(t.Context(), "key", ratelimit.PerMinute(perMinute)) == 0 {
					allowed.Add(1)
				}
			})
		}
		start := time.Now()
		done.Wait()
		if elapsed := time.Since(start); elapsed < 3*time.Second && allowed.Load() != perMinute { // every 3 s there is one more
			t.Errorf("%d requests were allowed, want %d", allowed.Load(), perMinute)
		}
	})
}

func TestKeysAreIndependent(t *testing.T) {
	keys := []string{
		"caller:token:a", "caller:token:b", "caller:token:A", "address:127.0.0.1", "", " ", "a b", "{a}", "Grüße",
		strings.Repeat("a", 1000),
	}
	onEach(t, func(t *testing.T, l [2]ratelimit.Limiter) {
		for _, key := range keys {
			use(t, l[0], key, 2, 2)
		}
		for _, key := range keys {
			refused(t, l[1], key, 2)
		}
	})
}

func TestPrefixesAreNamespaces(t *testing.T) {
	server := testdb.StartRedis(t)
	var log logged
	a := ratelimit.NewRedis(testredis.Open(t, server.URL), "emcp:a:", log.logger())
	b := ratelimit.NewRedis(testredis.Open(t, server.URL), "emcp:b:", log.logger())
	use(t, a, "key", 2, 2)
	use(t, b, "key", 2, 2)
	refused(t, a, "key", 2)
	refused(t, b, "key", 2)
	if text := log.String(); text != "" {
		t.Errorf("the log has %s", text)
	}
}

// expectWarning expects a single line in the log, which must not reveal who was counted.
func expectWarning(t *testing.T, log *logged) {
	t.Helper()
	text := log.String()
	var line struct{ Level, Msg, Error string }
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		t.Fatalf("the log is not one line, but %q", text)
	}
	if line.Level != "WARN" || line.Msg != "Redis does not count requests; this process counts by itself" ||
		line.Error == "" {
		t.Errorf("the log has %s", text)
	}
	if strings.Contains(text, "caller") {
		t.Errorf("the log tells the key: %s", text)
	}
}

// TestRedisIsDown shows that the limit holds in each process for itself until Redis is back, and that the log is not
// flooded meanwhile.
func TestRedisIsDown(t *testing.T) {
	server := testdb.StartRedis(t)
	var logs [2]logged
	var l [2]ratelimit.Limiter
	for i := range l {
		l[i] = ratelimit.NewRedis(testredis.Open(t, server.URL), "", logs[i].logger())
	}
	use(t, l[0], "caller", 2, 1)
	server.Kill()
	for i := range l {
		use(t, l[i], "caller", 2, 2)
		for range 50 {
			refused(t, l[i], "caller", 2)
		}
		use(t, l[i], "another caller", 2, 2)
		refused(t, l[i], "another caller", 2)
		expectWarning(t, &logs[i])
	}

	server.Start(t)
	// The driver looks for a server that was down once a second.
	admin := testredis.Open(t, server.URL)
	for i := range l {
		probe := fmt.Sprintf("probe %d", i)
		wait.Until(t, 5*time.Second, "the use of the Redis that is back", func() bool {
			l[i].Allow(t.Context(), probe, ratelimit.PerMinute(2))
			keys, err := admin.Keys(t.Context(), "*"+probe).Result()
			return err == nil && len(keys) == 1
		})
	}
	// It has forgotten its counts; both processes have one bucket again.
	use(t, l[0], "caller", 2, 1)
	use(t, l[1], "caller", 2, 1)
	refused(t, l[0], "caller", 2)
	refused(t, l[1], "caller", 2)
	for i := range logs {
		expectWarning(t, &logs[i])
	}
}

// TestRedisIsSilent is a Redis that takes connections and does not answer: nobody waits long for it.
func TestRedisIsSilent(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var log logged
	l := ratelimit.NewRedis(testredis.Open(t, "redis://"+listener.Addr().String()), "", log.logger())
	start := time.Now()
	use(t, l, "caller", 1, 1)
	if elapsed := time.Since(start); elapsed > 3*time.Second {
		t.Errorf("a request waited %s", elapsed)
	}
	expectWarning(t, &log)
}

// TestEndedContext has a client that has gone away. That must not count as a failure of Redis.
func TestEndedContext(t *testing.T) {
	var log logged
	l := ratelimit.NewRedis(testredis.Open(t, testdb.StartRedis(t).URL), "", log.logger())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l.Allow(ctx, "caller", ratelimit.PerMinute(1))
	if text := log.String(); text != "" {
		t.Errorf("the log has %s", text)
	}
}

// TestLimitChanges changes the limit of a caller who has been counted before.
func TestLimitChanges(t *testing.T) {
	m := ratelimit.NewMemory()
	allow := func(perMinute, calls int) (allowed int) {
		for range calls {
			if m.Allow(t.Context(), "caller", ratelimit.PerMinute(perMinute)) == 0 {
				allowed++
			}
		}
		return allowed
	}
	if first, then := allow(600, 1), allow(2, 50); first != 1 || then != 2 {
		t.Errorf("%d of 1 call, then %d of 50 were allowed", first, then)
	}
}
