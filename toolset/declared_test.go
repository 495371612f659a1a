package toolset_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset"
)

// template reads a template.
func template(t *testing.T, text string) bundle.Template {
	t.Helper()
	parsed, err := bundle.ParseTemplate(jsontext.Value(text))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// step calls a tool of the site.
func step(t *testing.T, name, tool, with string) bundle.Step {
	t.Helper()
	return bundle.Step{Name: name, Tool: tool, With: template(t, with)}
}

const productArguments = `{"type":"object","properties":{
	"color":{"type":"string","description":"Its color","enum":["red","dark red"]},
	"most":{"type":"string","description":"Highest price","maxLength":10},
	"limit":{"type":"integer","minimum":1,"maximum":5}
},"required":["most"]}`

// declaredTools are a search with a filter that can be absent, and a search whose first hit is read.
func declaredTools(t *testing.T) []bundle.Tool {
	t.Helper()
	shown := template(t, `{"products":{"$step":"hits","$path":"/items","$each":{
			"name":{"$path":"/pagetitle"},"price":{"$path":"/tvs/price"},"link":{"$path":"/url"}}},
		"limit":{"$argument":"limit"},"most":{"$argument":"most"}}`)
	first := template(t, `{"page":{"$path":"/item/pagetitle"},"found":{"$step":"hits","$path":"/items/0/id"}}`)
	return []bundle.Tool{
		{
			Place: "bundles.shop.tools[0]", Name: "find_products", Title: "Find products",
			Description: "Finds products by price.",
			Arguments:   jsontext.Value(productArguments), Result: &shown, Source: "1",
			Steps: []bundle.Step{
				step(t, "hits", "evo.content.descendants", `{"id":2,"depth":3,"fields":["pagetitle","url"],
					"with_tvs":["price"],"limit":{"$argument":"limit","$default":10}}`),
				step(t, "hits2", "evo.content.search", `{"limit":2,"tv_filters":[
					{"tv":"price","op":"<=","value":{"$argument":"most"},"cast":"DECIMAL(10,2)"},
					{"tv":"color","op":"=","value":{"$argument":"color"}}]}`),
			},
		}, {
			Place: "bundles.shop.tools[1]", Name: "open_first", Description: "Opens the first page.", Source: "2",
			Result: &first,
			Arguments: jsontext.Value(
				`{"type":"object","properties":{"words":{"type":"string","minLength":1}},"required":["words"]}`),
			Steps: []bundle.Step{
				step(t, "hits", "evo.content.search", `{"query":{"$argument":"words"},"limit":1}`),
				step(t, "", "evo.content.get", `{"id":{"$step":"hits","$path":"/items/0/id"}}`),
			},
		}, {
			Place: "bundles.shop.tools[2]", Name: "dear", Description: "What costs a lot.", Source: "3",
			Steps: []bundle.Step{
				step(t, "", "evo.content.search",
					`{"limit":20,"fields":["id"],"tv_filters":[{"tv":"price","op":">","value":"90","cast":"DECIMAL(10,2)"}]}`),
			},
		}, {
			Place: "bundles.shop.tools[4]", Name: "in_range", Description: "Finds products by a range of prices.", Source: "5",
			Arguments: jsontext.Value(`{"type":"object","properties":{
				"price":{"type":"object","description":"In euros","properties":{
					"least":{"type":"string","maxLength":10},"most":{"type":"string","maxLength":10}},
					"required":["most"]}},"required":["price"]}`),
			Steps: []bundle.Step{step(t, "", "evo.content.search", `{"limit":20,"fields":["id"],"tv_filters":[
				{"tv":"price","op":">=","value":{"$argument":"price.least"},"cast":"DECIMAL(10,2)"},
				{"tv":"price","op":"<=","value":{"$argument":"price.most"},"cast":"DECIMAL(10,2)"}]}`)},
		}, {
			Place: "bundles.shop.tools[3]", Name: "users", Description: "Who there is.", Source: "4",
			Steps: []bundle.Step{step(t, "", "evo.model.list", `{"model":"User","limit":5}`)},
		},
	}
}

// declare returns the declared tools of a bundle that fits.
func declare(t *testing.T, b bundle.Bundle, o toolset.Options) []toolset.Declared {
	t.Helper()
	declared, wrong := toolset.Declare(b, o)
	if len(wrong) > 0 {
		t.Fatal(errors.Join(wrong...))
	}
	return declared
}

// refusal returns all mistakes in a bundle, one a line.
func refusal(b bundle.Bundle) []string {
	_, wrong := toolset.Declare(b, bounds())
	lines := make([]string, len(wrong))
	for i, err := range wrong {
		lines[i] = err.Error()
	}
	return lines
}

// openDeclared returns a toolset with declared tools over accessSite.
func openDeclared(t *testing.T, change func(o *toolset.Options)) *toolset.Toolset {
	t.Helper()
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	change(&o)
	o.Declared = declare(t, bundle.Bundle{Tools: declaredTools(t)}, o)
	return toolset.New(database(t, d.DSN), o)
}

// TestDeclaredTools calls declared tools. Arguments fill their places as whole values, places of absent arguments are
// left out, and a step is skipped if what it needs is missing.
func TestDeclaredTools(t *testing.T) {
	tools := openDeclared(t, func(*toolset.Options) {})
	for _, c := range []struct{ tool, arguments, want string }{
		{"find_products", `{"most":"20","limit":2}`,
			`{"products":[{"name":"Chair","price":"99.50","link":"/index.php?id=10"},{"name":"Table","price":"250",` +
				`"link":"/index.php?id=11"}],"limit":2,"most":"20"}`},
		{"find_products", `{"most":"20","color":"red","limit":1}`,
			`{"products":[{"name":"Chair","price":"99.50","link":"/index.php?id=10"}],"limit":1,"most":"20"}`},
		{"in_range", `{"price":{"least":"50","most":"100"}}`,
			`{"items":[{"id":10},{"id":14},{"id":27}],"meta":{"limit":20,"offset":0,"count":3,"has_more":false,` +
				`"toolsetVersion":"1.0"}}`},
		{"in_range", `{"price":{"most":"300"}}`, callTool(t, tools, public, "evo.content.search",
			`{"limit":20,"fields":["id"],"tv_filters":[{"tv":"price","op":"<=","value":"300","cast":"DECIMAL(10,2)"}]}`)},
		{"open_first", `{"words":"Chair"}`, `{"page":"Chair","found":10}`},
		{"open_first", `{"words":"nosuch\",\"nosuch\":\""}`, `{"page":null,"found":null}`},
		{"open_first", `{"words":"nosuchword"}`, `{"page":null,"found":null}`},
	} {
		if diff := cmp.Diff(c.want, callTool(t, tools, public, c.tool, c.arguments)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
		}
	}
}

// TestNothingFound ends a call whose step finds nothing, or is skipped, with the message of the owner. Without a
// message the call goes on.
func TestNothingFound(t *testing.T) {
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	tool := declaredTools(t)[1]
	first, second := tool, tool
	first.Name, first.Steps = "first", slices.Clone(tool.Steps)
	first.Steps[0].NotFound = "There is no such page."
	second.Name, second.Steps = "second", slices.Clone(tool.Steps)
	second.Steps[1].NotFound = "There is no page to open."
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool, first, second, {
		Place: "p", Name: "by_id", Description: "Gets.",
		Arguments: jsontext.Value(`{"type":"object","properties":{"id":{"type":"integer","minimum":1}},"required":["id"]}`),
		Steps: []bundle.Step{
			{
				Tool: "evo.content.get", With: template(t, `{"id":{"$argument":"id"},"fields":["pagetitle"]}`),
				NotFound: "There is no product with this id.",
			},
		},
	}}}, o)
	tools := toolset.New(database(t, d.DSN), o)
	for _, name := range []string{"open_first", "first", "second"} {
		if got := callTool(t, tools, public, name, `{"words":"Chair"}`); got != `{"page":"Chair","found":10}` {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := callTool(t, tools, public, "open_first", `{"words":"nosuchword"}`); got != `{"page":null,"found":null}` {
		t.Error(got)
	}
	got := callTool(t, tools, public, "by_id", `{"id":10}`)
	if got != `{"item":{"id":10,"pagetitle":"Chair"},"meta":{"toolsetVersion":"1.0"}}` {
		t.Error(got)
	}
	for _, c := range []struct{ tool, arguments, message string }{
		{"first", `{"words":"nosuchword"}`, "There is no such page."},
		{"second", `{"words":"nosuchword"}`, "There is no page to open."},
		{"by_id", `{"id":99999}`, "There is no product with this id."},
	} {
		f := refuse(t, tools, public, c.tool, c.arguments)
		if f.Kind != fault.NothingFound || f.Message != c.message || f.Field != "" {
			t.Errorf("%s: %s at %q: %s", c.tool, f.Kind, f.Field, f.Message)
		}
	}
}

// TestObjectsInArrays gives an array of objects to a tool of emcp and to a result, and names the part that is wrong.
func TestObjectsInArrays(t *testing.T) {
	const arguments = `{"type":"object","properties":{"wishes":{"type":"array","items":{"type":"object","properties":{` +
		`"tv":{"type":"string","enum":["price","color"]},"op":{"type":"string","enum":["=","<="]},"value":{"type":"string",` +
		`"maxLength":10}},"required":["tv","op"],"additionalProperties":false},"maxItems":2}},"required":["wishes"],` +
		`"additionalProperties":false}`
	shown := template(t, `{"for":{"$argument":"wishes"},"names":{"$path":"/items","$each":{"$path":"/pagetitle"}}}`)
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{{
		Place: "p", Name: "find", Description: "d", Arguments: jsontext.Value(arguments), Result: &shown,
		Steps: []bundle.Step{
			step(t, "", "evo.content.search", `{"limit":2,"fields":["pagetitle"],"tv_filters":{"$argument":"wishes"}}`),
		},
	}}}, o)
	tools := toolset.New(database(t, d.DSN), o)
	if diff := cmp.Diff(arguments, string(tools.Tools()[0].Input.JSON())); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
	const wish = `[{"tv":"color","op":"=","value":"red"},{"tv":"price","op":"=","value":"99.50"}]`
	if got := callTool(t, tools, public, "find", `{"wishes":`+wish+`}`); got != `{"for":`+wish+`,"names":["Chair"]}` {
		t.Error(got)
	}
	for input, want := range map[string]string{
		`[{"tv":"color","op":"="},{"tv":"price"}]`:  "wishes[1].op",
		`[{"tv":"color","op":"is"}]`:                "wishes[0].op",
		`[{"tv":"color","op":"=","cast":"SIGNED"}]`: "wishes[0].cast",
		`["color"]`:                          "wishes[0]",
		`[{"tv":"a"},{"tv":"a"},{"tv":"a"}]`: "wishes[0].tv",
		// only the called tool checks that
		`[{"tv":"color","op":"=","value":"red"},{"tv":"price","op":"<="}]`: "wishes[1].value",
	} {
		if f := refuse(t, tools, public, "find", `{"wishes":`+input+`}`); f.Field != want || f.Kind != fault.InvalidParams {
			t.Errorf("%s: %s at %q: %s", input, f.Kind, f.Field, f.Message)
		}
	}
}

// TestTextOfNothing expects an empty text if no line of the text has a value.
func TestTextOfNothing(t *testing.T) {
	tool := declaredTools(t)[1]
	text := template(t,
		`{"$text":"{title}: {price}","title":{"$path":"/item/pagetitle"},"price":{"$path":"/item/tvs/price"}}`)
	tool.Result, tool.Steps = &text, slices.Clone(tool.Steps)
	tool.Steps[1].With = template(t, `{"id":{"$step":"hits","$path":"/items/0/id"},"with_tvs":["price"]}`)
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
	tools := toolset.New(database(t, d.DSN), o)
	for words, want := range map[string]string{"Chair": `"Chair: 99.50"`, "nosuchword": `""`} {
		if got := callTool(t, tools, public, "open_first", `{"words":"`+words+`"}`); got != want {
			t.Errorf("%s: %s", words, got)
		}
	}
}

// TestTimeOfDeclaredTools returns the time of the call, with an offset.
func TestTimeOfDeclaredTools(t *testing.T) {
	tool := declaredTools(t)[2]
	result := template(t, `{"at":{"$now":"-48h"}}`)
	tool.Result = &result
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
	tools := toolset.New(database(t, d.DSN), o)
	before := time.Now()
	var got struct {
		At time.Time `json:"at"`
	}
	if err := json.Unmarshal([]byte(callTool(t, tools, public, "dear", `{}`)), &got); err != nil {
		t.Fatal(err)
	}
	if at := got.At.Add(48 * time.Hour); at.Before(before.Truncate(time.Second)) || at.After(time.Now()) {
		t.Errorf("%s after %s", at, before)
	}
}

// TestNumbersOfDeclaredTools has arguments that are numbers, with and without fractions, within their bounds.
func TestNumbersOfDeclaredTools(t *testing.T) {
	_, d := openDatabase(t, accessSite(), standard)
	o := bounds()
	const arguments = `{"type":"object","properties":{"most":{"type":"number","description":"Highest price","minimum":0,` +
		`"maximum":1000},"least":{"type":"number","minimum":-5}},"required":["most"]}`
	tool := bundle.Tool{
		Place: "p", Name: "find", Description: "Finds.", Arguments: jsontext.Value(arguments),
		Steps: []bundle.Step{step(t, "", "evo.content.search", `{"limit":20,"fields":["id"],"tv_filters":[
			{"tv":"price","op":"<=","value":{"$argument":"most"},"cast":"DECIMAL(10,2)"},
			{"tv":"price","op":">=","value":{"$argument":"least"},"cast":"DECIMAL(10,2)"}]}`)},
	}
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
	tools := toolset.New(database(t, d.DSN), o)
	const shown = `{"type":"object","properties":{"most":{"type":"number","description":"Highest price","minimum":0,` +
		`"maximum":1000},"least":{"type":"number","minimum":-5}},` +
		`"required":["most"],"additionalProperties":false}`
	if diff := cmp.Diff(shown, string(tools.Tools()[0].Input.JSON())); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ input, most, least string }{
		{`{"most":99.5}`, "99.5", ""}, {`{"most":99.49}`, "99.49", ""}, {`{"most":100,"least":50.25}`, "100", "50.25"},
		{`{"most":1000}`, "1000", ""}, {`{"most":0}`, "0", ""},
	} {
		filters := `{"tv":"price","op":"<=","value":` + c.most + `,"cast":"DECIMAL(10,2)"}`
		if c.least != "" {
			filters += `,{"tv":"price","op":">=","value":` + c.least + `,"cast":"DECIMAL(10,2)"}`
		}
		want := callTool(t, tools, public, "evo.content.search", `{"limit":20,"fields":["id"],"tv_filters":[`+filters+`]}`)
		if diff := cmp.Diff(want, callTool(t, tools, public, "find", c.input)); diff != "" {
			t.Errorf("%s: %s", c.input, diff)
		}
	}
	for input, want := range map[string]string{
		`{"most":"20"}`:    "most must be a number",
		`{"most":1000.01}`: "most must be a number between 0 and 1000",
		`{"most":-0.01}`:   "most must be a number between 0 and 1000",
		`{"most":1e400}`:   "most must be a number between 0 and 1000",
		`{"most":1.` + strings.Repeat("0", 30) + `}`:         "most must have at most 30 digits",
		`{"most":1,"least":` + strings.Repeat("9", 31) + `}`: "least must have at most 30 digits",
		`{"most":1,"least":-5.5}`:                            "least must be a number of at least -5",
		`{}`:                                                 "most is required: a number between 0 and 1000",
	} {
		if f := refuse(t, tools, public, "find", input); f.Message != want || f.Kind != fault.InvalidParams {
			t.Errorf("%s: %s", input, f.Message)
		}
	}
}

// TestDeclaredToolsShowWhatOthersDo expects declared tools to show callers the same as the tools that they call.
func TestDeclaredToolsShowWhatOthersDo(t *testing.T) {
	tools := openDeclared(t, func(*toolset.Options) {})
	answer := func(who identity.Principal, tool, arguments string) string {
		result, err := tools.Call(t.Context(), who, tool, jsontext.Value(arguments))
		if err != nil {
			return string(fault.From(err).Kind)
		}
		return string(result.JSON)
	}
	for _, c := range callers {
		for _, same := range []struct{ declared, tool, arguments string }{
			{"dear", "evo.content.search",
				`{"limit":20,"fields":["id"],"tv_filters":[{"tv":"price","op":">","value":"90","cast":"DECIMAL(10,2)"}]}`},
			{"users", "evo.model.list", `{"model":"User","limit":5}`},
		} {
			if diff := cmp.Diff(answer(c.who, same.tool, same.arguments), answer(c.who, same.declared, `{}`)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, same.declared, diff)
			}
		}
	}
}

// TestSeenInDeclaredTools expects the result of a declared tool to show the documents of all its steps. What it shows
// of models cannot be determined.
func TestSeenInDeclaredTools(t *testing.T) {
	tools := openDeclared(t, func(*toolset.Options) {})
	result, err := tools.Call(t.Context(), public, "open_first", jsontext.Value(`{"words":"Chair"}`))
	if err != nil {
		t.Fatal(err)
	}
	seen, known := tools.Seen(public, result)
	if diff := cmp.Diff([]int64{10}, seen.Documents); diff != "" || !known {
		t.Errorf("known: %v; %s", known, diff)
	}
	if result, err = tools.Call(t.Context(), manager, "users", nil); err != nil {
		t.Fatal(err)
	}
	if _, known := tools.Seen(manager, result); known {
		t.Error("what a tool shows of users is known by ids of documents")
	}
}

// TestErrorsOfDeclaredTools names the arguments of the declared tool, not those of the tools that it calls.
func TestErrorsOfDeclaredTools(t *testing.T) {
	tools := openDeclared(t, func(*toolset.Options) {})
	for _, c := range []struct {
		tool, arguments, field string
		kind                   fault.Kind
	}{
		{"find_products", `{}`, "most", fault.InvalidParams},
		{"find_products", `{"most":"1","limit":6}`, "limit", fault.InvalidParams},
		{"find_products", `{"most":"1","color":"green"}`, "color", fault.InvalidParams},
		{"find_products", `{"most":"1","offset":6}`, "offset", fault.InvalidParams},
		{"find_products", `{"most":"a lot"}`, "most", fault.InvalidParams}, // only the called tool checks that
		{"in_range", `{}`, "price", fault.InvalidParams},
		{"in_range", `{"price":"20"}`, "price", fault.InvalidParams},
		{"in_range", `{"price":{"least":"20"}}`, "price.most", fault.InvalidParams},
		{"in_range", `{"price":{"most":20}}`, "price.most", fault.InvalidParams},
		{"in_range", `{"price":{"most":"20","much":"1"}}`, "price.much", fault.InvalidParams},
		{"in_range", `{"price":{"most":"a lot"}}`, "price.most", fault.InvalidParams},
		{"find_product", `{}`, "", fault.UnknownTool},
	} {
		f := refuse(t, tools, public, c.tool, c.arguments)
		if f.Kind != c.kind || f.Field != c.field {
			t.Errorf("%s %s: %s at %q: %s", c.tool, c.arguments, f.Kind, f.Field, f.Message)
		}
	}
}

// TestListedBesideDeclaredTools lists declared tools first. The tools that they call need not be listed.
func TestListedBesideDeclaredTools(t *testing.T) {
	tools := openDeclared(t, func(o *toolset.Options) { o.Only = patterns(t, "evo.content.get") })
	var names []string
	for _, tool := range tools.Tools() {
		names = append(names, tool.Name)
	}
	diff := cmp.Diff([]string{"find_products", "open_first", "dear", "in_range", "users", "evo.content.get"}, names)
	if diff != "" {
		t.Error(diff)
	}
	callTool(t, tools, public, "dear", `{}`)
	if f := refuse(t, tools, public, "evo.content.search", `{}`); f.Kind != fault.UnknownTool {
		t.Errorf("a tool that is not listed: %v", f)
	}
	brief := tools.Brief(tools.Tools())
	if diff := cmp.Diff(string(tools.Tools()[0].Input.JSON()), string(brief[0].Input.JSON())); diff != "" {
		t.Errorf("a brief list changes a declared tool (-want +got):\n%s", diff)
	}
}

// TestDigestOfDeclaredTools distinguishes declarations with equal schemas, so that a cached answer of one
// is not given for the other.
func TestDigestOfDeclaredTools(t *testing.T) {
	_, d := openDatabase(t, accessSite(), standard)
	digest := func(source string) string {
		o := bounds()
		tool := declaredTools(t)[2]
		tool.Source = source
		o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
		return toolset.New(database(t, d.DSN), o).Digest()
	}
	if first, same, other := digest("a"), digest("a"), digest("b"); first != same || first == other {
		t.Error("the digest does not follow the declaration")
	}
}

// TestDeclarationsThatDoNotFit refuses declarations whose calls could fail, with the place and what to change.
// nested returns a schema whose argument a has so many levels of objects, the innermost with the member b.
func nested(levels int) string {
	s := `{"type":"string"}`
	name := "b"
	for range levels {
		s, name = `{"type":"object","properties":{"`+name+`":`+s+`}}`, "a"
	}
	return `{"type":"object","properties":{"a":` + s + `}}`
}

// inArray returns a schema whose argument n is an array of values with the schema items.
func inArray(items string) string {
	return `{"type":"object","properties":{"n":{"type":"array","maxItems":2,"items":` + items + `}}}`
}

// ofFilter returns a schema whose argument f is an object.
func ofFilter(properties, required string) string {
	return `{"type":"object","properties":{"f":{"type":"object","properties":{` + properties + `},"required":[` +
		required + `]}}}`
}

func TestDeclarationsThatDoNotFit(t *testing.T) {
	const search = "evo.content.search"
	for _, c := range []struct{ name, arguments, tool, with, want string }{
		{"t", ``, "evo.content.serch", `{}`, `p.steps[0].tool: "evo.content.serch" ` + notCallableMessage +
			`; did you mean evo.content.search, evo.content.get or evo.content.neighbors?`},
		{"t", ``, "evo.elements.list", `{}`, `p.steps[0].tool: "evo.elements.list" ` + notCallableMessage},
		{"t", ``, "evo.site.describe", `{}`, `p.steps[0].tool: "evo.site.describe" ` + notCallableMessage},
		{"evo_content_get", ``, search, `{}`,
			`p: the name evo_content_get is already that of a tool of emcp; rename one, or mount the bundle with a prefix`},
		{"t", ``, search, `{"limmit":1}`, "p.steps[0].with: limmit: " + unknownArgumentMessage},
		{"t", ``, search, `{"limit":1000}`,
			`p.steps[0].with: limit must be an integer between 1 and 100, or 0 with include_total`},
		{"t", ``, search, `{"limit":"1"}`, `p.steps[0].with: limit must be an integer`},
		{"t", ``, search, `{"limit":{"$argument":"n"}}`,
			`p.steps[0].with: limit: there is no argument n; declare it in arguments.properties`},
		{"t", `{"type":"object","properties":{"n":{"type":"integer"}}}`, search, `{"limit":{"$argument":"n"}}`,
			`p.steps[0].with: limit: the argument n needs a minimum of at least 0 and a maximum of at most 100`},
		{"t", `{"type":"object","properties":{"n":{"type":"string"}}}`, search, `{"limit":{"$argument":"n"}}`,
			`p.steps[0].with: limit: the argument n`},
		{"t", `{"type":"object","properties":{"n":{"type":"string","maxLength":9999}}}`, search,
			`{"query":{"$argument":"n"}}`,
			`p.steps[0].with: query: the argument n needs`},
		{"t", `{"type":"object","properties":{"n":{"type":"string"}}}`, search, `{"order_by":{"$argument":"n"}}`,
			`p.steps[0].with: order_by: the argument n needs an enum with some of`},
		{"t", `{"type":"object","properties":{"n":{"type":"string","enum":["pagetitle","size"]}}}`, search,
			`{"order_by":{"$argument":"n"}}`,
			`p.steps[0].with: order_by: the argument n "size" in its enum is not one of`},
		{"t", `{"type":"object","properties":{"n":{"type":"array","items":{"type":"string"},"maxItems":99}}}`, search,
			`{"with_tvs":{"$argument":"n"}}`,
			`p.steps[0].with: with_tvs: the argument n needs maxItems of at most 20`},
		{"t", `{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":6}}}`, "evo.content.descendants",
			`{"id":{"$argument":"n"},"limit":9}`,
			`p.steps[0].with: evo.content.descendants always needs a value; make the argument n required, or give it a ` +
				`$default`},
		{"t", ``, "evo.content.descendants", `{"limit":1}`, `p.steps[0].with: id is required`},
		{"t", `{"type":"object","properties":{"n":{"type":"string"}}}`, search, `{"limit":9}`,
			`p.arguments: nothing uses n; put {$argument: n} into a step`},
		{"t", `{"type":"object","properties":{"n":{"type":"string","const":"a"}}}`, search, `{"query":{"$argument":"n"}}`,
			`p.arguments.properties.n: emcp does not check "const"; it knows type, description, enum, pattern, format, ` +
				`minimum, maximum, minLength, maxLength, items, maxItems, ` +
				`properties, required, additionalProperties`},
		{"t", `{"type":"object","properties":{"n":{"type":"float"}}}`, search, `{"query":{"$argument":"n"}}`,
			`p.arguments.properties.n: type must be string, integer, number, boolean, array or object`},
		{"t", `{"type":"object","properties":{"n":{"type":"number","minimum":1,"maximum":6}}}`, search,
			`{"limit":{"$argument":"n"}}`, `p.steps[0].with: limit: the argument n must be an integer`},
		{"t", `{"type":"object","properties":{"n":{"type":"number","minimum":0.5}}}`, search,
			`{"tv_filters":[{"tv":"price","op":"=","value":{"$argument":"n"}}]}`,
			`p.arguments.properties.n: minimum must be an integer`},
		{"t", `{"type":"object","properties":{"n":{"type":"object"}}}`, search, `{}`,
			`p.arguments.properties.n: properties is required, the members of the object`},
		{"t", `{"type":"object","properties":{"n":{"type":"object","properties":{"a b":{"type":"string"}}}}}`, search, `{}`,
			`p.arguments.properties.n: "a b" must begin with a letter`},
		{"t", `{"type":"object","properties":{"n":{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}}}`,
			search, `{}`, `p.arguments.properties.n: required: there is no property b`},
		{"t",
			`{"type":"object","properties":{"n":{"type":"object","properties":{"a":{"type":"string"}},` +
				`"additionalProperties":true}}}`, search, `{}`,
			`p.arguments.properties.n: additionalProperties cannot be true`},
		{"t", inArray(nested(2)), search, `{"limit":1,"query":{"$argument":"n"}}`,
			`p.steps[0].with: query: the argument n must be a string`},
		{"t", inArray(nested(3)), search, `{}`,
			`p.arguments.properties.n.items.properties.a.properties.a.properties.a: an object can be inside 2 others, not more`},
		{"t", inArray(nested(1)), search, `{"limit":1,"query":{"$argument":"n.a"}}`,
			`p.steps[0].with: query: there is no argument n.a`},
		{"t", inArray(`{"type":"object","properties":{"tv":{"type":"string"}},"required":["tv"]}`), search,
			`{"tv_filters":{"$argument":"n"}}`,
			`p.steps[0].with: tv_filters: the argument n needs the required member op`},
		{"t",
			inArray(
				`{"type":"object","properties":{"tv":{"type":"string","minLength":1},"op":{"type":"string","enum":["=","is"]}},` +
					`"required":["tv","op"]}`), search, `{"tv_filters":{"$argument":"n"}}`,
			`p.steps[0].with: tv_filters: the argument n has a member op that "is" in its enum is not one of`},
		{"t", nested(3), search, `{"limit":1,"query":{"$argument":"a.a.a.b"}}`, ""},
		{"t", nested(4), search, `{"query":{"$argument":"a.a.a.a.b"}}`,
			`p.arguments.properties.a.properties.a.properties.a.properties.a: an object can be inside 2 others, not more`},
		{"t", nested(1), search, `{"query":{"$argument":"a.c"}}`,
			`p.steps[0].with: query: there is no argument a.c; declare it in arguments.properties`},
		{"t", nested(1), search, `{"query":{"$argument":"a.b.c"}}`, `p.steps[0].with: query: there is no argument a.b.c`},
		{"t", nested(1), search, `{"query":{"$argument":"a"}}`, `p.steps[0].with: query: the argument a must be a string`},
		{"t", nested(1), search, `{"limit":1}`, `p.arguments: nothing uses a.b; put {$argument: a.b} into a step`},
		{"t", nested(1), "evo.content.descendants", `{"id":{"$argument":"a.b"}}`,
			`p.steps[0].with: id: the argument a.b must be an integer`},
		{"t",
			`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer","minimum":1,` +
				`"maximum":9}},"required":["b"]}}}`,
			"evo.content.descendants", `{"id":{"$argument":"a.b"},"limit":1}`,
			`p.steps[0].with: evo.content.descendants always needs a value; make the argument a.b required, or give it a ` +
				`$default`},
		{"t",
			`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer","minimum":1,` +
				`"maximum":9}},"required":["b"]}},"required":["a"]}`,
			"evo.content.descendants", `{"id":{"$argument":"a.b"},"limit":1}`, ""},
		{"t", ofFilter(`"where":{"type":"string"}`, ``), "evo.model.list", `{"model":"Category","filters":{"$argument":"f"}}`,
			`p.steps[0].with: filters: the argument f has a member where that must be an array`},
		{"t", ofFilter(`"were":{"type":"string"}`, ``), "evo.model.list", `{"model":"Category","filters":{"$argument":"f"}}`,
			`p.steps[0].with: filters: the argument f has a member were, which has no place there`},
		{"t", ofFilter(`"tv":{"type":"string"}`, ``), search, `{"tv_filters":[{"$argument":"f"}]}`,
			`p.steps[0].with: tv_filters[0]: the argument f needs the required member`},
		{"t", `{"type":"object","required":["n"]}`, search, `{}`, `p.arguments: required: there is no property n`},
		{"t", `{"type":"string"}`, search, `{}`, `p.arguments: type must be object, whose properties are the arguments`},
		{"t", `[]`, search, `{}`, `p.arguments: is not a schema; write an object with type and other keywords`},
		{"t", `{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":9}}}`, search,
			`{"limit":{"$argument":"n","$default":-1}}`, `p.steps[0].with: limit must be an integer`},
	} {
		o := bounds()
		o.Deny = patterns(t, "evo.site.*")
		tool := bundle.Tool{Place: "p", Name: c.name, Description: "d", Steps: []bundle.Step{step(t, "", c.tool, c.with)}}
		if c.arguments != "" {
			tool.Arguments = jsontext.Value(c.arguments)
		}
		_, wrong := toolset.Declare(bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
		err := errors.Join(wrong...)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || c.want == "" || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %s with %s: %v, want %s", c.arguments, c.tool, c.with, err, c.want)
		}
	}
}

// TestAllMistakesAtOnce reports everything that is wrong with the tools of a bundle.
func TestAllMistakesAtOnce(t *testing.T) {
	result := template(t, `{"a":{"$argument":"none"},"b":{"$argument":"nor"}}`)
	b := bundle.Bundle{Tools: []bundle.Tool{
		{Place: "p[0]", Name: "a", Steps: []bundle.Step{step(t, "", "evo.content.get", `{"id":1}`)},
			Arguments: jsontext.Value(`{"type":"object","properties":{
			"regex":{"type":"string","pattern":"(a"},
			"format":{"type":"string","format":"datum"},
			"enum":{"type":"string","enum":["a",1]},
			"empty":{"type":"string","enum":[]},
			"range":{"type":"number","minimum":2,"maximum":1},
			"chosen":{"type":"string","format":"date","enum":["2026-01-31","tomorrow"]},
			"number":{"type":"integer","enum":["1"],"pattern":"1","minLength":1},
			"lengths":{"type":"string","minLength":-1,"maxLength":"9"},
			"swapped":{"type":"string","minLength":9,"maxLength":2},
			"list":{"type":"array","items":{"type":"string","pattern":"["}},
			"members":{"type":"object","properties":[]},
			"text":"string"
		},"required":["a","b"],"title":"A"}`)},
		{Place: "p[1]", Name: "a", Result: &result,
			Arguments: jsontext.Value(
				`{"type":"object","properties":{"unused":{"type":"string"},"nor_this":{"type":"string"},` +
					`"words":{"type":"integer"}}}`),
			Steps: []bundle.Step{
				step(t, "", "evo.content.search",
					`{"limit":1000,"query":{"$argument":"words"},"fields":[{"$argument":"field"}],"tv_filters":[{"tv":1}]}`),
				step(t, "", "evo.content.serch", `{}`),
				step(t, "", "evo.model.get", `{"model":"User","idd":"1"}`),
			},
			Examples: []jsontext.Value{jsontext.Value(`{"word":1}`), jsontext.Value(`{"words":"1"}`)}},
	}, Resources: []bundle.Resource{{Place: "r[0]", Tool: "a"}}}
	const want = `p[0].arguments: emcp does not check "title"; it knows type, description, enum, pattern, format, ` +
		`minimum, maximum, minLength, maxLength, items, maxItems, properties, required, additionalProperties
p[0].arguments.properties.regex: pattern: "(a" is not a regular expression in the syntax RE2
p[0].arguments.properties.format: format: emcp does not know "datum"; use one of JSON Schema, such as date, ` +
		`date-time, email, uri or uuid
p[0].arguments.properties.enum: enum must be a list of strings
p[0].arguments.properties.empty: enum needs a value
p[0].arguments.properties.range: minimum must not be above maximum
p[0].arguments.properties.chosen: enum: "tomorrow" must have the format date
p[0].arguments.properties.number: enum is for the type string, not for integer
p[0].arguments.properties.number: pattern is for the type string, not for integer
p[0].arguments.properties.number: minLength is for the type string, not for integer
p[0].arguments.properties.lengths: minLength must be an integer from 0 to 65535
p[0].arguments.properties.lengths: maxLength must be an integer from 0 to 65535
p[0].arguments.properties.swapped: minLength must not be above maxLength, which is 2
p[0].arguments.properties.list.items: pattern: "[" is not a regular expression in the syntax RE2
p[0].arguments.properties.members: properties must be an object
p[0].arguments.properties.text: is not a schema; write an object with type and other keywords
p[0].arguments: required: there is no property a
p[0].arguments: required: there is no property b
p[1]: the name a is already that of p[0]; rename one, or mount the bundle with a prefix
p[1].steps[0].with: limit must be an integer between 1 and 100, or 0 with include_total
p[1].steps[0].with: query: the argument words must be a string
p[1].steps[0].with: fields[0]: there is no argument field; declare it in arguments.properties
p[1].steps[0].with: tv_filters[0].tv must be a string
p[1].steps[1].tool: "evo.content.serch" ` + notCallableMessage + `; did you mean evo.content.search, ` +
		`evo.content.get or evo.content.neighbors?
p[1].steps[2].with: idd: ` + unknownArgumentMessage + `model, id, dates; did you mean id?
p[1].steps[2].with: id is required
p[1].result: there is no argument none; declare it in arguments.properties
p[1].result: there is no argument nor; declare it in arguments.properties
p[1].arguments: nothing uses unused; put {$argument: unused} into a step
p[1].arguments: nothing uses nor_this; put {$argument: nor_this} into a step
p[1].examples[0]: word: ` + unknownArgumentMessage + `unused, nor_this, words; did you mean words?
p[1].examples[1]: words must be an integer`
	if diff := cmp.Diff(strings.Split(want, "\n"), refusal(b)); diff != "" {
		t.Error(diff)
	}
}

// TestPatternsAndFormats checks arguments against their pattern and format, which clients see.
func TestPatternsAndFormats(t *testing.T) {
	const arguments = `{"type":"object","properties":{"sku":{"type":"string","maxLength":8,` +
		`"pattern":"^[A-Z]{2}-[0-9]+$"},"day":{"type":"string","maxLength":40,"format":"date"}},` +
		`"required":["sku"],"additionalProperties":false}`
	o := bounds()
	shown := template(t, `{"sku":{"$argument":"sku"},"day":{"$argument":"day"}}`)
	tool := bundle.Tool{Place: "p", Name: "look_up", Description: "d", Arguments: jsontext.Value(arguments),
		Result: &shown,
		Steps:  []bundle.Step{step(t, "", "evo.content.search", `{"limit":1}`)}}
	o.Declared = declare(t, bundle.Bundle{Tools: []bundle.Tool{tool}}, o)
	_, d := openDatabase(t, accessSite(), standard)
	tools := toolset.New(database(t, d.DSN), o)
	if diff := cmp.Diff(arguments, string(tools.Tools()[0].Input.JSON())); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
	got := callTool(t, tools, public, "look_up", `{"sku":"AB-12","day":"2026-02-28"}`)
	if got != `{"sku":"AB-12","day":"2026-02-28"}` {
		t.Error(got)
	}
	for input, want := range map[string]fault.Error{
		`{"sku":"ab-12"}`: {
			Kind: fault.InvalidParams, Field: "sku", Message: "sku must match the pattern ^[A-Z]{2}-[0-9]+$",
		},
		`{"sku":"AB-1","day":"2026-02-30"}`: {
			Kind: fault.InvalidParams, Field: "day", Message: "day must have the format date",
		},
		`{"sku":"AB-1","day":"28.02.2026"}`: {
			Kind: fault.InvalidParams, Field: "day", Message: "day must have the format date",
		},
		`{"sku":"AB-1234567"}`: {
			Kind: fault.InvalidParams, Field: "sku", Message: "sku must have at most 8 characters",
		},
		`{"sku":"AB-12\n","day":"2026-02-01"}`: {
			Kind: fault.InvalidParams, Field: "sku", Message: "sku must match the pattern ^[A-Z]{2}-[0-9]+$",
		},
	} {
		f := refuse(t, tools, public, "look_up", input)
		diff := cmp.Diff(want, fault.Error{Kind: f.Kind, Field: f.Field, Message: f.Message},
			cmpopts.IgnoreUnexported(fault.Error{}))
		if diff != "" {
			t.Errorf("%s (-want +got):\n%s", input, diff)
		}
	}
}

// TestExamplesFitTheirArguments refuses an example that the tool would refuse.
func TestExamplesFitTheirArguments(t *testing.T) {
	tool := declaredTools(t)[1]
	tool.Examples = []jsontext.Value{jsontext.Value(`{"words":"chair"}`), jsontext.Value(`{"word":"chair"}`)}
	const want = "bundles.shop.tools[1].examples[1]: word: " + unknownArgumentMessage + "words; did you mean words?"
	if diff := cmp.Diff([]string{want}, refusal(bundle.Bundle{Tools: []bundle.Tool{tool}})); diff != "" {
		t.Error(diff)
	}
}

// TestResourcesFitTheirTools refuses a resource whose tool would refuse its arguments.
func TestResourcesFitTheirTools(t *testing.T) {
	b := bundle.Bundle{Tools: declaredTools(t), Resources: []bundle.Resource{
		{Place: "p[0]", Tool: "dear"}, {Place: "p[1]", Tool: "find_products", Arguments: jsontext.Value(`{"most":"1"}`)},
		{Place: "p[2]", Tool: "find_products"},
	}}
	const want = "p[2].arguments: most is required"
	if diff := cmp.Diff([]string{want}, refusal(b)); diff != "" {
		t.Error(diff)
	}
}

// patterns reads patterns of tools.
func patterns(t *testing.T, texts ...string) []identity.Pattern {
	t.Helper()
	var all []identity.Pattern
	for _, text := range texts {
		p, err := identity.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}
