package toolset_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/sitepage"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/toolset"
)

// website is the site of the fixture as its visitors see it: /index.php?id=ID.
type website struct {
	*httptest.Server

	mu        sync.Mutex
	requested []string // addresses without the host
	answer    func(w http.ResponseWriter, r *http.Request)
}

func (s *website) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requested = append(s.requested, r.URL.RequestURI())
	answer := s.answer
	s.mu.Unlock()
	answer(w, r)
}

// requests returns what was requested since the last call.
func (s *website) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	uris := s.requested
	s.requested = nil
	slices.Sort(uris)
	return uris
}

// withPages returns the toolset over the fixture with pages, and its website.
func withPages(t *testing.T) (*toolset.Toolset, *website, *testdb.Database) {
	t.Helper()
	return withPagesOf(t, evosite.Fixture())
}

// withPagesOf is withPages over another site.
func withPagesOf(t *testing.T, site *evosite.Site) (*toolset.Toolset, *website, *testdb.Database) {
	t.Helper()
	o, s, d := pagesOptions(t, site)
	return toolset.New(database(t, d.DSN), o), s, d
}

// pagesOptions returns the options of withPagesOf.
func pagesOptions(t *testing.T, site *evosite.Site) (toolset.Options, *website, *testdb.Database) {
	t.Helper()
	titles := map[string]string{}
	for i, document := range site.Documents {
		site.Documents[i].Content = "<p>stored {{chunk}} text</p>"
		titles[strconv.FormatInt(document.ID, 10)] = document.Title
	}
	_, d := openDatabase(t, site, standard)
	s := &website{answer: func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w,
			`<div class="a">Menu</div><div class="b"><h1>`+titles[r.URL.Query().Get("id")]+`</h1><p>`+r.URL.RawQuery+
				` made by a [[snippet]], see <a href="more">more</a></p></div><div class="c"><p>Open from nine to five</p></div>`)
	}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	o := bounds()
	o.BaseURL = s.URL + "/"
	var err error
	if o.Pages, err = sitepage.New(s.URL, "test"); err != nil {
		t.Fatal(err)
	}
	return o, s, d
}

// A page is fetched again when a part of it has changed.
func TestPageOfChangedSite(t *testing.T) {
	o, site, d := pagesOptions(t, evosite.Fixture())
	fetched := func() []string {
		t.Helper()
		tools := toolset.New(database(t, d.DSN), o) // which reads the site as one does after 30 seconds
		callTool(t, tools, public, "evo.content.get", `{"id":10,"format":"page","fields":["content"]}`)
		return site.requests()
	}
	all := []string{"/", "/index.php?id=10", "/index.php?id=10", "/index.php?id=11", "/index.php?id=12"}
	if diff := cmp.Diff(all, fetched()); diff != "" {
		t.Error(diff)
	}
	for _, change := range []string{
		"INSERT INTO evo_site_htmlsnippets (name, snippet) VALUES ('hours', 'nine to five')",
		"UPDATE evo_site_htmlsnippets SET snippet = 'ten to six' WHERE name = 'hours'",
		"UPDATE evo_site_templates SET editedon = editedon + 1 WHERE id = 1",
		"UPDATE evo_site_templates SET content = 'new' WHERE id = 1",
		"INSERT INTO evo_system_settings (setting_name, setting_value) VALUES ('phone', '1')",
		"UPDATE evo_system_settings SET setting_value = '2' WHERE setting_name = 'phone'",
	} {
		if _, err := d.DB.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		for _, want := range [][]string{all, nil} {
			if diff := cmp.Diff(want, fetched()); diff != "" {
				t.Error(change, diff)
			}
		}
	}
}

// A manager clears what emcp has cached.
func TestRefresh(t *testing.T) {
	o, site, d := pagesOptions(t, evosite.Fixture())
	o.Answers = toolset.NewAnswers(time.Minute, 1<<20)
	tools := toolset.New(database(t, d.DSN), o)
	const page = `{"id":10,"format":"page","fields":["content"]}`
	callTool(t, tools, public, "evo.content.get", page)
	all := site.requests()
	writer := identity.Principal{Subject: "writer", View: identity.Manager, Member: &identity.Member{Role: 2}}
	for _, caller := range []identity.Principal{public, writer} {
		if f := refuse(t, tools, caller, "evo.site.describe", `{"refresh":true}`); f.Kind != fault.Forbidden {
			t.Errorf("%s: %v", caller.Subject, f)
		}
	}
	callTool(t, tools, public, "evo.content.get", page)
	if requests := site.requests(); requests != nil {
		t.Errorf("fetched again: %v", requests)
	}
	editor := identity.Principal{
		Subject: "editor", View: identity.Manager, Member: &identity.Member{Role: 3, Permissions: []string{"empty_cache"}},
	}
	for _, caller := range []identity.Principal{manager, editor} {
		for i, template := range []string{"First", "Second"} { // whose name descriptions and answers keep
			if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_templates SET templatename = ? WHERE id = 1",
				template); err != nil {
				t.Fatal(err)
			}
			got := callTool(t, tools, caller, "evo.site.describe", `{"refresh":true}`)
			if !strings.Contains(got, `"name":"`+template+`"`) {
				t.Errorf("%s %d: %s", caller.Subject, i, got)
			}
			callTool(t, tools, public, "evo.content.get", page)
			if diff := cmp.Diff(all, site.requests()); diff != "" {
				t.Error(caller.Subject, diff)
			}
		}
	}
}

// The content of a page is what the site serves to visitors, as Markdown. It is fetched again when the document has
// changed.
func TestPage(t *testing.T) {
	tools, site, d := withPages(t)
	get := func(arguments string) string {
		t.Helper()
		return strings.ReplaceAll(callTool(t, tools, public, "evo.content.get", arguments), site.URL, "BASE")
	}
	const chair = `{"item":{"id":10,"content":"# Chair\n\nid=10 made by a [[snippet]], see [more](BASE/more)",` +
		`"page":{"served":true}},"meta":{"toolsetVersion":"1.0"}}`
	for range 2 {
		diff := cmp.Diff(chair,
			strings.ReplaceAll(get(`{"id":10,"format":"page","fields":["content"]}`), `\\[\\[snippet]]`, "[[snippet]]"))
		if diff != "" {
			t.Error(diff)
		}
	}
	compared := []string{"/", "/index.php?id=10", "/index.php?id=11", "/index.php?id=12"}
	if diff := cmp.Diff(slices.Insert(compared, 1, "/index.php?id=10"), site.requests()); diff != "" {
		t.Error(diff)
	}
	// Read on, by the address, and without content, for which no page is needed.
	for arguments, want := range map[string]string{
		`{"id":10,"format":"page","fields":["content"],"content_offset":15,"max_chars":9}`: `{"item":{"id":10,` +
			`"content":"made by a","truncated":true,"total_chars":{"content":`,
		`{"url":"/index.php?id=10","format":"page","fields":["content"]}`: `{"item":{"id":10,"content":"# Chair`,
		`{"id":10,"format":"page","fields":["pagetitle"]}`:                `{"item":{"id":10,"pagetitle":"Chair"},`,
	} {
		if got := get(arguments); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
	if requests := site.requests(); requests != nil {
		t.Errorf("fetched again: %v", requests)
	}
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = 10"); err != nil {
		t.Fatal(err)
	}
	get(`{"id":10,"format":"page","fields":["content"]}`)
	if diff := cmp.Diff([]string{"/index.php?id=10"}, site.requests()); diff != "" {
		t.Errorf("after a change: %s", diff)
	}
}

// Only documents that the caller sees are fetched, and only as visitors see them.
func TestPageOfHiddenDocument(t *testing.T) {
	tools, site, d := withPages(t)
	// 13 is a draft, 15 in the trash, 16 and 17 private, 18 in a restricted group, 19 and 20 beyond their dates, 11
	// deleted by Eloquent.
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET deletedon = 1 WHERE id = 11"); err != nil {
		t.Fatal(err)
	}
	answer := callTool(t, tools, public, "evo.content.get",
		`{"ids":[13,15,16,17,18,19,20,11,999,12],"format":"page","fields":["content"]}`)
	if !strings.HasPrefix(answer, `{"items":[{"id":12,`) ||
		!strings.Contains(answer, `"missing":[13,15,16,17,18,19,20,11,999]`) {
		t.Error(answer)
	}
	compared := []string{"/", "/index.php?id=10", "/index.php?id=12", "/index.php?id=14"} // which visitors see
	if diff := cmp.Diff(compared, slices.Compact(site.requests())); diff != "" {
		t.Error(diff)
	}
	member := identity.Principal{
		Subject: "staff", View: identity.Manager, Member: &identity.Member{Role: 2, Groups: []int64{2}},
	}
	for _, caller := range []identity.Principal{manager, member} {
		f := refuse(t, tools, caller, "evo.content.get", `{"id":12,"format":"page","fields":["content"]}`)
		if f.Field != "format" {
			t.Errorf("%v", f)
		}
	}
	for tool, arguments := range map[string]string{
		"evo.content.children": `{"id":2,"limit":5,"format":"page","fields":["content"]}`,
		"evo.content.get":      `{"ids":[1,2,3,10,11,12,13,14,15,16,17],"format":"page","fields":["content"]}`,
	} {
		if f := refuse(t, tools, public, tool, arguments); f.Field != "format" && f.Field != "ids" {
			t.Errorf("%s: %v", tool, f)
		}
	}
	f := refuse(t, open(t, evosite.Fixture(), standard), public, "evo.content.get", `{"id":12,"format":"page"}`)
	if f.Field != "format" {
		t.Errorf("without pages: %v", f)
	}
	if requests := site.requests(); requests != nil {
		t.Errorf("fetched %v", requests)
	}
}

// A caller whose pages hang does not delay the pages of others.
func TestPagesOfCallers(t *testing.T) {
	tools, site, d := withPages(t)
	const some = `{"ids":[1,2,3,10,11,12],"format":"page","fields":["content"]}`
	const another = `{"id":22,"format":"page","fields":["content"]}`
	for _, pages := range []string{some, another} { // after which emcp knows what pages have in common
		callTool(t, tools, public, "evo.content.get", pages)
	}
	if _, err := d.DB.ExecContext(t.Context(), "UPDATE evo_site_content SET editedon = editedon + 1"); err != nil {
		t.Fatal(err)
	}
	began, release := make(chan struct{}, 10), make(chan struct{})
	answer := site.answer
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("id") != "22" {
			began <- struct{}{}
			<-release
		}
		answer(w, r)
	}
	slow, quick := public, public
	slow.Share, quick.Share = "slow", "quick"
	var waiting sync.WaitGroup
	waiting.Go(func() {
		callTool(t, tools, slow, "evo.content.get", some)
	})
	for range 3 {
		<-began
	}
	got := callTool(t, tools, quick, "evo.content.get", another)
	if !strings.Contains(got, `"page":{"served":true}`) {
		t.Error(got)
	}
	close(release)
	waiting.Wait()
}

// If the site does not serve a page, the answer has the stored text and says why.
func TestPageNotServed(t *testing.T) {
	tools, site, d := withPages(t)
	if _, err := d.DB.ExecContext(t.Context(),
		"UPDATE evo_site_content SET contentType = 'text/plain' WHERE id = 22"); err != nil {
		t.Fatal(err)
	}
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("id") {
		case "10":
			w.WriteHeader(http.StatusServiceUnavailable)
		case "11":
			http.Redirect(w, r, "https://other.example/", http.StatusFound)
		case "12":
			panic(http.ErrAbortHandler)
		}
	}
	for id, want := range map[string]string{
		"10": `{"item":{"id":10,"content":"stored text","page":{"served":false,"reason":"status","status":503}},`,
		"11": `{"item":{"id":11,"content":"stored text","page":{"served":false,"reason":"redirect"}},`,
		"12": `{"item":{"id":12,"content":"stored text","page":{"served":false,"reason":"unreachable"}},`,
		// text/plain
		"22": `{"item":{"id":22,"content":"\u003cp>stored  text\u003c/p>","page":{"served":false,"reason":"no_page"}},`,
		// a weblink
		"32": `{"item":{"id":32,"content":"` + site.URL +
			`/<p>stored  text</p>","page":{"served":false,"reason":"no_page"}},`,
	} {
		got := callTool(t, tools, public, "evo.content.get", `{"id":`+id+`,"format":"page","fields":["content"]}`)
		if !strings.HasPrefix(got, strings.ReplaceAll(want, `\u003c`, "<")) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	compared := []string{"/", "/index.php?id=2", "/index.php?id=30"}
	requests := slices.DeleteFunc(slices.Compact(site.requests()),
		func(address string) bool { return slices.Contains(compared, address) })
	if diff := cmp.Diff([]string{"/index.php?id=10", "/index.php?id=11", "/index.php?id=12"}, requests); diff != "" {
		t.Error(diff)
	}
}

// A site with one template has enough pages to compare, even if it does not serve the first ones.
func TestPagesOfOneTemplate(t *testing.T) {
	small := &evosite.Site{}
	for id := range int64(6) {
		small.Documents = append(small.Documents,
			evosite.Document{ID: id + 1, Title: "Page " + strconv.FormatInt(id+1, 10), Template: 1, Published: true})
	}
	tools, site, _ := withPagesOf(t, small)
	answer := site.answer
	site.answer = func(w http.ResponseWriter, r *http.Request) {
		if id := r.URL.Query().Get("id"); id == "2" || id == "3" {
			http.NotFound(w, r)
			return
		}
		answer(w, r)
	}
	got := callTool(t, tools, public, "evo.content.get", `{"id":6,"format":"page","fields":["content"]}`)
	if strings.Contains(got, "Menu") || strings.Contains(got, "nine to five") {
		t.Error(got)
	}
}
