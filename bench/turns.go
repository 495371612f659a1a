package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/procfs"
)

// turnResult is the result of one server in turns: several servers are measured one after the other, again and again,
// with 16 clients, so that other load on the machine hits all of them. Share and CPU are medians of the rounds.
type turnResult struct {
	Name      string  `json:"name"`
	PerSecond float64 `json:"per_second"`
	Share     float64 `json:"share"` // of the throughput of the bare driver in the same round
	CPU       float64 `json:"cpu"`   // processor time of the process for a call, in microseconds
}

// turnRounds is how many rounds there are, and turnClients how many clients each has.
const (
	turnRounds  = 11
	turnClients = 16
)

// Names of the servers.
const (
	bareName  = "bare driver"
	emcpName  = "emcp"
	otherName = "other build"
)

// contender is a server that is measured in turns with others.
type contender struct {
	name    string
	pid     int
	clients worker
}

// turns measures gateways and the bare driver with the calls of a case.
func (b *bench) turns(
	ctx context.Context, p *prepared, bare *yardstick, gateways map[string]*gateway,
) ([]turnResult, error) {
	statements, err := bare.clients(ctx, p.statements)
	if err != nil {
		return nil, err
	}
	all := []contender{{bareName, bare.Pid, statements}}
	for _, name := range slices.Sorted(maps.Keys(gateways)) {
		all = append(all, contender{name, gateways[name].Pid, httpClients(gateways[name].addr, p.requests)})
	}
	rates, shares, times := make([][]float64, len(all)), make([][]float64, len(all)), make([][]float64, len(all))
	for range turnRounds {
		for i, c := range all {
			before, err := processorTime(c.pid)
			if err != nil {
				return nil, err
			}
			r, err := measure(ctx, turnClients, b.time, c.clients)
			if err != nil {
				return nil, err
			}
			after, err := processorTime(c.pid)
			if err != nil {
				return nil, err
			}
			rates[i] = append(rates[i], r.PerSecond)
			shares[i] = append(shares[i], r.PerSecond/rates[0][len(rates[0])-1])
			times[i] = append(times[i], float64((after-before).Microseconds())/float64(r.Calls))
		}
	}
	results := make([]turnResult, len(all))
	for i, c := range all {
		results[i] = turnResult{c.name, median(rates[i]), median(shares[i]), median(times[i])}
	}
	return results, nil
}

// turn returns what a server did; zero if it was not measured.
func (s siteResult) turn(name string) turnResult {
	for _, t := range s.Turns {
		if t.Name == name {
			return t
		}
	}
	return turnResult{}
}

// compare measures two builds of emcp and the bare driver in turns, and prints what they did in each case.
func (b *bench) compare(ctx context.Context, w io.Writer, chosen []testCase, other string) (err error) {
	all, err := b.prepare(ctx, chosen)
	if err != nil {
		return err
	}
	gateways := map[string]*gateway{}
	defer func() {
		for _, g := range gateways {
			_ = g.stop() // what was measured counts
		}
	}()
	for name, program := range map[string]string{emcpName: b.program, otherName: other} {
		if gateways[name], err = startGateway(ctx, program, b.dsn, 0); err != nil {
			return err
		}
	}
	bare, err := startYardstick(ctx, nil, bareCommand, b.dsn)
	if err != nil {
		return err
	}
	defer bare.Kill()
	for _, p := range all {
		results, err := b.turns(ctx, p, bare, gateways)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		for _, r := range results {
			if _, err := fmt.Fprintf(w, "%-34s %-12s %8s calls/s  share %.3f  CPU %s us\n", p.name, r.Name, number(r.PerSecond),
				r.Share, number(r.CPU)); err != nil {
				return err
			}
		}
	}
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// processorTime returns the processor time of a process with all its threads.
func processorTime(pid int) (time.Duration, error) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0, err
	}
	stat, err := p.Stat()
	return time.Duration(stat.CPUTime() * float64(time.Second)), err
}
