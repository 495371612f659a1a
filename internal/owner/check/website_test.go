package check_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"emcp/internal/owner/check"
)

// With pages switched on, a site that does not answer with a page is reported.
func TestWebsite(t *testing.T) {
	s := newSite(t).narrow(t)
	found := func(base, more string) string {
		t.Helper()
		config := strings.Replace(s.config(everybody), `"https://www.example.com/"`, `"`+base+`"`+more, 1)
		for _, f := range check.File(t.Context(), written(t, config), noEnvironment, check.More{}).Findings {
			if f.Subject == "website" {
				return strings.ReplaceAll(string(f.Level)+" "+f.What, base, "BASE/")
			}
		}
		return "nothing"
	}
	redirecting := httptest.NewServer(http.RedirectHandler("https://other.example/", http.StatusMovedPermanently))
	defer redirecting.Close()
	good, pages := liveSite(t, nil), ", pages: {enabled: true}"
	offline := liveSite(t,
		map[string]http.HandlerFunc{
			"": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		})
	for _, c := range []struct{ base, more, want string }{
		{good, "", "nothing"},
		{good, pages, "ok BASE/ answers with a page; the format page returns pages as visitors see them"},
		{offline, pages, "warning BASE/ " + noPageMessage + " status 503"},
		{redirecting.URL + "/", pages, "warning BASE/ " + noPageMessage + " redirect"},
		{"http://127.0.0.1:1/", pages, "warning BASE/ " + noPageMessage + " unreachable"},
	} {
		if got := found(c.base, c.more); got != c.want {
			t.Errorf("%s: %s, want %s", c.base, got, c.want)
		}
	}
}
