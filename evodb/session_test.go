package evodb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// asReader returns the database's DSN for a new user with some grants.
func asReader(t *testing.T, database *testdb.Database, grants ...string) (dsn, user string) {
	t.Helper()
	config, err := mysql.ParseDSN(database.DSN)
	if err != nil {
		t.Fatal(err)
	}
	config.User, config.Passwd = database.Name[:16], "secret" // MySQL 5.6 does not accept longer names
	account := "'" + config.User + "'@'%'"
	run := func(statement string) {
		if _, err := database.DB.ExecContext(context.Background(), statement); err != nil {
			t.Error(err)
		}
	}
	run("CREATE USER " + account + " IDENTIFIED BY 'secret'")
	t.Cleanup(func() { run("DROP USER " + account) })
	for _, grant := range grants {
		run(fmt.Sprintf(grant, account))
	}
	return config.FormatDSN(), config.User
}

// mayConnect is the statement that limits the connections of an account. Only MySQL before 8 and MariaDB know the first
// form, and MySQL before 5.7 does not know the second.
func mayConnect(account string, most int) string {
	statement := "GRANT USAGE ON *.* TO " + account
	if os.Getenv("EMCP_TEST_SERVER") == "mysql" {
		statement = "ALTER USER " + account
	}
	return statement + " WITH MAX_USER_CONNECTIONS " + strconv.Itoa(most)
}

// A user who may read the site's tables, and nothing else, is enough for everything.
func TestReaderIsEnough(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	dsn, _ := asReader(t, database, "GRANT SELECT ON "+database.Name+".* TO %s")
	db := open(t, evodb.Options{DSN: dsn})
	schema, err := db.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(schema.TVNames()) != len(evosite.Fixture().TVs) || !schema.HasColumn("site_content", "pagetitle") {
		t.Errorf("the schema has the template variables %q", schema.TVNames())
	}

	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := texts(ctx, db, busy)
		done <- err
	}()
	wait.Until(t, 5*time.Second, "under way", func() bool { return statements(t, database) == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the cancellation", err)
	}
	wait.Until(t, time.Second, "ended on the server", func() bool { return statements(t, database) == 0 })
}

// busy counts for longer than any limit of a test. Nothing but KILL ends it: a server that waits for a lock sees that
// its client is gone, one that counts does not.
const busy = "SELECT SUM(a.id + h.id) FROM evo_site_content a, evo_site_content b, evo_site_content c, " +
	"evo_site_content d, evo_site_content e, evo_site_content f, evo_site_content g, evo_site_content h"

// statements counts what the server runs in the database, but for the count itself.
func statements(t *testing.T, database *testdb.Database) (n int) {
	t.Helper()
	err := database.DB.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.processlist"+
		" WHERE db = DATABASE() AND command = 'Query' AND id <> CONNECTION_ID()").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The deadline of a call ends its statement on the server, also where that has no limit of its own.
func TestDeadlineEndsTheStatement(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	db := open(t, evodb.Options{DSN: database.DSN})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := texts(ctx, db, busy); fault.From(err).Kind != fault.QueryTimeout {
		t.Errorf("%v, want %s", err, fault.QueryTimeout)
	}
	wait.Until(t, time.Second, "ended on the server", func() bool { return statements(t, database) == 0 })
}

// The server itself refuses the user a connection more than the pool's and the one that ends statements.
func TestServerSeesNoMoreConnections(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	dsn, _ := asReader(t, database, "GRANT SELECT ON "+database.Name+".* TO %s", mayConnect("%s", 5))
	db := open(t, evodb.Options{DSN: dsn}) // of four connections
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			if rows, err := texts(t.Context(), db, "SELECT SLEEP(0.002)"); err != nil || len(rows) != 1 {
				t.Errorf("%q, %v", rows, err)
			}
			if _, err := texts(cancelled, db, "SELECT 1"); !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want the cancellation", err)
			}
		})
	}
	all.Wait()
}

// deaf takes half a second or more, and the server does not look whether it was killed meanwhile.
const deaf = "SELECT LOCATE(CONCAT(REPEAT('a', 25000), 'b'), REPEAT('a', 60000))"

// A statement that goes on after its call has ended counts as one of the pool's until it has left the server.
func TestTurnsOfStatementsThatCannotBeKilled(t *testing.T) {
	database := testdb.Open(t)
	db := open(t, evodb.Options{DSN: database.DSN}) // of four connections
	running := func() (n int) {
		err := database.DB.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM information_schema.processlist"+
			" WHERE db = DATABASE() AND info LIKE 'SELECT LOCATE%'").Scan(&n)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	// Four calls are given up when their statements run, however long connecting has taken.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			if _, err := texts(ctx, db, deaf); !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want the cancellation", err)
			}
		})
	}
	wait.Until(t, 10*time.Second, "running", func() bool { return running() == 4 })
	cancel()
	calls.Wait()
	most := running()
	for range 12 {
		calls.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if _, err := texts(ctx, db, deaf); err == nil {
				t.Error("a statement has ended in time")
			}
		})
	}
	calls.Wait()
	for most = max(most, running()); ; {
		n := running()
		if most = max(most, n); n == 0 {
			break
		}
	}
	if most != 4 {
		t.Errorf("%d statements at once, want the 4 of the pool", most)
	}
	wait.Until(t, 5*time.Second, "given back", func() bool {
		rows, err := texts(t.Context(), db, "SELECT 1")
		return err == nil && cmp.Equal(rows, []string{"1"})
	})
}

// Who reads the rows can panic without taking a connection away.
func TestTurnAfterPanic(t *testing.T) {
	db := open(t, evodb.Options{DSN: testdb.Open(t).DSN}) // of four connections
	for range 5 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			_ = db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error { panic("a reader") })
		}()
	}
	if rows, err := texts(t.Context(), db, "SELECT 1"); err != nil || !cmp.Equal(rows, []string{"1"}) {
		t.Errorf("%q, %v", rows, err)
	}
}

// Without a connection there is no statement that could have been slow.
func TestNoConnectionInTime(t *testing.T) {
	database := testdb.Open(t)
	db := open(t, evodb.Options{DSN: database.DSN})
	release := make(chan struct{})
	var holders, held sync.WaitGroup
	held.Add(4)
	for range 4 {
		holders.Go(func() {
			err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error {
				held.Done()
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	held.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := texts(ctx, db, "SELECT 1"); fault.From(err).Kind != fault.DatabaseUnavailable {
		t.Errorf("%v, want %s", err, fault.DatabaseUnavailable)
	}
	close(release)
	holders.Wait()
}

// A server ends connections that are idle for long, or when it restarts.
func TestEndedConnectionsAreReplaced(t *testing.T) {
	database := testdb.Open(t)
	dsn, user := asReader(t, database, "GRANT SELECT ON "+database.Name+".* TO %s")
	db := open(t, evodb.Options{DSN: dsn})
	for range 3 {
		ids, err := texts(t.Context(), db, "SELECT CONNECTION_ID()")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := database.DB.ExecContext(t.Context(), "KILL "+ids[0]); err != nil {
			t.Fatal(err)
		}
		wait.Until(t, 5*time.Second, "ended", func() bool {
			var n int
			err := database.DB.QueryRowContext(t.Context(),
				"SELECT COUNT(*) FROM information_schema.processlist WHERE user = ?", user).Scan(&n)
			return err == nil && n == 0
		})
	}
}

func TestServerErrors(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	dsn, _ := asReader(t, database,
		"GRANT SELECT ON "+database.Name+".evo_categories TO %s",
		"GRANT SELECT (id, username) ON "+database.Name+".evo_users TO %s")
	db := open(t, evodb.Options{DSN: dsn})
	const (
		refused = "the site's database does not let emcp read this; ask the site's owner to run emcp check"
		failed  = "emcp failed on this call; the trace id finds the reason in its log"
	)
	for statement, message := range map[string]string{
		"SELECT id FROM evo_site_content":           refused,
		"SELECT password FROM evo_users":            refused,
		"SELECT colour FROM evo_categories":         otherTablesMessage,
		"SELECT id FROM evo_categories WHERE":       failed,
		"SELECT id FROM evo_categories; SET @a = 1": failed, // one statement at a time
	} {
		_, err := texts(t.Context(), db, statement)
		f := fault.From(err)
		if f.Kind != fault.Internal || f.Message != message || f.Unwrap() == nil {
			t.Errorf("%s: %v, want %s", statement, err, message)
		}
	}
	if rows, err := texts(t.Context(), db, "SELECT id FROM evo_categories ORDER BY id"); err != nil ||
		!cmp.Equal(rows, []string{"1", "2"}) {
		t.Errorf("afterwards: %q, %v", rows, err)
	}
}

// A table that is gone, which the user may read, is another error than one that was never granted.
func TestMissingTable(t *testing.T) {
	database := testdb.Open(t)
	_, err := texts(t.Context(), open(t, evodb.Options{DSN: database.DSN}), "SELECT id FROM evo_tags")
	if f := fault.From(err); f.Kind != fault.Internal || f.Message != otherTablesMessage {
		t.Errorf("%v, want %s", err, otherTablesMessage)
	}
}

func TestErrorsOfTheCallerOfQuery(t *testing.T) {
	db := open(t, evodb.Options{DSN: testdb.Open(t).DSN})
	stop := errors.New("enough")
	calls := 0
	err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1 UNION SELECT 2"}, func(evodb.Scan) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 { //nolint:errorlint // it must be the error itself
		t.Errorf("%v after %d calls, want %v after 1", err, calls, stop)
	}
}

// Whoever has read enough does not read, or have the server make, the rows that are left.
func TestEnoughRows(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	db := open(t, evodb.Options{DSN: database.DSN})
	// The hint keeps MySQL from joining all tables but the last before the first row; MariaDB takes it for a comment.
	endless := "SELECT /*+ NO_BNL() */ a.id" + strings.TrimPrefix(busy, "SELECT SUM(a.id + h.id)")
	enough := errors.New("enough")
	if err := db.Query(t.Context(), evodb.Statement{SQL: endless},
		func(evodb.Scan) error { return enough }); err != enough { //nolint:errorlint // it must be the error itself
		t.Errorf("%v, want %v", err, enough)
	}
	wait.Until(t, time.Second, "ended on the server", func() bool { return statements(t, database) == 0 })
	if rows, err := texts(t.Context(), db, "SELECT 1"); err != nil || !cmp.Equal(rows, []string{"1"}) {
		t.Errorf("afterwards: %q, %v", rows, err)
	}
}

// What a DSN says about the session does not count against what emcp relies on.
func TestDSNParametersWeakenNothing(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	readOnly := "tx_read_only"
	if os.Getenv("EMCP_TEST_SERVER") == "mysql" {
		readOnly = "transaction_read_only" // the name from MySQL 8
	}
	const all = `Grüße, 日本語, 🌍 \' OR 1=1 -- " \\ %`
	for _, parameters := range []string{
		"multiStatements=true", "charset=latin1", "collation=latin1_swedish_ci", "charset=gbk", "interpolateParams=false",
		"parseTime=true", "sql_mode=%27NO_BACKSLASH_ESCAPES%27", "sql_mode=%27ANSI%2CTRADITIONAL%27", readOnly + "=0",
	} {
		t.Run(parameters, func(t *testing.T) {
			db := open(t, evodb.Options{DSN: database.DSN + "?" + parameters})
			rows, err := texts(t.Context(), db, "SELECT ?", all)
			if diff := cmp.Diff([]string{all}, rows); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			rows, err = texts(t.Context(), db, "SELECT pagetitle FROM evo_site_content WHERE pagetitle = ?", "Привіт, світе 🌍")
			if diff := cmp.Diff([]string{"Привіт, світе 🌍"}, rows); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			if rows, err := texts(t.Context(), db, "SELECT 1; SELECT 2"); err == nil {
				t.Errorf("two statements at once return %q", rows)
			}
			if rows, err := texts(t.Context(), db, "DELETE FROM evo_categories"); err == nil {
				t.Errorf("a session that writes: %q", rows)
			}
		})
	}
}

func TestSchemaIsReadOnceForAll(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	db := open(t, evodb.Options{DSN: database.DSN})
	schemas := make([]*evodb.Schema, 16)
	var all sync.WaitGroup
	for i := range schemas {
		all.Go(func() {
			schema, err := db.Schema(t.Context())
			if err != nil {
				t.Error(err)
			}
			schemas[i] = schema
		})
	}
	all.Wait()
	for _, schema := range schemas {
		if schema != schemas[0] {
			t.Error("callers at the same time got different schemas")
		}
	}
}

// The reading that several calls wait for does not end with the call that began it.
func TestSchemaReadingOutlivesItsFirstCaller(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.1"})
	db := open(t, evodb.Options{DSN: database.DSN})
	unlock := database.Lock(t, "evo_site_tmplvars")
	reader := func() (id string) {
		_ = database.DB.QueryRowContext(t.Context(), "SELECT id FROM information_schema.processlist"+
			" WHERE info LIKE 'SELECT id, name, type, default_text%' AND db = DATABASE()").Scan(&id)
		return id
	}

	first, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := db.Schema(first)
		done <- err
	}()
	wait.Until(t, 5*time.Second, "under way", func() bool { return reader() != "" })
	connection := reader()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the cancellation", err)
	}
	unlock()
	if _, err := db.Schema(t.Context()); err != nil {
		t.Error(err)
	}
	// A connection whose statement was ended would not be used again.
	if rows, err := texts(t.Context(), db, "SELECT CONNECTION_ID()"); err != nil ||
		!cmp.Equal(rows, []string{connection}) {
		t.Errorf("connection %q, %v, want %s", rows, err, connection)
	}
}
