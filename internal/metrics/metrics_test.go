package metrics_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"emcp/evodb"
	"emcp/internal/audit"
	"emcp/internal/index"
	"emcp/internal/metrics"
	"emcp/internal/redisdb"
	"emcp/toolset"
	"emcp/toolset/find"
)

// counted returns metrics that have counted a request of every kind.
func counted(t testing.TB) *metrics.Metrics {
	t.Helper()
	db, err := evodb.Open(evodb.Options{DSN: "u:p@tcp(127.0.0.1:1)/d", MaxOpenConns: 4, StatementTimeout: 1e9})
	if err != nil {
		t.Fatal(err)
	}
	redis, err := redisdb.Open("redis://127.0.0.1:1/0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Close()
		redis.Close()
	})
	m := metrics.New(metrics.Sources{
		Version: "1.2.3", Databases: []metrics.Database{{Site: "main", Use: metrics.UseCalls, DB: db}},
		Redis: redis, RedisErrors: redisdb.CountErrors(redis), Answers: toolset.NewAnswers(1e9, 1<<20),
		Sessions: func() (int, int) { return 2, 1 },
		Indexed: func(*evodb.DB) find.Stats {
			return find.Stats{
				Stats:  index.Stats{Documents: 100, Words: 1000, Bytes: 1 << 20, Shortened: 1},
				Looked: time.Now().Add(-time.Minute),
			}
		},
	})
	for _, code := range []string{"ok", "cancelled", "invalid_params", "rate_limited", "made up"} {
		r := audit.NewRecord()
		r.Server, r.Method, r.Tool, r.Code, r.Rows, r.Bytes, r.Replayed, r.Tokens = "content", "tools/call",
			"evo.content.get", code, 1, 100, true, 10
		m.Request(r, metrics.Names{Server: r.Server, Method: r.Method, Tool: r.Tool})
	}
	return m
}

// read returns what Prometheus reads.
func read(t testing.TB, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// family is a metric: its type, its help and its labels.
type family struct {
	kind, help string
	labels     []string
}

var (
	helpLine   = regexp.MustCompile(`^# HELP (\w+) (.*)\n$`)
	typeLine   = regexp.MustCompile(`^# TYPE (\w+) (\w+)\n$`)
	seriesLine = regexp.MustCompile(`^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? `)
	label      = regexp.MustCompile(`(\w+)="`)
)

// families returns the metrics of a text, by name.
func families(t *testing.T, text string) map[string]family {
	t.Helper()
	all := map[string]family{}
	name := ""
	for line := range strings.Lines(text) {
		switch {
		case helpLine.MatchString(line):
			found := helpLine.FindStringSubmatch(line)
			name = found[1]
			all[name] = family{help: found[2]}
		case typeLine.MatchString(line):
			f := all[name]
			f.kind = typeLine.FindStringSubmatch(line)[2]
			all[name] = f
		default:
			f := all[name]
			for _, found := range label.FindAllStringSubmatch(seriesLine.FindStringSubmatch(line)[2], -1) {
				if !slices.Contains(f.labels, found[1]) && (found[1] != "le" || f.kind != "histogram") {
					f.labels = append(f.labels, found[1])
				}
			}
			all[name] = f
		}
	}
	return all
}

// TestUnknownCode shows that a code that is none of emcp's is not a label.
func TestUnknownCode(t *testing.T) {
	text := read(t, counted(t))
	if strings.Contains(text, "made up") || !strings.Contains(text, `emcp_requests_total{code="unknown",`) {
		t.Error(text)
	}
}

// TestDocumentedMetrics compares the table in docs with what is served.
func TestDocumentedMetrics(t *testing.T) {
	text, err := os.ReadFile("../../docs/hosters/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]family{}
	for _, row := range regexp.MustCompile(
		"(?m)^\\| `(emcp_\\w+)` \\| (\\w+) \\| (.*) \\| (.*) \\|$").FindAllStringSubmatch(string(text), -1) {
		f := family{kind: row[2], help: row[4]}
		for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[3], -1) {
			f.labels = append(f.labels, name[1])
		}
		documented[row[1]] = f
	}
	served := families(t, read(t, counted(t)))
	for name, f := range served {
		if !strings.HasPrefix(name, "emcp_") {
			delete(served, name)
		}
		slices.Sort(f.labels)
	}
	for _, f := range documented {
		slices.Sort(f.labels)
	}
	if diff := cmp.Diff(served, documented, cmp.AllowUnexported(family{})); diff != "" {
		t.Errorf("served (-), documented (+):\n%s", diff)
	}
}

// dashboard is what the tests look at in the file for Grafana.
type dashboard struct {
	Templating struct {
		List []struct{ Name, Query string }
	}
	Panels []struct {
		Title   string
		GridPos struct{ X, Y, W, H int }
		Targets []struct{ Expr string }
	}
}

// TestDashboard checks the file for Grafana: its shape, its metrics with their labels, and its variables.
func TestDashboard(t *testing.T) {
	const file = "../../packaging/grafana/emcp.json"
	compiler := jsonschema.NewCompiler()
	schema, err := compiler.Compile("testdata/dashboard.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(instance); err != nil {
		t.Errorf("%#v", err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}

	served := families(t, read(t, counted(t)))
	used := map[string]bool{}
	variables := []string{"__rate_interval", "datasource"}
	for _, v := range d.Templating.List {
		variables = append(variables, v.Name)
		expectExpression(t, v.Query, served, used, variables)
	}
	covered := map[[2]int]string{}
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			expectExpression(t, target.Expr, served, used, variables)
		}
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if other := covered[at]; other != "" || at[0] >= 24 {
					t.Errorf("%s lies over %q or beside the page", p.Title, other)
				}
				covered[at] = p.Title
			}
		}
	}
	for name := range served {
		if strings.HasPrefix(name, "emcp_") && !used[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
}

// TestRules checks the rules for Prometheus: their metrics with their labels, and that their thresholds
// are bounds of the histogram.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("../../packaging/prometheus/emcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	exported := read(t, counted(t))
	served := families(t, exported)
	expressions := regexp.MustCompile(`(?m)^ +expr: (.* > ([0-9.]+))$`).FindAllStringSubmatch(string(text), -1)
	var thresholds []string
	for _, found := range expressions {
		expectExpression(t, found[1], served, map[string]bool{}, nil)
		thresholds = append(thresholds, found[2])
		if !strings.Contains(exported, `tool="evo.content.get",le="`+found[2]+`"`) {
			t.Errorf("%s is not a bound of the histogram", found[2])
		}
	}
	if diff := cmp.Diff([]string{"1.5", "0.8"}, thresholds); diff != "" {
		t.Error(diff)
	}
}

var (
	metricName = regexp.MustCompile(`\b((?:emcp|go|process)_\w+?)(_bucket|_sum|_count)?(?:\{([^}]*)\}|\b)`)
	matcher    = regexp.MustCompile(`(\w+)\s*(?:=~|!~|!=|=)`)
	grouping   = regexp.MustCompile(`by \(([^)]*)\)`)
	variable   = regexp.MustCompile(`\$\{?(\w+)`)
)

// expectExpression fails for a metric that is not served, a label that it does not have, and a
// variable that there is not.
func expectExpression(
	t *testing.T, expression string, served map[string]family, used map[string]bool, variables []string,
) {
	t.Helper()
	var labels []string
	for _, found := range metricName.FindAllStringSubmatch(expression, -1) {
		name := found[1]
		f, known := served[name]
		if !known {
			t.Errorf("%s is not served, in %s", name, expression)
		}
		if (found[2] != "") != (f.kind == "histogram") {
			t.Errorf("%s is a %s, in %s", name, f.kind, expression)
		}
		used[name] = true
		labels = append(labels, f.labels...)
		for _, m := range matcher.FindAllStringSubmatch(found[3], -1) {
			if !slices.Contains(f.labels, m[1]) {
				t.Errorf("%s has no label %s, in %s", name, m[1], expression)
			}
		}
	}
	for _, group := range grouping.FindAllStringSubmatch(expression, -1) {
		for name := range strings.SplitSeq(group[1], ",") {
			if name = strings.TrimSpace(name); name != "le" && !slices.Contains(labels, name) {
				t.Errorf("no label %s, in %s", name, expression)
			}
		}
	}
	for _, v := range variable.FindAllStringSubmatch(expression, -1) {
		if !slices.Contains(variables, v[1]) {
			t.Errorf("no variable %s, in %s", v[1], expression)
		}
	}
}

// BenchmarkRequest is what a request costs more for being counted.
func BenchmarkRequest(b *testing.B) {
	m := counted(b)
	r := audit.NewRecord()
	r.Server, r.Method, r.Tool, r.Rows, r.Bytes = "content", "tools/call", "evo.content.get", 1, 100
	for b.Loop() {
		m.Request(r, metrics.Names{Server: r.Server, Method: r.Method, Tool: r.Tool})
	}
}
