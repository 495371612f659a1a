package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// report writes the tables of BENCHMARKS.md, and the plots.
func report(d data, root string) error {
	if err := plots(d, filepath.Join(root, "bench")); err != nil {
		return err
	}
	file := filepath.Join(root, "BENCHMARKS.md")
	text, err := os.ReadFile(file) //nolint:gosec // of this repository
	if err != nil {
		return err
	}
	document := string(text)
	for _, part := range []struct{ name, text string }{
		{"machine", d.machine()}, {"targets", d.targetTable()}, {"page", d.pageTable()}, {"turns", d.turnTable()},
		{"cases", d.caseTable()}, {"yardsticks", d.yardstickTable()}, {"agency", d.agencyTable()},
		{"hanging", d.hangingTable()},
	} {
		if document, err = between(document, part.name, part.text); err != nil {
			return err
		}
	}
	return os.WriteFile(file, []byte(document), 0o644) //nolint:gosec // for everybody
}

// between replaces the text between the two markers of a name.
func between(document, name, text string) (string, error) {
	begin, end := "<!-- bench: "+name+" -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(document, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("BENCHMARKS.md has no place for %s", name)
	}
	return before + begin + text + end + after, nil
}

func (d data) machine() string {
	return fmt.Sprintf("%d cores, %s, MariaDB %s.\n", d.Cores, d.Go, d.MariaDB)
}

// row writes a line of a table.
func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// head writes the first two lines of a table. All columns except the first hold numbers.
func head(names ...string) string {
	return row(names...) + "|---|" + strings.Repeat("---:|", len(names)-1) + "\n"
}

// number writes three significant digits.
func number(f float64) string {
	switch {
	case f == 0:
		return "0"
	case f < 10:
		return strconv.FormatFloat(f, 'f', 2, 64)
	case f < 100:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return grouped(int64(f + 0.5))
}

// grouped writes a whole number with commas.
func grouped(n int64) string { return message.NewPrinter(language.English).Sprint(n) }

// quotient writes the ratio of two figures, or nothing if one of them is missing.
func quotient(a, b float64) string {
	if a == 0 || b == 0 {
		return ""
	}
	return number(a / b)
}

// latency writes the median and the 99th percentile, or nothing if nothing was measured.
func latency(r loadResult) string {
	if r.Calls == 0 {
		return ""
	}
	return number(r.P50) + " / " + number(r.P99)
}

// middle is the site for most targets: the one with 100,000 documents, otherwise the last.
func (d data) middle() siteResult {
	for _, s := range d.Sites {
		if s.Documents == 100_000 {
			return s
		}
	}
	return d.Sites[len(d.Sites)-1]
}

func (s siteResult) of(name string) caseResult {
	for _, c := range s.Cases {
		if c.Name == name {
			return c
		}
	}
	return caseResult{}
}

func (d data) targetTable() string {
	text := head("target", "measured", "") // the last column says whether the target is met
	for _, t := range d.targets() {
		outcome := "missed"
		if t.met {
			outcome = "met"
		}
		text += row(t.name, t.measured, outcome)
	}
	return text
}

func (d data) pageTable() string {
	s := d.middle()
	page := s.of(pageCase)
	text := head("calls a second", "1 client", "16 clients", "64 clients")
	for _, line := range []struct {
		name    string
		results []loadResult
	}{
		{"echo handler, constant answer", s.Echo}, {"emcp, cache on, calls repeated", s.Cached}, {"bare driver", page.Driver},
		{"emcp, cache off", page.Gateway},
	} {
		cells := []string{line.name}
		for _, clients := range clientCounts {
			cell := ""
			if r := with(line.results, clients); r.Calls > 0 {
				cell = number(r.PerSecond)
			}
			cells = append(cells, cell)
		}
		text += row(cells...)
	}
	return text
}

func (d data) turnTable() string {
	text := head(targetCase+", 16 clients", "calls/s", "share of the bare driver", "CPU of the process, us a call")
	for _, t := range d.middle().Turns {
		text += row(t.Name, number(t.PerSecond), number(t.Share), number(t.CPU))
	}
	return text
}

func (d data) caseTable() string {
	text := head("call", "statements", "rows examined", "bytes", "1 client", "16 clients", "64 clients", "calls/s, 16")
	for _, c := range d.middle().Cases {
		rate := ""
		if r := with(c.Gateway, 16); r.Calls > 0 {
			rate = number(r.PerSecond)
		}
		text += row(c.Name, number(c.Statements), number(c.Rows), number(c.Bytes), latency(with(c.Gateway, 1)),
			latency(with(c.Gateway, 16)), latency(with(c.Gateway, 64)), rate)
	}
	return text
}

func (d data) yardstickTable() string {
	text := head("call", "bare driver, ms", "emcp / driver", "PHP's SQL, ms", "emcp / PHP's SQL",
		"throughput, 16 clients, emcp / driver")
	for _, c := range d.middle().Cases {
		driver := with(c.Driver, 1)
		if driver.Calls == 0 {
			continue
		}
		own, notes, slower := with(c.Gateway, 1), "", ""
		if c.Notes != nil {
			notes, slower = number(c.Notes.P50), quotient(own.P50, c.Notes.P50)
		}
		share := ""
		if with(c.Driver, 16).Calls > 0 {
			share = number(100*with(c.Gateway, 16).PerSecond/with(c.Driver, 16).PerSecond) + " %"
		}
		text += row(c.Name, number(driver.P50), quotient(own.P50, driver.P50), notes, slower, share)
	}
	return text
}
