package server

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/test/snapshot"
)

const (
	ping     = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong     = `{"jsonrpc":"2.0","id":1,"result":{}}`
	getHome  = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":1}}}`
	gotHome  = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + homeText + `"}],"structuredContent":` + home + `}}`
	homeText = `{\"item\":{\"id\":1,\"parent\":0,\"pagetitle\":\"Home\",\"longtitle\":\"Welcome\",\"description\":\"The first page\",\"alias\":\"page-b\",\"published\":1,\"deleted\":0,\"hidemenu\":false,\"menuindex\":0,\"template\":1,\"createdon\":1767225699,\"editedon\":1767225601,\"pub_date\":0,\"unpub_date\":0,\"isfolder\":0,\"type\":\"document\"},\"meta\":{\"toolsetVersion\":\"1.0\"}}`
	home     = `{"item":{"id":1,"parent":0,"pagetitle":"Home","longtitle":"Welcome","description":"The first page","alias":"page-b","published":1,"deleted":0,"hidemenu":false,"menuindex":0,"template":1,"createdon":1767225699,"editedon":1767225601,"pub_date":0,"unpub_date":0,"isfolder":0,"type":"document"},"meta":{"toolsetVersion":"1.0"}}`

	unknownServer = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"` + noServerMessage + `","data":{"code":"unknown_server","retryable":false,"trace_id":"trace-1"}}}`
)

// answered is the reply with a JSON-RPC answer.
func answered(body string) httpReply {
	return httpReply{http.StatusOK, map[string]string{"Content-Type": "application/json", "X-Trace-Id": "trace-1"}, body}
}

// refusedReply is the reply with an HTTP error; header is names and values that come on top.
func refusedReply(status int, code, message string, header ...string) httpReply {
	r := httpReply{
		status, map[string]string{"Content-Type": "application/json", "X-Trace-Id": "trace-1"},
		fmt.Sprintf(`{"error":{"code":%q,"message":"%s","retryable":%t,"trace_id":"trace-1"}}`, code, message, fault.Kind(code).Class().Retryable),
	}
	for i := 0; i < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return r
}

func TestRoutes(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	nowhere := refusedReply(http.StatusNotFound, "not_found", "there is nothing at this address; check the path of the URL")
	notThere := answered(ofTool("evo.content.get", unknownServer))
	for path, want := range map[string]httpReply{
		"/mcp":                 answered(gotHome),
		"/mcp/content":         answered(gotHome),
		"/mcp/small":           answered(gotHome),
		"/api/v1/mcp":          answered(gotHome),
		"/api/v1/mcp/content":  answered(gotHome),
		"/api/v1/mcp/small":    answered(gotHome),
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
			if diff := cmp.Diff(want, post(t, base+path, getHome)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestServersDiffer shows that the handle chooses the server and that without one the first answers.
func TestServersDiffer(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.children","arguments":{"id":25,"limit":8}}}`
	const empty = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"items\":[],\"meta\":{\"limit\":8,\"offset\":0,\"count\":0,\"has_more\":false,\"toolsetVersion\":\"1.0\"}}"}],"structuredContent":{"items":[],"meta":{"limit":8,"offset":0,"count":0,"has_more":false,"toolsetVersion":"1.0"}}}}`
	const tooHigh = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"limit must be an integer between 1 and 7","data":{"code":"invalid_params","field":"limit","retryable":false,"trace_id":"trace-1","tool":"evo.content.children"}}}`
	for path, want := range map[string]string{
		"/mcp": empty, "/mcp/content": empty, "/mcp/small": tooHigh,
		"/api/v1/mcp": empty, "/api/v1/mcp/content": empty, "/api/v1/mcp/small": tooHigh,
	} {
		if diff := cmp.Diff(answered(want), post(t, base+path, message)); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

func TestOtherPrefixes(t *testing.T) {
	base := listen(t, newServer(t, noDatabase, "sites:", "route: {prefixes: [/ai/evo]}\nsites:"))
	for path, want := range map[string]int{"/ai/evo": 200, "/ai/evo/content": 200, "/mcp": 404, "/mcp/content": 404} {
		if got := post(t, base+path, ping); got.Status != want {
			t.Errorf("%s: status %d, want %d", path, got.Status, want)
		}
	}
}

func TestMethods(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	const message = httpMethodMessage
	const streams = "OPTIONS, GET, POST"
	for path, allow := range map[string]string{
		"/mcp": streams, "/mcp/content": streams, "/mcp/content/dispatch": "OPTIONS, POST", "/api/v1/mcp/content": streams, "/healthz": "OPTIONS, GET", "/readyz": "OPTIONS, GET",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"} {
			if strings.Contains(allow, method) && method != http.MethodOptions && (allow != streams || method != http.MethodGet) {
				continue
			}
			want := refusedReply(http.StatusMethodNotAllowed, "method_not_allowed", message, "Allow", allow)
			switch method {
			case http.MethodGet: // that asks for no stream
				want.Header["Allow"] = "OPTIONS, POST"
			case http.MethodHead:
				want.Body = ""
			case http.MethodOptions:
				want = httpReply{http.StatusNoContent, map[string]string{"Allow": allow, "X-Trace-Id": "trace-1"}, ""}
			}
			if diff := cmp.Diff(want, sendRequest(t, method, base+path, "")); diff != "" {
				t.Errorf("%s %s:\n%s", method, path, diff)
			}
		}
	}
}

func TestMediaTypes(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	noJSON := refusedReply(http.StatusUnsupportedMediaType, "unsupported_media_type", notJSONTypeMessage)
	encoded := refusedReply(http.StatusUnsupportedMediaType, "unsupported_media_type", "send the body without Content-Encoding")
	for _, test := range []struct {
		mediaType, encoding string
		want                httpReply
	}{
		{"application/json", "", answered(pong)},
		{"application/json; charset=utf-8", "", answered(pong)},
		{`APPLICATION/JSON;charset="UTF-8"`, "", answered(pong)},
		{"application/json", "identity", answered(pong)},
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
		got := post(t, base+"/mcp/content", ping, "Content-Type", test.mediaType, "Content-Encoding", test.encoding)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Content-Type %q, Content-Encoding %q:\n%s", test.mediaType, test.encoding, diff)
		}
	}
}

// padded is a ping of n bytes.
func padded(n int) string { return ping + strings.Repeat(" ", n-len(ping)) }

const tooLargeMessage = "the request " + sendLessMessage

func TestBodySize(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	over := refusedReply(http.StatusRequestEntityTooLarge, "payload_too_large", tooLargeMessage, "Connection", "close")
	for _, test := range []struct {
		path string
		size int
		want httpReply
	}{
		{"/mcp/small", 1024, answered(pong)},
		{"/mcp/small", 1025, over},
		{"/mcp/small", 1 << 20, over},
		{"/mcp/small/dispatch", 1025, over},
		{"/mcp/content", 1025, answered(pong)},
		{"/mcp/content", 256 << 10, answered(pong)},
	} {
		if diff := cmp.Diff(test.want, post(t, base+test.path, padded(test.size))); diff != "" {
			t.Errorf("%d bytes to %s with Content-Length:\n%s", test.size, test.path, diff)
		}
		// What is no bytes.Reader or the like is sent in chunks, its length unsaid.
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+test.path, io.MultiReader(strings.NewReader(padded(test.size))))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}, "X-Trace-Id": {"trace-1"}}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got := replyOf(t, response)
		if test.want.Status == http.StatusOK && strings.HasSuffix(test.path, "dispatch") {
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d bytes to %s in chunks:\n%s", test.size, test.path, diff)
		}
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

const rawHeader = "POST /mcp/small HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Trace-Id: trace-1\r\n"

// TestTooLargeIsRefusedUnread is for bodies that are not there yet, or that never end: the answer comes all the same.
func TestTooLargeIsRefusedUnread(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	for _, test := range []struct{ name, header, start, more string }{
		{"Content-Length, no body yet", "Content-Length: 1025\r\n", "", ""},
		{"highest Content-Length, no body yet", "Content-Length: 9223372036854775807\r\n", "", ""},
		{"Content-Length, client waits for 100 Continue", "Content-Length: 100000\r\nExpect: 100-continue\r\n", "", ""},
		{"chunk that is larger and not complete", "Transfer-Encoding: chunked\r\n", "100000\r\n" + strings.Repeat(" ", 1025), ""},
		{"Content-Length, endless body", "Content-Length: 9223372036854775807\r\n", "", strings.Repeat(" ", 512)},
		{"endless chunks", "Transfer-Encoding: chunked\r\n", "", "200\r\n" + strings.Repeat(" ", 512) + "\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, base)
			if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, rawHeader+"Authorization: Bearer full\r\n"+test.header+"\r\n"+test.start); err != nil {
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
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := refusedReply(http.StatusRequestEntityTooLarge, "payload_too_large", tooLargeMessage, "Connection", "close")
			if diff := cmp.Diff(want, replyOf(t, response)); diff != "" {
				t.Error(diff)
			}
			// The server takes no more of a body that goes on: it closes the connection.
			if err := <-ended; errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the server still reads")
			}
		})
	}
}

// TestContinue is the counterpart: whose body is small enough is asked for it.
func TestContinue(t *testing.T) {
	conn := dial(t, listen(t, newServer(t, noDatabase)))
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
	if _, err := io.WriteString(conn, ping); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(answered(pong), replyOf(t, response)); diff != "" {
		t.Error(diff)
	}
}

func TestBodyCutOff(t *testing.T) {
	conn := dial(t, listen(t, newServer(t, noDatabase)))
	if _, err := io.WriteString(conn, rawHeader+"Authorization: Bearer full\r\nContent-Length: 40\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := refusedReply(http.StatusBadRequest, "bad_request", "the request ended before its body was complete")
	if diff := cmp.Diff(want, replyOf(t, response)); diff != "" {
		t.Error(diff)
	}
}

func TestUnauthenticated(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	missing := refusedReply(http.StatusUnauthorized, "unauthenticated",
		noTokenMessage, "Www-Authenticate", "Bearer")
	invalid := func(reason string) httpReply {
		return refusedReply(http.StatusUnauthorized, "invalid_token", reason,
			"Www-Authenticate", `Bearer error="invalid_token", error_description="`+reason+`"`)
	}
	unknown := invalid(unknownTokenMessage)
	expired := invalid(expiredTokenMessage)
	for authorization, want := range map[string]httpReply{
		"Bearer full":    answered(pong),
		"bearer full":    answered(pong),
		"Bearer  full":   answered(pong),
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
			if diff := cmp.Diff(want, post(t, base+path, ping, "Authorization", authorization)); diff != "" {
				t.Errorf("Authorization %q at %s:\n%s", authorization, path, diff)
			}
		}
	}
	// Unknown callers must learn neither which servers exist nor what is wrong with a message.
	for path, body := range map[string]string{"/mcp/nothing": ping, "/mcp/content": "no JSON", "/mcp/content/dispatch": ping} {
		if diff := cmp.Diff(missing, post(t, base+path, body, "Authorization", "")); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

func TestForbidden(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
	const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	scope := func(method string) httpReply {
		return refusedReply(http.StatusForbidden, "scope_denied", noScopeMessage+method)
	}
	server := refusedReply(http.StatusForbidden, "server_denied", serverDeniedMessage+"content")
	accepted := httpReply{http.StatusAccepted, map[string]string{"X-Trace-Id": "trace-1"}, ""}
	for _, test := range []struct {
		token, path, body string
		want              httpReply
	}{
		{"reader", "/mcp/content", ping, answered(pong)},
		{"reader", "/mcp/content", initialized, accepted},
		{"reader", "/mcp/content", getHome, scope("tools/call")},
		{"reader", "/mcp/content/dispatch", getHome, scope("tools/call")},
		{"caller", "/mcp/content", getHome, answered(gotHome)},
		{"caller", "/mcp/content", ping, scope("ping")},
		{"caller", "/mcp/content", list, scope("tools/list")},
		{"caller", "/mcp/content", initialize, scope("initialize")},
		{"caller", "/mcp/content", initialized, scope("notifications/initialized")},
		{"elsewhere", "/mcp/small", getHome, answered(gotHome)},
		{"elsewhere", "/mcp", ping, server},
		{"elsewhere", "/mcp/content", ping, server},
		{"elsewhere", "/mcp/content", getHome, server},
		{"elsewhere", "/mcp/content/dispatch", getHome, server},
		{"elsewhere", "/mcp/content", initialized, server},
		{"elsewhere", "/mcp/nothing", ping, answered(unknownServer)},
	} {
		got := post(t, base+test.path, test.body, "Authorization", "Bearer "+test.token)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s to %s:\n%s", test.token, test.body, test.path, diff)
		}
	}
}

// TestViews shows that the token's view decides what a call sees.
func TestViews(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const draft = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.get","arguments":{"id":4}}}`
	const users = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.model.get","arguments":{"model":"User","id":2}}}`
	result := func(text, payload string) httpReply {
		return answered(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + text + `"}],"structuredContent":` + payload + `}}`)
	}
	quoted := func(payload string) httpReply { return result(strings.ReplaceAll(payload, `"`, `\"`), payload) }
	for _, test := range []struct {
		token, body string
		want        httpReply
	}{
		{"full", draft, quoted(`{"item":null,"meta":{"toolsetVersion":"1.0"}}`)},
		{"manager", draft, quoted(`{"item":{"id":4,"parent":0,"pagetitle":"Draft","longtitle":"","description":"","alias":"page-e","published":0,"deleted":0,"hidemenu":false,"menuindex":3,"template":1,"createdon":1767225696,"editedon":1767225604,"pub_date":0,"unpub_date":0,"isfolder":0,"type":"document"},"meta":{"toolsetVersion":"1.0"}}`)},
		{"full", users, refusedReply(http.StatusForbidden, "forbidden", usersMessage)},
		{"manager", users, quoted(`{"item":{"id":2,"username":"editor"},"meta":{"toolsetVersion":"1.0","model":"User"}}`)},
	} {
		got := post(t, base+"/mcp", test.body, "Authorization", "Bearer "+test.token)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s:\n%s", test.token, test.body, diff)
		}
	}
}

func TestOpenServer(t *testing.T) {
	tokens, _, _ := strings.Cut(minimalSettings, "auth:")
	base := listen(t, newServer(t, fixture(t).DSN, strings.TrimPrefix(minimalSettings, tokens), "auth: {modes: [none]}\n"))
	if diff := cmp.Diff(answered(gotHome), post(t, base+"/mcp", getHome, "Authorization", "")); diff != "" {
		t.Error(diff)
	}
}

func TestResultTooLarge(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.children","arguments":{"id":2,"limit":7}}}`
	want := refusedReply(http.StatusRequestEntityTooLarge, "result_too_large",
		resultTooLargeMessage+askForLessMessage)
	if diff := cmp.Diff(want, post(t, base+"/mcp/small", message)); diff != "" {
		t.Error(diff)
	}
}

func TestProtocolVersionHeader(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	bad := refusedReply(http.StatusBadRequest, "bad_request",
		versionHeaderMessage+supportedMessage)
	for version, want := range map[string]httpReply{
		"": answered(pong), "2024-11-05": answered(pong), "2025-03-26": answered(pong), "2025-06-18": answered(pong), "2025-11-25": answered(pong),
		"2024-10-07": bad, "2025-06-18, 2025-11-25": bad, "1.0": bad, "latest": bad,
	} {
		if diff := cmp.Diff(want, post(t, base+"/mcp", ping, "MCP-Protocol-Version", version)); diff != "" {
			t.Errorf("%q:\n%s", version, diff)
		}
	}
}

var uuid4 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestTraceID(t *testing.T) {
	base := listen(t, newServer(t, noDatabase))
	const unknownMethod = `{"jsonrpc":"2.0","id":1,"method":"nothing"}`
	message := unknownMethodMessage + handshakeMethods
	seen := map[string]bool{}
	for given, taken := range map[string]bool{
		"abc-DEF-123": true, "0": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, "a b": false, "a;b": false, "a,b": false, "a\tb": false, "a\"b": false,
		"<script>": false, "../etc": false, "{}": false, "ü": false, "\xff": false, "${jndi:x}": false, "a\x7f": false,
	} {
		if strings.Contains(given, "\x7f") {
			continue // Go's client does not send it
		}
		inRPC := post(t, base+"/mcp", unknownMethod, "X-Trace-Id", given)
		inHTTP := post(t, base+"/mcp", ping, "X-Trace-Id", given, "Authorization", "")
		for _, got := range []httpReply{inRPC, inHTTP} {
			id := got.Header["X-Trace-Id"]
			if taken && id != given || !taken && (!uuid4.MatchString(id) || seen[id]) {
				t.Errorf("%q became %q", given, id)
			}
			seen[id] = !taken
		}
		wantRPC := answered(failureReply("1", -32601, message, `"code":"unknown_method","retryable":false,"trace_id":"`+inRPC.Header["X-Trace-Id"]+`"`))
		if diff := cmp.Diff(wantRPC.Body, inRPC.Body); diff != "" {
			t.Errorf("%q:\n%s", given, diff)
		}
		wantHTTP := `{"error":{"code":"unauthenticated","message":"` + noTokenMessage + `","retryable":false,"trace_id":"` +
			inHTTP.Header["X-Trace-Id"] + `"}}`
		if diff := cmp.Diff(wantHTTP, inHTTP.Body); diff != "" {
			t.Errorf("%q:\n%s", given, diff)
		}
	}
}

// TestPlainPost has a client that sends no more than it must.
func TestPlainPost(t *testing.T) {
	conn := dial(t, listen(t, newServer(t, noDatabase)))
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	text := "POST /mcp/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer full\r\nContent-Length: 46\r\n\r\n" + list
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := replyOf(t, response)
	if got.Status != http.StatusOK || got.Header["Content-Type"] != "application/json" || !uuid4.MatchString(got.Header["X-Trace-Id"]) {
		t.Errorf("status %d, header %v", got.Status, got.Header)
	}
	snapshot.Expect(t, "tools_list.json", string(pretty(t, []byte(got.Body))))
}

// TestDispatch is the route with the envelope of the PHP package.
func TestDispatch(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	envelope := func(key, result string) httpReply {
		return answered(`{"status":"completed","task_id":null,"trace_id":"trace-1","idempotency_key":"` + key + `","reused":false,"result":` + result + `}`)
	}
	// Without a key it is the payload's: what sha256sum says of ["ping",{}].
	const pingKey = "96e42c6e01a6ace830ad8182474fa5a5b7274a58b3d4dd7aeb60061890129a47"
	for _, test := range []struct {
		path, body, key string
		want            httpReply
	}{
		{"/mcp/content/dispatch", getHome, "key-1", envelope("key-1", gotHome)},
		{"/api/v1/mcp/content/dispatch", getHome, "key-2", envelope("key-2", gotHome)},
		{"/mcp/content/dispatch", ping, "", envelope(pingKey, pong)},
		// What is not run keeps nothing, but the client finds its key again.
		{"/mcp/nothing/dispatch", ping, "key-1", envelope("key-1", unknownServer)},
		{"/mcp/content/dispatch", "[]", "key-1", envelope("key-1",
			failureReply("null", -32600, batchMessage, `"code":"invalid_request","retryable":false,"trace_id":"trace-1"`))},
		{"/mcp/content/dispatch", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "key-1", envelope("key-1", "null")},
	} {
		got := post(t, base+test.path, test.body, "Idempotency-Key", test.key)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %s:\n%s", test.path, test.body, diff)
		}
	}
}

func TestHealth(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	for path, want := range map[string]httpReply{
		"/healthz": answered(`{"status":"ok"}`), "/readyz": answered(`{"status":"ready"}`),
	} {
		if diff := cmp.Diff(want, sendRequest(t, http.MethodGet, base+path, "", "Authorization", "", "Content-Type", "")); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

func pretty(t *testing.T, text []byte) []byte {
	t.Helper()
	var indented bytes.Buffer
	if err := indentJSON(&indented, text); err != nil {
		t.Fatal(err)
	}
	return indented.Bytes()
}
