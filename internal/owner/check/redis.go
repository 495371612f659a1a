package check

import (
	"context"

	"emcp/config"
	"emcp/internal/redisdb"
)

// redis looks at what several processes share.
func redis(ctx context.Context, c *config.Config) []Finding {
	if c.Redis.URL == "" {
		return nil
	}
	var findings []Finding
	if c.Security.CursorKey == "" {
		findings = append(findings, warning("security.cursor_key", "is not set, although redis is",
			"several processes, which redis is for, refuse each other's cursors", "set the same 32 characters or more for all of them"))
	}
	client, err := redisdb.Open(c.Redis.URL.Reveal())
	if err != nil {
		return append(findings, failure("redis", "redis.url is "+err.Error(), "emcp does not start", "write redis.url in that form"))
	}
	defer client.Close()
	policy, err := redisdb.EvictionPolicy(ctx, client)
	switch {
	case err != nil:
		return append(findings, failure("redis", err.Error(),
			"calls with an idempotency key get 503, and every process counts requests for itself", "see that Redis runs, and that redis.url has its address and password"))
	case policy != "noeviction":
		return append(findings, warning("redis", "maxmemory-policy is "+policy,
			"when memory is short, Redis forgets idempotency keys, and calls that are repeated run again", "set maxmemory-policy to noeviction"))
	}
	return append(findings, ok("redis", "answers, and forgets nothing before its time (maxmemory-policy noeviction)"))
}
