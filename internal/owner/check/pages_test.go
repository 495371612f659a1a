package check_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/owner/check"
)

// titles are those of the fixture's pages by their ids, as the site writes them.
var titles = map[string]string{
	"1": "Home", "2": "Shop", "3": "Blog", "10": "Chair", "11": "Table", "12": "Lamp", "14": "Shelf, not in menus",
	"21": "Outdoor",
	"22": "Bench", "23": "Parasol", "24": "Garden", "25": "Gnome", "27": "Sled", "30": "Gr&uuml;&szlig;e\n aus K&ouml;ln",
	"31": "Привіт, світе 🌍",
}

// liveSite serves the pages of the fixture at /index.php?id=ID, as a site without friendly URLs does.
func liveSite(t *testing.T, but map[string]http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id")
		if handler := but[id]; handler != nil {
			handler(w, r)
			return
		}
		if r.URL.Path == "/" {
			id = "1"
		}
		title := titles[id]
		if title == "" {
			w.WriteHeader(http.StatusNotFound)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, "<title>%s</title>", title)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func TestPages(t *testing.T) {
	s := newSite(t).narrow(t)
	compared := func(base string) string {
		t.Helper()
		config := strings.Replace(s.config(everybody), "https://www.example.com/", base, 1)
		for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{Pages: true}).Findings {
			if f.Subject == "pages" {
				return strings.ReplaceAll(string(f.Level)+" "+f.What, base, "BASE/")
			}
		}
		return "no finding"
	}
	if got, want := compared(liveSite(t, nil)),
		"ok the site serves 15 of 15 pages with the addresses and titles that emcp returns"; got != want {
		t.Errorf("a good site: %s, want %s", got, want)
	}
	moved := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/shop.html", http.StatusMovedPermanently)
	}
	if got, want := compared(liveSite(t, map[string]http.HandlerFunc{
		"2": moved, "3": http.NotFound, "10": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "Stuhl")
		},
		"11": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "application/pdf") },
	})), "warning the site serves 3 of 15 pages otherwise than emcp returns them:\n"+
		"BASE/index.php?id=2 redirects to \"/shop.html\"\nBASE/index.php?id=3 has the status 404\nBASE/index.php?id=10 "+
		"does not have the title \"Chair\""; got != want {
		t.Errorf("a site with differences: %s, want %s", got, want)
	}
	if got := compared("http://127.0.0.1:1/"); !strings.HasPrefix(got,
		"warning BASE/index.php?id=3 could not be fetched: dial tcp 127.0.0.1:1: ") {
		t.Errorf("a site that is down: %s", got)
	}
	late := liveSite(t,
		map[string]http.HandlerFunc{"2": moved, "3": moved, "10": moved, "11": moved, "12": moved, "14": moved})
	if got := compared(late); !strings.HasSuffix(got, "\nand 1 more") {
		t.Errorf("a site with many differences: %s", got)
	}
}

// TestPageTexts compares the texts of pages: one comes back without a part that the site prints in a menu, and one is a
// form to sign in, for which the stored text comes back.
func TestPageTexts(t *testing.T) {
	s := newSite(t).narrow(t)
	s.exec(t,
		"UPDATE evo_site_content SET content = CONCAT('<p>About number ', id, ': sturdy, handmade, oiled, delivered within "+
			"a week.</p>')")
	found := func(but map[string]http.HandlerFunc, more check.More) string {
		t.Helper()
		base := liveSite(t, but)
		config := strings.Replace(s.config(everybody), `"https://www.example.com/"`, `"`+base+`", pages: {enabled: true}`, 1)
		var all []string
		for _, f := range check.File(t.Context(), written(t, config), noEnvironment, more).Findings {
			if f.Subject == "texts" || f.Subject == "pages" {
				all = append(all, strings.ReplaceAll(string(f.Level)+" "+f.What, base, "BASE/"))
			}
		}
		return strings.Join(all, "\n")
	}
	pages := map[string]http.HandlerFunc{}
	serve := func(id, body string) {
		pages[id] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = fmt.Fprintf(w,
				`<title>%s</title><div class="a">Woodwork</div><h1>%[1]s</h1>%s<div class="z">Open from nine to five</div>`,
				titles[id], body)
		}
	}
	for id := range titles {
		serve(id, "<p>About number "+id+": sturdy, handmade, oiled, delivered within a week.</p>")
	}
	pages[""] = pages["1"]
	good := "ok the site serves 15 of 15 pages with the addresses and titles that emcp returns\n" +
		"ok the format page returns 15 pages with the text of their documents"
	if got := found(pages, check.More{Pages: true}); got != good {
		t.Errorf("a good site: %s, want %s", got, good)
	}
	serve("12", "<p>About number 12: sturdy, handmade, oiled.</p><nav>Delivered within a week</nav>")
	serve("14", "<p>Please sign in to go on.</p>")
	want := "ok the site serves 15 of 15 pages with the addresses and titles that emcp returns\n" +
		"error the format page loses text of 1 page(s):\nBASE/index.php?id=12; for 1 the stored text comes back " +
		"instead:\nBASE/index.php?id=14 other"
	if got := found(pages, check.More{Pages: true}); got != want {
		t.Errorf("a site with other texts: %s, want %s", got, want)
	}
	want = "ok the site serves 0 of 15 pages with the addresses and titles that emcp returns; 15 more were not " +
		"compared, because that takes longer than 500ms\n" +
		"ok the format page returns 0 pages with the text of their documents"
	slow := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	var visits atomic.Int32
	start := func(w http.ResponseWriter, r *http.Request) {
		if visits.Add(1) > 1 { // the first looks whether there is a site
			slow(w, r)
		}
	}
	if got := found(map[string]http.HandlerFunc{"": start, "2": slow, "3": slow, "10": slow},
		check.More{Pages: true, PagesTime: 500 * time.Millisecond}); got != want {
		t.Errorf("a slow site: %s, want %s", got, want)
	}
}

// TestManyPages compares a site whose documents do not fit into one list.
func TestManyPages(t *testing.T) {
	s := newSite(t).narrow(t)
	var rows []string
	for id := range 300 {
		rows = append(rows, fmt.Sprintf("(%d, 'document', 'text/html', 'Page %[1]d', 1, 0, 1, 1)", 1000+id))
	}
	s.exec(t,
		"INSERT INTO evo_site_content (id, type, contentType, pagetitle, published, parent, template, createdon) VALUES "+
			strings.Join(rows, ", "))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id")
		title := titles[id]
		switch {
		case r.URL.Path == "/":
			title = titles["1"]
		case len(id) == len("1000"):
			title = "Page " + id
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1>", title)
	}))
	t.Cleanup(site.Close)
	config := strings.Replace(s.config(everybody), "https://www.example.com/", site.URL+"/", 1)
	var got []string
	for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{Pages: true}).Findings {
		if f.Subject == "pages" {
			got = append(got, f.What)
		}
	}
	if diff := cmp.Diff([]string{"the site serves 315 of 315 pages with the addresses and titles that emcp returns"},
		got); diff != "" {
		t.Error(diff)
	}
}
