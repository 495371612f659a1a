package check_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// liveSite serves the pages of the fixture at /index.php?id=ID, as a site without friendly URLs does.
func liveSite(t *testing.T, but map[string]http.HandlerFunc) string {
	t.Helper()
	titles := map[string]string{
		"2": "Shop", "3": "Blog", "10": "Chair", "11": "Table", "12": "Lamp", "14": "Shelf, not in menus", "21": "Outdoor", "22": "Bench", "23": "Parasol",
		"24": "Garden", "25": "Gnome", "27": "Sled", "30": "Gr&uuml;&szlig;e\n aus K&ouml;ln", "31": "Привіт, світе 🌍",
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id")
		if handler := but[id]; handler != nil {
			handler(w, r)
			return
		}
		title := titles[id]
		if r.URL.Path == "/" {
			title = "Home"
		}
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
	if got, want := compared(liveSite(t, nil)), "ok the site serves 15 of 15 pages with the addresses and titles that emcp returns"; got != want {
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
		"BASE/index.php?id=2 redirects to \"/shop.html\"\nBASE/index.php?id=3 has the status 404\nBASE/index.php?id=10 does not have the title \"Chair\""; got != want {
		t.Errorf("a site with differences: %s, want %s", got, want)
	}
	if got := compared("http://127.0.0.1:1/"); !strings.HasPrefix(got, "warning BASE/index.php?id=3 could not be fetched: dial tcp 127.0.0.1:1: ") {
		t.Errorf("a site that is down: %s", got)
	}
	late := liveSite(t, map[string]http.HandlerFunc{"2": moved, "3": moved, "10": moved, "11": moved, "12": moved, "14": moved})
	if got := compared(late); !strings.HasSuffix(got, "\nand 1 more") {
		t.Errorf("a site with many differences: %s", got)
	}
}
