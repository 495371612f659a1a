package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// withSockets changes the settings so that both servers have WebSocket, and then as change says.
func withSockets(change ...string) []string {
	return append([]string{
		"{handle: content, site: main}", "{handle: content, site: main, websocket: true}", "{handle: small, site: main,", "{handle: small, site: main, websocket: true,",
	}, change...)
}

// socketClient is a client over WebSocket.
type socketClient struct {
	*websocket.Conn
	incoming
	ended string // code and reason, once nothing more comes
}

// connectTo dials a server. The status and the header are those of the answer to the handshake.
func connectTo(t *testing.T, url string, headers ...string) (conn *websocket.Conn, status int, answered http.Header, err error) {
	t.Helper()
	return connectBy(t, http.DefaultClient, url, headers...)
}

// connectBy is connectTo with a client of its own. An empty value takes a header away.
func connectBy(t *testing.T, client *http.Client, url string, headers ...string) (conn *websocket.Conn, status int, answered http.Header, err error) {
	t.Helper()
	header := http.Header{"Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"}}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			header.Del(headers[i])
		}
	}
	conn, response, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPClient: client, HTTPHeader: header, Subprotocols: []string{"mcp"}}) //nolint:bodyclose // the library does
	if response == nil {
		t.Fatal(err)
	}
	return conn, response.StatusCode, response.Header, err
}

// connect opens a connection and reads what comes.
func connect(t *testing.T, url string, headers ...string) *socketClient {
	t.Helper()
	return connectWith(t, http.DefaultClient, url, headers...)
}

// connectWith is connect with a client of its own.
func connectWith(t *testing.T, client *http.Client, url string, headers ...string) *socketClient {
	t.Helper()
	conn, _, _, err := connectBy(t, client, url, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return listenTo(t, conn)
}

// listenTo reads what comes over a connection.
func listenTo(t *testing.T, conn *websocket.Conn) *socketClient {
	t.Helper()
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	c := &socketClient{Conn: conn, incoming: make(incoming, 1000)}
	go func() {
		defer close(c.incoming)
		for {
			kind, text, err := conn.Read(context.Background())
			if err != nil {
				c.ended = ending(err)
				return
			}
			if kind != websocket.MessageText {
				t.Errorf("a message of the type %v: %q", kind, text)
			}
			c.incoming <- untraced(string(text))
		}
	}()
	return c
}

// ending returns the code and the reason in the close frame with which a connection has ended.
func ending(err error) string {
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		return fmt.Sprint(int(closed.Code), " ", closed.Reason)
	}
	return "without a word"
}

func (c *socketClient) say(t *testing.T, message string) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
		t.Error(err)
	}
}

// expectEnd compares how emcp ends the connection, after no other message.
func (c *socketClient) expectEnd(t *testing.T, want string) {
	t.Helper()
	c.expect(t, "")
	if c.ended != want {
		t.Errorf("the connection ended: %s; want %s", c.ended, want)
	}
}

// Endings of connections.
const (
	endOfCaller = "1008 the token is no longer accepted, or its rights have changed; connect again"
	endOfReload = "1012 the configuration of emcp has changed; connect again"
	endOfServer = "1001 emcp is shutting down; connect again in a moment"
)

// converseOver says a message on a connection of its own and returns all answers: those before the pong to a ping that follows when
// they have come.
func converseOver(t *testing.T, url, message string, answers int) (got []string) {
	t.Helper()
	c := connect(t, url)
	defer func() { _ = c.CloseNow() }()
	c.say(t, message)
	for range answers {
		got = append(got, c.next(t))
	}
	c.say(t, withID(ping, "7777"))
	for {
		switch answer := c.next(t); answer {
		case withID(pong, "7777"):
			return got
		case "":
			return append(got, c.ended)
		default:
			got = append(got, answer)
		}
	}
}

// TestExchangesOverWebSocket are those over HTTP and stdio.
func TestExchangesOverWebSocket(t *testing.T) {
	url := listen(t, newServer(t, fixture(t).DSN, withSockets()...)) + "/mcp"
	for _, e := range exchanges {
		var want []string
		if e.want != "" {
			want = []string{e.want}
		}
		if diff := cmp.Diff(want, converseOver(t, url, e.message, len(want))); diff != "" {
			t.Errorf("%s:\n%s", e.name, diff)
		}
	}
	for _, e := range statelessExchanges {
		if diff := cmp.Diff([]string{e.want}, converseOver(t, url, requestOf(e.method, e.params), 1)); diff != "" {
			t.Errorf("%s, stateless:\n%s", e.name, diff)
		}
	}
	// Errors that HTTP reports with a status.
	for token, test := range map[string]struct{ message, want string }{
		"reader": {getHome, ofTool("evo.content.get", traced(failureReply("1", -32003, noScopeMessage+"tools/call", `"code":"scope_denied","retryable":false`)))},
		"caller": {ping, traced(failureReply("1", -32003, noScopeMessage+"ping", `"code":"scope_denied","retryable":false`))},
	} {
		c := connect(t, url, "Authorization", "Bearer "+token)
		c.say(t, test.message)
		c.expect(t, test.want)
	}
}

// TestFormOverWebSocket has the form of errors that the client asked for in initialize, and below /api/v1/mcp that of the contract.
func TestFormOverWebSocket(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN, withSockets()...))
	wrong := callMessage("evo.content.get", `{"id":"1"}`)
	for path, want := range map[string]string{
		"/mcp": toolFailure("id must be an integer"), "/api/v1/mcp": ofTool("evo.content.get", traced(paramsFailure("id", "id must be an integer"))),
	} {
		c := connect(t, base+path)
		c.say(t, initialize("2025-11-25"))
		c.next(t)
		c.say(t, wrong)
		c.expect(t, want)
	}
}

// TestRefusedWebSockets are handshakes that are answered as other requests would be.
func TestRefusedWebSockets(t *testing.T) {
	s := newServer(t, noDatabase, withSockets("{handle: small, site: main, websocket: true,", "{handle: small, site: main,")...)
	base := listen(t, s)
	const handshake = "this is no handshake of WebSocket, version 13; a web server in between must use HTTP/1.1 and pass on the headers Upgrade and Connection"
	const protocol = "offer the subprotocol mcp: send the header Sec-WebSocket-Protocol: mcp"
	bad := func(message string) httpReply {
		return refusedReply(400, "bad_request", message, "Sec-Websocket-Version", "13")
	}
	method := refusedReply(405, "method_not_allowed", httpMethodMessage, "Allow", "OPTIONS, POST")
	for _, test := range []struct {
		name, path string
		headers    []string
		want       httpReply
	}{
		{"not switched on", "/mcp/small", nil, method},
		{"no such server", "/mcp/nothing", nil, method},
		{"dispatch", "/mcp/content/dispatch", nil, method},
		{"an empty token", "/mcp", []string{"Authorization", "Bearer"}, refusedReply(401, "unauthenticated", noTokenMessage, "Www-Authenticate", "Bearer")},
		{"unknown token", "/mcp", []string{"Authorization", "Bearer x"}, refusedReply(401, "invalid_token", unknownTokenMessage, "Www-Authenticate", `Bearer error="invalid_token", error_description="`+unknownTokenMessage+`"`)},
		{"origin", "/mcp", []string{"Origin", "https://example.com"}, refusedReply(403, "forbidden", originMessage)},
		{"another server's token", "/mcp/content", []string{"Authorization", "Bearer elsewhere"}, refusedReply(403, "server_denied", serverDeniedMessage+"content")},
		{"no subprotocol", "/mcp", []string{"Sec-WebSocket-Protocol", ""}, bad(protocol)},
		{"another subprotocol", "/mcp", []string{"Sec-WebSocket-Protocol", "mcp2, graphql"}, bad(protocol)},
		{"another version", "/mcp", []string{"Sec-WebSocket-Version", "8"}, bad(handshake)},
		{"no key", "/mcp", []string{"Sec-WebSocket-Key", ""}, bad(handshake)},
		{"a short key", "/mcp", []string{"Sec-WebSocket-Key", "AAAA"}, bad(handshake)},
		{"no Connection", "/mcp", []string{"Connection", "keep-alive"}, bad(handshake)},
	} {
		headers := append([]string{
			"Content-Type", "", "Connection", "keep-alive, Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13",
			"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol", "mcp",
		}, test.headers...)
		if diff := cmp.Diff(test.want, sendRequest(t, http.MethodGet, base+test.path, "", headers...)); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
	if all, _ := s.sessions.Tally(); all != 0 {
		t.Errorf("%d sessions are left", all)
	}
}

// TestHandshakeOfWebSocket accepts the subprotocol, and no extension: there is no compression.
func TestHandshakeOfWebSocket(t *testing.T) {
	base := listen(t, newServer(t, noDatabase, withSockets()...))
	conn, _, header, err := connectTo(t, base+"/mcp", "Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits", "Origin", "http://localhost:3000")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	got := []string{header.Get("Sec-WebSocket-Protocol"), header.Get("Sec-WebSocket-Extensions"), header.Get("X-Trace-Id")}
	if diff := cmp.Diff([]string{"mcp", "", "trace-1"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestMessagesThatEndWebSocket are those that cannot be messages.
func TestMessagesThatEndWebSocket(t *testing.T) {
	s := newServer(t, noDatabase, withSockets()...)
	url := listen(t, s) + "/mcp/small"
	tooLarge := traced(failureReply("null", -32004, "the message "+sendLessMessage, `"code":"payload_too_large","retryable":false`))
	for _, test := range []struct {
		name    string
		kind    websocket.MessageType
		message string
		answers []string
		end     string
	}{
		{"too large", websocket.MessageText, padded(1025), []string{tooLarge}, "1009 " + tooLargeSocketMessage},
		{"much too large", websocket.MessageText, padded(1 << 20), []string{tooLarge}, "1009 " + tooLargeSocketMessage},
		{"binary", websocket.MessageBinary, ping, nil, "1003 " + binaryMessage},
		{"not UTF-8", websocket.MessageText, "\"\xff\"", nil, "1007 " + notUTF8Message},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := connect(t, url)
			c.say(t, padded(1024))
			c.expect(t, pong)
			// emcp may end the connection before it has read all of it.
			_ = c.Write(t.Context(), test.kind, []byte(test.message))
			c.expect(t, test.answers...)
			c.expectEnd(t, test.end)
		})
	}
	wait.Until(t, 5*time.Second, "no session is left", func() bool { all, _ := s.sessions.Tally(); return all == 0 })
}

// TestBrokenFrames have no mask, a bit that only extensions use, an unknown type, or an endless message in pieces.
func TestBrokenFrames(t *testing.T) {
	s := newServer(t, noDatabase, withSockets()...)
	for name, frame := range map[string]string{
		"no mask": "\x81\x02{}", "compressed": "\xc1\x82\x00\x00\x00\x00{}", "unknown type": "\x83\x80\x00\x00\x00\x00",
		"a piece of nothing": "\x80\x80\x00\x00\x00\x00", "a long ping": "\x89\xfe\x00\xff\x00\x00\x00\x00",
		"endless": "\x01\x81\x00\x00\x00\x00a" + strings.Repeat("\x00\xfe\x02\x00\x00\x00\x00\x00"+strings.Repeat("a", 512), 1000),
	} {
		t.Run(name, func(t *testing.T) {
			conn, ended := stalledSocket(t, s)
			go func() { _, _ = io.WriteString(conn, frame) }()
			go func() { _, _ = io.Copy(io.Discard, conn) }()
			awaitReturn(t, name, ended)
		})
	}
}

// stalledSocket makes the handshake on a connection without buffers, and reads no more than its answer. The channel is closed when emcp
// has ended the connection.
func stalledSocket(t *testing.T, s *Server) (net.Conn, <-chan struct{}) {
	t.Helper()
	ended := make(chan struct{})
	client, side := net.Pipe()
	web := &http.Server{ReadHeaderTimeout: headerTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		s.Handler().ServeHTTP(w, r)
	})}
	go func() { _ = web.Serve(&single{conn: side}) }()
	t.Cleanup(func() { _, _ = client.Close(), web.Close() })
	go func() {
		_, _ = io.WriteString(client, "GET /mcp/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer full\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mcp\r\n\r\n")
	}()
	head := ""
	for letter := make([]byte, 1); !strings.HasSuffix(head, "\r\n\r\n"); head += string(letter) {
		if _, err := client.Read(letter); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasPrefix(head, "HTTP/1.1 101 ") {
		t.Fatal(head)
	}
	return client, ended
}

func awaitReturn(t *testing.T, name string, ended <-chan struct{}) {
	t.Helper()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Errorf("%s: the connection does not end", name)
	}
}

// frame is a text message of a client, whose mask changes nothing.
func frame(message string) string {
	return "\x81" + string([]byte{0x80 | 126, byte(len(message) >> 8), byte(len(message))}) + "\x00\x00\x00\x00" + message
}

// TestSlowReadersOfWebSocket do not read answers: the connection ends after the time of a write, and at once when the token is gone.
func TestSlowReadersOfWebSocket(t *testing.T) {
	d := fixture(t)
	t.Run("time", func(t *testing.T) {
		s := newServerWith(t, Options{Streams: StreamTimes{Write: 20 * time.Millisecond}}, d.DSN, withSockets()...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.WriteString(conn, strings.Repeat(frame(getHome), 200)) }()
		awaitReturn(t, "slow", ended)
		awaitEnd(t, d)
	})
	t.Run("token", func(t *testing.T) {
		end := time.Now().Add(4 * time.Second)
		s := newServerWith(t, Options{Streams: StreamTimes{Recheck: often, Write: time.Hour}}, d.DSN, withSockets(`{name: full, sha256: "${SHA256_full}"`, `{name: full, sha256: "${SHA256_full}", expires: "`+end.UTC().Format(time.RFC3339)+`"`)...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.WriteString(conn, strings.Repeat(frame(getHome), 200)) }()
		awaitReturn(t, "slow, without a token", ended)
	})
	t.Run("gone without pongs", func(t *testing.T) {
		s := newServerWith(t, Options{Streams: StreamTimes{Heartbeat: time.Millisecond, Write: time.Hour}}, noDatabase, withSockets()...)
		conn, ended := stalledSocket(t, s)
		if _, err := conn.Read(make([]byte, 4)); err != nil { // of the ping
			t.Fatal(err)
		}
		conn.Close()
		awaitReturn(t, "gone", ended)
	})
	t.Run("no pongs", func(t *testing.T) {
		s := newServerWith(t, Options{Streams: StreamTimes{Heartbeat: time.Millisecond, Write: 20 * time.Millisecond}}, noDatabase, withSockets()...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		awaitReturn(t, "no pongs", ended)
	})
}

// TestPingsOfWebSocket are answered by clients, whose connections stay.
func TestPingsOfWebSocket(t *testing.T) {
	s := newServerWith(t, Options{Streams: StreamTimes{Heartbeat: time.Millisecond}}, noDatabase, withSockets()...)
	pings := make(chan struct{})
	conn, _, err := websocket.Dial(t.Context(), listen(t, s)+"/mcp", &websocket.DialOptions{ //nolint:bodyclose // the library does
		HTTPHeader: http.Header{"Authorization": {"Bearer full"}}, Subprotocols: []string{"mcp"},
		OnPingReceived: func(context.Context, []byte) bool { pings <- struct{}{}; return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	go func() { _, _, _ = conn.Read(context.Background()) }()
	for range 10 {
		select {
		case <-pings:
		case <-time.After(10 * time.Second):
			t.Fatal("no ping")
		}
	}
	go func() {
		for range pings {
		}
	}()
}

// TestIdleWebSocket ends without messages.
func TestIdleWebSocket(t *testing.T) {
	s := newServerWith(t, Options{Streams: StreamTimes{Heartbeat: time.Millisecond, Idle: time.Millisecond}}, noDatabase, withSockets()...)
	connect(t, listen(t, s)+"/mcp").expectEnd(t, "1000 no message came for a long time; connect again when there is one")
}

// TestSubscribeOverWebSocket has two connections of one caller, each with its own subscriptions, in both kinds of revisions.
func TestSubscribeOverWebSocket(t *testing.T) {
	d := fixture(t)
	clock := newClock()
	s := newServerWith(t, Options{Clock: clock.start}, d.DSN, withSockets()...)
	url := listen(t, s) + "/mcp"
	first, second := connect(t, url), connect(t, url)
	first.say(t, subscribing(1))
	first.say(t, subscribing(4))
	first.expect(t, nothing, noDocument)
	second.say(t, requestOf(listenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/2"]},`))
	const told = `,"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},`
	second.expect(t, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"`+told+`"notifications":{"resourceSubscriptions":["evo://content/content/2"]}}}`)
	edit(t, d, 1)
	edit(t, d, 2)
	clock.tick(t)
	first.expect(t, toldUpdate(1))
	second.expect(t, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":"updated","io.modelcontextprotocol/subscriptionId":1},"uri":"evo://content/content/2"}}`)
	first.say(t, ping)
	first.expect(t, pong)
	_ = first.Close(websocket.StatusNormalClosure, "")
	_ = second.Close(websocket.StatusNormalClosure, "")
	wait.Until(t, 5*time.Second, "the sessions are gone", func() bool { all, _ := s.sessions.Tally(); return all == 0 })
	clock.unwatched(t)
}

// TestWebSocketsOfPersonalTokens takes rights away from owners of personal tokens who are connected. A connection of another stays.
func TestWebSocketsOfPersonalTokens(t *testing.T) {
	d := fixture(t)
	s := newServerWith(t, Options{Streams: StreamTimes{Recheck: often}}, d.DSN, withSockets("modes: [token]", withPersonal)...)
	url := listen(t, s) + "/mcp"
	of := func(user int) *socketClient {
		c := connect(t, url, "Authorization", "Bearer "+ownToken(t, d, user))
		c.say(t, getHome)
		c.expect(t, gotHome)
		return c
	}
	steady := of(100)
	changes := []string{
		"UPDATE evo_emcp_tokens SET revoked_at = '2020-01-01 00:00:00' WHERE user_id = USER",
		"UPDATE evo_user_attributes SET blocked = 1 WHERE internalKey = USER",
		"UPDATE evo_user_attributes SET role = 1 WHERE internalKey = USER", // which sees more now
		"UPDATE evo_emcp_tokens SET scopes = '[\"mcp:call\"]' WHERE user_id = USER",
	}
	var ending []*socketClient
	for i := range changes {
		ending = append(ending, of(101+i))
	}
	for i, change := range changes {
		execute(t, d.DB, strings.ReplaceAll(change, "USER", strconv.Itoa(101+i)))
	}
	for _, c := range ending {
		c.expectEnd(t, endOfCaller)
	}
	steady.say(t, getHome)
	steady.expect(t, gotHome)
}

// TestWebSocketsOfOutage is a database that is down: for a time, nobody knows whether a personal token is still good.
func TestWebSocketsOfOutage(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	load(t, d.DB)
	s := newServerWith(t, Options{Streams: StreamTimes{Recheck: often, Doubt: 3 * time.Second}}, d.DSN, withSockets("modes: [token]", withPersonal, "statement_timeout: 10s", "statement_timeout: 2s")...)
	c := connect(t, listen(t, s)+"/mcp", "Authorization", "Bearer "+ownToken(t, d, 100))
	c.say(t, getHome)
	c.expect(t, gotHome)
	database.Stop()
	c.say(t, ping)
	c.expect(t, pong)
	c.expectEnd(t, "1013 the token cannot be checked at the moment; connect again later")
}

// TestRateOverWebSocket counts the handshake and each message, for the caller and for the address. What is refused for the address runs
// nothing and shares a line of the audit log.
func TestRateOverWebSocket(t *testing.T) {
	for _, test := range []struct {
		limits string
		passed int
		lines  int
	}{
		{"{per_minute: 3}", 2, 10},
		{"{per_minute: 100, per_address: 5}", 4, 5},
	} {
		s, audit := newAudited(t, noDatabase, withSockets(unlimited, "rate_limit: "+test.limits)...)
		c := connect(t, listen(t, s)+"/mcp")
		for i := range 10 {
			c.say(t, withID(ping, strconv.Itoa(100+i)))
			got := c.next(t)
			if want := withID(pong, strconv.Itoa(100+i)); i < test.passed && got != want {
				t.Errorf("%s: message %d: %s", test.limits, i, got)
			}
			if i >= test.passed && (!strings.Contains(got, `"code":"rate_limited"`) || !strings.Contains(got, fmt.Sprintf(`"id":%d,`, 100+i))) {
				t.Errorf("%s: message %d: %s", test.limits, i, got)
			}
		}
		if got := len(audit.takeN(t, test.lines)); got != test.lines {
			t.Errorf("%s: %d lines", test.limits, got)
		}
	}
}

// TestFloodOverWebSocket closes the connection of a client that goes on above its limit, or that floods pings or pongs.
func TestFloodOverWebSocket(t *testing.T) {
	const ended = "1008 " + floodMessage
	for _, limits := range []string{"{per_minute: 3}", "{per_minute: 100, per_address: 5}"} {
		s := newServer(t, noDatabase, withSockets(unlimited, "rate_limit: "+limits)...)
		c := connect(t, listen(t, s)+"/mcp")
		var refused int
		for c.Write(t.Context(), websocket.MessageText, []byte(ping)) == nil {
		}
		for message := range c.incoming {
			if strings.Contains(message, `"code":"rate_limited"`) {
				refused++
			}
		}
		if c.ended != ended || refused < mostRefused || refused > mostRefused+callsWaiting {
			t.Errorf("%s: %d refused, ended: %s", limits, refused, c.ended)
		}
	}
	s := newServer(t, noDatabase, withSockets()...)
	for name, opcode := range map[string]byte{"ping": 0x9, "pong": 0xA} {
		conn, returned := stalledSocket(t, s)
		go func() { _, _ = conn.Write(bytes.Repeat([]byte{0x80 | opcode, 0x80, 0, 0, 0, 0}, 10*controlAtOnce)) }() // masked, without data
		all, _ := io.ReadAll(conn)
		awaitReturn(t, name, returned)
		if !bytes.Contains(all, []byte(ended[len("1008 "):])) {
			t.Errorf("%s: %q", name, all)
		}
		if pongs := bytes.Count(all, []byte{0x8A, 0}); pongs > 2*controlAtOnce {
			t.Errorf("%d pongs", pongs)
		}
	}
}

// TestManyWebSockets opens as many connections as a caller may have. Another has to wait until one ends; other callers are let in.
func TestManyWebSockets(t *testing.T) {
	s := newServer(t, noDatabase, withSockets()...)
	url := listen(t, s) + "/mcp"
	const most = 50
	var all []*socketClient
	for range most {
		all = append(all, connect(t, url))
	}
	if _, status, _, err := connectTo(t, url); err == nil || status != http.StatusServiceUnavailable {
		t.Fatalf("status %d, %v", status, err)
	}
	other := connect(t, url, "Authorization", "Bearer reader")
	other.say(t, ping)
	other.expect(t, pong)
	_ = all[0].Close(websocket.StatusNormalClosure, "")
	wait.Until(t, 5*time.Second, "there is room again", func() bool { n, _ := s.sessions.Tally(); return n == most })
	connect(t, url).say(t, ping)
}

// TestLargeCallsOverWebSocket has a client that writes large messages without waiting: emcp reads on only while those that wait are small
// together.
func TestLargeCallsOverWebSocket(t *testing.T) {
	const calls, size = 60, 200_000
	c := connect(t, listen(t, newServer(t, fixture(t).DSN, withSockets()...))+"/mcp")
	go func() {
		for i := range calls {
			_ = c.Write(context.Background(), websocket.MessageText, []byte(strings.Repeat(" ", size)+distinct(getHome, i)))
		}
		_ = c.Write(context.Background(), websocket.MessageText, []byte(ping))
	}()
	answered := 0
	for got := c.next(t); got != pong; got = c.next(t) {
		answered++
	}
	if least := calls - callsAtATime - waitingBytes/size; answered < least {
		t.Errorf("the ping was read when %d of %d calls were answered, want %d", answered, calls, least)
	}
}

// TestManyCallsOverWebSocket has a client that writes without waiting: emcp reads only so many calls before it has answered some.
func TestManyCallsOverWebSocket(t *testing.T) {
	const calls = 120
	c := connect(t, listen(t, newServer(t, fixture(t).DSN, withSockets()...))+"/mcp")
	want := []string{pong}
	for i := range calls {
		c.say(t, distinct(getHome, i))
		want = append(want, distinct(gotHome, i))
	}
	c.say(t, ping)
	var got []string
	for range want {
		got = append(got, c.next(t))
	}
	if at := slices.Index(got, pong); at < calls-callsAtATime-callsWaiting {
		t.Errorf("the ping was read when %d of %d calls were answered", at, calls)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLeavingOverWebSocket cancels one call, and ends another by leaving.
func TestLeavingOverWebSocket(t *testing.T) {
	d := fixture(t)
	s, audit := newAudited(t, d.DSN, withSockets()...)
	c := connect(t, listen(t, s)+"/mcp/content", "X-Trace-Id", "trace-1")
	c.say(t, getHome)
	c.expect(t, gotHome)
	audit.takeN(t, 1)
	lockDocuments(t, d)
	line := audited{
		trace: "UUID", server: "content", method: "tools/call", tool: "evo.content.get", subject: "token:full", view: "public", client: "127.0.0.1",
	}.failed(499, "cancelled")
	c.say(t, withID(distinct(getHome, 1), "5"))
	c.say(t, withID(distinct(getHome, 2), "6"))
	awaitStatements(t, d, 2)
	c.say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	cancellation := line.of("notifications/cancelled", "")
	cancellation.status, cancellation.code = http.StatusOK, "ok"
	want := []string{cancellation.String(), line.as("5").String()}
	got := audit.takeN(t, 2)
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	_ = c.CloseNow()
	awaitEnd(t, d)
	connection := pinged.as("").of("", "")
	connection.client, connection.status = "127.0.0.1", http.StatusSwitchingProtocols
	want = []string{line.as("6").String(), connection.String()}
	if diff := cmp.Diff(want, audit.takeN(t, 2)); diff != "" {
		t.Error(diff)
	}
}

// TestAuditOverWebSocket compares the lines and the spans of a conversation.
func TestAuditOverWebSocket(t *testing.T) {
	s, audit := newAudited(t, fixture(t).DSN, withSockets()...)
	c := connect(t, listen(t, s)+"/mcp/small")
	line := audited{
		trace: "UUID", id: "1", server: "small", method: "ping", status: http.StatusOK, code: "ok", subject: "token:full", view: "public", client: "127.0.0.1",
	}
	connection := pinged.as("").of("", "").to("small")
	connection.client, connection.status = "127.0.0.1", http.StatusSwitchingProtocols
	for _, test := range []struct {
		message string
		want    audited
	}{
		{ping, line},
		{getHome, line.of("tools/call", "evo.content.get").got(1)},
		{notified, line.as("").of("notifications/initialized", "")},
		{"{", line.as("").of("", "").failed(200, "parse_error")},
		{searchAll, line.of("tools/call", "evo.content.search").failed(413, "result_too_large")},
		{padded(1025), line.as("").of("", "").failed(413, "payload_too_large")},
	} {
		c.say(t, test.message)
		if test.message != notified {
			test.want.bytes = len(c.next(t)) + len("00000000-0000-0000-0000-000000000000") - len("trace-1")
			if test.want.code == "ok" {
				test.want.bytes -= len("00000000-0000-0000-0000-000000000000") - len("trace-1")
			}
		}
		want := []string{test.want.String()}
		if test.want.code == "payload_too_large" { // which ends the connection
			want = append(want, connection.String())
		}
		if diff := cmp.Diff(want, audit.takeN(t, len(want))); diff != "" {
			t.Error(diff)
		}
	}
}

// TestTracesOfWebSocket have a span for each message beside that of the handshake.
func TestTracesOfWebSocket(t *testing.T) {
	r := newReceiver(t)
	s, end := newTraced(t, noDatabase, r, withSockets()...)
	c := connect(t, listen(t, s)+"/mcp")
	c.say(t, ping)
	c.expect(t, pong)
	_ = c.Close(websocket.StatusNormalClosure, "")
	s.sockets.Wait()
	want := "GET /mcp\n  authenticate\nwebsocket\n  ping\n"
	if diff := cmp.Diff(want, tree(end())); diff != "" {
		t.Error(diff)
	}
}

// TestReloadOverWebSocket answers the call under way, and then ends the connection, because the next one meets other rules.
func TestReloadOverWebSocket(t *testing.T) {
	d := fixture(t)
	s := newServer(t, d.DSN, withSockets()...)
	c := connect(t, listen(t, s)+"/mcp")
	c.say(t, getHome)
	c.expect(t, gotHome)
	unlock := lockDocuments(t, d)
	c.say(t, getHome)
	awaitStatements(t, d, 1)
	if _, err := s.Reload(configOf(t, d.DSN, withSockets("max_result_items: 7", "max_result_items: 3")...)); err != nil {
		t.Fatal(err)
	}
	unlock()
	c.expect(t, gotHome)
	c.expectEnd(t, endOfReload)
}

// TestDrainOverWebSocket answers the call under way while the server ends, which waits for it.
func TestDrainOverWebSocket(t *testing.T) {
	d := fixture(t)
	s := newServer(t, d.DSN, withSockets()...)
	base, stop, ended := serve(t, s)
	idle, busy := connect(t, base+"/mcp"), connect(t, base+"/mcp")
	stalled, _, _, err := connectTo(t, base+"/mcp") // nobody reads here, so nobody confirms the end
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stalled.CloseNow() }()
	busy.say(t, getHome)
	busy.expect(t, gotHome)
	unlock := lockDocuments(t, d)
	busy.say(t, getHome)
	awaitStatements(t, d, 1)
	stop()
	idle.expectEnd(t, endOfServer)
	select {
	case err := <-ended:
		t.Fatalf("the server has not waited for the call: %v", err)
	default:
	}
	unlock()
	busy.expect(t, gotHome)
	busy.expectEnd(t, endOfServer)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestStreamsKeepNoRequests opens streams by requests that are almost as large as they may be. emcp keeps little of each, because streams last,
// and every message of a stream repeats its id.
func TestStreamsKeepNoRequests(t *testing.T) {
	const streams, size = 40, 200 << 10
	c := connect(t, listen(t, newServer(t, fixture(t).DSN, withSockets()...))+"/mcp")
	c.say(t, requestOf(listenMethod, `"notifications":{"toolsListChanged":true},`))
	opened := c.next(t)
	before := heap()
	for range streams {
		c.say(t, requestOf(listenMethod, strings.Repeat(" ", size)+`"notifications":{"toolsListChanged":true},`))
		c.expect(t, opened)
	}
	if grown := heap() - before; grown > streams*size/2 {
		t.Errorf("%d streams keep %d bytes", streams, grown)
	}
	c.say(t, strings.Replace(requestOf(listenMethod, `"notifications":{"toolsListChanged":true},`), `"id":1`, `"id":"`+strings.Repeat("1", 255)+`"`, 1))
	if got := c.next(t); !strings.Contains(got, `"error":{"code":-32600,"message":"the id of subscriptions/listen must have at most 256 bytes, because every message of the stream repeats it"`) {
		t.Error(got)
	}
}

// heap returns how many bytes are in use.
func heap() int {
	var m runtime.MemStats
	for range 2 { // what pools keep is freed by the second
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc) //nolint:gosec // it is far from the end
}
