package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mistakes are calls that a tool refuses, with what is wrong as a model reads it, and as a JSON-RPC error.
var mistakes = []struct{ name, tool, arguments, text, rpc string }{
	{
		"a wrong argument", "evo.content.search", `{"limit":0}`, lowestLimitMessage,
		failureReply("1", -32602, lowestLimitMessage, `"code":"invalid_params","field":"limit","retryable":false`),
	}, {
		"an unknown argument", "evo.content.get", `{"id":1,"with_tv":["price"]}`,
		wrongNameMessage,
		failureReply("1", -32602, wrongNameMessage,
			`"code":"invalid_params","field":"with_tv","suggestions":["with_tvs"],"retryable":false`),
	}, {
		"an unknown TV", "evo.content.get", `{"id":1,"with_tvs":["prise"]}`,
		"with_tvs[0]: " + noTVMessage + "; did you mean price?",
		failureReply("1", -32602, "with_tvs[0]: "+noTVMessage+"; did you mean price?",
			`"code":"unknown_tv","field":"with_tvs[0]","suggestions":["price"],"retryable":false`),
	}, {
		"an unknown model", "evo_model_get", `{"model":"Categori","id":1}`,
		"model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean Category?",
		failureReply("1", -32601, "model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean Category?",
			`"code":"unknown_model","field":"model","suggestions":["Category"],"retryable":false`),
	},
}

// TestToolErrors calls with every revision, at the addresses of emcp and of the PHP package, under every configuration.
func TestToolErrors(t *testing.T) {
	dsn := fixture(t).DSN
	const own, contract = "/mcp", "/api/v1/mcp"
	for _, test := range []struct {
		configured, path, revision string
		results                    bool
	}{
		{"auto", own, "", false}, {"auto", own, "2024-11-05", false}, {"auto", own, "2025-03-26", false}, {"auto", own, "2025-06-18", false},
		{"auto", own, "2025-11-25", true}, {"auto", own, "2026-07-28", true}, {"auto", own + "/content", "2025-11-25", true},
		{"auto", contract, "", false}, {"auto", contract, "2025-11-25", false}, {"auto", contract + "/content", "2026-07-28", false},
		{"rpc", own, "2025-11-25", false}, {"rpc", own, "2026-07-28", false},
		{"result", own, "", true}, {"result", own, "2025-06-18", true}, {"result", contract, "", true}, {"result", own, "2026-07-28", true},
	} {
		base := listen(t, newServer(t, dsn, "{handle: content, site: main}", "{handle: content, site: main, tool_errors: "+test.configured+"}"))
		for _, m := range mistakes {
			message, headers := callMessage(m.tool, m.arguments), []string{"MCP-Protocol-Version", test.revision}
			want := ofTool(m.tool, traced(m.rpc))
			if test.results {
				want = toolFailure(m.text)
			}
			if test.revision == "2026-07-28" {
				message, headers = requestOf("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`), headersOf("tools/call", m.tool)
				if test.results {
					post(t, base+test.path, initialize("2025-11-25")) // reads the name of the site
					want = complete(want, "")
				}
			}
			if diff := cmp.Diff(answered(want), post(t, base+test.path, message, headers...)); diff != "" {
				t.Errorf("%s: %s at %s with revision %q:\n%s", test.configured, m.name, test.path, test.revision, diff)
			}
		}
	}
}

// TestToolErrorsUnderOneKey makes one call under one key with every revision and at every address: each client gets the error in its own
// form, and so does each that tries again.
func TestToolErrorsUnderOneKey(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		m := mistakes[2]
		asError, asResult := answered(ofTool(m.tool, traced(m.rpc))), answered(toolFailure(m.text))
		handshake := callMessage(m.tool, m.arguments)
		stateless := requestOf("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`)
		base := listen(t, newServer(t, fixture(t).DSN, change...))
		post(t, base+"/mcp", initialize("2025-11-25")) // reads the name of the site
		for _, again := range []bool{false, true} {
			for _, c := range []struct {
				name, path, message string
				headers             []string
				want                httpReply
			}{
				{"no revision", "/mcp", handshake, nil, asError},
				{"2025-11-25", "/mcp", handshake, []string{"MCP-Protocol-Version", "2025-11-25"}, asResult},
				{"2026-07-28", "/mcp", stateless, headersOf("tools/call", m.tool), answered(complete(toolFailure(m.text), ""))},
				{"2026-07-28 at the address of eMCP", "/api/v1/mcp", stateless, headersOf("tools/call", m.tool), asError},
			} {
				want := c.want
				if again {
					want = replayedReply(want)
				}
				if diff := cmp.Diff(want, keyed(t, base+c.path, c.message, "key-1", c.headers...)); diff != "" {
					t.Errorf("%s, again: %t:\n%s", c.name, again, diff)
				}
			}
		}
	})
}

// TestResourceErrorsUnderOneKey reads a resource that is not there, whose error has another code in MCP 2026-07-28.
func TestResourceErrorsUnderOneKey(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN))
	const params = `"uri":"evo://content/content/99999"`
	for _, again := range []bool{false, true} {
		for message, code := range map[string]string{
			invoke("resources/read", "{"+params+"}"): `"code":-32002`,
			requestOf("resources/read", params+","):  `"code":-32602`,
		} {
			headers := []string{"Idempotency-Key", "key-1"}
			if code == `"code":-32602` {
				headers = append(headers, headersOf("resources/read", "evo://content/content/99999")...)
			}
			got := post(t, base+"/mcp/content/dispatch", message, headers...)
			if got.Status != http.StatusOK || !strings.Contains(got.Body, code) || (got.Header["Idempotency-Replayed"] == "true") != again {
				t.Errorf("%s, again %t: %+v", message, again, got)
			}
		}
	}
}

// TestToolErrorsOverStdio has the revision on which initialize agrees, or the one that a message names.
func TestToolErrorsOverStdio(t *testing.T) {
	s := newServer(t, fixture(t).DSN)
	m := mistakes[2]
	asError, asResult := ofTool(m.tool, traced(m.rpc)), toolFailure(m.text)
	said := func(revision string) string { // in _meta
		return strings.Replace(callMessage(m.tool, m.arguments), `"name"`, `"_meta":{"io.modelcontextprotocol/protocolVersion":"`+revision+`"},"name"`, 1)
	}
	for name, test := range map[string]struct {
		input []string
		want  string
	}{
		"no initialize":          {[]string{callMessage(m.tool, m.arguments)}, asError},
		"2025-06-18":             {[]string{initialize("2025-06-18"), callMessage(m.tool, m.arguments)}, asError},
		"2025-11-25":             {[]string{initialize("2025-11-25"), callMessage(m.tool, m.arguments)}, asResult},
		"one that is not spoken": {[]string{initialize("2027-01-01"), callMessage(m.tool, m.arguments)}, asResult}, // 2025-11-25 is offered
		"another one later":      {[]string{initialize("2025-11-25"), initialize("2025-03-26"), callMessage(m.tool, m.arguments)}, asError},
		"in _meta":               {[]string{said("2025-11-25")}, asResult},
		"an earlier in _meta":    {[]string{initialize("2025-11-25"), said("2025-06-18")}, asError},
		"2026-07-28":             {[]string{requestOf("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`)}, complete(asResult, "")},
	} {
		got := talk(t, s, "content", strings.Join(test.input, "\n")+"\n")
		if diff := cmp.Diff(test.want, got[len(got)-1]); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestOtherErrorsStay has what is no mistake in the arguments of a tool: errors of the protocol, of the server, and of HTTP.
func TestOtherErrorsStay(t *testing.T) {
	base := listen(t, newServer(t, fixture(t).DSN, "{handle: content, site: main}", "{handle: content, site: main, tool_errors: result, security: {deny_tools: [evo.content.siblings]}}"))
	down := listen(t, newServer(t, noDatabase, "{handle: content, site: main}", "{handle: content, site: main, tool_errors: result}"))
	for _, test := range []struct {
		name, url, message string
		want               httpReply
	}{
		{"an unknown tool", base, callMessage("x", "{}"), answered(ofTool("x", traced(failureReply("1", -32601,
			noToolMessage, `"code":"unknown_tool","retryable":false`))))},
		{"arguments that are no object", base, callMessage("evo.content.get", `[]`), answered(ofTool("evo.content.get", traced(paramsFailure("arguments", notObjectMessage))))},
		{"an unknown method", base, bareMessage("tasks/list"), answered(unknownMethod(`"tools/list"`))},
		{"no such resource", base, invoke("resources/read", `{"uri":"evo://content/content/99999"}`), answered(noDocument)},
		{"a database that is down", down, getHome, answered(databaseUnavailable)},
	} {
		if diff := cmp.Diff(test.want, post(t, test.url+"/mcp/content", test.message, "MCP-Protocol-Version", "2025-11-25")); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

// TestRefusals refuses calls: clients that read results get one, at the status of HTTP that their libraries survive. Others, and those who
// dispatch, get the status of the contract.
func TestRefusals(t *testing.T) {
	refuses := func(change string) string {
		return listen(t, newServer(t, fixture(t).DSN, "{handle: content, site: main}", "{handle: content, site: main, security: {deny_tools: [evo.content.siblings]}}", unlimited, "rate_limit: "+change))
	}
	base, slow := refuses("{per_minute: 1000}"), refuses("{per_minute: 1}")
	post(t, slow+"/mcp", ping)
	other := strings.Replace(getHome, `"id":1}`, `"id":2}`, 1)
	for _, revision := range []string{"", "2025-11-25"} {
		keyed(t, base+"/mcp", getHome, "key-1", "MCP-Protocol-Version", revision)
	}
	for _, path := range []string{"/api/v1/mcp", "/mcp/content/dispatch"} {
		keyed(t, base+path, getHome, "key-1")
	}
	for _, test := range []struct {
		name, base, message, key string
		status                   int
		code, text               string
	}{
		{"a denied tool", base, callMessage("evo.content.siblings", `{}`), "", http.StatusForbidden, "tool_denied", deniedToolMessage},
		{"a model for managers", base, callMessage("evo.model.get", `{"model":"User","id":1}`), "", http.StatusForbidden, "forbidden", usersMessage},
		{"another call with the key", base, other, "key-1", http.StatusConflict, "idempotency_conflict", ""},
		{"too many calls", slow, getHome, "", http.StatusTooManyRequests, "rate_limited", "this is more than 1 requests a minute; wait as long as Retry-After says"},
	} {
		for _, at := range []struct {
			path, revision string
			result         bool
		}{
			{"/mcp", "2025-11-25", true}, {"/mcp/content", "2025-11-25", true}, {"/mcp", "2025-06-18", false}, {"/mcp", "", false},
			{"/api/v1/mcp", "2025-11-25", false}, {"/mcp/content/dispatch", "2025-11-25", false},
		} {
			headers := []string{"MCP-Protocol-Version", at.revision}
			if test.key != "" || strings.HasSuffix(at.path, "dispatch") {
				headers = append(headers, "Idempotency-Key", keyOf(test.key))
			}
			got := post(t, test.base+at.path, test.message, headers...)
			if retry := got.Header["Retry-After"] != ""; retry != (test.code == "rate_limited") {
				t.Errorf("%s at %s with %q: %+v", test.name, at.path, at.revision, got)
			}
			if !at.result {
				if got.Status != test.status || !strings.Contains(got.Body, `"code":"`+test.code+`"`) {
					t.Errorf("%s at %s with %q: %+v", test.name, at.path, at.revision, got)
				}
				continue
			}
			begin := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + test.text
			if got.Status != http.StatusOK || !strings.HasPrefix(got.Body, begin) || !strings.HasSuffix(got.Body, `"}],"isError":true}}`) {
				t.Errorf("%s at %s with %q: %+v", test.name, at.path, at.revision, got)
			}
		}
	}
}

// keyOf returns a key, or another where a call has none of its own.
func keyOf(key string) string {
	if key == "" {
		return "key-2"
	}
	return key
}

// TestToolErrorsAreKept has a key: the result comes again byte for byte, and the audit line says each time what was wrong.
func TestToolErrorsAreKept(t *testing.T) {
	onBothStores(t, func(t *testing.T, change []string) {
		s, audit := newAudited(t, fixture(t).DSN, change...)
		base := listen(t, s)
		m := mistakes[2]
		for range 2 {
			got := keyed(t, base+"/mcp", callMessage(m.tool, m.arguments), "key-1", "MCP-Protocol-Version", "2025-11-25")
			delete(got.Header, "Idempotency-Replayed")
			if diff := cmp.Diff(answered(toolFailure(m.text)), got); diff != "" {
				t.Error(diff)
			}
		}
		for i, line := range audit.takeN(t, 2) {
			if replayed := i > 0; !strings.Contains(line, `"status":200,"code":"unknown_tv"`) || strings.Contains(line, `"replayed":true`) != replayed {
				t.Errorf("line %d: %s", i, line)
			}
		}
	})
}
