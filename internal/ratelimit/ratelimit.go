package ratelimit

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"emcp/internal/redisdb"
)

// Limiter counts the requests of callers.
type Limiter interface {
	// Allow counts one request of the caller behind key. It returns 0 if the request is within the limit, otherwise how
	// long to wait. Refused requests are not counted.
	Allow(ctx context.Context, key string, l Limit) (wait time.Duration)
}

// Limit is how many requests a caller may send in a time of at most a minute. Both are more than 0.
type Limit struct {
	Requests int
	Time     time.Duration
}

// PerMinute returns the limit of n requests a minute.
func PerMinute(n int) Limit { return Limit{n, time.Minute} }

// interval is the time after which one more request is allowed.
func (l Limit) interval() time.Duration { return l.Time / time.Duration(l.Requests) }

// Memory counts within one process.
type Memory struct {
	buckets *otter.Cache[string, *rate.Limiter]
}

const (
	// maxBuckets bounds the callers that are known at a time; rare callers are dropped first.
	maxBuckets = 100_000
	// idleTime is the time after which a bucket is full again, like a new one.
	idleTime = time.Minute
)

// NewMemory returns a limiter that has not counted anything.
func NewMemory() *Memory {
	return &Memory{otter.Must(&otter.Options[string, *rate.Limiter]{
		MaximumSize: maxBuckets, ExpiryCalculator: otter.ExpiryAccessing[string, *rate.Limiter](idleTime),
	})}
}

// Allow counts a request.
func (m *Memory) Allow(_ context.Context, key string, l Limit) time.Duration {
	every := rate.Every(l.interval())
	bucket, _ := m.buckets.ComputeIfAbsent(key, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(every, l.Requests), false
	})
	if bucket.Burst() != l.Requests || bucket.Limit() != every { // the configuration has changed
		bucket.SetLimit(every)
		bucket.SetBurst(l.Requests)
	}
	if bucket.Allow() {
		return 0
	}
	missing := max(0, 1-bucket.Tokens())
	return max(1, time.Duration(missing*float64(l.interval())))
}

// Redis counts in a Redis server, so that the limit holds over all processes of an installation. While Redis does not
// answer, each process counts by itself.
type Redis struct {
	client   *redisdb.Client
	limiter  *redis_rate.Limiter
	prefix   string
	fallback *Memory
	log      *slog.Logger
	warnings *rate.Limiter
}

// warningInterval is how often a Redis that does not answer is logged.
const warningInterval = time.Minute

// NewRedis returns a limiter that counts in a Redis server. prefix goes before every key and must be one that no other
// installation uses.
func NewRedis(client *redisdb.Client, prefix string, log *slog.Logger) *Redis {
	return &Redis{
		client: client, limiter: redis_rate.NewLimiter(client), prefix: prefix, fallback: NewMemory(),
		log: log, warnings: rate.NewLimiter(rate.Every(warningInterval), 1),
	}
}

// Allow counts a request.
func (r *Redis) Allow(ctx context.Context, key string, l Limit) time.Duration {
	var result *redis_rate.Result
	err := r.client.Ask(ctx, func(ctx context.Context) (err error) {
		result, err = r.limiter.Allow(ctx, r.prefix+key,
			redis_rate.Limit{Rate: l.Requests, Burst: l.Requests, Period: l.Time})
		return err
	})
	if err != nil {
		if ctx.Err() == nil && r.warnings.Allow() {
			r.log.WarnContext(ctx, "Redis does not count requests; this process counts by itself", "error", err)
		}
		return r.fallback.Allow(ctx, key, l)
	}
	return max(result.RetryAfter, 0)
}
