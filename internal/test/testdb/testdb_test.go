package testdb_test

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

func TestDatabasesAreIsolated(t *testing.T) {
	a, b := testdb.Open(t), testdb.Open(t)
	exec(t, a.DB, "CREATE TABLE t (n INT); INSERT INTO t VALUES (1)")
	exec(t, b.DB, "CREATE TABLE t (n INT); INSERT INTO t VALUES (?)", 2)
	if got := number(t, a.DB, "SELECT n FROM t"); got != 1 {
		t.Errorf("the first database has %d, want 1", got)
	}
	if got := number(t, b.DB, "SELECT n FROM t"); got != 2 {
		t.Errorf("the second database has %d, want 2", got)
	}
}

func TestDatabaseIsDropped(t *testing.T) {
	var name string
	t.Run("test", func(t *testing.T) { name = testdb.Open(t).Name })
	d := testdb.Open(t)
	wait.Until(t, time.Minute, "dropping "+name, func() bool {
		return number(t, d.DB, "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = ?", name) == 0
	})
}

func TestGrantsApply(t *testing.T) {
	d := testdb.Open(t)
	exec(t, d.DB, "CREATE TABLE t (n INT)")
	// Names of MySQL 5.6 users end at 16 characters.
	user := d.Name[:16]
	exec(t, d.DB, "CREATE USER '"+user+"'@'%' IDENTIFIED BY 'secret'; GRANT SELECT ON t TO '"+user+"'@'%'")
	t.Cleanup(func() { exec(t, d.DB, "DROP USER '"+user+"'@'%'") })

	db, err := sql.Open("mysql", user+":secret@tcp("+d.Server.Addr+")/"+d.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := number(t, db, "SELECT COUNT(*) FROM t"); got != 0 {
		t.Errorf("the table has %d rows, want none", got)
	}
	if _, err := db.ExecContext(t.Context(), "INSERT INTO t VALUES (1)"); err == nil {
		t.Error("a user who may only read wrote")
	}
}

func TestServerKeepsDataAcrossRestarts(t *testing.T) {
	s := testdb.StartServer(t)
	d := s.Open(t)
	exec(t, d.DB, "CREATE TABLE t (n INT PRIMARY KEY) ENGINE=InnoDB")
	for i, end := range []func(){s.Stop, s.Kill} {
		exec(t, d.DB, "INSERT INTO t VALUES (?)", i)
		end()
		if err := d.DB.PingContext(t.Context()); err == nil {
			t.Fatal("the server answers after its end")
		}
		s.Start(t)
		if got := number(t, d.DB, "SELECT COUNT(*) FROM t"); got != i+1 {
			t.Errorf("after restart %d: %d rows, want %d", i+1, got, i+1)
		}
	}
}

func exec(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(context.Background(), query, args...); err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
