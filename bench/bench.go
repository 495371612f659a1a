package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// siteResult is the measurement of one site.
type siteResult struct {
	Documents int          `json:"documents"`
	Cases     []caseResult `json:"cases"`
	Echo      []loadResult `json:"echo"`   // the constant answer
	Cached    []loadResult `json:"cached"` // the same page again and again, with the cache
	Turns     []turnResult `json:"turns"`  // emcp and the bare driver in turns; none if the case was left out
}

// caseResult is the measurement of one kind of calls. Costs are means per call.
type caseResult struct {
	Name       string       `json:"name"`
	Tool       string       `json:"tool"`
	Limit      float64      `json:"limit"` // target of the median, in milliseconds
	Local      bool         `json:"local"`
	Statements float64      `json:"statements"`
	Rows       float64      `json:"rows"`
	Bytes      float64      `json:"bytes"`
	Gateway    []loadResult `json:"gateway"`
	Driver     []loadResult `json:"driver"`
	Notes      *loadResult  `json:"notes,omitempty"`
}

// with returns the result for a number of clients, or the zero value if that number was not measured.
func with(results []loadResult, clients int) loadResult {
	for _, r := range results {
		if r.Clients == clients {
			return r
		}
	}
	return loadResult{}
}

// clientCounts are how many clients call at a time; the bare driver is measured only with the first two.
var clientCounts = []int{1, 16, 64}

const (
	// varied is the number of different calls of a case.
	varied = 512
	// recorded is the most recorded calls of a case, and recordTime the longest time for that.
	recorded   = 32
	recordTime = time.Second
	// longestRound is the longest time until all clients have called once, on two processors.
	longestRound = 4 * time.Second
)

// prepared is a case with its calls.
type prepared struct {
	testCase
	calls      []arguments
	requests   [][]byte
	statements [][]string // statements that emcp sent for the first calls
	result     caseResult
	answer     []byte // answer to the first call
}

// bench measures one site.
type bench struct {
	*loaded
	program string // emcp
	time    time.Duration
}

// run measures all selected cases.
func (b *bench) run(ctx context.Context, chosen []testCase) (siteResult, error) {
	r := siteResult{Documents: b.Documents}
	all, err := b.prepare(ctx, chosen)
	if err != nil {
		return r, err
	}
	g, err := startGateway(ctx, b.program, b.dsn, 0)
	if err != nil {
		return r, err
	}
	bare, err := startYardstick(ctx, nil, bareCommand, b.dsn)
	if err != nil {
		return r, errors.Join(err, g.stop())
	}
	defer bare.Kill()
	for _, p := range all {
		if err := b.measure(ctx, g, bare, p); err != nil {
			return r, errors.Join(fmt.Errorf("%s: %w", p.name, err), g.stop())
		}
		r.Cases = append(r.Cases, p.result)
		if p.name == targetCase {
			if r.Turns, err = b.turns(ctx, p, bare, map[string]*gateway{emcpName: g}); err != nil {
				return r, errors.Join(err, g.stop())
			}
		}
	}
	if err := g.stop(); err != nil {
		return r, err
	}
	for _, p := range all {
		if p.name == pageCase {
			if r.Echo, err = b.echo(ctx, p); err != nil {
				return r, err
			}
			if r.Cached, err = b.cached(ctx, p); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// prepare makes the calls of the cases and records the statements of some of them.
func (b *bench) prepare(ctx context.Context, chosen []testCase) (all []*prepared, err error) {
	if err := b.recording(ctx, true); err != nil {
		return nil, err
	}
	g, err := startGateway(ctx, b.program, b.dsn, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, g.stop(), b.recording(ctx, false)) }()
	c, err := dial(ctx, g.addr)
	if err != nil {
		return nil, err
	}
	defer c.close()
	for _, of := range chosen {
		p := &prepared{testCase: of, result: caseResult{
			Name: of.name, Tool: of.tool, Limit: float64(of.limit.Milliseconds()), Local: of.local,
		}}
		if err := p.vary(c, b.Site); err != nil {
			return nil, err
		}
		if err := b.recordCalls(ctx, c, p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// vary draws the arguments of the calls.
func (p *prepared) vary(c *client, site *Site) error {
	from := pick{site, rand.New(rand.NewPCG(site.Seed, 1))}
	cursors, err := p.cursors(c, from)
	if err != nil {
		return err
	}
	for n := range varied {
		args := p.args(from)
		if p.atEnd {
			args["cursor"] = cursors[n%len(cursors)]
			args["limit"] = pageLimit + n/len(cursors)
		}
		request, err := callRequest(p.tool, args)
		if err != nil {
			return err
		}
		p.calls, p.requests = append(p.calls, args), append(p.requests, request)
	}
	return nil
}

// cursorCount is how many cursors near the end of a list are used.
const cursorCount = 16

// cursors returns some near the end of the case's list.
func (p *prepared) cursors(c *client, from pick) ([]string, error) {
	if !p.atEnd {
		return nil, nil
	}
	args := p.args(from)
	args["limit"], args["offset"] = 1, from.Documents*9/10
	var cursors []string
	for range cursorCount {
		r, err := c.call(p.tool, args)
		if err != nil {
			return nil, err
		}
		delete(args, "offset")
		args["cursor"] = r.Result.Structured.NextCursor
		cursors = append(cursors, r.Result.Structured.NextCursor)
	}
	return cursors, nil
}

// recordCalls records the statements of some calls and what they cost.
func (b *bench) recordCalls(ctx context.Context, c *client, p *prepared) error {
	if !p.once { // what emcp reads once and keeps, such as the placeholders of all texts, is not part of a call
		if _, err := c.do(p.requests[len(p.requests)-1]); err != nil {
			return fmt.Errorf("%s %v: %w", p.name, p.calls[len(p.calls)-1], err)
		}
	}
	start := time.Now()
	for n := 0; n < recorded && (n == 0 || time.Since(start) < recordTime); n++ {
		var length int
		statements, err := b.recordCall(ctx, func() error {
			body, err := c.do(p.requests[n])
			length = len(body)
			if n == 0 {
				p.answer = bytes.Clone(body)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("%s %v: %w", p.name, p.calls[n], err)
		}
		var texts []string
		for _, s := range statements {
			texts = append(texts, s.SQL)
			p.result.Rows += float64(s.Rows)
		}
		p.statements = append(p.statements, texts)
		p.result.Statements += float64(len(texts))
		p.result.Bytes += float64(length)
	}
	calls := float64(len(p.statements))
	p.result.Rows, p.result.Statements, p.result.Bytes = p.result.Rows/calls, p.result.Statements/calls,
		p.result.Bytes/calls
	return nil
}

// recordCall records a call. It records the call again if the first one read the schema, too, which emcp does every 30
// seconds.
func (b *bench) recordCall(ctx context.Context, call func() error) ([]executed, error) {
	for {
		statements, err := b.record(ctx, call)
		if err != nil || len(statements) == 0 || statements[0].SQL != "SELECT VERSION()" {
			return statements, err
		}
	}
}

// measure measures a case at the gateway and its yardsticks.
func (b *bench) measure(ctx context.Context, g *gateway, bare *yardstick, p *prepared) error {
	w := httpClients(g.addr, p.requests)
	if p.once {
		return b.measureOnce(ctx, w, p)
	}
	driver, err := bare.clients(ctx, p.statements)
	if err != nil {
		return err
	}
	if _, err := measure(ctx, 1, b.time/10, w); err != nil { // the connections are open afterwards
		return err
	}
	for _, clients := range clientCounts {
		if clients > 1 && p.result.Gateway[0].P50*float64(clients)/2 > float64(longestRound.Milliseconds()) {
			break
		}
		r, err := measure(ctx, clients, b.time, w)
		if err != nil {
			return err
		}
		p.result.Gateway = append(p.result.Gateway, r)
		if clients == 64 {
			break
		}
		if r, err = measure(ctx, clients, b.time/2, driver); err != nil {
			return err
		}
		p.result.Driver = append(p.result.Driver, r)
	}
	slog.Info("measured", "documents", b.Documents, "case", p.name, "p50", p.result.Gateway[0].P50, "rows", p.result.Rows)
	return b.measureNotes(ctx, bare, p)
}

// measureOnce measures the first of identical calls, at a new gateway.
func (b *bench) measureOnce(ctx context.Context, w worker, p *prepared) error {
	call, end, err := w(ctx)
	if err != nil {
		return err
	}
	defer end()
	start := time.Now()
	if err := call(0); err != nil {
		return err
	}
	took := percentile([]time.Duration{time.Since(start)}, 50)
	p.result.Gateway = []loadResult{{Clients: 1, Calls: 1, P50: took, P99: took, PerSecond: 1000 / took}}
	slog.Info("measured", "documents", b.Documents, "case", p.name, "once", took, "rows", p.result.Rows)
	return nil
}

func (b *bench) measureNotes(ctx context.Context, bare *yardstick, p *prepared) error {
	if p.notes == nil {
		return nil
	}
	var statements [][]string
	for _, args := range p.calls[:recorded] {
		statements = append(statements, []string{p.notes(args)})
	}
	notes, err := bare.clients(ctx, statements)
	if err != nil {
		return err
	}
	r, err := measure(ctx, 1, b.time/4, notes)
	p.result.Notes = &r
	return err
}

// echo measures a server that answers the same calls with a constant.
func (b *bench) echo(ctx context.Context, p *prepared) ([]loadResult, error) {
	echo, err := startYardstick(ctx, bytes.NewReader(p.answer), echoCommand)
	if err != nil {
		return nil, err
	}
	defer echo.Kill()
	return b.levels(ctx, httpClients(echo.addr, p.requests))
}

// cached measures the same calls again and again at a gateway with a cache.
func (b *bench) cached(ctx context.Context, p *prepared) (r []loadResult, err error) {
	g, err := startGateway(ctx, b.program, b.dsn, time.Second)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, g.stop()) }()
	return b.levels(ctx, httpClients(g.addr, p.requests[:recorded]))
}

func (b *bench) levels(ctx context.Context, w worker) (results []loadResult, err error) {
	for _, clients := range clientCounts {
		r, err := measure(ctx, clients, b.time, w)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// soakResult is the memory of emcp after very many calls, in bytes.
type soakResult struct {
	Calls    int     `json:"calls"`
	Resident int64   `json:"resident"`
	Most     int64   `json:"most"`
	Seconds  float64 `json:"seconds"`
}

// soak makes many calls with the cache on, of all cases that take less than 10 ms, and returns the memory of emcp.
func (b *bench) soak(ctx context.Context, results siteResult, calls int) (r soakResult, err error) {
	var requests [][]byte
	from := pick{b.Site, rand.New(rand.NewPCG(b.Seed, 2))}
	for i, c := range cases {
		if c.atEnd || c.once || c.name == bigCase || i >= len(results.Cases) ||
			with(results.Cases[i].Gateway, 1).P50 > float64(quick.Milliseconds()) {
			continue
		}
		for range 2 {
			request, err := callRequest(c.tool, c.args(from))
			if err != nil {
				return r, err
			}
			requests = append(requests, request)
		}
	}
	g, err := startGateway(ctx, b.program, b.dsn, time.Second)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, g.stop()) }()
	start := time.Now()
	for r.Calls < calls {
		done, err := measure(ctx, 16, time.Second, httpClients(g.addr, requests))
		if err != nil {
			return r, err
		}
		r.Calls += done.Calls
	}
	r.Seconds = time.Since(start).Seconds()
	r.Resident, r.Most, err = g.memory()
	slog.Info("soaked", "calls", r.Calls, "resident", r.Resident, "most", r.Most)
	return r, err
}

// remove drops the database.
func (b *bench) remove(ctx context.Context) error {
	_, err := b.db.ExecContext(ctx, "DROP DATABASE "+b.name)
	return errors.Join(err, b.db.Close())
}
