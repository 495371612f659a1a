package idempotency_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/idempotency"
	"emcp/internal/test/testdb"
	"emcp/internal/test/testredis"
	"emcp/internal/test/wait"
)

// long is for times that do not run out in a test.
var long = idempotency.Times{Lease: time.Minute, Keep: time.Minute}

var (
	key   = idempotency.Key{Caller: "token:full", Server: "content", Text: "key-1"}
	first = idempotency.Payload{1}
	other = idempotency.Payload{1, 31: 1} // differs in its last byte
)

// onEach runs a test on every kind of store. open returns an empty store as two processes see it; in memory
// there is but one process.
func onEach(t *testing.T, test func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store)) {
	t.Run("memory", func(t *testing.T) {
		test(t, func(times idempotency.Times) [2]idempotency.Store {
			m := idempotency.NewMemory(times)
			return [2]idempotency.Store{m, m}
		})
	})
	t.Run("redis", func(t *testing.T) {
		server := testdb.StartRedis(t)
		test(t, func(times idempotency.Times) [2]idempotency.Store {
			a, b := testredis.OpenPatient(t, server.URL), testredis.OpenPatient(t, server.URL)
			if err := a.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
			return [2]idempotency.Store{
				idempotency.NewRedis(a, "emcp:test:", times), idempotency.NewRedis(b, "emcp:test:", times),
			}
		})
	})
}

// claim claims a key and returns the result. Only a granted claim may have an owner, and only a kept answer the owner
// that completed it.
func claim(t testing.TB, s idempotency.Store, k idempotency.Key, p idempotency.Payload) idempotency.Claim {
	t.Helper()
	return claimAnew(t, s, k, p, "")
}

// claimAnew is claim where an answer that stale has completed does not count.
func claimAnew(
	t testing.TB, s idempotency.Store, k idempotency.Key, p idempotency.Payload, stale idempotency.Owner,
) idempotency.Claim {
	t.Helper()
	c, err := s.Claim(t.Context(), k, p, stale)
	if err != nil {
		t.Fatal(err)
	}
	if (c.Owner != "") != (c.State == idempotency.Granted) || (c.By != "") != (c.State == idempotency.Kept) {
		t.Errorf("state %d has the owner %q and was completed by %q", c.State, c.Owner, c.By)
	}
	return c
}

// expect claims a key that is not free.
func expect(t testing.TB, s idempotency.Store, k idempotency.Key, p idempotency.Payload, want idempotency.Claim) {
	t.Helper()
	if diff := cmp.Diff(want, claim(t, s, k, p), cmpopts.EquateEmpty(),
		cmpopts.IgnoreFields(idempotency.Claim{}, "By")); diff != "" {
		t.Error(diff)
	}
}

// grant claims a key that must be free and returns the owner.
func grant(t testing.TB, s idempotency.Store, k idempotency.Key, p idempotency.Payload) idempotency.Owner {
	t.Helper()
	c := claim(t, s, k, p)
	if c.State != idempotency.Granted {
		t.Fatalf("state %d, want the claim granted", c.State)
	}
	return c.Owner
}

func complete(t testing.TB, s idempotency.Store, k idempotency.Key, owner idempotency.Owner, answer string) {
	t.Helper()
	if err := s.Complete(t.Context(), k, owner, []byte(answer)); err != nil {
		t.Fatal(err)
	}
}

func release(t testing.TB, s idempotency.Store, k idempotency.Key, owner idempotency.Owner) {
	t.Helper()
	if err := s.Release(t.Context(), k, owner); err != nil {
		t.Fatal(err)
	}
}

var (
	running  = idempotency.Claim{State: idempotency.Running}
	conflict = idempotency.Claim{State: idempotency.Conflict}
)

func kept(answer string) idempotency.Claim {
	return idempotency.Claim{State: idempotency.Kept, Answer: []byte(answer)}
}

// TestStates walks a key through its states. Both processes see every one of them.
func TestStates(t *testing.T) {
	type step func(t *testing.T, s [2]idempotency.Store, owner *idempotency.Owner)
	claims := func(p idempotency.Payload, want idempotency.Claim) step {
		return func(t *testing.T, s [2]idempotency.Store, _ *idempotency.Owner) {
			for _, process := range s {
				expect(t, process, key, p, want)
			}
		}
	}
	granted := func(p idempotency.Payload) step {
		return func(t *testing.T, s [2]idempotency.Store, owner *idempotency.Owner) {
			previous := *owner
			if *owner = grant(t, s[0], key, p); *owner == previous {
				t.Error("two claims have the same owner")
			}
		}
	}
	completed := func(answer string) step {
		return func(t *testing.T, s [2]idempotency.Store, owner *idempotency.Owner) {
			complete(t, s[0], key, *owner, answer)
		}
	}
	released := func(t *testing.T, s [2]idempotency.Store, owner *idempotency.Owner) {
		release(t, s[0], key, *owner)
	}
	stranger := func(t *testing.T, s [2]idempotency.Store, _ *idempotency.Owner) {
		for _, owner := range []idempotency.Owner{"", "stranger"} {
			complete(t, s[1], key, owner, "not yours")
			release(t, s[1], key, owner)
		}
	}
	for name, steps := range map[string][]step{
		"running":                      {granted(first), claims(first, running)},
		"conflict with a running call": {granted(first), claims(other, conflict), claims(first, running)},
		"kept": {
			granted(first), completed("answer"), claims(first, kept("answer")), claims(first, kept("answer")),
		},
		"conflict with an answer": {
			granted(first), completed("answer"), claims(other, conflict), claims(first, kept("answer")),
		},
		"released": {granted(first), released, granted(first), claims(first, running)},
		"released for another call": {
			granted(first), released, granted(other), claims(first, conflict), claims(other, running),
		},
		"released after a conflict":   {granted(first), claims(other, conflict), released, granted(other)},
		"released twice":              {granted(first), released, released, granted(first), claims(first, running)},
		"completed after the release": {granted(first), released, completed("late"), granted(other)},
		"completed twice": {
			granted(first), completed("answer"), completed("another"), claims(first, kept("answer")),
		},
		"released after the answer": {granted(first), completed("answer"), released, claims(first, kept("answer"))},
		"stranger at a free key":    {stranger, granted(first)},
		"stranger at a running call": {
			granted(first), stranger, claims(first, running), completed("answer"), claims(first, kept("answer")),
		},
		"stranger at an answer": {granted(first), completed("answer"), stranger, claims(first, kept("answer"))},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
				stores, owner := open(long), idempotency.Owner("")
				for _, step := range steps {
					step(t, stores, &owner)
				}
			})
		})
	}
}

// TestAnswers is about bytes that a store could take for something else.
func TestAnswers(t *testing.T) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	answers := map[string][]byte{
		"JSON":          []byte(`"result":{"text":"Grüße 🌍"}`),
		"empty":         {},
		"one zero byte": {0},
		"line ends":     []byte("\r\n$5\r\n"),
		"every byte":    every,
		"a number":      []byte("1e3"),
		"1 MiB":         bytes.Repeat(every, 4096),
	}
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		stores := open(long)
		for name, answer := range answers {
			t.Run(name, func(t *testing.T) {
				k := key
				k.Text = name
				complete(t, stores[0], k, grant(t, stores[0], k, first), string(answer))
				for _, s := range stores {
					got := claim(t, s, k, first)
					if got.State != idempotency.Kept || !bytes.Equal(got.Answer, answer) {
						t.Errorf("state %d with %d bytes, want the %d that were kept", got.State, len(got.Answer), len(answer))
					}
				}
			})
		}
	})
}

// TestPayloads changes every byte of a payload in turn: each of them counts, also those that are no text.
func TestPayloads(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(long)[0]
		var p idempotency.Payload
		for i := range p {
			p[i] = byte(i * 37) // among them 0 and bytes beyond ASCII
		}
		grant(t, s, key, p)
		for i := range p {
			changed := p
			changed[i] ^= 0x80
			expect(t, s, key, changed, conflict)
		}
		expect(t, s, key, p, running)
	})
}

// TestKeys has keys that a store could take for one another.
func TestKeys(t *testing.T) {
	keys := []idempotency.Key{
		{"a", "", "b", "", "c", 0}, {"b", "", "a", "", "c", 0}, {"c", "", "b", "", "a", 0}, {"a", "", "c", "", "b", 0},
		{"ab", "", "", "", "c", 0}, {"", "", "ab", "", "c", 0}, {"a", "", "", "", "bc", 0}, {"", "", "", "", "abc", 0},
		{"abc", "", "", "", "", 0}, {"", "", "abc", "", "", 0}, {"ab", "", "c", "", "", 0},
		{"a", "", "b", "", "", 0}, {"a", "", "", "", "b", 0}, {"", "", "a", "", "b", 0}, {"", "", "", "", "", 0},
		{"a:b", "", "c", "", "d", 0}, {"a", "", "b:c", "", "d", 0}, {"a", "", "b", "", "c:d", 0},
		{"a\x00b", "", "c", "", "d", 0}, {"a", "", "b\x00c", "", "d", 0}, {"a", "", "b", "", "c\x00d", 0},
		{"a", "", "b", "", "C", 0}, {"A", "", "b", "", "c", 0}, {"a", "", "B", "", "c", 0}, {"a", "", "b", "", "c ", 0},
		{"a ", "", "b", "", "c", 0},
		{"token:full", "", "content", "", "key-1", 0}, {"token:other", "", "content", "", "key-1", 0},
		{"token:full", "", "small", "", "key-1", 0},
		{"token:full", "", "content", "", "key-2", 0}, {"token:full", "public", "content", "", "key-1", 0},
		{"token:full", "manager", "content", "", "key-1", 0},
		{"token:full", "", "content", "results", "key-1", 0}, {"token:full", "", "contentresults", "", "key-1", 0},
	}
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(long)[0]
		for i, k := range keys {
			c := claim(t, s, k, idempotency.Payload{byte(i)})
			if c.State != idempotency.Granted {
				t.Errorf("%q is another key: state %d", k, c.State)
				continue
			}
			complete(t, s, k, c.Owner, strconv.Itoa(i))
		}
		for i, k := range keys {
			expect(t, s, k, idempotency.Payload{byte(i)}, kept(strconv.Itoa(i)))
		}
	})
}

// grantedClaim waits until a key is free and returns the owner.
func grantedClaim(t testing.TB, s idempotency.Store, k idempotency.Key, p idempotency.Payload) idempotency.Owner {
	t.Helper()
	var c idempotency.Claim
	wait.Until(t, 10*time.Second, "a key that is free", func() bool {
		c = claim(t, s, k, p)
		return c.State == idempotency.Granted
	})
	return c.Owner
}

// TestLeaseRunsOut is an owner that has crashed, or that comes back after its time: somebody else has its key by then.
func TestLeaseRunsOut(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const lease = 200 * time.Millisecond
		times := idempotency.Times{Lease: lease, Keep: time.Minute}
		for name, late := range map[string]func(t *testing.T, s idempotency.Store, owner idempotency.Owner){
			"complete": func(t *testing.T, s idempotency.Store, owner idempotency.Owner) { complete(t, s, key, owner, "late") },
			"release":  func(t *testing.T, s idempotency.Store, owner idempotency.Owner) { release(t, s, key, owner) },
		} {
			t.Run(name, func(t *testing.T) {
				s := open(times)
				start := time.Now()
				crashed := grant(t, s[0], key, first)
				owner := grantedClaim(t, s[1], key, other) // also by another call
				if elapsed := time.Since(start); elapsed < lease {
					t.Errorf("the lease ended after %s", elapsed)
				}
				late(t, s[0], crashed)
				late(t, s[0], crashed)
				// Had the late one got through, there were an answer, or the key were free. The lease of the second owner
				// may run out on a busy machine, though.
				c := claim(t, s[0], key, other)
				if c.State == idempotency.Kept || c.State == idempotency.Granted && time.Since(start) < 2*lease {
					t.Errorf("the late owner had its way: state %d", c.State)
				}
				if c.State == idempotency.Granted {
					owner = c.Owner
				}
				complete(t, s[1], key, owner, "in time")
				if c := claim(t, s[0], key, other); c.State == idempotency.Kept && string(c.Answer) != "in time" {
					t.Errorf("kept %q", c.Answer)
				}
			})
		}
	})
}

// TestLeaseCoversCall keeps the claim of a call that takes long.
func TestLeaseCoversCall(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(idempotency.Times{Lease: 10 * time.Millisecond, Keep: time.Minute})
		slow := key
		slow.Time = time.Hour
		grant(t, s[0], slow, first)
		time.Sleep(50 * time.Millisecond)
		expect(t, s[1], key, first, running)
	})
}

// TestAnswerOutlivesLease shows that an answer is kept for its own time, not for that of the claim.
func TestAnswerOutlivesLease(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const lease = time.Second
		s := open(idempotency.Times{Lease: lease, Keep: time.Minute})[0]
		complete(t, s, key, grant(t, s, key, first), "answer")
		time.Sleep(lease + 100*time.Millisecond)
		expect(t, s, key, first, kept("answer"))
		expect(t, s, key, other, conflict)
	})
}

func TestAnswersAreForgotten(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const keep = time.Second
		s := open(idempotency.Times{Lease: time.Minute, Keep: keep})[0]
		owner := grant(t, s, key, first)
		start := time.Now()
		complete(t, s, key, owner, "answer")
		expect(t, s, key, first, kept("answer"))
		grantedClaim(t, s, key, other)
		// Asking for the answer again and again did not make it stay, but it stays for its time.
		if elapsed := time.Since(start); elapsed < keep {
			t.Errorf("the answer was forgotten after %s", elapsed)
		}
	})
}

// TestOneOfAll claims one key from two processes with many calls at once.
func TestOneOfAll(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const rounds, calls = 25, 40
		stores := open(long)
		for round := range rounds {
			k := idempotency.Key{Caller: "a", Server: "b", Text: strconv.Itoa(round)}
			var start, done sync.WaitGroup
			start.Add(1)
			claims, errs := make([]idempotency.Claim, calls), make([]error, calls)
			for i := range calls {
				done.Go(func() {
					start.Wait()
					claims[i], errs[i] = stores[i%2].Claim(t.Context(), k, first, "")
				})
			}
			start.Done()
			done.Wait()
			if err := errors.Join(errs...); err != nil {
				t.Fatal(err)
			}
			counts := map[idempotency.State]int{}
			for _, c := range claims {
				counts[c.State]++
			}
			if diff := cmp.Diff(map[idempotency.State]int{idempotency.Granted: 1, idempotency.Running: calls - 1},
				counts); diff != "" {
				t.Error(diff)
			}
		}
	})
}

// TestEndedContext has a client that has gone away: its call must end without a claim, or with one that can be
// released.
func TestEndedContext(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(long)[0]
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		c, err := s.Claim(ctx, key, first, "")
		if err == nil && c.State == idempotency.Granted {
			release(t, s, key, c.Owner)
		}
		grant(t, s, key, first)
	})
}
