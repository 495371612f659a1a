package middleware_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"emcp/internal/audit"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/middleware"
)

// audited sends a request through the steps in the order of package server and returns the lines of the audit log.
// Time, duration and size are checked and replaced.
func audited(t *testing.T, r *http.Request, handler echo.HandlerFunc, steps ...echo.MiddlewareFunc) []string {
	t.Helper()
	var log bytes.Buffer
	requests := audit.NewLines(&log)
	report := func(ctx context.Context, r *audit.Record) { requests.Write(ctx, r) }
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = middleware.Errors(slog.New(slog.DiscardHandler), nil, nil)
	e.Use(middleware.Trace, middleware.Audit(report, "/healthz", "/files/:name"), middleware.Recover)
	e.POST("/", handler, steps...)
	e.GET("/healthz", handler)
	e.GET("/files/:name", handler)
	if r.Header.Get("X-Trace-Id") == "" {
		r.Header.Set("X-Trace-Id", "trace-1")
	}
	before := time.Now().Round(0) // without the monotonic clock, as it stands in the line
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)

	var lines []string
	for line := range strings.Lines(log.String()) {
		var measured struct {
			Timestamp time.Time `json:"timestamp"`
			Duration  float64   `json:"duration_ms"`
			Status    int       `json:"status"`
			Bytes     int       `json:"bytes"`
		}
		if err := json.Unmarshal([]byte(line), &measured); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if at := measured.Timestamp; at.Before(before) || at.After(time.Now()) || at.Location() != time.UTC {
			t.Errorf("the line was written at %s", at)
		}
		if elapsed := time.Since(before).Seconds() * 1000; measured.Duration < 0 || measured.Duration > elapsed {
			t.Errorf("%f ms of %f", measured.Duration, elapsed)
		}
		if measured.Status != w.Code || measured.Bytes != w.Body.Len() {
			t.Errorf("status %d with %d bytes, the client got %d with %d", measured.Status, measured.Bytes, w.Code, w.Body.Len())
		}
		line = regexp.MustCompile(`"timestamp":"[^"]+"`).ReplaceAllString(line, `"timestamp":"T"`)
		line = regexp.MustCompile(`"duration_ms":[^,]+`).ReplaceAllString(line, `"duration_ms":0`)
		line = regexp.MustCompile(`"bytes":[^,]+`).ReplaceAllString(line, `"bytes":0`)
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}

// auditLine is an audit line with some members other than those of a request that did nothing.
func auditLine(members ...string) []string {
	text := `{"timestamp":"T","msg":"audit","trace_id":"trace-1","request_id":"","server_handle":"","method":"",` +
		`"tool":"","status":200,"code":"ok","subject":"","view":"","duration_ms":0,"rows":0,"bytes":0,"replayed":false,` +
		`"client":"192.0.2.1"}`
	for _, member := range members {
		name, _, _ := strings.Cut(member, ":")
		text = regexp.MustCompile(name+`:("[^"]*"|[^,}]+)`).ReplaceAllLiteralString(text, member)
	}
	return []string{text}
}

func TestAudit(t *testing.T) {
	ada := identity.Principal{Subject: "token:ada", View: identity.Manager}
	known := authenticate(person{ada, nil})
	blocked := authenticate(person{identity.Principal{Subject: "token:ada"}, fault.New(fault.UserBlocked, "not you")})
	unknown := authenticate(person{err: fault.New(fault.InvalidToken, "no")})
	refuse := func(kind fault.Kind) echo.HandlerFunc {
		return func(echo.Context) error { return fault.New(kind, "no") }
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	at := func(method, path string) *http.Request {
		return httptest.NewRequestWithContext(t.Context(), method, path, nil)
	}
	for name, test := range map[string]struct {
		request *http.Request
		handler echo.HandlerFunc
		steps   []echo.MiddlewareFunc
		want    []string
	}{
		"success": {bearing(t), func(c echo.Context) error {
			r := audit.RecordOf(c.Request().Context())
			r.RequestID, r.Server, r.Method, r.Tool, r.Rows, r.Replayed = "7", "content", "tools/call", "evo.content.get",
				3, true
			return c.String(http.StatusOK, "12345")
		}, []echo.MiddlewareFunc{known}, auditLine(
			`"request_id":"7"`, `"server_handle":"content"`, `"method":"tools/call"`, `"tool":"evo.content.get"`,
			`"subject":"token:ada"`, `"view":"manager"`, `"rows":3`, `"replayed":true`,
		)},
		"nothing to answer": {post(t, ""), func(c echo.Context) error {
			return c.NoContent(http.StatusAccepted)
		}, nil, auditLine(`"status":202`)},
		"JSON-RPC error": {post(t, ""), func(c echo.Context) error {
			audit.RecordOf(c.Request().Context()).Code = "invalid_params"
			return c.String(http.StatusOK, "{}")
		}, nil, auditLine(`"code":"invalid_params"`)},
		"gone": {
			post(t, ""), func(echo.Context) error { return middleware.ErrClientGone }, nil,
			auditLine(`"status":499`, `"code":"cancelled"`),
		},
		"gone while its token is looked up": {
			bearing(t).WithContext(left), fine, []echo.MiddlewareFunc{authenticate(person{err: fault.From(context.Canceled)})},
			auditLine(`"status":499`, `"code":"cancelled"`),
		},
		"gone in the middle of the answer": {post(t, ""), func(c echo.Context) error {
			_ = c.String(http.StatusOK, "1")
			return middleware.ErrClientGone
		}, nil, auditLine(`"code":"cancelled"`)},
		"refused": {post(t, ""), refuse(fault.ScopeDenied), nil, auditLine(`"status":403`, `"code":"scope_denied"`)},
		"too large": {
			post(t, ""), refuse(fault.PayloadTooLarge), nil, auditLine(`"status":413`, `"code":"payload_too_large"`),
		},
		"no token": {
			post(t, ""), fine, []echo.MiddlewareFunc{known}, auditLine(`"status":401`, `"code":"unauthenticated"`),
		},
		"unknown token": {
			bearing(t), fine, []echo.MiddlewareFunc{unknown}, auditLine(`"status":401`, `"code":"invalid_token"`),
		},
		"blocked": {
			bearing(t), fine, []echo.MiddlewareFunc{blocked},
			auditLine(`"status":403`, `"code":"user_blocked"`, `"subject":"token:ada"`),
		},
		"other error": {
			post(t, ""), func(echo.Context) error { return errors.New("secret") }, nil,
			auditLine(`"status":500`, `"code":"internal_error"`),
		},
		"panic": {
			post(t, ""), func(echo.Context) error { panic("secret") }, nil, auditLine(`"status":500`, `"code":"internal_error"`),
		},
		"panic too late": {
			post(t, ""), func(c echo.Context) error { _ = fine(c); panic("secret") }, nil, auditLine(`"code":"internal_error"`),
		},
		"not found":     {at("POST", "/nowhere"), fine, nil, auditLine(`"status":404`, `"code":"not_found"`)},
		"wrong method":  {at("PUT", "/"), fine, nil, auditLine(`"status":405`, `"code":"method_not_allowed"`)},
		"probe":         {at("GET", "/healthz"), fine, nil, nil},
		"other probe":   {at("GET", "/files/abc"), fine, nil, nil},
		"failing probe": {at("GET", "/healthz"), refuse(fault.Unavailable), nil, nil},
		"path like a probe": {
			at("GET", "/healthz/"), fine, nil, auditLine(`"status":404`, `"code":"not_found"`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, audited(t, test.request, test.handler, test.steps...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAuditTellsNoSecrets has a canary wherever a client can put a text.
func TestAuditTellsNoSecrets(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/?token=canary", strings.NewReader("canary"))
	for _, name := range []string{
		"Authorization", "X-Partner-Auth", "Cookie", "User-Agent", "Referer", "Origin", "X-Forwarded-For", "X-Real-Ip",
		"Idempotency-Key", "MCP-Session-Id", "X-Request-Id", "Canary",
	} {
		r.Header.Set(name, "canary")
	}
	r.Header.Set("Authorization", "Bearer canary")
	r.Header.Set("X-Trace-Id", "canary\ncanary")
	r.Host = "canary"
	lines := audited(t, r, fine, authenticate(person{}))
	if len(lines) != 1 || strings.Contains(strings.ToLower(lines[0]), "canary") {
		t.Errorf("%q", lines)
	}
}

// TestAuditCutsTexts has texts of the client that are longer than any that means something, and texts that could forge
// a line.
func TestAuditCutsTexts(t *testing.T) {
	const long = 128
	for text, want := range map[string]string{
		strings.Repeat("x", long):                strings.Repeat("x", long),
		strings.Repeat("x", long+1):              strings.Repeat("x", long) + "...",
		strings.Repeat("x", 1<<20):               strings.Repeat("x", long) + "...",
		strings.Repeat("x", long-1) + "ё and so": strings.Repeat("x", long-1) + "...", // not half a letter
		"a\nb\"}\x00\x1b[2J":                     "a\nb\"}\x00\x1b[2J",
	} {
		lines := audited(t, post(t, ""), func(c echo.Context) error {
			r := audit.RecordOf(c.Request().Context())
			r.RequestID, r.Server, r.Method, r.Tool = text, text, text, text
			return nil
		})
		if len(lines) != 1 {
			t.Fatalf("%d lines", len(lines))
		}
		var got struct {
			RequestID string `json:"request_id"`
			Server    string `json:"server_handle"`
			Method    string `json:"method"`
			Tool      string `json:"tool"`
		}
		if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
			t.Fatal(err)
		}
		if got.RequestID != want || got.Server != want || got.Method != want || got.Tool != want {
			t.Errorf("%.80q became %.80q", text, got)
		}
	}
}

// TestAuditTimeIsUTC is a machine whose clock shows another zone; audited checks what the line says.
func TestAuditTimeIsUTC(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	time.Local = time.FixedZone("elsewhere", 5*3600)
	if diff := cmp.Diff(auditLine(), audited(t, post(t, ""), func(echo.Context) error { return nil })); diff != "" {
		t.Error(diff)
	}
}

func TestAuditNamesTheCertificate(t *testing.T) {
	r := post(t, "")
	r.TLS = &tls.ConnectionState{PeerCertificates: []*x509.Certificate{
		{Subject: pkix.Name{CommonName: "Ada", Organization: []string{"Example"}}},
		{Subject: pkix.Name{CommonName: "Issuer"}},
	}}
	want := []string{strings.TrimSuffix(auditLine()[0], "}") + `,"certificate":"CN=Ada,O=Example"}`}
	nothing := func(echo.Context) error { return nil }
	if diff := cmp.Diff(want, audited(t, r, nothing)); diff != "" {
		t.Error(diff)
	}
	r = post(t, "")
	r.TLS = &tls.ConnectionState{} // TLS without a client certificate
	if diff := cmp.Diff(auditLine(), audited(t, r, nothing)); diff != "" {
		t.Error(diff)
	}
}

// TestRecordOfNothing is a step outside of Audit, as over stdio: what it notes goes nowhere, and to nobody else.
func TestRecordOfNothing(t *testing.T) {
	audit.RecordOf(t.Context()).Subject = "Ada"
	if r := audit.RecordOf(t.Context()); r.Subject != "" {
		t.Errorf("%+v", r)
	}
	record := audit.NewRecord()
	audit.RecordOf(audit.WithRecord(t.Context(), record)).Subject = "Ada"
	if record.Subject != "Ada" {
		t.Errorf("%+v", record)
	}
}
