package ratelimit

import (
	"context"
	"time"

	"emcp/internal/fault"
	"emcp/internal/tracing"
)

// Check counts a request of the caller behind key, and refuses it above perMinute; 0 means no limit.
func Check(ctx context.Context, l Limiter, key string, perMinute int) error {
	if perMinute == 0 {
		return nil
	}
	return check(ctx, l, key, PerMinute(perMinute),
		"this is more than %d requests a minute; wait as long as Retry-After says", perMinute)
}

// CheckSession counts a call of a session, which a platform names in its calls, and refuses it above perSecond.
func CheckSession(ctx context.Context, l Limiter, key string, perSecond int) error {
	limit := Limit{perSecond, time.Second}
	return check(ctx, l, key, limit,
		"this is more than %d call(s) of a session in a second; wait as long as Retry-After says", perSecond)
}

func check(ctx context.Context, l Limiter, key string, limit Limit, message string, args ...any) (err error) {
	ctx, span := tracing.Start(ctx, "count request")
	defer func() { span.End(err) }()
	wait := l.Allow(ctx, key, limit)
	if wait == 0 {
		return nil
	}
	f := fault.New(fault.RateLimited, message, args...)
	f.RetryAfter = wait
	return f
}
