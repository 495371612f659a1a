package main

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/test/testdb"
)

// statementTimeout is long, so that slow calls are measured and not refused.
const statementTimeout = time.Minute

// password is that of the database user emcp.
const password = "bench"

// startServer starts MariaDB with so much memory for data, and with a log of all statements that is off.
func startServer(memory string) (*testdb.Server, error) {
	return testdb.Run("--innodb-buffer-pool-size="+memory, "--loose-innodb-log-file-size=512M",
		"--innodb-flush-log-at-trx-commit=0",
		"--innodb-autoinc-lock-mode=2", "--long-query-time=0", "--log-output=TABLE", "--local-infile=ON",
		"--max-connections=1000")
}

// loaded is a database with a site in it.
type loaded struct {
	*Site
	db   *sql.DB // of the superuser
	dsn  string  // of the user emcp, who can read
	name string
}

// load makes a database of the site, and the user emcp.
func load(ctx context.Context, server *testdb.Server, site *Site) (*loaded, error) {
	l := &loaded{Site: site, name: fmt.Sprintf("site_%d", site.Documents)}
	admin, err := sql.Open("mysql", server.DSN(""))
	if err != nil {
		return nil, err
	}
	defer admin.Close()
	for _, statement := range []string{
		"CREATE DATABASE " + l.name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci",
		"CREATE USER IF NOT EXISTS 'emcp'@'127.0.0.1' IDENTIFIED BY '" + password + "'",
		"GRANT SELECT ON " + l.name + ".* TO 'emcp'@'127.0.0.1'",
	} {
		if _, err := admin.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	config := mysql.NewConfig()
	config.User, config.Passwd, config.Net, config.Addr, config.DBName = "emcp", password, "tcp", server.Addr, l.name
	l.dsn = config.FormatDSN()
	if config, err = mysql.ParseDSN(server.DSN(l.name)); err != nil {
		return nil, err
	}
	config.InterpolateParams = true
	if l.db, err = sql.Open("mysql", config.FormatDSN()); err != nil {
		return nil, err
	}
	start := time.Now()
	if err := site.Load(ctx, l.db); err != nil {
		return nil, err
	}
	slog.Info("loaded", "documents", site.Documents, "time", time.Since(start).Round(time.Second))
	return l, nil
}

// executed is a statement that the server has run.
type executed struct {
	SQL  string
	Rows int // rows that the server examined
}

// recording turns the log of statements on or off. It applies to connections that are opened later.
func (l *loaded) recording(ctx context.Context, on bool) error {
	_, err := l.db.ExecContext(ctx, fmt.Sprintf("SET GLOBAL slow_query_log = %t", on))
	return err
}

// record returns the statements of a call. Those with which the index of searches follows the site have no trace id.
func (l *loaded) record(ctx context.Context, call func() error) ([]executed, error) {
	if _, err := l.db.ExecContext(ctx, "TRUNCATE mysql.slow_log"); err != nil {
		return nil, err
	}
	if err := call(); err != nil {
		return nil, err
	}
	// A statement is logged when its rows have been sent, before its connection sleeps.
	for running := 1; running > 0; {
		err := l.db.QueryRowContext(ctx,
			"SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'emcp' AND command <> 'Sleep'").Scan(&running)
		if err != nil {
			return nil, err
		}
	}
	rows, err := l.db.QueryContext(ctx, "SELECT sql_text, rows_examined FROM mysql.slow_log WHERE user_host LIKE 'emcp%'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []executed
	for rows.Next() {
		var e executed
		if err := rows.Scan(&e.SQL, &e.Rows); err != nil {
			return nil, err
		}
		if _, statement, ofCall := strings.Cut(e.SQL, "/* trace:"); ofCall {
			_, e.SQL, _ = strings.Cut(statement, " */ ")
			all = append(all, e)
		}
	}
	return all, rows.Err()
}
