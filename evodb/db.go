// Package evodb is the site's database: a small read-only pool, the schema found by looking, and statements run under
// a time limit. The driver and its errors stay in here; what goes wrong comes out as a fault.
package evodb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"
	"golang.org/x/sync/singleflight"
)

// Statement is SQL with a placeholder for every value, and the values.
type Statement struct {
	SQL  string
	Args []any
}

// Options say how a site's database is reached.
type Options struct {
	DSN              string        // of go-sql-driver/mysql; must name a database
	Prefix           string        // of the table names; empty: found by itself
	MaxOpenConns     int           // upper bound of connections to the database
	StatementTimeout time.Duration // limit of one statement on the server, at least 1 ms
	Comments         bool          // statements of a request say its trace id in a comment
	// Admit judges the lines of SHOW GRANTS, with every reading of the schema. Its error refuses the account, so that no call
	// is answered; nil takes any.
	Admit func(grants []string) error
}

// DB is one site's database. It is safe for concurrent use and heals by itself when the server was away.
type DB struct {
	name    string
	pool    *sql.DB
	side    *sql.DB // one connection beside the pool, to ping and to end statements
	options Options

	loading singleflight.Group
	mu      sync.Mutex // guards schema
	schema  *Schema
}

// Pool settings that keep the load on the site small: idle connections are given back after a minute, and none lives
// longer than ten, so that a server behind a proxy can be drained.
const (
	maxIdleTime = time.Minute
	maxLifetime = 10 * time.Minute
)

// maxDialTime bounds one attempt to connect.
const maxDialTime = 2 * time.Second

// Open prepares the pool without connecting: a database that is down at start is an error of the calls that need it.
// Its own errors are mistakes in o.
func Open(o Options) (*DB, error) { return open(o, o.StatementTimeout) }

// open is Open with another limit of statements on the server.
func open(o Options, limit time.Duration) (*DB, error) {
	config, err := parseDSN(o.DSN)
	if err != nil {
		return nil, err
	}
	config.Timeout = min(o.StatementTimeout, maxDialTime)
	config.InterpolateParams = true // one round trip a statement instead of three
	config.MultiStatements = false
	config.ParseTime = false
	config.Logger = discard{} // faults carry the driver's words to the log
	if err := config.Apply(mysql.Charset("utf8mb4", "")); err != nil {
		return nil, err
	}
	driverConnector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := &DB{
		name:    config.Net + "(" + config.Addr + ")/" + config.DBName + "/" + o.Prefix,
		pool:    sql.OpenDB(&connector{driverConnector, limit}),
		side:    sql.OpenDB(driverConnector),
		options: o,
	}
	db.pool.SetMaxOpenConns(o.MaxOpenConns)
	db.pool.SetMaxIdleConns(o.MaxOpenConns)
	db.pool.SetConnMaxIdleTime(maxIdleTime)
	db.pool.SetConnMaxLifetime(maxLifetime)
	db.side.SetMaxOpenConns(1)
	db.side.SetConnMaxIdleTime(maxIdleTime)
	return db, nil
}

// Name tells the site apart from others, without a user or password.
func (db *DB) Name() string { return db.name }

// Stats are figures of a pool of connections.
type Stats = sql.DBStats

// Stats returns how the connections for statements are used.
func (db *DB) Stats() Stats { return db.pool.Stats() }

// Close ends all connections.
func (db *DB) Close() error { return errors.Join(db.pool.Close(), db.side.Close()) }

// Ping reports whether the database answers, also while calls have all connections; the error is a fault.
func (db *DB) Ping(ctx context.Context) error {
	return faultOf(db.side.PingContext(ctx), acquiring)
}

// Scan reads the current row into dest, as sql.Rows.Scan does.
type Scan func(dest ...any) error

// Query runs a statement and calls each for every row. When ctx ends first, the statement is ended on the server too.
// Errors are faults; one from each is returned as it is.
func (db *DB) Query(ctx context.Context, s Statement, each func(Scan) error) (err error) {
	ctx, span := startStatement(ctx, s)
	defer func() { span.End(err) }()
	conn, err := db.pool.Conn(ctx)
	if err != nil {
		return faultOf(err, acquiring)
	}
	defer conn.Close()
	span.Event("connected")

	var id uint64
	if err := conn.Raw(func(c any) error { id = c.(*session).id; return nil }); err != nil {
		return faultOf(err, acquiring)
	}
	stop := context.AfterFunc(ctx, func() { db.kill(id) })
	defer func() {
		if !stop() {
			// The kill is on its way and must not meet the next statement of this connection.
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}()

	rows, err := conn.QueryContext(ctx, db.comment(ctx)+s.SQL, s.Args...)
	if err != nil {
		return faultOf(withEnd(ctx, err), running)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(discreet(rows.Scan)); err != nil {
			return err
		}
	}
	return faultOf(withEnd(ctx, rows.Err()), running)
}

// quotedValue is where database/sql quotes a value that does not fit, for example ([]uint8 ("abc") to a int64).
var quotedValue = regexp.MustCompile(`(?s)\(".*"\)`)

// discreet returns a Scan whose errors do not have the value in them: content has no place in a log.
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

// killTime bounds the attempt to end a statement whose caller is gone.
const killTime = time.Second

// kill ends what the connection runs: cancelling closes our end of it, but the server only notices when it writes.
// The connection's own user may always do this. An error means that there is nothing left to end.
func (db *DB) kill(connection uint64) {
	ctx, cancel := context.WithTimeout(context.Background(), killTime)
	defer cancel()
	_, _ = db.side.ExecContext(ctx, fmt.Sprintf("KILL %d", connection))
}

// discard drops what the driver would log.
type discard struct{}

func (discard) Print(...any) {}
