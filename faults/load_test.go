//go:build faults

package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"emcp/internal/test/wait"
)

// call is a call of the load.
type call struct {
	method, params string
	keyed          bool   // with an idempotency key, at first and once more
	want           string // the answer behind its id, as it was without faults
}

// callsOf returns the calls of a client: every family of tools, about documents of its own.
func callsOf(client int) []*call {
	folder := folders * (client + 1)
	tool := func(name, arguments string) *call {
		return &call{method: "tools/call", params: fmt.Sprintf(`{"name":"evo.%s","arguments":%s}`, name, arguments)}
	}
	keyed := func(c *call) *call { c.keyed = true; return c }
	f := func(format string) string { return strings.ReplaceAll(format, "FOLDER", strconv.Itoa(folder)) }
	return []*call{
		tool("content.search", f(`{"parent":FOLDER,"limit":20,"with_tvs":["price"]}`)),
		keyed(tool("content.get", fmt.Sprintf(`{"id":%d,"fields":["content","url","path"]}`, folder+1))),
		tool("content.root_tree", fmt.Sprintf(`{"limit":%d,"depth":2}`, 80+client)),
		keyed(tool("content.descendants", f(`{"id":FOLDER,"limit":20,"depth":2}`))),
		tool("content.children", f(`{"id":FOLDER,"limit":5}`)),
		tool("content.ancestors", fmt.Sprintf(`{"id":%d,"limit":5}`, folder+3)),
		keyed(tool("content.next_siblings", fmt.Sprintf(`{"id":%d,"limit":20}`, folder+2))),
		tool("content.search",
			f(
				`{"parent":FOLDER,"limit":5,"tv_filters":[{"tv":"price","op":">","value":"2","cast":"SIGNED"}],`+
					`"tv_order":[{"tv":"price","dir":"desc","cast":"SIGNED"}]}`)),
		tool("content.search", fmt.Sprintf(`{"query":%q,"limit":3}`, marker(client))),
		keyed(tool("model.list", fmt.Sprintf(`{"model":"SiteTmplvarContentvalue","limit":%d}`, 10+client))),
		tool("model.get", fmt.Sprintf(`{"model":"SiteTemplate","id":%d}`, 1+client%3)),
		tool("site.describe", `{"tv":"price"}`),
		{method: "resources/read", params: fmt.Sprintf(`{"uri":"evo://content/content/%d"}`, folder+4)},
		{method: "resources/list", params: `{}`},
		{
			method: "completion/complete",
			params: fmt.Sprintf(
				`{"ref":{"type":"ref/resource","uri":"evo://{server}/content/{id}"},"argument":{"name":"id","value":%q}}`,
				marker(client)),
		},
		{method: "tools/list", params: `{}`},
	}
}

// outcome is the result of a call.
type outcome struct {
	client     int
	begin, end time.Time
	code       string // ok, the code of a documented error, or broken: no complete answer has come
	trace      string
}

const (
	ok     = "ok"
	broken = "broken"
)

// documented is how an error looks by the table of TOOLSET.md.
type documented struct {
	rpc, http int
	retryable bool
}

// documentedErrors reads the table of errors in TOOLSET.md.
func documentedErrors(t testing.TB) map[string]documented {
	t.Helper()
	text, err := os.ReadFile("../TOOLSET.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]documented{}
	_, section, _ := strings.Cut(string(text), "\n## Errors\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 10 || !strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			continue
		}
		number := func(i int) int {
			n, err := strconv.Atoi(strings.TrimSpace(cells[i]))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		found[strings.Trim(cells[1], " `")] = documented{number(2), number(3), strings.TrimSpace(cells[5]) == "yes"}
	}
	if len(found) == 0 {
		t.Fatal("TOOLSET.md has no table of errors")
	}
	return found
}

// load calls a gateway with several clients and looks at every answer.
type load struct {
	t       testing.TB
	gateway *gateway
	url     string
	errors  map[string]documented
	calls   [clients][]*call
	http    [clients]*http.Client
	pause   time.Duration // of a client between two calls

	stop    context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	outcomes []outcome
	pending  [clients][]pending // keyed calls that have failed
	sent     [clients]int
	wrong    int
}

// pending is a call to be made again with its key.
type pending struct {
	call *call
	key  string
}

// newLoad prepares a load on a gateway, which is reached at an address and has no faults at the moment, and
// records the right answers.
func newLoad(t testing.TB, g *gateway, addr string) *load {
	t.Helper()
	l := &load{t: t, gateway: g, url: "http://" + addr, errors: documentedErrors(t), pause: 30 * time.Millisecond}
	for client := range clients {
		l.http[client] = &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second}
		t.Cleanup(l.http[client].CloseIdleConnections)
		l.calls[client] = callsOf(client)
		for _, c := range l.calls[client] {
			for range 2 {
				id := l.nextID(client)
				status, body, err := l.send(client, c, id, "")
				want, found := strings.CutPrefix(body, answerPrefix(id))
				if err != nil || status != http.StatusOK || !found || !strings.HasPrefix(want, `"result":`) {
					t.Fatalf("without faults, %s %s: %d %s %v", c.method, c.params, status, body, err)
				}
				if c.want != "" && c.want != want {
					t.Fatalf("%s %s is answered in two ways:\n%s\n%s", c.method, c.params, c.want, want)
				}
				c.want = want
			}
			if strings.Contains(c.params, strconv.Itoa(folders*(client+1))) && !strings.Contains(c.want, marker(client)) {
				t.Fatalf("%s is answered without the marker of its client: %s", c.params, c.want)
			}
		}
	}
	return l
}

func answerPrefix(id string) string { return `{"jsonrpc":"2.0","id":"` + id + `",` }

// nextID returns an id that no other request has.
func (l *load) nextID(client int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent[client]++
	return fmt.Sprintf("client%d-%d", client, l.sent[client])
}

// send makes a request and reads its answer to the end.
func (l *load) send(client int, c *call, id, key string) (status int, body string, err error) {
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":%q,"params":%s}`, id, c.method, c.params)
	payload := strings.NewReader(message)
	r, err := http.NewRequest(http.MethodPost, l.url+"/mcp", payload) //nolint:noctx // the client has a time limit
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token(client))
	r.Header.Set("X-Trace-Id", id)
	if key != "" {
		// The client's library sends a request with such a key again by itself, which the test does.
		r.Header.Set("Idempotency-Key", key)
		r.GetBody = nil
	}
	response, err := l.http[client].Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, strings.TrimSuffix(string(text), "\n"), err
}

// start lets all clients call until halt.
func (l *load) start() {
	ctx, cancel := context.WithCancel(context.Background())
	l.stop = cancel
	for client := range clients {
		l.running.Go(func() {
			for i := client; ctx.Err() == nil; i++ { // not all begin with the same
				l.next(client, i)
				time.Sleep(l.pause)
			}
		})
	}
}

// halt waits for the calls under way.
func (l *load) halt() {
	l.stop()
	l.running.Wait()
}

// next makes a client's next call: every second time one that has failed with a key, if there is one.
func (l *load) next(client, i int) {
	again := l.pending[client]
	if len(again) > 0 && i%2 == 0 {
		l.pending[client] = again[1:]
		l.make(client, again[0].call, again[0].key)
		return
	}
	c := l.calls[client][i%len(l.calls[client])]
	if !c.keyed {
		l.make(client, c, "")
		return
	}
	key := fmt.Sprintf("%s-%d-%d", l.url, client, i)
	if l.make(client, c, key) == ok {
		l.make(client, c, key)
	}
}

// make makes a call and judges its answer.
func (l *load) make(client int, c *call, key string) (code string) {
	id := l.nextID(client)
	o := outcome{client: client, begin: time.Now(), trace: id}
	status, body, err := l.send(client, c, id, key)
	o.end = time.Now()
	var complaint string
	if o.code, complaint = l.judge(c, id, status, body, err); complaint != "" {
		l.report("client %d, %s %s, key %q: %s", client, c.method, c.params, key, complaint)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcomes = append(l.outcomes, o)
	if o.code != ok && key != "" {
		l.pending[client] = append(l.pending[client], pending{c, key})
	}
	return o.code
}

// report fails the test, with the first few wrong answers only.
func (l *load) report(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.wrong++; l.wrong <= 5 {
		l.t.Errorf(format, args...)
	}
}

// judge returns the code of an answer, and what is wrong with it, if anything.
func (l *load) judge(c *call, id string, status int, body string, err error) (code, complaint string) {
	if err != nil {
		return broken, ""
	}
	if status == http.StatusOK && body == answerPrefix(id)+c.want {
		return ok, ""
	}
	var answer struct {
		ID    string
		Error struct {
			Code    json.RawMessage
			Message string
			TraceID string `json:"trace_id"`
			Data    struct {
				Code      string
				Retryable bool
				TraceID   string `json:"trace_id"`
			}
		}
	}
	decoder := json.NewDecoder(bytes.NewBufferString(body))
	if err := decoder.Decode(&answer); err != nil {
		return broken, fmt.Sprintf("%d and no whole JSON: %v: %.300q", status, err, body)
	}
	var trace string
	var got documented
	if status == http.StatusOK {
		code, trace = answer.Error.Data.Code, answer.Error.Data.TraceID
		rpc, _ := strconv.Atoi(string(answer.Error.Code))
		got = documented{rpc, status, answer.Error.Data.Retryable}
	} else {
		_ = json.Unmarshal(answer.Error.Code, &code)
		answer.ID, trace = id, answer.Error.TraceID // there is no id
		got = documented{l.errors[code].rpc, status, l.errors[code].retryable}
	}
	want, known := l.errors[code]
	switch {
	case !known:
		return broken, fmt.Sprintf("a wrong answer: %d %.2000s\nwant %.2000s", status, body, c.want)
	case answer.ID != id || trace != id:
		return code, fmt.Sprintf("the answer of another call: %d %s", status, body)
	case got != want:
		return code, fmt.Sprintf("%s is not as documented: %d %s", code, status, body)
	}
	return code, ""
}

// since returns the outcomes of calls that have ended after a moment.
func (l *load) since(start time.Time) []outcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []outcome
	for _, o := range l.outcomes {
		if o.end.After(start) {
			found = append(found, o)
		}
	}
	return found
}

// forget drops the outcomes so far, of which a long test has too many.
func (l *load) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcomes = nil
}

// unsettled returns how many calls with a key wait to be made again.
func (l *load) unsettled() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.pending {
		n += len(p)
	}
	return n
}

// awaitCalm waits until the load runs and all answers have been right for a moment.
func (l *load) awaitCalm() {
	l.t.Helper()
	const moment = 500 * time.Millisecond
	start := time.Now()
	wait.Until(l.t, 10*time.Second, "all answers right without a fault", func() bool {
		wrong := slices.ContainsFunc(l.since(time.Now().Add(-moment)), func(o outcome) bool { return o.code != ok })
		return time.Since(start) > moment && !wrong && l.unsettled() == 0
	})
}

// calm is how long all answers must have been right for a fault to be over.
const calm = 1500 * time.Millisecond

// awaitRecovery waits until all answers are right after a fault that has ended, and returns how long that took.
func (l *load) awaitRecovery(ended time.Time) time.Duration {
	l.t.Helper()
	for {
		last := ended
		for _, o := range l.since(ended) {
			if o.code != ok && o.end.After(last) {
				last = o.end
			}
		}
		if elapsed := last.Sub(ended); elapsed > recovery {
			l.t.Errorf("%s after the fault a call has failed", elapsed.Round(time.Millisecond))
			return elapsed
		}
		if time.Since(last) > calm && l.unsettled() == 0 {
			return last.Sub(ended)
		}
		if time.Since(ended) > recovery+calm+time.Second {
			l.t.Errorf("%s after the fault %d calls with keys are still not answered", time.Since(ended), l.unsettled())
			return time.Since(ended)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// expectLimits checks that no call has taken longer than its limit and the margin, and returns the longest.
func (l *load) expectLimits(outcomes []outcome) (longest time.Duration) {
	l.t.Helper()
	over := 0
	for _, o := range outcomes {
		elapsed := o.end.Sub(o.begin)
		longest = max(longest, elapsed)
		if most := limit(o.client) + margin; elapsed > most {
			if over++; over <= 5 {
				l.t.Errorf("from %s on %s waited %s for %q, want at most %s; emcp says %s", o.begin.Format(time.StampMilli),
					o.trace, elapsed.Round(time.Millisecond), o.code, most, l.gateway.Lines(`"trace_id":"`+o.trace+`"`))
			}
		}
	}
	return longest
}

// expectCodes checks that calls failed with allowed codes only, and returns the number of calls by code.
func (l *load) expectCodes(outcomes []outcome, allowed []string) map[string]int {
	l.t.Helper()
	counts := map[string]int{}
	for _, o := range outcomes {
		counts[o.code]++
	}
	for code, n := range counts {
		if code != ok && !slices.Contains(allowed, code) {
			l.t.Errorf("%d calls have ended with %q", n, code)
		}
	}
	return counts
}
