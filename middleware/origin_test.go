package middleware_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"emcp/internal/fault"
	"emcp/middleware"
)

func TestOrigin(t *testing.T) {
	const (
		wrongHost = "emcp does not answer under the host name \\\"%s\\\"; the site's owner can add it to " +
			"security.allow_hosts"
		wrongOrigin = "pages of this origin may not call emcp; the site's owner can add it to security.allow_origins"
	)
	port := regexp.MustCompile(`:\d+$`)
	var none []string
	hosts := []string{"example.com", "www.example.com:8443", "[2001:db8::1]", "[2001:db8::2]:8787"}
	origins := []string{"https://example.com", "http://localhost:3000"}
	for _, test := range []struct {
		origins, hosts []string
		host, origin   string
		refused        string // the message; empty: it passes
	}{
		// Without a list of hosts, only loopback names pass.
		{none, none, "localhost", "", ""},
		{none, none, "localhost:8787", "", ""},
		{none, none, "LocalHost:8787", "", ""},
		{none, none, "127.0.0.1", "", ""},
		{none, none, "127.0.0.1:1", "", ""},
		{none, none, "127.1.2.3:8787", "", ""},
		{none, none, "[::1]", "", ""},
		{none, none, "[::1]:8787", "", ""},
		{none, none, "", "", wrongHost},
		{none, none, "example.com", "", wrongHost},
		{none, none, "example.com:8787", "", wrongHost},
		{none, none, "10.0.0.1:8787", "", wrongHost},
		{none, none, "0.0.0.0:8787", "", wrongHost},
		{none, none, "[::]:8787", "", wrongHost},
		{none, none, "[2001:db8::1]:8787", "", wrongHost},
		{none, none, "localhost.example.com", "", wrongHost},
		{none, none, "localhost.", "", wrongHost},
		{none, none, "notlocalhost", "", wrongHost},
		{none, none, "127.0.0.1.example.com:8787", "", wrongHost},
		{none, none, "127.0.0.1@example.com", "", wrongHost},
		{none, none, "127.1", "", wrongHost},
		{none, none, "2130706433", "", wrongHost},
		{none, none, strings.Repeat("a", 100) + "bc", "", fmt.Sprintf(wrongHost, strings.Repeat("a", 100))},
		// With a list, only its names do, without a port under every port.
		{none, hosts, "example.com", "", ""},
		{none, hosts, "example.com:8787", "", ""},
		{none, hosts, "EXAMPLE.com:8787", "", ""},
		{none, hosts, "www.example.com:8443", "", ""},
		{none, hosts, "[2001:db8::1]", "", ""},
		{none, hosts, "[2001:db8::1]:8787", "", ""},
		{none, hosts, "[2001:DB8::2]:8787", "", ""},
		{none, hosts, "[2001:db8::2]:8788", "", wrongHost},
		{none, hosts, "www.example.com", "", wrongHost},
		{none, hosts, "www.example.com:443", "", wrongHost},
		{none, hosts, "sub.example.com", "", wrongHost},
		{none, hosts, "example.com.evil.com", "", wrongHost},
		{none, hosts, "evil-example.com", "", wrongHost},
		{none, hosts, "localhost:8787", "", wrongHost},
		{none, hosts, "127.0.0.1", "", wrongHost},
		{none, hosts, "", "", wrongHost},
		// Without a list of origins, only those of loopback names pass.
		{none, none, "localhost", "http://localhost", ""},
		{none, none, "localhost", "http://localhost:3000", ""},
		{none, none, "localhost", "https://LOCALHOST:3000", ""},
		{none, none, "localhost", "http://127.0.0.1:3000", ""},
		{none, none, "localhost", "http://[::1]:3000", ""},
		{none, none, "localhost", "null", wrongOrigin},
		{none, none, "localhost", "https://example.com", wrongOrigin},
		{none, none, "localhost", "https://localhost.evil.com", wrongOrigin},
		{none, none, "localhost", "https://evil.com/#localhost", wrongOrigin},
		{none, none, "localhost", "https://evil.com/localhost", wrongOrigin},
		{none, none, "localhost", "https://evil.com?localhost", wrongOrigin},
		{none, none, "localhost", "https://localhost@evil.com", wrongOrigin},
		{none, none, "localhost", "https://localhost:80@evil.com", wrongOrigin},
		{none, none, "localhost", "https://127.0.0.1.evil.com", wrongOrigin},
		{none, none, "localhost", "https://evil-localhost", wrongOrigin},
		{none, none, "localhost", "https://[::1", wrongOrigin},
		{none, none, "localhost", "localhost", wrongOrigin},
		{none, none, "localhost", "file://", wrongOrigin},
		{none, none, "localhost", "*", wrongOrigin},
		{none, hosts, "example.com", "https://example.com", wrongOrigin}, // a host is no origin
		{none, hosts, "example.com", "http://localhost:3000", ""},
		// With a list, only its origins do.
		{origins, none, "localhost", "", ""},
		{origins, none, "localhost", "https://example.com", ""},
		{origins, none, "localhost", "HTTPS://Example.com", ""},
		{origins, none, "localhost", "http://localhost:3000", ""},
		{origins, none, "localhost", "http://localhost:3001", wrongOrigin},
		{origins, none, "localhost", "http://localhost", wrongOrigin},
		{origins, none, "localhost", "http://example.com", wrongOrigin},
		{origins, none, "localhost", "https://example.com:8443", wrongOrigin},
		{origins, none, "localhost", "https://sub.example.com", wrongOrigin},
		{origins, none, "localhost", "https://example.com.evil.com", wrongOrigin},
		{origins, none, "localhost", "https://example.com/", wrongOrigin},
		{origins, none, "localhost", "https://example.com@evil.com", wrongOrigin},
		{origins, none, "localhost", "null", wrongOrigin},
		// Both must be right.
		{origins, hosts, "example.com", "https://example.com", ""},
		{origins, hosts, "evil.com", "https://example.com", wrongHost},
		{origins, hosts, "example.com", "https://evil.com", wrongOrigin},
	} {
		t.Run(fmt.Sprintf("%d+%d %s from %s", len(test.hosts), len(test.origins), test.host, test.origin),
			func(t *testing.T) {
				r := post(t, "")
				r.Host = test.host
				if test.origin != "" {
					r.Header.Set("Origin", test.origin)
				}
				want := answer{200, traced(), "fine", nil}
				if test.refused != "" {
					message := test.refused
					if message == wrongHost {
						message = fmt.Sprintf(wrongHost, port.ReplaceAllString(strings.ToLower(test.host), ""))
					}
					want = answer{403, traced(), body("forbidden", message), nil}
				}
				got, _ := serve(t, r, fine, middleware.Origin(test.origins, test.hosts))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			})
	}
}

// uncounted counts no request.
func uncounted(next echo.HandlerFunc) echo.HandlerFunc { return next }

// TestCORSCounts has pages that send too many requests: they can read that, but a request for permission gets none.
func TestCORSCounts(t *testing.T) {
	const page = "https://example.com"
	e := echo.New()
	e.HTTPErrorHandler = middleware.Errors(slog.New(slog.DiscardHandler), nil, nil)
	counted := 0
	e.Use(middleware.CORS([]string{page}, nil, []string{"Retry-After"}, func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if counted++; counted > 2 {
				return fault.New(fault.RateLimited, "too many")
			}
			return next(c)
		}
	}, nil))
	e.POST("/", fine)
	type seen struct {
		Status         int
		Allowed, Asked string
	}
	var got []seen
	for _, method := range []string{"POST", "OPTIONS", "POST", "OPTIONS"} {
		r := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
		r.Header.Set("Origin", page)
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		got = append(got,
			seen{w.Code, w.Header().Get("Access-Control-Allow-Origin"), w.Header().Get("Access-Control-Allow-Methods")})
	}
	want := []seen{{200, page, ""}, {204, page, "POST"}, {429, page, ""}, {429, "", ""}}
	if diff := cmp.Diff(want, got); diff != "" || counted != 4 {
		t.Errorf("%d counted\n%s", counted, diff)
	}
}

// TestCORS has requests as browsers send them for pages, and what lets the pages read the answers.
func TestCORS(t *testing.T) {
	const page = "https://example.com"
	type seen struct {
		Status int
		Header map[string]string
	}
	h := func(pairs ...string) map[string]string {
		header := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			header[pairs[i]] = pairs[i+1]
		}
		return header
	}
	allowed := []string{page, "http://localhost:3000"}
	for name, test := range map[string]struct {
		allowed        []string
		method, origin string
		want           seen
	}{
		"off, no page":   {nil, "POST", "", seen{200, h()}},
		"off, page":      {nil, "POST", page, seen{200, h()}},
		"off, preflight": {nil, "OPTIONS", page, seen{204, h("Allow", "OPTIONS, POST")}},
		"on, no page":    {allowed, "POST", "", seen{200, h("Vary", "Origin")}},
		"on, page": {allowed, "POST", page, seen{200, h(
			"Vary", "Origin", "Access-Control-Allow-Origin", page, "Access-Control-Expose-Headers", "Retry-After,X-Trace-Id",
		)}},
		"on, other page of the list": {allowed, "POST", "http://localhost:3000", seen{200, h(
			"Vary", "Origin", "Access-Control-Allow-Origin", "http://localhost:3000", "Access-Control-Expose-Headers",
			"Retry-After,X-Trace-Id",
		)}},
		"on, preflight": {allowed, "OPTIONS", page, seen{204, h(
			"Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers", "Allow", "OPTIONS, POST",
			"Access-Control-Allow-Origin", page, "Access-Control-Allow-Methods", "POST",
			"Access-Control-Allow-Headers", "Authorization,Content-Type",
		)}},
		"on, foreign page": {allowed, "POST", "https://evil.com", seen{200, h("Vary", "Origin")}},
		"on, subdomain":    {allowed, "POST", "https://sub.example.com", seen{200, h("Vary", "Origin")}},
		"on, longer name":  {allowed, "POST", "https://example.com.evil.com", seen{200, h("Vary", "Origin")}},
		"on, other scheme": {allowed, "POST", "http://example.com", seen{200, h("Vary", "Origin")}},
		"on, null":         {allowed, "POST", "null", seen{200, h("Vary", "Origin")}},
		"on, foreign preflight": {
			allowed, "OPTIONS", "https://evil.com", seen{204, h("Vary", "Origin", "Allow", "OPTIONS, POST")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := echo.New()
			e.Use(middleware.CORS(test.allowed, []string{"Authorization", "Content-Type"}, []string{"Retry-After", "X-Trace-Id"},
				uncounted, nil))
			e.POST("/", fine)
			r := httptest.NewRequestWithContext(t.Context(), test.method, "/", nil)
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			if test.method == http.MethodOptions {
				r.Header.Set("Access-Control-Request-Method", "POST")
				r.Header.Set("Access-Control-Request-Headers", "authorization,content-type,x-anything")
			}
			w := httptest.NewRecorder()
			e.ServeHTTP(w, r)
			got := seen{w.Code, h()}
			for name, values := range w.Header() {
				if name != "Content-Type" {
					got.Header[name] = strings.Join(values, ", ")
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
