package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
)

// crmOffers has one resource and one prompt.
var crmOffers = Upstream{
	Tools:     reads("read"),
	Resources: `{"uri":"crm://prices","name":"prices","title":"Prices","mimeType":"text/plain"}`,
	Prompts: `{"name":"offer","description":"Writes an offer.","arguments":[{"name":"who","required":true},` +
		`{"name":"tone"}]}`,
}

// Lists of crmOffers as emcp shows them.
const (
	crmPrices = `{"uri":"crm://prices","name":"[crm] prices","title":"[crm] Prices","description":"[crm]",` +
		`"mimeType":"text/plain","_meta":{"emcp/upstream":"crm"}}`
	crmOffer = `{"_meta":{"emcp/upstream":"crm"},"name":"crm_offer","description":"[crm] Writes an offer.",` +
		`"arguments":[{"name":"who","required":true},{"name":"tone","required":false}]}`
)

// withOffers changes the settings so that content shows the resources and prompts of the upstream crm.
func withOffers(url string, change ...string) []string {
	return WithUpstream(`url: "`+url+`", resources: ["*"], prompts: ["*"], timeout: 1s`, change...)
}

// awaitOffers waits until a server lists a prompt of its upstreams.
func awaitOffers(t *testing.T, url, prompt string) {
	t.Helper()
	wait.Until(t, 10e9, "the prompt "+prompt, func() bool {
		return strings.Contains(Post(t, url, Request("prompts/list")).Body, `"name":"`+prompt+`"`)
	})
}

// succeeded is the answer with a result.
func succeeded(result string) Reply {
	return Answered(`{"jsonrpc":"2.0","id":1,"result":` + result + `}`)
}

// TestUpstreamOffers lists and reads the resources and prompts of an upstream beside those of emcp, marked with its
// name.
func TestUpstreamOffers(t *testing.T) {
	d := Fixture(t)
	s, lines := NewAudited(t, d.DSN,
		withOffers(crmOffers.Serve(t), "limits: {max_payload_kb: 1, max_result_items: 7, max_result_bytes: 1200}",
			"upstreams: []")...)
	base := Listen(t, s)
	awaitOffers(t, base+"/mcp", "crm_offer")
	small := Post(t, base+"/mcp/small", Request("resources/list"), "Authorization", "Bearer manager").Body
	list := Post(t, base+"/mcp", Request("resources/list"), "Authorization", "Bearer manager").Body
	if want := strings.ReplaceAll(strings.TrimSuffix(small, "]}}"), "evo://small/", "evo://content/") + "," + crmPrices +
		"]}}"; list != want {
		t.Errorf("%s\nwant %s", list, want)
	}
	small = Post(t, base+"/mcp/small", Request("prompts/list")).Body
	if got, want := Post(t, base+"/mcp", Request("prompts/list")).Body,
		strings.TrimSuffix(small, "]}}")+","+crmOffer+"]}}"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	const marked = `,"_meta":{"emcp/upstream":"crm"}}`
	for _, test := range []struct {
		body string
		want Reply
	}{
		{RequestWith("resources/read", `{"uri":"crm://prices"}`),
			succeeded(`{"contents":[{"uri":"crm://prices","mimeType":"text/plain","text":"of crm://prices"},` +
				`{"uri":"crm://prices","blob":"AA=="}]` + marked)},
		{RequestWith("prompts/get", `{"name":"crm_offer","arguments":{"who":"Ada"}}`), succeeded(
			`{"description":"[crm] An offer.","messages":[{"role":"user","content":{"type":"text",` +
				`"text":"offer{\"who\":\"Ada\"}"}}]` + marked)},
		{
			RequestWith("prompts/get", `{"name":"crm_offer"}`),
			Answered(Traced(ParamsFailure("arguments.who", "arguments.who is missing"))),
		},
		{
			RequestWith("prompts/get", `{"name":"crm_offer","arguments":{"who":7}}`),
			Answered(Traced(ParamsFailure("arguments.who", "arguments.who must be a string"))),
		},
		{RequestWith("resources/read", `{"uri":"crm://price"}`), Answered(noResource)},
		{RequestWith("resources/subscribe", `{"uri":"crm://prices"}`), Answered(noResource)},
		{RequestWith("completion/complete",
			`{"ref":{"type":"ref/prompt","name":"crm_offer"},"argument":{"name":"who","value":"a"}}`),
			succeeded(`{"completion":{"values":[],"hasMore":false}}`)},
		{RequestWith("completion/complete",
			`{"ref":{"type":"ref/prompt","name":"crm_offer"},"argument":{"name":"x","value":"a"}}`),
			Answered(Traced(ParamsFailure("argument.name", "argument.name: the prompt crm_offer has no such argument")))},
	} {
		Equal(t, test.want, Post(t, base+"/mcp", test.body), test.body)
	}
	lines.Take()
	for method, params := range map[string]string{"resources/read": `{"uri":"crm://prices"}`,
		"prompts/get": `{"name":"crm_offer","arguments":{"who":"a"}}`} {
		Post(t, base+"/mcp", RequestWith(method, params))
		if line := strings.Join(lines.Take(), ""); !strings.Contains(line, `"method":"`+method+`"`) ||
			!strings.HasSuffix(line, `"upstream":"crm"}`+"\n") {
			t.Errorf("%s", line)
		}
	}
	for _, method := range []string{"resources/read", "prompts/get"} {
		want := `emcp_requests_total{code="ok",method="` + method + `",server="content",tool="upstream crm"} 2`
		if got := ReadMetrics(t, s); !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	stated := Post(t, base+"/mcp", StatelessRequest("resources/read", `"uri":"crm://prices",`),
		StatelessHeaders("resources/read", "crm://prices")...).Body
	const end = `"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":`
	if !strings.Contains(stated, end) || !strings.HasSuffix(stated, `,"emcp/upstream":"crm"}}}`) {
		t.Errorf("%s", stated)
	}
}

// TestUpstreamOffersNeedRights hides resources and prompts of upstreams from callers that may not call tools, and from
// other servers: they get the answers for names that do not exist.
func TestUpstreamOffersNeedRights(t *testing.T) {
	base := Serve(t, Fixture(t).DSN, withOffers(crmOffers.Serve(t))...)
	awaitOffers(t, base+"/mcp", "crm_offer")
	for _, test := range []struct{ server, token string }{{"content", "reader"}, {"small", "full"}} {
		ask := func(body string) string {
			return Post(t, base+"/mcp/"+test.server, body, "Authorization", "Bearer "+test.token).Body
		}
		for _, method := range []string{"resources/list", "prompts/list", "resources/templates/list"} {
			if got := ask(Request(method)); strings.Contains(got, "crm") || !strings.Contains(got, `"result"`) {
				t.Errorf("%s of %s: %s", method, test.server, got)
			}
		}
		for _, message := range []string{
			RequestWith("resources/read", `{"uri":"crm://prices"}`),
			RequestWith("resources/subscribe", `{"uri":"crm://prices"}`),
			RequestWith("prompts/get", `{"name":"crm_offer","arguments":{"who":"a"}}`),
			RequestWith("prompts/get", `{"name":"crm_offer"}`),
			RequestWith("completion/complete",
				`{"ref":{"type":"ref/prompt","name":"crm_offer"},"argument":{"name":"who","value":""}}`),
		} {
			unknown := strings.NewReplacer("crm://prices", "zzz://prices", "crm_offer", "zzz_offer").Replace(message)
			Equal(t, ask(unknown), ask(message), fmt.Sprintf("%s of %s", message, test.server))
		}
	}
	// Another scope is no way around the method's own.
	if got := Post(t, base+"/mcp", RequestWith("resources/read", `{"uri":"crm://prices"}`), "Authorization",
		"Bearer caller"); got.Status != http.StatusForbidden {
		t.Errorf("%+v", got)
	}
}

// TestUpstreamOffersCollide has URIs and names that are taken: what is declared counts, and of two upstreams with one
// URI the second has another one.
func TestUpstreamOffersCollide(t *testing.T) {
	resources := func(uris ...string) (list string) {
		for _, uri := range uris {
			list += `,{"uri":"` + uri + `","name":"x"}`
		}
		return strings.TrimPrefix(list, ",")
	}
	first := Upstream{Resources: resources("b://news", "both://a", "crm://only"),
		Prompts: `{"name":"content"},{"name":"other"}`}.Serve(t)
	second := Upstream{Resources: resources("both://a", "two://only", "evo://content/site"),
		Prompts: `{"name":"only"}`}.Serve(t)
	base := Serve(t, Fixture(t).DSN, "{handle: content, site: main}",
		"{handle: content, site: main, upstreams: [crm, two], bundles: [{name: b}]}",
		"auth:\n", `upstreams:
  crm: {url: "`+first+`", prefix: find-, resources: ["*"], prompts: ["*"]}
  two: {url: "`+second+`", resources: ["*"], prompts: ["*"]}
bundles: {b: {tools: [{name: news, description: Lists news, call: evo.content.search, with: {limit: 1}}],
  resources: [{uri: "b://news", name: news, tool: news}]}}
auth:
`)
	awaitOffers(t, base+"/mcp", "two_only")
	awaitOffers(t, base+"/mcp", "find-other")
	list := Post(t, base+"/mcp", Request("resources/list")).Body
	for uri, want := range map[string]int{"b://news": 1, "both://a": 1, "upstream:two/both://a": 1, "crm://only": 1,
		"two://only": 1, "evo://content/site": 1} {
		if got := strings.Count(list, `"uri":"`+uri+`"`); got != want {
			t.Errorf("%d resources are %s:\n%s", got, uri, list)
		}
	}
	for uri, upstream := range map[string]string{"b://news": "", "crm://only": "crm", "two://only": "two",
		"evo://content/site": "", "both://a": "crm", "upstream:two/both://a": "two"} {
		got := Post(t, base+"/mcp", RequestWith("resources/read", `{"uri":"`+uri+`"}`)).Body
		if strings.Contains(got, `"emcp/upstream"`) != (upstream != "") ||
			!strings.Contains(got, `"emcp/upstream":"`+upstream) && upstream != "" || !strings.Contains(got, `"result"`) {
			t.Errorf("%s: %s", uri, got)
		}
	}
	for uri, want := range map[string]Reply{
		"upstream:two/both://a": succeeded(`{"contents":[{"uri":"upstream:two/both://a","mimeType":"text/plain",` +
			`"text":"of both://a"},` +
			`{"uri":"upstream:two/both://a","blob":"AA=="}],"_meta":{"emcp/upstream":"two"}}`),
		"upstream:crm/both://a":   Answered(noResource),
		"upstream:two/two://only": Answered(noResource),
		"upstream:two/b://news":   Answered(noResource),
	} {
		Equal(t, want, Post(t, base+"/mcp", RequestWith("resources/read", `{"uri":"`+uri+`"}`)), uri)
	}
	prompts := Post(t, base+"/mcp", Request("prompts/list")).Body
	if got := strings.Count(prompts, `"name":"find-content"`); got != 1 ||
		strings.Count(prompts, `"emcp/upstream":"crm"`) != 1 {
		t.Errorf("%d prompts are find-content:\n%s", got, prompts)
	}
	if got := Post(t, base+"/mcp",
		RequestWith("prompts/get", `{"name":"find-content","arguments":{"question":"a"}}`)).Body; strings.Contains(got,
		"emcp/upstream") {
		t.Errorf("%s", got)
	}
}

// TestUpstreamOffersAreBounded refuses results that are larger than the server allows, and lists resources of upstreams
// where the server has no others.
func TestUpstreamOffersAreBounded(t *testing.T) {
	o := crmOffers
	o.Answer = func(_ *http.Request, about string) string {
		if about == "offer" {
			return `{"messages":[{"role":"user","content":{"type":"text","text":"` + strings.Repeat("a", 2000) + `"}}]}`
		}
		return `{"contents":[{"text":"` + strings.Repeat("a", 2000) + `"}]}`
	}
	base := Serve(t, NoDatabase, withOffers(o.Serve(t),
		"upstreams: [crm]}", "upstreams: [crm], limits: {max_result_bytes: 1200}, security: {deny_tools: [evo.*]}}")...)
	awaitOffers(t, base+"/mcp", "crm_offer")
	Equal(t, succeeded(`{"resources":[`+crmPrices+`]}`), Post(t, base+"/mcp", Request("resources/list")))
	for _, message := range []string{RequestWith("resources/read", `{"uri":"crm://prices"}`),
		RequestWith("prompts/get", `{"name":"crm_offer","arguments":{"who":"a"}}`)} {
		got := Post(t, base+"/mcp", message).Body
		if !strings.Contains(got, `"message":"`+ResultTooLargeMessage+`this server returns no more"`) ||
			!strings.Contains(got, `"code":"result_too_large"`) {
			t.Errorf("%s", got)
		}
	}
}

// TestHangingUpstreamOffers answers other messages on a connection while a resource and a prompt of an upstream hang,
// and then says which server does not answer.
func TestHangingUpstreamOffers(t *testing.T) {
	entered := make(chan struct{}, 10)
	o := crmOffers
	o.Answer = func(r *http.Request, _ string) string {
		entered <- struct{}{}
		<-r.Context().Done()
		return "{}"
	}
	s := NewServer(t, NoDatabase, withOffers(o.Serve(t))...)
	awaitOffers(t, Listen(t, s)+"/mcp", "crm_offer")
	client := Converse(t, t.Context(), s)
	client.Say(t, WithID(RequestWith("prompts/get", `{"name":"crm_offer","arguments":{"who":"a"}}`), "10"))
	<-entered
	client.Say(t, WithID(Request("ping"), "11"))
	Equal(t, `{"jsonrpc":"2.0","id":11,"result":{}}`, client.Next(t))
	down := func(id, about string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32603,"message":"the server crm, which this ` + about +
			` belongs to, does not answer at the moment; try again later, or go on without it",` +
			`"data":{"code":"upstream_unavailable","retryable":true,"trace_id":"trace-1"}}}`
	}
	Equal(t, down("10", "prompt"), Untraced(client.Next(t)))
	Equal(t, Answered(down("1", "resource")),
		Post(t, Listen(t, s)+"/mcp", RequestWith("resources/read", `{"uri":"crm://prices"}`)))
}
