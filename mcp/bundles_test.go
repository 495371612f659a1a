package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	. "emcp/internal/test/servertest"
)

// bundles is a bundle that two servers mount.
const bundles = `
bundles:
  shop:
    tools:
      - name: products
        title: Products
        description: Lists products up to a price.
        arguments:
          type: object
          properties:
            most: {type: string, description: Highest price, maxLength: 10}
            in: {type: string, enum: [chairs, all]}
          required: [most]
        call: evo.content.search
        with:
          limit: 5
          fields: [pagetitle]
          with_tvs: [price]
          order_by: pagetitle
          tv_filters:
            - {tv: price, op: "<=", value: {$argument: most}, cast: "DECIMAL(10,2)"}
            - {tv: color, op: "=", value: {$argument: in}}
        result:
          products: {$path: /items, $each: {name: {$path: /pagetitle}, price: {$path: /tvs/price}}}
    prompts:
      - name: offer
        title: Offer
        description: Writes an offer
        arguments: [{name: customer, description: Who asks, required: true}, {name: tone, description: How}]
        text: |
          Write an offer for {customer}. Call {tool evo.content.search} first.
          Write it in this tone: {tone}
    resources:
      - {uri: "shop://cheap", name: cheap, title: Cheap products, description: What costs up to 20, tool: products,
         arguments: {most: "20"}}
`

// withBundles changes the settings so that content mounts the bundle, and small with a prefix. Names and what names
// them can be changed further.
func withBundles(change ...string) []string {
	return append([]string{
		"{handle: content, site: main}", "{handle: content, site: main, bundles: [{name: shop}]}",
		"{handle: small, site: main,",
		"{handle: small, site: main, tools: [evo.site.describe], bundles: [{name: shop, prefix: s_}],",
		"max_result_bytes: 1200", "max_result_bytes: 12000", "auth:\n", bundles + "auth:\n",
	}, change...)
}

// TestBundles calls what an owner has declared over both transports' way: listed, called, refused and read like what
// emcp brings.
func TestBundles(t *testing.T) {
	s, lines := NewAudited(t, Fixture(t).DSN, withBundles()...)
	base := Listen(t, s)
	const listed = `"description":"Lists products up to a price.","inputSchema":{"type":"object",` +
		`"properties":{"most":{"type":"string","description":"Highest price","maxLength":10},` +
		`"in":{"type":"string","enum":["chairs","all"]}},"required":["most"],"additionalProperties":false},`
	for _, path := range []string{"/mcp/content", "/mcp/small"} {
		if got := Post(t, base+path, Request("tools/list")); !strings.Contains(got.Body, listed) {
			t.Errorf("%s does not list the tool with its schema", path)
		}
	}
	if got := Post(t, base+"/mcp/small", Request("tools/list")).Body; strings.Count(got, `"inputSchema"`) != 2 ||
		!strings.Contains(got, `"name":"s_products"`) {
		t.Errorf("a server with one tool of emcp: %s", got)
	}
	lines.Take()
	const cheap = `{"products":[{"name":"Bench","price":"-150"},{"name":"Lamp","price":"19.99"},{"name":"Parasol",` +
		`"price":""}]}`
	for _, test := range []struct {
		path, body, want string
	}{
		{"/mcp/content", ToolCall("products", `{"most":"20"}`), cheap},
		{"/mcp/small", ToolCall("s_products", `{"most":"20"}`), cheap},
		{"/mcp/content", ToolCall("products", `{"most":"20","in":"chairs"}`), `{"products":[]}`},
	} {
		got := Post(t, base+test.path, test.body).Body
		_, structured, _ := strings.Cut(got, `"structuredContent":`)
		Equal(t, test.want+"}}", structured, fmt.Sprintf("%s %s", test.path, test.body))
	}
	if audited := strings.Join(lines.TakeN(t, 3), "\n"); strings.Count(audited, `"tool":"products"`) != 2 ||
		!strings.Contains(audited, `"tool":"s_products"`) {
		t.Errorf("the log does not name the declared tools:\n%s", audited)
	}
	for _, test := range []struct {
		path, body string
		want       Reply
	}{
		{
			"/mcp/content", ToolCall("products", `{}`),
			Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"most is required",` +
				`"data":{"code":"invalid_params","field":"most","retryable":false,"trace_id":"trace-1","tool":"products"}}}`),
		},
		{"/mcp/content", ToolCall("products", `{"most":"much"}`), Answered(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,` +
			`"message":"most: the tool evo.content.search, which this one calls, answers: with cast the value must be a ` +
			`number such as 100 or 19.99, without exponent and with at most 35 digits before the point",` +
			`"data":{"code":"invalid_params","field":"most","retryable":false,"trace_id":"trace-1","tool":"products"}}}`)},
		{"/mcp/content", RequestWith("prompts/get", `{"name":"offer","arguments":{"customer":"Ada {tone}"}}`),
			Answered(prompted(t, "Writes an offer", "Write an offer for \"Ada {tone}\". Call evo.content.search first.\n"))},
		{"/mcp/small", RequestWith("prompts/get", `{"name":"s_offer","arguments":{"customer":"Ada","tone":"kind"}}`),
			Answered(prompted(t, "Writes an offer",
				"Write an offer for \"Ada\". Call evo.content.search first.\nWrite it in this tone: \"kind\"\n"))},
		{
			"/mcp/content", RequestWith("prompts/get", `{"name":"offer"}`),
			Answered(Traced(ParamsFailure("arguments.customer", "arguments.customer is missing"))),
		},
		{"/mcp/content", RequestWith("resources/read", `{"uri":"shop://cheap"}`), Answered(Success(
			`{"contents":[{"uri":"shop://cheap","mimeType":"application/json","text":"` + strings.ReplaceAll(cheap, `"`, `\"`) +
				`"}]}`))},
		{"/mcp/content", RequestWith("resources/read", `{"uri":"shop://dear"}`), Answered(noResource)},
	} {
		Equal(t, test.want, Post(t, base+test.path, test.body), fmt.Sprintf("%s %s", test.path, test.body))
	}
	const resource = `{"uri":"shop://cheap","name":"cheap","title":"Cheap products","description":"What costs up to ` +
		`20","mimeType":"application/json"}`
	if got := Post(t, base+"/mcp/content", Request("resources/list")); !strings.Contains(got.Body,
		`{"resources":[`+resource+`,`) {
		t.Error(got.Body)
	}
	const prompt = `{"name":"offer","title":"Offer","description":"Writes an offer","arguments":[{"name":"customer",` +
		`"description":"Who asks","required":true},{"name":"tone","description":"How","required":false}]}`
	if got := Post(t, base+"/mcp/content", Request("prompts/list")); !strings.Contains(got.Body, prompt) {
		t.Error(got.Body)
	}
}

// TestBundlesOverStdio calls a declared tool over the other transport.
func TestBundlesOverStdio(t *testing.T) {
	got := Talk(t, NewServer(t, Fixture(t).DSN, withBundles()...), "small", ToolCall("s_products", `{"most":"20"}`)+"\n")
	if len(got) != 1 {
		t.Fatalf("%d lines", len(got))
	}
	_, structured, _ := strings.Cut(got[0], `"structuredContent":`)
	want := `{"products":[{"name":"Bench","price":"-150"},{"name":"Lamp","price":"19.99"},{"name":"Parasol",` +
		`"price":""}]}}}`
	Equal(t, want, strings.TrimSpace(structured))
}

// TestBundlesOfAnotherConfiguration keeps the old configuration where a new one declares what does not fit, and takes
// one that does.
func TestBundlesOfAnotherConfiguration(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN, withBundles()...)
	base := Listen(t, s)
	_, err := s.Reload(NewConfig(t, d.DSN, withBundles("limit: 5", "limmit: 5")...))
	const want = "server content: bundles.shop.tools[0].steps[0].with: limmit: " + unknownArgumentMessage
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = s.Reload(NewConfig(t, d.DSN,
		withBundles("{handle: content, site: main, bundles",
			"{handle: content, site: main, security: {deny_tools: [evo.content.search]}, bundles")...))
	const denied = `server content: bundles.shop.tools[0].steps[0].tool: "evo.content.search" is not a tool that ` +
		`declared tools can call on this server`
	if err == nil || !strings.HasPrefix(err.Error(), denied) {
		t.Errorf("%v, want %s", err, denied)
	}
	if got := Post(t, base+"/mcp/content", ToolCall("products", `{"most":"1"}`)); !strings.Contains(got.Body, "Parasol") {
		t.Errorf("after refused configurations: %s", got.Body)
	}
	if _, err := s.Reload(NewConfig(t, d.DSN,
		withBundles("name: products", "name: goods", "tool: products", "tool: goods")...)); err != nil {
		t.Fatal(err)
	}
	if got := Post(t, base+"/mcp/content", ToolCall("goods", `{"most":"1"}`)); !strings.Contains(got.Body, "Parasol") {
		t.Errorf("after the reload: %s", got.Body)
	}
	if got := Post(t, base+"/mcp/content", ToolCall("products", `{"most":"1"}`)); !strings.Contains(got.Body,
		`"code":"unknown_tool"`) {
		t.Errorf("a tool of the old configuration: %s", got.Body)
	}
}

// TestKeysOfDeclaredTools answers a call again under its key as long as the caller may see what it showed, and then
// runs it again.
func TestKeysOfDeclaredTools(t *testing.T) {
	d := Fixture(t)
	base := Serve(t, d.DSN, withBundles()...)
	call := ToolCall("products", `{"most":"20"}`)
	first := Post(t, base+"/mcp/content", call, "Idempotency-Key", "k")
	Execute(t, d, "UPDATE evo_site_tmplvar_contentvalues SET value = '1' WHERE contentid = 12 AND tmplvarid = 1")
	if again := Post(t, base+"/mcp/content", call, "Idempotency-Key", "k"); again.Body != first.Body {
		t.Errorf("under the same key:\n%s\n%s", first.Body, again.Body)
	}
	Execute(t, d, "UPDATE evo_site_content SET published = 0 WHERE id = 12")
	if again := Post(t, base+"/mcp/content", call, "Idempotency-Key", "k"); strings.Contains(again.Body, "Lamp") ||
		!strings.Contains(again.Body, "Parasol") {
		t.Errorf("after a document was hidden: %s", again.Body)
	}
}

// TestTextsOfDeclaredTools returns a text made of several values over every output, and as the content of a resource.
func TestTextsOfDeclaredTools(t *testing.T) {
	const text = `$text: "Products up to {most}:\n{lines}"
          most: {$argument: most}
          lines: {$path: /items, $each: {
            $text: "- {name}: {price}", name: {$path: /pagetitle}, price: {$path: /tvs/price}}}`
	const want = `"Products up to 20:\n- Bench: -150\n- Lamp: 19.99\n- Parasol: "`
	d := Fixture(t)
	for _, output := range []string{"both", "structured", "text"} {
		s := NewServer(t, d.DSN,
			withBundles("products: {$path: /items, $each: {name: {$path: /pagetitle}, price: {$path: /tvs/price}}}", text,
				"{handle: content, site: main, bundles", "{handle: content, site: main, output: "+output+", bundles")...)
		url := Listen(t, s) + "/mcp/content"
		Equal(t, Answered(Success(`{"content":[{"type":"text","text":`+want+`}]}`)),
			Post(t, url, ToolCall("products", `{"most":"20"}`)), output)
		const contents = `{"contents":[{"uri":"shop://cheap","mimeType":"text/plain","text":` + want + `}]}`
		Equal(t, Answered(Success(contents)), Post(t, url, RequestWith("resources/read", `{"uri":"shop://cheap"}`)),
			fmt.Sprintf("%s: the resource", output))
		if got := Post(t, url, Request("resources/list")).Body; !strings.Contains(got,
			`"description":"What costs up to 20","mimeType":"text/plain"}`) {
			t.Error(got)
		}
	}
}
