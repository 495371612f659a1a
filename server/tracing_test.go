package server_test

import (
	"cmp"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	. "emcp/internal/test/servertest"
	"emcp/internal/test/wait"
	"emcp/server"
)

// receiver is a collector of traces.
type receiver struct {
	url string

	mu       sync.Mutex
	requests []*http.Request
	spans    []*tracepb.Span
	resource string
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		// ExportTraceServiceRequest is written like TracesData: both have the same one member.
		var data tracepb.TracesData
		if err == nil {
			err = proto.UnmarshalOptions{DiscardUnknown: false}.Unmarshal(body, &data)
		}
		if err != nil || len(data.ProtoReflect().GetUnknown()) > 0 {
			t.Errorf("the spans cannot be read: %v", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.requests = append(r.requests, request)
		for _, resource := range data.GetResourceSpans() {
			r.resource = resource.GetResource().String()
			for _, scope := range resource.GetScopeSpans() {
				r.spans = append(r.spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(web.Close)
	r.url = web.URL
	return r
}

// newTraced returns a server whose traces go to the receiver, and what returns all spans, which closes the server.
func newTraced(t testing.TB, dsn string, r *receiver, change ...string) (*server.Server, func() []*tracepb.Span) {
	t.Helper()
	s, err := server.New(NewConfig(t, dsn,
		append([]string{"sites:", "tracing: {endpoint: " + r.url + ", headers: {X-Key: secret}}\nsites:"}, change...)...),
		WithDefaults(server.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	end := sync.OnceValue(s.Close)
	t.Cleanup(func() { _ = end() })
	return s, func() []*tracepb.Span {
		if err := end(); err != nil {
			t.Error(err)
		}
		return r.spans
	}
}

// tree returns the names of spans, each below its parent and further in, in the order of time.
func tree(spans []*tracepb.Span) string {
	children := map[string][]*tracepb.Span{}
	known := map[string]bool{}
	for _, s := range spans {
		known[string(s.GetSpanId())] = true
	}
	for _, s := range spans {
		parent := string(s.GetParentSpanId())
		if !known[parent] {
			parent = ""
		}
		children[parent] = append(children[parent], s)
	}
	var text strings.Builder
	var write func(parent, indent string)
	write = func(parent, indent string) {
		slices.SortFunc(children[parent], func(a, b *tracepb.Span) int {
			return cmp.Compare(a.GetStartTimeUnixNano(), b.GetStartTimeUnixNano())
		})
		for _, s := range children[parent] {
			name := s.GetName()
			if code := s.GetStatus().GetMessage(); code != "" {
				name += " (" + code + ")"
			}
			text.WriteString(indent + name + "\n")
			write(string(s.GetSpanId()), indent+"  ")
		}
	}
	write("", "")
	return text.String()
}

// attributes returns what a span says.
func attributes(s *tracepb.Span) map[string]string {
	all := map[string]string{}
	for _, a := range s.GetAttributes() {
		v := a.GetValue()
		if all[a.GetKey()] = v.GetStringValue(); v.GetStringValue() == "" && all[a.GetKey()] == "" {
			all[a.GetKey()] = strconv.FormatInt(v.GetIntValue(), 10)
		}
	}
	return all
}

const schemaStatements = `statement
statement
statement
statement
statement
statement
statement
`

// indented moves lines in by two spaces a step.
func indented(text string, steps int) string {
	return regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimSuffix(text, "\n"), strings.Repeat("  ", steps)) + "\n"
}

// TestTraces compares the spans of requests of every kind.
func TestTraces(t *testing.T) {
	r := newReceiver(t)
	s, end := newTraced(t, Fixture(t).DSN, r, "cache: {ttl: 0s}", "cache: {ttl: 1m}", "rate_limit: {enabled: false}", "")
	web := s.Handler()
	first := "4bf92f35-77b3-4da6-a3ce-929d0e0e4736"
	for _, request := range []sent{
		{body: GetHome, header: []string{"X-Trace-Id", first}},
		{body: GetHome, header: []string{"Idempotency-Key", "a"}}, // from the cache
		{body: ToolCall("evo.content.get", `{"id":"1"}`)},
		{header: []string{"Authorization", ""}},
		{method: http.MethodGet, path: "/healthz"},
	} {
		request.answer(t, web)
	}
	Talk(t, s, "content", Ping+"\n")
	spans := end()
	want := `POST /mcp/:server
  count request
  authenticate
  count request
  tools/call evo.content.get
    execute evo.content.get
      schema
` + indented(schemaStatements, 4) + `      statement
POST /mcp/:server
  count request
  authenticate
  count request
  claim key
  tools/call evo.content.get
  settle key
POST /mcp/:server
  count request
  authenticate
  count request
  tools/call evo.content.get (invalid_params)
POST /mcp/:server
  count request
  authenticate (unauthenticated)
stdio
  ping
`
	Equal(t, want, tree(spans), "(-want +got)")
	root := slices.IndexFunc(spans, func(s *tracepb.Span) bool {
		return len(s.GetParentSpanId()) == 0 && attributes(s)["emcp.trace_id"] == first
	})
	if root < 0 {
		t.Fatalf("no span has the id %s", first)
	}
	if got := hex.EncodeToString(spans[root].GetTraceId()); got != strings.ReplaceAll(first, "-", "") {
		t.Errorf("the trace is %s", got)
	}
	wantRoot := map[string]string{
		"emcp.trace_id": first, "emcp.server": "content", "mcp.method.name": "tools/call",
		"gen_ai.tool.name": "evo.content.get", "emcp.code": "ok",
		"http.response.status_code": "200", "emcp.rows": "1", "emcp.bytes": strconv.Itoa(len(GotHome)),
	}
	Equal(t, wantRoot, attributes(spans[root]), "(-want +got)")
	for _, s := range spans {
		if s.GetName() == "statement" {
			if got := attributes(s); got["db.system.name"] != "mysql" || got["db.query.text"] == "" ||
				strings.Contains(got["db.query.text"], "'evo_") {
				t.Errorf("a statement says %v", got)
			}
		}
		for name, value := range attributes(s) {
			if strings.Contains(value, "token:") || strings.Contains(value, "192.0.2.1") {
				t.Errorf("%s has the caller in it: %s is %s", s.GetName(), name, value)
			}
		}
	}
	for _, request := range r.requests {
		if request.URL.Path != "/v1/traces" || request.Header.Get("X-Key") != "secret" ||
			request.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("%s with %v", request.URL.Path, request.Header)
		}
	}
	if !strings.Contains(r.resource, "emcp") || !strings.Contains(r.resource, "1.2.3") {
		t.Errorf("the spans are of %s", r.resource)
	}
}

// TestTraceparent joins the traces of clients that say so in the right way.
func TestTraceparent(t *testing.T) {
	const id, span = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	for header, joined := range map[string]bool{
		"00-" + id + "-" + span + "-01": true,
		"00-" + id + "-" + span + "-00": false, // not to be traced
		"00-" + id + "-" + span:         false, "00-" + strings.Repeat("0", 32) + "-" + span + "-01": false, "": false,
		"ff-" + id + "-" + span + "-01": false, "00-" + strings.ToUpper(id) + "-" + span + "-01": false,
		"*/ SELECT 1 /*": false,
	} {
		r := newReceiver(t)
		s, end := newTraced(t, NoDatabase, r)
		w := sent{header: []string{"traceparent", header, "X-Trace-Id", ""}}.answer(t, s.Handler())
		spans := end()
		told := w.Header().Get("X-Trace-Id")
		if header == "00-"+id+"-"+span+"-00" {
			if len(spans) != 0 || told != id {
				t.Errorf("%q: %d spans, trace id %s", header, len(spans), told)
			}
			continue
		}
		if len(spans) != 3 { // the request, authenticate, ping
			t.Errorf("%q: %s", header, tree(spans))
		}
		for _, s := range spans {
			if got := hex.EncodeToString(s.GetTraceId()); got != strings.ReplaceAll(told, "-", "") {
				t.Errorf("%q: the trace is %s, the client is told %s", header, got, told)
			}
			if got := hex.EncodeToString(s.GetParentSpanId()); s.GetName() == "POST /mcp/:server" && (got == span) != joined {
				t.Errorf("%q: the parent is %s", header, got)
			}
		}
		if (told == id) != joined || !joined && !UUID4.MatchString(told) {
			t.Errorf("%q: the client is told %s", header, told)
		}
	}
}

// TestCollectorThatFails has more spans than can wait for a collector that hangs, or is not there.
func TestCollectorThatFails(t *testing.T) {
	hang := make(chan struct{})
	asked := make(chan struct{}, 100)
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-hang
	}))
	defer hanging.Close()
	defer close(hang)
	refusing := httptest.NewServer(http.NotFoundHandler())
	defer refusing.Close()
	for url, warning := range map[string]string{
		hanging.URL: "", refusing.URL: "the collector answers 404 Not Found", "http://127.0.0.1:1": "connection refused",
	} {
		var log Log
		s, err := server.New(NewConfig(t, NoDatabase, "sites:", "tracing: {endpoint: "+url+"}\nsites:"),
			WithDefaults(server.Options{
				Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn})),
			}))
		if err != nil {
			t.Fatal(err)
		}
		web := s.Handler()
		for i := range 1500 { // 4,500 spans, of which 2,560 have room
			if w := (sent{}).answer(t, web); strings.TrimSpace(w.Body.String()) != Pong {
				t.Fatal(w.Body)
			}
			if url == hanging.URL && i == 200 { // now it has taken the first 512, and all others wait
				<-asked
			}
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		if got := strings.Count(log.String(), "level=WARN"); warning != "" &&
			(got != 1 || !strings.Contains(log.String(), warning)) {
			t.Errorf("%s: the log is %s", url, log.String())
		}
	}
}

// TestSharedStatementsSayTheFirstRequest has two calls that ask the same at the same time.
func TestSharedStatementsSayTheFirstRequest(t *testing.T) {
	d := Fixture(t)
	s := NewServer(t, d.DSN)
	web := s.Handler()
	sent{body: GetHome}.answer(t, web) // the schema is known
	unlock := LockDocuments(t, d)
	var calls sync.WaitGroup
	calls.Go(func() { sent{body: GetHome, header: []string{"X-Trace-Id", "first"}}.answer(t, web) })
	AwaitStatements(t, d, 1)
	calls.Go(func() { sent{body: GetHome, header: []string{"X-Trace-Id", "second"}}.answer(t, web) })
	wait.Until(t, 10*time.Second, "the second call shares", func() bool {
		return strings.Contains(ReadMetrics(t, s), "emcp_cache_calls_total{result=\"shared\"} 1\n")
	})
	var statement string
	err := d.DB.QueryRowContext(t.Context(),
		"SELECT info FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table%'",
		d.Name).Scan(&statement)
	if err != nil || !strings.HasPrefix(statement, "/* trace:first */ SELECT ") {
		t.Errorf("%q, %v", statement, err)
	}
	unlock()
	calls.Wait()
}

// TestStatementsWithoutComments is the configuration that wants none.
func TestStatementsWithoutComments(t *testing.T) {
	d := Fixture(t)
	web := NewServer(t, d.DSN, "sites:", "tracing: {sql_comments: false}\nsites:").Handler()
	unlock := LockDocuments(t, d)
	var calls sync.WaitGroup
	calls.Go(func() { sent{body: GetHome}.answer(t, web) })
	AwaitStatements(t, d, 1)
	var statement string
	err := d.DB.QueryRowContext(t.Context(),
		"SELECT info FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table%'",
		d.Name).Scan(&statement)
	if err != nil || !strings.HasPrefix(statement, "SELECT ") {
		t.Errorf("%q, %v", statement, err)
	}
	unlock()
	calls.Wait()
}

// BenchmarkWatched compares a call over one document, and one that asks for nothing, without and with what watches
// them.
func BenchmarkWatched(b *testing.B) {
	d := Fixture(b)
	r := newReceiver(b)
	for _, how := range []struct{ name, tracing string }{
		{"plain", "{sql_comments: false}"}, {"comments", "{}"}, {"sampled 0", "{endpoint: " + r.url + ", sample_ratio: 0}"},
		{"traced", "{endpoint: " + r.url + "}"},
	} {
		for what, body := range map[string]string{"call": GetHome, "ping": Ping} {
			b.Run(what+"/"+how.name, func(b *testing.B) {
				s := NewServer(b, d.DSN, "sites:", "tracing: "+how.tracing+"\nsites:")
				web := s.Handler()
				for b.Loop() {
					(sent{body: body}).answer(b, web)
				}
			})
		}
	}
}
