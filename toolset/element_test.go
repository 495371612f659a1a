package toolset_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// elementSite is accessSite with elements of all types.
func elementSite() *evosite.Site {
	s := accessSite()
	s.TVs[0].Description, s.TVs[0].Category, s.TVs[0].Elements = "Of one piece", 1, "Cheap==5||Dear==500"
	s.TVs[1].Locked = true
	s.TVs[2].Default = evosite.Text("@EVAL return login('a', ['password' => 'hunter2']);")
	s.Records["site_templates"] = []evosite.Record{
		{
			"id": 1, "templatename": "Page", "description": "Any page", "category": 0, "locked": 0,
			"content": "<title>[*pagetitle*]</title>\n[[Form? &to=`a@example.com` &password=`hunter2`]]",
		},
		{"id": 2, "templatename": "Product", "description": "A product", "category": 1, "locked": 1, "content": "{{header}}"},
	}
	s.Records["site_htmlsnippets"] = []evosite.Record{
		{
			"id": 1, "name": "header", "description": "Top of every page", "category": 1, "locked": 0, "disabled": 0,
			"snippet": "<header>Grüße</header>",
		},
		{"id": 2, "name": "Footer", "description": "100%_pure", "category": 0, "locked": 0, "disabled": 1, "snippet": nil},
		{"id": 3, "name": "HEADER", "description": "Old", "category": 9, "locked": 0, "disabled": 0, "snippet": "old"},
		{
			"id": 4, "name": "private", "description": "Of the owner", "category": 2, "locked": 1, "disabled": 0,
			"snippet": "locked",
		},
		{
			"id": 5, "name": "api_key", "description": "Of the map", "category": 2, "locked": 0, "disabled": 0,
			"snippet": "hunter2",
		},
	}
	s.Records["site_snippets"] = []evosite.Record{
		{
			"id": 1, "name": "DLMenu", "description": "Menus", "category": 1, "locked": 0, "disabled": 0,
			"snippet": "$token = 'hunter2';\nreturn 'x';", "properties": "&apiKey=Key;text;hunter2 &tpl=Template;text;row",
		},
		{
			"id": 2, "name": "Slow", "description": "", "category": 0, "locked": 0, "disabled": 1, "snippet": "",
			"properties": nil,
		},
	}
	s.Records["site_plugins"] = []evosite.Record{
		{
			"id": 1, "name": "TinyMCE", "description": "Editor", "category": 0, "locked": 0, "disabled": 0,
			"plugincode": "// nothing", "properties": `{"password":[{"label":"Password","type":"text","value":"hunter2"}]}`,
		},
	}
	return s
}

// withElements are the default limits with evo.elements.* switched on.
func withElements() toolset.Options {
	o := bounds()
	o.Elements = true
	return o
}

// openElements returns the toolset over elementSite in the tables of a release of Evolution.
func openElements(t *testing.T, generation string) *toolset.Toolset {
	t.Helper()
	_, d := openDatabase(t, elementSite(), evosite.Options{Prefix: "evo_", Generation: generation})
	return toolset.New(database(t, d.DSN), withElements())
}

// namesIn returns the names of the items in the answer of a list.
func namesIn(t *testing.T, answer string) []string {
	t.Helper()
	var list struct {
		Items []struct {
			Name string `json:"name"`
		} `json:"items"`
	}
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, item := range list.Items {
		all = append(all, item.Name)
	}
	return all
}

func TestElements(t *testing.T) {
	const (
		list, get = "evo.elements.list", "evo.elements.get"
		meta      = `"meta":{"toolsetVersion":"1.0"}}`
	)
	listMeta := func(limit, offset, count int, more bool) string {
		return fmt.Sprintf(`"meta":{"limit":%d,"offset":%d,"count":%d,"has_more":%t,"toolsetVersion":"1.0"}}`, limit, offset,
			count, more)
	}
	for _, generation := range []string{"3.1", "3.5"} {
		t.Run("Evolution "+generation, func(t *testing.T) {
			tools := openElements(t, generation)
			for _, test := range []struct{ tool, arguments, want string }{
				{list, `{"type":"template"}`, `{"items":[` +
					`{"type":"template","id":1,"name":"Page","description":"Any page","category":null,"disabled":null,` +
					`"locked":false},{"type":"template","id":2,"name":"Product","description":"A product","category":{"id":1,` +
					`"name":"Shop"},"disabled":null,"locked":true}],` + listMeta(50, 0, 2, false)},
				{list, `{"type":"tv","search":"PRICE"}`,
					`{"items":[{"type":"tv","id":1,"name":"price","description":"Of one piece","category":{"id":1,"name":"Shop"},` +
						`"disabled":null,"locked":false}],` + listMeta(50, 0, 1, false)},
				{list, `{"type":"chunk","category":2}`, `{"items":[` +
					`{"type":"chunk","id":5,"name":"api_key","description":"Of the map","category":{"id":2,"name":"Größen"},` +
					`"disabled":false,"locked":false},{"type":"chunk","id":4,"name":"private","description":"Of the owner",` +
					`"category":{"id":2,"name":"Größen"},"disabled":false,"locked":true}],` + listMeta(50, 0, 2, false)},
				{list, `{"type":"chunk","category":0}`,
					`{"items":[{"type":"chunk","id":2,"name":"Footer","description":"100%_pure","category":null,"disabled":true,` +
						`"locked":false}],` + listMeta(50, 0, 1, false)},
				{list, `{"type":"chunk","category":9}`,
					`{"items":[{"type":"chunk","id":3,"name":"HEADER","description":"Old","category":{"id":9,"name":null},` +
						`"disabled":false,"locked":false}],` + listMeta(50, 0, 1, false)},
				{list, `{"type":"plugin","search":"nothing"}`, `{"items":[],` + listMeta(50, 0, 0, false)},
				{list, `{"type":"snippet","limit":200,"include_total":true}`, `{"items":[` +
					`{"type":"snippet","id":1,"name":"DLMenu","description":"Menus","category":{"id":1,"name":"Shop"},` +
					`"disabled":false,"locked":false},{"type":"snippet","id":2,"name":"Slow","description":"","category":null,` +
					`"disabled":true,"locked":false}],"meta":{"limit":200,"offset":0,"count":2,"has_more":false,"total":2,` +
					`"toolsetVersion":"1.0"}}`},

				{get, `{"type":"template","id":1}`,
					`{"item":{"type":"template","id":1,"name":"Page","description":"Any page","category":null,"disabled":null,` +
						`"locked":false,` +
						"\"code\":\"<title>[*pagetitle*]</title>\\n[[Form? &to=`a@example.com` &password=`[redacted]`]]\"}," + meta},
				{get, `{"type":"tv","name":"price"}`,
					`{"item":{"type":"tv","id":1,"name":"price","description":"Of one piece","category":{"id":1,"name":"Shop"},` +
						`"disabled":null,"locked":false,"code":"Cheap==5||Dear==500","default_text":"0"},` + meta},
				{get, `{"type":"tv","name":"in-stock"}`,
					`{"item":{"type":"tv","id":3,"name":"in-stock","description":"","category":null,"disabled":null,"locked":false,` +
						`"code":"","default_text":"@EVAL return login('a', ['password' => '[redacted]']);"},` + meta},
				{get, `{"type":"tv","name":"SKU"}`,
					`{"item":{"type":"tv","id":5,"name":"SKU","description":"","category":null,"disabled":null,"locked":false,` +
						`"code":"","default_text":null},` + meta},
				{get, `{"type":"chunk","name":"header"}`,
					`{"item":{"type":"chunk","id":1,"name":"header","description":"Top of every page","category":{"id":1,` +
						`"name":"Shop"},"disabled":false,"locked":false,"code":"<header>Grüße</header>"},` + meta},
				{get, `{"type":"chunk","name":"HEADER"}`,
					`{"item":{"type":"chunk","id":3,"name":"HEADER","description":"Old","category":{"id":9,"name":null},` +
						`"disabled":false,"locked":false,"code":"old"},` + meta},
				{get, `{"type":"chunk","name":"Header"}`,
					`{"item":{"type":"chunk","id":1,"name":"header","description":"Top of every page","category":{"id":1,` +
						`"name":"Shop"},"disabled":false,"locked":false,"code":"<header>Grüße</header>"},` + meta},
				{get, `{"type":"chunk","id":2}`,
					`{"item":{"type":"chunk","id":2,"name":"Footer","description":"100%_pure","category":null,"disabled":true,` +
						`"locked":false,"code":null},` + meta},
				{get, `{"type":"chunk","name":"api_key"}`,
					`{"item":{"type":"chunk","id":5,"name":"api_key","description":"Of the map","category":{"id":2,"name":"Größen"},` +
						`"disabled":false,"locked":false,"code":"[redacted]"},` + meta},
				{get, `{"type":"snippet","name":"DLMenu"}`,
					`{"item":{"type":"snippet","id":1,"name":"DLMenu","description":"Menus","category":{"id":1,"name":"Shop"},` +
						`"disabled":false,"locked":false,"code":"$token = '[redacted]';\nreturn 'x';",` +
						`"properties":"&apiKey=Key;text;[redacted] ` +
						`&tpl=Template;text;row"},` + meta},
				{get, `{"type":"plugin","id":1}`,
					`{"item":{"type":"plugin","id":1,"name":"TinyMCE","description":"Editor","category":null,"disabled":false,` +
						`"locked":false,"code":"// nothing","properties":"{\"password\":[{\"label\":\"Password\",\"type\":\"text\",` +
						`\"value\":\"[redacted]\"}]}"},` + meta},
				{get, `{"type":"plugin","id":2}`, `{"item":null,` + meta},
				{get, `{"type":"plugin","name":"tiny"}`, `{"item":null,` + meta},
			} {
				if diff := cmp.Diff(test.want, callTool(t, tools, manager, test.tool, test.arguments)); diff != "" {
					t.Errorf("%s %s (-want +got):\n%s", test.tool, test.arguments, diff)
				}
			}
		})
	}
}

// TestElementSearch searches for characters that must have no special meaning.
func TestElementSearch(t *testing.T) {
	tools := openElements(t, "3.5")
	for search, want := range map[string][]string{
		"": {"api_key", "Footer", "header", "HEADER", "private"}, "page": {"header"}, "%": {"Footer"},
		"_": {"api_key", "Footer"}, "eader": {"header", "HEADER"},
		"of the": {"api_key", "private"}, "nothing": nil, strings.Repeat("ü", 100): nil,
	} {
		arguments := fmt.Sprintf(`{"type":"chunk","search":%q}`, search)
		if diff := cmp.Diff(want, namesIn(t, callTool(t, tools, manager, "evo.elements.list", arguments))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}

// TestElementPages walks through a list by cursors and by offsets.
func TestElementPages(t *testing.T) {
	tools := openElements(t, "3.5")
	all := []string{"api_key", "Footer", "header", "HEADER", "private"}
	var byCursor, byOffset []string
	arguments := `{"type":"chunk","limit":2}`
	for range all {
		answer := callTool(t, tools, manager, "evo.elements.list", arguments)
		byCursor = append(byCursor, namesIn(t, answer)...)
		cursor := nextCursor.FindStringSubmatch(answer)
		if cursor == nil {
			break
		}
		arguments = `{"type":"chunk","limit":2,"cursor":"` + cursor[1] + `"}`
	}
	for offset := 0; offset < len(all); offset += 2 {
		byOffset = append(byOffset,
			namesIn(t,
				callTool(t, tools, manager, "evo.elements.list", fmt.Sprintf(`{"type":"chunk","limit":2,"offset":%d}`, offset)))...)
	}
	if diff := cmp.Diff([][]string{all, all}, [][]string{byCursor, byOffset}); diff != "" {
		t.Errorf("by cursors, by offsets (-want +got):\n%s", diff)
	}
}

// TestElementAccess lets callers of every kind ask for every type. Callers who may not see the type must be refused.
// Others must see elements that are neither locked nor restricted to groups of others.
func TestElementAccess(t *testing.T) {
	tools := openElements(t, "3.5")
	types := map[string]struct {
		permission string
		all, open  []string // in Evolution's manager: by role 1, by other roles
	}{
		"template": {"edit_template", []string{"Page", "Product"}, []string{"Page"}},
		"tv": {"edit_template", []string{"color", "cost", "in-stock", "order", "price", "SKU", "topics"},
			[]string{"in-stock", "order", "price", "SKU", "topics"}},
		"chunk": {"edit_chunk", []string{"api_key", "Footer", "header", "HEADER", "private"},
			[]string{"api_key", "Footer", "header", "HEADER"}},
		"snippet": {"edit_snippet", []string{"DLMenu", "Slow"}, []string{"DLMenu", "Slow"}},
		"plugin":  {"edit_plugin", []string{"TinyMCE"}, []string{"TinyMCE"}},
	}
	all := []string{"edit_template", "edit_chunk", "edit_snippet", "edit_plugin"}
	for kind, want := range types {
		others := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return p == want.permission })
		inGroup := slices.Clone(want.open)
		if kind == "tv" {
			inGroup = slices.Insert(inGroup, 0, "cost")
		}
		for _, caller := range []struct {
			name string
			who  identity.Principal
			sees []string // nil: refused
		}{
			{"manager", manager, want.all}, {"administrator", administrator, want.all}, {"visitor", public, nil},
			{"member without permissions", outsider, nil},
			{"member with the other permissions", memberOf(2, nil, others...), nil},
			{"member with the permission", memberOf(2, nil, want.permission), want.open},
			{"member with the permission in the group", memberOf(2, []int64{2}, want.permission), inGroup},
		} {
			for _, tool := range tools.Tools() {
				may := tool.For(caller.who)
				if strings.HasPrefix(tool.Name, "evo.elements.") &&
					may != (caller.sees != nil || caller.name == "member with the other permissions") {
					t.Errorf("%s is there for a %s: %t", tool.Name, caller.name, may)
				}
			}
			list, get := fmt.Sprintf(`{"type":%q}`, kind), fmt.Sprintf(`{"type":%q,"id":1}`, kind)
			if caller.sees == nil {
				for tool, arguments := range map[string]string{"evo.elements.list": list, "evo.elements.get": get} {
					if f := refuse(t, tools, caller.who, tool, arguments); f.Kind != fault.Forbidden {
						t.Errorf("%s %s by a %s: %v", tool, arguments, caller.name, f)
					}
				}
				continue
			}
			if diff := cmp.Diff(caller.sees, namesIn(t, callTool(t, tools, caller.who, "evo.elements.list", list))); diff != "" {
				t.Errorf("%s sees of %s (-want +got):\n%s", caller.name, kind, diff)
			}
			for _, name := range want.all {
				answer := callTool(t, tools, caller.who, "evo.elements.get", fmt.Sprintf(`{"type":%q,"name":%q}`, kind, name))
				if seen := !strings.HasPrefix(answer, `{"item":null`); seen != slices.Contains(caller.sees, name) {
					t.Errorf("%s gets %s %s: %s", caller.name, kind, name, answer)
				}
			}
		}
	}
}

// TestElementReading reads a long text in parts. A key must be replaced even though every part ends within it.
func TestElementReading(t *testing.T) {
	site := elementSite()
	key := strings.Repeat("0aF1", 20)
	code := strings.Repeat("Grüße an alle. ", 1500)
	site.Records["site_snippets"] = []evosite.Record{
		{
			"id": 1, "name": "long", "category": 0, "locked": 0, "disabled": 0,
			"snippet": code[:300] + " '" + key + "' " + code[300:], "properties": code,
		},
		{
			"id": 2, "name": "huge", "category": 0, "locked": 0, "disabled": 0, "snippet": strings.Repeat("x", 2<<20),
			"properties": "",
		},
	}
	_, d := openDatabase(t, site, standard)
	o := withElements()
	tools := toolset.New(database(t, d.DSN), o)
	var read string
	var got struct {
		Item struct {
			Code      string         `json:"code"`
			Truncated bool           `json:"truncated"`
			Total     map[string]int `json:"total_chars"`
			Next      int            `json:"next_code_offset"`
		} `json:"item"`
	}
	want := code[:300] + " '[redacted]' " + code[300:]
	for range 1000 {
		arguments := fmt.Sprintf(`{"type":"snippet","id":1,"max_chars":40,"code_offset":%d}`, got.Item.Next)
		got.Item.Next, got.Item.Truncated, got.Item.Total = 0, false, nil
		if err := json.Unmarshal([]byte(callTool(t, tools, manager, "evo.elements.get", arguments)), &got); err != nil {
			t.Fatal(err)
		}
		read += got.Item.Code
		if got.Item.Next == 0 {
			break
		}
		total := map[string]int{"code": len([]rune(want)), "properties": len([]rune(code))}
		if !cmp.Equal(got.Item.Total, total) || !got.Item.Truncated {
			t.Fatalf("%s: %+v, want totals of %v", arguments, got.Item, total)
		}
	}
	if read != want {
		t.Errorf("the pieces together are %d bytes, the text has %d", len(read), len(want))
	}
	if f := refuse(t, tools, manager, "evo.elements.get", `{"type":"snippet","id":2}`); f.Kind != fault.ResultTooLarge {
		t.Errorf("a huge snippet: %v", f)
	}
	o.ResultBytes = 5000
	f := refuse(t, toolset.New(database(t, d.DSN), o), manager, "evo.elements.get", `{"type":"snippet","id":1}`)
	if f.Kind != fault.ResultTooLarge {
		t.Errorf("more than max_result_bytes: %v", f)
	}
}

// TestElementArguments calls the tools with arguments that they must refuse.
func TestElementArguments(t *testing.T) {
	tools := toolset.New(database(t, "root@tcp(127.0.0.1:1)/nothing"), withElements())
	for _, test := range []struct{ tool, arguments, field, message string }{
		{"evo.elements.list", `{}`, "type", "type is required"},
		{"evo.elements.list", `{"type":"module"}`, "type", "type must be one of template, tv, chunk, snippet, plugin"},
		{"evo.elements.list", `{"type":"chunk","limit":201}`, "limit", "limit must be an integer between 1 and 200"},
		{"evo.elements.list", `{"type":"chunk","limit":0}`, "limit", "limit must be an integer between 1 and 200"},
		{"evo.elements.list", `{"type":"chunk","offset":5001}`, "offset", "offset must be an integer between 0 and 5000"},
		{"evo.elements.list", `{"type":"chunk","search":"` + strings.Repeat("ü", 101) + `"}`, "search",
			"search must have at most 100 characters"},
		{"evo.elements.list", `{"type":"chunk","category":-1}`, "category", "category must be an integer of at least 0"},
		{"evo.elements.list", `{"type":"chunk","offset":1,"cursor":"x"}`, "offset",
			"the cursor already says where the page begins; remove offset"},
		{"evo.elements.get", `{"type":"chunk"}`, "id", "give id or name; evo.elements.list returns both"},
		{"evo.elements.get", `{"type":"chunk","id":1,"name":"x"}`, "name", "id already names the element; remove name"},
		{"evo.elements.get", `{"type":"chunk","id":1,"max_chars":100001}`, "max_chars",
			"max_chars must be an integer between 1 and 100000"},
	} {
		f := refuse(t, tools, manager, test.tool, test.arguments)
		got := [3]string{string(f.Kind), f.Field, f.Message}
		if got != [3]string{string(fault.InvalidParams), test.field, test.message} {
			t.Errorf("%s %s: %q", test.tool, test.arguments, got)
		}
	}
}

// TestElementsOff expects the tools to be neither listed nor suggested unless they are switched on.
func TestElementsOff(t *testing.T) {
	tools := over(t, "root@tcp(127.0.0.1:1)/nothing")
	for _, tool := range tools.Tools() {
		if strings.HasPrefix(tool.Name, "evo.elements.") {
			t.Errorf("%s is listed", tool.Name)
		}
	}
	for _, name := range []string{"evo.elements.list", "evo.elements.get", "evo_elements_get"} {
		f := refuse(t, tools, manager, name, `{"type":"chunk","id":1}`)
		if f.Kind != fault.UnknownTool || slices.ContainsFunc(f.Suggestions,
			func(s string) bool { return strings.Contains(s, "elements") }) {
			t.Errorf("%s: %v, suggests %q", name, f, f.Suggestions)
		}
	}
	if diff := cmp.Diff(toolset.Extensions, tools.Extensions()); diff != "" {
		t.Errorf("extensions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append(slices.Clone(toolset.Extensions), "evo.elements.list", "evo.elements.get"),
		toolset.New(database(t, "root@tcp(127.0.0.1:1)/nothing"), withElements()).Extensions()); diff != "" {
		t.Errorf("extensions with elements (-want +got):\n%s", diff)
	}
}

// TestElementsUnreadable removes columns. Only calls for their type may fail.
func TestElementsUnreadable(t *testing.T) {
	_, d := openDatabase(t, elementSite(), standard)
	for _, statement := range []string{
		"ALTER TABLE evo_site_snippets DROP COLUMN properties", "DROP TABLE evo_site_htmlsnippets",
	} {
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	tools := toolset.New(database(t, d.DSN), withElements())
	for kind, cause := range map[string]string{
		"snippet": "evo_site_snippets.properties",
		"chunk": "evo_site_htmlsnippets.id, evo_site_htmlsnippets.name, evo_site_htmlsnippets.description, " +
			"evo_site_htmlsnippets.category, evo_site_htmlsnippets.locked, evo_site_htmlsnippets.disabled, " +
			"evo_site_htmlsnippets.snippet",
	} {
		f := refuse(t, tools, manager, "evo.elements.list", fmt.Sprintf(`{"type":%q}`, kind))
		want := "emcp may not read elements of the type " + kind +
			" in the site's database; ask the site's owner to run emcp check, which prints the statements that allow it"
		if f.Kind != fault.Internal || f.Message != want ||
			fault.Cause(f).Error() != "missing or not readable for the database account: "+cause {
			t.Errorf("%s: %v", kind, f)
		}
	}
	for kind, want := range map[string][]string{"template": {"Page", "Product"}, "plugin": {"TinyMCE"}} {
		got := namesIn(t, callTool(t, tools, manager, "evo.elements.list", fmt.Sprintf(`{"type":%q}`, kind)))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", kind, got)
		}
	}
}
