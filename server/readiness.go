package server

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"emcp/config"
	"emcp/internal/fault"
	"emcp/internal/redisdb"
)

const (
	// readyTime bounds a check of the databases.
	readyTime = time.Second
	// readyChecks is the number of databases that are checked at a time.
	readyChecks = 32
)

// ready reports whether the database of one of the sites answers and has the site. One of several sites is enough: a
// dead one must not take the others out of a load balancer. The site that answered last is asked first and alone, so
// that probes keep no connections to the others open. The error is the fault of a site.
func (b *base) ready(ctx context.Context, sites map[string]config.Site) error {
	names := slices.Sorted(maps.Keys(sites))
	if last := b.lastReady.Load(); last != nil && len(names) > 1 && slices.Contains(names, *last) {
		first, cancel := context.WithTimeout(ctx, readyTime/2)
		defer cancel()
		if b.sites[*last].Ready(first) == nil {
			return nil
		}
	}
	found, cancel := context.WithCancel(ctx)
	defer cancel()
	answers, failed := false, fault.From(context.DeadlineExceeded)
	b.checkSites(found, names, func(name string, err error) {
		if err != nil {
			failed = fault.From(err)
			return
		}
		answers = true
		b.lastReady.Store(&name)
		cancel()
	})
	if answers {
		return nil
	}
	return failed
}

// warnOfDatabases logs which databases do not answer or have no site. Otherwise nobody would know before the first
// call. It takes at most readyTime; databases that it has not asked by then are not reported.
func (b *base) warnOfDatabases(ctx context.Context, sites map[string]config.Site) {
	asking, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	b.checkSites(asking, slices.Sorted(maps.Keys(sites)), func(name string, err error) {
		if err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "calls fail until the database works; emcp check reports what is wrong", "site", name,
				"error", err)
		}
	})
}

// checkSites checks databases, several at a time, until the context ends. It calls each with every result, one after
// another.
func (b *base) checkSites(ctx context.Context, names []string, each func(name string, err error)) {
	var asking errgroup.Group
	asking.SetLimit(readyChecks)
	var turn sync.Mutex
	for _, name := range names {
		asking.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			err := b.sites[name].Ready(ctx)
			turn.Lock()
			defer turn.Unlock()
			each(name, err)
			return nil
		})
	}
	_ = asking.Wait() // of functions that return no errors
}

// warnOfRedis writes a line if Redis is configured and does not answer.
func (b *base) warnOfRedis(ctx context.Context) {
	if b.redis != nil && !redisdb.Up(ctx, b.redis) {
		b.log.WarnContext(ctx,
			"Redis does not answer; until it does, calls with an idempotency key fail, nobody can sign in at emcp, and each"+
				" process counts requests by itself; see that it runs and that redis.url is right")
	}
}
