//go:build conformance

package method

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/mcp/reply"
	"emcp/mcp/wire"
)

// The smallest picture and the smallest sound.
const (
	onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	noSound  = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="
)

// fixtureTools are the results of the tools that the suite calls.
var fixtureTools = map[string]string{
	"test_simple_text":   `{"content":[{"type":"text","text":"This is a simple text response for testing."}]}`,
	"test_image_content": `{"content":[{"type":"image","data":"` + onePixel + `","mimeType":"image/png"}]}`,
	"test_audio_content": `{"content":[{"type":"audio","data":"` + noSound + `","mimeType":"audio/wav"}]}`,
	"test_embedded_resource": `{"content":[{"type":"resource","resource":{"uri":"test://embedded-resource",` +
		`"mimeType":"text/plain","text":"This is an embedded resource content."}}]}`,
	"test_multiple_content_types": `{"content":[{"type":"text","text":"Multiple content types ` +
		`test:"},{"type":"image","data":"` + onePixel + `","mimeType":"image/png"},` +
		`{"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json",` +
		`"text":"{\"test\":\"data\",\"value\":123}"}}]}`,
	"test_error_handling": `{"content":[{"type":"text","text":"This tool intentionally returns an error for ` +
		`testing"}],"isError":true}`,
	"json_schema_2020_12_tool": `{"content":[]}`,
}

// fixtureSchemas are the input schemas of fixtures with arguments.
var fixtureSchemas = map[string]string{
	"json_schema_2020_12_tool": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
		`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},` +
		`"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},` +
		`"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},` +
		`"allOf":[{"anyOf":[{"required":["phone"]},` +
		`{"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
		`"then":{"required":["phone"]},"else":{"required":["email"]},` +
		`"additionalProperties":false}`,
}

// fixtureResources are the contents of the resources that the suite reads.
var fixtureResources = map[string]string{
	"test://static-text": `{"contents":[{"uri":"test://static-text","mimeType":"text/plain","text":"This is the content ` +
		`of the static text resource."}]}`,
	"test://static-binary": `{"contents":[{"uri":"test://static-binary","mimeType":"image/png","blob":"` + onePixel +
		`"}]}`,
	"test://template/123/data": `{"contents":[{"uri":"test://template/123/data","mimeType":"application/json",` +
		`"text":"{\"id\":\"123\",\"templateTest\":true,\"data\":\"Data for ID: 123\"}"}]}`,
}

// fixturePrompts are the prompts that the suite gets; {argument} is replaced.
var fixturePrompts = map[string]string{
	"test_simple_prompt": `{"messages":[{"role":"user","content":{"type":"text","text":"This is a simple prompt ` +
		`for testing."}}]}`,
	"test_prompt_with_arguments": `{"messages":[{"role":"user","content":{"type":"text","text":"Prompt with arguments: ` +
		`arg1='{arg1}', arg2='{arg2}'"}}]}`,
	"test_prompt_with_embedded_resource": `{"messages":[{"role":"user","content":{"type":"resource",` +
		`"resource":{"uri":"{resourceUri}","mimeType":"text/plain",` +
		`"text":"Embedded resource content for testing."}}},{"role":"user","content":{"type":"text","text":"Please process ` +
		`the embedded resource above."}}]}`,
	"test_prompt_with_image": `{"messages":[{"role":"user","content":{"type":"image","data":"` + onePixel +
		`","mimeType":"image/png"}},` +
		`{"role":"user","content":{"type":"text","text":"Please analyze the image above."}}]}`,
}

// fixtureCompletions answer for the arguments of prompts.
var fixtureCompletions = map[string]string{
	"test_prompt_with_arguments": `{"completion":{"values":["test one","test two"],"hasMore":false}}`,
}

// watchedFixture is the resource that the suite subscribes to; it stands for the document watchedDocument.
const (
	watchedFixture  = "test://watched-resource"
	watchedDocument = 1
)

// fixtureParams are what params name a fixture by.
type fixtureParams struct {
	Name string `json:"name"`
	URI  string `json:"uri"`
	Ref  struct {
		Name string `json:"name"`
	} `json:"ref"`
	Arguments map[string]string `json:"arguments"`
}

// addFixtures adds what the protocol's conformance suite expects of servers under test. It is only in the build for the
// suite. The fixtures are processed like all messages; their tools replace emcp's own.
func (e *Endpoint) addFixtures(tools *[]mcpgo.Tool) {
	for name := range fixtureTools {
		schema := `{"type":"object"}`
		if own, ok := fixtureSchemas[name]; ok {
			schema = own
		}
		*tools = append(*tools, mcpgo.Tool{Name: name, Description: "Fixture of the conformance suite",
			RawInputSchema: []byte(schema)})
	}
	e.AdmitTool = func(name string) error {
		if _, ok := fixtureTools[name]; !ok {
			return fault.New(fault.UnknownTool, "this build has the tools of the conformance suite only")
		}
		return nil
	}
	for i := range e.methods {
		known := &e.methods[i]
		switch known.name {
		case wire.CallMethod:
			known.run = fixtures(fixtureTools, func(p fixtureParams) string { return p.Name }, known.run)
		case "resources/read":
			known.run = fixtures(fixtureResources, func(p fixtureParams) string { return p.URI }, known.run)
		case "prompts/get":
			known.run = fixtures(fixturePrompts, func(p fixtureParams) string { return p.Name }, known.run)
		case "completion/complete":
			known.run = fixtures(fixtureCompletions, func(p fixtureParams) string { return p.Ref.Name }, known.run)
		case SubscribeMethod, "resources/unsubscribe":
			known.run = watched(known.run)
		}
	}
}

// watched puts the document that stands for the watched fixture in its place.
func watched(next runner) runner {
	return func(e *Endpoint, ctx context.Context, from Sender, m Message) (reply.Reply, error) {
		m.Params = jsontext.Value(strings.Replace(string(m.Params), watchedFixture, e.DocumentURI(watchedDocument), 1))
		return next(e, ctx, from, m)
	}
}

// fixtures answers if the params name a fixture, and otherwise calls next.
func fixtures(results map[string]string, name func(fixtureParams) string, next runner) runner {
	return func(e *Endpoint, ctx context.Context, from Sender, m Message) (reply.Reply, error) {
		var in fixtureParams
		_ = json.Unmarshal(m.Params, &in) // what it cannot read names no fixture
		result, ok := results[name(in)]
		if !ok {
			return next(e, ctx, from, m)
		}
		for argument, value := range in.Arguments {
			result = strings.ReplaceAll(result, "{"+argument+"}", value)
		}
		return reply.Reply{Result: reply.WithoutEnd([]byte(result))}, nil
	}
}
