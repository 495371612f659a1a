package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// call is a request as the test servers receive it.
type call struct {
	http.ResponseWriter
	request *http.Request
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		ProtocolVersion string          `json:"protocolVersion"`
		Name            any             `json:"name"`
		Cursor          string          `json:"cursor"`
		Arguments       json.RawMessage `json:"arguments"`
		Meta            map[string]any  `json:"_meta"`
	} `json:"params"`
}

// result answers the call with a result.
func (c call) result(result string) {
	c.json(http.StatusOK, `{"jsonrpc":"2.0","id":`+string(c.ID)+`,"result":`+result+`}`)
}

// fail answers the call with a JSON-RPC error.
func (c call) fail(code int, message string) {
	text, _ := json.Marshal(message) // a string always marshals
	c.json(http.StatusOK, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, c.ID, code, text))
}

func (c call) json(status int, body string) { c.write(status, "application/json", body) }

func (c call) write(status int, contentType, body string) {
	c.Header().Set("Content-Type", contentType)
	c.WriteHeader(status)
	_, _ = io.WriteString(c, body)
}

const aTool = `{"name":"read","inputSchema":{"type":"object","required":["id"],` +
	`"properties":{"id":{"type":"integer"}}},"annotations":{"readOnlyHint":true}}`

// good answers like a correct server that speaks the revisions before 2026-07-28 and accepts the token.
func good(c call) {
	switch {
	case c.request.Header.Get("Authorization") != "Bearer token":
		c.Header().Set("WWW-Authenticate", "Bearer")
		c.WriteHeader(http.StatusUnauthorized)
	case c.request.Method != http.MethodPost:
		c.WriteHeader(http.StatusMethodNotAllowed)
	case c.request.ContentLength > 1<<20:
		c.WriteHeader(http.StatusRequestEntityTooLarge)
	case c.Method == "":
		c.json(http.StatusBadRequest, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`)
	case c.Method == "initialize":
		c.result(`{"protocolVersion":"` + c.Params.ProtocolVersion +
			`","capabilities":{"tools":{}},"serverInfo":{"name":"fake","version":"1"}}`)
	case c.Method == "notifications/initialized":
		c.WriteHeader(http.StatusAccepted)
	case c.Method == "tools/list":
		c.result(`{"tools":[` + aTool + `]}`)
	case c.Method == "tools/call" && c.Params.Name == "read":
		c.result(`{"content":[{"type":"text","text":"hello"}]}`)
	case c.Method == "tools/call":
		c.fail(codeInvalidParams, "there is no such tool")
	default:
		c.fail(codeNoMethod, "there is no such method")
	}
}

// serve starts a server and returns the options for probing it.
func serve(t *testing.T, answer func(call)) Options {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := call{request: r, ResponseWriter: w}
		if r.Method == http.MethodPost && r.ContentLength < 1<<20 {
			_ = json.NewDecoder(r.Body).Decode(&c) // a malformed message leaves the method empty
		}
		answer(c)
	}))
	t.Cleanup(s.Close)
	return Options{URL: s.URL + "/mcp", Token: "token", Version: "1.2.3", Repeat: 1, Timeout: 10 * time.Second}
}

// outcome runs the probe and returns the steps that are not ok or have a note.
func outcome(t *testing.T, o Options) []string {
	t.Helper()
	report, err := Run(t.Context(), o)
	if err != nil {
		return []string{"error: " + strings.ReplaceAll(err.Error(), strings.TrimPrefix(o.URL, "http://"), "HOST")}
	}
	var lines []string
	for _, s := range report.Steps {
		if s.Note != "" {
			lines = append(lines, fmt.Sprintf("%s (%d) %s %s", s.Name, s.Status, s.Verdict, s.Note))
		}
	}
	for _, f := range report.findings() {
		lines = append(lines,
			strings.ReplaceAll(strings.Join(f.steps, ", ")+": "+f.What, strings.TrimSuffix(o.URL, "/mcp"), "HOST"))
	}
	return append(lines, report.Notes...)
}

// usual are the notes about a correct server.
var usual = []string{
	"server/discover 2026-07-28 (200) - not supported", "tools/list (200) ok 1 tools", "GET (405) ok no stream of events",
}

// allChecks are the steps that run before a handshake has succeeded.
const allChecks = "initialize 2024-11-05, initialize 2025-03-26, initialize 2025-06-18, initialize 2025-11-25, " +
	"server/discover 2026-07-28: "

// challenged answers every request with 401 and the given challenges.
func challenged(challenges ...string) func(call) {
	return func(c call) {
		c.Header()["Www-Authenticate"] = challenges
		c.WriteHeader(http.StatusUnauthorized)
	}
}

// TestServers probes servers that are wrong in one way each, and some that are correct in an unusual way.
func TestServers(t *testing.T) {
	// at uses another answer where the condition holds, and good's elsewhere.
	at := func(condition func(call) bool, answer func(call)) func(call) {
		return func(c call) {
			if condition(c) {
				answer(c)
			} else {
				good(c)
			}
		}
	}
	method := func(name string) func(call) bool { return func(c call) bool { return c.Method == name } }
	always := func(call) bool { return true }
	reading := func(c call) bool { return c.Method == "tools/call" && c.Params.Name == "read" }
	listing := func(tools string) func(call) {
		return at(method("tools/list"), func(c call) { c.result(`{"tools":[` + tools + `]}`) })
	}
	calling := func(result string) func(call) { return at(reading, func(c call) { c.result(result) }) }
	with := func(more ...string) []string { return append(append([]string{}, usual...), more...) }
	withTools := func(tools string, more ...string) []string {
		return append([]string{usual[0], "tools/list (200) ok " + tools, usual[2]}, more...)
	}
	checked := strings.Replace(aTool, `"annotations"`,
		`"outputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}},"annotations"`, 1)
	returning := func(result string) func(call) {
		return func(c call) {
			if reading(c) {
				c.result(result)
			} else {
				listing(checked)(c)
			}
		}
	}
	for name, test := range map[string]struct {
		answer func(call)
		want   []string
	}{
		"good": {good, usual},
		"streams of events": {func(c call) {
			if c.request.Method == http.MethodGet {
				c.Header().Set("Content-Type", eventStream)
				c.ResponseWriter.(http.Flusher).Flush()
				<-c.request.Context().Done()
				return
			}
			recorded := httptest.NewRecorder()
			good(call{recorded, c.request, c.ID, c.Method, c.Params})
			if recorded.Code != http.StatusOK {
				c.write(recorded.Code, recorded.Header().Get("Content-Type"), recorded.Body.String())
				return
			}
			c.write(http.StatusOK, eventStream+"; charset=utf-8", "id: 1\ndata:\n\n: sign of life\n\n"+
				"event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\ndata: \"params\":{}}\n\n"+
				"data: "+strings.ReplaceAll(recorded.Body.String(), ",", ",\r\ndata: ")+"\r\n\r\ndata: never read\n\n")
		},
			[]string{
				usual[0], usual[1], "GET (200) ok a stream of events",
				"no token, wrong token: The 401 has no header WWW-Authenticate.",
			}},
		"sessions": {func(c call) {
			switch {
			case c.Method == "initialize":
				c.Header().Set("Mcp-Session-Id", "session-of-"+c.Params.ProtocolVersion)
				good(c)
			case c.Params.Meta == nil && c.request.Header.Get("Authorization") == "Bearer token" &&
				(c.request.Header.Get("Mcp-Session-Id") != "session-of-2025-11-25" ||
					c.request.Header.Get("Mcp-Protocol-Version") != "2025-11-25") && c.request.Method != http.MethodDelete:
				c.json(http.StatusBadRequest, `{"error":"no session"}`)
			default:
				good(c)
			}
		}, usual},
		"session that cannot be sent": {at(method("initialize"), func(c call) {
			c.Header().Set("Mcp-Session-Id", "a b")
			good(c)
		}), []string{
			"initialize 2024-11-05, initialize 2025-03-26, initialize 2025-06-18, initialize 2025-11-25: The Mcp-Session-Id " +
				"has characters other than visible ASCII.",
			"server/discover 2026-07-28: " + noRevisionMessage,
		}},
		"one revision": {at(method("initialize"), func(c call) {
			c.Params.ProtocolVersion = "2025-03-26"
			good(c)
		}), append([]string{
			"initialize 2024-11-05 (200) ok " + notSupportedMessage + " 2025-03-26",
			"initialize 2025-06-18 (200) ok " + notSupportedMessage + " 2025-03-26",
			"initialize 2025-11-25 (200) ok " + notSupportedMessage + " 2025-03-26",
		}, usual...)},
		"refuses old revisions": {at(func(c call) bool {
			return c.Method == "initialize" && c.Params.ProtocolVersion < "2025"
		}, func(c call) {
			c.fail(codeInvalidParams, "too old")
		}), append([]string{"initialize 2024-11-05 (200) - not supported: too old"}, usual...)},
		"only 2026-07-28": {modern, []string{
			"initialize 2024-11-05 (404) - not supported: no such method",
			"initialize 2025-03-26 (404) - not supported: no such method",
			"initialize 2025-06-18 (404) - not supported: no such method",
			"initialize 2025-11-25 (404) - not supported: no such method",
			usual[1], usual[2],
		}},
		"both": {func(c call) {
			if c.Params.Meta != nil {
				modern(c)
			} else {
				good(c)
			}
		}, []string{usual[1], "tools/list 2026-07-28 (200) ok 1 tools", usual[2]}},
		"no revision": {at(method("initialize"), func(c call) { c.fail(codeInternal, "boom\x1b[2J") }), []string{
			"initialize 2024-11-05, initialize 2025-03-26, initialize 2025-06-18, initialize 2025-11-25: It refuses " +
				"initialize: boom [2J",
			"server/discover 2026-07-28: " + noRevisionMessage,
		}},
		"no server": {at(method("initialize"),
			func(c call) { c.result(`{"protocolVersion":"2025-11-25","capabilities":[]}`) }), []string{
			"initialize 2024-11-05, initialize 2025-03-26, initialize 2025-06-18, initialize 2025-11-25: The result of " +
				"initialize lacks capabilities or serverInfo.name.",
			"server/discover 2026-07-28: " + noRevisionMessage,
		}},
		"HTML": {
			func(c call) { c.write(http.StatusOK, "text/html", "<h1>\nHello</h1>") },
			[]string{allChecks + `It answers HTTP 200 as text/html, beginning with "<h1> Hello</h1>".`},
		},
		"no type": {
			func(c call) { c.write(http.StatusOK, "", "") },
			[]string{allChecks + "It answers HTTP 200 as nothing with nothing in it."},
		},
		"500": {
			func(c call) { c.write(http.StatusInternalServerError, "text/html", "oops") },
			[]string{allChecks + `It answers HTTP 500, beginning with "oops".`},
		},
		"404": {func(c call) { c.write(http.StatusNotFound, "text/html", "") }, []string{
			strings.Replace(allChecks, ", server/discover 2026-07-28", "", 1) + `It answers HTTP 404 with nothing in it.`,
			"server/discover 2026-07-28: " + noRevisionMessage,
		}},
		"redirect": {func(c call) {
			http.Redirect(c, c.request, "https://elsewhere.example/mcp", http.StatusMovedPermanently)
		}, []string{allChecks + "It redirects to https://elsewhere.example/mcp."}},
		"token not seen": {
			challenged(`Bearer realm="x"`), []string{allChecks + "It answers 401 as if no token had been sent."},
		},
		"token without a reason": {
			challenged(`Bearer error="invalid_token"`), []string{allChecks + refusedTokenMessage + " without a reason."},
		},
		"token with a reason": {challenged(`Basic realm="x"`,
			`Bearer realm="x",error="invalid_token", error_description="the token has expired"`), []string{
			allChecks + refusedTokenMessage + " the token has expired.",
		}},
		"limit": {
			func(c call) { c.WriteHeader(http.StatusTooManyRequests) },
			[]string{allChecks + "It answers 429: the rate limit is used up."},
		},
		"broken JSON": {
			func(c call) { c.json(http.StatusOK, `{"jsonrpc":"2.0"`) },
			[]string{allChecks + `The body of HTTP 200 ` + noAnswerMessage + `, beginning with "{\"jsonrpc\":\"2.0\"".`},
		},
		"no JSON-RPC": {
			func(c call) { c.json(http.StatusOK, `{"id":1,"result":{}}`) },
			[]string{allChecks + `The body of HTTP 200 ` + noAnswerMessage + `, beginning with "{\"id\":1,\"result\":{}}".`},
		},
		"empty answer": {
			func(c call) { c.json(http.StatusOK, `{"jsonrpc":"2.0","id":1}`) },
			[]string{allChecks + "The answer does not have exactly one of result and error."},
		},
		"no code": {
			func(c call) { c.json(http.StatusOK, `{"jsonrpc":"2.0","id":1,"error":{}}`) },
			[]string{allChecks + "The error has no integer as its code."},
		},
		"other id": {
			at(method("tools/list"), func(c call) { c.json(http.StatusOK, `{"jsonrpc":"2.0","id":"6","result":{}}`) }),
			[]string{usual[0], usual[2], `tools/list: The answer has the id "6", the request had 6.`},
		},
		"status": {
			at(method("tools/list"), func(c call) { c.json(http.StatusCreated, `{"jsonrpc":"2.0","id":6,"result":{}}`) }),
			[]string{usual[0], usual[2], "tools/list: A result comes with HTTP 201."},
		},
		"a stream without answer": {at(method("tools/list"),
			func(c call) { c.write(http.StatusOK, eventStream, "data: {\"method\":\"ping\"}\n\n") }), []string{
			usual[0], usual[2], "tools/list: The body of HTTP 200 " + noAnswerMessage + " with nothing in it.",
		}},
		"huge answer": {at(method("tools/list"), func(c call) {
			c.Header().Set("Content-Type", "application/json")
			_, _ = io.Copy(c, io.LimitReader(letters{}, 1<<30)) // ends when the client closes the connection
		}), []string{usual[0], usual[2], "tools/list: " + largeMessage + "8 " + unreadMessage}},
		"huge event": {at(method("tools/list"), func(c call) {
			c.Header().Set("Content-Type", eventStream)
			_, _ = io.WriteString(c, "data: ")
			_, _ = io.Copy(c, io.LimitReader(letters{}, 1<<30))
		}), []string{usual[0], usual[2], "tools/list: " + largeMessage + "8 " + unreadMessage}},
		"connection that ends": {at(method("tools/list"), func(c call) {
			c.Header().Set("Content-Length", "100")
			c.json(http.StatusOK, "{")
		}), []string{usual[0], usual[2], "tools/list: The server closed the connection before the end of its answer."}},
		"answers notifications": {at(method("notifications/initialized"), func(c call) { c.json(http.StatusOK, "{}") }), with(
			"notifications/initialized: It answers a notification with HTTP 200 and 2 bytes.",
		)},
		"pages": {at(method("tools/list"), func(c call) {
			if c.Params.Cursor == "" {
				c.result(`{"tools":[{"name":"write","inputSchema":{"type":"object"}}],"nextCursor":"2"}`)
			} else {
				c.result(`{"tools":[` + aTool + `]}`)
			}
		}), []string{usual[0], "tools/list (200) ok 2 tools", "call write (0) - " + notReadOnlyMessage, usual[2]}},
		"a circle of pages": {at(method("tools/list"), func(c call) { c.result(`{"tools":[],"nextCursor":"2"}`) }), []string{
			usual[0], usual[2], "tools/list: tools/list loops: it returns the same nextCursor twice.",
		}},
		"endless pages": {at(method("tools/list"),
			func(c call) { c.result(`{"tools":[],"nextCursor":"` + c.Params.Cursor + `x"}`) }), []string{
			usual[0], usual[2], "tools/list: tools/list has more than 50 pages.",
		}},
		"too many tools": {at(method("tools/list"), func(c call) {
			var tools []string
			for i := range maxTools + 1 {
				tools = append(tools, fmt.Sprintf(`{"name":"t%d"}`, i))
			}
			c.result(`{"tools":[` + strings.Join(tools, ",") + `]}`)
		}), []string{usual[0], usual[2], "tools/list: It lists more than 500 tools; this program calls none of them."}},
		"no tools": {at(method("tools/list"), func(c call) { c.fail(codeNoMethod, "none") }), withTools("0 tools")},
		"refuses to list": {
			at(method("tools/list"), func(c call) { c.fail(-32003, "no") }),
			[]string{usual[0], usual[2], "tools/list: It refuses tools/list: no"},
		},
		"no list": {
			at(method("tools/list"), func(c call) { c.result(`{"tools":{}}`) }),
			[]string{usual[0], usual[2], "tools/list: The result of tools/list has no list of tools."},
		},
		"twice": {
			listing(aTool + "," + aTool),
			[]string{usual[0], usual[2], `tools/list: It lists the tool "read" twice, or one without a name.`},
		},
		"odd schemas": {listing(
			strings.Replace(aTool, `"integer"`, `"int"`, 1) + "," +
				`{"name":"a","annotations":{"readOnlyHint":true}},{"name":"b","inputSchema":{},` +
				`"annotations":{"readOnlyHint":true}},{"name":"c","inputSchema":{"type":"object",` +
				`"properties":{"x":{"$ref":"http://127.0.0.1/"}}},` +
				`"annotations":{"readOnlyHint":true}},{"name":"d","inputSchema":{"type":"object","required":["x"],` +
				`"properties":{"x":{"not":{}}}},"annotations":{"readOnlyHint":true}},{"name":"e","inputSchema":{"type":"object"},` +
				`"outputSchema":5},{"name":"f","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},` +
				`"execution":{"taskSupport":"required"}}`,
		), []string{
			usual[0], "tools/list (200) wrong 7 tools", "call read (0) - " + noSchemaMessage, "call a (0) - " + noSchemaMessage,
			"call b (200) ok " + madeUpMessage + " there is no such tool", "call c (0) - " + noSchemaMessage,
			"call d (0) - not called: " + noArgumentsMessage, "call e (0) - " + notReadOnlyMessage,
			"call f (0) - not called: it runs only as a task", usual[2],
			"tools/list: The inputSchema of read cannot be used: at '/properties/id/type': value must be one of 'array', " +
				"'boolean', 'integer', 'null', 'number', 'obj....",
			"tools/list: The inputSchema of a cannot be used: it is not JSON.",
			`tools/list: The inputSchema of b does not have "type": "object".`,
			`tools/list: The inputSchema of c cannot be used: failing loading "http://127.0.0.1/": ` + referringMessage +
				` http://127.0.0.1/.`,
			"tools/list: The outputSchema of e cannot be used: at '': got number, want boolean or object.",
		}},
		"tool with a bad name": {listing(strings.ReplaceAll(aTool, `"read"`, `"a\u001b[31m\nb"`)), []string{
			usual[0], usual[1], "call a [31m b (200) ok " + madeUpMessage + " there is no such tool", usual[2],
		}},
		"tool that fails": {
			at(reading, func(c call) { c.fail(codeInternal, "boom") }),
			with("call read: It fails on arguments that its schema allows (-32603): boom"),
		},
		"tool that is not there": {
			at(reading, func(c call) { c.fail(codeNoMethod, "none") }),
			with("call read: It is listed, but unknown when called: none"),
		},
		"tool that refuses": {at(reading, func(c call) { c.fail(codeInvalidParams, "no such id") }), []string{
			usual[0], usual[1], "call read (200) ok " + madeUpMessage + " no such id", usual[2],
		}},
		"tool that is forbidden": {at(reading,
			func(c call) { c.json(http.StatusForbidden, `{"error":{"code":"forbidden"}}`) }), []string{
			usual[0], usual[1], "call read (403) ok refused with HTTP 403", usual[2],
		}},
		"tool with an error": {calling(`{"content":[],"isError":true}`), []string{
			usual[0], usual[1], "call read (200) ok the tool reports an error, as tools may with made-up arguments", usual[2],
		}},
		"no content": {calling(`{"text":"hello"}`), with("call read: The result has no list of content.")},
		"content without a type": {
			calling(`{"content":[{"text":"hello"}]}`), with("call read: A part of content has no type."),
		},
		"structured": {returning(`{"content":[],"structuredContent":{"n":5}}`), usual},
		"not structured": {
			returning(`{"content":[]}`),
			with("call read: The tool has an outputSchema, but the result has no structuredContent."),
		},
		"badly structured": {returning(`{"content":[],"structuredContent":{"n":"5"}}`), with(
			"call read: structuredContent does not match the tool's outputSchema: at '/n': got string, want integer.",
		)},
		"anything goes": {func(c call) {
			switch {
			case c.Method == "tools/call", c.Method == "" && c.request.Method == http.MethodPost:
				c.ID = json.RawMessage("7")
				if c.Params.Name == unknownTool {
					c.ID = json.RawMessage("8")
				} else if c.Params.Name != "read" {
					c.ID = json.RawMessage("9")
				}
				c.result(`{"content":[]}`)
			case c.request.Method == http.MethodGet:
				c.json(http.StatusOK, "{}")
			default:
				c.request.Header.Set("Authorization", "Bearer token")
				good(c)
			}
		}, []string{
			usual[0], usual[1], "unknown tool, bad params: " + resultMessage, "no token, wrong token: It answers anyway.",
			"GET: It answers GET with application/json.", "oversized body: It accepts a body of 8 MiB.",
			"broken JSON: " + resultMessage,
		}},
		"internal errors": {func(c call) {
			switch {
			case c.Method == "tools/call" && c.Params.Name != "read", c.Method == "" && c.request.Method == http.MethodPost &&
				c.request.ContentLength < 1<<20:
				if c.ID == nil {
					c.ID = json.RawMessage("null")
				}
				c.fail(codeInternal, "oops")
			default:
				good(c)
			}
		}, with("unknown tool, bad params: "+internalErrorMessage+" oops", "broken JSON: "+internalErrorMessage+" oops")},
		"forbidden to strangers": {func(c call) {
			if c.request.Header.Get("Authorization") != "Bearer token" {
				c.json(http.StatusForbidden, "{}")
			} else {
				good(c)
			}
		}, with("no token, wrong token: It answers HTTP 403, not 401.")},
		"GET fails": {
			at(func(c call) bool { return c.request.Method == http.MethodGet },
				func(c call) { c.WriteHeader(http.StatusBadGateway) }),
			append(append([]string{}, usual[:2]...), "GET: It answers HTTP 502 with nothing in it."),
		},
		"GET is lost": {
			at(func(c call) bool { return c.request.Method == http.MethodGet },
				func(c call) { c.WriteHeader(http.StatusNotFound) }),
			append(append([]string{}, usual[:2]...), "GET: It answers GET with HTTP 404."),
		},
		"closes on floods": {at(func(c call) bool { return c.request.ContentLength > 1<<20 },
			func(call) { panic(http.ErrAbortHandler) }), append(append([]string{}, usual...),
			"oversized body (0) ok "+closedMessage)},
		"always refuses in words": {at(always, func(c call) { c.json(http.StatusBadRequest, `{"error":"no"}`) }), []string{
			strings.Replace(allChecks, ", server/discover 2026-07-28", "", 1) + `The body of HTTP 400 ` + noAnswerMessage +
				`, beginning with "{\"error\":\"no\"}".`,
			"server/discover 2026-07-28: " + noRevisionMessage,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, outcome(t, serve(t, test.answer))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// modern is a correct server for 2026-07-28 only. It insists on everything that such a client must send.
func modern(c call) {
	want := map[string]string{"Mcp-Protocol-Version": stateless, "Mcp-Method": c.Method, "Mcp-Session-Id": ""}
	if name, ok := c.Params.Name.(string); ok {
		want["Mcp-Name"] = name
	}
	for name, value := range want {
		if c.Method != "" && c.Method != "initialize" && c.request.Header.Get(name) != value {
			c.json(http.StatusBadRequest,
				fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32020,"message":"header %s"}}`, c.ID, name))
			return
		}
	}
	_, capable := c.Params.Meta["io.modelcontextprotocol/clientCapabilities"].(map[string]any)
	switch {
	case c.request.Header.Get("Authorization") != "Bearer token", c.request.Method != http.MethodPost, c.Method == "":
		good(c)
	case c.Method == "initialize":
		c.json(http.StatusNotFound,
			fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, c.ID))
	case !capable || c.Params.Meta["io.modelcontextprotocol/protocolVersion"] != stateless:
		c.fail(codeInvalidParams, "_meta")
	case c.Method == "server/discover":
		c.result(`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`)
	default:
		good(c)
	}
}

// TestHanging probes servers that do not answer, or do not finish an answer.
func TestHanging(t *testing.T) {
	hang := func(c call) { <-c.request.Context().Done() }
	drip := func(c call) {
		c.Header().Set("Content-Type", eventStream)
		for c.request.Context().Err() == nil {
			_, _ = io.WriteString(c, ": wait\n\n")
			c.ResponseWriter.(http.Flusher).Flush()
		}
	}
	from := func(method string, answer func(call)) func(call) {
		var begun atomic.Bool // the probe does not wait for an answer before it sends the next request
		return func(c call) {
			if c.Method == method {
				begun.Store(true)
			}
			if begun.Load() {
				answer(c)
			} else {
				good(c)
			}
		}
	}
	for name, test := range map[string]struct {
		answer func(call)
		want   []string
	}{
		"from the beginning":   {hang, []string{"error: no answer within 1s"}},
		"a stream without end": {drip, []string{"error: no answer within 1s"}},
		"from the list of the tools": {from("tools/list", hang), []string{
			usual[0], "no token (0) - " + silentMessage, "wrong token (0) - " + silentMessage, "GET (0) - " + silentMessage,
			"oversized body (0) - " + silentMessage, "broken JSON (0) - " + silentMessage,
			"tools/list, unknown tool, bad params: No answer within 1s.",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each of these tests mostly waits
			o := serve(t, test.answer)
			o.Timeout = time.Second
			if diff := cmp.Diff(test.want, outcome(t, o)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := outcome(t, Options{URL: "http://127.0.0.1:1/mcp", Timeout: time.Second}); got[0] !=
		"error: dial tcp 127.0.0.1:1: connect: connection refused" {
		t.Errorf("%q", got)
	}
}

// TestInterrupted cancels a run, as Ctrl-C does.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := serve(t, func(c call) {
		if c.Method == "tools/list" {
			cancel()
		}
		good(c)
	})
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestWaiting probes a server whose rate limit is used up at first.
func TestWaiting(t *testing.T) {
	refused := 0
	o := serve(t, func(c call) {
		if c.Method == "tools/list" && refused < 2 {
			refused++
			c.Header().Set("Retry-After", "0")
			c.WriteHeader(http.StatusTooManyRequests)
			return
		}
		good(c)
	})
	if diff := cmp.Diff(usual, outcome(t, o)); diff != "" {
		t.Error(diff)
	}
}

// TestAll expects a tool that may change something to be called exactly once.
func TestAll(t *testing.T) {
	calls := 0
	o := serve(t, func(c call) {
		switch {
		case c.Method == "tools/list":
			c.result(
				`{"tools":[{"name":"write","inputSchema":{"type":"object","required":["a"],"properties":{"a":{"const":5}}}}]}`)
		case c.Method == "tools/call" && c.Params.Name == "write" && string(c.Params.Arguments) == `{"a":5}`:
			calls++
			c.result(`{"content":[]}`)
		default:
			good(c)
		}
	})
	o.All, o.Repeat = true, 3
	if diff := cmp.Diff(usual, outcome(t, o)); diff != "" || calls != 1 {
		t.Errorf("%d calls\n%s", calls, diff)
	}
}

// TestTokenIsNotShown probes a server that repeats the token in bodies and headers.
func TestTokenIsNotShown(t *testing.T) {
	o := serve(t, func(c call) {
		token, _ := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
		switch {
		case c.Method == "initialize" && c.Params.ProtocolVersion == "2024-11-05":
			http.Redirect(c, c.request, "/mcp?token="+token, http.StatusFound)
		case c.Method == "tools/call":
			c.fail(codeInvalidParams, "nothing for "+token)
		default:
			c.request.Header.Set("Authorization", "Bearer token")
			good(c)
		}
	})
	o.Token = "0123456789abcdef"
	want := []string{
		usual[0], usual[1], "call read (200) ok " + madeUpMessage + " nothing for TOKEN", usual[2],
		"initialize 2024-11-05: It redirects to /mcp?token=TOKEN.", "no token, wrong token: It answers anyway.",
	}
	if diff := cmp.Diff(want, outcome(t, o)); diff != "" {
		t.Error(diff)
	}
}

// TestWithoutToken probes a server that needs no token.
func TestWithoutToken(t *testing.T) {
	o := serve(t, func(c call) {
		if c.request.Header.Get("Authorization") != "" {
			t.Error("a token was sent")
		}
		c.request.Header.Set("Authorization", "Bearer token")
		good(c)
	})
	o.Token = ""
	want := []string{
		usual[0], usual[1], "no token (0) - " + noTokenMessage, "wrong token (0) - " + noTokenMessage, usual[2],
	}
	if diff := cmp.Diff(want, outcome(t, o)); diff != "" {
		t.Error(diff)
	}
}

func TestCheckURL(t *testing.T) {
	const like = "the URL must be like https://www.example.com/mcp"
	for address, want := range map[string]string{
		"http://127.0.0.1:8787/mcp": "", "https://example.com": "", "https://[::1]:8/mcp?x=y": "",
		"": like, "example.com/mcp": like, "ftp://example.com/": like, "http:///mcp": like, "https://a b/": like,
		"http://:80/": like,
		"https://me:secret@example.com/": "the URL must not contain a user or password; pass the token with --token or " +
			"EMCP_TOKEN",
		"https://example.com/#mcp": "the URL must not contain #; servers do not get the part after it",
	} {
		got := ""
		if err := CheckURL(address); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// TestWrite compares a complete report.
func TestWrite(t *testing.T) {
	r := Report{URL: "http://h/mcp", Server: "fake 1", Protocol: "2025-11-25", Notes: []string{"a note"}}
	for _, name := range []string{"a", "b"} {
		s := &Step{Name: name, Verdict: OK}
		for i := range 20 {
			s.saw(httpAnswer{status: 200, bytes: 7, took: time.Duration(20-i) * time.Millisecond}, rpc{})
		}
		s.conclude(wrong("It is so.", "It should not be."))
		r.Steps = append(r.Steps, s)
	}
	s := &Step{Name: "c", Verdict: OK}
	s.saw(httpAnswer{status: 400, took: time.Second}, rpc{code: codeInternal})
	s.conclude(nil)
	skipped := &Step{Name: "d"}
	skipped.skip("not tried")
	r.Steps = append(r.Steps, s, skipped)
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	const want = `http://h/mcp
fake 1, called in MCP 2025-11-25

STEP  HTTP  CODE    P50 MS  P95 MS  BYTES  VERDICT
a     200   -       10.0    19.0    7      wrong
b     200   -       10.0    19.0    7      wrong
c     400   -32603  1000.0  1000.0  0      ok
d     -     -       -       -       -      -        not tried

1 ok, 2 wrong, 1 not tried or not supported
a note

wrong  a, b
       It is so.
       It should not be.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
