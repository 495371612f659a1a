package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"emcp/internal/ratelimit"
	"emcp/mcp/method"
)

// count counts a message of the caller, whatever its method.
func (s *Service) count(ctx context.Context, r Request, e *endpoint) error {
	if r.Uncounted {
		return nil
	}
	key := "caller:" + r.callerKey()
	if e.OwnRate {
		key = "server:" + e.Handle + ":" + key
	}
	return ratelimit.Check(ctx, s.limiter, key, e.PerMinute)
}

// countSession counts a call of a session, where calls of its caller are counted. Sessions have limits below that of
// their caller, so that one user of a platform does not use up what is for all.
func (s *Service) countSession(ctx context.Context, r Request, e *endpoint, m method.Message) error {
	if m.Envelope.Session == "" || r.Uncounted || e.PerMinute == 0 {
		return nil
	}
	limit := e.sessionLimits[e.Tools.Canonical(m.Tool)]
	if limit.PerSecond == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(m.Envelope.Session)) // keys of the same length, whatever the client sends
	key := "session:" + e.Handle + ":" + limit.Class + ":" + r.callerKey() + ":" + hex.EncodeToString(sum[:16])
	return ratelimit.CheckSession(ctx, s.limiter, key, limit.PerSecond)
}
