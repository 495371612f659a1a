package mcp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/mcp/session"
	"emcp/server"
)

func TestSubscribeOverHTTP(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	base := Listen(t, s)
	manager := []string{"Authorization", "Bearer manager", "Mcp-Session-Id", "session-2"}
	visitors, managers := OpenStream(t, base+"/mcp"), OpenStream(t, base+"/mcp/content", manager...)
	header := map[string]string{}
	for _, name := range []string{"Content-Type", "Cache-Control", "X-Accel-Buffering", "X-Trace-Id"} {
		header[name] = visitors.Header.Get(name)
	}
	if diff := cmp.Diff(map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Trace-Id": "trace-1",
	}, header); diff != "" {
		t.Error(diff)
	}
	visitors.Expect(t, ":")
	managers.Expect(t, ":")
	for _, id := range []int{1, 10, 12} {
		Subscribe(t, base, id)
	}
	for _, id := range []int{4, 10} {
		Subscribe(t, base, id, manager...)
	}

	EditDocument(t, d, 10)
	EditDocument(t, d, 11) // to which nobody has subscribed
	clock.Tick(t)
	visitors.ExpectTold(t, 10)
	managers.ExpectTold(t, 10)

	// A draft is edited, which only managers can notice. A page becomes a draft, is edited, and published again.
	EditDocument(t, d, 4)
	Execute(t, d, "UPDATE evo_site_content SET published = 0 WHERE id = 10")
	clock.Tick(t)
	visitors.ExpectChange(t, 10, "hidden")
	managers.ExpectTold(t, 4)
	EditDocument(t, d, 10)
	EditDocument(t, d, 12)
	clock.Tick(t)
	visitors.ExpectTold(t, 12)
	managers.ExpectTold(t, 10)
	Execute(t, d, "UPDATE evo_site_content SET published = 1 WHERE id = 10")
	clock.Tick(t)
	visitors.ExpectChange(t, 10, "created")

	// A page is deleted, and taken out of the database. For visitors it looks like one that is hidden.
	Execute(t, d, "UPDATE evo_site_content SET deleted = 1 WHERE id = 12")
	Execute(t, d, "DELETE FROM evo_site_content WHERE id = 4")
	clock.Tick(t)
	visitors.ExpectChange(t, 12, "hidden")
	managers.ExpectChange(t, 4, "deleted")

	// Several changes at once; one of them to a document that is no longer subscribed to.
	Equal(t, Answered(Empty), Post(t, base+"/mcp", Unsubscribing(10), "Mcp-Session-Id", "session-1"))
	for _, id := range []int{10, 1, 12} {
		EditDocument(t, d, id)
	}
	clock.Tick(t)
	visitors.ExpectTold(t, 1)
	managers.ExpectTold(t, 10)
	EditDocument(t, d, 1)
	clock.Tick(t)
	visitors.ExpectTold(t, 1)
}

// TestWatchedSections have documents appear below documents that visitors and a manager watch.
func TestWatchedSections(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	base := Listen(t, s)
	manager := []string{"Authorization", "Bearer manager", "Mcp-Session-Id", "session-2"}
	visitors, managers := OpenStream(t, base+"/mcp"), OpenStream(t, base+"/mcp/content", manager...)
	visitors.Expect(t, ":")
	managers.Expect(t, ":")
	for _, id := range []int{1, 2} {
		Subscribe(t, base, id)
	}
	Subscribe(t, base, 2, manager...)

	// Nothing new is a draft for visitors, a document in the trash, a document elsewhere or further below, and an edit.
	together(t, d,
		"INSERT INTO evo_site_content (id, parent, published, deleted, pagetitle, type, contentType) VALUES"+
			" (301, 2, 0, 0, '', 'document', 'text/html'), (302, 3, 1, 0, '', 'document', 'text/html'),"+
			" (303, 21, 1, 0, '', 'document', 'text/html'), (304, 2, 1, 1, '', 'document', 'text/html')",
		"UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = 10")
	clock.Tick(t)
	managers.ExpectAdded(t, 2, `"evo://content/content/301"`)

	// The draft is published, a page moves in, and a new one is added.
	together(t, d,
		"UPDATE evo_site_content SET published = 1 WHERE id = 301",
		"UPDATE evo_site_content SET parent = 2 WHERE id = 302",
		"INSERT INTO evo_site_content (id, parent, published, pagetitle, type, contentType) VALUES (305, 2, 1, '', "+
			"'document', 'text/html')")
	clock.Tick(t)
	visitors.ExpectAdded(t, 2, `"evo://content/content/305","evo://content/content/302","evo://content/content/301"`)
	managers.ExpectAdded(t, 2, `"evo://content/content/305","evo://content/content/302"`)

	// Pages disappear, which is no event, and appear again.
	together(t, d,
		"UPDATE evo_site_content SET parent = 3 WHERE id = 302",
		"UPDATE evo_site_content SET published = 0 WHERE id = 10")
	clock.Tick(t)
	together(t, d,
		"UPDATE evo_site_content SET parent = 2 WHERE id = 302",
		"UPDATE evo_site_content SET published = 1, parent = 1 WHERE id = 10")
	clock.Tick(t)
	visitors.ExpectAdded(t, 1, `"evo://content/content/10"`)
	visitors.ExpectAdded(t, 2, `"evo://content/content/302"`)
	managers.ExpectAdded(t, 2, `"evo://content/content/302"`)
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
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	c := Converse(t, t.Context(), s)
	expect := func(want ...string) {
		t.Helper()
		for _, line := range want {
			Equal(t, line, c.Next(t))
		}
	}
	c.Say(t, Subscribing(1))
	c.Say(t, Subscribing(2))
	c.Say(t, Subscribing(4))
	expect(Empty, Empty, NoDocument)
	EditDocument(t, d, 2)
	EditDocument(t, d, 1)
	clock.Tick(t)
	expect(UpdateNotice(1), UpdateNotice(2))
	c.Say(t, Unsubscribing(1))
	c.Say(t, Unsubscribing(1))
	expect(Empty, Empty)
	EditDocument(t, d, 1)
	EditDocument(t, d, 2)
	clock.Tick(t)
	expect(UpdateNotice(2))
	if err := c.In.Close(); err != nil {
		t.Error(err)
	}
	if err := <-c.Ended; err != nil {
		t.Error(err)
	}
	clock.Unwatched(t)
}

// TestRefusedSubscriptions are those that cannot be.
func TestRefusedSubscriptions(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const session = "send the MCP-Session-Id that initialize returned"
	const site = onlyDocumentsMessage
	Subscribe(t, base, 1)
	for _, test := range []struct {
		name, path, message string
		headers             []string
		want                Reply
	}{
		{"no session", "/mcp", Subscribing(1), nil, Refused(400, "bad_request", session)},
		{
			"a long session id", "/mcp", Subscribing(1), []string{"Mcp-Session-Id", strings.Repeat("a", 129)},
			Refused(400, "bad_request", session),
		},
		{"no session to end", "/mcp", Unsubscribing(1), nil, Refused(400, "bad_request", session)},
		{"a draft", "/mcp", Subscribing(4), []string{"Mcp-Session-Id", "a"}, Answered(NoDocument)},
		{"nothing", "/mcp", Subscribing(999), []string{"Mcp-Session-Id", "a"}, Answered(NoDocument)},
		{"another server", "/mcp/small", Subscribing(1), []string{"Mcp-Session-Id", "a"}, Answered(noResource)},
		{
			"the site", "/mcp", RequestWith("resources/subscribe", `{"uri":"evo://content/site"}`),
			[]string{"Mcp-Session-Id", "a"}, Answered(Traced(ParamsFailure("uri", "uri: "+site))),
		},
		{
			"the session of another caller", "/mcp", Subscribing(1),
			[]string{"Mcp-Session-Id", "session-1", "Authorization", "Bearer reader"},
			Refused(404, "not_found", NoSessionMessage),
		}, {
			"dispatched", "/mcp/content/dispatch", Subscribing(1), []string{"Mcp-Session-Id", "session-1"},
			Refused(400, "bad_request", "subscribe at the server's own address, without /dispatch"),
		}, {
			"no scope", "/mcp", Subscribing(1), []string{"Mcp-Session-Id", "a", "Authorization", "Bearer caller"},
			Refused(403, "scope_denied", NoScopeMessage+"resources/subscribe"),
		},
	} {
		Equal(t, test.want, Post(t, base+test.path, test.message, test.headers...), test.name)
	}
}

func TestSubscriptionsAreBounded(t *testing.T) {
	d := Fixture(t)
	for n := range maxSubscriptions {
		Execute(t, d, "INSERT INTO evo_site_content (id, pagetitle, published, type, contentType) VALUES (?, '', 1, "+
			"'document', 'text/html')", 300+n)
	}
	base := Serve(t, d.DSN)
	for n := range maxSubscriptions {
		Subscribe(t, base, 300+n)
	}
	Subscribe(t, base, 300) // again
	full := Traced(ParamsFailure("uri",
		"uri: a session can subscribe to at most 100 resources; unsubscribe from others first"))
	Equal(t, Answered(full), Post(t, base+"/mcp", Subscribing(1), "Mcp-Session-Id", "session-1"))
	Subscribe(t, base, 1, "Mcp-Session-Id", "session-2")
}

// TestNobodyWatches while nobody subscribes any more.
func TestNobodyWatches(t *testing.T) {
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, Fixture(t).DSN)
	base := Listen(t, s)
	for range 2 {
		Subscribe(t, base, 1)
		clock.Tick(t)
		Equal(t, Answered(Empty), Post(t, base+"/mcp", Unsubscribing(1), "Mcp-Session-Id", "session-1"))
		clock.Unwatched(t)
	}
}

// TestWatchOutlastsTheDatabase lets a round fail. The next round must report what has changed meanwhile.
func TestWatchOutlastsTheDatabase(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	base := Listen(t, s)
	stream := OpenStream(t, base+"/mcp")
	stream.Expect(t, ":")
	Subscribe(t, base, 1)
	Execute(t, d, "RENAME TABLE evo_site_content TO away")
	clock.Tick(t)
	Execute(t, d, "RENAME TABLE away TO evo_site_content")
	EditDocument(t, d, 1)
	clock.Tick(t)
	stream.ExpectTold(t, 1)
}

// TestSessionsAreForgotten when they have no stream for a time, and their subscriptions with them.
func TestSessionsAreForgotten(t *testing.T) {
	clock, kept := NewClock(), session.NewSessions(time.Millisecond)
	s := NewServerWith(t, server.Options{Clock: clock.Start, Sessions: kept}, Fixture(t).DSN)
	base := Listen(t, s)
	sessions := func() int {
		n, _ := kept.Tally()
		return n
	}
	stream := OpenStream(t, base+"/mcp")
	stream.Expect(t, ":")
	Subscribe(t, base, 1)
	clock.Tick(t)
	if sessions() != 1 {
		t.Error("a session with a stream is forgotten")
	}
	stream.Body.Close()
	wait.Until(t, 5*time.Second, "the session is gone", func() bool { return sessions() == 0 })
	clock.Unwatched(t)
}
