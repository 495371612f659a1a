//go:build faults

package faults_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

// drained is how long a gateway may take to end.
const drained = 10 * time.Second

// TestTermination ends a gateway under load, with statements under way that wait for a lock.
func TestTermination(t *testing.T) {
	s := newSite(t)
	g := startGateway(t, s.configuration(s.Server.Addr, ""))
	l := newLoad(t, g, g.addr)
	probes := make(chan string, 10_000)
	probing, stopProbing := context.WithCancel(context.Background())
	go func() {
		defer close(probes)
		for probing.Err() == nil {
			probes <- probe(g)
			time.Sleep(5 * time.Millisecond)
		}
	}()
	begin := time.Now()
	l.start()
	l.awaitCalm()
	unlock := s.Lock(t, "evo_site_content")
	wait.Until(t, 10*time.Second, "waiting for the lock with most clients", func() bool {
		found, err := s.statements(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(found) > clients/2
	})

	g.Signal(t, syscall.SIGTERM)
	terminated := time.Now()
	select {
	case <-g.Ended:
	case <-time.After(drained):
		t.Fatalf("emcp still runs after %s", drained)
	}
	elapsed := time.Since(terminated)
	unlock()
	stopProbing()
	l.halt()
	if status := g.Status(); status != 0 {
		t.Errorf("exit status %d", status)
	}

	// What emcp has noted as answered has arrived; what has not arrived was not taken.
	noted := map[string]bool{}
	for _, line := range g.Lines(`"msg":"audit"`) {
		var audit struct {
			TraceID string `json:"trace_id"`
		}
		if err := json.Unmarshal([]byte(line), &audit); err != nil {
			t.Fatal(err)
		}
		noted[audit.TraceID] = true
	}
	for _, o := range l.since(begin) {
		if arrived := o.code != broken; arrived != noted[o.trace] {
			t.Errorf("%s: the client has got %q, but emcp has noted the call: %t", o.trace, o.code, noted[o.trace])
		}
	}
	counts := l.expectCodes(l.since(begin), append([]string{broken}, database...))
	if counts[broken] == 0 {
		t.Error("there was no load in the end")
	}

	var states []string // each once
	for state := range probes {
		if len(states) == 0 || states[len(states)-1] != state {
			states = append(states, state)
		}
	}
	if got := strings.Join(states, ", then "); got !=
		`200 {"status":"ready"}, then 503 {"status":"unavailable","reason":"draining"}, then refused` {
		t.Errorf("readyz: %s", got)
	}
	t.Logf("%v, ended after %s", counts, elapsed.Round(time.Millisecond))
}

// probe asks a gateway whether it is ready, as a load balancer does.
func probe(g *gateway) string {
	response, err := http.Get("http://" + g.addr + "/readyz") //nolint:noctx // ends with the gateway
	if err != nil {
		return "refused"
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return response.Status[:3] + " " + strings.TrimSpace(string(body))
}
