package system_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/owner/check"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/server"
)

// gatewayUser is the account of emcp in these tests. It may do everything, so that only emcp itself keeps emcp from
// writing.
const gatewayUser = "gateway"

// loggedServer is a database server that logs every statement.
type loggedServer struct {
	*testdb.Database
	dsn string // of the gateway's user
}

// startLogged starts a server with a site that has rows in every table.
func startLogged(t *testing.T) loggedServer {
	t.Helper()
	d := testdb.StartServer(t).Open(t)
	site := makeSite(t, columnsOfSite(t), canaries{}, nobody)
	site.loadInto(t, d)
	return keepLog(t, d)
}

// keepLog lets a database server log statements from now on.
func keepLog(t *testing.T, d *testdb.Database) loggedServer {
	t.Helper()
	l := loggedServer{Database: d}
	for _, statement := range []string{
		"CREATE USER '" + gatewayUser + "'@'%' IDENTIFIED BY 'secret'",
		"GRANT ALL PRIVILEGES ON *.* TO '" + gatewayUser + "'@'%' WITH GRANT OPTION",
		"SET GLOBAL log_output = 'TABLE'",
		"TRUNCATE TABLE mysql.general_log",
		"SET GLOBAL general_log = ON",
	} {
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v in %s", err, statement)
		}
	}
	account, err := mysql.ParseDSN(d.DSN)
	if err != nil {
		t.Fatal(err)
	}
	account.User, account.Passwd = gatewayUser, "secret"
	l.dsn = account.FormatDSN()
	return l
}

// logged is an entry of the log.
type logged struct {
	thread   int64
	command  string // Connect, Query, Prepare, Execute, Quit and the like
	argument string
}

// log returns the entries of the gateway's user, in order.
func (l loggedServer) log(t *testing.T) []logged {
	t.Helper()
	rows, err := l.DB.QueryContext(t.Context(),
		"SELECT thread_id, command_type, CONVERT(argument USING utf8mb4) FROM mysql.general_log"+
			" WHERE user_host LIKE '"+gatewayUser+"[%' OR (command_type = 'Connect' AND argument LIKE '"+gatewayUser+"@%')")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []logged
	for rows.Next() {
		var e logged
		if err := rows.Scan(&e.thread, &e.command, &e.argument); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// statements returns the entries of the log that are SQL.
func (l loggedServer) statements(t *testing.T) []logged {
	t.Helper()
	return slices.DeleteFunc(l.log(t), func(e logged) bool {
		return e.command != "Query" && e.command != "Prepare" && e.command != "Execute"
	})
}

// texts returns the two columns of a statement.
func (l loggedServer) texts(t *testing.T, statement string) map[string]string {
	t.Helper()
	rows, err := l.DB.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name string
		var value *string
		if err := rows.Scan(&name, &value); err != nil {
			t.Fatal(err)
		}
		if all[name] = "NULL"; value != nil {
			all[name] = *value
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// state returns everything that a statement could change on the server: the rows of the site and of the server's own
// tables, the columns of all tables, and the global variables.
func (l loggedServer) state(t *testing.T) map[string]string {
	t.Helper()
	state := map[string]string{}
	for table := range l.texts(t, "SELECT CONCAT(table_schema, '.', table_name), engine FROM information_schema.tables"+
		" WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('information_schema', 'performance_schema', 'sys')") {
		switch {
		case strings.HasSuffix(table, "_log"), // which are being written
			strings.HasPrefix(table, "mysql.innodb_"): // by the server, when it has the time
			continue
		}
		for name, sum := range l.texts(t, "CHECKSUM TABLE "+table+" EXTENDED") {
			state["rows of "+name] = sum
		}
	}
	for column, kind := range l.texts(t,
		"SELECT CONCAT(table_schema, '.', table_name, '.', column_name), column_type FROM information_schema.columns"+
			" WHERE table_schema NOT IN ('information_schema', 'performance_schema')") {
		state["column "+column] = kind
	}
	for variable, value := range l.texts(t, "SHOW GLOBAL VARIABLES") {
		if !strings.HasPrefix(variable, "gtid_") && variable != "timestamp" {
			state["variable "+variable] = value
		}
	}
	return state
}

// commands returns how often statements of each kind ran on the server, by the names of the server.
func (l loggedServer) commands(t *testing.T) map[string]string {
	t.Helper()
	return l.texts(t, "SHOW GLOBAL STATUS LIKE 'Com\\_%'")
}

// settingsOfSession are the only SETs that the gateway sends.
var settingsOfSession = regexp.MustCompile(`^SET (NAMES utf8mb4|SESSION TRANSACTION READ ONLY|SESSION ` +
	`max_(statement|execution)_time = [0-9.]+|SESSION wait_timeout = 120)$`)

// traceComment matches the beginning of the statements of a request.
var traceComment = regexp.MustCompile(`^/\* trace:[A-Za-z0-9-]{1,64} \*/ `)

// literal is a value in a statement; the driver escapes with backslashes.
var literal = regexp.MustCompile(`'(\\.|[^'\\])*'`)

// writing matches the parts of a SELECT that do more than read.
var writing = regexp.MustCompile(`(?i)\b(INTO|OUTFILE|DUMPFILE|FOR UPDATE|LOCK ` +
	`IN|LOAD_FILE|GET_LOCK|SLEEP|BENCHMARK|NEXTVAL|NEXT VALUE)\b|:=|;`)

// expectReadOnly fails for every statement that is not SELECT, SHOW or one of the SETs.
func expectReadOnly(t *testing.T, statements []logged) {
	t.Helper()
	prepared := map[int64]bool{} // threads whose session has been made read-only
	for _, e := range statements {
		text := traceComment.ReplaceAllString(strings.TrimSpace(e.argument), "")
		word, _, _ := strings.Cut(text, " ")
		switch word {
		case "SET":
			if !settingsOfSession.MatchString(text) {
				t.Errorf("the gateway sends %s", text)
			}
			prepared[e.thread] = prepared[e.thread] || text == "SET SESSION TRANSACTION READ ONLY"
			continue
		case "SHOW", "SELECT":
		case "WITH": // of a SELECT: that the server has run no statement of another kind shows expectKinds
			if !strings.HasPrefix(text, "WITH RECURSIVE walk (id, level) AS (SELECT ") &&
				!strings.HasPrefix(text, "WITH RECURSIVE up (id, level) AS (SELECT ") {
				t.Errorf("the gateway sends %s", text)
			}
		default:
			t.Errorf("the gateway sends %s", text)
		}
		if found := writing.FindString(literal.ReplaceAllString(text, "''")); found != "" {
			t.Errorf("%s is in %s", found, text)
		}
		if !prepared[e.thread] && text != "SELECT CONNECTION_ID(), VERSION()" {
			t.Errorf("in a session that can write: %s", text)
		}
	}
}

// trial are the statements with which emcp check finds out how a slow statement can be ended.
var trial = regexp.MustCompile(`^(SELECT SLEEP\(1\)|SELECT GET_LOCK\('emcp [A-Z2-7]+', (0\) \+ SLEEP\(3|2)\)|KILL ` +
	`[0-9]+)$`)

// expectReadOnlyCheck is expectReadOnly for emcp check; the log has so many statements already.
func (l loggedServer) expectReadOnlyCheck(t *testing.T, c *config.Config, before int) {
	t.Helper()
	for _, f := range check.Run(t.Context(), c, check.More{}).Findings {
		if f.Site != "" && f.Level == check.Error {
			t.Errorf("check: %s: %s", f.Subject, f.What)
		}
	}
	statements := l.statements(t)[before:]
	if len(statements) < 10 {
		t.Errorf("the log of emcp check has %d statements", len(statements))
	}
	expectReadOnly(t, slices.DeleteFunc(statements, func(e logged) bool { return trial.MatchString(e.argument) }))
}

// expectKinds compares how often statements of each kind ran. All other users sent only SELECT and SHOW.
func expectKinds(t *testing.T, before, after map[string]string) {
	t.Helper()
	for kind, count := range after {
		switch kind {
		case "Com_select", "Com_set_option", "Com_admin_commands", // of which the last are pings and good-byes
			"Com_show_status", "Com_show_variables", "Com_checksum": // of the test
			continue
		}
		if count != before[kind] {
			t.Errorf("%s was %s and is %s", kind, before[kind], count)
		}
	}
}

// TestReadOnly uses everything that emcp can do, and then reads the log of the database server.
func TestReadOnly(t *testing.T) {
	l := startLogged(t)
	state, commands := l.state(t), l.commands(t)
	g := newGateway(t, l.dsn)

	for _, w := range watchers {
		for i, q := range readOnlyQuestions() {
			if answer := g.ask(w.token, q); strings.Contains(answer, `"internal"`) ||
				strings.Contains(answer, `"database_unavailable"`) {
				t.Errorf("%s, %d, %s: %s", w.name, i, q.body, answer)
			}
		}
	}
	// Refused callers.
	for _, token := range []string{"", "nothing", tokenOf('X'), "emcp_" + strings.Repeat("'", 40), "a.b.c"} {
		g.ask(token, question{path: "/mcp/content", body: Ping})
	}
	for _, path := range []string{"/healthz", "/readyz", "/nothing"} {
		w := httptest.NewRecorder()
		g.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1"+path, nil))
	}

	statements := l.statements(t)
	expectReadOnly(t, statements)
	expectKinds(t, commands, l.commands(t))
	l.expectReadOnlyCheck(t, g.config, len(statements))
	Equal(t, state, l.state(t), "the server has changed (-before +after)")
	// The log is that of the calls: it has statements on every table of a model, and of the trees.
	for _, table := range append(slices.Collect(maps.Values(modelTables)), "site_content", "emcp_tokens",
		"site_tmplvar_access", "tags") {
		if !slices.ContainsFunc(statements, func(e logged) bool { return strings.Contains(e.argument, "`evo_"+table+"`") }) {
			t.Errorf("no statement reads %s", table)
		}
	}
	if len(statements) < 1000 {
		t.Errorf("the log has %d statements", len(statements))
	}
	t.Logf("%d statements", len(statements))
	expectGrants(t, l)
}

// expectGrants shows that the account could have written, but not through the gateway.
func expectGrants(t *testing.T, l loggedServer) {
	t.Helper()
	connections, err := evodb.Open(evodb.Options{DSN: l.dsn, MaxOpenConns: 1, StatementTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer connections.Close()
	for _, statement := range []string{
		"UPDATE evo_site_content SET pagetitle = 'x'", "INSERT INTO evo_categories (category) VALUES ('x')",
		"DELETE FROM evo_emcp_tokens", "DROP TABLE evo_categories", "CREATE TABLE evo_x (id int)", "TRUNCATE TABLE evo_users",
		"ALTER TABLE evo_users ADD COLUMN x int", "CREATE USER 'x'@'%' IDENTIFIED BY 'x'",
	} {
		err := connections.Query(t.Context(), evodb.Statement{SQL: statement}, func(evodb.Scan) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "1792") { // cannot execute statement in a READ ONLY transaction
			t.Errorf("through the gateway's connections %s ends in %v", statement, err)
		}
	}
	if before, after := l.texts(t, "SELECT 'n', COUNT(*) FROM evo_emcp_tokens"), "0"; before["n"] == after {
		t.Error("there are no tokens to delete")
	}
	db, err := sql.Open("mysql", l.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{"UPDATE evo_site_content SET pagetitle = 'x'", "DELETE FROM evo_emcp_tokens",
		"DROP TABLE evo_categories"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Errorf("the account itself cannot %s: %v", statement, err)
		}
	}
}

// readOnlyQuestions are calls of every tool with every argument.
func readOnlyQuestions() []question {
	q := &questions{seen: map[question]bool{}}
	b := &bait{known: canaries{}, view: nobody, all: []string{"zq0123456789"}}
	var ids []int64
	for _, d := range canaryDocuments {
		if d.id%3 == 0 || d.id == 2 {
			ids = append(ids, d.id)
		}
	}
	b.askDocuments(q, ids)
	b.askTVs(q, nil)
	b.askSearches(q)
	b.askModels(q)
	b.askErrors(q)
	var some []question
	for i, x := range q.all {
		if i%8 == 0 || strings.Contains(x.body, "evo.model.get") && i%2 == 0 {
			some = append(some, x)
		}
	}
	for _, tool := range append(slices.Clone(treeTools), "search", "get", "root_tree") {
		some = append(some, question{
			path: "/mcp/content/dispatch", key: "key-" + tool,
			body: fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.%s",`+
				`"arguments":{"id":2,"limit":5,"from":0}}}`, tool),
		})
	}
	return some
}

// TestCancelledCallEndsItsStatement cancels a call that waits for a lock. The only statement that is not SELECT, SET or
// SHOW kills the call's own connection, and nothing else.
func TestCancelledCallEndsItsStatement(t *testing.T) {
	l := startLogged(t)
	state := l.state(t)
	g := newGateway(t, l.dsn)
	body := GetHome
	if answer := g.ask("manager", question{path: "/mcp/content", body: body}); !strings.HasPrefix(answer, "200") {
		t.Fatal(answer)
	}
	for range 3 {
		unlock := LockDocuments(t, l.Database)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/mcp/content", strings.NewReader(body))
			r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer manager"}}
			g.handler.ServeHTTP(httptest.NewRecorder(), r)
		}()
		AwaitStatements(t, l.Database, 1)
		cancel()
		<-ended
		AwaitEnd(t, l.Database)
		unlock()
	}
	if answer := g.ask("manager", question{path: "/mcp/content", body: body}); !strings.HasPrefix(answer, "200") {
		t.Fatal(answer)
	}

	var kills []logged
	wait.Until(t, 5*time.Second, "the log has the end of every statement", func() bool {
		kills = slices.DeleteFunc(l.statements(t), func(e logged) bool { return !strings.HasPrefix(e.argument, "KILL") })
		return len(kills) >= 3
	})
	var others []logged
	last := map[int64]string{} // statement of a thread
	for _, e := range l.statements(t) {
		if !strings.HasPrefix(e.argument, "KILL") {
			others = append(others, e)
			last[e.thread] = e.argument
		}
	}
	expectReadOnly(t, others)
	var ended []string
	for _, e := range kills {
		var victim int64
		if n, err := fmt.Sscanf(e.argument, "KILL %d", &victim); n != 1 || err != nil ||
			e.argument != fmt.Sprintf("KILL %d", victim) {
			t.Errorf("the gateway sends %q", e.argument)
		}
		if !strings.Contains(last[victim], "`evo_site_content`") || victim == e.thread {
			t.Errorf("%s by %d ends what has last run %q", e.argument, e.thread, last[victim])
		}
		ended = append(ended, e.argument)
	}
	if slices.Sort(ended); len(slices.Compact(ended)) != 3 || len(kills) != 3 {
		t.Errorf("three calls were cancelled, and the gateway sent %v", kills)
	}
	Equal(t, state, l.state(t), "the server has changed (-before +after)")
}

// TestTwoStatementsARound counts the statements per round on the site. The number of subscribers makes no difference.
func TestTwoStatementsARound(t *testing.T) {
	d := testdb.StartServer(t).Open(t)
	LoadFixture(t, d)
	l := keepLog(t, d)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, l.dsn)
	base := Listen(t, s)
	for i, token := range []string{"full", "manager", "reader"} {
		for id := range 3 {
			Subscribe(t, base, 1+id, "Authorization", "Bearer "+token, "Mcp-Session-Id", fmt.Sprint("session-", i))
			Subscribe(t, base, 10+id, "Authorization", "Bearer "+token, "Mcp-Session-Id", fmt.Sprint("another-", i))
		}
	}
	count := func() int { return len(l.statements(t)) }
	before := count()
	const rounds = 10
	for range rounds {
		clock.Round(t)
	}
	wait.Until(t, 5*time.Second, "two statements a round", func() bool { return count()-before >= 2*rounds })
	if statements := count() - before; statements != 2*rounds {
		t.Errorf("%d statements in %d rounds", statements, rounds)
	}
}

// TestStatementsSayTheirRequest reads the log of the database server: all statements of a request have its trace id,
// and none has an id that the client made up.
func TestStatementsSayTheirRequest(t *testing.T) {
	d := testdb.StartServer(t).Open(t)
	LoadFixture(t, d)
	for _, statement := range []string{"SET GLOBAL long_query_time = 0", "SET GLOBAL slow_query_log = ON"} {
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	l := keepLog(t, d)
	s := NewServer(t, l.dsn)
	web := s.Handler()
	ids := []string{"", "of-the-client-1", "0AF7651916CD43DD8448EB211C80319C", strings.Repeat("-", 64), "--"}
	hostile := []string{
		"*/ DROP TABLE evo_site_content; /*", "a*/", "/*!50000 SLEEP(9) */", "?", "?*/", "a?", "a\x00", "a\\", "a'", "a\"",
		"a`", "a b", "ü",
		"*\u200b/", strings.Repeat("a", 65), "%2a%2f", "\xbf\x27", "a#", "@@version", "a;b", "M!100000",
	}
	valid := map[string]bool{}
	for _, id := range append(ids, hostile...) {
		for _, header := range []string{"X-Trace-Id", "traceparent"} {
			r, w := NewHTTPRequest(t, "content", "full", GetHome), httptest.NewRecorder()
			r.Header.Del("X-Trace-Id")
			if id != "" {
				r.Header.Set(header, id)
			}
			web.ServeHTTP(w, r)
			if got := strings.TrimSpace(w.Body.String()); got != GotHome {
				t.Fatalf("%q: %s", id, got)
			}
			told := w.Header().Get("X-Trace-Id")
			if valid[told] = true; header == "X-Trace-Id" && slices.Contains(hostile, id) && !UUID4.MatchString(told) {
				t.Errorf("%q became %q", id, told)
			}
		}
	}
	found := map[string]bool{}
	statements := l.statements(t)
	expectReadOnly(t, statements)
	for _, e := range statements {
		switch {
		case e.command != "Query":
			t.Errorf("%s is not in one round trip: %s", e.argument, e.command)
		case strings.HasPrefix(e.argument, "SET ") || e.argument == "SELECT CONNECTION_ID(), VERSION()": // of the connection
		case !traceComment.MatchString(e.argument):
			t.Errorf("no trace id: %s", e.argument)
		default:
			comment, _, _ := strings.Cut(e.argument, " */ ")
			found[strings.TrimPrefix(comment, "/* trace:")] = true
		}
	}
	Equal(t, slices.Sorted(maps.Keys(valid)), slices.Sorted(maps.Keys(found)),
		"the ids that clients are told (-) are not those of statements (+)")
	// A server writes a statement into this log after it has sent the answer.
	wait.For(t, 10*time.Second, func() error {
		slow := l.texts(t,
			"SELECT CONVERT(sql_text USING utf8mb4), 1 FROM mysql.slow_log WHERE user_host LIKE '"+gatewayUser+"[%'")
		logged := map[string]bool{}
		for text := range slow {
			id, _, isSelect := strings.Cut(strings.TrimPrefix(text, "/* trace:"), " */ SELECT ")
			logged[id] = isSelect
		}
		for id := range valid {
			if !logged[id] {
				return fmt.Errorf("the slow log has no statement of %s", id)
			}
		}
		return nil
	})
}
