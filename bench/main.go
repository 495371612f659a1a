// Command bench measures emcp: the real program over HTTP, in front of real MariaDB with generated Evolution sites,
// beside yardsticks in the same run. It writes its data, plots and the tables of BENCHMARKS.md.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == echoCommand {
		fail(serveEcho(os.Args[2], os.Stdin))
		return
	}
	if len(os.Args) == 4 && os.Args[1] == bareCommand {
		fail(serveBare(os.Args[2], os.Args[3]))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var o options
	flag.StringVar(&o.sizes, "documents", "1000,100000", "sizes of the sites, with commas between")
	flag.StringVar(&o.only, "only", "", "measure only cases whose name contains this, and write nothing")
	flag.StringVar(&o.other, "other", "",
		"measure only -root's emcp, this other build and the bare driver in turns, and write nothing")
	flag.StringVar(&o.root, "root", "..", "the repository")
	flag.DurationVar(&o.time, "time", time.Second/2, "how long each case is measured with each number of clients")
	flag.IntVar(&o.calls, "calls", 100_000, "how many calls are made before the memory is read")
	flag.BoolVar(&o.report, "report", false, "measure nothing, write tables and plots of the data of the last run anew")
	flag.Parse()
	fail(run(ctx, o))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	sizes, only, other, root string
	time                     time.Duration
	calls                    int
	report                   bool
}

// data is the result of a run.
type data struct {
	Cores   int           `json:"cores"`
	Go      string        `json:"go"`
	MariaDB string        `json:"mariadb"`
	Sites   []siteResult  `json:"sites"`
	Soak    soakResult    `json:"soak"` // with the second site, otherwise with the only one
	Agency  agencyResult  `json:"agency"`
	Hanging hangingResult `json:"hanging"`
}

func run(ctx context.Context, o options) error {
	var d data
	file := filepath.Join(o.root, "bench", "data.json")
	if o.report {
		text, err := os.ReadFile(file) //nolint:gosec // the file of the last run
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &d); err != nil {
			return err
		}
		return report(d, o.root)
	}
	if err := d.measure(ctx, o); err != nil || o.only != "" || o.other != "" {
		return err
	}
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil { //nolint:gosec // everybody may read it
		return err
	}
	return report(d, o.root)
}

func (d *data) measure(ctx context.Context, o options) error {
	program, err := filepath.Abs(filepath.Join(o.root, "bin", "emcp"))
	if err != nil {
		return err
	}
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("%w; make build builds it", err)
	}
	server, err := startServer("4G") // a million documents fit in it
	if err != nil {
		return err
	}
	defer server.Remove()
	d.Cores, d.Go = runtime.NumCPU(), runtime.Version()
	for i, size := range strings.Split(o.sizes, ",") {
		documents, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		l, err := load(ctx, server, NewSite(shape(documents)))
		if err != nil {
			return err
		}
		if err := l.db.QueryRowContext(ctx, "SELECT SUBSTRING_INDEX(VERSION(), '-', 1)").Scan(&d.MariaDB); err != nil {
			return err
		}
		b := &bench{l, program, o.time}
		if o.other != "" {
			if err := b.compare(ctx, os.Stdout, casesNamed(o.only), o.other); err != nil {
				return err
			}
			continue
		}
		r, err := b.run(ctx, casesNamed(o.only))
		if err != nil {
			return err
		}
		if i == 0 && strings.Contains(agencyCase, o.only) {
			if d.Agency, err = b.agency(ctx); err != nil {
				return err
			}
			slog.Info("many sites", "measured", d.Agency)
		}
		if i == 0 && strings.Contains(hangingCase, o.only) {
			if d.Hanging, err = b.hanging(ctx); err != nil {
				return err
			}
			slog.Info(hangingCase, "measured", d.Hanging)
		}
		d.Sites = append(d.Sites, r)
		if i == 1 && o.only == "" {
			if d.Soak, err = b.soak(ctx, r, o.calls); err != nil {
				return err
			}
		}
		if err := b.remove(ctx); err != nil {
			return err
		}
	}
	return nil
}

// casesNamed returns the cases whose name contains the text.
func casesNamed(text string) []testCase {
	var some []testCase
	for _, c := range cases {
		if strings.Contains(c.name, text) {
			some = append(some, c)
		}
	}
	return some
}
