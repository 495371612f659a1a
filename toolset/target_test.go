package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
)

// TestTargets gets weblinks without fields. Callers who name a revision get their targets, as far as they see the
// document; those of the contract get its members.
func TestTargets(t *testing.T) {
	tools := open(t, &evosite.Site{Documents: []evosite.Document{
		{ID: 1, Published: true, Title: "Home"},
		{ID: 2, Published: true, Title: "Here", Type: "reference", Content: "1"},
		{ID: 3, Published: true, Title: "There", Type: "reference", Content: "https://example.org/a?b=c"},
		{ID: 4, Published: true, Title: "Nowhere", Type: "reference", Content: "5"},
		{ID: 5, Title: "Draft"},
	}}, standard)
	const here, there = `,"link":{"id":1,"url":"/"}`, `,"link":{"url":"https://example.org/a?b=c"}`
	for _, c := range []struct {
		who       identity.Principal
		arguments string
		want      []string // what follows the type of each document
	}{
		{revised, `{"id":2}`, []string{here}},
		{revised, `{"url":"/index.php?id=3"}`, []string{there}},
		{revised, `{"ids":[1,2,3,4]}`, []string{"", here, there, ""}},
		{revised, `{"id":2,"omit_empty":true}`, []string{here}},
		{revised, `{"id":2,"fields":["type"]}`, []string{""}},
		{revised, `{"id":4,"fields":["type","link"]}`, []string{`,"link":null`}},
		{public, `{"id":2}`, []string{""}},
		{public, `{"ids":[1,2,3,4]}`, []string{"", "", "", ""}},
	} {
		got := callTool(t, tools, c.who, "evo.content.get", c.arguments)
		parts := strings.Split(got, `"type":"`)[1:]
		for i, part := range parts {
			_, after, _ := strings.Cut(part, `"`)
			after, _, _ = strings.Cut(after, `,"meta"`)
			after = strings.TrimSuffix(after, "]")
			if before, _, more := strings.Cut(after, `},{`); more {
				after = before + "}"
			}
			if after = strings.TrimSuffix(after, "}"); i >= len(c.want) || after != c.want[i] {
				t.Errorf("%s: %s, want %q", c.arguments, got, c.want)
				break
			}
		}
		if len(parts) != len(c.want) {
			t.Errorf("%s: %s", c.arguments, got)
		}
	}
	got := callTool(t, tools, revised, "evo.content.children", `{"id":0,"limit":9}`)
	if strings.Contains(got, `"link"`) {
		t.Errorf("a list has targets: %s", got)
	}
}
