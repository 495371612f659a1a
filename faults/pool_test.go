//go:build faults

package faults_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

// answer is the answer to a test's request.
type answer struct {
	status     int
	body       string
	retryAfter string
	took       time.Duration
}

// get makes a call that shares its statement with no other one. The number makes the call different.
func get(ctx context.Context, g *gateway, number int) (answer, error) {
	return callTool(ctx, g, number, "evo.content.get", fmt.Sprintf(`{"id":1,"max_chars":%d}`, number+1))
}

// awaitIndex waits until emcp has read the texts of the site: afterwards only calls send statements.
func awaitIndex(t testing.TB, g *gateway) {
	t.Helper()
	a, err := callTool(t.Context(), g, 0, "evo.content.search", `{"query":"page","limit":1}`)
	if err != nil || a.status != http.StatusOK || !strings.Contains(a.body, `"result"`) {
		t.Fatalf("%+v, %v", a, err)
	}
}

// callTool sends a tools/call as the first client.
func callTool(ctx context.Context, g *gateway, id int, tool, arguments string) (answer, error) {
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`,
		id, tool, arguments)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+g.addr+"/mcp", strings.NewReader(message))
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token(0))
	start := time.Now()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, string(body), response.Header.Get("Retry-After"), time.Since(start)}, err
}

// awaitStatements waits until the database is busy with so many statements of emcp, which must be soon.
func (s *site) awaitStatements(t testing.TB, n int) {
	t.Helper()
	wait.Until(t, gone, fmt.Sprintf("%d statements on the server", n), func() bool {
		found, err := s.statements(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(found) == n
	})
}

// TestPoolIsExhausted has calls that wait for a lock on all connections that emcp may have.
func TestPoolIsExhausted(t *testing.T) {
	s := newSite(t)
	g := startGateway(t, s.configuration(s.Server.Addr, ""))
	awaitIndex(t, g)
	unlock := s.Lock(t, "evo_site_content")
	var busy sync.WaitGroup
	for i := range connections {
		busy.Go(func() {
			a, err := get(t.Context(), g, 100+i)
			if err != nil || a.status != http.StatusOK || !strings.Contains(a.body, `"query_timeout"`) ||
				a.took > callTime+margin {
				t.Errorf("a call that waits for the lock: %+v, %v", a, err)
			}
		})
	}
	s.awaitStatements(t, connections)
	var longest time.Duration
	var mu sync.Mutex
	var refused sync.WaitGroup
	for i := range 16 {
		refused.Go(func() {
			a, err := get(t.Context(), g, 200+i)
			if err != nil || a.status != http.StatusServiceUnavailable || !strings.Contains(a.body, `"code":"unavailable"`) ||
				a.retryAfter != "1" || a.took > margin {
				t.Errorf("a call without a connection: %+v, %v", a, err)
			}
			mu.Lock()
			defer mu.Unlock()
			longest = max(longest, a.took)
		})
	}
	s.expectOthersConnect(t)
	refused.Wait()
	busy.Wait()
	s.awaitStatements(t, 0)
	unlock()
	if a, err := get(t.Context(), g, 300); err != nil || a.status != http.StatusOK ||
		!strings.Contains(a.body, `"result"`) {
		t.Errorf("afterwards: %+v, %v", a, err)
	}
	t.Logf("refused within %s", longest.Round(time.Millisecond))
}

// TestClientsGoAway has clients that end their connections while their statements wait for a lock.
func TestClientsGoAway(t *testing.T) {
	s := newSite(t)
	g := startGateway(t, s.configuration(s.Server.Addr, ""))
	awaitIndex(t, g)
	unlock := s.Lock(t, "evo_site_content")
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var calling sync.WaitGroup
	for i := range connections {
		calling.Go(func() {
			if a, err := get(ctx, g, 100+i); !errors.Is(err, context.Canceled) {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
	s.awaitStatements(t, connections)
	cancel()
	start := time.Now()
	calling.Wait()
	s.awaitStatements(t, 0)
	t.Logf("the statements have ended after %s", time.Since(start).Round(time.Millisecond))
}
