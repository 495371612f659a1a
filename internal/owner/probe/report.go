package probe

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is the result of a run.
type Report struct {
	URL      string   `json:"url"`
	Server   string   `json:"server"`   // name and version, as the server gives them
	Protocol string   `json:"protocol"` // MCP revision of the tool calls
	Steps    []*Step  `json:"steps"`
	Notes    []string `json:"notes,omitempty"`
}

// Verdict is the result of a step.
type Verdict string

// Possible verdicts.
const (
	OK      Verdict = "ok"
	Wrong   Verdict = "wrong"
	Skipped Verdict = "-" // skipped, or not supported by the server
)

// Step is one kind of request and its answer. If the request was sent several times, it is the last answer.
type Step struct {
	Name     string    `json:"name"`
	Status   int       `json:"http_status,omitempty"`
	Code     int       `json:"code,omitempty"` // of a JSON-RPC error
	P50      float64   `json:"p50_ms"`
	P95      float64   `json:"p95_ms"`
	Bytes    int64     `json:"bytes"`
	Verdict  Verdict   `json:"verdict"`
	Note     string    `json:"note,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	times    []time.Duration
}

// saw records an answer.
func (s *Step) saw(a httpAnswer, r rpc) {
	s.Status, s.Code, s.Bytes = a.status, r.code, a.bytes
	s.times = append(s.times, a.took)
	s.P50, s.P95 = percentile(s.times, 50), percentile(s.times, 95)
}

// skip ends a step without a judgement.
func (s *Step) skip(note string) { s.Verdict, s.Note = Skipped, note }

// conclude ends a step. err is what is wrong, or nil.
func (s *Step) conclude(err error) {
	if err != nil {
		s.wrong(findingOf(err))
	}
}

func (s *Step) wrong(findings ...Finding) {
	if len(findings) > 0 {
		s.Verdict = Wrong
	}
	s.Findings = append(s.Findings, findings...)
}

// percentile returns the smallest of the times that at least p percent of them do not exceed (nearest rank), in
// milliseconds.
func percentile(times []time.Duration, p float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return math.Round(sorted[rank-1].Seconds()*1e4) / 10
}

func (r *Report) last() *Step { return r.Steps[len(r.Steps)-1] }

// Err returns an error if a step went wrong.
func (r *Report) Err() error {
	if n := r.count(Wrong); n > 0 {
		return fmt.Errorf("%d of %d steps went wrong", n, len(r.Steps))
	}
	return nil
}

func (r *Report) count(v Verdict) (n int) {
	for _, s := range r.Steps {
		if s.Verdict == v {
			n++
		}
	}
	return n
}

// Write writes the report for people: a table, then each finding with the reason why it matters.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.URL)
	if r.Protocol != "" {
		fmt.Fprintf(&b, "%s, called in MCP %s\n", r.Server, r.Protocol)
	}
	b.WriteString("\n")
	var rows strings.Builder
	fmt.Fprintln(&rows, "STEP\tHTTP\tCODE\tP50 MS\tP95 MS\tBYTES\tVERDICT\t")
	for _, s := range r.Steps {
		p50, p95, size := "-", "-", "-"
		if s.times != nil {
			p50, p95, size = fmt.Sprintf("%.1f", s.P50), fmt.Sprintf("%.1f", s.P95), strconv.FormatInt(s.Bytes, 10)
		}
		fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, orDash(s.Status), orDash(s.Code), p50, p95, size,
			s.Verdict, s.Note)
	}
	if err := writeTable(&b, rows.String()); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%d ok, %d wrong, %d not tried or not supported\n", r.count(OK), r.count(Wrong), r.count(Skipped))
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	for _, f := range r.findings() {
		fmt.Fprintf(&b, "\nwrong  %s\n       %s\n       %s\n", strings.Join(f.steps, ", "), f.What, f.Why)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTable writes rows as columns. Tabs separate the cells of a row.
func writeTable(b *strings.Builder, rows string) error {
	var aligned strings.Builder
	columns := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(columns, rows); err != nil {
		return err
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	for row := range strings.Lines(aligned.String()) {
		b.WriteString(strings.TrimRight(row, " \n") + "\n")
	}
	return nil
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// repeatedFinding is a finding and the steps to which it applies.
type repeatedFinding struct {
	Finding
	steps []string
}

// findings returns every finding once.
func (r *Report) findings() []repeatedFinding {
	var all []repeatedFinding
	for _, s := range r.Steps {
		for _, f := range s.Findings {
			i := slices.IndexFunc(all, func(have repeatedFinding) bool { return have.Finding == f })
			if i < 0 {
				i, all = len(all), append(all, repeatedFinding{Finding: f})
			}
			all[i].steps = append(all[i].steps, s.Name)
		}
	}
	return all
}
