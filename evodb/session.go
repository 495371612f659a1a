package evodb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
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

// maxIdleTime is how long emcp keeps an idle session.
const maxIdleTime = 30 * time.Second

// serverIdleTime is the time after which the server ends an idle session. It is longer than emcp keeps a session, and
// much shorter than the server's default of 8 hours. So connections do not pile up if the server missed their end while
// the network was down.
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

// query runs a statement on this connection and reads its rows. It also returns the statement if
// the server may still run it.
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

// withEnd adds the reason to an error that follows from the end of the context. The driver's own error, such as a
// broken connection, is only a consequence.
func withEnd(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, ctx.Err())
}
