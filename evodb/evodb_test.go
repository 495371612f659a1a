package evodb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// open returns the database behind a DSN, with at most four connections.
func open(t *testing.T, o evodb.Options) *evodb.DB {
	t.Helper()
	if o.MaxOpenConns == 0 {
		o.MaxOpenConns = 4
	}
	if o.StatementTimeout == 0 {
		o.StatementTimeout = 10 * time.Second
	}
	db, err := evodb.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// load writes the fixture into a database.
func load(t *testing.T, database *testdb.Database, o evosite.Options) {
	t.Helper()
	if err := evosite.Load(t.Context(), database.DB, evosite.Fixture(), o); err != nil {
		t.Fatal(err)
	}
}

// openSite opens the fixture's site.
func openSite(t *testing.T) *evodb.DB {
	t.Helper()
	database := testdb.Open(t)
	load(t, database, evosite.Options{})
	return open(t, evodb.Options{DSN: database.DSN})
}

// texts runs a statement and returns the first column of its rows.
func texts(ctx context.Context, db *evodb.DB, statement string, args ...any) (rows []string, err error) {
	err = db.Query(ctx, evodb.Statement{SQL: statement, Args: args}, func(scan evodb.Scan) error {
		var text string
		err := scan(&text)
		rows = append(rows, text)
		return err
	})
	return rows, err
}

// kindOf returns the kind of a fault and the text of its cause, which callers never see.
func kindOf(err error) (fault.Kind, string) {
	var f *fault.Error
	if !errors.As(err, &f) {
		return "", ""
	}
	if cause := errors.Unwrap(f); cause != nil {
		return f.Kind, cause.Error()
	}
	return f.Kind, ""
}

func TestOpenRefusesWhatIsNoDSN(t *testing.T) {
	for _, dsn := range []string{
		"", "emcp:secretpw/evolution", "user:pw@host:3306/db",
		"u:p@tcp(host:3306)", "u:p@tcp(host:3306)/",
	} {
		if _, err := evodb.Open(evodb.Options{DSN: dsn, StatementTimeout: time.Second}); err == nil ||
			err.Error() != wrongDSNMessage {
			t.Errorf("Open(%q): %v, want %s", dsn, err, wrongDSNMessage)
		}
	}
}

func TestSchema(t *testing.T) {
	for _, o := range []evosite.Options{
		{Prefix: "evo_", Generation: "3.1"},
		{Prefix: "", Generation: "3.5"},
		{Prefix: "Site2_", Generation: "3.5", NoTags: true},
	} {
		database := testdb.Open(t)
		load(t, database, o)
		schema, err := open(t, evodb.Options{DSN: database.DSN}).Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		type found struct {
			Prefix                  string
			Tags, Source, Closure   bool
			TVs                     int
			Price, InStock, Unknown []evodb.TV
		}
		got := found{
			Prefix: schema.Prefix, TVs: len(schema.TVNames()), Tags: schema.HasTable("tags"),
			Source: schema.HasColumn("site_templates", "templatesource"), Closure: schema.HasTable("site_content_closure"),
		}
		got.Price, got.InStock, got.Unknown = schema.TVs("price"), schema.TVs("in-stock"), schema.TVs("Price")
		want := found{
			Prefix: o.Prefix, TVs: 6, Tags: !o.NoTags, Source: o.Generation == "3.5", Closure: true,
			Price:   []evodb.TV{{ID: 1, Name: "price", Type: "number", Caption: "Price", Default: evosite.Text("0")}},
			InStock: []evodb.TV{{ID: 3, Name: "in-stock", Type: "checkbox", Caption: "In stock"}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", o, diff)
		}
	}
}

// Which groups a template variable is restricted to, whether or not there are such variables and groups.
func TestTVGroups(t *testing.T) {
	database := testdb.Open(t)
	site := evosite.Fixture()
	site.Records["site_tmplvar_access"] = []evosite.Record{
		{"id": 1, "tmplvarid": 2, "documentgroup": 7}, {"id": 2, "tmplvarid": 1, "documentgroup": 3},
		{"id": 3, "tmplvarid": 2, "documentgroup": 1}, {"id": 4, "tmplvarid": 99, "documentgroup": 0},
	}
	if err := evosite.Load(t.Context(), database.DB, site,
		evosite.Options{Prefix: "evo_", Generation: "3.5"}); err != nil {
		t.Fatal(err)
	}
	groups := func() map[int64][]int64 {
		t.Helper()
		schema, err := open(t, evodb.Options{DSN: database.DSN}).Schema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return schema.TVGroups()
	}
	if diff := cmp.Diff(map[int64][]int64{1: {3}, 2: {7, 1}, 99: {0}}, groups()); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if _, err := database.DB.ExecContext(t.Context(), "DROP TABLE evo_site_tmplvar_access"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[int64][]int64{}, groups()); diff != "" {
		t.Errorf("groups without the table (-want +got):\n%s", diff)
	}
}

// The name of a site distinguishes it from others and contains no secret.
func TestName(t *testing.T) {
	names := map[string]string{}
	for _, o := range []evodb.Options{
		{DSN: "emcp:secret@tcp(127.0.0.1:3306)/evolution"}, {DSN: "emcp:secret@tcp(127.0.0.1:3307)/evolution"},
		{DSN: "emcp:secret@tcp(127.0.0.1:3306)/other"}, {DSN: "emcp:secret@unix(/run/mysql.sock)/evolution"},
		{DSN: "emcp:secret@tcp(127.0.0.1:3306)/evolution", Prefix: "evo_"},
	} {
		name := open(t, o).Name()
		if other, there := names[name]; there {
			t.Errorf("%+v and %s are both %q", o, other, name)
		}
		names[name] = o.DSN
		if strings.Contains(name, "secret") || strings.Contains(name, "emcp:") {
			t.Errorf("%q tells how to log in", name)
		}
	}
	if name := open(t, evodb.Options{DSN: "somebody:else@tcp(127.0.0.1:3306)/evolution"}).Name(); names[name] == "" {
		t.Errorf("another user of the same site makes it %q", name)
	}
}

func TestPrefix(t *testing.T) {
	database := testdb.Open(t)
	for _, c := range []struct{ create, configured, kind, cause string }{
		{"", "modx_", "database_unavailable", "there is no table modx_site_content in the database"},
		{"", "", "database_unavailable", "there is no Evolution site in the database: no table ends in site_content"},
		{"evo_", "evo_", "", ""},
		{
			"", "modx_", "database_unavailable", "there is no table modx_site_content in the database; table_prefix can be evo_",
		},
		{
			"old_", "", "database_unavailable",
			"there are several Evolution sites in the database: set table_prefix to one of evo_, old_",
		},
		{"", "old_", "", ""},
	} {
		if c.create != "" {
			load(t, database, evosite.Options{Prefix: c.create, Generation: "3.5"})
		}
		schema, err := open(t, evodb.Options{DSN: database.DSN, Prefix: c.configured}).Schema(t.Context())
		if kind, cause := kindOf(err); string(kind) != c.kind || cause != c.cause {
			t.Errorf("with prefix %q: %s %q, want %s %q", c.configured, kind, cause, c.kind, c.cause)
		}
		if c.kind == "" && schema.Prefix != c.configured {
			t.Errorf("prefix %q, want %q", schema.Prefix, c.configured)
		}
	}
}

// TestManyPrefixes names a prefix of 30 sites wrongly: not all are listed.
func TestManyPrefixes(t *testing.T) {
	database := testdb.Open(t)
	for i := range 30 {
		table := fmt.Sprintf("p%02d_site_content", i)
		if i == 0 {
			table = "site_content"
		}
		if _, err := database.DB.ExecContext(t.Context(), "CREATE TABLE "+table+" (id INT)"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := open(t, evodb.Options{DSN: database.DSN, Prefix: "modx_"}).Schema(t.Context())
	want := `there is no table modx_site_content in the database; table_prefix can be "", p01_`
	for i := 2; i < 20; i++ {
		want += fmt.Sprintf(", p%02d_", i)
	}
	if _, cause := kindOf(err); cause != want+" (and 10 more)" {
		t.Errorf("%s, want %s", cause, want)
	}
}

// TestReady is not ready where the database answers but has no site, and is once there is one.
func TestReady(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	db := open(t, evodb.Options{DSN: database.DSN, Prefix: "modx_"})
	const missing = "there is no table modx_site_content in the database; table_prefix can be evo_"
	for range 2 {
		if kind, cause := kindOf(db.Ready(t.Context())); kind != fault.DatabaseUnavailable || cause != missing {
			t.Errorf("%s, %s", kind, cause)
		}
	}
	load(t, database, evosite.Options{Prefix: "modx_", Generation: "3.5"})
	if err := db.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNewTemplateVariablesAreFound(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	db := open(t, evodb.Options{DSN: database.DSN})
	if _, err := db.Schema(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := database.DB.ExecContext(t.Context(),
		"INSERT INTO evo_site_tmplvars (id, name) VALUES (99, 'new')"); err != nil {
		t.Fatal(err)
	}
	// A name that is not known reads the site again, once a second.
	wait.Until(t, 5*time.Second, "found", func() bool {
		schema, err := db.FreshSchema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return slices.Equal(schema.TVs("new"), []evodb.TV{{ID: 99, Name: "new"}})
	})
}

func TestSessionsCanOnlyRead(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	db := open(t, evodb.Options{DSN: database.DSN}) // a superuser, which no grant restricts
	for _, statement := range []string{
		"INSERT INTO evo_categories (category) VALUES ('x')", "UPDATE evo_categories SET category = 'x'",
		"DELETE FROM evo_categories", "DROP TABLE evo_categories",
	} {
		if _, err := texts(t.Context(), db, statement); err == nil ||
			!strings.Contains(err.Error(), "READ ONLY transaction") {
			t.Errorf("%s: %v, want the refusal of a read-only session", statement, err)
		}
	}
	if rows, err := texts(t.Context(), db, "SELECT COUNT(*) FROM evo_categories"); err != nil || rows[0] != "2" {
		t.Errorf("afterwards: %v, %v, want 2 rows", rows, err)
	}
}

func TestUnicodeComesThrough(t *testing.T) {
	database := testdb.Open(t)
	const all = "Grüße, Привіт, 日本語, 🌍 and 'quotes\" \\ \x00 | % _"
	rows, err := texts(t.Context(), open(t, evodb.Options{DSN: database.DSN}), "SELECT ?", all)
	if diff := cmp.Diff([]string{all}, rows); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// waiting counts the statements on documents that the server is busy with.
func waiting(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	err := db.QueryRowContext(t.Context(),
		"SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT id FROM evo_site_content%' AND db = "+
			"DATABASE()").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const slow = "SELECT id FROM evo_site_content" // while the table is locked

func TestTimeLimitEndsTheStatementOnTheServer(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	database.Lock(t, "evo_site_content")
	db := open(t, evodb.Options{DSN: database.DSN, StatementTimeout: 300 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond) // as a call has it
	defer cancel()
	_, err := texts(ctx, db, slow)
	if kind, _ := kindOf(err); kind != fault.QueryTimeout {
		t.Errorf("%v, want %s", err, fault.QueryTimeout)
	}
	wait.Until(t, time.Second, "ended on the server", func() bool { return waiting(t, database.DB) == 0 })
}

func TestServerHasItsOwnTimeLimit(t *testing.T) {
	database := testdb.Open(t)
	db := open(t, evodb.Options{DSN: database.DSN, StatementTimeout: 200 * time.Millisecond})
	version, err := texts(t.Context(), db, "SELECT VERSION()")
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if strings.HasPrefix(version[0], "5.6.") { // which has none, so that the context alone does it
		limited, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		ctx = limited
	}
	const heavy = "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b, " +
		"information_schema.collations c, information_schema.collations d, information_schema.collations e"
	_, err = texts(ctx, db, heavy)
	if kind, _ := kindOf(err); kind != fault.QueryTimeout {
		t.Errorf("%v, want %s", err, fault.QueryTimeout)
	}
}

func TestCancelEndsTheStatementOnTheServer(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	unlock := database.Lock(t, "evo_site_content")
	db := open(t, evodb.Options{DSN: database.DSN})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := texts(ctx, db, slow)
		done <- err
	}()
	wait.Until(t, 5*time.Second, "under way", func() bool { return waiting(t, database.DB) == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the cancellation", err)
	}
	wait.Until(t, time.Second, "ended on the server", func() bool { return waiting(t, database.DB) == 0 })

	// The connection that was ended is not used again.
	unlock()
	for range 8 {
		if rows, err := texts(t.Context(), db, slow); err != nil || len(rows) != len(evosite.Fixture().Documents) {
			t.Errorf("afterwards: %d rows, %v", len(rows), err)
		}
	}
}

// TestPoolIsBounded runs more statements than there are connections. A statement that finds no connection must fail at
// once.
func TestPoolIsBounded(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	db := open(t, evodb.Options{DSN: database.DSN})
	if err := db.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	unlock := database.Lock(t, "evo_site_content")
	var served sync.WaitGroup
	for range 4 {
		served.Go(func() {
			if rows, err := texts(t.Context(), db, slow); err != nil || len(rows) != len(evosite.Fixture().Documents) {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		})
	}
	wait.Until(t, 5*time.Second, "as many as the pool has", func() bool { return waiting(t, database.DB) == 4 })
	var refused sync.WaitGroup
	for range 28 {
		refused.Go(func() {
			_, err := texts(t.Context(), db, slow)
			var f *fault.Error
			if !errors.As(err, &f) || f.Kind != fault.Unavailable || f.RetryAfter != time.Second {
				t.Errorf("without a connection: %v, want %s", err, fault.Unavailable)
			}
		})
	}
	refused.Wait()
	if n := waiting(t, database.DB); n != 4 {
		t.Errorf("%d statements are on the server, want 4", n)
	}
	if stats := db.Stats(); stats.WaitCount != 28 || stats.WaitDuration < 28*200*time.Millisecond {
		t.Errorf("%d statements have waited, for %s", stats.WaitCount, stats.WaitDuration)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("while all connections are busy, Ping returns %v", err)
	}
	if err := db.Ready(t.Context()); err != nil {
		t.Errorf("while all connections are busy, Ready returns %v", err)
	}
	unlock()
	served.Wait()
	if rows, err := texts(t.Context(), db, slow); err != nil || len(rows) != len(evosite.Fixture().Documents) {
		t.Errorf("afterwards: %d rows, %v", len(rows), err)
	}
}

// TestTurnsOfCalls expects a call to lose nothing when other statements take all connections in the middle of it. Its
// next statement waits longer than the first one of another call, which is refused.
func TestTurnsOfCalls(t *testing.T) {
	db := open(t, evodb.Options{DSN: testdb.Open(t).DSN, MaxOpenConns: 1})
	begun := evodb.Begin(t.Context())
	if _, err := texts(begun, db, "SELECT 1"); err != nil {
		t.Fatal(err)
	}

	taken, release := make(chan struct{}), make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error {
			close(taken)
			<-release
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-taken
	running.Go(func() {
		if rows, err := texts(evodb.Begin(begun), db, "SELECT 2"); err != nil || rows[0] != "2" {
			t.Errorf("next statement: %v, %v", rows, err)
		}
	})
	wait.Until(t, 5*time.Second, "waiting for the connection", func() bool { return db.Stats().WaitCount == 1 })
	if _, err := texts(evodb.Begin(t.Context()), db, "SELECT 3"); err == nil {
		t.Error("the first statement of another call is answered")
	} else if kind, _ := kindOf(err); kind != fault.Unavailable {
		t.Errorf("the first statement of another call: %v, want %s", err, fault.Unavailable)
	}
	close(release)
	running.Wait()
}

// TestWaitingForATurnEnds expects a statement that waits for a connection to end with its call.
func TestWaitingForATurnEnds(t *testing.T) {
	db := open(t, evodb.Options{DSN: testdb.Open(t).DSN, MaxOpenConns: 1})
	ctx, cancel := context.WithCancel(evodb.Begin(t.Context()))
	if _, err := texts(ctx, db, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	err := db.Query(t.Context(), evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error {
		done := make(chan error)
		go func() {
			_, err := texts(ctx, db, "SELECT 2")
			done <- err
		}()
		wait.Until(t, 5*time.Second, "waiting for the connection", func() bool { return db.Stats().WaitCount == 1 })
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want the cancellation", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSessionsEndByThemselves expects the server to end a session after two minutes if it has not been told that the
// session is over.
func TestSessionsEndByThemselves(t *testing.T) {
	rows, err := texts(t.Context(), open(t, evodb.Options{DSN: testdb.Open(t).DSN}), "SELECT @@SESSION.wait_timeout")
	if diff := cmp.Diff([]string{"120"}, rows); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestAccountIsFull has a database that grants emcp's user fewer connections than emcp wants.
func TestAccountIsFull(t *testing.T) {
	database := testdb.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	dsn, _ := asReader(t, database, "GRANT SELECT ON "+database.Name+".* TO %s", mayConnect("%s", 1))
	unlock := database.Lock(t, "evo_site_content")
	db := open(t, evodb.Options{DSN: dsn})
	var served sync.WaitGroup
	served.Go(func() {
		if _, err := texts(t.Context(), db, slow); err != nil {
			t.Error(err)
		}
	})
	wait.Until(t, 5*time.Second, "under way", func() bool { return waiting(t, database.DB) == 1 })
	_, err := texts(t.Context(), db, "SELECT 1")
	if kind, cause := kindOf(err); kind != fault.Unavailable || !strings.Contains(cause, "1226") {
		t.Errorf("%v, want %s", err, fault.Unavailable)
	}
	unlock()
	served.Wait()
}

func TestDatabaseComesBack(t *testing.T) {
	server := testdb.StartServer(t)
	database := server.Open(t)
	load(t, database, evosite.Options{Prefix: "evo_", Generation: "3.5"})
	server.Stop()
	db := open(t, evodb.Options{DSN: database.DSN}) // while the database is down
	down := func(when string) {
		t.Helper()
		if kind, _ := kindOf(db.Ping(t.Context())); kind != fault.DatabaseUnavailable {
			t.Errorf("%s: Ping returns %q, want %s", when, kind, fault.DatabaseUnavailable)
		}
		if _, err := texts(t.Context(), db, slow); err == nil {
			t.Errorf("%s: a statement was answered", when)
		} else if kind, _ := kindOf(err); kind != fault.DatabaseUnavailable {
			t.Errorf("%s: a statement returns %v, want %s", when, err, fault.DatabaseUnavailable)
		}
	}
	up := func(when string) {
		t.Helper()
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("%s: %v", when, err)
		}
		if _, err := db.Schema(t.Context()); err != nil {
			t.Errorf("%s: %v", when, err)
		}
		for range 8 {
			if rows, err := texts(t.Context(), db, slow); err != nil || len(rows) != len(evosite.Fixture().Documents) {
				t.Errorf("%s: %d rows, %v", when, len(rows), err)
			}
		}
	}
	down("before the start")
	if _, err := db.Schema(t.Context()); err == nil {
		t.Error("before the start: there is a schema")
	} else if kind, _ := kindOf(err); kind != fault.DatabaseUnavailable {
		t.Errorf("before the start: Schema returns %v, want %s", err, fault.DatabaseUnavailable)
	}
	server.Start(t)
	up("after the start")
	server.Kill()
	down("after a crash")
	server.Start(t)
	up("after the restart")
}
