package middleware_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/middleware"
)

// answer is what a client gets and what the log says. Header is without Content-Type.
type answer struct {
	Status int
	Header map[string]string
	Body   string
	Log    []string // level and message of each line
}

// serve sends a request through Recover, Trace, the steps and the handler.
func serve(t *testing.T, r *http.Request, handler echo.HandlerFunc, steps ...echo.MiddlewareFunc) (answer, string) {
	t.Helper()
	var log bytes.Buffer
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = middleware.Errors(slog.New(slog.NewJSONHandler(&log, nil)), nil, nil)
	e.Use(middleware.Recover, middleware.Trace)
	e.POST("/", handler, steps...)
	r.Header.Set("X-Trace-Id", "trace-1")
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)

	a := answer{Status: w.Code, Header: map[string]string{}, Body: strings.TrimSpace(w.Body.String())}
	for name, values := range w.Header() {
		if name != "Content-Type" {
			a.Header[name] = strings.Join(values, ", ")
		}
	}
	for line := range strings.Lines(log.String()) {
		var entry struct {
			Level, Msg string
			TraceID    string `json:"trace_id"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		a.Log = append(a.Log, fmt.Sprintf("%s %s %s", entry.Level, entry.Msg, entry.TraceID))
	}
	return a, log.String()
}

func post(t *testing.T, body string) *http.Request {
	t.Helper()
	return httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(body))
}

func fine(c echo.Context) error { return c.String(http.StatusOK, "fine") }

func traced(header ...string) map[string]string {
	h := map[string]string{"X-Trace-Id": "trace-1"}
	for i := 0; i < len(header); i += 2 {
		h[header[i]] = header[i+1]
	}
	return h
}

func body(code, message string) string {
	return fmt.Sprintf(`{"error":{"code":%q,"message":"%s","retryable":%t,"trace_id":"trace-1"}}`, code, message,
		fault.Kind(code).Class().Retryable)
}

func TestErrors(t *testing.T) {
	failed := answer{
		500, traced(), body("internal_error", "emcp failed on this request"), []string{"ERROR request failed trace-1"},
	}
	for _, test := range []struct {
		name    string
		handler echo.HandlerFunc
		want    answer
		log     string // in the log, and so not for the client
	}{
		{"none", fine, answer{200, traced(), "fine", nil}, ""},
		{
			"fault", func(echo.Context) error { return fault.New(fault.Forbidden, "not <you>") },
			answer{403, traced(), body("forbidden", `not \u003cyou\u003e`), nil}, "",
		}, {
			"fault inside an error", func(echo.Context) error {
				return fmt.Errorf("secret: %w", fault.Wrap(fault.NotFound, errors.New("secret"), "nothing here"))
			},
			answer{404, traced(), body("not_found", "nothing here"), nil}, "",
		}, {
			"other error", func(echo.Context) error { return errors.New("secret: the DSN") }, failed, "secret: the DSN",
		}, {
			"error of echo", func(echo.Context) error { return echo.NewHTTPError(http.StatusTeapot, "secret") }, failed,
			"secret",
		}, {
			"context", func(echo.Context) error { return context.Canceled }, failed, "context canceled",
		}, {
			"too large", func(echo.Context) error { return fault.New(fault.PayloadTooLarge, "less") },
			answer{413, traced("Connection", "close"), body("payload_too_large", "less"), nil}, "",
		}, {
			"panic", func(echo.Context) error { panic("secret") }, failed, "middleware_test.go",
		}, {
			"panic with an error", func(echo.Context) error { panic(fault.New(fault.Forbidden, "secret")) }, failed, "goroutine",
		}, {
			"panic of the runtime", func(c echo.Context) error { return []error{nil}[len(c.Path())] }, failed,
			"index out of range",
		}, {
			"panic after the answer", func(c echo.Context) error {
				_ = c.String(http.StatusOK, "fine")
				panic("secret")
			},
			answer{200, traced(), "fine", []string{"ERROR request failed trace-1"}}, "goroutine",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, log := serve(t, post(t, ""), test.handler)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(log, test.log) {
				t.Errorf("the log lacks %q: %s", test.log, log)
			}
		})
	}
}

// TestTrace takes the trace id of the request, or makes one where the request has none that is valid.
func TestTrace(t *testing.T) {
	for header, kept := range map[string]bool{"": false, "abc": true, "a b": false} {
		e := echo.New()
		e.Use(middleware.Trace)
		e.POST("/", func(c echo.Context) error {
			return c.String(http.StatusOK, middleware.TraceID(c.Request().Context()))
		})
		r := post(t, "")
		r.Header.Set(middleware.TraceHeader, header)
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		id := w.Body.String()
		if id == "" || (id == header) != kept || w.Header().Get(middleware.TraceHeader) != id {
			t.Errorf("%q became %q in the context, %q in the header", header, id, w.Header().Get(middleware.TraceHeader))
		}
	}
}

func TestTraceIDOfNothing(t *testing.T) {
	if id := middleware.TraceID(t.Context()); id != "" {
		t.Errorf("got %q", id)
	}
}

// TestBody has a limit that depends on the request.
func TestBody(t *testing.T) {
	limit := middleware.Body(func(c echo.Context) int64 { return int64(len(c.Request().Header.Get("Limit"))) },
		middleware.NewBudget(1<<20, 1<<20))
	echoed := func(c echo.Context) error { return c.String(http.StatusOK, string(middleware.BodyOf(c))) }
	over := answer{
		413, traced("Connection", "close"), body("payload_too_large", "the request has more than 5 bytes; send less at once"),
		nil,
	}
	cut := answer{400, traced(), body("bad_request", "the request ended before its body was complete"), nil}
	for _, test := range []struct {
		name    string
		request *http.Request
		want    answer
	}{
		{"empty", post(t, ""), answer{200, traced(), "", nil}},
		{"at the limit", post(t, "12345"), answer{200, traced(), "12345", nil}},
		{"over the limit", post(t, "123456"), over},
		{"unknown length, at the limit", unknownLength(post(t, "12345")), answer{200, traced(), "12345", nil}},
		{"unknown length, over the limit", unknownLength(post(t, "123456")), over},
		{
			"broken", httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", iotest.ErrReader(errors.New("secret"))),
			cut,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.request.Header.Set("Limit", "12345")
			got, _ := serve(t, test.request, echoed, limit)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func unknownLength(r *http.Request) *http.Request {
	r.ContentLength = -1
	return r
}

// unread fails the test when it is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, errors.New("read")
}

// TestNothingIsReadTooEarly has requests that are refused from their header.
func TestNothingIsReadTooEarly(t *testing.T) {
	limit := middleware.Body(func(echo.Context) int64 { return 5 }, middleware.NewBudget(1<<20, 1<<20))
	for length, mediaType := range map[int64]string{
		6: "application/json", 1 << 62: "application/json", 1: "text/plain", -1: "",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", unread{t})
		r.ContentLength = length
		r.Header.Set("Content-Type", mediaType)
		got, _ := serve(t, r, fine, middleware.JSONOnly, limit)
		if got.Status != 413 && got.Status != 415 {
			t.Errorf("%d bytes of %q: status %d", length, mediaType, got.Status)
		}
	}
}

// person presents any token and is known, or not.
type person struct {
	principal identity.Principal
	err       error
}

func (p person) Authenticate(_ context.Context, token, handle string) (identity.Principal, error) {
	if token != "secret" || handle != "content" {
		return identity.Principal{}, fmt.Errorf("token %q for %q", token, handle)
	}
	return p.principal, p.err
}

// authenticate is the step for requests of a person to the server "content".
func authenticate(p person) echo.MiddlewareFunc {
	return middleware.Authenticate(
		auth.Gate{Kinds: []auth.Authenticator{p}}, func(echo.Context) string { return "content" })
}

// bearing returns a request with the token of a person.
func bearing(t *testing.T) *http.Request {
	t.Helper()
	r := post(t, "")
	r.Header.Set("Authorization", "Bearer secret")
	return r
}

// challenge is the step that answers refusals with a challenge, where there is no OAuth.
func challenge() echo.MiddlewareFunc {
	return middleware.Challenge(func(echo.Context, fault.Kind) middleware.Demand { return middleware.Demand{} })
}

// TestChallenge is what the challenge says where callers can sign in by OAuth.
func TestChallenge(t *testing.T) {
	const metadata = `resource_metadata="https://www.example.com/.well-known/oauth-protected-resource/mcp"`
	demand := func(_ echo.Context, kind fault.Kind) middleware.Demand {
		d := middleware.Demand{
			Metadata: "https://www.example.com/.well-known/oauth-protected-resource/mcp",
			Scopes:   []string{"mcp:read", "mcp:call"},
		}
		if kind == fault.ScopeDenied {
			d.Scopes = []string{"mcp:call"}
		}
		return d
	}
	for kind, want := range map[fault.Kind]string{
		fault.Unauthenticated: `Bearer ` + metadata + `, scope="mcp:read mcp:call"`,
		fault.InvalidToken: `Bearer error="invalid_token", error_description="no 'x'", ` + metadata +
			`, scope="mcp:read mcp:call"`,
		fault.ScopeDenied: `Bearer error="insufficient_scope", error_description="no 'x'", ` + metadata +
			`, scope="mcp:call"`,
		fault.ServerDenied: "",
		fault.UserBlocked:  "",
		fault.RateLimited:  "",
		fault.Internal:     "",
	} {
		refuse := func(echo.Context) error { return fault.New(kind, `no "x"`) }
		got, _ := serve(t, post(t, ""), refuse, middleware.Challenge(demand))
		if got.Header["Www-Authenticate"] != want {
			t.Errorf("%s: %s, want %s", kind, got.Header["Www-Authenticate"], want)
		}
		if got, _ := serve(t, post(t, ""), refuse, challenge()); kind == fault.ScopeDenied &&
			got.Header["Www-Authenticate"] != "" {
			t.Errorf("without OAuth, %s: %s", kind, got.Header["Www-Authenticate"])
		}
	}
}

func TestAuthenticate(t *testing.T) {
	name := func(c echo.Context) error { return c.String(http.StatusOK, middleware.CallerOf(c).Subject) }
	for _, test := range []struct {
		name   string
		person person
		want   answer
	}{
		{"known", person{identity.Principal{Subject: "Ada"}, nil}, answer{200, traced(), "Ada", nil}},
		{
			"no token", person{err: fault.New(fault.Unauthenticated, "who?")},
			answer{401, traced("Www-Authenticate", "Bearer"), body("unauthenticated", "who?"), nil},
		}, {
			"unknown token", person{err: fault.New(fault.InvalidToken, "no")},
			answer{
				401, traced("Www-Authenticate", `Bearer error="invalid_token", error_description="no"`),
				body("invalid_token", "no"), nil,
			},
		}, {
			"reason with quotes", person{err: fault.New(fault.InvalidToken, `no "x" \ y`)},
			answer{
				401, traced("Www-Authenticate", `Bearer error="invalid_token", error_description="no 'x' / y"`),
				body("invalid_token", `no \"x\" \\ y`), nil,
			},
		}, {
			"blocked", person{identity.Principal{Subject: "Ada"}, fault.New(fault.UserBlocked, "not you")},
			answer{403, traced(), body("user_blocked", "not you"), nil},
		}, {
			"store away", person{err: fault.New(fault.Unavailable, "later")},
			answer{503, traced(), body("unavailable", "later"), []string{"ERROR request failed trace-1"}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _ := serve(t, bearing(t), name, challenge(), authenticate(test.person))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("nothing presented", func(t *testing.T) {
		got, _ := serve(t, post(t, ""), name, challenge(), authenticate(person{}))
		want := answer{
			401, traced("Www-Authenticate", "Bearer"),
			body("unauthenticated", "a token is needed: send it in the header Authorization: Bearer TOKEN"), nil,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// TestRefusedCallerIsNobody expects a refused caller to get nowhere, even if its subject is known.
func TestRefusedCallerIsNobody(t *testing.T) {
	var caller identity.Principal
	look := func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			err := next(c)
			caller = middleware.CallerOf(c)
			return err
		}
	}
	reached := func(echo.Context) error {
		t.Error("the request came through")
		return nil
	}
	ada := person{identity.Principal{Subject: "Ada"}, fault.New(fault.UserBlocked, "not you")}
	serve(t, bearing(t), reached, look, authenticate(ada))
	if diff := cmp.Diff(identity.Principal{}, caller); diff != "" {
		t.Error(diff)
	}
}

// TestCallerOfNobody is a route that forgot Authenticate: its caller may nothing.
func TestCallerOfNobody(t *testing.T) {
	scopes, err := identity.ParseScopeMap(identity.BuiltinScopes())
	if err != nil {
		t.Fatal(err)
	}
	got, _ := serve(t, post(t, ""), func(c echo.Context) error {
		caller := middleware.CallerOf(c)
		return c.JSON(http.StatusOK, []bool{
			caller.MayUse("content"), scopes.Allows(caller, "ping"), scopes.Allows(caller, "tools/call"), caller.Has("emcp"),
		})
	})
	if diff := cmp.Diff(answer{200, traced(), "[false,false,false,false]", nil}, got); diff != "" {
		t.Error(diff)
	}
}

// TestAuthenticatorThatFails is one whose store is away: that is no reason to ask for another token.
func TestAuthenticatorThatFails(t *testing.T) {
	got, log := serve(t, bearing(t), fine, authenticate(person{err: fault.New(fault.InternalError, "not now")}))
	want := answer{500, traced(), body("internal_error", "not now"), []string{"ERROR request failed trace-1"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, log)
	}
}

// TestRetryAfter is whole seconds (RFC 9110, section 10.2.3), never so few that the next attempt comes too early.
func TestRetryAfter(t *testing.T) {
	for wait, seconds := range map[time.Duration]string{
		-time.Second: "", 0: "", 1: "1", time.Millisecond: "1", time.Second: "1", time.Second + 1: "2",
		1500 * time.Millisecond: "2", 59*time.Second + 999*time.Millisecond: "60", time.Minute: "60",
		36 * time.Hour: "129600",
	} {
		got, _ := serve(t, post(t, ""), func(echo.Context) error {
			f := fault.New(fault.RateLimited, "later")
			f.RetryAfter = wait
			return f
		})
		header := traced()
		if seconds != "" {
			header["Retry-After"] = seconds
		}
		if diff := cmp.Diff(answer{429, header, body("rate_limited", "later"), nil}, got); diff != "" {
			t.Errorf("%s: %s", wait, diff)
		}
	}
}
