// Package server is the way of a request from the wire to a tool and back: the HTTP routes with their middleware, the
// same for stdio, and between both and mcp-go the JSON-RPC edge.
package server

import (
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
	"time"

	"emcp/config"
	"emcp/evodb"
	"emcp/idempotency"
	"emcp/identity"
	"emcp/internal/redisdb"
	"emcp/metrics"
	"emcp/ratelimit"
	"emcp/toolset"
	"emcp/tracing"
)

// Server answers MCP for all servers of a configuration.
type Server struct {
	config    *config.Config
	log       *slog.Logger
	audit     *slog.Logger
	tls       *tls.Config // nil: plain HTTP
	sites     map[string]*evodb.DB
	lookups   map[string]*evodb.DB // by site, for tokens
	endpoints map[string]*endpoint
	gate      identity.Gate
	redis     *redisdb.Client // nil: this process is the only one
	limiter   ratelimit.Limiter
	keys      idempotency.Store
	watches   map[string]*watch // by site
	sessions  *sessions
	metrics   *metrics.Metrics
	tracer    *tracing.Tracer

	streamTimes streamTimes
	stop        context.CancelFunc
	draining    context.Context // until emcp is about to end
	drain       context.CancelFunc
}

// New prepares everything without connecting to anything; its errors are mistakes of the configuration. version is
// that of the program, as initialize shows it. A line for every request goes to audit.
func New(c *config.Config, version string, log, audit *slog.Logger) (_ *Server, err error) {
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		config: c, log: log, audit: audit, stop: stop,
		sites: map[string]*evodb.DB{}, lookups: map[string]*evodb.DB{}, endpoints: map[string]*endpoint{}, watches: map[string]*watch{}, sessions: newSessions(),
		streamTimes: defaultStreamTimes,
	}
	s.draining, s.drain = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.tls, err = tlsConfig(c.TLS, log); err != nil {
		return nil, err
	}
	if err := s.openTracer(c.Tracing, version); err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	for name, site := range c.Sites {
		db, err := evodb.Open(evodb.Options{
			DSN: site.DSN.Reveal(), Prefix: site.TablePrefix,
			MaxOpenConns: site.MaxOpenConns, StatementTimeout: site.StatementTimeout, Comments: c.Tracing.SQLComments,
			Admit: admission(site),
		})
		if err != nil {
			return nil, fmt.Errorf("sites.%s.dsn: %w", name, err)
		}
		s.sites[name] = db
		s.watches[name] = newWatch(ctx, db, site.StatementTimeout, log)
	}
	cursorKey, answers := cursorKey(c.Security), toolset.NewAnswers(c.Cache.TTL, c.Cache.MaxBytes)
	for _, server := range c.Servers {
		l := server.Limits
		tools := toolset.New(s.sites[server.Site], toolset.Options{
			ListLimit: l.ListLimit, ContentOffset: l.ContentOffset, ModelOffset: l.ModelOffset,
			Depth: l.Depth, ResultTokens: l.ResultTokens, ResultBytes: l.ResultBytes, CursorKey: cursorKey, Models: server.Models, Deny: server.Deny,
			BaseURL: c.Sites[server.Site].BaseURL, ChatGPT: server.ChatGPT, Answers: answers,
		})
		s.endpoints[server.Handle] = newEndpoint(server, version, tools, s.watches[server.Site], c.Sites[server.Site].StatementTimeout, log)
	}
	if err := s.openGate(ctx); err != nil {
		return nil, err
	}
	if err := s.openStores(); err != nil {
		return nil, err
	}
	s.openMetrics(version, answers)
	return s, nil
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

// lookupConns is how many connections a site gives to the lookup of tokens. They are not those of calls, so that slow
// calls of one caller do not lock out the others.
const lookupConns = 2

// openGate prepares who finds the callers over HTTP.
func (s *Server) openGate(ctx context.Context) error {
	auth := s.config.Auth
	s.gate = identity.Gate{Open: auth.Open}
	if auth.Tokens != nil {
		s.gate.Kinds = append(s.gate.Kinds, auth.Tokens)
	}
	if auth.JWT != nil {
		kind, err := identity.NewJWT(ctx, *auth.JWT)
		if err != nil {
			return fmt.Errorf("auth.jwt: %w", err)
		}
		s.gate.Kinds = append(s.gate.Kinds, kind)
	}
	if auth.Personal == nil {
		return nil
	}
	sites := map[string]*identity.PersonalTokens{}
	for name, site := range s.config.Sites {
		db, err := evodb.Open(evodb.Options{
			DSN: site.DSN.Reveal(), Prefix: site.TablePrefix, MaxOpenConns: lookupConns, StatementTimeout: identity.LookupTime,
			Comments: s.config.Tracing.SQLComments,
			Admit:    admission(site),
		})
		if err != nil {
			return fmt.Errorf("sites.%s.dsn: %w", name, err)
		}
		s.lookups[name] = db
		sites[name] = identity.NewPersonalTokens(name, db, *auth.Personal)
	}
	kind := identity.ByServer{"": sites[s.config.Servers[0].Site]}
	for _, server := range s.config.Servers {
		kind[server.Handle] = sites[server.Site]
	}
	s.gate.Kinds = append(s.gate.Kinds, kind)
	return nil
}

// leaseMargin is how much longer than a call the claim on its key lasts.
const leaseMargin = 10 * time.Second

// openStores prepares what several processes share through Redis, if there is one.
func (s *Server) openStores() (err error) {
	times := idempotency.Times{Lease: s.longestCall() + leaseMargin, Keep: s.config.Idempotency.TTL}
	if s.config.Redis.URL == "" {
		s.limiter, s.keys = ratelimit.NewMemory(), idempotency.NewMemory(times)
		return nil
	}
	if s.redis, err = redisdb.Open(s.config.Redis.URL.Reveal()); err != nil {
		return fmt.Errorf("redis.url: %w", err)
	}
	prefix := s.installation()
	s.limiter, s.keys = ratelimit.NewRedis(s.redis, prefix, s.log), idempotency.NewRedis(s.redis, prefix, times)
	return nil
}

// installation returns what the keys in Redis begin with: the same for processes over the same sites, so that other
// installations can use the same Redis.
func (s *Server) installation() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(s.sites)) {
		_, _ = fmt.Fprintf(h, "%q %q\n", name, s.sites[name].Name())
	}
	return "emcp:" + hex.EncodeToString(h.Sum(nil)[:8]) + ":"
}

// longestCall returns how long a call can take.
func (s *Server) longestCall() time.Duration {
	longest := time.Duration(0)
	for _, site := range s.config.Sites {
		longest = max(longest, site.StatementTimeout)
	}
	return longest
}

// Close ends the connections to all sites and to Redis.
func (s *Server) Close() error {
	s.stop()
	for _, w := range s.watches {
		w.running.Wait()
	}
	var errs []error
	for _, databases := range []map[string]*evodb.DB{s.lookups, s.sites} {
		for _, db := range databases {
			errs = append(errs, db.Close())
		}
	}
	if s.redis != nil {
		errs = append(errs, s.redis.Close())
	}
	if s.tracer != nil {
		errs = append(errs, s.tracer.Close())
	}
	return errors.Join(errs...)
}

// Ready reports whether every site's database answers; the error is a fault.
func (s *Server) Ready(ctx context.Context) error {
	for _, db := range s.sites {
		if err := db.Ping(ctx); err != nil {
			return err
		}
	}
	return nil
}
