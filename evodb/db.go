// Package evodb is the site's database: a small read-only pool, the schema as found in the database, and statements with a time
// limit. The driver and its errors stay inside; errors leave the package as faults.
package evodb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"emcp/internal/tracing"
)

// Statement is SQL with a placeholder for every value, and the values.
type Statement struct {
	SQL  string
	Args []any
}

// Options say how to reach a site's database.
type Options struct {
	DSN              string        // of go-sql-driver/mysql; must name a database
	Prefix           string        // of the table names; empty: found by itself
	MaxOpenConns     int           // upper bound of connections to the database
	StatementTimeout time.Duration // limit of one statement on the server, at least 1 ms
	Comments         bool          // statements of a request say its trace id in a comment
	// CheckAccount judges the lines of SHOW GRANTS, with every reading of the schema. Its error refuses the account, so that no call
	// is answered; nil takes any.
	CheckAccount func(grants []string) error
}

// DB is one site's database. It is safe for concurrent use, and reconnects by itself after the server was away.
type DB struct {
	name    string
	pool    *sql.DB
	turns   *semaphore.Weighted // one for every connection of the pool, first come, first served
	waits   atomic.Int64        // statements that had no connection at once
	waited  atomic.Int64        // how long they have waited for one, in nanoseconds
	side    *sql.DB             // connections beside the pool, to ping and to end statements
	options Options
	closed  context.Context // ends with Close
	cancel  context.CancelFunc

	pinging singleflight.Group
	loading singleflight.Group

	mu         sync.Mutex // guards what follows
	schema     *Schema
	templating *Templating
}

// Pool settings that keep the load on the site small: idle connections close after a minute, and all after ten, so that a server
// behind a proxy can be drained.
const (
	maxIdleTime = time.Minute
	maxLifetime = 10 * time.Minute
)

// maxDialTime bounds one attempt to connect.
const maxDialTime = 2 * time.Second

// sideConns are one connection for pings, which run one at a time, and one to end statements.
const sideConns = 2

// Open prepares the pool without connecting: a database that is down at start is an error of the calls that need it. Its own
// errors are errors in o.
func Open(o Options) (*DB, error) { return open(o, o.StatementTimeout) }

// open is Open with another limit of statements on the server.
func open(o Options, limit time.Duration) (*DB, error) {
	config, err := parseDSN(o.DSN)
	if err != nil {
		return nil, err
	}
	config.InterpolateParams = true // one round trip a statement instead of three
	config.MultiStatements = false
	config.ParseTime = false
	config.ReadTimeout, config.WriteTimeout = 0, 0 // which would leave statements running that contexts end
	config.Logger = discard{}                      // faults carry the driver's words to the log
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
		turns:   semaphore.NewWeighted(int64(o.MaxOpenConns)),
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

// Stats are figures of a pool of connections.
type Stats = sql.DBStats

// Stats returns how the connections for statements are used.
func (db *DB) Stats() Stats {
	stats := db.pool.Stats()
	stats.WaitCount, stats.WaitDuration = db.waits.Load(), time.Duration(db.waited.Load())
	return stats
}

// Close ends all connections.
func (db *DB) Close() error {
	db.cancel()
	return errors.Join(db.pool.Close(), db.side.Close())
}

// pingTime bounds a ping.
const pingTime = time.Second

// Ping reports whether the database answers, also while calls have all connections; the error is a fault. Simultaneous callers
// share one ping, so that probes cost the database almost nothing, however many there are.
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

// Ready reports whether calls can be answered: the database answers, and has a site that emcp may read. The site is looked for
// only until it was found once, so that a busy pool does not make emcp unready. The error is a fault.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return err
	}
	db.mu.Lock()
	found := db.schema != nil
	db.mu.Unlock()
	if found {
		return nil
	}
	_, err := db.Schema(ctx)
	return err
}

// Scan reads the current row into dest, as sql.Rows.Scan does.
type Scan func(dest ...any) error

// Query runs a statement and calls each for every row. When ctx ends first, or each returns an error, the statement is ended on the
// server too. Errors are faults; one from each is returned as it is.
func (db *DB) Query(ctx context.Context, s Statement, each func(Scan) error) (err error) {
	ctx, span := startStatement(ctx, s)
	defer func() { span.End(err) }()
	if err := db.takeTurn(ctx); err != nil {
		return err
	}
	var rest *leftover
	defer func() {
		if rest == nil {
			db.turns.Release(1)
			return
		}
		go db.giveBack(*rest)
	}()
	rest, err = db.run(ctx, span, s, each)
	return err
}

// run is Query for a caller that has a turn. It returns what may be left of the statement on the server.
func (db *DB) run(ctx context.Context, span tracing.Span, s Statement, each func(Scan) error) (rest *leftover, err error) {
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return nil, faultOf(err, acquiring)
	}
	defer conn.Close()
	span.Event("connected")

	var id uint64
	if err := conn.Raw(func(c any) error { id = c.(*session).id; return nil }); err != nil {
		return nil, faultOf(err, acquiring)
	}
	statement, giveUp := context.WithCancel(ctx)
	defer giveUp()
	defer func() {
		if statement.Err() == nil {
			return
		}
		// The KILL must not meet the next statement of this connection.
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		rest = &leftover{connection: id, kill: true}
	}()

	rows, err := conn.QueryContext(statement, db.comment(ctx)+s.SQL, s.Args...)
	if err != nil {
		return lost(id, err), faultOf(withEnd(ctx, err), running)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(discreet(rows.Scan)); err != nil {
			giveUp() // else the driver would read the other rows, too
			return nil, err
		}
	}
	return lost(id, rows.Err()), faultOf(withEnd(ctx, rows.Err()), running)
}

// quotedValue is where database/sql quotes a value that does not fit, for example ([]uint8 ("abc") to a int64).
var quotedValue = regexp.MustCompile(`(?s)\(".*"\)`)

// discreet returns a Scan whose errors do not contain the value, because content does not belong into a log.
func discreet(scan Scan) Scan {
	return func(dest ...any) error {
		if err := scan(dest...); err != nil {
			return errors.New(quotedValue.ReplaceAllString(err.Error(), "(...)"))
		}
		return nil
	}
}

// withEnd adds to an error that the context has ended: what the driver then says, such as that the connection broke,
// is only how it came out.
func withEnd(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, ctx.Err())
}

// discard drops what the driver would log.
type discard struct{}

func (discard) Print(...any) {}
