package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
)

// Values are printed as the site's widgets do it. What depends on the site's language, zone or code is marked.
func TestWidgets(t *testing.T) {
	s := &evosite.Site{Records: map[string][]evosite.Record{"site_templates": {{"id": 1, "templatename": "Page"}}}}
	var content, want []string
	for i, tv := range []struct{ kind, widget, parameters, value, want string }{
		{"date", "date", "&format=%d.%m.%Y %R %%", "31-12-2025 18:30:00", "31.12.2025 18:30 %"},
		{"date", "date", "&format=%e.%m.%y, %j, %I:%M%", "2026-02-03 15:04:05", "3.02.26, 034, 03:04%"},
		{"date", "date", "&format=%d&default=No", "", ""},
		{"date", "date", "&format=%d&default=Yes", "", "[…]"},
		{"date", "date", "&format=%A", "31-12-2025 18:30:00", "[…]"},
		{"date", "date", "", "31-12-2025 18:30:00", "[…]"},
		{"date", "date", "&format=%d", "1767205800", "[…]"},
		{"date", "date", "&format=%d", "tomorrow", "[…]"},
		{"date", "unixtime", "", "31-12-2025 18:30:00", "[…]"},
		{"text", "string", "&format=Upper Case", "äöa b", "äöA B"},
		{"text", "string", "&format=lower case", "ÄÖA B", "ÄÖa b"},
		{"text", "string", "&format=Capitalize", "äb cd\tef", "äb Cd Ef"},
		{"text", "string", "&format=Sentence Case", "a b", "A b"},
		{"text", "string", "&format=none", "a B", "a B"},
		{"text", "htmlentities", "", `<b> & "`, `<b> & "`},
		{"checkbox", "htmlentities", "", "a||b", "ab"},
		{"checkbox", "delim", "&format=, ", "a||b", "a,b"},
		{"text", "datagrid", "", "a", "[…]"},
	} {
		id, name := int64(i+1), fmt.Sprint("tv", i)
		s.TVs = append(s.TVs,
			evosite.TV{
				ID: id, Name: name, Type: tv.kind, Templates: []int64{1}, Display: tv.widget, DisplayParams: tv.parameters,
			})
		s.Values = append(s.Values, evosite.Value{TV: id, Document: 1, Text: &tv.value})
		content, want = append(content, "<p>"+name+": [*"+name+"*].</p>"), append(want, name+": "+tv.want+".")
	}
	s.Documents = []evosite.Document{
		{ID: 1, Title: "Widgets", Published: true, Template: 1, Content: strings.Join(content, "")},
	}
	tools, _ := openDatabase(t, s, standard)
	var got struct {
		Item struct{ Content string }
	}
	answer := callTool(t, tools, public, "evo.content.get", `{"id":1,"fields":["content"],"format":"text"}`)
	if err := json.Unmarshal([]byte(answer), &got, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, strings.Split(got.Item.Content, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
