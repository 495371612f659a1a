package server_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"emcp/config"
	"emcp/internal/auth"
	. "emcp/internal/test/servertest"
	"emcp/server"
)

// TestManySites bounds what a process keeps for each site after it was described and listed: hundreds of sites must fit
// into a small machine. The counts do not depend on the speed of the machine.
func TestManySites(t *testing.T) { //nolint:paralleltest // other tests would be counted
	const (
		sites = 60
		// two openers of connections for calls, two for tokens; one connection and what cleans its pool up
		goroutines = 7
		bytes      = 100 << 10 // with the connection, counters, the list of tables, and what all sites share
	)
	d := Fixture(t)
	text := "cache: {ttl: 0s}\nrate_limit: {enabled: false}\nauth: {tokens: [{name: full, sha256: " +
		auth.HashToken("full").String() + "}]}\nsites:\n"
	servers := "servers:\n"
	for i := range sites {
		text += fmt.Sprintf("  s%d: {dsn: %q, max_open_conns: 1, allow_wide_grants: true}\n", i, d.DSN)
		servers += fmt.Sprintf("  - {handle: s%d, site: s%[1]d}\n", i)
	}
	c, err := config.Parse([]byte(text+servers), nil)
	if err != nil {
		t.Fatal(err)
	}
	heap, running := kept()
	s := Start(t, c, server.Options{})
	url := Listen(t, s)
	for i := range sites {
		for _, request := range []string{
			`"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test",` +
				`"version":"1"}}`,
			`"tools/list"`,
			`"tools/call","params":{"name":"evo.site.describe"}`,
			`"tools/call","params":{"name":"evo.content.search","arguments":{"limit":20}}`,
		} {
			reply := Post(t, fmt.Sprintf("%s/mcp/s%d", url, i), `{"jsonrpc":"2.0","id":1,"method":`+request+`}`)
			if reply.Status != 200 || strings.Contains(reply.Body, `"error"`) {
				t.Fatal(reply)
			}
		}
	}
	usedHeap, usedRunning := kept()
	runtime.KeepAlive(s)
	t.Logf("%d bytes and %.1f goroutines a site", (usedHeap-heap)/sites, float64(usedRunning-running)/sites)
	if each := (usedHeap - heap) / sites; each > bytes {
		t.Errorf("%d bytes a site, want at most %d", each, bytes)
	}
	if n := usedRunning - running; n > goroutines*sites {
		t.Errorf("%d goroutines for %d sites, want at most %d for each", n, sites, goroutines)
	}
}

// kept returns the bytes on the heap that are in use, and the number of goroutines.
func kept() (bytes, goroutines int) {
	runtime.GC()
	runtime.GC() // what pools keep goes with the second one
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc), runtime.NumGoroutine() //nolint:gosec // far below the limit
}
