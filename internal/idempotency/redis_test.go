package idempotency_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"emcp/internal/idempotency"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

func TestPrefixesAreNamespaces(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t).URL)
	a, b := idempotency.NewRedis(client, "emcp:a:", long), idempotency.NewRedis(client, "emcp:b:", long)
	complete(t, a, key, grant(t, a, key, first), "answer of a")
	complete(t, b, key, grant(t, b, key, other), "answer of b")
	expect(t, a, key, first, kept("answer of a"))
	expect(t, b, key, other, kept("answer of b"))
}

// TestWhatRedisHolds checks the keys: they must reveal nothing about the senders, and all must expire.
func TestWhatRedisHolds(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t).URL)
	times := idempotency.Times{Lease: time.Minute, Keep: time.Hour}
	s := idempotency.NewRedis(client, "emcp:test:", times)
	expectKeys := func(want time.Duration, forms ...string) {
		t.Helper()
		names, err := client.Keys(t.Context(), "*").Result()
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		if len(names) != len(forms) {
			t.Fatalf("the keys are %q", names)
		}
		for i, name := range names {
			if !regexp.MustCompile("^emcp:test:idempotency:" + forms[i] + "$").MatchString(name) {
				t.Errorf("the key %q is not of the form %s", name, forms[i])
			}
			if left, err := client.PTTL(t.Context(), name).Result(); err != nil || left > want || left < want/2 {
				t.Errorf("the key %s ends in %s, want about %s (%v)", name, left, want, err)
			}
		}
	}
	const sum = "[0-9a-f]{64}"
	k := key
	k.Caller = "zzz" // whose sum begins with a digit, so that its key comes before the words
	owner := grant(t, s, k, first)
	expectKeys(times.Lease, sum)
	claim(t, s, k, first)
	claim(t, s, k, other)
	expectKeys(times.Lease, sum)
	complete(t, s, k, owner, "answer")
	kept := []string{sum, "all", "all:bytes", "caller:" + sum, "caller:" + sum + ":bytes"}
	expectKeys(times.Keep, kept...)
	by := claim(t, s, k, first).By
	complete(t, s, k, claimAnew(t, s, k, first, by).Owner, "answer")
	expectKeys(times.Keep, kept...)
}

// TestAnswersOfOlderVersions has an answer that an older emcp kept without its owner. The call must run again.
func TestAnswersOfOlderVersions(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t).URL)
	s := idempotency.NewRedis(client, "", long)
	complete(t, s, key, grant(t, s, key, first), "answer")
	names, err := client.Keys(t.Context(),
		"idempotency:????????????????????????????????????????????????????????????????").Result()
	if err != nil || len(names) != 1 {
		t.Fatalf("%q, %v", names, err)
	}
	if err := client.HDel(t.Context(), names[0], "by").Err(); err != nil {
		t.Fatal(err)
	}
	expect(t, s, key, other, conflict)
	complete(t, s, key, grant(t, s, key, first), "answer")
	expect(t, s, key, first, kept("answer"))
}

// TestScriptsAreSentAgain is a Redis that has forgotten the scripts, as after a failover.
func TestScriptsAreSentAgain(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t).URL)
	s := idempotency.NewRedis(client, "", long)
	flush := func() {
		if err := client.ScriptFlush(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, answer := range []string{"", "answer"} {
		flush()
		owner := grant(t, s, key, first)
		flush()
		if answer == "" {
			release(t, s, key, owner)
			continue
		}
		complete(t, s, key, owner, answer)
		flush()
		expect(t, s, key, first, kept(answer))
	}
}

// canary is in every text that must not get into an error.
const canary = "canary"

// expectFailures does all that can be done with a store that does not work.
func expectFailures(t *testing.T, s idempotency.Store, calls ...string) {
	t.Helper()
	k := idempotency.Key{Caller: canary + "1", Server: canary + "2", Text: canary + "3"}
	var c idempotency.Claim
	for name, call := range map[string]func(context.Context) error{
		"claim": func(ctx context.Context) (err error) {
			c, err = s.Claim(ctx, k, idempotency.Payload([]byte(strings.Repeat(canary, 6)[:32])), canary)
			return err
		},
		"complete": func(ctx context.Context) error { return s.Complete(ctx, k, canary, []byte(canary)) },
		"release":  func(ctx context.Context) error { return s.Release(ctx, k, canary) },
	} {
		if !slices.Contains(calls, name) {
			continue
		}
		start := time.Now()
		err := call(t.Context())
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if elapsed := time.Since(start); elapsed > 3*time.Second {
			t.Errorf("%s: the error came after %s", name, elapsed)
		}
		if strings.Contains(strings.ToLower(err.Error()), canary) {
			t.Errorf("%s: the error tells too much: %v", name, err)
		}
	}
	if c.State != idempotency.Granted || c.Owner != "" || c.Answer != nil {
		t.Errorf("a claim beside its error: %+v", c)
	}
}

func TestRedisIsDown(t *testing.T) {
	server := testdb.StartRedis(t)
	s := idempotency.NewRedis(testredis.Open(t, server.URL), "", long)
	complete(t, s, key, grant(t, s, key, first), "answer")
	for _, end := range []func(){server.Kill, server.Stop} {
		end()
		expectFailures(t, s, "claim", "complete", "release")
		server.Start(t)
		// Its memory is empty, but it is used again at once.
		complete(t, s, key, grant(t, s, key, first), "answer")
		expect(t, s, key, first, kept("answer"))
	}
}

// TestRedisIsSilent is a Redis that hangs: connections are there, answers do not come.
func TestRedisIsSilent(t *testing.T) {
	t.Parallel() // most of it is waiting
	server := testdb.StartRedis(t)
	s := idempotency.NewRedis(testredis.Open(t, server.URL), "", long)
	release(t, s, key, grant(t, s, key, first))
	const pause = 20 * time.Second
	admin := testredis.Open(t, server.URL)
	if err := admin.Do(t.Context(), "CLIENT", "PAUSE", pause.Milliseconds(), "ALL").Err(); err != nil {
		t.Fatal(err)
	}
	expectFailures(t, s, "claim", "complete", "release")
}

// TestRedisNeverAnswers is a Redis that takes connections and says nothing from the beginning.
func TestRedisNeverAnswers(t *testing.T) {
	t.Parallel() // most of it is waiting
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s := idempotency.NewRedis(testredis.Open(t, "redis://"+listener.Addr().String()), "", long)
	expectFailures(t, s, "claim", "complete", "release")
}

// TestRedisIsFull is a Redis without memory for more: new keys are errors, those that are there come to their end.
func TestRedisIsFull(t *testing.T) {
	client := testredis.Open(t, testdb.StartRedis(t, "--maxmemory-policy", "noeviction").URL)
	s := idempotency.NewRedis(client, "", long)
	answered, released := key, key
	answered.Text, released.Text = "key-2", "key-3"
	owners := map[idempotency.Key]idempotency.Owner{
		answered: grant(t, s, answered, first), released: grant(t, s, released, first),
	}
	if err := client.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	expectFailures(t, s, "claim")
	complete(t, s, answered, owners[answered], "answer")
	expect(t, s, answered, first, kept("answer"))
	expect(t, s, answered, other, conflict)
	expect(t, s, released, first, running)
	release(t, s, released, owners[released])
	if err := client.ConfigSet(t.Context(), "maxmemory", "0").Err(); err != nil {
		t.Fatal(err)
	}
	grant(t, s, released, other)
}

// TestReplyIsLost breaks the connection after Redis has carried out a step and before the client knows. The client asks
// again, and must get the true answer.
func TestReplyIsLost(t *testing.T) {
	server := testdb.StartRedis(t)
	proxy := startProxy(t, server.Addr)
	s := idempotency.NewRedis(testredis.Open(t, "redis://"+proxy.addr), "", long)
	release(t, s, key, grant(t, s, key, first)) // the scripts are there, and so is a connection

	proxy.lose.Store(true)
	owner := grant(t, s, key, first)
	expect(t, s, key, first, running)
	proxy.lose.Store(true)
	complete(t, s, key, owner, "answer")
	expect(t, s, key, first, kept("answer"))

	another := key
	another.Text = "key-2"
	owner = grant(t, s, another, first)
	proxy.lose.Store(true)
	release(t, s, another, owner)
	grant(t, s, another, first)
	if proxy.lost.Load() != 3 {
		t.Errorf("%d replies were lost, want 3", proxy.lost.Load())
	}
}

// proxy stands between a client and a Redis server.
type proxy struct {
	addr string
	lose atomic.Bool // the next reply, and its connection with it
	lost atomic.Int32
}

func startProxy(t *testing.T, target string) *proxy {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &proxy{addr: listener.Addr().String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", target)
			if err != nil {
				client.Close()
				continue
			}
			go p.serve(client, server)
		}
	}()
	return p
}

func (p *proxy) serve(client, server net.Conn) {
	defer client.Close()
	defer server.Close()
	go func() { _, _ = io.Copy(server, client) }()
	reply := make([]byte, 64<<10)
	for {
		n, err := server.Read(reply)
		if err != nil {
			return
		}
		if p.lose.CompareAndSwap(true, false) {
			p.lost.Add(1)
			return
		}
		if _, err := client.Write(reply[:n]); err != nil {
			return
		}
	}
}

// TestRedisHangsForAMoment has claims that were asked for or ended while Redis hung: none of them
// stays until its lease ends.
func TestRedisHangsForAMoment(t *testing.T) {
	t.Parallel() // most of it is waiting
	server := testdb.StartRedis(t)
	s := idempotency.NewRedis(testredis.Open(t, server.URL), "", long)
	answered, released, requested := key, key, key
	answered.Text, released.Text, requested.Text = "key-1", "key-2", "key-3"
	owners := map[idempotency.Key]idempotency.Owner{
		answered: grant(t, s, answered, first), released: grant(t, s, released, first),
	}
	server.Freeze(t)
	if _, err := s.Claim(t.Context(), requested, first, ""); err == nil {
		t.Error("a frozen server has granted a claim")
	}
	if err := s.Complete(t.Context(), answered, owners[answered], []byte("answer")); err == nil {
		t.Error("a frozen server has kept an answer")
	}
	if err := s.Release(t.Context(), released, owners[released]); err == nil {
		t.Error("a frozen server has released a claim")
	}
	server.Thaw(t)
	for k, want := range map[idempotency.Key]idempotency.State{
		answered: idempotency.Kept, released: idempotency.Granted, requested: idempotency.Granted,
	} {
		wait.For(t, 10*time.Second, func() error {
			c, err := s.Claim(t.Context(), k, first, "")
			if err == nil && c.State != want {
				err = fmt.Errorf("%s: %+v", k.Text, c)
			}
			return err
		})
	}
}
