package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"emcp/internal/redisdb"
)

// Finding is what Check has found out about one thing.
type Finding struct {
	Subject string
	Text    string // what is in order
	Warning string // what can go wrong, and what to do; empty where nothing can
	Err     error  // what is wrong: a fault whose cause says it, or a text for the owner
}

// Check looks at every site as a call would, and at Redis.
func (s *Server) Check(ctx context.Context) []Finding {
	var findings []Finding
	for _, name := range slices.Sorted(maps.Keys(s.sites)) {
		f := Finding{Subject: "sites." + name}
		schema, err := s.sites[name].Schema(ctx)
		if err != nil {
			f.Err = err
		} else {
			f.Text = fmt.Sprintf("database answers, table prefix %q, %d template variables", schema.Prefix, len(schema.TVNames()))
		}
		if err == nil && s.config.Auth.Personal != nil && !schema.HasTable("emcp_tokens") {
			f.Warning = "auth.modes has pat, but the site has no table emcp_tokens: install the PHP package eMCP, or take pat out"
		}
		findings = append(findings, f)
	}
	if s.redis != nil {
		findings = append(findings, s.checkRedis(ctx))
	}
	if s.redis != nil && s.config.Security.CursorKey == "" {
		findings = append(findings, Finding{
			Subject: "security.cursor_key",
			Warning: "is not set: several processes, which redis is for, refuse each other's cursors; set the same 32 characters or more for all",
		})
	}
	return findings
}

// checkRedis finds out whether Redis answers, and whether it may forget keys before their time.
func (s *Server) checkRedis(ctx context.Context) Finding {
	f := Finding{Subject: "redis"}
	policy, err := redisdb.EvictionPolicy(ctx, s.redis)
	switch {
	case err != nil:
		f.Err = errors.Join(errors.New("no answer from Redis: calls with an idempotency key get 503, and every process counts requests for itself; check redis.url"), err)
	case policy != "noeviction":
		f.Warning = fmt.Sprintf("maxmemory-policy is %s: when memory is short, Redis forgets idempotency keys, and calls that are repeated run again; set it to noeviction", policy)
	default:
		f.Text = "answers, maxmemory-policy noeviction"
	}
	return f
}
