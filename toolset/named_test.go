package toolset_test

import (
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"

	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// Fields that placeholders name are read with a statement of their own at first, and together with the texts later.
// Both give the same, also for a field with the name of a template variable, which only one of the templates has.
func TestFieldsOfPlaceholders(t *testing.T) {
	const named = "[*pagetitle*], [*longtitle*], [*hidemenu*], [*menuindex*], [*introtext*]"
	s := &evosite.Site{
		TVs: []evosite.TV{{ID: 1, Name: "longtitle", Type: "text", Templates: []int64{1}}},
		Documents: []evosite.Document{
			{ID: 1, Title: "Folder", Published: true, Folder: true},
			{
				ID: 2, Parent: 1, Title: "One", LongTitle: "Long", Template: 1, Published: true, MenuIndex: 7, Content: named,
				IntroText: "of [*pagetitle*]",
			},
			{
				ID: 3, Parent: 1, Title: "Two", LongTitle: "Long", Template: 2, Published: true, MenuIndex: 8, HideMenu: true,
				Content: named,
			},
			{ID: 4, Parent: 1, Title: "Draft", Content: "canary " + named, MenuIndex: 9},
		},
		Values: []evosite.Value{{TV: 1, Document: 2, Text: evosite.Text("Variable")}},
	}
	want := []string{"One, Variable, , 7, of One", "Two, Long, 1, 8,"}
	onEveryGeneration(t, s, func(t *testing.T, tools *toolset.Toolset) {
		for range 3 {
			var all struct{ Items []struct{ Content string } }
			text := callTool(t, tools, public, "evo.content.children", `{"id":1,"limit":9,"fields":["content"],"format":"text"}`)
			if err := json.Unmarshal([]byte(text), &all, json.MatchCaseInsensitiveNames(true)); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, item := range all.Items {
				got = append(got, item.Content)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}
