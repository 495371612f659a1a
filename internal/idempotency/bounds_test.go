package idempotency_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"emcp/internal/idempotency"
	"emcp/internal/test/wait"
)

// Bounds of the stores, in bytes.
const (
	mostOwn = 8 << 20
	mostAll = 64 << 20
	least   = 8 << 10 // that an answer counts for
)

// numbered is the nth key of a caller.
func numbered(caller string, n int) idempotency.Key {
	return idempotency.Key{Caller: caller, Server: "content", Text: strconv.Itoa(n)}
}

// keep keeps answers of a caller under the keys from begin to end.
func keep(t testing.TB, s idempotency.Store, caller string, begin, end int, answer string) {
	t.Helper()
	for n := begin; n < end; n++ {
		complete(t, s, numbered(caller, n), grant(t, s, numbered(caller, n), first), answer)
	}
}

// expectKept checks that of the keys 0 to end those from begin are kept, and the others free.
func expectKept(t testing.TB, s idempotency.Store, caller string, begin, end int) {
	t.Helper()
	for n := range end {
		want := idempotency.Granted
		if n >= begin {
			want = idempotency.Kept
		}
		c := claim(t, s, numbered(caller, n), first)
		if c.State != want {
			t.Fatalf("key %d of %s is in the state %d, want %d", n, caller, c.State, want)
		}
		if c.State == idempotency.Granted {
			release(t, s, numbered(caller, n), c.Owner)
		}
	}
}

// TestBoundOfCaller keeps more of a caller than there is room for: the newest answers stay, and those of others.
func TestBoundOfCaller(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		for _, size := range []int{1 << 20, 1<<20 + 1, idempotency.MaxAnswer} {
			s := open(long)
			const many = 20
			keep(t, s[0], "modest", 0, 3, "answer")
			keep(t, s[0], "greedy", 0, many, strings.Repeat("a", size))
			expectKept(t, s[1], "greedy", many-mostOwn/size, many)
			expectKept(t, s[1], "modest", 0, 3)
		}
	})
}

// TestNumberOfCaller keeps many small answers.
func TestNumberOfCaller(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const room = mostOwn / least
		s := open(long)
		keep(t, s[0], "busy", 0, room+100, "")
		expectKept(t, s[1], "busy", 100, room+100)
		keep(t, s[0], "busy", room+100, room+101, strings.Repeat("a", idempotency.MaxAnswer)) // takes the place of many
		expectKept(t, s[1], "busy", 100+idempotency.MaxAnswer/least, room+101)
	})
}

// TestBoundOfAll keeps more of many callers than there is room for.
func TestBoundOfAll(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s, answer := open(long), strings.Repeat("a", 1<<20)
		const each, callers = 4, 20
		for n := range callers {
			keep(t, s[n%2], fmt.Sprint("caller ", n), 0, each, answer)
		}
		const room = mostAll / (1 << 20) / each
		for n := range callers {
			begin := 0
			if n < callers-room {
				begin = each
			}
			expectKept(t, s[0], fmt.Sprint("caller ", n), begin, each)
		}
		// Who has lost answers to others has its whole share all the same.
		keep(t, s[0], "caller 0", each, each+mostOwn>>20, answer)
		expectKept(t, s[1], "caller 0", each, each+mostOwn>>20)
	})
}

// TestTooLongAnswer is longer than what a caller may have kept.
func TestTooLongAnswer(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(long)
		keep(t, s[0], "a", 0, 3, "answer")
		keep(t, s[0], "a", 3, 4, strings.Repeat("a", idempotency.MaxAnswer+1))
		expectKept(t, s[1], "a", 0, 3)
		grant(t, s[1], numbered("a", 3), other)
	})
}

// TestBoundAfterTime shows that answers whose time is over leave their room to others.
func TestBoundAfterTime(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		const keepTime = 3 * time.Second
		s, answer := open(idempotency.Times{Lease: time.Minute, Keep: keepTime}), strings.Repeat("a", idempotency.MaxAnswer)
		keep(t, s[0], "a", 0, 4, answer)
		wait.Until(t, 10*time.Second, "the answer is forgotten", func() bool {
			c := claim(t, s[0], numbered("a", 3), first)
			if c.State == idempotency.Granted {
				release(t, s[0], numbered("a", 3), c.Owner)
			}
			return c.State == idempotency.Granted
		})
		keep(t, s[1], "a", 4, 8, answer)
		expectKept(t, s[0], "a", 4, 8)
	})
}

// TestStaleAnswers has answers that their callers may no longer see.
func TestStaleAnswers(t *testing.T) {
	onEach(t, func(t *testing.T, open func(idempotency.Times) [2]idempotency.Store) {
		s := open(long)
		complete(t, s[0], key, grant(t, s[0], key, first), "old")
		old := claim(t, s[1], key, first)
		for _, stale := range []idempotency.Owner{"", "stranger"} {
			if c := claimAnew(t, s[1], key, first, stale); c.State != idempotency.Kept || c.By != old.By ||
				string(c.Answer) != "old" {
				t.Errorf("%+v", c)
			}
		}
		if c := claimAnew(t, s[1], key, other, old.By); c.State != idempotency.Conflict {
			t.Errorf("%+v", c)
		}
		granted := claimAnew(t, s[1], key, first, old.By)
		if granted.State != idempotency.Granted {
			t.Fatalf("%+v", granted)
		}
		for _, process := range s { // once: who asks at the same time waits for the new answer
			if c := claimAnew(t, process, key, first, old.By); c.State != idempotency.Running {
				t.Errorf("%+v", c)
			}
		}
		complete(t, s[0], key, old.By, "late")
		complete(t, s[0], key, granted.Owner, "new")
		for _, process := range s {
			if c := claimAnew(t, process, key, first, old.By); c.State != idempotency.Kept || c.By != granted.Owner ||
				string(c.Answer) != "new" {
				t.Errorf("%+v", c)
			}
		}

		// What was stale is forgotten as old, and what has taken its place is not.
		keep(t, s[1], key.Caller, 0, mostOwn/least-1, "")
		if c := claim(t, s[0], key, first); c.State != idempotency.Kept || string(c.Answer) != "new" {
			t.Errorf("%+v", c)
		}
		keep(t, s[1], key.Caller, mostOwn/least-1, mostOwn/least, "")
		grant(t, s[0], key, first)
	})
}
