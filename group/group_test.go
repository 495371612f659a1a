package group_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"emcp/group"
	"emcp/internal/fault"
)

// tool returns a tool whose schema names it.
func tool(name, description string) group.Tool {
	return group.Tool{
		Name: name, Description: description, Input: func() []byte { return []byte(`{"title":"` + name + `"}`) },
	}
}

// TestSearch finds tools by words: those with more of the words first, names before descriptions, and one whose
// name is given before all.
func TestSearch(t *testing.T) {
	tools := []group.Tool{
		tool("crm_orders_find", "[crm] Finds orders of a customer."), tool("crm_order_get", "[crm] Returns one order."),
		tool("crm_ticket", "[crm] Ärger & Ähnliches."),
		tool("crm_save", "[crm] Saves\nand more"),
	}
	tools[3].Writes = true
	entry := func(t group.Tool) string {
		writes := ""
		if t.Writes {
			writes = `"writes":true,`
		}
		return fmt.Sprintf(`{"name":"%s","description":"%s",%s"inputSchema":%s}`, t.Name,
			strings.ReplaceAll(t.Description, "\n", `\n`), writes, t.Input())
	}
	const all = `{"tools":[{"name":"crm_orders_find","description":"[crm] Finds orders of a ` +
		`customer."},{"name":"crm_order_get","description":"[crm] Returns one order."},` +
		`{"name":"crm_ticket","description":"[crm] Ärger & Ähnliches."},{"name":"crm_save","description":"[crm] ` +
		`Saves","writes":true}],`
	found := func(indexes ...int) string {
		var entries []string
		for _, i := range indexes {
			entries = append(entries, entry(tools[i]))
		}
		return fmt.Sprintf(`{"tools":[%s],"found":%d,"total":4}`, strings.Join(entries, ","), len(indexes))
	}
	for words, want := range map[string]string{
		"":                        all + `"total":4}`,
		" , ":                     all + `"total":4}`,
		"invoice":                 all + `"found":0,"total":4}`,
		"customer":                found(0),
		"orders":                  found(0, 1),
		"get an ORDER":            found(1, 0),
		"crm_save":                found(3, 0, 1, 2),
		"ärger":                   found(2),
		"saves tickets":           found(3, 2),
		"crm_ticket":              found(2, 0, 1, 3),
		"ticket ticket; TICKET-s": found(2),
	} {
		if diff := cmp.Diff(want, string(group.Search(tools, words, 10_000))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", words, diff)
		}
	}
}

// TestSearchIsBounded returns no more than asked for, but at least one tool with its whole schema, and
// shortens descriptions in lists.
func TestSearchIsBounded(t *testing.T) {
	var tools []group.Tool
	for i := range 500 {
		tools = append(tools, tool(fmt.Sprintf("tool_%d", i), strings.Repeat("ä", 1000)))
	}
	list := string(group.Search(tools, "", 24<<10))
	if len(list) > 25<<10 || strings.Count(list, `"name"`) < 50 || !strings.HasSuffix(list, `],"total":500}`) ||
		!strings.Contains(list, `{"name":"tool_7","description":"`+strings.Repeat("ä", 139)+`…"}`) {
		t.Errorf("%d bytes: %s", len(list), list[:1000])
	}
	if few := string(group.Search(tools, "tool", 24<<10)); strings.Count(few, `"name"`) != 5 ||
		!strings.HasSuffix(few, `],"found":500,"total":500}`) {
		t.Errorf("%s", few)
	}
	large := tools[7]
	large.Input = func() []byte { return []byte(`"` + strings.Repeat("a", 30<<10) + `"`) }
	tools[7] = large
	if found := string(group.Search(tools, "tool_7", 24<<10)); !strings.HasPrefix(found, `{"tools":[{"name":"tool_7",`) ||
		strings.Count(found, `"name"`) != 1 || len(found) < 30<<10 {
		t.Errorf("%s", found[:1000])
	}
}

// TestArguments reads the arguments of a group's own tools, and says what is wrong with others.
func TestArguments(t *testing.T) {
	for arguments, want := range map[string]group.Inner{
		`{"tool":"a"}`: {Tool: "a"},
		`{"arguments":{"id":12345678901234567890},"tool":"a.b"}`: {"a.b", jsontext.Value(`{"id":12345678901234567890}`)},
	} {
		if got, err := group.ReadCall(jsontext.Value(arguments)); err != nil || got.Tool != want.Tool ||
			string(got.Arguments) != string(want.Arguments) {
			t.Errorf("%s: %+v, %v", arguments, got, err)
		}
	}
	if words, err := group.ReadFind(nil); words != "" || err != nil {
		t.Errorf("%q, %v", words, err)
	}
	if words, err := group.ReadFind(jsontext.Value(`{"words":"a\nb"}`)); words != "a\nb" || err != nil {
		t.Errorf("%q, %v", words, err)
	}
	largest := `{"a":"` + strings.Repeat("a", 16<<10-8) + `"}`
	if job, err := group.ReadTask(jsontext.Value(`{"task":"a","data":` + largest + `}`)); job.Task != "a" ||
		string(job.Data) != largest || err != nil {
		t.Errorf("%+v, %v", job, err)
	}
	read := map[group.Role]func(jsontext.Value) error{
		group.Call: func(a jsontext.Value) error { _, err := group.ReadCall(a); return err },
		group.Find: func(a jsontext.Value) error { _, err := group.ReadFind(a); return err },
		group.Task: func(a jsontext.Value) error { _, err := group.ReadTask(a); return err },
	}
	for _, test := range []struct {
		role                   group.Role
		arguments, field, want string
	}{
		{group.Call, "", "tool", "tool is required"},
		{group.Call, `{"arguments":{}}`, "tool", "tool is required"},
		{group.Call, `{"tool":7}`, "tool", "tool must be a string"},
		{group.Call, `{"tool":"a","arguments":"{}"}`, "arguments", "arguments must be an object"},
		{group.Call, `{"tool":"a","args":{}}`, "args", "args: unknown argument; known here: tool, arguments"},
		{group.Call, `{"tol":"a","args":{}}`, "args", "args: unknown argument; known here: tool, arguments"},
		{group.Find, `{"word":"a"}`, "word", "word: unknown argument; known here: words; did you mean words?"},
		{group.Task, `{}`, "task", "task is required"},
		{group.Task, `{"task":" "}`, "task", "task is required"},
		{group.Task, `{"task":{}}`, "task", "task must be a string"},
		{group.Task, `{"task":"` + strings.Repeat("ä", 4001) + `"}`, "task", "task must have at most 4000 characters"},
		{group.Task, `{"task":"a","date":{}}`, "date", "date: unknown argument; known here: task, data; did you mean data?"},
		{group.Task, `{"task":"a","data":"{}"}`, "data", "data must be an object"},
		{
			group.Task, `{"task":"a","data":{"a":"` + strings.Repeat("a", 16<<10-7) + `"}}`, "data",
			"data must have at most 16384 bytes",
		},
		{group.Find, `{"words":["a"]}`, "words", "words must be a string"},
		{group.Find, `{"words":"` + strings.Repeat("ä", 201) + `"}`, "words", "words must have at most 200 characters"},
	} {
		var arguments jsontext.Value
		if test.arguments != "" {
			arguments = jsontext.Value(test.arguments)
		}
		var f *fault.Error
		if err := read[test.role](arguments); !errors.As(err, &f) || f.Kind != fault.InvalidParams || f.Field != test.field ||
			f.Told() != test.want {
			t.Errorf("%s %s: %v", test.role, test.arguments, err)
		}
	}
}
