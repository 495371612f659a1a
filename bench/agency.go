package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// agencyCase is the name that selects the measurement of many sites.
const agencyCase = "many sites"

// agencySites is the number of sites that one emcp serves, beside the one whose database is silent.
const agencySites = 200

// agencyResult is the measurement of one emcp in front of many sites.
type agencyResult struct {
	Sites       int     `json:"sites"`
	Start       float64 `json:"start"`       // seconds until it is ready
	Idle        float64 `json:"idle"`        // resident MiB then
	Called      float64 `json:"called"`      // resident MiB after calls to each site
	Rested      float64 `json:"rested"`      // resident MiB after a minute without calls
	Connections int     `json:"connections"` // to the databases, after that minute
	Alone       float64 `json:"alone"`       // 99th percentile of get, in ms
	Beside      float64 `json:"beside"`      // the same while clients call the site whose database is silent
}

// restTime is how long emcp rests before its connections are counted: a minute, and a little longer for the last one to
// close.
const restTime = 65 * time.Second

// agency measures one emcp in front of many sites. All have the same database, but emcp does not know that.
func (b *bench) agency(ctx context.Context) (r agencyResult, err error) {
	silent, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return r, err
	}
	defer silent.Close()
	go silence(silent)
	var sites, servers strings.Builder
	for i := range agencySites {
		fmt.Fprintf(&sites, "  s%d: {dsn: %q, statement_timeout: %s}\n", i, b.dsn, statementTimeout)
		fmt.Fprintf(&servers, "  - {handle: s%d, site: s%[1]d}\n", i)
	}
	fmt.Fprintf(&sites, "  silent: {dsn: \"u:p@tcp(%s)/d\", statement_timeout: 1s}\n", silent.Addr())
	servers.WriteString("  - {handle: silent, site: silent}\n")
	start := time.Now()
	g, err := startServers(ctx, b.program, "cache: {ttl: 0s}\nsites:\n"+sites.String()+"servers:\n"+servers.String())
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, g.stop()) }()
	r.Sites, r.Start = agencySites, time.Since(start).Seconds()
	if r.Idle, err = g.resident(); err != nil {
		return r, err
	}
	if err := g.callEach(ctx); err != nil {
		return r, err
	}
	if r.Called, err = g.resident(); err != nil {
		return r, err
	}
	if r.Alone, r.Beside, err = b.beside(ctx, g); err != nil {
		return r, err
	}
	select {
	case <-ctx.Done():
		return r, ctx.Err()
	case <-time.After(restTime):
	}
	if r.Rested, err = g.resident(); err != nil {
		return r, err
	}
	r.Connections, err = b.connections(ctx)
	return r, err
}

// silence accepts connections and never answers.
func silence(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(io.Discard, conn)
			conn.Close()
		}()
	}
}

// resident returns the resident memory, in MiB.
func (g *gateway) resident() (float64, error) {
	now, _, err := g.memory()
	return float64(now) / (1 << 20), err
}

// callEach makes the calls that begin a conversation, on each site.
func (g *gateway) callEach(ctx context.Context) error {
	c, err := dial(ctx, g.addr)
	if err != nil {
		return err
	}
	defer c.close()
	for i := range agencySites {
		for tool, args := range map[string]arguments{"evo.site.describe": {}, "evo.content.search": {"limit": 20}} {
			r, err := callRequest(tool, args)
			if err != nil {
				return err
			}
			if _, err := c.do(toServer(fmt.Sprintf("s%d", i), r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// toServer sends a request to another server than the first.
func toServer(handle string, request []byte) []byte {
	return bytes.Replace(request, []byte("POST /mcp "), []byte("POST /mcp/"+handle+" "), 1)
}

// beside measures get on a site, first alone, then while 16 clients call the site whose database is silent.
func (b *bench) beside(ctx context.Context, g *gateway) (alone, beside float64, err error) {
	get, err := callRequest("evo.content.get", arguments{"id": 1})
	if err != nil {
		return 0, 0, err
	}
	gets := httpClients(g.addr, [][]byte{get})
	first, err := measure(ctx, 1, 10*b.time, gets)
	if err != nil {
		return 0, 0, err
	}
	hanging, stop := context.WithCancel(ctx)
	var callers sync.WaitGroup
	for range 16 {
		callers.Go(func() {
			for hanging.Err() == nil {
				c, err := dial(hanging, g.addr)
				if err != nil {
					return
				}
				_, _ = c.do(toServer("silent", get)) // which is an error
				c.close()
			}
		})
	}
	second, err := measure(ctx, 1, 10*b.time, gets)
	stop()
	callers.Wait()
	return first.P99, second.P99, err
}

// connections counts those of emcp to the database.
func (b *bench) connections(ctx context.Context) (n int, err error) {
	err = b.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'emcp'").Scan(&n)
	return n, err
}

// agencyTable is empty if nothing was measured.
func (d data) agencyTable() string {
	a := d.Agency
	if a.Sites == 0 {
		return ""
	}
	return head(fmt.Sprintf("one emcp, %d sites", a.Sites), "measured") +
		row("start until it is ready, s", number(a.Start)) +
		row("resident memory after the start, MiB", number(a.Idle)) +
		row("after a description and a list of each site, MiB", number(a.Called)) +
		row("after a minute without calls, MiB", number(a.Rested)) +
		row("connections to the databases after that minute", number(float64(a.Connections))) +
		row("99th percentile of get, ms", number(a.Alone)) +
		row("the same while 16 clients call a site whose database is silent, ms", number(a.Beside))
}

// targets judges what was measured.
func (a agencyResult) targets() []target {
	if a.Sites == 0 {
		return nil
	}
	of := fmt.Sprintf("%d sites: ", a.Sites)
	return []target{
		{
			of + "less than 128 MiB of resident memory while idle",
			fmt.Sprintf("%.0f MiB after the start, %.0f later", a.Idle, a.Rested), max(a.Idle, a.Rested) < 128,
		},
		{of + "started within 5 s", number(a.Start) + " s", a.Start <= 5},
		{
			of + "no connection to a database that nobody has asked for a minute", fmt.Sprintf("%d connections", a.Connections),
			a.Connections == 0,
		},
	}
}
