package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"emcp/internal/test/wait"
)

// hangingCase is the name that selects the measurement next to an upstream that hangs.
const hangingCase = "hanging upstream"

// hangingResult is the measurement of emcp's own tools while clients call an upstream that hangs.
type hangingResult struct {
	Alone  float64 `json:"alone"`  // 99th percentile of get, in ms: the median of the turns
	Beside float64 `json:"beside"` // the same while clients call the upstream
	Hung   int64   `json:"hung"`   // calls that the upstream got and did not answer
	Failed int64   `json:"failed"` // calls of the upstream that emcp has answered with an error
}

// Conditions of the measurement.
const (
	hangingTurns = 5  // of both kinds
	hangingCalls = 16 // clients of the upstream
	// patience is how long a client waits after an error before it calls again.
	patience = 100 * time.Millisecond
	// maxHanging bounds the ratio of the two measurements.
	maxHanging = 1.1
)

// hanging measures get in turns, alone and while 16 clients call an upstream that never answers.
func (b *bench) hanging(ctx context.Context) (r hangingResult, err error) {
	var hung, failed atomic.Int64
	server := httptest.NewServer(hangs(&hung))
	defer server.Close()
	g, err := startServers(ctx, b.program, fmt.Sprintf(`
sites: {main: {dsn: %q, statement_timeout: %s}}
cache: {ttl: 0s}
servers: [{handle: content, site: main, upstreams: [slow]}]
upstreams: {slow: {url: %q, timeout: 30s}}
`, b.dsn, statementTimeout, server.URL))
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, g.stop()) }()
	if err := wait.Try(startTime, func() error { return g.lists(ctx, "slow_wait") }); err != nil {
		return r, err
	}
	get, err := callRequest("evo.content.get", arguments{"id": 1})
	if err != nil {
		return r, err
	}
	call, err := callRequest("slow_wait", arguments{})
	if err != nil {
		return r, err
	}
	var alone, beside []float64
	for range hangingTurns {
		first, err := measure(ctx, 1, 4*b.time, httpClients(g.addr, [][]byte{get}))
		if err != nil {
			return r, err
		}
		calling, stop := context.WithCancel(ctx)
		var callers sync.WaitGroup
		for range hangingCalls {
			callers.Go(func() { g.callUntil(calling, call, &failed) })
		}
		second, err := measure(ctx, 1, 4*b.time, httpClients(g.addr, [][]byte{get}))
		stop()
		callers.Wait()
		if err != nil {
			return r, err
		}
		alone, beside = append(alone, first.P99), append(beside, second.P99)
	}
	return hangingResult{median(alone), median(beside), hung.Load(), failed.Load()}, nil
}

// hangs is a server of MCP whose tool wait never answers.
func hangs(hung *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		_ = json.NewDecoder(r.Body).Decode(&m) // emcp sends JSON
		result := ""
		switch m.Method {
		case "initialize":
			result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"slow","version":"1"}}`
		case "tools/list":
			result = `{"tools":[{"name":"wait","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`
		case "tools/call":
			hung.Add(1)
			<-r.Context().Done()
			return
		default:
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
	}
}

// lists returns nil if emcp lists a tool.
func (g *gateway) lists(ctx context.Context, tool string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+g.addr+"/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	list, err := io.ReadAll(response.Body)
	if err == nil && !strings.Contains(string(list), `"`+tool+`"`) {
		return fmt.Errorf("emcp does not list %s", tool)
	}
	return err
}

// callUntil calls the upstream again and again until the context ends. Its calls hang, or fail.
func (g *gateway) callUntil(ctx context.Context, call []byte, failed *atomic.Int64) {
	for ctx.Err() == nil {
		c, err := dial(ctx, g.addr)
		if err != nil {
			return
		}
		left := context.AfterFunc(ctx, c.close)
		if _, err := c.do(call); err != nil && ctx.Err() == nil {
			failed.Add(1)
		}
		if left() {
			c.close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(patience):
		}
	}
}

// hangingTable is empty if nothing was measured.
func (d data) hangingTable() string {
	h := d.Hanging
	if h.Hung == 0 {
		return ""
	}
	return head("get beside an upstream that hangs", "measured") +
		row("99th percentile of get, ms", number(h.Alone)) +
		row(fmt.Sprintf("the same while %d clients call the upstream, ms", hangingCalls), number(h.Beside)) +
		row("calls that the upstream did not answer", grouped(h.Hung)) +
		row("calls that emcp refused meanwhile", grouped(h.Failed))
}

// targets judges what was measured.
func (h hangingResult) targets() []target {
	if h.Hung == 0 {
		return nil
	}
	ratio := h.Beside / h.Alone
	return []target{{
		fmt.Sprintf("get beside an upstream that hangs: 99th percentile at most %s times as long", number(maxHanging)),
		number(ratio) + " times", ratio <= maxHanging,
	}}
}
