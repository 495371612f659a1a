package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
)

// Size of TestReplicas.
const (
	replicaKeys    = 200
	replicaCalls   = 10_000
	replicaWorkers = 64
)

// TestReplicas is the proof of exactly-once: many calls at once with few keys, over two gateways with one Redis, run
// every key's call once, by the count of the gateways and by that of the database.
func TestReplicas(t *testing.T) {
	database := testdb.StartServer(t)
	d := database.Open(t)
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(),
		evosite.Options{Prefix: "evo_", Generation: "3.1"}); err != nil {
		t.Fatal(err)
	}
	config := "sites: {main: {dsn: \"" + d.DSN + "\", statement_timeout: 30s, allow_wide_grants: true}}\n" +
		"auth: {modes: [none]}\nrate_limit: {enabled: false}\nredis: {url: \"" + testdb.StartRedis(t).URL + "\"}\n"
	gateways := []served{start(t, config), start(t, config)}
	statements := logStatements(t, d)

	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: replicaWorkers}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	// of call i, whose key is that of its number: the workers are all at few keys at a time
	answers := make([]string, replicaCalls)
	keyOf := func(call int) int { return call / (replicaCalls / replicaKeys) }
	var next, replayed, refused, unclaimed atomic.Int64
	var workers sync.WaitGroup
	for range replicaWorkers {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= replicaCalls || t.Failed() {
					return
				}
				for {
					status, again, body, err := keyedCall(client, gateways[i%len(gateways)].url, keyOf(i))
					if err != nil {
						t.Errorf("call %d: %v", i, err)
						return
					}
					if status == http.StatusConflict && strings.Contains(body, `"idempotency_in_progress"`) {
						refused.Add(1)
						time.Sleep(5 * time.Millisecond) // sooner than Retry-After says, so that more is at once
						continue
					}
					if status == http.StatusServiceUnavailable && strings.Contains(body, `"unavailable"`) {
						unclaimed.Add(1) // Redis has not answered in time, which happens on a busy machine; nothing was run
						time.Sleep(50 * time.Millisecond)
						continue
					}
					if status != http.StatusOK {
						t.Errorf("call %d: status %d, %s", i, status, body)
						return
					}
					if again {
						replayed.Add(1)
					}
					answers[i] = body
					break
				}
			}
		})
	}
	workers.Wait()
	if t.Failed() {
		return
	}
	for i, answer := range answers {
		if want := replicaAnswer(t, keyOf(i)); answer != want {
			t.Fatalf("call %d of key %d:\n%s", i, keyOf(i), cmp.Diff(want, answer))
		}
	}
	if n := replayed.Load(); n != replicaCalls-replicaKeys {
		t.Errorf("the clients saw %d replays, want %d", n, replicaCalls-replicaKeys)
	}

	once := map[int]int{} // executions of each key
	for key := range replicaKeys {
		once[key] = 1
	}
	if diff := cmp.Diff(once, statements()); diff != "" {
		t.Errorf("statements of each key on the database:\n%s", diff)
	}
	executed, counts := map[int]int{}, map[string]int{}
	for i, g := range gateways {
		n := 0
		for _, line := range auditLines(t, g) {
			outcome := fmt.Sprintf("%d %s, replayed %t", line.Status, line.Code, line.Replayed)
			counts[outcome]++
			if line.Status == http.StatusOK && !line.Replayed {
				executed[keyNumber(t, line.RequestID)]++
				n++
			}
		}
		if n == 0 {
			t.Errorf("gateway %d has run nothing; the keys were not contended", i)
		}
	}
	if diff := cmp.Diff(once, executed); diff != "" {
		t.Errorf("executions of each key by the audit lines:\n%s", diff)
	}
	want := map[string]int{
		"200 ok, replayed false":                      replicaKeys,
		"200 ok, replayed true":                       replicaCalls - replicaKeys,
		"409 idempotency_in_progress, replayed false": int(refused.Load()),
	}
	if n := int(unclaimed.Load()); n > 0 {
		want["503 unavailable, replayed false"] = n
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("audit lines:\n%s", diff)
	}
	if refused.Load() == 0 {
		t.Error("no call met another one with its key")
	}
	t.Logf("%d calls were told to wait", refused.Load())
}

// firstTemplate distinguishes the statements of this test from others, and those of each key from each other.
const firstTemplate = 777_000

// keyedCall makes the call of a key. Its answer is that of no other key, by id and by offset.
func keyedCall(client *http.Client, url string, key int) (status int, replayed bool, body string, err error) {
	message := fmt.Sprintf(
		`{"jsonrpc":"2.0","id":"key-%d","method":"tools/call","params":{"name":"evo.content.search",`+
			`"arguments":{"template":%d,"limit":20,"offset":%d}}}`,
		key, firstTemplate+key, key)
	request, err := http.NewRequest(http.MethodPost, url+"/mcp/content",
		strings.NewReader(message)) //nolint:noctx // the client has a time limit
	if err != nil {
		return 0, false, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", fmt.Sprintf("key-%d", key))
	response, err := client.Do(request)
	if err != nil {
		return 0, false, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header.Get("Idempotency-Replayed") == "true", strings.TrimSpace(string(text)), err
}

// replicaAnswer is the answer to the call of a key.
func replicaAnswer(t *testing.T, key int) string {
	t.Helper()
	answer := callAnswer(t, 0,
		fmt.Sprintf(`{"items":[],"meta":{"limit":20,"offset":%d,"count":0,"has_more":false,"toolsetVersion":"1.0"}}`, key))
	return strings.Replace(answer, `"id":0`, fmt.Sprintf(`"id":"key-%d"`, key), 1)
}

// keyNumber returns the number of a key.
func keyNumber(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimPrefix(text, "key-"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// logStatements has the database write down all statements. The returned function counts those of each key.
func logStatements(t *testing.T, d *testdb.Database) func() map[int]int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "general.log")
	for _, statement := range []string{
		"SET GLOBAL general_log_file = '" + path + "'", "SET GLOBAL log_output = 'FILE'", "SET GLOBAL general_log = ON",
	} {
		if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	template := regexp.MustCompile(`\b777[0-9]{3}\b`)
	return func() map[int]int {
		t.Helper()
		if _, err := d.DB.ExecContext(t.Context(), "SET GLOBAL general_log = OFF"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[int]int{}
		for _, found := range template.FindAllString(string(text), -1) {
			n, err := strconv.Atoi(found)
			if err != nil {
				t.Fatal(err)
			}
			counts[n-firstTemplate]++
		}
		return counts
	}
}

// auditLine is what the test looks at in an audit line.
type auditLine struct {
	RequestID string `json:"request_id"`
	Status    int    `json:"status"`
	Code      string `json:"code"`
	Replayed  bool   `json:"replayed"`
}

// auditLines ends a gateway in order and returns its audit lines.
func auditLines(t *testing.T, gateway served) []auditLine {
	t.Helper()
	if _, status := gateway.stop(t); status != 0 {
		t.Errorf("the gateway ended with %d", status)
	}
	var lines []auditLine
	for _, text := range gateway.Lines(`"msg":"audit"`) {
		var line auditLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Errorf("a line of the log is %q", text)
		}
		lines = append(lines, line)
	}
	return lines
}
