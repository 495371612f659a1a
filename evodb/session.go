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
	id uint64
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
	if _, err := s.ExecContext(ctx, fmt.Sprintf("SET SESSION wait_timeout = %d", int(serverIdleTime.Seconds())), nil); err != nil {
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
	rows, err := s.QueryContext(ctx, "SELECT CONNECTION_ID(), VERSION()", nil)
	if err != nil {
		return "", err
	}
	row := make([]driver.Value, 2)
	if err := rows.Next(row); err != nil {
		return "", errors.Join(err, rows.Close())
	}
	if _, err := fmt.Sscan(textOf(row[0]), &s.id); err != nil {
		return "", errors.Join(err, rows.Close())
	}
	version = textOf(row[1])
	if err := rows.Next(row); !errors.Is(err, io.EOF) {
		return "", errors.Join(err, rows.Close())
	}
	return version, rows.Close()
}

func textOf(v driver.Value) string {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return fmt.Sprint(v)
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
