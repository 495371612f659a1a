package mcp_test

import (
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// namespaced is an error answer of a server with namespaced codes; details may be empty.
func namespaced(failure, code, details string) string {
	if details != "" {
		details = `,"error_details":{` + details + "}"
	}
	return strings.TrimSuffix(failure, "}}}") + `,"namespaced_code":"evo.` + code + `"` + details + "}}}"
}

// namespacedHTTP is a reply with an HTTP error of a server with namespaced codes.
func namespacedHTTP(r Reply, code string) Reply {
	r.Body = strings.TrimSuffix(r.Body, "}}") + `,"namespaced_code":"evo.` + code + `"}}`
	return r
}

const codesServer = "{handle: content, site: main, error_codes: namespaced}"

// TestNamespacedCodes has errors of messages and of HTTP. The codes of the contract stay.
func TestNamespacedCodes(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN, "{handle: content, site: main}", codesServer)
	asked := []inquiry{{"no resource", "full", RequestWith("resources/read", `{"uri":"evo://content/template/9"}`),
		namespaced(noResource, "resource_not_found", "")}}
	for i, details := range []string{`"field":"limit"`, `"field":"with_tv","suggestions":["with_tvs"]`,
		`"field":"with_tvs[0]","suggestions":["price"]`, `"field":"model","suggestions":["Category"]`} {
		code := []string{"invalid_params", "invalid_params", "unknown_tv", "unknown_model"}[i]
		m := mistakes[i]
		asked = append(asked,
			inquiry{m.name, "full", ToolCall(m.tool, m.arguments), namespaced(OfTool(m.tool, Traced(m.rpc)), code, details)})
	}
	expectAnswers(t, s, asked)

	base := Listen(t, s)
	for name, test := range map[string]struct {
		got, want Reply
	}{
		"forbidden": {Post(t, base+"/mcp/content", ToolCall("evo.model.list", `{"model":"User","limit":1}`)),
			namespacedHTTP(Refused(403, "forbidden", UsersMessage), "forbidden")},
		"too large": {Post(t, base+"/mcp", strings.Repeat(" ", 300<<10)), namespacedHTTP(Refused(413, "payload_too_large",
			strings.Replace(TooLargeMessage, "1024", "262144", 1), "Connection", "close"), "payload_too_large")},
		"of a server with plain codes": {Post(t, base+"/mcp/small", ToolCall("evo.model.list", `{"model":"User","limit":1}`)),
			Refused(403, "forbidden", UsersMessage)},
	} {
		Equal(t, test.want, test.got, name)
	}
	plain := Answered(OfTool(mistakes[0].tool, Traced(mistakes[0].rpc)))
	Equal(t, plain, Post(t, base+"/mcp/small", ToolCall(mistakes[0].tool, mistakes[0].arguments)),
		"of a server with plain codes")
}

// TestNamespacedCodesOfWaiting has an error that says when to try again.
func TestNamespacedCodesOfWaiting(t *testing.T) {
	s := NewServer(t, NoDatabase, "{handle: content, site: main}",
		"{handle: content, site: main, error_codes: namespaced, rate_limit: {enabled: true, per_minute: 1}}")
	base := Listen(t, s)
	Post(t, base+"/mcp", Request("ping"))
	r := Post(t, base+"/mcp", Request("ping"))
	if wait := r.Header["Retry-After"]; r.Status != 429 ||
		!strings.HasSuffix(r.Body,
			`,"namespaced_code":"evo.rate_limited","error_details":{"retry_after_seconds":`+wait+`}}}`) {
		t.Errorf("%+v", r)
	}
}

// TestNamespacedCodesInResults has errors that clients get as results of the tool, the second time under one key.
func TestNamespacedCodesInResults(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, "{handle: content, site: main}", codesServer)
	m := mistakes[2]
	const meta = `"emcp/error":{"code":"unknown_tv","namespaced_code":"evo.unknown_tv","retryable":false,` +
		`"error_details":{"field":"with_tvs[0]","suggestions":["price"]}}`
	want := Answered(strings.TrimSuffix(ToolFailure(m.text), "}}") + `,"_meta":{` + meta + `}}}`)
	for range 2 {
		got := Post(t, base+"/mcp", ToolCall(m.tool, m.arguments), "MCP-Protocol-Version", "2025-11-25", "Idempotency-Key",
			"one")
		delete(got.Header, "Idempotency-Replayed")
		Equal(t, want, got)
	}
	Post(t, base+"/mcp", Initialize("2025-11-25")) // reads the name of the site
	got := Post(t, base+"/mcp", StatelessRequest("tools/call", `"name":"`+m.tool+`","arguments":`+m.arguments+`,`),
		StatelessHeaders("tools/call", m.tool)...)
	stateless := complete(ToolFailure(m.text), "")
	Equal(t, Answered(strings.TrimSuffix(stateless, "}}}")+","+meta+"}}}"), got)
}

// TestOwnNamespacedCodes has the code of a declared tool's owner in an error and in a result that reports it, the
// second time under one key.
func TestOwnNamespacedCodes(t *testing.T) {
	base := Serve(t, Fixture(t).DSN,
		withBundles("with:\n          limit: 5",
			"not_found: Nothing is so cheap.\n        codes: {nothing_found: shop.none}\n        with:\n          limit: 5",
			"{handle: content, site: main, bundles", "{handle: content, site: main, error_codes: namespaced, bundles")...)
	const ending = `"retryable":false`
	failure := `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Nothing is so cheap.",` +
		`"data":{"code":"nothing_found",` + ending +
		`,"trace_id":"trace-1","tool":"products","namespaced_code":"shop.none"}}}`
	result := strings.TrimSuffix(ToolFailure("Nothing is so cheap."), "}}") +
		`,"_meta":{"emcp/error":{"code":"nothing_found","namespaced_code":"shop.none",` + ending + `}}}}`
	for revision, want := range map[string]string{"2025-06-18": failure, "2025-11-25": result} {
		for range 2 {
			got := Post(t, base+"/mcp", ToolCall("products", `{"most":"-9999"}`), "MCP-Protocol-Version", revision,
				"Idempotency-Key", revision)
			delete(got.Header, "Idempotency-Replayed")
			Equal(t, Answered(want), got, revision)
		}
	}
}
