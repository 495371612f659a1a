package server

import (
	"bytes"
	"cmp"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// fixture returns a database with the fixture's site.
func fixture(t testing.TB) *testdb.Database {
	t.Helper()
	d := testdb.Open(t)
	load(t, d.DB)
	return d
}

func load(t testing.TB, db *sql.DB) {
	t.Helper()
	options := evosite.Options{Prefix: "evo_", Generation: "3.5"}
	if err := evosite.Load(t.Context(), db, evosite.Fixture(), options); err != nil {
		t.Fatal(err)
	}
}

// minimalSettings is the configuration of the tests. The plaintext of each token is its name.
const minimalSettings = `
cache: {ttl: 0s}
sites:
  main: {dsn: "${DSN}", max_open_conns: 4, statement_timeout: 10s, allow_wide_grants: true}
servers:
  - {handle: content, site: main}
  - {handle: small, site: main, limits: {max_payload_kb: 1, max_result_items: 7, max_result_bytes: 1200}}
  - {handle: "off", site: main, enabled: false}
auth:
  modes: [token]
  tokens:
    - {name: full, sha256: "${SHA256_full}"}
    - {name: manager, sha256: "${SHA256_manager}", scopes: ["*"], view: manager}
    - {name: reader, sha256: "${SHA256_reader}", scopes: [mcp:read]}
    - {name: caller, sha256: "${SHA256_caller}", scopes: [mcp:call]}
    - {name: elsewhere, sha256: "${SHA256_elsewhere}", servers: [small]}
    - {name: expired, sha256: "${SHA256_expired}", expires: "2020-01-01T00:00:00Z"}
rate_limit: {enabled: false}
`

// noDatabase is for tests that need none.
const noDatabase = "emcp:secret@tcp(127.0.0.1:1)/evolution"

// newServer returns a server over the database at dsn. change is pairs of texts, each to be replaced in settings by the
// next.
func newServer(t testing.TB, dsn string, change ...string) *Server {
	t.Helper()
	return startServer(t, configOf(t, dsn, change...), Options{})
}

// newServerWith is newServer with options.
func newServerWith(t testing.TB, o Options, dsn string, change ...string) *Server {
	t.Helper()
	return startServer(t, configOf(t, dsn, change...), o)
}

// newAudited is newServer with the lines of its audit log.
func newAudited(t testing.TB, dsn string, change ...string) (*Server, *auditLog) {
	t.Helper()
	lines := &auditLog{}
	return newServerWith(t, Options{Requests: lines}, dsn, change...), lines
}

// configOf returns the configuration of newServer.
func configOf(t testing.TB, dsn string, change ...string) *config.Config {
	t.Helper()
	text := minimalSettings
	for i := 0; i < len(change); i += 2 {
		if !strings.Contains(text, change[i]) {
			t.Fatalf("the settings have no %q", change[i])
		}
		text = strings.ReplaceAll(text, change[i], change[i+1])
	}
	c, err := config.Parse([]byte(text), func(name string) (string, bool) {
		if token, ok := strings.CutPrefix(name, "SHA256_"); ok {
			return auth.HashToken(token).String(), true
		}
		return dsn, name == "DSN"
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// startServer returns a server that the end of the test closes. It waits longer for Redis and the site than the program does,
// because a busy machine answers late.
func startServer(t testing.TB, c *config.Config, o Options) *Server {
	t.Helper()
	s, err := New(c, withDefaults(o))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// withDefaults returns o with what servers of tests have.
func withDefaults(o Options) Options {
	o.Version = "1.2.3"
	o.RedisTime = 2 * time.Second
	o.SiteTime = cmp.Or(o.SiteTime, time.Minute)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Requests == nil {
		o.Requests = io.Discard
	}
	return o
}

// auditLog keeps the lines of an audit log.
type auditLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (a *auditLog) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text.Write(line)
}

func (a *auditLog) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text.String()
}

var (
	auditTime     = regexp.MustCompile(`"timestamp":"[0-9T:.-]+Z"`)
	auditDuration = regexp.MustCompile(`"duration_ms":[0-9.]+`)
	auditTrace    = regexp.MustCompile(`"trace_id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`)
)

// take returns the lines since the last time, with TIME for their time, 0 for their duration, and UUID for a trace id
// that emcp has made.
func (a *auditLog) take() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	text := a.text.String()
	a.text.Reset()
	text = auditTime.ReplaceAllString(text, `"timestamp":"TIME"`)
	text = auditDuration.ReplaceAllString(text, `"duration_ms":0`)
	text = auditTrace.ReplaceAllString(text, `"trace_id":"UUID"`)
	return slices.Collect(strings.Lines(text))
}

// takeN is take when there are n lines: over HTTP an answer can be read before its line is written.
func (a *auditLog) takeN(t testing.TB, n int) []string {
	t.Helper()
	wait.Until(t, 5*time.Second, fmt.Sprintf("%d audit lines", n), func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		return bytes.Count(a.text.Bytes(), []byte("\n")) >= n
	})
	lines := a.take()
	if len(lines) != n {
		t.Fatalf("%d audit lines, want %d:\n%s", len(lines), n, strings.Join(lines, ""))
	}
	return lines
}

// listen serves the routes and returns the URL before them.
func listen(t testing.TB, s *Server) string {
	t.Helper()
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	return web.URL
}

// httpReply is an HTTP answer without the headers that every server sends.
type httpReply struct {
	Status int
	Header map[string]string
	Body   string
}

// sendRequest sends a request and returns the answer. headers are names and values; an empty value takes a header away
// that the tests send otherwise. It may be called from any goroutine.
func sendRequest(t testing.TB, method, url, body string, headers ...string) httpReply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return httpReply{}
	}
	for i, pairs := 0, append([]string{
		"Content-Type", "application/json", "Authorization", "Bearer full", "X-Trace-Id", "trace-1",
	}, headers...); i < len(pairs); i += 2 {
		r.Header.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			r.Header.Del(pairs[i])
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return httpReply{}
	}
	return replyOf(t, response)
}

func replyOf(t testing.TB, response *http.Response) httpReply {
	t.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
		return httpReply{}
	}
	header := map[string]string{}
	for name, values := range response.Header {
		if name != "Date" && name != "Content-Length" {
			header[name] = strings.Join(values, ", ")
		}
	}
	if response.Close {
		header["Connection"] = "close" // which net/http takes out
	}
	return httpReply{response.StatusCode, header, string(bytes.TrimSpace(body))}
}

func post(t testing.TB, url, body string, headers ...string) httpReply {
	t.Helper()
	return sendRequest(t, http.MethodPost, url, body, headers...)
}
