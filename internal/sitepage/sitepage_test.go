package sitepage

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// shop is a site below /shop/ that misbehaves, and counts the requests.
type shop struct {
	*Site

	base      string
	asked     atomic.Int64
	elsewhere atomic.Int64 // requests outside of /shop/, and to the other host
	mu        sync.Mutex
	headers   []http.Header
}

func open(t *testing.T, pages map[string]http.HandlerFunc) *shop {
	t.Helper()
	s := &shop{}
	ended := make(chan struct{})
	count := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { s.elsewhere.Add(1) })
	other := httptest.NewServer(count)
	mux := http.NewServeMux()
	mux.Handle("/", count)
	mux.HandleFunc("/shop/", func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		s.mu.Lock()
		s.headers = append(s.headers, r.Header.Clone())
		s.mu.Unlock()
		r.Header.Set("Other", other.URL)
		name := strings.TrimPrefix(r.URL.Path, "/shop/")
		if name == "hang" {
			select {
			case <-ended:
			case <-r.Context().Done():
			}
			return
		}
		pages[name](w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() { close(ended); server.Close(); other.Close() })
	s.base = server.URL + "/shop/"
	site, err := New(server.URL+"/shop", "test")
	if err != nil {
		t.Fatal(err)
	}
	s.Site = site
	return s
}

func (s *shop) key(name string) Key { return Key{Document: 1, EditedOn: 1, URL: s.base + name} }

// reasonOf returns the reason of an error of Page, or "" for nil.
func reasonOf(err error) Reason {
	var failure *Failure
	if !errors.As(err, &failure) {
		return ""
	}
	return failure.Reason
}

// page answers with HTML.
func page(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, body)
	}
}

func to(location string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", strings.ReplaceAll(location, "OTHER", r.Header.Get("Other")))
		w.WriteHeader(http.StatusFound)
	}
}

const chair = `<html><head><title>Chair</title></head><body><header>Menu</header><main><h1>Chair</h1><p>Oak [[x]] ` +
	`{{y}}</p></main></body></html>`

// chairs is the document of the pages in the tests.
var chairs = Document{Titles: []string{"Chair"}}

var misbehaving = map[string]http.HandlerFunc{
	"chair":     page(chair),
	"moved":     to("chair"),
	"in-chain":  to("/shop/x/../moved"),
	"away":      to("OTHER/"),
	"above":     to("/private"),
	"dots":      to("/shop/%2e%2e/private"),
	"status":    page(chair),
	"to-status": to("status"),
	"scheme":    to("https://127.0.0.1/shop/chair"),
	"with-name": to("http://user:password@127.0.0.1/shop/chair"),
	"circle":    to("circle"),
	"missing":   func(w http.ResponseWriter, _ *http.Request) { http.Error(w, chair, http.StatusNotFound) },
	"broken":    func(w http.ResponseWriter, _ *http.Request) { http.Error(w, chair, http.StatusInternalServerError) },
	"offline":   func(w http.ResponseWriter, _ *http.Request) { http.Error(w, chair, http.StatusServiceUnavailable) },
	"none":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
	"image":     func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "image/png") },
	"untyped": func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, chair)
	},
	"empty": page(`<html><title>Chair</title><body><main> <!-- nothing --> </main></body></html>`),
	"huge":  page("<main>" + strings.Repeat("<p>word</p>", 1<<17) + "</main>"),
	"tags":  page("<main>" + strings.Repeat("<br>", 100_000) + "</main>"),
	"deep":  page("<main>" + strings.Repeat("<div>", 600) + "x</main>"),
	"headers": func(w http.ResponseWriter, r *http.Request) {
		for i := range 200 {
			w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", 1000))
		}
		page(chair)(w, r)
	},
	"endless": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for {
			if _, err := io.WriteString(w, "<p>more and more and more</p>"); err != nil {
				return
			}
		}
	},
	"bomb": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb())
	},
	"cut": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "100000")
		_, _ = io.WriteString(w, chair)
	},
}

// bomb is a small answer that unpacks to 64 MiB. It is packed once, before any test waits for it.
var bomb = sync.OnceValue(func() []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, "<main>"+strings.Repeat(" ", 64<<20))
	_ = z.Close()
	return packed.Bytes()
})

// Whatever a site answers, the result is a page or a reason, and nothing is fetched from anywhere else.
func TestMisbehavingSite(t *testing.T) {
	bomb()
	s := open(t, misbehaving)
	found := Page{HTML: "<main><h1>Chair</h1><p>Oak &#91;&#91;x]] &#123;&#123;y}}</p></main>", Base: s.base}
	for name, want := range map[string]any{
		"chair": found, "moved": found, "in-chain": found,
		"away": Failure{Reason: Redirected}, "above": Failure{Reason: Redirected}, "dots": Failure{Reason: Redirected},
		"scheme": Failure{Reason: Redirected}, "with-name": Failure{Reason: Redirected},
		"circle":  Failure{Reason: Redirected},
		"missing": Failure{BadStatus, 404}, "broken": Failure{BadStatus, 500}, "offline": Failure{BadStatus, 503},
		"none":  Failure{BadStatus, 204},
		"image": Failure{Reason: NotHTML}, "untyped": Failure{Reason: NotHTML}, "empty": Failure{Reason: Empty},
		"huge": Failure{Reason: TooLarge}, "endless": Failure{Reason: TooLarge}, "bomb": Failure{Reason: TooLarge},
		"tags": Failure{Reason: TooLarge}, "deep": Failure{Reason: TooLarge},
		"headers": Failure{Reason: Unreachable}, "cut": Failure{Reason: Unreachable},
		"to-status":  found, // nobody hides the status of a folder
		"../private": Failure{Reason: Outside}, "%2e%2e/private": Failure{Reason: Outside},
	} {
		got, err := s.Page(t.Context(), "", s.key(name), chairs)
		var failure *Failure
		switch {
		case err == nil:
			if diff := cmp.Diff(want, any(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		case errors.As(err, &failure):
			if diff := cmp.Diff(want, any(*failure)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		default:
			t.Errorf("%s: %v is not a Failure", name, err)
		}
	}
	if n := s.elsewhere.Load(); n != 0 {
		t.Errorf("%d requests went elsewhere", n)
	}
	if _, err := s.Page(t.Context(), "", Key{Document: 1, EditedOn: 1, URL: "http://169.254.169.254/latest/meta-data"},
		chairs); reasonOf(err) != Outside {
		t.Errorf("an address of another site: %v", err)
	}
}

// A fetch from a site that never answers ends in time.
func TestHangingSite(t *testing.T) {
	s := open(t, misbehaving)
	s.time = time.Second
	if _, err := s.Page(t.Context(), "", s.key("hang"), chairs); reasonOf(err) != TimedOut {
		t.Error(err)
	}
}

// Requests have no cookies and no credentials, not even cookies that the site has just set.
func TestNoCookies(t *testing.T) {
	s := open(t, map[string]http.HandlerFunc{
		"a": func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "1", Path: "/"})
			to("b")(w, r)
		},
		"b": page(chair),
	})
	for _, name := range []string{"a", "b"} {
		if _, err := s.Page(t.Context(), "", s.key(name), chairs); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range s.headers {
		h.Del("Referer")
		want := http.Header{
			"Accept": {"text/html, application/xhtml+xml;q=0.9"}, "Accept-Encoding": {"gzip"}, "User-Agent": {"emcp/test"},
		}
		h.Del("Connection")
		if diff := cmp.Diff(want, h); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if len(s.headers) != 3 {
		t.Errorf("%d requests, want 3", len(s.headers))
	}
}

// A page is fetched again only when its document has changed, and a failure is kept as well.
func TestKept(t *testing.T) {
	s := open(t, misbehaving)
	get := func(k Key) { _, _ = s.Page(t.Context(), "", k, chairs) }
	for range 3 {
		get(s.key("chair"))
		get(s.key("broken"))
	}
	if n := s.asked.Load(); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
	changed := s.key("chair")
	changed.EditedOn++
	get(changed)
	if n := s.asked.Load(); n != 3 {
		t.Errorf("%d requests after a change, want 3", n)
	}
}

// Calls for the same page share one fetch. It does not end with the call that began it.
func TestSharedFetch(t *testing.T) {
	release := make(chan struct{})
	began := make(chan struct{}, 1)
	s := open(t, map[string]http.HandlerFunc{"slow": func(w http.ResponseWriter, r *http.Request) {
		began <- struct{}{}
		<-release
		page(chair)(w, r)
	}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	if _, err := s.Page(ctx, "", s.key("slow"), chairs); reasonOf(err) != TimedOut {
		t.Fatalf("a call that ends: %v", err)
	}
	var waiting sync.WaitGroup
	for range 5 {
		waiting.Go(func() {
			if _, err := s.Page(t.Context(), "", s.key("slow"), chairs); err != nil {
				t.Error(err)
			}
		})
	}
	close(release)
	waiting.Wait()
	if n := s.asked.Load(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

// The main part is the main element, the article or else the body. Texts of other character sets are decoded.
func TestMainPart(t *testing.T) {
	long := strings.Repeat("<p>A long paragraph about chairs, which has commas, words and sentences, as articles do.</p>",
		20)
	for name, c := range map[string]struct{ kind, body, want, without, base string }{
		"main": {"text/html", chair, "<h1>Chair</h1>", "Menu", "/shop/"},
		"role": {"text/html", `<body><div>Menu</div><div role="main"><p>Oak</p></div></body>`, "Oak", "Menu", "/shop/"},
		"two": {
			"text/html", `<body><nav>Menu</nav><main hidden>No</main><main><p>Oak</p></main></body>`, "Oak", "No", "/shop/",
		},
		"article": {
			"text/html", `<body><nav><a href="/">Menu</a></nav><div id="content">` + long +
				`<a href="up">Up</a></div><footer>Imprint</footer></body>`, "sentences", "Imprint", "/shop/",
		},
		"short":    {"text/html", `<body><p>Oak</p></body>`, "Oak", "none", "/shop/"},
		"base":     {"text/html", `<head><base href="/other/x.html"></head><main>Oak</main>`, "Oak", "none", "/other/"},
		"cyrillic": {"text/html; charset=windows-1251", "<main>\xcf\xf0\xe8\xe2\xb3\xf2</main>", "Привіт", "none", "/shop/"},
		"meta": {
			"text/html", "<head><meta charset=iso-8859-1></head><main>Gr\xfc\xdfe</main>", "Grüße", "none", "/shop/",
		},
	} {
		s := open(t, map[string]http.HandlerFunc{"page": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			_, _ = io.WriteString(w, "<title>Chair</title>"+c.body)
		}})
		got, err := s.Page(t.Context(), "", s.key("page"), chairs)
		if err != nil || !strings.Contains(got.HTML, c.want) || strings.Contains(got.HTML, c.without) {
			t.Errorf("%s: %v: %s", name, err, got.HTML)
		}
		if want := strings.TrimSuffix(s.base, "/shop/") + c.base; got.Base != want {
			t.Errorf("%s: base %s, want %s", name, got.Base, want)
		}
	}
}
