package quota

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"emcp/internal/redisdb"
)

// Counter counts what is spent under a key.
type Counter interface {
	// Spend counts n, unless that would make more than most today. It returns 0 if n is counted, otherwise
	// the time until the next day.
	Spend(ctx context.Context, key string, n, most int) (wait time.Duration)
	// Add counts n, whatever was spent before. A negative n gives back what was spent too early.
	Add(ctx context.Context, key string, n int)
}

// Memory counts within one process, until it ends.
type Memory struct {
	now func() time.Time

	mu    sync.Mutex
	day   time.Time
	spent map[string]int
}

// maxKeys bounds the callers that are counted apart on a day. Further ones share one count, so that nobody gets a new
// one by making others be forgotten.
const maxKeys = 100_000

// NewMemory returns a counter that has not counted anything.
func NewMemory() *Memory { return &Memory{now: time.Now} }

// today returns the start of the day, and the time until the next.
func today(now time.Time) (start time.Time, rest time.Duration) {
	start = now.UTC().Truncate(24 * time.Hour)
	return start, start.Add(24 * time.Hour).Sub(now)
}

// Spend counts n, unless that would make more than most.
func (m *Memory) Spend(_ context.Context, key string, n, most int) (wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key, rest := m.open(key)
	if m.spent[key]+n > most {
		return rest
	}
	m.spent[key] += n
	return 0
}

// Add counts n.
func (m *Memory) Add(_ context.Context, key string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key, _ = m.open(key)
	m.spent[key] = max(0, m.spent[key]+n)
}

// open begins another day if it is time, and returns the key under which a caller is counted.
func (m *Memory) open(key string) (counted string, rest time.Duration) {
	day, rest := today(m.now())
	if !day.Equal(m.day) {
		m.day, m.spent = day, map[string]int{}
	}
	if _, known := m.spent[key]; !known && len(m.spent) >= maxKeys {
		return "", rest
	}
	return key, rest
}

// Redis counts in a Redis server, for all processes of an installation. Each process also counts by itself, and goes by
// that while Redis does not answer.
type Redis struct {
	client   *redisdb.Client
	prefix   string
	own      *Memory
	log      *slog.Logger
	warnings *rate.Limiter
}

// warningInterval is how often a Redis that does not answer is logged.
const warningInterval = time.Minute

// NewRedis returns a counter in a Redis server. prefix goes before every key and must be one that
// no other installation uses.
func NewRedis(client *redisdb.Client, prefix string, log *slog.Logger) *Redis {
	return &Redis{client, prefix + "quota:", NewMemory(), log, rate.NewLimiter(rate.Every(warningInterval), 1)}
}

// Spend counts n, unless that would make more than most in all processes, or in this one.
func (r *Redis) Spend(ctx context.Context, key string, n, most int) (wait time.Duration) {
	if wait := r.own.Spend(ctx, key, n, most); wait > 0 {
		return wait
	}
	total, err := r.add(ctx, key, n)
	if err != nil || total <= int64(most) {
		return 0
	}
	r.Add(ctx, key, -n)
	_, rest := today(time.Now())
	return rest
}

// Add counts n.
func (r *Redis) Add(ctx context.Context, key string, n int) {
	r.own.Add(ctx, key, n)
	_, _ = r.add(ctx, key, n) // it is logged; this process goes on by its own count
}

// add counts n in Redis, also for a caller that has left, and returns what was spent today with it.
func (r *Redis) add(ctx context.Context, key string, n int) (total int64, err error) {
	ctx = context.WithoutCancel(ctx)
	day, rest := today(time.Now())
	key = r.prefix + day.Format(time.DateOnly) + ":" + key
	err = r.client.Ask(ctx, func(ctx context.Context) error {
		batch := r.client.TxPipeline()
		sum := batch.IncrBy(ctx, key, int64(n))
		batch.Expire(ctx, key, rest+time.Hour) // clocks of machines differ
		_, err := batch.Exec(ctx)
		total = sum.Val()
		return err
	})
	if err != nil && r.warnings.Allow() {
		r.log.WarnContext(ctx, "Redis does not count tokens of tasks; this process counts by itself", "error", err)
	}
	return total, err
}
