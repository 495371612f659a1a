package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// TestSitesOfOneSeedAreTheSame makes all rows of a site twice, and once more with another seed.
func TestSitesOfOneSeedAreTheSame(t *testing.T) {
	sum := func(s Shape) [sha256.Size]byte {
		var rows bytes.Buffer
		for _, table := range NewSite(s).tables() {
			if err := table.write(&rows); err != nil {
				t.Fatal(err)
			}
		}
		return sha256.Sum256(rows.Bytes())
	}
	other := shape(1000)
	other.Seed++
	first := sum(shape(1000))
	if first != sum(shape(1000)) {
		t.Error("two sites of one seed differ")
	}
	if first == sum(other) {
		t.Error("sites of different seeds are the same")
	}
}

// TestCalls sends every case to the real program, in front of a small site. The statements of the notes must find the
// same documents, and the statements for the bare driver must be recorded.
func TestCalls(t *testing.T) {
	program := filepath.Join(t.TempDir(), "emcp")
	if out, err := exec.Command("go", "build", "-C", "..", "-o", program, "./cmd/emcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server, err := startServer("128M")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	site := NewSite(shape(1000))
	l, err := load(t.Context(), server, site)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{l, program, time.Millisecond}
	all, err := b.prepare(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	g, err := startGateway(t.Context(), program, l.dsn, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := g.stop(); err != nil {
			t.Error(err)
		}
	}()
	c, err := dial(t.Context(), g.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			if len(p.statements[0]) == 0 {
				t.Error("no statement was recorded")
			}
			for n := range 5 {
				r, err := c.call(p.tool, p.calls[n])
				if err != nil {
					t.Fatal(err)
				}
				if p.notes == nil {
					continue
				}
				statement := p.notes(p.calls[n])
				if want := firstColumn(t.Context(), t, l.db, statement); !slices.Equal(want, r.ids()) {
					t.Errorf("%v: the notes find %d, emcp %d\n%s", p.calls[n], want, r.ids(), statement)
				}
			}
		})
	}
}

// firstColumn returns the first column of the rows of a statement.
func firstColumn(ctx context.Context, t *testing.T, db *sql.DB, statement string) []int64 {
	t.Helper()
	rows, err := db.QueryContext(ctx, statement)
	if err != nil {
		t.Fatalf("%v in %s", err, statement)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for rows.Next() {
		var id int64
		dest := []any{&id}
		for range names[1:] {
			dest = append(dest, new(sql.RawBytes))
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestEveryToolIsMeasured compares the cases with the tools of the contract.
func TestEveryToolIsMeasured(t *testing.T) {
	text, err := os.ReadFile("../TOOLSET.md")
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]bool{}
	for _, c := range cases {
		measured[c.tool] = true
	}
	for line := range strings.Lines(string(text)) {
		row, ok := strings.CutPrefix(line, "| `")
		if tool, _, closed := strings.Cut(row, "`"); ok && closed && strings.HasPrefix(tool, "evo.") && !measured[tool] {
			t.Errorf("%s is not measured", tool)
		}
	}
	if !measured["evo.site.describe"] {
		t.Error("evo.site.describe is not measured")
	}
}

// Data of runs before there were pages with chunks have no target about them.
func TestReportWithoutChunks(t *testing.T) {
	text, err := os.ReadFile("data.json")
	if err != nil {
		t.Fatal(err)
	}
	var d data
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	for i := range d.Sites {
		d.Sites[i].Cases = slices.DeleteFunc(d.Sites[i].Cases,
			func(c caseResult) bool { return c.Name == chunkCase || c.Name == plainCase })
	}
	for _, goal := range d.targets() {
		if strings.Contains(goal.name, "chunks") {
			t.Errorf("%s: %s", goal.name, goal.measured)
		}
	}
	if table := d.caseTable() + d.yardstickTable(); strings.Contains(table, "chunks") ||
		!strings.Contains(table, pageCase) {
		t.Errorf("tables of cases that were not measured: %s", table)
	}
}

// TestReport writes tables and plots of made-up measurements.
func TestReport(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	d := data{Cores: 2, Go: "go1", MariaDB: "10", Soak: soakResult{Calls: 1000, Resident: 50 << 20, Most: 60 << 20}}
	d.Agency = agencyResult{
		Sites: 200, Start: 1.5, Idle: 90, Called: 120, Rested: 110, Connections: 3, Alone: 2, Beside: 2.1,
	}
	d.Hanging = hangingResult{Alone: 2, Beside: 2.3, Hung: 4, Failed: 1234}
	for _, documents := range []int{1000, 100_000} {
		s := siteResult{Documents: documents}
		for _, c := range cases {
			p50 := 1 + random.Float64()
			s.Cases = append(s.Cases, caseResult{
				Name: c.name, Limit: float64(c.limit.Milliseconds()), Local: c.local, Statements: 1, Rows: 21, Bytes: 12345,
				Gateway: []loadResult{{1, 100, p50, 2 * p50, 100}, {16, 200, 8 * p50, 16 * p50, 150}},
				Driver:  []loadResult{{1, 100, p50 / 2, p50, 200}, {16, 200, 4 * p50, 5 * p50, 180}},
			})
		}
		s.Turns = []turnResult{{bareName, 2000, 1, 250}, {emcpName, 1820, 0.91, 300}}
		s.Cached = []loadResult{{16, 1000, 0.1, 0.2, 700}}
		d.Sites = append(d.Sites, s)
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "bench"), 0o700); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../BENCHMARKS.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "BENCHMARKS.md"), document, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := report(d, root); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(filepath.Join(root, "BENCHMARKS.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"2 cores, go1, MariaDB 10.\n",
		"| page of 20, two TVs, 16 clients, cache off: at least 90 % of the bare driver's throughput | 91 % | met |\n",
		"| page of 20, 16 clients: at least 4 times the throughput with the cache on | 4.67 times | met |\n",
		"| emcp | 1,820 | 0.91 | 300 |\n",
		"| 20 texts with chunks take at most 1.3 times as long as the same texts without | ",
		"| less than 192 MiB of resident memory after 1,000 calls | 50 MiB, at most 60 | met |\n",
		"| 200 sites: less than 128 MiB of resident memory while idle | 90 MiB after the start, 110 later | met |\n",
		"| 200 sites: no connection to a database that nobody has asked for a minute | 3 connections | missed |\n",
		"| the same while 16 clients call a site whose database is silent, ms | 2.10 |\n",
		"| get beside an upstream that hangs: 99th percentile at most 1.10 times as long | 1.15 times | missed |\n",
		"| calls that emcp refused meanwhile | 1,234 |\n",
	} {
		if !strings.Contains(string(written), line) {
			t.Errorf("BENCHMARKS.md lacks %s", line)
		}
	}
	for _, plot := range []string{"latency-clients.png", "latency-size.png"} {
		picture, err := os.ReadFile(filepath.Join(root, "bench", plot))
		if err != nil || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
			t.Errorf("%s is no PNG: %v", plot, err)
		}
	}
	if _, err := between("no markers", "cases", ""); fmt.Sprint(err) != "BENCHMARKS.md has no place for cases" {
		t.Error(err)
	}
}
