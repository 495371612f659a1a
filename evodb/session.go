package evodb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// timedConnector opens connections within its own time limit. database/sql sometimes connects without a limit, and a
// server that is frozen or gone may never answer.
type timedConnector struct {
	driver.Connector
	limit time.Duration
}

// Connect opens a connection.
func (c *timedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	return c.Connector.Connect(ctx)
}

// connector opens connections with read-only sessions, whose statements the server itself limits in time.
type connector struct {
	driver.Connector
	statementTimeout time.Duration
}

// mysqlConn has the methods of the driver's connections that database/sql uses.
type mysqlConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// session is a connection and the id under which the server knows it.
type session struct {
	mysqlConn
	id int64
}

// Connect opens a connection and sets up its session.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{mysqlConn: opened.(mysqlConn)}
	if err := s.setUp(ctx, c.statementTimeout); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// serverIdleTime is the time after which the server ends an idle session. It is longer than the pool keeps a session,
// and much shorter than the server's default of 8 hours. So connections do not pile up if the server missed their end
// while the network was down.
const serverIdleTime = 4 * maxIdleTime

func (s *session) setUp(ctx context.Context, limit time.Duration) error {
	version, err := s.identify(ctx)
	if err != nil {
		return err
	}
	if _, err := s.ExecContext(ctx, "SET SESSION TRANSACTION READ ONLY", nil); err != nil {
		return err
	}
	if _, err := s.ExecContext(ctx, fmt.Sprintf("SET SESSION wait_timeout = %d", int(serverIdleTime.Seconds())),
		nil); err != nil {
		return err
	}
	set, err := limitStatement(version, limit)
	if err != nil || set == "" {
		return err
	}
	_, err = s.ExecContext(ctx, set, nil)
	return err
}

// identify asks for the connection's id and the server's version.
func (s *session) identify(ctx context.Context) (version string, err error) {
	err = s.read(ctx, Statement{SQL: "SELECT CONNECTION_ID(), VERSION()"},
		func(scan Scan) error { return scan(&s.id, &version) })
	return version, err
}

// query is DB.Query on this connection. It also returns the statement if it may still run on the server.
func (s *session) query(ctx context.Context, statement Statement, each func(Scan) error) (rest *leftover, err error) {
	reading, giveUp := context.WithCancel(ctx)
	defer giveUp()
	defer func() {
		if reading.Err() != nil {
			rest = &leftover{connection: s.id, kill: true}
		}
	}()
	var refused error
	err = s.read(reading, statement, func(scan Scan) error {
		if refused = each(scan); refused != nil {
			giveUp() // otherwise the driver would read the remaining rows, too
		}
		return refused
	})
	if refused != nil {
		return nil, refused
	}
	return lost(s.id, err), faultOf(withEnd(ctx, err), running)
}

// read runs a statement and calls each for every row. It asks the driver itself: a page has hundreds of values, and
// database/sql sets most of them by reflection, takes locks for each row, and starts a goroutine for each statement.
func (s *session) read(ctx context.Context, statement Statement, each func(Scan) error) error {
	args := make([]driver.NamedValue, len(statement.Args))
	for i, arg := range statement.Args {
		args[i] = driver.NamedValue{Ordinal: i + 1, Value: arg}
		if err := s.CheckNamedValue(&args[i]); err != nil {
			return err
		}
	}
	rows, err := s.QueryContext(ctx, statement.SQL, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns := rows.Columns()
	current := row{columns, make([]driver.Value, len(columns))}
	scan := current.scan
	for {
		if err := rows.Next(current.values); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := each(scan); err != nil {
			return err
		}
	}
}

// limitStatement returns the SET that limits every statement of a session. It is "" for MySQL before 5.7.8, which has
// no limit: there only the context and KILL end a statement.
func limitStatement(version string, limit time.Duration) (string, error) {
	v, err := parseVersion(version)
	switch {
	case err != nil:
		return "", err
	case v.mariaDB:
		return fmt.Sprintf("SET SESSION max_statement_time = %.3f", limit.Seconds()), nil
	case v.atLeast(5, 7, 8):
		return fmt.Sprintf("SET SESSION max_execution_time = %d", limit.Milliseconds()), nil
	}
	return "", nil
}

// Product names a database server by what VERSION() returns, in common words, such as MariaDB 10.11.6.
func Product(version string) string {
	name := "MySQL"
	if strings.Contains(version, "MariaDB") {
		name, version = "MariaDB", strings.TrimPrefix(version, "5.5.5-") // some servers put it first for old clients
	}
	number, _, _ := strings.Cut(version, "-")
	return name + " " + number
}

// serverVersion is a database server's release.
type serverVersion struct {
	mariaDB             bool
	major, minor, patch int
}

// parseVersion reads what VERSION() returns, such as "10.11.6-MariaDB-0+deb12u1", "5.5.5-10.4.1-MariaDB" (as some
// MariaDB servers call themselves for old clients) or "8.0.36".
func parseVersion(text string) (serverVersion, error) {
	v := serverVersion{mariaDB: strings.Contains(text, "MariaDB")}
	if v.mariaDB {
		text = strings.TrimPrefix(text, "5.5.5-")
	}
	if _, err := fmt.Sscanf(text, "%d.%d.%d", &v.major, &v.minor, &v.patch); err != nil {
		return serverVersion{}, fmt.Errorf("unknown version of the database server: %q", text)
	}
	return v, nil
}

func (v serverVersion) atLeast(major, minor, patch int) bool {
	switch {
	case v.major != major:
		return v.major > major
	case v.minor != minor:
		return v.minor > minor
	}
	return v.patch >= patch
}

// recursive reports whether the server knows WITH RECURSIVE.
func (v serverVersion) recursive() bool {
	if v.mariaDB {
		return v.atLeast(10, 2, 2)
	}
	return v.atLeast(8, 0, 1)
}
