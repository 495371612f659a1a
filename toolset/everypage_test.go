package toolset_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/internal/test/wait"
	"emcp/toolset"
)

// bilingual is a site in German, with an English section below document 20, and a draft.
func bilingual() *evosite.Site {
	return &evosite.Site{
		Documents: []evosite.Document{
			{ID: 1, Title: "Start", Template: 1, Published: true}, {ID: 2, Title: "Kontakt", Template: 2, Published: true},
			{ID: 3, Title: "Entwurf", Template: 3},
			{ID: 20, Title: "English", Alias: evosite.Text("en"), Template: 1, Published: true},
			{ID: 21, Title: "Contact", Template: 2, Parent: 20, Published: true},
			{ID: 22, Title: "Bikes", Template: 1, Parent: 20, Published: true},
		},
		Records: map[string][]evosite.Record{
			"system_settings": {{"setting_name": "manager_language", "setting_value": "de"}},
		},
	}
}

// withFooters is withPagesOf a site in two languages, whose pages have a header and a footer in their language.
func withFooters(t *testing.T) (*toolset.Toolset, *website) {
	t.Helper()
	tools, site, _ := withPagesOf(t, bilingual())
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id")
		footer := `<p>Öffnungszeiten: <b>Dienstag</b> bis Freitag</p><p>Ruf <a href="tel:+4940123">uns an</a></p>`
		if strings.HasPrefix(id, "2") && id != "2" {
			footer = `<p>Opening hours: Tuesday to Friday</p><p>[[Wheel]] Street 5</p>`
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w,
			`<nav>Menu</nav><div class="b"><h1>`+id+`</h1><p>The text of page `+id+`</p></div><div class="c">`+footer+`</div>`)
	}
	return tools, site
}

const german, english = "Öffnungszeiten: **Dienstag** bis Freitag\n\nRuf [uns an](tel:+4940123)",
	"Opening hours: Tuesday to Friday\n\n\\[\\[Wheel]] Street 5"

// described returns what a description says of all pages.
func described(t *testing.T, tools *toolset.Toolset, arguments string) any {
	t.Helper()
	return decoded(t,
		callTool(t, tools, public, describeName, arguments)).(map[string]any)["site"].(map[string]any)["on_every_page"]
}

const describeName = "evo.site.describe"

// What the pages of each language have in common is in the description of the site. It comes from pages that visitors
// see.
func TestDescribeEveryPage(t *testing.T) {
	tools, site := withFooters(t)
	want := []any{map[string]any{"lang": "de", "text": german}, map[string]any{"lang": "en", "text": english}}
	if diff := cmp.Diff(any(want), described(t, tools, `{}`)); diff != "" {
		t.Error(diff)
	}
	diff := cmp.Diff([]string{"/", "/index.php?id=2", "/index.php?id=20", "/index.php?id=21", "/index.php?id=22"},
		site.requests())
	if diff != "" {
		t.Error(diff)
	}
	if got := described(t, tools, `{"template":1}`); got != nil {
		t.Errorf("of a template: %v", got)
	}
	if got := callTool(t, tools, manager, describeName, `{}`); strings.Contains(got, "on_every_page") {
		t.Errorf("for managers: %s", got)
	}
	if requests := site.requests(); requests != nil {
		t.Errorf("fetched %v", requests)
	}
}

// After a refresh, the description has what the pages say now.
func TestDescribeEveryPageAfterRefresh(t *testing.T) {
	tools, site := withFooters(t)
	if got := described(t, tools, `{}`); got == nil {
		t.Fatal("the pages say nothing")
	}
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, `<p>The text of page `+r.URL.Query().Get("id")+`</p><p>Closed until March</p>`)
	}
	callTool(t, tools, manager, describeName, `{"refresh":true}`)
	want := []any{
		map[string]any{"lang": "de", "text": "Closed until March"},
		map[string]any{"lang": "en", "text": "Closed until March"},
	}
	if diff := cmp.Diff(any(want), described(t, tools, `{}`)); diff != "" {
		t.Error(diff)
	}
}

// A site that does not answer costs a description two thirds of its time, and nothing else.
func TestDescribeEveryPageOfHangingSite(t *testing.T) {
	tools, site := withFooters(t)
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	site.answer = func(http.ResponseWriter, *http.Request) { <-hang }
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	answer, err := tools.Call(ctx, public, describeName, nil)
	if err != nil || strings.Contains(string(answer.JSON), "on_every_page") ||
		!strings.Contains(string(answer.JSON), `"documents":5`) {
		t.Errorf("%v %s", err, answer.JSON)
	}
}

// A search does not wait for pages. Once they are known, it has an excerpt of what all pages say.
func TestSearchEveryPage(t *testing.T) {
	tools, site := withFooters(t)
	search := func(arguments string) any {
		t.Helper()
		meta := decoded(t,
			callTool(t, tools, public, "evo.content.search", arguments)).(map[string]any)["meta"].(map[string]any)
		return meta["on_every_page"]
	}
	const hours = `{"limit":3,"query":"opening hours"}`
	if got := search(hours); got != nil {
		t.Errorf("before the pages are read: %v", got)
	}
	wait.Until(t, time.Minute, "the pages are not read", func() bool { return search(hours) != nil })
	described(t, tools, `{}`) // until those of both languages are read
	for arguments, want := range map[string]any{
		hours: "**Opening** **hours**: Tuesday to Friday [[Wheel]] Street 5",
		`{"limit":3,"query":"\"opening hours\" lake"}`: "**Opening** **hours**: Tuesday to Friday [[Wheel]] " +
			"Street 5",
		`{"limit":3,"query":"wheel lake boats"}`:          nil,
		`{"limit":3,"query":"offnungszeiten"}`:            "**Öffnungszeiten**: Dienstag bis Freitag Ruf uns an",
		`{"limit":3,"query":"opening hours","lang":"de"}`: nil,
		`{"limit":3,"query":"opening hours","lang":"en"}`: "**Opening** **hours**: Tuesday to Friday [[Wheel]] " +
			"Street 5",
		`{"limit":3,"query":"menu"}`:                     nil,
		`{"limit":3,"query":"opening hours","offset":3}`: nil,
		`{"limit":3,"query":"opening hours","match":"all","depth":1}`: "**Opening** **hours**: Tuesday to Friday [[Wheel]] " +
			"Street 5",
	} {
		if diff := cmp.Diff(want, search(arguments)); diff != "" {
			t.Errorf("%s: %s", arguments, diff)
		}
	}
	site.requests()
	if got := callTool(t, tools, manager, "evo.content.search", hours); strings.Contains(got, "on_every_page") {
		t.Errorf("for managers: %s", got)
	}
	if requests := site.requests(); requests != nil {
		t.Errorf("fetched %v", requests)
	}
}

// The overview says where to find what all pages say, once that is known.
func TestOverviewOfEveryPage(t *testing.T) {
	tools, _ := withFooters(t)
	described(t, tools, `{}`)
	const head = ", 5 documents, languages: de, en (in 20). " +
		"describe has the hours, contacts and the like that stand on every page (on_every_page).\n"
	if got := overviewOf(t, tools, public, 1000); !strings.Contains(got, head) {
		t.Errorf("%s has no %s", got, head)
	}
	if got := overviewOf(t, tools, manager, 1000); strings.Contains(got, "on_every_page") {
		t.Errorf("for managers: %s", got)
	}
}
