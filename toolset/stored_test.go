package toolset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// storedSite has a template variable for each way to store values. Documents 1 to 6 are visible, 7 is a draft.
func storedSite() *evosite.Site {
	s := &evosite.Site{}
	for id := range int64(7) {
		s.Documents = append(s.Documents, evosite.Document{ID: id + 1, Template: 1, Title: "Page", Published: id < 6})
	}
	for i, tv := range []struct {
		name, kind, caption, elements string
		values                        []string // of the documents from 1 on
	}{
		{"starts", "date", "Begins", "",
			[]string{"31-01-2026 18:30:00", "01-02-2026 10:00:00", "2026-03-01", "", "soon", "@EVAL 1", "01-01-2099 00:00:00"}},
		{"price", "text", "Price in euros", "", []string{"1.234,50 €", "45 EUR", "free", "", "[[Price]]", "€ 9,90", "99999"}},
		{"weight", "number", "Weight", "", []string{"1,5 g", "300", "", "", "", "", "9999"}},
		{"rooms", "number", "", "", []string{"-1", "3.50", "3", "", "", "", "77"}},
		{"related", "text", "", "", []string{"3||2", "4, 5,6", "1", "", "", "1,2", "7||1"}},
		{"sizes", "text", "", "", []string{"120,60,75", "80,40,33", "1"}},
		{"decimals", "text", "", "", []string{"1,5", "2,5", "3,4"}},
		{"mixed", "text", "", "", []string{"1||2", "solo"}},
		{"linked", "listbox-multiple", "", "@SELECT pagetitle, id FROM x", []string{"3||2", "4", "", "", "", "", "7"}},
		{"offers", "dropdown", "", "One==1||Two==2", []string{"1", "2", "3"}},
		{"tags", "custom_tv:tags", "", "", []string{"solo,garden", "rain", "sun, rain"}},
		{"bars", "custom_tv", "", "", []string{"a||b", "b", `{"a":"b||c"}`, "1||0"}},
		{"due", "date", "", "",
			[]string{"2026/01/31", "2026/02/01 10:00", "2026/01/30", "2026/01/30 08:00:00", "2026/02/30"}},
		{"founded", "date", "", "", []string{"01-01-1970", "31-01-2020", "31-01-2026 18:30:00"}},
		{"prose", "textarea", "", "", []string{"Rain, sun. And snow", "solo", "a,b"}},
		{"snippet", "text", "", "", []string{"[[Price]]", "@SELECT 1", "[*id*]", "", "", "", "draft"}},
		{"drafts", "text", "", "", []string{6: "secret"}},
	} {
		id := int64(i + 1)
		s.TVs = append(s.TVs,
			evosite.TV{ID: id, Name: tv.name, Type: tv.kind, Caption: tv.caption, Elements: tv.elements, Templates: []int64{1}})
		for i, text := range tv.values {
			if text != "" || tv.name == "starts" {
				s.Values = append(s.Values, evosite.Value{TV: id, Document: int64(i + 1), Text: &text})
			}
		}
	}
	return s
}

// TestStoredValues describes how values are stored, in the view of visitors and in that of the manager.
func TestStoredValues(t *testing.T) {
	_, d := openDatabase(t, storedSite(), standard)
	tools := toolset.New(database(t, d.DSN), weighed(t))
	described := decoded(t, callTool(t, tools, public, "evo.site.describe", `{"template":1}`))
	managed := decoded(t, callTool(t, tools, manager, "evo.site.describe", `{"template":1}`))
	known := func(answer any, name string) string {
		for _, tv := range answer.(map[string]any)["templates"].([]any)[0].(map[string]any)["tvs"].([]any) {
			tv := tv.(map[string]any)
			if tv["name"] != name {
				continue
			}
			for _, fixed := range []string{"id", "name", "caption", "type", "default", "options", "times"} {
				delete(tv, fixed)
			}
			return fmt.Sprint(tv)
		}
		return "nothing"
	}
	for _, c := range []struct{ name, visitor, manager string }{
		{"starts",
			`map[date_formats:[dd-mm-YYYY HH:MM:SS YYYY-mm-dd] documents:5 range:map[max:2026-03-01T00:00:00Z ` +
				`min:2026-01-31T18:30:00Z]]`,
			`map[date_formats:[dd-mm-YYYY HH:MM:SS YYYY-mm-dd] documents:7 range:map[max:2099-01-01T00:00:00Z ` +
				`min:2026-01-31T18:30:00Z]]`},
		{"price", `map[currency:EUR documents:4 range:map[max:1234.5 min:9.9]]`,
			`map[currency:EUR documents:6 range:map[max:99999 min:9.9]]`},
		{"weight", `map[documents:2 range:map[max:300 min:1.5] unit:g]`,
			`map[documents:3 range:map[max:9999 min:1.5] unit:g]`},
		{"rooms", `map[documents:3 range:map[max:3.5 min:-1]]`, `map[documents:4 range:map[max:77 min:-1]]`},
		{"related", `map[documents:4 separator:, values_are:document ids]`,
			`map[documents:5 separator:|| values_are:document ids]`},
		{"sizes", `map[documents:3]`, `map[documents:3]`},
		{"decimals", `map[documents:3]`, `map[documents:3]`},
		{"mixed", `map[documents:2]`, `map[documents:2]`},
		{"linked", `map[documents:2 separator:|| values_are:document ids]`,
			`map[documents:3 separator:|| values_are:document ids]`},
		{"offers",
			`map[documents:3 values:[map[documents:1 value:1] map[documents:1 value:2] map[documents:1 not_an_option:true ` +
				`value:3]]]`,
			`map[documents:3 values:[map[documents:1 value:1] map[documents:1 value:2] map[documents:1 not_an_option:true ` +
				`value:3]]]`},
		{"tags", `map[documents:3 separator:,]`, `map[documents:3 separator:,]`},
		{"bars", `map[documents:4 separator:||]`, `map[documents:4 separator:||]`},
		{"due",
			`map[date_formats:[YYYY/mm/dd YYYY/mm/dd HH:MM YYYY/mm/dd HH:MM:SS] documents:5 ` +
				`range:map[max:2026-02-01T10:00:00Z min:2026-01-30T00:00:00Z]]`,
			`map[date_formats:[YYYY/mm/dd YYYY/mm/dd HH:MM YYYY/mm/dd HH:MM:SS] documents:5 ` +
				`range:map[max:2026-02-01T10:00:00Z min:2026-01-30T00:00:00Z]]`},
		{"founded",
			`map[date_formats:[dd-mm-YYYY dd-mm-YYYY HH:MM:SS] documents:3 range:map[max:2026-01-31T18:30:00Z ` +
				`min:1970-01-01T00:00:00Z]]`,
			`map[date_formats:[dd-mm-YYYY dd-mm-YYYY HH:MM:SS] documents:3 range:map[max:2026-01-31T18:30:00Z ` +
				`min:1970-01-01T00:00:00Z]]`},
		{"prose", `map[documents:3]`, `map[documents:3]`},
		{"snippet", `map[documents:<nil>]`, `map[documents:4]`},
		{"drafts", `map[documents:<nil>]`, `map[documents:1]`},
	} {
		diff := cmp.Diff([]string{c.visitor, c.manager}, []string{known(described, c.name), known(managed, c.name)})
		if diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestDescriptionCost counts the rows that the server reads for a description. It must not read the values more often
// than the two statements do that count them.
func TestDescriptionCost(t *testing.T) {
	const documents, tvs = 1000, 6
	site := &evosite.Site{}
	for i, kind := range []string{"text", "date", "number", "checkbox", "listbox", "custom_tv"} {
		site.TVs = append(site.TVs, evosite.TV{ID: int64(i + 1), Name: kind, Type: kind, Templates: []int64{1}})
	}
	for id := range int64(documents) {
		site.Documents = append(site.Documents, evosite.Document{ID: id + 1, Title: "Page", Template: 1, Published: true})
		for _, tv := range site.TVs {
			text := map[string]string{
				"text": "3||4", "date": "31-01-2026", "number": "45", "checkbox": "3||5", "listbox": "7", "custom_tv": "a,b",
			}[tv.Type]
			site.Values = append(site.Values, evosite.Value{TV: tv.ID, Document: id + 1, Text: &text})
		}
	}
	_, d := openDatabase(t, site, standard)
	db := databaseOver(t, d.DSN, 1)
	var rows int64
	for _, view := range []string{`{"detail":"summary"}`, `{"detail":"full"}`} {
		before := worked(t, db)
		callTool(t, toolset.New(db, bounds()), public, "evo.site.describe", view)
		after := worked(t, db)
		rows = -rows
		for name, n := range after {
			if strings.HasPrefix(name, "Handler_read") {
				rows += n - before[name]
			}
		}
	}
	if most := int64(5 * documents * tvs); rows > most {
		t.Errorf("%d rows are read for the values of template variables, more than %d", rows, most)
	}
}
