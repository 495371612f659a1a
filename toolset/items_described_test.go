package toolset_test

import (
	"strings"
	"testing"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/internal/test/snapshot"
	"emcp/toolset"
)

// TestDescribedItems compares descriptions with a file. Visitors learn nothing of drafts, hidden attributes and
// wholesale prices.
func TestDescribedItems(t *testing.T) {
	tools, _ := openShop(t)
	var got strings.Builder
	for _, c := range []struct {
		as  string
		who identity.Principal
	}{{"visitor", public}, {"manager", manager}} {
		items := callTool(t, tools, c.who, "evo.site.describe", `{"detail":"items"}`)
		line := ""
		for l := range strings.Lines(overviewOf(t, tools, c.who, 2000)) {
			if strings.HasPrefix(l, "Items ") {
				line = l
			}
		}
		if c.as == "visitor" && (strings.Contains(items+line, "canary") || strings.Contains(items+line, "wholesale")) {
			t.Errorf("a visitor learns %s\n%s", items, line)
		}
		got.WriteString(c.as + "\n" + items + "\n" + line + "\n")
	}
	snapshot.Expect(t, "items_described.txt", got.String())

	summary := callTool(t, tools, public, "evo.site.describe", `{}`)
	if want := `"items":[{"type":"product","items":4},{"type":"article","items":2}]`; !strings.Contains(summary, want) {
		t.Errorf("%s, want %s", summary, want)
	}
	for limit := range 300 {
		if text := tools.Overview(t.Context(), public, limit); len(text) > limit {
			t.Errorf("%d bytes for %d: %s", len(text), limit, text)
		}
	}
	if f := refuse(t, open(t, evosite.Fixture(), standard), public, "evo.site.describe",
		`{"detail":"items"}`); f.Kind != fault.InvalidParams || f.Field != "detail" {
		t.Errorf("without items: %v", f)
	}
	if f := refuse(t, tools, public, "evo.site.describe", `{"detail":"items","tv":"x"}`); f.Field != "detail" {
		t.Errorf("with a template variable: %v", f)
	}
}

// TestStatementsOfDescribedItems counts the statements, which do not depend on the number of items and attributes.
func TestStatementsOfDescribedItems(t *testing.T) {
	_, d := openShop(t)
	db := databaseOver(t, d.DSN, 1)
	tools := toolset.New(db, bounds())
	tools.Await(t.Context())
	const most = 24
	if got := workOf(t, db, tools, "evo.site.describe", `{"detail":"items"}`)["Com_select"]; got > most {
		t.Errorf("%d statements, want at most %d", got, most)
	}
}

// TestItemsOfSections reads items of a site that sLang does not translate, whose documents are in sections.
func TestItemsOfSections(t *testing.T) {
	site := shopSite()
	settings := site.Records["system_settings"]
	site.Records["system_settings"] = nil
	for _, s := range settings {
		if !strings.HasPrefix(s["setting_name"].(string), "s_lang") {
			site.Records["system_settings"] = append(site.Records["system_settings"], s)
		}
	}
	delete(site.Records, "s_lang_content")
	for id, alias := range map[int64]string{30: "uk", 31: "en"} {
		site.Documents = append(site.Documents,
			evosite.Document{ID: id, Template: 1, Published: true, Title: alias, Alias: &alias})
	}
	tools, _ := openDatabase(t, site, evosite.Options{Prefix: "evo_", Generation: "3.5", Items: true})
	for arguments, want := range map[string]string{
		`"lang":"en"`: `"title":"Kayak "`, `"lang":"uk"`: `"title":"Каяк"`, `"omit_empty":false`: `"title":null`,
	} {
		if got := callTool(t, tools, public, "evo.items.get", `{"type":"product","id":1,"fields":["title"],`+
			arguments+`}`); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
	f := refuse(t, tools, public, "evo.items.get", `{"type":"product","id":1,"lang":"de"}`)
	if f.Field != "lang" || !strings.HasSuffix(f.Message, "its languages: uk, en") {
		t.Errorf("another language: %s", f.Message)
	}
}
