package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/visible"
	"emcp/toolset"
)

// TestInvisible has no characters that nobody sees in any text of an answer.
func TestInvisible(t *testing.T) {
	const text = "Warm\u3164\u200b\u2800 win\u202ete\U0001F3F4\U000E0061\U000E0062r\ufe0f\u115f\u00ad"
	s := &evosite.Site{
		TVs: []evosite.TV{{ID: 1, Name: "note", Caption: text, Type: "text", Templates: []int64{1}}},
		Documents: []evosite.Document{
			{
				ID: 1, Title: text, LongTitle: text, Description: text, MenuTitle: text, IntroText: text,
				Content: "<h2>" + text + "</h2><p>" + text, Template: 1, Published: true, Folder: true,
			},
			{ID: 2, Parent: 1, Title: text, Alias: evosite.Text(text), Template: 1, Published: true},
		},
		Values: []evosite.Value{{TV: 1, Document: 1, Text: evosite.Text(text)}},
	}
	onEveryGeneration(t, s, func(t *testing.T, tools *toolset.Toolset) {
		for _, caller := range []identity.Principal{public, manager} {
			for tool, arguments := range map[string]string{
				"evo.content.get": `{"id":1,"with_tvs":["note"],"format":"html"}`,
				"evo.content.search": `{"limit":9,"query":"warm","with_tvs":["note"],"fields":["path","pagetitle","longtitle",` +
					`"description","introtext","content","menutitle","alias","url"]}`,
				"evo.site.describe": `{}`,
				"evo.model.get":     `{"model":"SiteTmplvarContentvalue","id":1}`,
			} {
				answer := callTool(t, tools, caller, tool, arguments)
				if strings.ContainsFunc(answer, func(r rune) bool { return visible.Hidden(r) && r != '\n' }) ||
					strings.Contains(answer, `\u2028`) || strings.Contains(answer, "%E2%80%8B") {
					t.Errorf("%s of %s: %+q", tool, caller.View, answer)
				}
				if tool != "evo.site.describe" && !strings.Contains(answer, "Warm winte\U0001F3F4r") {
					t.Errorf("%s of %s lacks the title: %s", tool, caller.View, answer)
				}
			}
		}
	})
}
