package sitepage

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// TestLocalAddressesOfDocs compares the paths that docs/hosters/security.md names with those that are not fetched.
func TestLocalAddressesOfDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/hosters/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Pages that emcp fetches\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var named []string
	for _, path := range regexp.MustCompile("`/([^` ]+)`").FindAllStringSubmatch(section, -1) {
		named = append(named, path[1])
		if !isLocal(&url.URL{Path: path[1]}) {
			t.Errorf("%s is fetched", path[1])
		}
	}
	for _, name := range localNames {
		if !slices.Contains(named, name) {
			t.Errorf("%s is not named", name)
		}
	}
}

// Addresses that web servers show to local requests only are not fetched, and redirects to them are not followed.
func TestLocalAddresses(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/to/") {
			http.Redirect(w, r, "/"+strings.TrimPrefix(r.URL.Path, "/to/"), http.StatusFound)
			return
		}
		asked.Add(1)
		page(chair)(w, r)
	}))
	defer server.Close()
	s, err := New(server.URL, "test")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]Reason{
		"server-status": Local, "server-status/": Local, "Server-Status.html": Local, "%73erver-status": Local,
		"x/../server-info":      Local,
		"server-info/mod_ssl.c": Local, "nginx_status": Local, "status": Local, "status.html": Local, "status/": Local,
		"php-fpm-status":   Local,
		"to/server-status": Redirected, "to/status": Redirected,
		"status-of-orders.html": "", "help/status.html": "", "server.html": "", "to/chair.html": "",
	} {
		if _, err := s.Page(t.Context(), "", Key{Document: 1, EditedOn: 1, URL: server.URL + "/" + address},
			chairs); reasonOf(err) != want {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	if n := asked.Load(); n != 4 {
		t.Errorf("%d pages were asked for, want 4", n)
	}
}
