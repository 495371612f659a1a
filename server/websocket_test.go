package server_test

import (
	"bytes"
	"context"
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

	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
	"emcp/server"
)

// connectTo dials a server. The status and the header are those of the answer to the handshake.
func connectTo(
	t *testing.T, url string, headers ...string,
) (conn *websocket.Conn, status int, answered http.Header, err error) {
	t.Helper()
	return ConnectBy(t, http.DefaultClient, url, headers...)
}

// Endings of connections.
const (
	endOfCaller = "1008 the token is no longer accepted, or its rights have changed; connect again"
	endOfServer = "1001 emcp is shutting down; connect again in a moment"
)

// TestFormOverWebSocket has the form of errors that the client asked for in initialize, and below /api/v1/mcp that of
// the contract.
func TestFormOverWebSocket(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, WithSockets()...)
	wrong := ToolCall("evo.content.get", `{"id":"1"}`)
	for path, want := range map[string]string{
		"/mcp":        ToolFailure("id must be an integer"),
		"/api/v1/mcp": OfTool("evo.content.get", Traced(ParamsFailure("id", "id must be an integer"))),
	} {
		c := Connect(t, base+path)
		c.Say(t, Initialize("2025-11-25"))
		c.Next(t)
		c.Say(t, wrong)
		c.Expect(t, want)
	}
}

// TestRefusedWebSockets are handshakes that are answered as other requests would be.
func TestRefusedWebSockets(t *testing.T) {
	s := NewServer(t, NoDatabase,
		WithSockets("{handle: small, site: main, websocket: true,", "{handle: small, site: main,")...)
	base := Listen(t, s)
	const handshake = "this is no handshake of WebSocket, version 13; a web server in between must use HTTP/1.1 and " +
		"pass on the headers Upgrade and Connection"
	const protocol = "offer the subprotocol mcp: send the header Sec-WebSocket-Protocol: mcp"
	bad := func(message string) Reply {
		return Refused(400, "bad_request", message, "Sec-Websocket-Version", "13")
	}
	method := Refused(405, "method_not_allowed", HTTPMethodMessage, "Allow", "OPTIONS, POST")
	for _, test := range []struct {
		name, path string
		headers    []string
		want       Reply
	}{
		{"not switched on", "/mcp/small", nil, method},
		{"no such server", "/mcp/nothing", nil, method},
		{"dispatch", "/mcp/content/dispatch", nil, method},
		{
			"an empty token", "/mcp", []string{"Authorization", "Bearer"},
			Refused(401, "unauthenticated", NoTokenMessage, "Www-Authenticate", "Bearer"),
		},
		{
			"unknown token", "/mcp", []string{"Authorization", "Bearer x"},
			Refused(401, "invalid_token", unknownTokenMessage, "Www-Authenticate",
				`Bearer error="invalid_token", error_description="`+unknownTokenMessage+`"`),
		},
		{"origin", "/mcp", []string{"Origin", "https://example.com"}, Refused(403, "forbidden", originMessage)},
		{
			"another server's token", "/mcp/content", []string{"Authorization", "Bearer elsewhere"},
			Refused(403, "server_denied", ServerDeniedMessage+"content"),
		},
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
		Equal(t, test.want, Send(t, http.MethodGet, base+test.path, "", headers...), test.name)
	}
	if all, _ := s.Sessions().Tally(); all != 0 {
		t.Errorf("%d sessions are left", all)
	}
}

// TestHandshakeOfWebSocket accepts the subprotocol, and no extension: there is no compression.
func TestHandshakeOfWebSocket(t *testing.T) {
	base := Serve(t, NoDatabase, WithSockets()...)
	conn, _, header, err := connectTo(t, base+"/mcp", "Sec-WebSocket-Extensions",
		"permessage-deflate; client_max_window_bits", "Origin", "http://localhost:3000")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	got := []string{header.Get("Sec-WebSocket-Protocol"), header.Get("Sec-WebSocket-Extensions"), header.Get("X-Trace-Id")}
	Equal(t, []string{"mcp", "", "trace-1"}, got)
}

// TestMessagesThatEndWebSocket are those that cannot be messages.
func TestMessagesThatEndWebSocket(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets()...)
	url := Listen(t, s) + "/mcp/small"
	tooLarge := Traced(Failure("null", -32004, "the message "+SendLessMessage,
		`"code":"payload_too_large","retryable":false`))
	for _, test := range []struct {
		name    string
		kind    websocket.MessageType
		message string
		answers []string
		end     string
	}{
		{"too large", websocket.MessageText, padded(1025), []string{tooLarge}, "1009 " + tooLargeSocketMessage},
		{"much too large", websocket.MessageText, padded(1 << 20), []string{tooLarge}, "1009 " + tooLargeSocketMessage},
		{"binary", websocket.MessageBinary, Ping, nil, "1003 " + binaryMessage},
		{"not UTF-8", websocket.MessageText, "\"\xff\"", nil, "1007 " + notUTF8Message},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Connect(t, url)
			c.Say(t, padded(1024))
			c.Expect(t, Pong)
			// emcp may end the connection before it has read all of it.
			_ = c.Write(t.Context(), test.kind, []byte(test.message))
			c.Expect(t, test.answers...)
			c.ExpectEnd(t, test.end)
		})
	}
	wait.Until(t, 5*time.Second, "no session is left", func() bool { all, _ := s.Sessions().Tally(); return all == 0 })
}

// TestBrokenFrames have no mask, a bit that only extensions use, an unknown type, or an endless message in pieces.
func TestBrokenFrames(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets()...)
	for name, frame := range map[string]string{
		"no mask": "\x81\x02{}", "compressed": "\xc1\x82\x00\x00\x00\x00{}", "unknown type": "\x83\x80\x00\x00\x00\x00",
		"a piece of nothing": "\x80\x80\x00\x00\x00\x00", "a long ping": "\x89\xfe\x00\xff\x00\x00\x00\x00",
		"endless": "\x01\x81\x00\x00\x00\x00a" +
			strings.Repeat("\x00\xfe\x02\x00\x00\x00\x00\x00"+strings.Repeat("a", 512), 1000),
	} {
		t.Run(name, func(t *testing.T) {
			conn, ended := stalledSocket(t, s)
			go func() { _, _ = io.WriteString(conn, frame) }()
			go func() { _, _ = io.Copy(io.Discard, conn) }()
			awaitReturn(t, name, ended)
		})
	}
}

// stalledSocket makes the handshake on a connection without buffers, and reads no more than its answer. The channel is
// closed when emcp has ended the connection.
func stalledSocket(t *testing.T, s *server.Server) (net.Conn, <-chan struct{}) {
	t.Helper()
	ended := make(chan struct{})
	client, side := net.Pipe()
	web := &http.Server{ReadHeaderTimeout: server.HeaderTime,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer close(ended)
			s.Handler().ServeHTTP(w, r)
		})}
	go func() { _ = web.Serve(&Single{Conn: side}) }()
	t.Cleanup(func() { _, _ = client.Close(), web.Close() })
	go func() {
		_, _ = io.WriteString(client,
			"GET /mcp/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer full\r\nConnection: Upgrade\r\nUpgrade: "+
				"websocket\r\n"+
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

// TestSlowReadersOfWebSocket do not read answers: the connection ends after the time of a write, and at once when the
// token is gone.
func TestSlowReadersOfWebSocket(t *testing.T) {
	d := Fixture(t)
	t.Run("time", func(t *testing.T) {
		s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Write: 20 * time.Millisecond}}, d.DSN,
			WithSockets()...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.WriteString(conn, strings.Repeat(frame(GetHome), 200)) }()
		awaitReturn(t, "slow", ended)
		AwaitEnd(t, d)
	})
	t.Run("token", func(t *testing.T) {
		end := time.Now().Add(4 * time.Second)
		s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften, Write: time.Hour}}, d.DSN,
			WithSockets(`{name: full, sha256: "${SHA256_full}"`,
				`{name: full, sha256: "${SHA256_full}", expires: "`+end.UTC().Format(time.RFC3339)+`"`)...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.WriteString(conn, strings.Repeat(frame(GetHome), 200)) }()
		awaitReturn(t, "slow, without a token", ended)
	})
	t.Run("gone without pongs", func(t *testing.T) {
		s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond, Write: time.Hour}},
			NoDatabase, WithSockets()...)
		conn, ended := stalledSocket(t, s)
		if _, err := conn.Read(make([]byte, 4)); err != nil { // of the ping
			t.Fatal(err)
		}
		conn.Close()
		awaitReturn(t, "gone", ended)
	})
	t.Run("no pongs", func(t *testing.T) {
		s := NewServerWith(t,
			server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond, Write: 20 * time.Millisecond}}, NoDatabase,
			WithSockets()...)
		conn, ended := stalledSocket(t, s)
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		awaitReturn(t, "no pongs", ended)
	})
}

// TestPingsOfWebSocket are answered by clients, whose connections stay.
func TestPingsOfWebSocket(t *testing.T) {
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond}}, NoDatabase,
		WithSockets()...)
	pings := make(chan struct{})
	base := Listen(t, s)
	conn, _, err := websocket.Dial(t.Context(), base+"/mcp", &websocket.DialOptions{ //nolint:bodyclose // the library does
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
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Heartbeat: time.Millisecond, Idle: time.Millisecond}},
		NoDatabase, WithSockets()...)
	Connect(t, Listen(t, s)+"/mcp").ExpectEnd(t, "1000 no message came for a long time; connect again when there is one")
}

// TestSubscribeOverWebSocket has two connections of one caller, each with its own subscriptions, in both kinds of
// revisions.
func TestSubscribeOverWebSocket(t *testing.T) {
	d := Fixture(t)
	clock := NewClock()
	s := NewServerWith(t, server.Options{Clock: clock.Start}, d.DSN, WithSockets()...)
	url := Listen(t, s) + "/mcp"
	first, second := Connect(t, url), Connect(t, url)
	first.Say(t, Subscribing(1))
	first.Say(t, Subscribing(4))
	first.Expect(t, Empty, NoDocument)
	second.Say(t, StatelessRequest(ListenMethod, `"notifications":{"resourceSubscriptions":["evo://content/content/2"]},`))
	const told = `,"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},`
	second.Expect(t, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"`+told+
		`"notifications":{"resourceSubscriptions":["evo://content/content/2"]}}}`)
	EditDocument(t, d, 1)
	EditDocument(t, d, 2)
	clock.Tick(t)
	first.Expect(t, UpdateNotice(1))
	second.Expect(t,
		`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"evo/change":"updated",`+
			`"io.modelcontextprotocol/subscriptionId":1},"uri":"evo://content/content/2"}}`)
	first.Say(t, Ping)
	first.Expect(t, Pong)
	_ = first.Close(websocket.StatusNormalClosure, "")
	_ = second.Close(websocket.StatusNormalClosure, "")
	wait.Until(t, 5*time.Second, "the sessions are gone", func() bool { all, _ := s.Sessions().Tally(); return all == 0 })
	clock.Unwatched(t)
}

// TestWebSocketsOfPersonalTokens takes rights away from owners of personal tokens who are connected. A connection of
// another stays.
func TestWebSocketsOfPersonalTokens(t *testing.T) {
	d := Fixture(t)
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften}}, d.DSN,
		WithSockets("modes: [token]", WithPersonal)...)
	url := Listen(t, s) + "/mcp"
	of := func(user int) *SocketClient {
		c := Connect(t, url, "Authorization", "Bearer "+NewPersonalToken(t, d, user))
		c.Say(t, GetHome)
		c.Expect(t, GotHome)
		return c
	}
	steady := of(100)
	changes := []string{
		"UPDATE evo_emcp_tokens SET revoked_at = '2020-01-01 00:00:00' WHERE user_id = USER",
		"UPDATE evo_user_attributes SET blocked = 1 WHERE internalKey = USER",
		"UPDATE evo_user_attributes SET role = 1 WHERE internalKey = USER", // which sees more now
		"UPDATE evo_emcp_tokens SET scopes = '[\"mcp:call\"]' WHERE user_id = USER",
	}
	var ending []*SocketClient
	for i := range changes {
		ending = append(ending, of(101+i))
	}
	for i, change := range changes {
		Execute(t, d, strings.ReplaceAll(change, "USER", strconv.Itoa(101+i)))
	}
	for _, c := range ending {
		c.ExpectEnd(t, endOfCaller)
	}
	steady.Say(t, GetHome)
	steady.Expect(t, GotHome)
}

// TestWebSocketsOfOutage is a database that is down: for a time, nobody knows whether a personal token is still good.
func TestWebSocketsOfOutage(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	LoadFixture(t, d)
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften, Doubt: 3 * time.Second}},
		d.DSN, WithSockets("modes: [token]", WithPersonal, "statement_timeout: 10s", "statement_timeout: 2s")...)
	c := Connect(t, Listen(t, s)+"/mcp", "Authorization", "Bearer "+NewPersonalToken(t, d, 100))
	c.Say(t, GetHome)
	c.Expect(t, GotHome)
	database.Stop()
	c.Say(t, Ping)
	c.Expect(t, Pong)
	c.ExpectEnd(t, "1013 the token cannot be checked at the moment; connect again later")
}

// TestRateOverWebSocket counts the handshake and each message, for the caller and for the address. What is refused for
// the address runs nothing and shares a line of the audit log.
func TestRateOverWebSocket(t *testing.T) {
	for _, test := range []struct {
		limits string
		passed int
		lines  int
	}{
		{"{per_minute: 3}", 2, 10},
		{"{per_minute: 100, per_address: 5}", 4, 5},
	} {
		s, audit := NewAudited(t, NoDatabase, WithSockets(Unlimited, "rate_limit: "+test.limits)...)
		c := Connect(t, Listen(t, s)+"/mcp")
		for i := range 10 {
			c.Say(t, WithID(Ping, strconv.Itoa(100+i)))
			got := c.Next(t)
			if want := WithID(Pong, strconv.Itoa(100+i)); i < test.passed && got != want {
				t.Errorf("%s: message %d: %s", test.limits, i, got)
			}
			if i >= test.passed &&
				(!strings.Contains(got, `"code":"rate_limited"`) || !strings.Contains(got, fmt.Sprintf(`"id":%d,`, 100+i))) {
				t.Errorf("%s: message %d: %s", test.limits, i, got)
			}
		}
		if got := len(audit.TakeN(t, test.lines)); got != test.lines {
			t.Errorf("%s: %d lines", test.limits, got)
		}
	}
}

// TestFloodOverWebSocket closes the connection of a client that goes on above its limit, or that floods pings or pongs.
func TestFloodOverWebSocket(t *testing.T) {
	const ended = "1008 " + floodMessage
	for _, limits := range []string{"{per_minute: 3}", "{per_minute: 100, per_address: 5}"} {
		s := NewServer(t, NoDatabase, WithSockets(Unlimited, "rate_limit: "+limits)...)
		c := Connect(t, Listen(t, s)+"/mcp")
		var refused int
		for c.Write(t.Context(), websocket.MessageText, []byte(Ping)) == nil {
		}
		for message := range c.Incoming {
			if strings.Contains(message, `"code":"rate_limited"`) {
				refused++
			}
		}
		if c.Ended != ended || refused < server.MostRefused || refused > server.MostRefused+server.CallsWaiting {
			t.Errorf("%s: %d refused, ended: %s", limits, refused, c.Ended)
		}
	}
	s := NewServer(t, NoDatabase, WithSockets()...)
	for name, opcode := range map[string]byte{"ping": 0x9, "pong": 0xA} {
		conn, returned := stalledSocket(t, s)
		go func() {
			_, _ = conn.Write(bytes.Repeat([]byte{0x80 | opcode, 0x80, 0, 0, 0, 0}, 10*server.ControlAtOnce))
		}() // masked, without data
		all, _ := io.ReadAll(conn)
		awaitReturn(t, name, returned)
		if !bytes.Contains(all, []byte(ended[len("1008 "):])) {
			t.Errorf("%s: %q", name, all)
		}
		if pongs := bytes.Count(all, []byte{0x8A, 0}); pongs > 2*server.ControlAtOnce {
			t.Errorf("%d pongs", pongs)
		}
	}
}

// TestManyWebSockets opens as many connections as a caller may have. Another has to wait until one ends; other callers
// are let in.
func TestManyWebSockets(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets()...)
	url := Listen(t, s) + "/mcp"
	const most = 50
	var all []*SocketClient
	for range most {
		all = append(all, Connect(t, url))
	}
	if _, status, _, err := connectTo(t, url); err == nil || status != http.StatusServiceUnavailable {
		t.Fatalf("status %d, %v", status, err)
	}
	other := Connect(t, url, "Authorization", "Bearer reader")
	other.Say(t, Ping)
	other.Expect(t, Pong)
	_ = all[0].Close(websocket.StatusNormalClosure, "")
	wait.Until(t, 5*time.Second, "there is room again", func() bool { n, _ := s.Sessions().Tally(); return n == most })
	Connect(t, url).Say(t, Ping)
}

// TestLargeCallsOverWebSocket has a client that writes large messages without waiting: emcp reads on only while those
// that wait are small together.
func TestLargeCallsOverWebSocket(t *testing.T) {
	const calls, size = 60, 200_000
	c := Connect(t, Serve(t, Fixture(t).DSN, WithSockets()...)+"/mcp")
	go func() {
		for i := range calls {
			_ = c.Write(context.Background(), websocket.MessageText, []byte(strings.Repeat(" ", size)+distinct(GetHome, i)))
		}
		_ = c.Write(context.Background(), websocket.MessageText, []byte(Ping))
	}()
	answered := 0
	for got := c.Next(t); got != Pong; got = c.Next(t) {
		answered++
	}
	if least := calls - server.CallsAtATime - server.WaitingBytes/size; answered < least {
		t.Errorf("the ping was read when %d of %d calls were answered, want %d", answered, calls, least)
	}
}

// TestManyCallsOverWebSocket has a client that writes without waiting: emcp reads only so many calls before it has
// answered some.
func TestManyCallsOverWebSocket(t *testing.T) {
	const calls = 120
	c := Connect(t, Serve(t, Fixture(t).DSN, WithSockets()...)+"/mcp")
	want := []string{Pong}
	for i := range calls {
		c.Say(t, distinct(GetHome, i))
		want = append(want, distinct(GotHome, i))
	}
	c.Say(t, Ping)
	var got []string
	for range want {
		got = append(got, c.Next(t))
	}
	if at := slices.Index(got, Pong); at < calls-server.CallsAtATime-server.CallsWaiting {
		t.Errorf("the ping was read when %d of %d calls were answered", at, calls)
	}
	slices.Sort(want)
	slices.Sort(got)
	Equal(t, want, got)
}

// TestLeavingOverWebSocket cancels one call, and ends another by leaving.
func TestLeavingOverWebSocket(t *testing.T) {
	d := Fixture(t)
	s, audit := NewAudited(t, d.DSN, WithSockets()...)
	c := Connect(t, Listen(t, s)+"/mcp/content", "X-Trace-Id", "trace-1")
	c.Say(t, GetHome)
	c.Expect(t, GotHome)
	audit.TakeN(t, 1)
	LockDocuments(t, d)
	line := audited{
		trace: "UUID", server: "content", method: "tools/call", tool: "evo.content.get", subject: "token:full",
		view: "public", client: "127.0.0.1",
	}.failed(499, "cancelled")
	c.Say(t, WithID(distinct(GetHome, 1), "5"))
	c.Say(t, WithID(distinct(GetHome, 2), "6"))
	AwaitStatements(t, d, 2)
	c.Say(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`)
	cancellation := line.of("notifications/cancelled", "")
	cancellation.status, cancellation.code = http.StatusOK, "ok"
	want := []string{cancellation.String(), line.as("5").String()}
	got := audit.TakeN(t, 2)
	slices.Sort(want)
	slices.Sort(got)
	Equal(t, want, got)
	_ = c.CloseNow()
	AwaitEnd(t, d)
	connection := pinged.as("").of("", "")
	connection.client, connection.status = "127.0.0.1", http.StatusSwitchingProtocols
	want = []string{line.as("6").String(), connection.String()}
	Equal(t, want, audit.TakeN(t, 2))
}

// TestAuditOverWebSocket compares the lines and the spans of a conversation.
func TestAuditOverWebSocket(t *testing.T) {
	s, audit := NewAudited(t, Fixture(t).DSN, WithSockets()...)
	c := Connect(t, Listen(t, s)+"/mcp/small")
	line := audited{
		trace: "UUID", id: "1", server: "small", method: "ping", status: http.StatusOK, code: "ok", subject: "token:full",
		view: "public", client: "127.0.0.1",
	}
	connection := pinged.as("").of("", "").to("small")
	connection.client, connection.status = "127.0.0.1", http.StatusSwitchingProtocols
	for _, test := range []struct {
		message string
		want    audited
	}{
		{Ping, line},
		{GetHome, line.of("tools/call", "evo.content.get").got(1)},
		{notified, line.as("").of("notifications/initialized", "")},
		{"{", line.as("").of("", "").failed(200, "parse_error")},
		{searchAll, line.of("tools/call", "evo.content.search").failed(413, "result_too_large")},
		{padded(1025), line.as("").of("", "").failed(413, "payload_too_large")},
	} {
		c.Say(t, test.message)
		if test.message != notified {
			test.want.bytes = len(c.Next(t)) + len("00000000-0000-0000-0000-000000000000") - len("trace-1")
			if test.want.code == "ok" {
				test.want.bytes -= len("00000000-0000-0000-0000-000000000000") - len("trace-1")
			}
		}
		want := []string{test.want.String()}
		if test.want.code == "payload_too_large" { // which ends the connection
			want = append(want, connection.String())
		}
		Equal(t, want, audit.TakeN(t, len(want)))
	}
}

// TestTracesOfWebSocket have a span for each message beside that of the handshake.
func TestTracesOfWebSocket(t *testing.T) {
	r := newReceiver(t)
	s, end := newTraced(t, NoDatabase, r, WithSockets()...)
	c := Connect(t, Listen(t, s)+"/mcp")
	c.Say(t, Ping)
	c.Expect(t, Pong)
	_ = c.Close(websocket.StatusNormalClosure, "")
	s.AwaitSockets()
	want := "GET /mcp\n  authenticate\nwebsocket\n  ping\n"
	Equal(t, want, tree(end()))
}

// TestReloadOverWebSocket answers the call under way, and then ends the connection, because the next one meets other
// rules.
func TestReloadOverWebSocket(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, WithSockets()...)
	c := Connect(t, Listen(t, s)+"/mcp")
	c.Say(t, GetHome)
	c.Expect(t, GotHome)
	unlock := LockDocuments(t, d)
	c.Say(t, GetHome)
	AwaitStatements(t, d, 1)
	if _, err := s.Reload(NewConfig(t, d.DSN, WithSockets("max_result_items: 7", "max_result_items: 3")...)); err != nil {
		t.Fatal(err)
	}
	unlock()
	c.Expect(t, GotHome)
	c.ExpectEnd(t, EndOfReload)
}

// TestDrainOverWebSocket answers the call under way while the server ends, which waits for it.
func TestDrainOverWebSocket(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, WithSockets()...)
	base, stop, ended := serve(t, s)
	idle, busy := Connect(t, base+"/mcp"), Connect(t, base+"/mcp")
	stalled, _, _, err := connectTo(t, base+"/mcp") // nobody reads here, so nobody confirms the end
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stalled.CloseNow() }()
	busy.Say(t, GetHome)
	busy.Expect(t, GotHome)
	unlock := LockDocuments(t, d)
	busy.Say(t, GetHome)
	AwaitStatements(t, d, 1)
	stop()
	idle.ExpectEnd(t, endOfServer)
	select {
	case err := <-ended:
		t.Fatalf("the server has not waited for the call: %v", err)
	default:
	}
	unlock()
	busy.Expect(t, GotHome)
	busy.ExpectEnd(t, endOfServer)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestStreamsKeepNoRequests opens streams by requests that are almost as large as they may be. emcp keeps little of
// each, because streams last, and every message of a stream repeats its id.
func TestStreamsKeepNoRequests(t *testing.T) {
	const streams, size = 40, 200 << 10
	c := Connect(t, Serve(t, Fixture(t).DSN, WithSockets()...)+"/mcp")
	c.Say(t, StatelessRequest(ListenMethod, `"notifications":{"toolsListChanged":true},`))
	opened := c.Next(t)
	before := heap()
	for range streams {
		c.Say(t, StatelessRequest(ListenMethod, strings.Repeat(" ", size)+`"notifications":{"toolsListChanged":true},`))
		c.Expect(t, opened)
	}
	if grown := heap() - before; grown > streams*size/2 {
		t.Errorf("%d streams keep %d bytes", streams, grown)
	}
	c.Say(t,
		strings.Replace(StatelessRequest(ListenMethod, `"notifications":{"toolsListChanged":true},`), `"id":1`,
			`"id":"`+strings.Repeat("1", 255)+`"`, 1))
	if got := c.Next(t); !strings.Contains(got,
		`"error":{"code":-32600,"message":"the id of subscriptions/listen must have at most 256 bytes, because every `+
			`message of the stream repeats it"`) {
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
