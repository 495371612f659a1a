package system_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// canaryWebsite is the website of a site that serves the pages of all documents, each with a canary.
type canaryWebsite struct {
	*httptest.Server

	known canaries

	mu      sync.Mutex
	fetched map[int64]bool
	cookies []string
}

// Documents whose pages the site does not serve: it fails, or has nothing but a menu.
func failing(id int64) bool { return id%5 == 0 }
func empty(id int64) bool   { return id%7 == 0 }

func newCanaryWebsite(t *testing.T, known canaries) *canaryWebsite {
	t.Helper()
	s := &canaryWebsite{known: known, fetched: map[int64]bool{}}
	for _, d := range canaryDocuments {
		of := d.audience & asVisitor
		if failing(d.id) || empty(d.id) {
			of = nobody
		}
		known[pageCanary(d.id, "main")] = canarySecret{fmt.Sprintf("page %d", d.id), of, of != nobody}
		known[pageCanary(d.id, "menu")] = canarySecret{fmt.Sprintf("menu of page %d", d.id), nobody, false}
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// pageCanary is the canary in a part of a document's page.
func pageCanary(id int64, part string) string {
	return fmt.Sprintf("zqq%09x", number("page", id, part)%(1<<36))
}

// document returns the document at an address: the last part of the path has the canary of its alias.
func (s *canaryWebsite) document(u *url.URL) (id int64) {
	if u.Path == "/" {
		return 1
	}
	if _, err := fmt.Sscan(u.Query().Get("id"), &id); err == nil {
		return id
	}
	for _, found := range canariesIn(path.Base(u.Path)) {
		if n, _ := fmt.Sscanf(s.known[found].place, "site_content %d alias", &id); n == 1 {
			return id
		}
	}
	return 0
}

// title returns the title of a document, by which its page is recognized.
func (s *canaryWebsite) title(id int64) string {
	place := fmt.Sprintf("site_content %d pagetitle", id)
	for text, secret := range s.known {
		if secret.place == place {
			return text
		}
	}
	return ""
}

func (s *canaryWebsite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := s.document(r.URL)
	s.mu.Lock()
	s.fetched[id] = true
	s.cookies = append(s.cookies, r.Header["Cookie"]...)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Set-Cookie", "session="+pageCanary(id, "menu"))
	main := "<main><h1>" + s.title(id) + "</h1><p>" + pageCanary(id, "main") + ` <!-- ` + pageCanary(id, "menu") +
		` --><b hidden>` + pageCanary(id, "menu") + "</b></p></main>"
	switch {
	case failing(id):
		w.WriteHeader(http.StatusServiceUnavailable)
	case empty(id):
		main = "<main></main>"
	}
	_, _ = fmt.Fprintf(w, "<title>%s</title><nav>%[1]s</nav>%s", pageCanary(id, "menu"), main)
}

// TestCanariesInPages asks every view for pages as visitors see them. Only documents that a visitor may see are
// fetched, and only for visitors, from a site that would serve the others, too.
func TestCanariesInPages(t *testing.T) {
	columns, known := columnsOfSite(t), canaries{}
	first := makeSite(t, columns, known, nobody)
	database := first.load(t)
	site := newCanaryWebsite(t, known)
	settings := strings.Replace(canarySettings, `{dsn:`, `{base_url: "`+site.URL+`/", pages: {enabled: true}, dsn:`, 1)
	var ids []int64
	visible := 0
	for _, d := range canaryDocuments {
		if d.audience&asVisitor == 0 {
			ids = append(ids, d.id)
		} else if visible++; visible <= 18 { // a server fetches 20 pages at once
			ids = append(ids, d.id)
		}
	}
	q := &questions{seen: map[question]bool{}}
	for _, id := range ids {
		q.raw("/mcp/content", "evo.content.get",
			fmt.Sprintf(`{"id":%d,"fields":["content","media","url"],"format":"page"}`, id))
	}
	for _, id := range ids { // kept by now
		q.raw("/mcp/small", "evo.content.get",
			fmt.Sprintf(`{"ids":[%d,13,14,17,20],"fields":["introtext","content"],"format":"page"}`, id))
	}
	for _, w := range watchers {
		t.Run(w.name, func(t *testing.T) {
			second := makeSite(t, columns, known, w.view)
			one, other := newGatewayWith(t, settings, database.DSN), newGatewayWith(t, settings, second.load(t).DSN)
			clear(site.fetched)
			seen := map[string]bool{}
			answers, same := askAll(one, w.token, q.all), askAll(other, w.token, q.all)
			for i, asked := range q.all {
				known.expectNoCanary(t, w.view, asked.body, answers[i], seen)
				if answers[i] != same[i] {
					t.Errorf("%s: the answer depends on what is hidden (-one site +other):\n%s", asked.body,
						cmp.Diff(answers[i], same[i]))
				}
				if w.view != asVisitor && strings.Contains(answers[i], `"page":`) {
					t.Errorf("%s is answered: %s", asked.body, answers[i])
				}
			}
			for _, g := range []*gateway{one, other} {
				known.expectNoCanary(t, nobody, "the log", g.logs.String(), nil)
			}
			served := 0
			for _, d := range canaryDocuments {
				switch {
				case site.fetched[d.id] && d.audience&w.view&asVisitor == 0:
					t.Errorf("the page of document %d is fetched", d.id)
				case seen[pageCanary(d.id, "main")]:
					served++
				}
			}
			if w.view == asVisitor && served < 5 {
				t.Errorf("only %d pages were served", served)
			}
			if len(site.cookies) > 0 {
				t.Errorf("cookies were sent: %q", site.cookies)
			}
		})
	}
}
