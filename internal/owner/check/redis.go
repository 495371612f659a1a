package check

import (
	"context"

	"emcp/config"
	"emcp/internal/redisdb"
)

// redis checks what several processes share.
func redis(ctx context.Context, c *config.Config) []Finding {
	if c.Redis.URL == "" {
		return nil
	}
	var findings []Finding
	if c.Security.CursorKey == "" {
		findings = append(findings, warning("security.cursor_key", "is not set, although redis is",
			"several processes refuse each other's cursors", "set the same value of at least 32 characters for all processes"))
	}
	client, err := redisdb.Open(c.Redis.URL.Reveal())
	if err != nil {
		return append(findings,
			failure("redis", "redis.url is "+err.Error(), "emcp does not start", "write redis.url in that form"))
	}
	defer client.Close()
	policy, err := redisdb.EvictionPolicy(ctx, client)
	switch {
	case err != nil:
		return append(findings, failure("redis", err.Error(),
			"calls with an idempotency key get 503, and each process counts requests by itself",
			"check that Redis runs, and that redis.url has its address and password"))
	case policy != "noeviction":
		return append(findings, warning("redis", "maxmemory-policy is "+policy,
			"when memory is short, Redis drops idempotency keys, and repeated calls run again",
			"set maxmemory-policy to noeviction"))
	}
	return append(findings, ok("redis", "answers, and drops nothing early (maxmemory-policy noeviction)"))
}
