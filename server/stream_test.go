package server

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/wait"
)

func TestRefusedStreams(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	subscribe(t, base, 1)
	const session = "send the MCP-Session-Id that initialize returned"
	gone := refusedReply(404, "not_found", noSessionMessage)
	method := refusedReply(405, "method_not_allowed", httpMethodMessage, "Allow", "OPTIONS, POST")
	for _, test := range []struct {
		name, path string
		headers    []string
		want       httpReply
	}{
		{"no stream asked for", "/mcp", []string{"Accept", "application/json"}, method},
		{"dispatch", "/mcp/content/dispatch", nil, method},
		{"no token", "/mcp", []string{"Authorization", ""}, refusedReply(401, "unauthenticated", noTokenMessage, "Www-Authenticate", "Bearer")},
		{"origin", "/mcp", []string{"Origin", "https://example.com"}, refusedReply(403, "forbidden", originMessage)},
		{"protocol version", "/mcp", []string{"MCP-Protocol-Version", "1"}, refusedReply(400, "bad_request", versionHeaderMessage+supportedMessage)},
		{"no scope", "/mcp", []string{"Authorization", "Bearer caller"}, refusedReply(403, "scope_denied", noScopeMessage+"resources/subscribe")},
		{"a server that the token is not for", "/mcp", []string{"Authorization", "Bearer elsewhere"}, refusedReply(403, "server_denied", serverDeniedMessage+"content")},
		{"no such server", "/mcp/nothing", nil, refusedReply(404, "not_found", noServerMessage)},
		{"no session", "/mcp", []string{"Mcp-Session-Id", ""}, refusedReply(400, "bad_request", session)},
		{"a session id with spaces", "/mcp", []string{"Mcp-Session-Id", "a b"}, refusedReply(400, "bad_request", session)},
		{"the session of another caller", "/mcp", []string{"Authorization", "Bearer reader"}, gone},
		{"a stream that is taken up in no session", "/mcp", []string{"Mcp-Session-Id", "lost", "Last-Event-ID", "1"}, gone},
	} {
		headers := append([]string{"Accept", "text/event-stream", "Mcp-Session-Id", "session-1", "Content-Type", ""}, test.headers...)
		if diff := cmp.Diff(test.want, sendRequest(t, http.MethodGet, base+test.path, "", headers...)); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

// TestStreamIsTakenUp by a client that has lost the first one, and hears of what it has missed.
func TestStreamIsTakenUp(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN)
	base := listen(t, s)
	first := open(t, base+"/mcp", "MCP-Protocol-Version", "2025-11-25")
	first.expect(t, "id: UUID", "data: ")
	subscribe(t, base, 1)
	second := open(t, base+"/mcp", "Last-Event-ID", "1")
	second.expect(t, ":")
	first.expect(t, "") // it has ended
	edit(t, d, 1)
	clock.tick(t)
	second.expectTold(t, 1)
	second.Body.Close()
	wait.Until(t, 5*time.Second, "the stream has ended", func() bool {
		_, streams := s.sessions.Tally()
		return streams == 0
	})
	edit(t, d, 1)
	clock.tick(t)
	third := open(t, base+"/mcp", "Last-Event-ID", "1")
	third.expect(t, ":")
	third.expectTold(t, 1)
}

func TestHeartbeat(t *testing.T) {
	s := newServerWith(t, Options{Streams: StreamTimes{Heartbeat: time.Millisecond}}, noDatabase)
	open(t, listen(t, s)+"/mcp").expect(t, ":", ":", ":")
}

// TestStreamsEnd after a time, with a whole audit line.
func TestStreamsEnd(t *testing.T) {
	audit := &auditLog{}
	s := newServerWith(t, Options{Requests: audit, Streams: StreamTimes{Longest: 500 * time.Millisecond}}, noDatabase)
	open(t, listen(t, s)+"/mcp/content").expect(t, ":", "")
	want := pinged.as("").of("", "")
	want.client, want.bytes = "127.0.0.1", len(":\n\n")
	if diff := cmp.Diff([]string{want.String()}, audit.takeN(t, 1)); diff != "" {
		t.Error(diff)
	}
}

// TestDrainEndsStreams at once, and opens no others.
func TestDrainEndsStreams(t *testing.T) {
	s := newServer(t, noDatabase)
	base, stop, ended := serve(t, s)
	stream := open(t, base+"/mcp")
	stream.expect(t, ":")
	stop()
	stream.expect(t, "")
	w := sent{method: http.MethodGet, header: []string{"Accept", "text/event-stream", "Mcp-Session-Id", "a"}}.answer(t, s.Handler())
	if w.Code != http.StatusServiceUnavailable || fault.Unavailable.Class().HTTP != w.Code {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
