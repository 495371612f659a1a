package server

import (
	"bufio"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/mcp"
)

// clock is a clock of the rounds that look at a site, by hand.
type clock struct {
	ticks   chan time.Time // each is taken when the round before it has ended
	stopped chan struct{}  // has a value for each end of the rounds
}

func newClock() clock { return clock{make(chan time.Time), make(chan struct{}, 10)} }

func (c clock) start() (<-chan time.Time, func()) {
	return c.ticks, func() { c.stopped <- struct{}{} }
}

// tick has the site looked at, and returns when that has been done.
func (c clock) tick(t *testing.T) {
	t.Helper()
	c.round(t)
	c.round(t)
}

// round begins a round.
func (c clock) round(t *testing.T) {
	t.Helper()
	select {
	case c.ticks <- time.Now():
	case <-time.After(10 * time.Second):
		t.Fatal("nobody looks at the site")
	}
}

// unwatched returns when the site is no longer looked at, because nobody subscribes any more.
func (c clock) unwatched(t *testing.T) {
	t.Helper()
	select {
	case c.ticks <- time.Now():
		<-c.stopped
	case <-c.stopped: // in the last round that a test has begun
	case <-time.After(10 * time.Second):
		t.Fatal("nobody looks at the site")
	}
}

// edit changes a document and the time of its last change.
func edit(t *testing.T, d *testdb.Database, id int) {
	t.Helper()
	execute(t, d.DB, "UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = ?", id)
}

func subscribing(id int) string {
	return invoke("resources/subscribe", fmt.Sprintf(`{"uri":"evo://content/content/%d"}`, id))
}

func unsubscribing(id int) string {
	return invoke("resources/unsubscribe", fmt.Sprintf(`{"uri":"evo://content/content/%d"}`, id))
}

// toldUpdate is the notification of an edited document.
func toldUpdate(id int) string { return toldChange(id, "updated") }

// toldChange is the notification of a change of any kind.
func toldChange(id int, kind string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":%q},"uri":"evo://content/content/%d"}}`, kind, id)
}

var nothing = success("{}")

// opened is an open stream of events.
type opened struct {
	*http.Response
	incoming // lines without blank ones
}

// open opens a stream of events; it is refused when opened.incoming is nil.
func open(t *testing.T, url string, headers ...string) opened {
	t.Helper()
	return openBy(t, http.MethodGet, url, "", headers...)
}

// openBy is open with another method, and a body.
func openBy(t *testing.T, method, url, body string, headers ...string) opened {
	t.Helper()
	return openWith(t, http.DefaultClient, method, url, body, headers...)
}

// openWith is openBy with a client of its own. An empty value takes a header away.
func openWith(t *testing.T, client *http.Client, method, url, body string, headers ...string) opened {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i, pairs := 0, append([]string{
		"Accept", "text/event-stream", "Authorization", "Bearer full", "X-Trace-Id", "trace-1", "Mcp-Session-Id", "session-1",
	}, headers...); i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			r.Header.Del(pairs[i])
		}
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		return opened{Response: response}
	}
	lines := make(incoming, 1)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			if scanner.Text() != "" {
				select {
				case lines <- eventID.ReplaceAllString(scanner.Text(), "id: UUID"):
				case <-r.Context().Done():
				}
			}
		}
	}()
	return opened{response, lines}
}

var eventID = regexp.MustCompile(`^id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// expectTold compares the next events, in which heartbeats do not count.
func (o opened) expectTold(t *testing.T, ids ...int) {
	t.Helper()
	for _, id := range ids {
		o.expect(t, "id: UUID", "data: "+toldUpdate(id))
	}
}

// expectChange compares the next event, a change of any kind.
func (o opened) expectChange(t *testing.T, id int, kind string) {
	t.Helper()
	o.expect(t, "id: UUID", "data: "+toldChange(id, kind))
}

// subscribe subscribes over HTTP.
func subscribe(t *testing.T, base string, id int, headers ...string) {
	t.Helper()
	headers = append([]string{"Mcp-Session-Id", "session-1"}, headers...)
	if diff := cmp.Diff(answered(nothing), post(t, base+"/mcp", subscribing(id), headers...)); diff != "" {
		t.Error(diff)
	}
}

func TestSubscribeOverHTTP(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	base := listen(t, s)
	manager := []string{"Authorization", "Bearer manager", "Mcp-Session-Id", "session-2"}
	visitors, managers := open(t, base+"/mcp"), open(t, base+"/mcp/content", manager...)
	header := map[string]string{}
	for _, name := range []string{"Content-Type", "Cache-Control", "X-Accel-Buffering", "X-Trace-Id"} {
		header[name] = visitors.Header.Get(name)
	}
	if diff := cmp.Diff(map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Trace-Id": "trace-1",
	}, header); diff != "" {
		t.Error(diff)
	}
	visitors.expect(t, ":")
	managers.expect(t, ":")
	for _, id := range []int{1, 10, 12} {
		subscribe(t, base, id)
	}
	for _, id := range []int{4, 10} {
		subscribe(t, base, id, manager...)
	}

	edit(t, d, 10)
	edit(t, d, 11) // to which nobody has subscribed
	clock.tick(t)
	visitors.expectTold(t, 10)
	managers.expectTold(t, 10)

	// A draft is edited, which only managers can notice. A page becomes a draft, is edited, and published again.
	edit(t, d, 4)
	execute(t, d.DB, "UPDATE evo_site_content SET published = 0 WHERE id = 10")
	clock.tick(t)
	visitors.expectChange(t, 10, "hidden")
	managers.expectTold(t, 4)
	edit(t, d, 10)
	edit(t, d, 12)
	clock.tick(t)
	visitors.expectTold(t, 12)
	managers.expectTold(t, 10)
	execute(t, d.DB, "UPDATE evo_site_content SET published = 1 WHERE id = 10")
	clock.tick(t)
	visitors.expectChange(t, 10, "created")

	// A page is deleted, and taken out of the database. For visitors it looks like one that is hidden.
	execute(t, d.DB, "UPDATE evo_site_content SET deleted = 1 WHERE id = 12")
	execute(t, d.DB, "DELETE FROM evo_site_content WHERE id = 4")
	clock.tick(t)
	visitors.expectChange(t, 12, "hidden")
	managers.expectChange(t, 4, "deleted")

	// Several changes at once; one of them to a document that is no longer subscribed to.
	if diff := cmp.Diff(answered(nothing), post(t, base+"/mcp", unsubscribing(10), "Mcp-Session-Id", "session-1")); diff != "" {
		t.Error(diff)
	}
	for _, id := range []int{10, 1, 12} {
		edit(t, d, id)
	}
	clock.tick(t)
	visitors.expectTold(t, 1)
	managers.expectTold(t, 10)
	edit(t, d, 1)
	clock.tick(t)
	visitors.expectTold(t, 1)
}

// expectAdded compares the next event, which says that documents are new below one.
func (o opened) expectAdded(t *testing.T, id int, added string) {
	t.Helper()
	o.expect(t, "id: UUID", "data: "+fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/added":[%s],"evo/change":"added"},"uri":"evo://content/content/%d"}}`, added, id))
}

// TestWatchedSections have documents appear below documents that visitors and a manager watch.
func TestWatchedSections(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	base := listen(t, s)
	manager := []string{"Authorization", "Bearer manager", "Mcp-Session-Id", "session-2"}
	visitors, managers := open(t, base+"/mcp"), open(t, base+"/mcp/content", manager...)
	visitors.expect(t, ":")
	managers.expect(t, ":")
	for _, id := range []int{1, 2} {
		subscribe(t, base, id)
	}
	subscribe(t, base, 2, manager...)

	// Nothing new is a draft for visitors, a document in the trash, a document elsewhere or further below, and an edit.
	together(t, d,
		"INSERT INTO evo_site_content (id, parent, published, deleted, pagetitle, type, contentType) VALUES"+
			" (301, 2, 0, 0, '', 'document', 'text/html'), (302, 3, 1, 0, '', 'document', 'text/html'),"+
			" (303, 21, 1, 0, '', 'document', 'text/html'), (304, 2, 1, 1, '', 'document', 'text/html')",
		"UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = 10")
	clock.tick(t)
	managers.expectAdded(t, 2, `"evo://content/content/301"`)

	// The draft is published, a page moves in, and a new one is added.
	together(t, d,
		"UPDATE evo_site_content SET published = 1 WHERE id = 301",
		"UPDATE evo_site_content SET parent = 2 WHERE id = 302",
		"INSERT INTO evo_site_content (id, parent, published, pagetitle, type, contentType) VALUES (305, 2, 1, '', 'document', 'text/html')")
	clock.tick(t)
	visitors.expectAdded(t, 2, `"evo://content/content/305","evo://content/content/302","evo://content/content/301"`)
	managers.expectAdded(t, 2, `"evo://content/content/305","evo://content/content/302"`)

	// Pages disappear, which is no event, and appear again.
	together(t, d,
		"UPDATE evo_site_content SET parent = 3 WHERE id = 302",
		"UPDATE evo_site_content SET published = 0 WHERE id = 10")
	clock.tick(t)
	together(t, d,
		"UPDATE evo_site_content SET parent = 2 WHERE id = 302",
		"UPDATE evo_site_content SET published = 1, parent = 1 WHERE id = 10")
	clock.tick(t)
	visitors.expectAdded(t, 1, `"evo://content/content/10"`)
	visitors.expectAdded(t, 2, `"evo://content/content/302"`)
	managers.expectAdded(t, 2, `"evo://content/content/302"`)
}

// together executes statements so that a round finds all their changes or none: the second round of tick may go on.
func together(t *testing.T, d *testdb.Database, statements ...string) {
	t.Helper()
	tx, err := d.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if _, err := tx.ExecContext(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

func TestSubscribeOverStdio(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	c := converse(t, t.Context(), s)
	expect := func(want ...string) {
		t.Helper()
		for _, line := range want {
			if diff := cmp.Diff(line, c.next(t)); diff != "" {
				t.Error(diff)
			}
		}
	}
	c.say(t, subscribing(1))
	c.say(t, subscribing(2))
	c.say(t, subscribing(4))
	expect(nothing, nothing, noDocument)
	edit(t, d, 2)
	edit(t, d, 1)
	clock.tick(t)
	expect(toldUpdate(1), toldUpdate(2))
	c.say(t, unsubscribing(1))
	c.say(t, unsubscribing(1))
	expect(nothing, nothing)
	edit(t, d, 1)
	edit(t, d, 2)
	clock.tick(t)
	expect(toldUpdate(2))
	if err := c.in.Close(); err != nil {
		t.Error(err)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	clock.unwatched(t)
}

// TestRefusedSubscriptions are those that cannot be.
func TestRefusedSubscriptions(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const session = "send the MCP-Session-Id that initialize returned"
	const site = onlyDocumentsMessage
	subscribe(t, base, 1)
	for _, test := range []struct {
		name, path, message string
		headers             []string
		want                httpReply
	}{
		{"no session", "/mcp", subscribing(1), nil, refusedReply(400, "bad_request", session)},
		{"a long session id", "/mcp", subscribing(1), []string{"Mcp-Session-Id", strings.Repeat("a", 129)}, refusedReply(400, "bad_request", session)},
		{"no session to end", "/mcp", unsubscribing(1), nil, refusedReply(400, "bad_request", session)},
		{"a draft", "/mcp", subscribing(4), []string{"Mcp-Session-Id", "a"}, answered(noDocument)},
		{"nothing", "/mcp", subscribing(999), []string{"Mcp-Session-Id", "a"}, answered(noDocument)},
		{"another server", "/mcp/small", subscribing(1), []string{"Mcp-Session-Id", "a"}, answered(noResource)},
		{"the site", "/mcp", invoke("resources/subscribe", `{"uri":"evo://content/site"}`), []string{"Mcp-Session-Id", "a"}, answered(traced(paramsFailure("uri", "uri: "+site)))},
		{
			"the session of another caller", "/mcp", subscribing(1), []string{"Mcp-Session-Id", "session-1", "Authorization", "Bearer reader"},
			refusedReply(404, "not_found", noSessionMessage),
		}, {
			"dispatched", "/mcp/content/dispatch", subscribing(1), []string{"Mcp-Session-Id", "session-1"},
			refusedReply(400, "bad_request", "subscribe at the server's own address, without /dispatch"),
		}, {
			"no scope", "/mcp", subscribing(1), []string{"Mcp-Session-Id", "a", "Authorization", "Bearer caller"},
			refusedReply(403, "scope_denied", noScopeMessage+"resources/subscribe"),
		},
	} {
		if diff := cmp.Diff(test.want, post(t, base+test.path, test.message, test.headers...)); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

func TestSubscriptionsAreBounded(t *testing.T) {
	d := fixture(t)
	for n := range maxSubscriptions {
		execute(t, d.DB, "INSERT INTO evo_site_content (id, pagetitle, published, type, contentType) VALUES (?, '', 1, 'document', 'text/html')", 300+n)
	}
	base := listen(t, newServer(t, d.DSN))
	for n := range maxSubscriptions {
		subscribe(t, base, 300+n)
	}
	subscribe(t, base, 300) // again
	full := traced(paramsFailure("uri", "uri: a session can subscribe to at most 100 resources; unsubscribe from others first"))
	if diff := cmp.Diff(answered(full), post(t, base+"/mcp", subscribing(1), "Mcp-Session-Id", "session-1")); diff != "" {
		t.Error(diff)
	}
	subscribe(t, base, 1, "Mcp-Session-Id", "session-2")
}

// TestTwoStatementsARound counts the statements on the site, however many subscribe.
func TestTwoStatementsARound(t *testing.T) {
	d := testdb.StartServer(t).Open(t)
	load(t, d.DB)
	l := keepLog(t, d)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, l.dsn)
	base := listen(t, s)
	for i, token := range []string{"full", "manager", "reader"} {
		for id := range 3 {
			subscribe(t, base, 1+id, "Authorization", "Bearer "+token, "Mcp-Session-Id", fmt.Sprint("session-", i))
			subscribe(t, base, 10+id, "Authorization", "Bearer "+token, "Mcp-Session-Id", fmt.Sprint("another-", i))
		}
	}
	count := func() int { return len(l.statements(t)) }
	before := count()
	const rounds = 10
	for range rounds {
		clock.round(t)
	}
	wait.Until(t, 5*time.Second, "two statements a round", func() bool { return count()-before >= 2*rounds })
	if statements := count() - before; statements != 2*rounds {
		t.Errorf("%d statements in %d rounds", statements, rounds)
	}
}

// TestNobodyWatches while nobody subscribes any more.
func TestNobodyWatches(t *testing.T) {
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, fixture(t).DSN)
	base := listen(t, s)
	for range 2 {
		subscribe(t, base, 1)
		clock.tick(t)
		if diff := cmp.Diff(answered(nothing), post(t, base+"/mcp", unsubscribing(1), "Mcp-Session-Id", "session-1")); diff != "" {
			t.Error(diff)
		}
		clock.unwatched(t)
	}
}

// TestWatchOutlastsTheDatabase lets a round fail. The next round must report what has changed meanwhile.
func TestWatchOutlastsTheDatabase(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	base := listen(t, s)
	stream := open(t, base+"/mcp")
	stream.expect(t, ":")
	subscribe(t, base, 1)
	execute(t, d.DB, "RENAME TABLE evo_site_content TO away")
	clock.tick(t)
	execute(t, d.DB, "RENAME TABLE away TO evo_site_content")
	edit(t, d, 1)
	clock.tick(t)
	stream.expectTold(t, 1)
}

// TestSessionsAreForgotten when they have no stream for a time, and their subscriptions with them.
func TestSessionsAreForgotten(t *testing.T) {
	clock, kept := newClock(), mcp.NewSessions(time.Millisecond)
	s := newServerWith(t, Options{Clock: clock.start, Sessions: kept}, fixture(t).DSN)
	base := listen(t, s)
	sessions := func() int {
		n, _ := kept.Tally()
		return n
	}
	stream := open(t, base+"/mcp")
	stream.expect(t, ":")
	subscribe(t, base, 1)
	clock.tick(t)
	if sessions() != 1 {
		t.Error("a session with a stream is forgotten")
	}
	stream.Body.Close()
	wait.Until(t, 5*time.Second, "the session is gone", func() bool { return sessions() == 0 })
	clock.unwatched(t)
}
