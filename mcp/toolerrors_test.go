package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// mistakes are calls that a tool refuses, with what is wrong as a model reads it, and as a JSON-RPC error.
var mistakes = []struct{ name, tool, arguments, text, rpc string }{
	{
		"a wrong argument", "evo.content.search", `{"limit":0}`, lowestLimitMessage,
		Failure("1", -32602, lowestLimitMessage, `"code":"invalid_params","field":"limit","retryable":false`),
	}, {
		"an unknown argument", "evo.content.get", `{"id":1,"with_tv":["price"]}`,
		wrongNameMessage,
		Failure("1", -32602, wrongNameMessage,
			`"code":"invalid_params","field":"with_tv","suggestions":["with_tvs"],"retryable":false`),
	}, {
		"an unknown TV", "evo.content.get", `{"id":1,"with_tvs":["prise"]}`,
		"with_tvs[0]: " + noTVMessage + "; did you mean price?",
		Failure("1", -32602, "with_tvs[0]: "+noTVMessage+"; did you mean price?",
			`"code":"unknown_tv","field":"with_tvs[0]","suggestions":["price"],"retryable":false`),
	}, {
		"an unknown model", "evo_model_get", `{"model":"Categori","id":1}`,
		"model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, " +
			"Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean Category?",
		Failure("1", -32601,
			"model must be one of SiteTemplate, SiteTmplvar, SiteTmplvarContentvalue, SiteSnippet, SitePlugin, SiteModule, "+
				"Category, User, UserAttribute, UserRole, Permissions, PermissionsGroups, RolePermissions; did you mean Category?",
			`"code":"unknown_model","field":"model","suggestions":["Category"],"retryable":false`),
	},
}

// TestToolErrors calls with every revision, at the addresses of emcp and of the PHP package, under every configuration.
func TestToolErrors(t *testing.T) {
	dsn := Fixture(t).DSN
	const own, contract = "/mcp", "/api/v1/mcp"
	for _, test := range []struct {
		configured, path, revision string
		results                    bool
	}{
		{"auto", own, "", false}, {"auto", own, "2024-11-05", false}, {"auto", own, "2025-03-26", false},
		{"auto", own, "2025-06-18", false},
		{"auto", own, "2025-11-25", true}, {"auto", own, "2026-07-28", true}, {"auto", own + "/content", "2025-11-25", true},
		{"auto", contract, "", false}, {"auto", contract, "2025-11-25", false},
		{"auto", contract + "/content", "2026-07-28", false},
		{"rpc", own, "2025-11-25", false}, {"rpc", own, "2026-07-28", false},
		{"result", own, "", true}, {"result", own, "2025-06-18", true}, {"result", contract, "", true},
		{"result", own, "2026-07-28", true},
	} {
		base := Serve(t, dsn, "{handle: content, site: main}",
			"{handle: content, site: main, tool_errors: "+test.configured+"}")
		for _, m := range mistakes {
			message, headers := ToolCall(m.tool, m.arguments), []string{"MCP-Protocol-Version", test.revision}
			want := OfTool(m.tool, Traced(m.rpc))
			if test.results {
				want = ToolFailure(m.text)
			}
			if test.revision == "2026-07-28" {
				message, headers = StatelessRequest("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`),
					StatelessHeaders("tools/call", m.tool)
				if test.results {
					Post(t, base+test.path, Initialize("2025-11-25")) // reads the name of the site
					want = complete(want, "")
				}
			}
			Equal(t, Answered(want), Post(t, base+test.path, message, headers...),
				fmt.Sprintf("%s: %s at %s with revision %q", test.configured, m.name, test.path, test.revision))
		}
	}
}

// TestToolErrorsUnderOneKey makes one call under one key with every revision and at every address: each client gets the
// error in its own form, and so does each that tries again.
func TestToolErrorsUnderOneKey(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		m := mistakes[2]
		asError, asResult := Answered(OfTool(m.tool, Traced(m.rpc))), Answered(ToolFailure(m.text))
		handshake := ToolCall(m.tool, m.arguments)
		stateless := StatelessRequest("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`)
		base := Serve(t, Fixture(t).DSN, change...)
		Post(t, base+"/mcp", Initialize("2025-11-25")) // reads the name of the site
		for _, again := range []bool{false, true} {
			for _, c := range []struct {
				name, path, message string
				headers             []string
				want                Reply
			}{
				{"no revision", "/mcp", handshake, nil, asError},
				{"2025-11-25", "/mcp", handshake, []string{"MCP-Protocol-Version", "2025-11-25"}, asResult},
				{
					"2026-07-28", "/mcp", stateless, StatelessHeaders("tools/call", m.tool),
					Answered(complete(ToolFailure(m.text), "")),
				},
				{"2026-07-28 at the address of eMCP", "/api/v1/mcp", stateless, StatelessHeaders("tools/call", m.tool), asError},
			} {
				want := c.want
				if again {
					want = Replayed(want)
				}
				Equal(t, want, Keyed(t, base+c.path, c.message, "key-1", c.headers...), fmt.Sprintf("%s, again: %t", c.name, again))
			}
		}
	})
}

// TestResourceErrorsUnderOneKey reads a resource that is not there, whose error has another code in MCP 2026-07-28.
func TestResourceErrorsUnderOneKey(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	const params = `"uri":"evo://content/content/99999"`
	for _, again := range []bool{false, true} {
		for message, code := range map[string]string{
			RequestWith("resources/read", "{"+params+"}"):  `"code":-32002`,
			StatelessRequest("resources/read", params+","): `"code":-32602`,
		} {
			headers := []string{"Idempotency-Key", "key-1"}
			if code == `"code":-32602` {
				headers = append(headers, StatelessHeaders("resources/read", "evo://content/content/99999")...)
			}
			got := Post(t, base+"/mcp/content/dispatch", message, headers...)
			if got.Status != http.StatusOK || !strings.Contains(got.Body, code) ||
				(got.Header["Idempotency-Replayed"] == "true") != again {
				t.Errorf("%s, again %t: %+v", message, again, got)
			}
		}
	}
}

// TestToolErrorsOverStdio has the revision on which initialize agrees, or the one that a message names.
func TestToolErrorsOverStdio(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	m := mistakes[2]
	asError, asResult := OfTool(m.tool, Traced(m.rpc)), ToolFailure(m.text)
	said := func(revision string) string { // in _meta
		return strings.Replace(ToolCall(m.tool, m.arguments), `"name"`,
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"`+revision+`"},"name"`, 1)
	}
	for name, test := range map[string]struct {
		input []string
		want  string
	}{
		"no initialize": {[]string{ToolCall(m.tool, m.arguments)}, asError},
		"2025-06-18":    {[]string{Initialize("2025-06-18"), ToolCall(m.tool, m.arguments)}, asError},
		"2025-11-25":    {[]string{Initialize("2025-11-25"), ToolCall(m.tool, m.arguments)}, asResult},
		// 2025-11-25 is offered
		"one that is not spoken": {[]string{Initialize("2027-01-01"), ToolCall(m.tool, m.arguments)}, asResult},
		"another one later": {[]string{Initialize("2025-11-25"), Initialize("2025-03-26"),
			ToolCall(m.tool, m.arguments)}, asError},
		"in _meta":            {[]string{said("2025-11-25")}, asResult},
		"an earlier in _meta": {[]string{Initialize("2025-11-25"), said("2025-06-18")}, asError},
		"2026-07-28": {[]string{StatelessRequest("tools/call",
			`"name":"`+m.tool+`","arguments":`+m.arguments+`,`)}, complete(asResult, "")},
	} {
		got := Talk(t, s, "content", strings.Join(test.input, "\n")+"\n")
		Equal(t, test.want, got[len(got)-1], name)
	}
}

// TestOtherErrorsStay has what is no mistake in the arguments of a tool: errors of the protocol, of the server, and of
// HTTP.
func TestOtherErrorsStay(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, "{handle: content, site: main}",
		"{handle: content, site: main, tool_errors: result, security: {deny_tools: [evo.content.siblings]}}")
	down := Serve(t, NoDatabase, "{handle: content, site: main}", "{handle: content, site: main, tool_errors: result}")
	for _, test := range []struct {
		name, url, message string
		want               Reply
	}{
		{"an unknown tool", base, ToolCall("x", "{}"), Answered(OfTool("x", Traced(Failure("1", -32601,
			NoToolMessage, `"code":"unknown_tool","retryable":false`))))},
		{
			"arguments that are no object", base, ToolCall("evo.content.get", `[]`),
			Answered(OfTool("evo.content.get", Traced(ParamsFailure("arguments", notObjectMessage)))),
		},
		{"an unknown method", base, Request("tasks/list"), Answered(unknownMethod(`"tools/list"`))},
		{
			"no such resource", base, RequestWith("resources/read", `{"uri":"evo://content/content/99999"}`),
			Answered(NoDocument),
		},
		{"a database that is down", down, GetHome, Answered(DatabaseUnavailable)},
	} {
		Equal(t, test.want, Post(t, test.url+"/mcp/content", test.message, "MCP-Protocol-Version", "2025-11-25"), test.name)
	}
}

// TestRefusals refuses calls: clients that read results get one, at the status of HTTP that their libraries survive.
// Others, and those who dispatch, get the status of the contract.
func TestRefusals(t *testing.T) {
	refuses := func(change string) string {
		return Serve(t, Fixture(t).DSN, "{handle: content, site: main}",
			"{handle: content, site: main, security: {deny_tools: [evo.content.siblings]}}", Unlimited, "rate_limit: "+change)
	}
	base, slow := refuses("{per_minute: 1000}"), refuses("{per_minute: 1}")
	Post(t, slow+"/mcp", Ping)
	other := strings.Replace(GetHome, `"id":1}`, `"id":2}`, 1)
	for _, revision := range []string{"", "2025-11-25"} {
		Keyed(t, base+"/mcp", GetHome, "key-1", "MCP-Protocol-Version", revision)
	}
	for _, path := range []string{"/api/v1/mcp", "/mcp/content/dispatch"} {
		Keyed(t, base+path, GetHome, "key-1")
	}
	for _, test := range []struct {
		name, base, message, key string
		status                   int
		code, text               string
	}{
		{
			"a denied tool", base, ToolCall("evo.content.siblings", `{}`), "", http.StatusForbidden, "tool_denied",
			DeniedToolMessage,
		},
		{
			"a model for managers", base, ToolCall("evo.model.get", `{"model":"User","id":1}`), "", http.StatusForbidden,
			"forbidden", UsersMessage,
		},
		{"another call with the key", base, other, "key-1", http.StatusConflict, "idempotency_conflict", ""},
		{
			"too many calls", slow, GetHome, "", http.StatusTooManyRequests, "rate_limited",
			"this is more than 1 requests a minute; wait as long as Retry-After says",
		},
	} {
		for _, at := range []struct {
			path, revision string
			result         bool
		}{
			{"/mcp", "2025-11-25", true}, {"/mcp/content", "2025-11-25", true}, {"/mcp", "2025-06-18", false},
			{"/mcp", "", false},
			{"/api/v1/mcp", "2025-11-25", false}, {"/mcp/content/dispatch", "2025-11-25", false},
		} {
			headers := []string{"MCP-Protocol-Version", at.revision}
			if test.key != "" || strings.HasSuffix(at.path, "dispatch") {
				headers = append(headers, "Idempotency-Key", keyOf(test.key))
			}
			got := Post(t, test.base+at.path, test.message, headers...)
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
			if got.Status != http.StatusOK || !strings.HasPrefix(got.Body, begin) ||
				!strings.HasSuffix(got.Body, `"}],"isError":true}}`) {
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

// TestToolErrorsAreKept has a key: the result comes again byte for byte, and the audit line says each time what was
// wrong.
func TestToolErrorsAreKept(t *testing.T) {
	OnBothStores(t, func(t *testing.T, change []string) {
		s, audit := NewAudited(t, Fixture(t).DSN, change...)
		base := Listen(t, s)
		m := mistakes[2]
		for range 2 {
			got := Keyed(t, base+"/mcp", ToolCall(m.tool, m.arguments), "key-1", "MCP-Protocol-Version", "2025-11-25")
			delete(got.Header, "Idempotency-Replayed")
			Equal(t, Answered(ToolFailure(m.text)), got)
		}
		for i, line := range audit.TakeN(t, 2) {
			if replayed := i > 0; !strings.Contains(line, `"status":200,"code":"unknown_tv"`) ||
				strings.Contains(line, `"replayed":true`) != replayed {
				t.Errorf("line %d: %s", i, line)
			}
		}
	})
}
