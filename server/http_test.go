package server_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	. "emcp/internal/test/servertest"
)

func TestRoutes(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	nowhere := Refused(http.StatusNotFound, "not_found", "there is nothing at this address; check the path of the URL")
	notThere := Answered(OfTool("evo.content.get", UnknownServer))
	for path, want := range map[string]Reply{
		"/mcp":                 Answered(GotHome),
		"/mcp/content":         Answered(GotHome),
		"/mcp/small":           Answered(GotHome),
		"/api/v1/mcp":          Answered(GotHome),
		"/api/v1/mcp/content":  Answered(GotHome),
		"/api/v1/mcp/small":    Answered(GotHome),
		"/mcp/off":             notThere,
		"/mcp/nothing":         notThere,
		"/mcp/Content":         notThere,
		"/mcp/content%20":      notThere,
		"/api/v1/mcp/nothing":  notThere,
		"/":                    nowhere,
		"/MCP":                 nowhere,
		"/content":             nowhere,
		"/mcp/content/":        nowhere,
		"/mcp/content/tools":   nowhere,
		"/mcp/../mcp":          nowhere,
		"/api/v1":              nowhere,
		"/api/v2/mcp/content":  nowhere,
		"/mcp/a/dispatch/more": nowhere,
	} {
		t.Run(path, func(t *testing.T) {
			Equal(t, want, Post(t, base+path, GetHome))
		})
	}
}

// TestServersDiffer shows that the handle chooses the server and that without one the first answers.
func TestServersDiffer(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.children",` +
		`"arguments":{"id":25,"limit":8}}}`
	const empty = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"items\":[],` +
		`\"meta\":{\"limit\":8,\"offset\":0,\"count\":0,\"has_more\":false,\"toolsetVersion\":\"1.0\"}}"}],` +
		`"structuredContent":{"items":[],"meta":{"limit":8,"offset":0,"count":0,"has_more":false,"toolsetVersion":"1.0"}}}}`
	const tooHigh = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"limit must be an integer between 1 and ` +
		`7","data":{"code":"invalid_params","field":"limit","retryable":false,"trace_id":"trace-1",` +
		`"tool":"evo.content.children"}}}`
	for path, want := range map[string]string{
		"/mcp": empty, "/mcp/content": empty, "/mcp/small": tooHigh,
		"/api/v1/mcp": empty, "/api/v1/mcp/content": empty, "/api/v1/mcp/small": tooHigh,
	} {
		Equal(t, Answered(want), Post(t, base+path, message), path)
	}
}

func TestOtherPrefixes(t *testing.T) {
	base := Serve(t, NoDatabase, "sites:", "route: {prefixes: [/ai/evo]}\nsites:")
	for path, want := range map[string]int{"/ai/evo": 200, "/ai/evo/content": 200, "/mcp": 404, "/mcp/content": 404} {
		if got := Post(t, base+path, Ping); got.Status != want {
			t.Errorf("%s: status %d, want %d", path, got.Status, want)
		}
	}
}

func TestMethods(t *testing.T) {
	base := Serve(t, NoDatabase)
	const message = HTTPMethodMessage
	const streams = "OPTIONS, GET, POST"
	for path, allow := range map[string]string{
		"/mcp": streams, "/mcp/content": streams, "/mcp/content/dispatch": "OPTIONS, POST", "/api/v1/mcp/content": streams,
		"/healthz": "OPTIONS, GET", "/readyz": "OPTIONS, GET",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"} {
			if strings.Contains(allow, method) && method != http.MethodOptions &&
				(allow != streams || method != http.MethodGet) {
				continue
			}
			want := Refused(http.StatusMethodNotAllowed, "method_not_allowed", message, "Allow", allow)
			switch method {
			case http.MethodGet: // that asks for no stream
				want.Header["Allow"] = "OPTIONS, POST"
			case http.MethodHead:
				want.Body = ""
			case http.MethodOptions:
				want = Reply{Status: http.StatusNoContent, Header: map[string]string{"Allow": allow, "X-Trace-Id": "trace-1"}}
			}
			Equal(t, want, Send(t, method, base+path, ""), fmt.Sprintf("%s %s", method, path))
		}
	}
}

func TestMediaTypes(t *testing.T) {
	base := Serve(t, NoDatabase)
	noJSON := Refused(http.StatusUnsupportedMediaType, "unsupported_media_type", NotJSONTypeMessage)
	encoded := Refused(http.StatusUnsupportedMediaType, "unsupported_media_type", "send the body without Content-Encoding")
	for _, test := range []struct {
		mediaType, encoding string
		want                Reply
	}{
		{"application/json", "", Answered(Pong)},
		{"application/json; charset=utf-8", "", Answered(Pong)},
		{`APPLICATION/JSON;charset="UTF-8"`, "", Answered(Pong)},
		{"application/json", "identity", Answered(Pong)},
		{"", "", noJSON},
		{"text/plain", "", noJSON},
		{"application/x-www-form-urlencoded", "", noJSON},
		{"multipart/form-data; boundary=x", "", noJSON},
		{"application/json-rpc", "", noJSON},
		{"application/jsonx", "", noJSON},
		{"text/json", "", noJSON},
		{"application/json, text/plain", "", noJSON},
		{"application/json; charset=latin1", "", noJSON},
		{"application/json; charset=utf-16", "", noJSON},
		{"application/json; charset", "", noJSON},
		{"application/json", "gzip", encoded},
		{"application/json", "br", encoded},
		{"application/json", "identity, gzip", encoded},
	} {
		got := Post(t, base+"/mcp/content", Ping, "Content-Type", test.mediaType, "Content-Encoding", test.encoding)
		Equal(t, test.want, got, fmt.Sprintf("Content-Type %q, Content-Encoding %q", test.mediaType, test.encoding))
	}
}

// padded is a ping of n bytes.
func padded(n int) string { return Ping + strings.Repeat(" ", n-len(Ping)) }

func TestBodySize(t *testing.T) {
	base := Serve(t, NoDatabase)
	over := Refused(http.StatusRequestEntityTooLarge, "payload_too_large", TooLargeMessage, "Connection", "close")
	for _, test := range []struct {
		path string
		size int
		want Reply
	}{
		{"/mcp/small", 1024, Answered(Pong)},
		{"/mcp/small", 1025, over},
		{"/mcp/small", 1 << 20, over},
		{"/mcp/small/dispatch", 1025, over},
		{"/mcp/content", 1025, Answered(Pong)},
		{"/mcp/content", 256 << 10, Answered(Pong)},
	} {
		Equal(t, test.want, Post(t, base+test.path, padded(test.size)),
			fmt.Sprintf("%d bytes to %s with Content-Length", test.size, test.path))
		// What is no bytes.Reader or the like is sent in chunks, its length unsaid.
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+test.path,
			io.MultiReader(strings.NewReader(padded(test.size))))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"},
		}
		response, err := http.DefaultClient.Do(r) //nolint:bodyclose // ReadReply does
		if err != nil {
			t.Fatal(err)
		}
		got := ReadReply(t, response)
		if test.want.Status == http.StatusOK && strings.HasSuffix(test.path, "dispatch") {
			continue
		}
		Equal(t, test.want, got, fmt.Sprintf("%d bytes to %s in chunks", test.size, test.path))
	}
}

// dial opens a connection to the server on which a test can write what no HTTP client would.
func dial(t *testing.T, base string) net.Conn {
	t.Helper()
	address, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

const rawHeader = "POST /mcp/small HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Trace-Id: " +
	"trace-1\r\n"

// TestTooLargeIsRefusedUnread is for bodies that are not there yet, or that never end: the answer comes all the same.
func TestTooLargeIsRefusedUnread(t *testing.T) {
	base := Serve(t, NoDatabase)
	for _, test := range []struct{ name, header, start, more string }{
		{"Content-Length, no body yet", "Content-Length: 1025\r\n", "", ""},
		{"highest Content-Length, no body yet", "Content-Length: 9223372036854775807\r\n", "", ""},
		{"Content-Length, client waits for 100 Continue", "Content-Length: 100000\r\nExpect: 100-continue\r\n", "", ""},
		{
			"chunk that is larger and not complete", "Transfer-Encoding: chunked\r\n",
			"100000\r\n" + strings.Repeat(" ", 1025), "",
		},
		{"Content-Length, endless body", "Content-Length: 9223372036854775807\r\n", "", strings.Repeat(" ", 512)},
		{"endless chunks", "Transfer-Encoding: chunked\r\n", "", "200\r\n" + strings.Repeat(" ", 512) + "\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, base)
			if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, rawHeader+"Authorization: Bearer full\r\n"+test.header+"\r\n"+
				test.start); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error)
			go func() {
				var err error
				for err == nil && test.more != "" {
					_, err = io.WriteString(conn, test.more)
				}
				ended <- err
			}()
			response, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // ReadReply does
			if err != nil {
				t.Fatal(err)
			}
			want := Refused(http.StatusRequestEntityTooLarge, "payload_too_large", TooLargeMessage, "Connection", "close")
			Equal(t, want, ReadReply(t, response))
			// The server takes no more of a body that goes on: it closes the connection.
			if err := <-ended; errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the server still reads")
			}
		})
	}
}

// TestContinue is the counterpart: whose body is small enough is asked for it.
func TestContinue(t *testing.T) {
	conn := dial(t, Serve(t, NoDatabase))
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	header := "Authorization: Bearer full\r\nExpect: 100-continue\r\nContent-Length: 40\r\n\r\n"
	if _, err := io.WriteString(conn, rawHeader+header); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	if line, err := reader.ReadString('\n'); err != nil || line != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, Ping); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(reader, nil) //nolint:bodyclose // ReadReply does
	if err != nil {
		t.Fatal(err)
	}
	Equal(t, Answered(Pong), ReadReply(t, response))
}

func TestBodyCutOff(t *testing.T) {
	conn := dial(t, Serve(t, NoDatabase))
	if _, err := io.WriteString(conn, rawHeader+"Authorization: Bearer full\r\nContent-Length: 40\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // ReadReply does
	if err != nil {
		t.Fatal(err)
	}
	want := Refused(http.StatusBadRequest, "bad_request", "the request ended before its body was complete")
	Equal(t, want, ReadReply(t, response))
}

func TestUnauthenticated(t *testing.T) {
	base := Serve(t, NoDatabase)
	missing := Refused(http.StatusUnauthorized, "unauthenticated",
		NoTokenMessage, "Www-Authenticate", "Bearer")
	invalid := func(reason string) Reply {
		return Refused(http.StatusUnauthorized, "invalid_token", reason,
			"Www-Authenticate", `Bearer error="invalid_token", error_description="`+reason+`"`)
	}
	unknown := invalid(unknownTokenMessage)
	expired := invalid(ExpiredTokenMessage)
	for authorization, want := range map[string]Reply{
		"Bearer full":    Answered(Pong),
		"bearer full":    Answered(Pong),
		"Bearer  full":   Answered(Pong),
		"":               missing,
		"Bearer":         missing,
		"Bearer ":        missing,
		"full":           missing,
		"Basic ZnVsbA==": missing,
		"Token full":     missing,
		"Bearer: full":   missing,
		"Bearer nobody":  unknown,
		"Bearer Full":    unknown,
		"Bearer full x":  unknown,
		"Bearer expired": expired,
	} {
		for _, path := range []string{"/mcp", "/mcp/content", "/api/v1/mcp/content"} {
			Equal(t, want, Post(t, base+path, Ping, "Authorization", authorization),
				fmt.Sprintf("Authorization %q at %s", authorization, path))
		}
	}
	// Unknown callers must learn neither which servers exist nor what is wrong with a message.
	for path, body := range map[string]string{
		"/mcp/nothing": Ping, "/mcp/content": "no JSON", "/mcp/content/dispatch": Ping,
	} {
		Equal(t, missing, Post(t, base+path, body, "Authorization", ""), path)
	}
}

func TestForbidden(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	scope := func(method string) Reply {
		return Refused(http.StatusForbidden, "scope_denied", NoScopeMessage+method)
	}
	server := Refused(http.StatusForbidden, "server_denied", ServerDeniedMessage+"content")
	accepted := Reply{Status: http.StatusAccepted, Header: map[string]string{"X-Trace-Id": "trace-1"}}
	for _, test := range []struct {
		token, path, body string
		want              Reply
	}{
		{"reader", "/mcp/content", Ping, Answered(Pong)},
		{"reader", "/mcp/content", initialized, accepted},
		{"reader", "/mcp/content", GetHome, scope("tools/call")},
		{"reader", "/mcp/content/dispatch", GetHome, scope("tools/call")},
		{"caller", "/mcp/content", GetHome, Answered(GotHome)},
		{"caller", "/mcp/content", Ping, scope("ping")},
		{"caller", "/mcp/content", list, scope("tools/list")},
		{"caller", "/mcp/content", initialize, scope("initialize")},
		{"caller", "/mcp/content", initialized, scope("notifications/initialized")},
		{"elsewhere", "/mcp/small", GetHome, Answered(GotHome)},
		{"elsewhere", "/mcp", Ping, server},
		{"elsewhere", "/mcp/content", Ping, server},
		{"elsewhere", "/mcp/content", GetHome, server},
		{"elsewhere", "/mcp/content/dispatch", GetHome, server},
		{"elsewhere", "/mcp/content", initialized, server},
		{"elsewhere", "/mcp/nothing", Ping, Answered(UnknownServer)},
	} {
		got := Post(t, base+test.path, test.body, "Authorization", "Bearer "+test.token)
		Equal(t, test.want, got, fmt.Sprintf("%s: %s to %s", test.token, test.body, test.path))
	}
}

// TestViews shows that the token's view decides what a call sees.
func TestViews(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const draft = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":4}}}`
	const users = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.model.get",` +
		`"arguments":{"model":"User","id":2}}}`
	result := func(text, payload string) Reply {
		return Answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + text +
			`"}],"structuredContent":` + payload + `}}`)
	}
	quoted := func(payload string) Reply { return result(strings.ReplaceAll(payload, `"`, `\"`), payload) }
	for _, test := range []struct {
		token, body string
		want        Reply
	}{
		{"full", draft, quoted(`{"item":null,"meta":{"toolsetVersion":"1.0"}}`)},
		{
			"manager", draft,
			quoted(
				`{"item":{"id":4,"parent":0,"pagetitle":"Draft","longtitle":"","description":"","alias":"page-e","published":0,` +
					`"deleted":0,"hidemenu":false,"menuindex":3,"template":1,"createdon":1767225696,"editedon":1767225604,` +
					`"pub_date":0,"unpub_date":0,"isfolder":0,"type":"document"},"meta":{"toolsetVersion":"1.0"}}`),
		},
		{"full", users, Refused(http.StatusForbidden, "forbidden", UsersMessage)},
		{"manager", users, quoted(`{"item":{"id":2,"username":"editor"},"meta":{"toolsetVersion":"1.0","model":"User"}}`)},
	} {
		got := Post(t, base+"/mcp", test.body, "Authorization", "Bearer "+test.token)
		Equal(t, test.want, got, fmt.Sprintf("%s: %s", test.token, test.body))
	}
}

func TestOpenServer(t *testing.T) {
	tokens, _, _ := strings.Cut(Settings, "auth:")
	base := Serve(t, Fixture(t).DSN, strings.TrimPrefix(Settings, tokens), "auth: {modes: [none]}\n")
	Equal(t, Answered(GotHome), Post(t, base+"/mcp", GetHome, "Authorization", ""))
}

func TestResultTooLarge(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.children",` +
		`"arguments":{"id":2,"limit":7}}}`
	want := Refused(http.StatusRequestEntityTooLarge, "result_too_large",
		ResultTooLargeMessage+AskForLessMessage)
	Equal(t, want, Post(t, base+"/mcp/small", message))
}

func TestProtocolVersionHeader(t *testing.T) {
	base := Serve(t, NoDatabase)
	bad := Refused(http.StatusBadRequest, "bad_request",
		versionHeaderMessage+SupportedMessage)
	for version, want := range map[string]Reply{
		"": Answered(Pong), "2024-11-05": Answered(Pong), "2025-03-26": Answered(Pong), "2025-06-18": Answered(Pong),
		"2025-11-25": Answered(Pong),
		"2024-10-07": bad, "2025-06-18, 2025-11-25": bad, "1.0": bad, "latest": bad,
	} {
		Equal(t, want, Post(t, base+"/mcp", Ping, "MCP-Protocol-Version", version), fmt.Sprintf("%q", version))
	}
}

func TestTraceID(t *testing.T) {
	base := Serve(t, NoDatabase)
	const unknownMethod = `{"jsonrpc":"2.0","id":1,"method":"nothing"}`
	message := UnknownMethodMessage + HandshakeMethods
	seen := map[string]bool{}
	for given, taken := range map[string]bool{
		"abc-DEF-123": true, "0": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, "a b": false, "a;b": false, "a,b": false, "a\tb": false, "a\"b": false,
		"<script>": false, "../etc": false, "{}": false, "ü": false, "\xff": false, "${jndi:x}": false, "a\x7f": false,
	} {
		if strings.Contains(given, "\x7f") {
			continue // Go's client does not send it
		}
		inRPC := Post(t, base+"/mcp", unknownMethod, "X-Trace-Id", given)
		inHTTP := Post(t, base+"/mcp", Ping, "X-Trace-Id", given, "Authorization", "")
		for _, got := range []Reply{inRPC, inHTTP} {
			id := got.Header["X-Trace-Id"]
			if taken && id != given || !taken && (!UUID4.MatchString(id) || seen[id]) {
				t.Errorf("%q became %q", given, id)
			}
			seen[id] = !taken
		}
		wantRPC := Answered(Failure("1", -32601, message,
			`"code":"unknown_method","retryable":false,"trace_id":"`+inRPC.Header["X-Trace-Id"]+`"`))
		Equal(t, wantRPC.Body, inRPC.Body, fmt.Sprintf("%q", given))
		wantHTTP := `{"error":{"code":"unauthenticated","message":"` + NoTokenMessage + `","retryable":false,"trace_id":"` +
			inHTTP.Header["X-Trace-Id"] + `"}}`
		Equal(t, wantHTTP, inHTTP.Body, fmt.Sprintf("%q", given))
	}
}

// TestPlainPost has a client that sends no more than it must.
func TestPlainPost(t *testing.T) {
	base := Serve(t, NoDatabase)
	conn := dial(t, base)
	text := "POST /mcp/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
		"Authorization: Bearer full\r\nContent-Length: 46\r\n\r\n" + ListTools
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // ReadReply does
	if err != nil {
		t.Fatal(err)
	}
	got := ReadReply(t, response)
	if got.Status != http.StatusOK || got.Header["Content-Type"] != "application/json" ||
		!UUID4.MatchString(got.Header["X-Trace-Id"]) {
		t.Errorf("status %d, header %v", got.Status, got.Header)
	}
	Equal(t, Post(t, base+"/mcp", ListTools).Body, got.Body)
}

// TestDispatch is the route with the envelope of the PHP package.
func TestDispatch(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	envelope := func(key, result string) Reply {
		return Answered(`{"status":"completed","task_id":null,"trace_id":"trace-1","idempotency_key":"` + key +
			`","reused":false,"result":` + result + `}`)
	}
	// Without a key it is the payload's: what sha256sum says of ["ping",{}].
	const pingKey = "96e42c6e01a6ace830ad8182474fa5a5b7274a58b3d4dd7aeb60061890129a47"
	for _, test := range []struct {
		path, body, key string
		want            Reply
	}{
		{"/mcp/content/dispatch", GetHome, "key-1", envelope("key-1", GotHome)},
		{"/api/v1/mcp/content/dispatch", GetHome, "key-2", envelope("key-2", GotHome)},
		{"/mcp/content/dispatch", Ping, "", envelope(pingKey, Pong)},
		// What is not run keeps nothing, but the client finds its key again.
		{"/mcp/nothing/dispatch", Ping, "key-1", envelope("key-1", UnknownServer)},
		{"/mcp/content/dispatch", "[]", "key-1", envelope("key-1",
			Failure("null", -32600, BatchMessage, `"code":"invalid_request","retryable":false,"trace_id":"trace-1"`))},
		{
			"/mcp/content/dispatch", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "key-1",
			envelope("key-1", "null"),
		},
	} {
		got := Post(t, base+test.path, test.body, "Idempotency-Key", test.key)
		Equal(t, test.want, got, fmt.Sprintf("%s %s", test.path, test.body))
	}
}

func TestHealth(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for path, want := range map[string]Reply{
		"/healthz": Answered(`{"status":"ok"}`), "/readyz": Answered(`{"status":"ready"}`),
	} {
		Equal(t, want, Send(t, http.MethodGet, base+path, "", "Authorization", "", "Content-Type", ""), path)
	}
}
