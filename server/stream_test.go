package server_test

import (
	"net/http"
	"testing"
	"time"

	"emcp/internal/fault"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

func TestRefusedStreams(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	Subscribe(t, base, 1)
	const session = "send the MCP-Session-Id that initialize returned"
	gone := Refused(404, "not_found", NoSessionMessage)
	method := Refused(405, "method_not_allowed", HTTPMethodMessage, "Allow", "OPTIONS, POST")
	for _, test := range []struct {
		name, path string
		headers    []string
		want       Reply
	}{
		{"no stream asked for", "/mcp", []string{"Accept", "application/json"}, method},
		{"dispatch", "/mcp/content/dispatch", nil, method},
		{
			"no token", "/mcp", []string{"Authorization", ""},
			Refused(401, "unauthenticated", NoTokenMessage, "Www-Authenticate", "Bearer"),
		},
		{"origin", "/mcp", []string{"Origin", "https://example.com"}, Refused(403, "forbidden", originMessage)},
		{
			"protocol version", "/mcp", []string{"MCP-Protocol-Version", "1"},
			Refused(400, "bad_request", versionHeaderMessage+SupportedMessage),
		},
		{
			"no scope", "/mcp", []string{"Authorization", "Bearer caller"},
			Refused(403, "scope_denied", NoScopeMessage+"resources/subscribe"),
		},
		{
			"a server that the token is not for", "/mcp", []string{"Authorization", "Bearer elsewhere"},
			Refused(403, "server_denied", ServerDeniedMessage+"content"),
		},
		{"no such server", "/mcp/nothing", nil, Refused(404, "not_found", NoServerMessage)},
		{"no session", "/mcp", []string{"Mcp-Session-Id", ""}, Refused(400, "bad_request", session)},
		{"a session id with spaces", "/mcp", []string{"Mcp-Session-Id", "a b"}, Refused(400, "bad_request", session)},
		{"the session of another caller", "/mcp", []string{"Authorization", "Bearer reader"}, gone},
		{"a stream that is taken up in no session", "/mcp", []string{"Mcp-Session-Id", "lost", "Last-Event-ID", "1"}, gone},
	} {
		headers := append([]string{"Accept", "text/event-stream", "Mcp-Session-Id", "session-1", "Content-Type", ""},
			test.headers...)
		Equal(t, test.want, Send(t, http.MethodGet, base+test.path, "", headers...), test.name)
	}
}

// TestStreamIsTakenUp by a client that has lost the first one, and hears of what it has missed.
func TestStreamIsTakenUp(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN)
	base := Listen(t, s)
	first := OpenStream(t, base+"/mcp", "MCP-Protocol-Version", "2025-11-25")
	first.Expect(t, "id: UUID", "data: ")
	Subscribe(t, base, 1)
	second := OpenStream(t, base+"/mcp", "Last-Event-ID", "1")
	second.Expect(t, ":")
	first.Expect(t, "") // it has ended
	EditDocument(t, d, 1)
	clock.Tick(t)
	second.ExpectTold(t, 1)
	second.Body.Close()
	wait.Until(t, 5*time.Second, "the stream has ended", func() bool {
		_, streams := s.Sessions().Tally()
		return streams == 0
	})
	EditDocument(t, d, 1)
	clock.Tick(t)
	third := OpenStream(t, base+"/mcp", "Last-Event-ID", "1")
	third.Expect(t, ":")
	third.ExpectTold(t, 1)
}

func TestHeartbeat(t *testing.T) {
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond}}, NoDatabase)
	OpenStream(t, Listen(t, s)+"/mcp").Expect(t, ":", ":", ":")
}

// TestStreamsEnd after a time, with a whole audit line.
func TestStreamsEnd(t *testing.T) {
	audit := &Log{}
	s := NewServerWith(t, server.Options{Requests: audit, Streams: server.StreamTimes{Longest: 500 * time.Millisecond}},
		NoDatabase)
	OpenStream(t, Listen(t, s)+"/mcp/content").Expect(t, ":", "")
	want := pinged.as("").of("", "")
	want.client, want.bytes = "127.0.0.1", len(":\n\n")
	Equal(t, []string{want.String()}, audit.TakeN(t, 1))
}

// TestDrainEndsStreams at once, and opens no others.
func TestDrainEndsStreams(t *testing.T) {
	s := NewServer(t, NoDatabase)
	base, stop, ended := serve(t, s)
	stream := OpenStream(t, base+"/mcp")
	stream.Expect(t, ":")
	stop()
	stream.Expect(t, "")
	w := sent{method: http.MethodGet, header: []string{"Accept", "text/event-stream", "Mcp-Session-Id", "a"}}.answer(t,
		s.Handler())
	if w.Code != http.StatusServiceUnavailable || fault.Unavailable.Class().HTTP != w.Code {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
