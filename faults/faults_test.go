//go:build faults

package faults_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
)

// stage is a gateway with proxies on all sides and a load.
type stage struct {
	*site
	redis                            *testdb.Redis
	gateway                          *gateway
	toDatabase, toRedis, fromClients *proxy
	load                             *load
}

// newStage sets up a gateway, which start starts with a configuration, over a site and a Redis
// that others have used before.
func newStage(t *testing.T, s *site, redis *testdb.Redis, start func(testing.TB, string) *gateway) *stage {
	t.Helper()
	g := &stage{site: s, redis: redis, toDatabase: startProxy(t, s.Server.Addr), toRedis: startProxy(t, redis.Addr)}
	g.gateway = start(t, s.configuration(g.toDatabase.addr, g.toRedis.addr))
	g.fromClients = startProxy(t, g.gateway.addr)
	g.load = newLoad(t, g.gateway, g.fromClients.addr)
	return g
}

// killConnections ends all connections of emcp on the database.
func (g *stage) killConnections(t *testing.T) {
	for _, id := range g.ids(t) {
		_, _ = g.DB.ExecContext(t.Context(), fmt.Sprintf("KILL %d", id)) // it may have ended meanwhile
	}
}

// limitConnections sets how many connections emcp's account may have; 0 is any number.
func (g *stage) limitConnections(t *testing.T, n int) {
	g.exec(t, fmt.Sprintf("GRANT USAGE ON *.* TO '%s'@'127.0.0.1' WITH MAX_USER_CONNECTIONS %d", g.config.User, n))
}

// setRedis changes settings of the Redis server.
func (g *stage) setRedis(t *testing.T, settings ...string) {
	t.Helper()
	client := testredis.Open(t, g.redis.URL) // not through the proxy
	for i := 0; i < len(settings); i += 2 {
		if err := client.ConfigSet(context.Background(), settings[i], settings[i+1]).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// forgotten returns how many keys the Redis server has dropped to have memory for others.
func (g *stage) forgotten(t *testing.T) (n int) {
	t.Helper()
	stats, err := testredis.Open(t, g.redis.URL).Info(context.Background(), "stats").Result()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(stats, "evicted_keys:")
	_, _ = fmt.Sscan(rest, &n)
	return n
}

// through is a fault of a proxy.
func through(which func(*stage) *proxy, w quality) func(*testing.T, *stage) func() {
	return func(_ *testing.T, g *stage) func() {
		which(g).set(w)
		return func() { which(g).set(quality{}) }
	}
}

func toDatabase(g *stage) *proxy  { return g.toDatabase }
func toRedis(g *stage) *proxy     { return g.toRedis }
func fromClients(g *stage) *proxy { return g.fromClients }

// Ways in which calls may fail.
var (
	database = []string{"database_unavailable", "query_timeout", "unavailable"}
	keys     = []string{"unavailable", "idempotency_in_progress"}
	line     = []string{broken, "idempotency_in_progress"}
)

// fault is what is done to a gateway under load.
type fault struct {
	name    string
	begin   func(t *testing.T, g *stage) (end func())
	lasts   time.Duration
	allowed []string // codes of errors
	late    bool     // the connection to the client is slow, so that times of calls say nothing
}

var faults = []fault{
	{"database killed", func(t *testing.T, g *stage) func() {
		g.Server.Kill()
		return func() { g.Server.Start(t) }
	}, time.Second, database, false},
	{"database frozen", func(t *testing.T, g *stage) func() {
		g.Server.Freeze(t)
		return func() { g.Server.Thaw(t) }
	}, 3 * time.Second, database, false},
	{
		"documents locked", func(t *testing.T, g *stage) func() { return g.Lock(t, "evo_site_content") }, 3 * time.Second,
		database, false,
	},
	{"connections killed", func(t *testing.T, g *stage) func() {
		g.killConnections(t)
		return func() {}
	}, time.Millisecond, database, false},
	{"account starved", func(t *testing.T, g *stage) func() {
		g.limitConnections(t, 1)
		g.killConnections(t)
		return func() { g.limitConnections(t, 0) }
	}, 2 * time.Second, database, false},
	{"database far away", through(toDatabase, quality{delay: 30 * time.Millisecond}), 2 * time.Second, database, false},
	{"answers of the database cut", through(toDatabase, quality{cut: 20_000}), 2 * time.Second, database, false},
	{"database silent", through(toDatabase, quality{silent: true}), 3 * time.Second, database, false},
	{
		"answers of the database dribble", through(toDatabase, quality{perByte: time.Millisecond}), 3 * time.Second, database,
		false,
	},

	{"Redis killed", func(t *testing.T, g *stage) func() {
		g.redis.Kill()
		return func() { g.redis.Start(t) }
	}, 2 * time.Second, keys, false},
	{"Redis frozen", func(t *testing.T, g *stage) func() {
		g.redis.Freeze(t)
		return func() { g.redis.Thaw(t) }
	}, 3 * time.Second, keys, false},
	{"Redis full, forgetting", func(t *testing.T, g *stage) func() {
		g.setRedis(t, "maxmemory-policy", "allkeys-lru", "maxmemory", "1500kb")
		return func() {
			if g.forgotten(t) == 0 {
				t.Error("Redis has not forgotten anything")
			}
			g.setRedis(t, "maxmemory", "0")
		}
	}, 2 * time.Second, keys, false},
	{"Redis full, refusing", func(t *testing.T, g *stage) func() {
		g.setRedis(t, "maxmemory-policy", "noeviction", "maxmemory", "1")
		return func() { g.setRedis(t, "maxmemory", "0") }
	}, 2 * time.Second, keys, false},
	{"Redis far away", through(toRedis, quality{delay: 20 * time.Millisecond}), 2 * time.Second, keys, false},
	{"answers of Redis cut", through(toRedis, quality{cut: 2000}), 2 * time.Second, keys, false},
	{"Redis silent", through(toRedis, quality{silent: true}), 3 * time.Second, keys, false},
	{"answers of Redis dribble", through(toRedis, quality{perByte: 5 * time.Millisecond}), 2 * time.Second, keys, false},

	{"clients far away", through(fromClients, quality{delay: 30 * time.Millisecond}), 2 * time.Second, line, true},
	{"answers to clients cut", through(fromClients, quality{cut: 20_000}), 2 * time.Second, line, true},
	{"line to clients silent", through(fromClients, quality{silent: true}), 2 * time.Second, line, true},
	{"answers to clients dribble", through(fromClients, quality{perByte: time.Millisecond}), 2 * time.Second, line, true},
}

// TestFaults has a load of calls whose answers are known, and one fault after the other.
func TestFaults(t *testing.T) {
	s, redis := newSite(t), testdb.StartRedis(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			g := newStage(t, s, redis, startGateway)
			g.load.start()
			g.runFault(t, f)
			g.load.halt()
		})
	}
}

// runFault causes a fault under load, and checks the answers that callers got.
func (g *stage) runFault(t *testing.T, f fault) {
	t.Helper()
	g.load.awaitCalm()
	fallen := time.Now()
	end := f.begin(t, g)
	watching, stopWatching := context.WithCancel(context.Background())
	watched := make(chan error)
	go func() { watched <- g.watch(watching) }()
	time.Sleep(f.lasts)
	end()
	took := g.load.awaitRecovery(time.Now())
	stopWatching()
	if err := <-watched; err != nil {
		t.Error(err)
	}
	during := g.load.since(fallen)
	counts := g.load.expectCodes(during, f.allowed)
	longest := "not limited"
	if !f.late {
		longest = g.load.expectLimits(during).Round(time.Millisecond).String()
	}
	t.Logf("%s: %v, longest %s, recovery %s", f.name, counts, longest, took.Round(time.Millisecond))
}

// watch looks for statements of emcp that are still there a second after their limit. While the database does not
// answer, it sees nothing; a moment after it has been frozen its own time limits have not yet struck.
func (g *stage) watch(ctx context.Context) error {
	seen := map[int64]time.Time{} // statements that are over, since when they are seen
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(50 * time.Millisecond):
		}
		limited, cancel := context.WithTimeout(ctx, time.Second)
		found, err := g.statements(limited)
		cancel()
		if err != nil {
			clear(seen)
			continue
		}
		for _, s := range found {
			if s.age <= callTime {
				delete(seen, s.id)
				continue
			}
			if seen[s.id].IsZero() {
				seen[s.id] = time.Now()
			}
			if time.Since(seen[s.id]) > gone {
				return fmt.Errorf("a statement runs for %s: %.200s", s.age, s.text)
			}
		}
	}
}
