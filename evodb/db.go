package evodb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"emcp/internal/tracing"
)

// Options say how to reach a site's database.
type Options struct {
	DSN              string        // in the form of go-sql-driver/mysql; must name a database
	Prefix           string        // of the table names; empty: emcp finds it
	MaxOpenConns     int           // most connections to the database
	StatementTimeout time.Duration // time limit of a statement on the server, at least 1 ms
	Comments         bool          // whether statements have the trace id of their request in a comment
	// HidesTV says which template variables the owner hides from visitors, by their names. nil: none.
	HidesTV func(name string) bool
	// CheckAccount judges the lines of SHOW GRANTS whenever the schema is read. While it returns an error, all calls
	// fail. nil accepts any account.
	CheckAccount func(grants []string) error
}

// DB is one site's database. It is safe for concurrent use, and reconnects by itself when the server is back.
type DB struct {
	name    string
	pool    *sql.DB
	turns   turns   // a turn for each connection of the pool
	side    *sql.DB // connections beside the pool, to ping and to end statements
	options Options
	closed  context.Context // ends with Close
	cancel  context.CancelFunc

	pinging singleflight.Group
	loading singleflight.Group

	mu         sync.Mutex // guards the following fields
	schema     *Schema
	templating *Templating
	stamp      uint64
	stamped    *Templating // the reading of chunks and settings that stamp is of
	refreshes  uint64
	refreshed  time.Time // of the last refresh: what was read before it is read again
}

// Refresh makes later calls read the schema, the chunks and the settings again.
func (db *DB) Refresh() {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.refreshes++
	db.refreshed = time.Now()
}

// Refreshes returns how often Refresh was called. What others keep of the site is valid for one such number.
func (db *DB) Refreshes() uint64 {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.refreshes
}

// shared runs a reading of the site under a span of that name. All waiting calls share the reading, so it does not end
// with the first of them.
func shared[T any](
	ctx context.Context, db *DB, name string, read func(context.Context) (T, error),
) (known T, err error) {
	result := db.loading.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.options.StatementTimeout)
		defer cancel()
		ctx, span := tracing.Start(ctx, name)
		read, err := read(ctx)
		span.End(err)
		return read, err
	})
	select {
	case <-ctx.Done():
		return known, faultOf(ctx.Err(), acquiring)
	case r := <-result:
		if r.Err != nil {
			return known, r.Err
		}
		return r.Val.(T), nil
	}
}

// maxLifetime is how long the pool keeps a connection, so that a server behind a proxy can be drained.
const maxLifetime = 10 * time.Minute

// maxDialTime bounds one attempt to connect.
const maxDialTime = 2 * time.Second

// sideConns are one connection for pings, which run one at a time, and one to end statements.
const sideConns = 2

// Open prepares the pool without connecting. A database that is down at start is an error only of the calls that need
// it. Open's own errors are errors in o.
func Open(o Options) (*DB, error) { return open(o, o.StatementTimeout) }

// open is like Open, with another time limit for statements on the server.
func open(o Options, limit time.Duration) (*DB, error) {
	config, err := parseDSN(o.DSN)
	if err != nil {
		return nil, err
	}
	config.InterpolateParams = true // one round trip per statement instead of three
	config.MultiStatements = false
	config.ParseTime = false
	// they would give up statements that still run; contexts end statements instead
	config.ReadTimeout, config.WriteTimeout = 0, 0
	config.Logger = discard{} // faults carry the driver's messages to the log
	if err := config.Apply(mysql.Charset("utf8mb4", "")); err != nil {
		return nil, err
	}
	driverConnector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	timed := func(c driver.Connector) driver.Connector {
		return &timedConnector{c, min(o.StatementTimeout, maxDialTime)}
	}
	db := &DB{
		name:    config.Net + "(" + config.Addr + ")/" + config.DBName + "/" + o.Prefix,
		pool:    sql.OpenDB(timed(&connector{driverConnector, limit})),
		turns:   turns{free: semaphore.NewWeighted(int64(o.MaxOpenConns))},
		side:    sql.OpenDB(timed(&connector{driverConnector, limit})),
		options: o,
	}
	db.closed, db.cancel = context.WithCancel(context.Background())
	db.pool.SetMaxOpenConns(o.MaxOpenConns)
	db.pool.SetMaxIdleConns(o.MaxOpenConns)
	db.pool.SetConnMaxIdleTime(maxIdleTime)
	db.pool.SetConnMaxLifetime(maxLifetime)
	db.side.SetMaxOpenConns(sideConns)
	db.side.SetMaxIdleConns(sideConns)
	db.side.SetConnMaxIdleTime(maxIdleTime)
	return db, nil
}

// Name identifies the site, without user or password.
func (db *DB) Name() string { return db.name }

// Stats describe the use of a pool of connections.
type Stats = sql.DBStats

// Stats returns how the connections for statements are used.
func (db *DB) Stats() Stats {
	stats := db.pool.Stats()
	stats.WaitCount, stats.WaitDuration = db.turns.waits.Load(), time.Duration(db.turns.waited.Load())
	return stats
}

// Close ends all connections.
func (db *DB) Close() error {
	db.cancel()
	return errors.Join(db.pool.Close(), db.side.Close())
}

// pingTime bounds a ping.
const pingTime = time.Second

// Ping reports whether the database answers, even while calls have all connections. The error is a fault. Simultaneous
// callers share one ping, so that many probes cost the database almost nothing.
func (db *DB) Ping(ctx context.Context) error {
	result := db.pinging.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTime)
		defer cancel()
		return nil, db.side.PingContext(ctx)
	})
	select {
	case <-ctx.Done():
		return faultOf(ctx.Err(), acquiring)
	case r := <-result:
		return faultOf(r.Err, acquiring)
	}
}

// Query runs a statement and calls each for every row. If ctx ends first, or each returns an error, the statement is
// also ended on the server. Errors are faults, except that an error of each is returned unchanged.
func (db *DB) Query(ctx context.Context, s Statement, each func(Scan) error) (err error) {
	ctx, span := startStatement(ctx, s)
	defer func() { span.End(err) }()
	if err := db.turns.take(ctx); err != nil {
		return err
	}
	var rest *leftover
	defer func() {
		if rest == nil {
			db.turns.giveBack()
			return
		}
		go func() { // callers do not wait for that
			defer db.turns.giveBack()
			rest.end(db.closed, db.side)
		}()
	}()
	rest, err = db.run(ctx, span, s, each)
	return err
}

// run does the work of Query for a caller that has a turn. It also returns the statement that
// may still run on the server.
func (db *DB) run(
	ctx context.Context, span tracing.Span, s Statement, each func(Scan) error,
) (rest *leftover, err error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, faultOf(err, acquiring)
	}
	defer conn.Close()
	span.Event("connected")
	if db.options.Comments {
		s.SQL = comment(ctx) + s.SQL
	}
	taken := conn.Raw(func(c any) error {
		rest, err = c.(*session).query(ctx, s, each)
		if rest != nil {
			return driver.ErrBadConn // closes the connection: a KILL must not meet its next statement
		}
		return nil
	})
	if taken != nil && rest == nil {
		return nil, faultOf(taken, acquiring)
	}
	return rest, err
}

// discard drops the log messages of the driver.
type discard struct{}

func (discard) Print(...any) {}
