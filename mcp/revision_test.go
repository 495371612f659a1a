package mcp_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// statelessMethods are those of the revision without sessions, as an error lists them.
const statelessMethods = "server/discover, tools/list, tools/call, resources/list, resources/templates/list, " +
	"resources/read, " +
	"subscriptions/listen, prompts/list, prompts/get, completion/complete"

// complete adds to a result what the revision without sessions adds.
func complete(answer, hints string) string {
	const info = `"resultType":"complete",HINTS"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"emcp",` +
		`"version":"1.2.3","title":"Fixture","platform":"eMCP","platformVersion":"1.2.3"}}}}`
	open := strings.TrimSuffix(answer, "}}")
	if !strings.HasSuffix(open, "{") {
		open += ","
	}
	return open + strings.ReplaceAll(info, "HINTS", hints)
}

const (
	lasting = `"ttlMs":60000,"cacheScope":"private",`
	current = `"ttlMs":0,"cacheScope":"private",`
)

var discovered = `{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18",` +
	`"2025-03-26","2024-11-05"],"capabilities":{"prompts":{"listChanged":true},"resources":{"subscribe":true,` +
	`"listChanged":true},"tools":{"listChanged":true},"completions":{},"evo":{"toolsetVersion":"1.0",` +
	`"extensions":["fields","format","max_chars","content_offset","section","dates","ids","url","omit_empty","cursor",` +
	`"include_total","query","query_tvs","match","types","lang","count_by","created_between","edited_between",` +
	`"published_between","expires_between","only","order_by_edited","template_name","tv_format","expand",` +
	`"evo.site.describe","resources","prompts",` +
	`"completions"]}},"instructions":"` + fixtureGuide + `"}}`

// statelessExchanges are requests of the revision without sessions and their whole answers, the same over HTTP and
// stdio.
var statelessExchanges = []struct {
	name, method, params string
	about                string // the header Mcp-Name
	status               int
	want                 string
}{
	{"discover", "server/discover", "", "", 200, complete(discovered, current)},
	{
		"call", "tools/call", `"name":"evo.content.get","arguments":{"id":1},`, "evo.content.get", 200, complete(GotHome, ""),
	},
	{
		"call by the other name", "tools/call", `"name":"evo_content_get","arguments":{"id":1},`, "evo_content_get", 200,
		complete(GotHome, ""),
	},
	{
		"call with a bad argument", "tools/call", `"name":"evo.content.get","arguments":{"id":"1"},`, "evo.content.get", 200,
		complete(ToolFailure("id must be an integer"), ""),
	},
	{
		"no such resource", "resources/read", `"uri":"evo://content/content/99999",`, "evo://content/content/99999", 200,
		Traced(Failure("1", -32602, NoDocumentMessage,
			`"code":"resource_not_found","uri":"evo://content/content/99999","retryable":false`)),
	},
	{"initialize", "initialize", "", "", 404, statelessUnknown("")},
	{"ping", "ping", "", "", 404, statelessUnknown("")},
	{"resources/subscribe", "resources/subscribe", "", "", 404, statelessUnknown("")},
	{"no such method", "tools/lst", "", "", 404, statelessUnknown(`"tools/list"`)},
}

func statelessUnknown(suggestions string) string {
	return strings.Replace(unknownMethod(suggestions), HandshakeMethods, statelessMethods, 1)
}

func TestStatelessOverHTTP(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	for _, e := range statelessExchanges {
		t.Run(e.name, func(t *testing.T) {
			want := Answered(e.want)
			want.Status = e.status
			Equal(t, want, Post(t, base+"/mcp", StatelessRequest(e.method, e.params), StatelessHeaders(e.method, e.about)...))
		})
	}
}

func TestStatelessOverStdio(t *testing.T) {
	s := NewServer(t, Fixture(t).DSN)
	for _, e := range statelessExchanges {
		t.Run(e.name, func(t *testing.T) {
			got := Talk(t, s, "content", StatelessRequest(e.method, e.params)+"\n")
			Equal(t, []string{e.want}, got)
		})
	}
}

// TestStatelessResults shows what clients may keep: every list has the hints, and nothing of a caller is for others.
func TestStatelessResults(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	Post(t, base+"/mcp", Initialize("2025-11-25")) // reads the name of the site
	for _, test := range []struct{ method, params, about, hints string }{
		{"tools/list", "", "", lasting},
		{"prompts/list", "", "", lasting},
		{"resources/templates/list", "", "", lasting},
		{"resources/list", "", "", current},
		{"resources/read", `"uri":"evo://content/content/1",`, "evo://content/content/1", current},
		{"prompts/get", `"name":"find-content","arguments":{"question":"Why?"},`, "find-content", ""},
		{
			"completion/complete", `"ref":{"type":"ref/prompt","name":"find-content"},"argument":{"name":"tv","value":"pr"},`,
			"", "",
		},
	} {
		legacy := Post(t, base+"/mcp", strings.Replace(StatelessRequest(test.method, test.params), Stateless, "{}", 1),
			"MCP-Protocol-Version", "2025-11-25")
		want := Answered(complete(legacy.Body, test.hints))
		Equal(t, want, Post(t, base+"/mcp", StatelessRequest(test.method, test.params),
			StatelessHeaders(test.method, test.about)...), test.method)
	}
}

func TestStatelessMetadata(t *testing.T) {
	base := Serve(t, NoDatabase)
	missing := func(key, text string) string {
		return Traced(Failure("1", -32602, "io.modelcontextprotocol/"+key+" in params._meta "+text,
			`"code":"invalid_metadata","field":"_meta","retryable":false`))
	}
	mismatch := func(text string) string {
		return Traced(Failure("1", -32020, text, `"code":"header_mismatch","retryable":false`))
	}
	ofGet := func(text string) string { return OfTool("evo.content.get", mismatch(text)) }
	noVersion := missing("protocolVersion", "is missing, which every request of this revision has")
	noCapabilities := missing("clientCapabilities", "must be an object, {} where the client has no capabilities")
	unsupported := func(version string) string {
		return Traced(Failure("1", -32022, revisionMessage+SupportedMessage,
			`"code":"unsupported_version","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],`+
				`"requested":"`+version+`","retryable":false`))
	}
	list := StatelessRequest("tools/list", "")
	with := func(version string) string { return strings.Replace(list, `"2026-07-28"`, version, 1) }
	get := StatelessRequest("tools/call", `"name":"evo.content.get","arguments":{"id":1},`)
	for _, test := range []struct {
		name, body string
		headers    []string
		want       string
	}{
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, StatelessHeaders("tools/list", ""), noVersion},
		{"no _meta", strings.Replace(list, Stateless, `{}`, 1), StatelessHeaders("tools/list", ""), noVersion},
		{"_meta that is no object", strings.Replace(list, Stateless, `[]`, 1), StatelessHeaders("tools/list", ""), noVersion},
		{
			"version that is no text", with("1"), StatelessHeaders("tools/list", ""),
			missing("protocolVersion", "must be a string such as 2026-07-28"),
		},
		{
			"no capabilities", strings.Replace(list, `"io.modelcontextprotocol/clientCapabilities":{}`, `"a":1`, 1),
			StatelessHeaders("tools/list", ""), noCapabilities,
		},
		{
			"capabilities that are no object", strings.Replace(list, `Capabilities":{}`, `Capabilities":[]`, 1),
			StatelessHeaders("tools/list", ""), noCapabilities,
		},
		{
			"version of tomorrow", with(`"2027-01-01"`), []string{"MCP-Protocol-Version", "2027-01-01"},
			unsupported("2027-01-01"),
		},
		{
			"another version in the header", list, []string{"MCP-Protocol-Version", "2025-11-25", "Mcp-Method", "tools/list"},
			mismatch("the header MCP-Protocol-Version differs from the body"),
		},
		{
			"an earlier version in the body", with(`"2025-11-25"`), StatelessHeaders("tools/list", ""),
			mismatch("the header MCP-Protocol-Version differs from the body"),
		},
		{"no header", list, nil, mismatch("the header MCP-Protocol-Version is missing")},
		{
			"no method header", list, []string{"MCP-Protocol-Version", "2026-07-28"},
			mismatch("the header Mcp-Method is missing"),
		},
		{"another method", list, StatelessHeaders("tools/call", ""), mismatch("the header Mcp-Method differs from the body")},
		{
			"the method in Base64", list, StatelessHeaders("=?base64?dG9vbHMvbGlzdA==?=", ""),
			mismatch("the header Mcp-Method differs from the body"),
		},
		{"no name", get, StatelessHeaders("tools/call", ""), ofGet("the header Mcp-Name is missing")},
		{
			"another name", get, StatelessHeaders("tools/call", "evo.content.search"),
			ofGet("the header Mcp-Name differs from the body"),
		},
		{
			"another case", get, StatelessHeaders("tools/call", "Evo.Content.Get"),
			ofGet("the header Mcp-Name differs from the body"),
		},
		{
			"another name in Base64", get, StatelessHeaders("tools/call", "=?base64?eA==?="),
			ofGet("the header Mcp-Name differs from the body"),
		},
		{
			"broken Base64", get, StatelessHeaders("tools/call", "=?base64?!?="),
			ofGet("the header Mcp-Name differs from the body"),
		},
		{
			"letters outside ASCII", get, StatelessHeaders("tools/call", "é"),
			ofGet("the header Mcp-Name has characters that headers cannot have; encode it in Base64"),
		},
	} {
		want := Answered(test.want)
		want.Status = http.StatusBadRequest
		Equal(t, want, Post(t, base+"/mcp", test.body, test.headers...), test.name)
	}
}

func TestHeaderInBase64(t *testing.T) {
	base := Serve(t, Fixture(t).DSN)
	name := "=?base64?" + base64.StdEncoding.EncodeToString([]byte("evo.content.get")) + "?="
	got := Post(t, base+"/mcp", StatelessRequest("tools/call", `"name":"evo.content.get","arguments":{"id":1},`),
		StatelessHeaders("tools/call", name)...)
	Equal(t, Answered(complete(GotHome, "")), got)
}

// TestStatelessHasNoSessions: no id is given, and streams of sessions are refused.
func TestStatelessHasNoSessions(t *testing.T) {
	base := Serve(t, NoDatabase)
	want := Refused(405, "method_not_allowed", HTTPMethodMessage, "Allow", "OPTIONS, POST")
	got := Send(t, http.MethodGet, base+"/mcp", "", "Accept", "text/event-stream", "MCP-Protocol-Version", "2026-07-28",
		"Content-Type", "")
	Equal(t, want, got)
}

// TestNotificationOfAnotherRevision is not answered: notifications never are.
func TestNotificationOfAnotherRevision(t *testing.T) {
	s := NewServer(t, NoDatabase)
	notification := `{"jsonrpc":"2.0","method":"notifications/initialized",` +
		`"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}}`
	if got := Post(t, Listen(t, s)+"/mcp", notification); got.Status != http.StatusAccepted || got.Body != "" {
		t.Errorf("over HTTP: %d %s", got.Status, got.Body)
	}
	if got := Talk(t, s, "content", notification+"\n"); got != nil {
		t.Errorf("over stdio: %q", got)
	}
}
