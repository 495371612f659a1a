package server_test

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/evodb"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

func TestClientThatGoesAwayEndsItsStatement(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN)
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)

	CallAndLeave(t, d, base+"/mcp")
	AwaitEnd(t, d)

	unlock()
	Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome), "afterwards")
}

// TestCallsAreNotRefusedHalfway has another caller take the only connection between two statements of a call. The call
// waits for it, while a call that has cost nothing so far is refused.
func TestCallsAreNotRefusedHalfway(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, "max_open_conns: 4", "max_open_conns: 1")
	base := Listen(t, s)
	const getWithValues = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get",` +
		`"arguments":{"id":1,"with_tvs":["*"],"fields":["path"]}}}`
	want := Post(t, base+"/mcp", getWithValues)
	db := s.Site("main")
	begun := evodb.Begin(t.Context())
	if err := db.Query(begun, evodb.Statement{SQL: "SELECT 1"}, func(evodb.Scan) error { return nil }); err != nil {
		t.Fatal(err)
	}

	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp", getWithValues) }()
	AwaitStatements(t, d, 1) // the first of the call
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
	wait.Until(t, 10*time.Second, "the next statement of the call waits",
		func() bool { return db.Stats().WaitCount == waited+2 })
	if r := Post(t, base+"/mcp", GetHome); r.Status != http.StatusServiceUnavailable {
		t.Errorf("a call without a connection gets %+v", r)
	}
	close(release)
	other.Wait()
	Equal(t, want, <-got)
}

func TestTimeLimitEndsStatement(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 2s")
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	unlock := LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp", GetHome) }()
	AwaitStatements(t, d, 1)
	Equal(t, Answered(QueryTimeout), <-got)
	AwaitEnd(t, d)

	unlock()
	Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome), "afterwards")
}

// notReady is the reply of readyz.
func notReady(reason string) Reply {
	r := Answered(`{"status":"unavailable","reason":"` + reason + `"}`)
	r.Status = http.StatusServiceUnavailable
	return r
}

// expectOutage checks what is answered while there is no database; the time limits of calls and of readyz hold.
func expectOutage(t *testing.T, base string) {
	t.Helper()
	begin := time.Now()
	for tool, arguments := range map[string]string{
		"evo.content.get": `{"id":1}`, "evo.content.search": `{"limit":1}`,
		"evo.model.get": `{"model":"SiteTemplate","id":1}`,
	} {
		want := Answered(strings.Replace(DatabaseUnavailable, "evo.content.get", tool, 1))
		Equal(t, want, Post(t, base+"/mcp", ToolCall(tool, arguments)), tool)
	}
	Equal(t, notReady("database_unavailable"), Send(t, http.MethodGet, base+"/readyz", ""))
	// Three calls of a second each at most, a second for readyz, and as much again for a busy machine.
	if took := time.Since(begin); took > 8*time.Second {
		t.Errorf("the answers took %s", took)
	}
	// What needs no database works.
	for message, want := range map[string]string{
		Ping: Pong, Initialize("2025-06-18"): Initialized("2025-06-18"),
		ToolCall("evo.content.get", "{}"): OfTool("evo.content.get", Traced(ParamsFailure("id", NothingNamedMessage))),
	} {
		// read before, and known for 30 s
		got := strings.Replace(Post(t, base+"/mcp", message).Body, `"title":"Fixture",`, "", 1)
		Equal(t, want, got, message)
	}
	Equal(t, Answered(`{"status":"ok"}`), Send(t, http.MethodGet, base+"/healthz", ""))
}

// TestReadinessWithoutSite has a database that answers and a prefix that no site in it has: calls would fail, so it is
// not ready.
func TestReadinessWithoutSite(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN, "max_open_conns: 4", "max_open_conns: 4, table_prefix: modx_")
	Equal(t, notReady("database_unavailable"), Send(t, http.MethodGet, base+"/readyz", ""))
	base = Serve(t, d.DSN, "max_open_conns: 4", "max_open_conns: 4, table_prefix: evo_")
	Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""))
}

func TestDatabaseDiesAndComesBack(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	base := Serve(t, d.DSN, "statement_timeout: 10s", "statement_timeout: 1s")
	expectHealth := func() {
		t.Helper()
		Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome))
		Equal(t, Answered(`{"status":"ready"}`), Send(t, http.MethodGet, base+"/readyz", ""))
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
	LoadFixture(t, d)
	base := Serve(t, d.DSN)
	if diff := cmp.Diff(Answered(GotHome), Post(t, base+"/mcp", GetHome)); diff != "" {
		t.Fatal(diff)
	}
	LockDocuments(t, d)
	got := make(chan Reply)
	go func() { got <- Post(t, base+"/mcp", GetHome) }()
	AwaitStatements(t, d, 1)
	database.Kill()
	Equal(t, Answered(DatabaseUnavailable), <-got)
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
	expectOutage(t, Serve(t, dsn, "statement_timeout: 10s", "statement_timeout: 1s"))
}

// TestNoSite has a database without a site. A caller must not learn which tables were looked for.
func TestNoSite(t *testing.T) {
	base := Serve(t, testdb.Open(t).DSN)
	want := Answered(OfTool("evo.content.get", Traced(Failure("1", -32603, databaseSetUpMessage,
		`"code":"database_unavailable","retryable":true`))))
	Equal(t, want, Post(t, base+"/mcp", GetHome))
}
