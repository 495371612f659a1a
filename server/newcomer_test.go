package server_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// entering is initialize with a token in _meta.
func entering(token string) string {
	return strings.Replace(Initialize("2025-06-18"), `"params":{`, `"params":{"_meta":{"emcp/token":"`+token+`"},`, 1)
}

// comeTo connects without a token in a header, and with these subprotocols. It returns the header of the answer as
// well.
func comeTo(t *testing.T, url string, protocols ...string) (c *SocketClient, header http.Header) {
	t.Helper()
	conn, answer := offer(t, url, "", protocols...)
	if conn == nil {
		t.Fatalf("%v: status %d", protocols, answer.status)
	}
	return ReadFrom(t, conn), answer.header
}

// upgradeAnswer is what a server answers to a WebSocket handshake.
type upgradeAnswer struct {
	status int
	header http.Header
}

// offer dials a server with these subprotocols, and with the header Authorization unless it is empty. Without a
// connection conn is nil.
func offer(t *testing.T, url, authorization string, protocols ...string) (conn *websocket.Conn, answer upgradeAnswer) {
	t.Helper()
	header := http.Header{}
	if authorization != "" {
		header.Set("Authorization", authorization)
	}
	//nolint:bodyclose // the library closes it
	conn, response, err := websocket.Dial(t.Context(), url,
		&websocket.DialOptions{HTTPHeader: header, Subprotocols: protocols})
	if response == nil {
		t.Fatal(err)
	}
	return conn, upgradeAnswer{response.StatusCode, response.Header}
}

const (
	endOfRefused = "1008 the first message was refused; its answer says why"
	endOfWaiting = "1008 no token came in time; send it in the header Authorization, or in the first message"
)

// TestTokenInFirstMessage signs in as the official SDKs can, which send no headers: the token is in initialize.
func TestTokenInFirstMessage(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase, WithSockets()...)
	c, _ := comeTo(t, Listen(t, s)+"/mcp", "mcp")
	c.Say(t, entering("full"))
	if got := c.Next(t); !strings.Contains(got, `"protocolVersion":"2025-06-18"`) || strings.Contains(got, "emcp/token") {
		t.Error(got)
	}
	for range 3 {
		c.Say(t, Ping)
		c.Expect(t, Pong)
	}
	c.Say(t, padded(server.FirstMessageBytes+1)) // the bound of strangers does not last
	c.Expect(t, Pong)
	for i, line := range audit.TakeN(t, 5) {
		if !strings.Contains(line, `"subject":"token:full"`) || !strings.Contains(line, `"code":"ok"`) {
			t.Errorf("line %d: %s", i, line)
		}
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
	if line := audit.TakeN(t, 1)[0]; !strings.Contains(line, `"status":101,"code":"ok","subject":"token:full"`) {
		t.Errorf("of the connection: %s", line)
	}
}

// TestTokenAsSubprotocol offers the token beside mcp. The answer does not repeat it. A token in a header counts before
// it.
func TestTokenAsSubprotocol(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase, WithSockets()...)
	base := Listen(t, s)
	for _, protocols := range [][]string{
		{"mcp", "bearer.full"}, {"bearer.full", "mcp"}, {"bearer.full", "mcp", "bearer.nobody"},
	} {
		c, header := comeTo(t, base+"/mcp", protocols...)
		c.Say(t, Ping)
		c.Expect(t, Pong)
		if got := fmt.Sprint(header); c.Subprotocol() != "mcp" || strings.Contains(got, "bearer") {
			t.Errorf("%v: %s", protocols, got)
		}
		if line := audit.TakeN(t, 1)[0]; !strings.Contains(line, `"subject":"token:full"`) {
			t.Errorf("%v: %s", protocols, line)
		}
		_ = c.Close(websocket.StatusNormalClosure, "")
		audit.TakeN(t, 1)
	}
	for _, test := range []struct {
		offered []string
		header  string
		status  int
	}{
		{[]string{"mcp", "bearer.nobody"}, "", 401}, {[]string{"mcp", "bearer."}, "", 401},
		{[]string{"bearer.full"}, "", 400},
		{[]string{"mcp", "bearer.full"}, "Bearer nobody", 401},
	} {
		conn, got := offer(t, base+"/mcp", test.header, test.offered...)
		if conn != nil || got.status != test.status || strings.Contains(fmt.Sprint(got.header), "bearer.") {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// TestRefusedNewcomers send a first message that does not sign them in. It is answered and reported, and the connection
// ends.
func TestRefusedNewcomers(t *testing.T) {
	s, audit := NewAudited(t, NoDatabase, WithSockets()...)
	base := Listen(t, s)
	const needed = NoTokenMessage + ", or in _meta of initialize, as emcp/token"
	refused := func(id, message, kind string, code int) string {
		return Traced(Failure(id, code, message, `"code":"`+kind+`","retryable":false`))
	}
	for _, test := range []struct{ name, path, message, answer, code string }{
		{"unknown", "/mcp", entering("nobody"), refused("1", unknownTokenMessage, "invalid_token", -32000), "invalid_token"},
		{
			"of another server", "/mcp", entering("elsewhere"),
			refused("1", ServerDeniedMessage+"content", "server_denied", -32003), "server_denied",
		},
		{"none", "/mcp", Initialize("2025-06-18"), refused("1", needed, "unauthenticated", -32000), "unauthenticated"},
		{"empty", "/mcp", entering(""), refused("1", needed, "unauthenticated", -32000), "unauthenticated"},
		{
			"in another method", "/mcp", strings.Replace(entering("full"), `"initialize"`, `"ping"`, 1),
			refused("1", needed, "unauthenticated", -32000), "unauthenticated",
		},
		{"another message", "/mcp", Ping, refused("1", needed, "unauthenticated", -32000), "unauthenticated"},
		{"not JSON", "/mcp", "{", refused("null", needed, "unauthenticated", -32000), "unauthenticated"},
	} {
		c, _ := comeTo(t, base+test.path, "mcp")
		c.Say(t, test.message)
		c.Expect(t, test.answer)
		c.ExpectEnd(t, endOfRefused)
		for i, line := range audit.TakeN(t, 2) { // of the message, and of the connection
			if !strings.Contains(line, `"server_handle":"content"`) || !strings.Contains(line, `"code":"`+test.code+`"`) ||
				!strings.Contains(line, `"client":"127.0.0.1"`) {
				t.Errorf("%s: line %d: %s", test.name, i, line)
			}
		}
	}
	if all, _ := s.Sessions().Tally(); all != 0 {
		t.Errorf("%d sessions are left", all)
	}
}

// TestNewcomersWithoutMessages send nothing, too much, or something that is no message.
func TestNewcomersWithoutMessages(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets()...)
	url := Listen(t, s) + "/mcp"
	for _, test := range []struct {
		name, message string
		kind          websocket.MessageType
		end           string
	}{
		{
			"too large", entering(strings.Repeat("a", server.FirstMessageBytes)), websocket.MessageText,
			"1009 " + tooLargeSocketMessage,
		},
		{"much too large", strings.Repeat(" ", 1<<20), websocket.MessageText, "1009 " + tooLargeSocketMessage},
		{"binary", Ping, websocket.MessageBinary, "1003 " + binaryMessage},
		{"not UTF-8", "\"\xff\"", websocket.MessageText, "1007 " + notUTF8Message},
	} {
		c, _ := comeTo(t, url, "mcp")
		_ = c.Write(t.Context(), test.kind, []byte(test.message)) // emcp may end the connection before it has read all of it
		c.Expect(t, "")
		if c.Ended != test.end && test.name != "much too large" { // whose sender may be cut off while it writes
			t.Errorf("%s: %s", test.name, c.Ended)
		}
	}
	s = NewServerWith(t, server.Options{Streams: server.StreamTimes{First: 50 * time.Millisecond}}, NoDatabase,
		WithSockets()...)
	silent, _ := comeTo(t, Listen(t, s)+"/mcp", "mcp")
	silent.ExpectEnd(t, endOfWaiting)
}

// TestNewcomersEndWithTheServer ends connections whose first message has not come: on a reload, and at the end.
func TestNewcomersEndWithTheServer(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets()...)
	base, stop, ended := serve(t, s)
	reloaded, _ := comeTo(t, base+"/mcp", "mcp")
	if _, err := s.Reload(NewConfig(t, NoDatabase, WithSockets("max_result_items: 7", "max_result_items: 3")...)); err !=
		nil {
		t.Fatal(err)
	}
	reloaded.ExpectEnd(t, EndOfReload)
	last, _ := comeTo(t, base+"/mcp", "mcp")
	stop()
	last.ExpectEnd(t, endOfServer)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestManyNewcomers opens connections that send no first message: one address gets a few, and callers who are known are
// served meanwhile. When their time is over, there is room again.
func TestManyNewcomers(t *testing.T) {
	s := NewServer(t, NoDatabase, WithSockets(Unlimited, "rate_limit: {per_minute: 1000, per_address: 10000}")...)
	url := Listen(t, s) + "/mcp"
	const most = server.StrangerBytes / server.FirstMessageBytes
	var all []*SocketClient
	for range most {
		c, _ := comeTo(t, url, "mcp")
		all = append(all, c)
	}
	if _, status, _, err := connectTo(t, url, "Authorization", ""); err == nil || status != http.StatusServiceUnavailable {
		t.Fatalf("status %d, %v", status, err)
	}
	known := Connect(t, url)
	known.Say(t, Ping)
	known.Expect(t, Pong)
	for _, c := range all {
		c.ExpectEnd(t, endOfWaiting)
	}
	wait.Until(t, 5*time.Second, "there is room again", func() bool {
		conn, _, _, err := connectTo(t, url, "Authorization", "")
		if err == nil {
			_ = conn.CloseNow()
		}
		return err == nil
	})
}

// TestGuessesOverWebSocket counts attempts with wrong tokens for the address, as over HTTP.
func TestGuessesOverWebSocket(t *testing.T) {
	url := Serve(t, NoDatabase, WithSockets(Unlimited, "rate_limit: {per_minute: 100, per_address: 3}")...) + "/mcp"
	for i := range 5 {
		conn, status, _, err := connectTo(t, url, "Authorization", "")
		if wanted := http.StatusSwitchingProtocols; i < 3 && status != wanted ||
			i >= 3 && status != http.StatusTooManyRequests {
			t.Fatalf("attempt %d: %d, %v", i, status, err)
		}
		if err == nil {
			c := ReadFrom(t, conn)
			c.Say(t, entering("guess"))
			c.Next(t)
			c.ExpectEnd(t, endOfRefused)
		}
	}
}

// TestFloodOfNewcomer closes the connection of a client that sends pings instead of a first message.
func TestFloodOfNewcomer(t *testing.T) {
	c, _ := comeTo(t, Serve(t, NoDatabase, WithSockets()...)+"/mcp", "mcp")
	for range 10 * server.ControlAtOnce {
		if c.Ping(t.Context()) != nil {
			break
		}
	}
	c.ExpectEnd(t, "1008 "+floodMessage)
}

// TestTokensOfNewcomersAreNotLogged has right and wrong tokens in all places, and none in any log.
func TestTokensOfNewcomersAreNotLogged(t *testing.T) {
	const secret = "Zm9yLXRoZS1sb2dz"
	var log bytes.Buffer
	requests := &Log{}
	s, err := server.New(NewConfig(t, NoDatabase, WithSockets("${SHA256_full}", "${SHA256_"+secret+"}")...),
		WithDefaults(server.Options{
			Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), Requests: requests,
		}))
	if err != nil {
		t.Fatal(err)
	}
	url := Listen(t, s) + "/mcp"
	for _, token := range []string{secret, secret + "x"} {
		c, _ := comeTo(t, url, "mcp")
		c.Say(t, entering(token))
		if got := c.Next(t); strings.Contains(got, secret) {
			t.Error(got)
		}
		_ = c.Close(websocket.StatusNormalClosure, "")
		conn, answer := offer(t, url, "", "mcp", "bearer."+token)
		if (conn != nil) != (token == secret) {
			t.Errorf("%s: %+v", token, answer)
		}
		if conn != nil {
			_ = conn.CloseNow()
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{log.String(), strings.Join(requests.Take(), "")} {
		if strings.Contains(text, secret) || strings.Contains(text, "bearer.") {
			t.Error(text)
		}
	}
}

// TestRecheckOfNewcomer ends a connection whose token came in the first message when the token is gone.
func TestRecheckOfNewcomer(t *testing.T) {
	end := time.Now().Add(2 * time.Second)
	s := NewServerWith(t, server.Options{Streams: server.StreamTimes{Recheck: RecheckOften}}, NoDatabase,
		WithSockets(`{name: full, sha256: "${SHA256_full}"`,
			`{name: full, sha256: "${SHA256_full}", expires: "`+end.UTC().Format(time.RFC3339)+`"`)...)
	c, _ := comeTo(t, Listen(t, s)+"/mcp", "mcp")
	c.Say(t, entering("full"))
	if got := c.Next(t); !strings.Contains(got, "serverInfo") {
		t.Error(got)
	}
	c.ExpectEnd(t, endOfCaller)
}
