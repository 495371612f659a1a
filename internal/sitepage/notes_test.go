package sitepage

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// site returns the pages of a site: each has a text of its own, and a header and a footer in the
// elements of its template.
func notedPages(footer string) map[string]http.HandlerFunc {
	pages := map[string]http.HandlerFunc{}
	for i, around := range []string{
		"<div class=a>|</div>", "<footer><div class=b>|</div></footer>", "<table><tr><td>|</td></tr></table>", "|",
	} {
		begin, end, _ := strings.Cut(around, "|")
		pages[strconv.Itoa(i+1)] = page(fmt.Sprintf(`<title>%d</title><nav>Bikes</nav><p>Text of page %[1]d</p>%s%s%s`, i+1,
			begin, footer, end))
	}
	return pages
}

// addresses returns an Others that finds these pages of a site.
func (s *shop) addresses(names ...string) Others {
	return func(context.Context) ([]string, error) {
		var all []string
		for _, name := range names {
			all = append(all, s.base+name)
		}
		return all, nil
	}
}

// TestNotes reads the texts that are on pages of several templates. Menus, forms, images and long texts are left out.
func TestNotes(t *testing.T) {
	const footer = `<p>Open <b>Tuesday</b> to Friday, <br>nine to five</p><p>Call <a href="tel:+4940123">us</a></p>` +
		`<p>[[Wheel]] Street 5</p>
		<ul><li><a href="/a">Imprint and terms</a></li></ul><form><label>Search<input></label><button>Find</button></form>
		<img src="logo.png"><script>track()</script><h1>Imprint and terms</h1><p>Open Tuesday to Friday,</p>`
	const want = "<p>Open <b>Tuesday</b> to Friday,</p>\n<p>nine to five</p>\n<p>Call <a " +
		"href=\"tel:+4940123\">us</a></p>\n<p>&#91;&#91;Wheel]] Street 5</p>\n"
	for name, c := range map[string]struct {
		footer string
		pages  []string
		want   string
	}{
		"four templates":      {footer, []string{"1", "2", "3", "4"}, want},
		"two pages":           {footer, []string{"1", "2"}, want},
		"one page":            {footer, []string{"1"}, ""},
		"the last is other":   {footer, []string{"1", "2", "3", "other"}, want},
		"the second is other": {footer, []string{"1", "other", "2", "3"}, want},
		"the first is other":  {footer, []string{"bare", "1", "2", "3"}, want},
		"two are other":       {footer, []string{"bare", "1", "other", "2"}, want},
		"some are missing":    {footer, []string{"missing", "1", "missing", "2"}, want},
		"nothing is shared":   {"", []string{"1", "2", "3", "4"}, ""},
		"a long text":         {"<p>" + strings.Repeat("terms ", 100) + "</p>", []string{"1", "2"}, ""},
		"many texts": {
			strings.Repeat("<p>x</p>", 1000) + numbered(1000), []string{"1", "2"}, "<p>x</p>\n" + numbered(143),
		},
	} {
		pages := notedPages(c.footer)
		pages["other"] = page("<p>Sign in</p><p>[[Wheel]] Street 5</p>")
		pages["bare"] = page("<p>Nothing to see</p>")
		pages["missing"] = http.NotFound
		s := open(t, pages)
		if diff := cmp.Diff(c.want, s.Notes(t.Context(), "en", 0, s.addresses(c.pages...))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// numbered returns a number of different paragraphs.
func numbered(n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, "<p>No. %d</p>\n", i)
	}
	return all.String()
}

// TestNotesWithoutWaiting asks with a context that has ended. The pages are still fetched, and once for all callers.
func TestNotesWithoutWaiting(t *testing.T) {
	s := open(t, notedPages("<p>Open from nine to five</p>"))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	others := s.addresses("1", "2")
	if got := s.Notes(ended, "en", 0, others); got != "" {
		t.Error(got)
	}
	const want = "<p>Open from nine to five</p>\n"
	for range 3 {
		if got := s.Notes(t.Context(), "en", 0, others); got != want {
			t.Error(got)
		}
	}
	if got := s.Notes(ended, "en", 0, others); got != want {
		t.Error(got)
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

// TestNotComparable compares pages of a site while comparing is not possible: the page is read without a known frame,
// and the comparison is tried again.
func TestNotComparable(t *testing.T) {
	s := open(t, misbehaving)
	s.time = 100 * time.Millisecond
	for name, others := range map[string]Others{
		"database": func(context.Context) ([]string, error) { return nil, errors.New("no connection") },
		"panic":    func(context.Context) ([]string, error) { panic("others") },
		"hanging":  s.addresses("hang", "hang"),
		"outside":  s.addresses("../private", "status"),
	} {
		d := chairs
		d.Others, d.Kin = others, Kin{Language: name}
		got, err := s.Page(t.Context(), "", Key{URL: s.base + "chair#" + name}, d)
		if err != nil || !strings.Contains(got.HTML, "Oak") {
			t.Errorf("%s: %v %s", name, err, got.HTML)
		}
		if f, ok := s.frames.GetIfPresent(d.Kin); !ok || f.complete != (name == "outside") {
			t.Errorf("%s: %t, %v", name, ok, f)
		}
	}
}
