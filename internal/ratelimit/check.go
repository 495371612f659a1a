package ratelimit

import (
	"context"

	"emcp/internal/fault"
	"emcp/internal/tracing"
)

// Check counts a request of the caller behind key, and refuses it above perMinute; 0 means no limit.
func Check(ctx context.Context, l Limiter, key string, perMinute int) (err error) {
	if perMinute == 0 {
		return nil
	}
	ctx, span := tracing.Start(ctx, "count request")
	defer func() { span.End(err) }()
	wait := l.Allow(ctx, key, perMinute)
	if wait == 0 {
		return nil
	}
	f := fault.New(fault.RateLimited, "this is more than %d requests a minute; wait as long as Retry-After says", perMinute)
	f.RetryAfter = wait
	return f
}
