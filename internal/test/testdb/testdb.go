// Package testdb starts real database servers for tests. It runs on Linux.
//
// A package whose tests use Open runs its tests with Main:
//
//	func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }
//
// Environment variables choose the server:
//
//   - EMCP_TEST_SERVER is the product to start: "mariadb" (the default),
//     "mysql", whose unpacked files EMCP_TEST_MYSQL_DIR names, or
//     "mysql56", whose unpacked files EMCP_TEST_MYSQL56_DIR names.
//   - EMCP_TEST_DSN names a running server that Open uses instead. Its user
//     must be allowed to create databases and users.
package testdb

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// shared is the server that Open uses, one for each test process.
var shared struct {
	main   bool // whether Main runs, which ends the server
	once   sync.Once
	server *Server
	err    error
	drops  drops // of the databases of tests that have ended
}

// Main runs the tests of a package, and then ends the server if Open started one. It returns the exit code, which is
// not 0 if a test's database could not be dropped.
func Main(m *testing.M) int {
	shared.main = true
	code := m.Run()
	err := shared.drops.wait()
	if shared.server != nil {
		shared.server.Remove()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// Database is the empty database of one test.
type Database struct {
	// DB is a connection pool of the superuser. It accepts several statements at once.
	DB *sql.DB
	// DSN is the superuser's DSN for this database, for the Go MySQL driver.
	DSN string
	// Name is unique on the server.
	Name string
	// Server is the server of the database.
	Server *Server
}

// Open creates a database on the server that all tests of the process share. The database is dropped after the end of
// the test.
func Open(t testing.TB) *Database {
	t.Helper()
	if !shared.main {
		t.Fatal("testdb.Open needs a TestMain that calls testdb.Main")
	}
	shared.once.Do(func() {
		if dsn := os.Getenv("EMCP_TEST_DSN"); dsn != "" {
			shared.server, shared.err = existingServer(dsn)
		} else {
			shared.server, shared.err = newServer(testDir())
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	d := shared.server.Open(t)
	name := t.Name()
	t.Cleanup(func() {
		// Dropping would wait for a transaction that the test left open.
		d.DB.Close()
		shared.drops.start(d, name)
	})
	return d
}

// Open creates a database on s, which lasts as long as the server. Its pool is closed at the end of the test.
func (s *Server) Open(t testing.TB) *Database {
	t.Helper()
	name := "emcp_" + strings.ToLower(rand.Text())
	admin := open(s.superuser)
	defer admin.Close()
	_, err := admin.ExecContext(t.Context(),
		"CREATE DATABASE "+name+" CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci")
	if err != nil {
		t.Fatalf("create a database for the test: %v", err)
	}
	config := s.superuser.Clone()
	config.DBName = name
	d := &Database{DSN: config.FormatDSN(), Name: name, Server: s}
	config.MultiStatements = true
	config.InterpolateParams = true
	d.DB = open(config)
	t.Cleanup(func() { d.DB.Close() })
	return d
}

// User creates a database user without privileges who connects from 127.0.0.1. It returns the user's name and DSN for
// this database. The user is dropped at the end of the test.
func (d *Database) User(t testing.TB) (name, dsn string) {
	t.Helper()
	config := d.Server.superuser.Clone()
	config.DBName = d.Name
	config.User = "u" + strings.ToLower(rand.Text())[:12] // MySQL 5.6 allows 16 characters
	config.Passwd = "only to read"
	admin := open(d.Server.superuser)
	t.Cleanup(func() {
		defer admin.Close()
		if _, err := admin.ExecContext(context.Background(), "DROP USER "+config.User+"@'127.0.0.1'"); err != nil {
			t.Errorf("drop the test's user: %v", err)
		}
	})
	_, err := admin.ExecContext(t.Context(), "CREATE USER "+config.User+"@'127.0.0.1' IDENTIFIED BY '"+config.Passwd+"'")
	if err != nil {
		t.Fatalf("create a user for the test: %v", err)
	}
	return config.User, config.FormatDSN()
}

// Lock locks a table, so that statements on it wait, until the test ends or unlock is called.
func (d *Database) Lock(t testing.TB, table string) (unlock func()) {
	t.Helper()
	conn, err := d.DB.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "LOCK TABLES "+table+" WRITE"); err != nil {
		t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() {
		_, _ = conn.ExecContext(context.Background(), "UNLOCK TABLES") // fails if the server has ended, and the lock with it
		conn.Close()
	})
	t.Cleanup(unlock)
	return unlock
}

// open returns a pool that does not log broken connections, because tests break them on purpose.
func open(config *mysql.Config) *sql.DB {
	config = config.Clone()
	config.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		panic(err) // the configuration was made in this package
	}
	return sql.OpenDB(connector)
}
