package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// lockDocuments makes every statement over documents wait until the returned function is called.
func lockDocuments(t testing.TB, d *testdb.Database) (unlock func()) {
	t.Helper()
	return d.Lock(t, "evo_site_content")
}

// waiting returns how many statements wait for the lock.
func waiting(t testing.TB, d *testdb.Database) int {
	t.Helper()
	var n int
	err := d.DB.QueryRowContext(t.Context(),
		"SELECT COUNT(*) FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table%'", d.Name).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// awaitStatements waits until so many statements wait for the lock.
func awaitStatements(t testing.TB, d *testdb.Database, n int) {
	t.Helper()
	wait.Until(t, 10*time.Second, "the statements are on the server", func() bool { return waiting(t, d) == n })
}

// awaitEnd waits until no statement waits for the lock; the issue allows a second.
func awaitEnd(t testing.TB, d *testdb.Database) {
	t.Helper()
	wait.Until(t, time.Second, "the statement has ended on the server", func() bool { return waiting(t, d) == 0 })
}

// leave calls a tool with these headers and closes the connection once the call's statement waits for the documents, which must be
// locked: the client has gone without an answer.
func leave(t *testing.T, d *testdb.Database, url string, headers ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(getHome))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	ended := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			response.Body.Close()
		}
		ended <- err
	}()
	awaitStatements(t, d, 1)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the client was answered: %v", err)
	}
}

func TestClientThatGoesAwayEndsItsStatement(t *testing.T) {
	d := fixture(t)
	base := listen(t, newServer(t, d.DSN))
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := lockDocuments(t, d)

	leave(t, d, base+"/mcp")
	awaitEnd(t, d)

	unlock()
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Errorf("afterwards:\n%s", diff)
	}
}

// TestCallsAreNotRefusedHalfway has another caller take the only connection between two statements of a call. The call waits for it,
// while a call that has cost nothing so far is refused.
func TestCallsAreNotRefusedHalfway(t *testing.T) {
	d := fixture(t)
	s := newServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 1")
	base := listen(t, s)
	const getWithValues = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1,"with_tvs":["*"],"fields":["path"]}}}`
	want := post(t, base+"/mcp", getWithValues)
	db := s.sites["main"]
	begun := evodb.Begin(t.Context())
	if err := db.Query(begun, evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error { return nil }); err != nil {
		t.Fatal(err)
	}

	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- post(t, base+"/mcp", getWithValues) }()
	awaitStatements(t, d, 1) // the first of the call
	waited := db.Stats().WaitCount
	taken, release := make(chan struct{}), make(chan struct{})
	var other sync.WaitGroup
	other.Go(func() {
		err := db.Query(begun, evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error {
			close(taken)
			<-release
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	wait.Until(t, 10*time.Second, "the other caller waits", func() bool { return db.Stats().WaitCount == waited+1 })
	unlock()
	<-taken
	wait.Until(t, 10*time.Second, "the next statement of the call waits", func() bool { return db.Stats().WaitCount == waited+2 })
	if r := post(t, base+"/mcp", getHome); r.Status != http.StatusServiceUnavailable {
		t.Errorf("a call without a connection gets %+v", r)
	}
	close(release)
	other.Wait()
	if diff := cmp.Diff(want, <-got); diff != "" {
		t.Error(diff)
	}
}

const queryTimeout = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the call took longer than the site allows; narrow it (parent, template, filters, a smaller depth) or try again later","data":{"code":"query_timeout","retryable":true,"trace_id":"trace-1","tool":"evo.content.get"}}}`

func TestTimeLimitEndsStatement(t *testing.T) {
	d := fixture(t)
	base := listen(t, newServer(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 2s"))
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- post(t, base+"/mcp", getHome) }()
	awaitStatements(t, d, 1)
	if diff := cmp.Diff(answered(queryTimeout), <-got); diff != "" {
		t.Error(diff)
	}
	awaitEnd(t, d)

	unlock()
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Errorf("afterwards:\n%s", diff)
	}
}

const databaseUnavailable = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"` + databaseDownMessage + `","data":{"code":"database_unavailable","retryable":true,"trace_id":"trace-1","tool":"evo.content.get"}}}`

// notReady is the reply of readyz.
func notReady(reason string) httpReply {
	r := answered(`{"status":"unavailable","reason":"` + reason + `"}`)
	r.Status = http.StatusServiceUnavailable
	return r
}

// expectOutage checks what is answered while there is no database; the time limits of calls and of readyz hold.
func expectOutage(t *testing.T, base string) {
	t.Helper()
	begin := time.Now()
	for tool, arguments := range map[string]string{
		"evo.content.get": `{"id":1}`, "evo.content.search": `{"limit":1}`, "evo.model.get": `{"model":"SiteTemplate","id":1}`,
	} {
		want := answered(strings.Replace(databaseUnavailable, "evo.content.get", tool, 1))
		if diff := cmp.Diff(want, post(t, base+"/mcp", callMessage(tool, arguments))); diff != "" {
			t.Errorf("%s:\n%s", tool, diff)
		}
	}
	if diff := cmp.Diff(notReady("database_unavailable"), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
		t.Error(diff)
	}
	// Three calls of a second each at most, a second for readyz, and as much again for a busy machine.
	if took := time.Since(begin); took > 8*time.Second {
		t.Errorf("the answers took %s", took)
	}
	// What needs no database works.
	for message, want := range map[string]string{
		ping: pong, initialize("2025-06-18"): initializedReply("2025-06-18"),
		callMessage("evo.content.get", "{}"): ofTool("evo.content.get", traced(paramsFailure("id", nothingNamedMessage))),
	} {
		got := strings.Replace(post(t, base+"/mcp", message).Body, `"title":"Fixture",`, "", 1) // read before, and known for 30 s
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", message, diff)
		}
	}
	if diff := cmp.Diff(answered(`{"status":"ok"}`), sendRequest(t, http.MethodGet, base+"/healthz", "")); diff != "" {
		t.Error(diff)
	}
}

// TestReadinessWithoutSite has a database that answers and a prefix that no site in it has: calls would fail, so it is not ready.
func TestReadinessWithoutSite(t *testing.T) {
	d := fixture(t)
	base := listen(t, newServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 4, table_prefix: modx_"))
	if diff := cmp.Diff(notReady("database_unavailable"), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
		t.Error(diff)
	}
	base = listen(t, newServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 4, table_prefix: evo_"))
	if diff := cmp.Diff(answered(`{"status":"ready"}`), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
		t.Error(diff)
	}
}

func TestDatabaseDiesAndComesBack(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	load(t, d.DB)
	base := listen(t, newServer(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 1s"))
	expectHealth := func() {
		t.Helper()
		if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(answered(`{"status":"ready"}`), sendRequest(t, http.MethodGet, base+"/readyz", "")); diff != "" {
			t.Error(diff)
		}
	}
	expectHealth()
	for _, end := range []func(){database.Kill, database.Stop} {
		end()
		expectOutage(t, base)
		database.Start(t)
		expectHealth()
	}
}

// TestDatabaseDiesDuringCall is a call whose statement is under way when the database dies.
func TestDatabaseDiesDuringCall(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	load(t, d.DB)
	base := listen(t, newServer(t, d.DSN))
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome)); diff != "" {
		t.Fatal(diff)
	}
	lockDocuments(t, d)
	got := make(chan httpReply)
	go func() { got <- post(t, base+"/mcp", getHome) }()
	awaitStatements(t, d, 1)
	database.Kill()
	if diff := cmp.Diff(answered(databaseUnavailable), <-got); diff != "" {
		t.Error(diff)
	}
}

// TestSilentDatabase has a database that accepts connections and says nothing.
func TestSilentDatabase(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dsn := "emcp:secret@tcp(" + listener.Addr().String() + ")/evolution"
	expectOutage(t, listen(t, newServer(t, dsn, "statement_timeout: 10s", "statement_timeout: 1s")))
}

// TestNoSite has a database without a site. A caller must not learn which tables were looked for.
func TestNoSite(t *testing.T) {
	base := listen(t, newServer(t, testdb.Open(t).DSN))
	want := answered(ofTool("evo.content.get", traced(failureReply("1", -32603, databaseSetUpMessage,
		`"code":"database_unavailable","retryable":true`))))
	if diff := cmp.Diff(want, post(t, base+"/mcp", getHome)); diff != "" {
		t.Error(diff)
	}
}
