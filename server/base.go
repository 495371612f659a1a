package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/idempotency"
	"emcp/internal/metrics"
	"emcp/internal/owner/grants"
	"emcp/internal/publicnet"
	"emcp/internal/quota"
	"emcp/internal/ratelimit"
	"emcp/internal/redisdb"
	"emcp/internal/state"
	"emcp/internal/tracing"
	"emcp/mcp/session"
	"emcp/mcp/watch"
	"emcp/middleware"
	"emcp/toolset"
	"emcp/toolset/find"
)

// base is what outlives a configuration: connections, sessions and counters. A front holds the rest; it refers to the
// base, which knows no front.
type base struct {
	started   *config.Config // the first configuration, to which the connections belong
	options   Options
	log       *slog.Logger
	audit     *audit.Lines
	tls       *tls.Config // nil: plain HTTP
	sites     map[string]*evodb.DB
	lookups   map[string]*evodb.DB // by site, for tokens
	redis     *redisdb.Client      // nil: this process is the only one
	limiter   ratelimit.Limiter
	strangers *middleware.Budget
	keys      idempotency.Store
	spent     quota.Counter      // tokens of tasks
	state     state.Store        // of the sign-in
	fetcher   *publicnet.Fetcher // of what clients publish about themselves
	cursors   []byte             // key that signs the cursors of lists
	answers   *toolset.Answers
	indexes   *find.Indexes           // of the texts of all sites
	watches   map[string]*watch.Watch // by site
	sessions  *session.Sessions
	changes   *session.Changes // of lists
	metrics   *metrics.Metrics
	tracer    *tracing.Tracer

	calls     calls                  // over HTTP, by callID
	lastReady atomic.Pointer[string] // name of the site that answered the last probe
	unready   rate.Sometimes         // logs that probes find the process not ready
	sockets   sync.WaitGroup         // connections over WebSocket
	running   context.Context        // until Close
	stop      context.CancelFunc
	draining  context.Context // until emcp is about to end
	drain     context.CancelFunc
}

// strangersBytes bounds the bodies of unauthenticated clients in memory. Forms of the sign-in have a few hundred bytes,
// so thousands of them fit at a time. Without a bound, 1,500 slow clients took 512 MB.
const strangersBytes = 8 << 20

// strangerBytes is what one address may take of it, so that it cannot keep the others from signing in.
const strangerBytes = 1 << 20

// maxAnswers bounds the results that are kept for Config.CacheTTL, in bytes.
const maxAnswers = 32 << 20

// newBase prepares what outlives the configuration c, without connecting to anything.
func newBase(c *config.Config, o Options) (_ *base, err error) {
	o.Streams = o.Streams.orDefaults()
	b := &base{
		started: c, options: o, log: o.Log, audit: audit.NewLines(o.Requests),
		sites: map[string]*evodb.DB{}, lookups: map[string]*evodb.DB{}, watches: map[string]*watch.Watch{},
		sessions: cmp.Or(o.Sessions, session.NewSessions(0)), changes: cmp.Or(o.Changes, session.NewChanges(0)),
		strangers: middleware.NewBudget(strangersBytes, strangerBytes),
		fetcher:   publicnet.NewFetcher(o.Fetcher),
		cursors:   cursorKey(c.Security), answers: toolset.NewAnswers(c.CacheTTL, maxAnswers),
		indexes: find.NewIndexes(find.Options{MaxBytes: c.SearchMemory}),
		unready: rate.Sometimes{First: 1, Interval: time.Minute},
	}
	b.running, b.stop = context.WithCancel(context.Background())
	b.draining, b.drain = context.WithCancel(b.running)
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if b.tls, err = tlsConfig(c.TLS, b.log); err != nil {
		return nil, err
	}
	if err := b.openTracer(c.Tracing); err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	if err := b.openSites(); err != nil {
		return nil, err
	}
	if err := b.openStores(); err != nil {
		return nil, err
	}
	b.openMetrics()
	return b, nil
}

// openTracer prepares the traces of requests.
func (b *base) openTracer(c config.Tracing) (err error) {
	headers := map[string]string{}
	for name, value := range c.Headers {
		headers[name] = value.Reveal()
	}
	b.tracer, err = tracing.New(tracing.Options{
		Endpoint: c.Endpoint, Headers: headers, SampleRatio: c.SampleRatio, Version: b.options.Version,
	}, b.log)
	return err
}

// lookupConns is the number of connections to a site that look up tokens. Calls have other connections, so that slow
// calls of one caller do not lock out the others.
const lookupConns = 2

// openSites prepares the connections to the databases of the sites.
func (b *base) openSites() (err error) {
	for name, site := range b.started.Sites {
		options := evodb.Options{
			DSN: site.DSN.Reveal(), Prefix: site.TablePrefix,
			MaxOpenConns: site.MaxOpenConns, StatementTimeout: site.StatementTimeout, Comments: b.started.Tracing.SQLComments,
			CheckAccount: accountCheck(site), HidesTV: site.HidesTV,
		}
		if b.sites[name], err = evodb.Open(options); err != nil {
			delete(b.sites, name)
			return fmt.Errorf("sites.%s.dsn: %w", name, err)
		}
		b.watches[name] = watch.New(b.running, b.sites[name], site.StatementTimeout, b.log, b.options.Clock)
		options.MaxOpenConns, options.StatementTimeout = lookupConns, auth.LookupTime
		if b.lookups[name], err = evodb.Open(options); err != nil {
			delete(b.lookups, name)
			return fmt.Errorf("sites.%s.dsn: %w", name, err)
		}
	}
	return nil
}

// accountCheck returns the check of a database account by the lines of SHOW GRANTS: it may only read the site, unless
// the owner allows more. The account is judged again whenever the schema is read, because grants change, and because a
// database can be down when emcp starts. A nil check accepts any account.
func accountCheck(site config.Site) func(lines []string) error {
	if site.AllowWideGrants {
		return nil
	}
	return func(lines []string) error {
		login, err := evodb.ParseLogin(site.DSN.Reveal())
		if err != nil {
			return err
		}
		return grants.Narrow(login.Database, lines)
	}
}

// cursorKey returns the secret that signs cursors: that of the configuration, or one of this process.
func cursorKey(c config.Security) []byte {
	if c.CursorKey != "" {
		return []byte(c.CursorKey.Reveal())
	}
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return key
}

// leaseMargin is how much longer than a call may take the claim on its idempotency key lasts.
const leaseMargin = 10 * time.Second

// openStores prepares the limiter and the idempotency keys, which several processes share through Redis if it is
// configured.
func (b *base) openStores() (err error) {
	times := idempotency.Times{Lease: leaseMargin, Keep: b.started.IdempotencyTTL}
	if b.started.Redis.URL == "" {
		b.limiter, b.keys, b.spent = ratelimit.NewMemory(), idempotency.NewMemory(times), quota.NewMemory()
		b.state = stateOf(b.started.StateDir)
		return nil
	}
	if b.redis, err = redisdb.OpenWaiting(b.started.Redis.URL.Reveal(), b.options.RedisTime); err != nil {
		return fmt.Errorf("redis.url: %w", err)
	}
	prefix := b.installation()
	b.limiter, b.keys = ratelimit.NewRedis(b.redis, prefix, b.log), idempotency.NewRedis(b.redis, prefix, times)
	b.spent, b.state = quota.NewRedis(b.redis, prefix, b.log), state.NewRedis(b.redis, prefix)
	return nil
}

// stateOf returns the store of a process that shares no store.
func stateOf(folder string) state.Store {
	if folder == "" {
		return state.NewMemory()
	}
	return state.NewFile(folder)
}

// installation returns the prefix of the keys in Redis. Processes of the same sites have the same prefix, and
// installations with other sites can use the same Redis.
func (b *base) installation() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(b.sites)) {
		_, _ = fmt.Fprintf(h, "%q %q\n", name, b.sites[name].Name())
	}
	return "emcp:" + hex.EncodeToString(h.Sum(nil)[:8]) + ":"
}

// longestCall returns how long a call can take. Upstreams and groups come and go with reloads, so the longest of their
// times counts.
func (b *base) longestCall() time.Duration {
	longest := max(config.MaxUpstreamTime, config.TaskTime)
	for _, site := range b.started.Sites {
		longest = max(longest, site.StatementTimeout)
	}
	return longest
}

// openMetrics prepares the metrics.
func (b *base) openMetrics() {
	sources := metrics.Sources{Version: b.options.Version, Redis: b.redis, Answers: b.answers,
		Indexed: b.indexes.Stats, Sessions: b.sessions.Tally}
	if b.redis != nil {
		sources.RedisErrors = redisdb.CountErrors(b.redis)
	}
	for _, name := range slices.Sorted(maps.Keys(b.sites)) {
		sources.Databases = append(sources.Databases, metrics.Database{Site: name, Use: metrics.UseCalls, DB: b.sites[name]})
		sources.Databases = append(sources.Databases,
			metrics.Database{Site: name, Use: metrics.UseTokens, DB: b.lookups[name]})
	}
	b.metrics = metrics.New(sources)
}

// close ends the connections to all sites and to Redis.
func (b *base) close() error {
	b.stop()
	b.sockets.Wait()
	for _, w := range b.watches {
		w.Wait()
	}
	var errs []error
	for _, databases := range []map[string]*evodb.DB{b.lookups, b.sites} {
		for _, db := range databases {
			errs = append(errs, db.Close())
		}
	}
	if b.state != nil {
		errs = append(errs, b.state.Close())
	}
	if b.redis != nil {
		errs = append(errs, b.redis.Close())
	}
	if b.tracer != nil {
		errs = append(errs, b.tracer.Close())
	}
	return errors.Join(errs...)
}
