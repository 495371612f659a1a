package sitepage

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A burst of a caller is served within two thirds of 3 s, the time that a call has by default for pages.
func TestBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New("https://www.example.com", "test")
		if err != nil {
			t.Fatal(err)
		}
		defer s.known.StopAllGoroutines()
		defer s.frames.StopAllGoroutines()
		var now, most atomic.Int64
		s.client = &http.Client{Transport: answering(func() {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(100 * time.Millisecond)
			now.Add(-1)
		})}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		var waiting sync.WaitGroup
		for i := range int64(40) {
			waiting.Go(func() {
				if _, err := s.Page(ctx, "a", Key{Document: i, EditedOn: 1, URL: fmt.Sprint("https://www.example.com/", i)},
					chairs); err != nil {
					t.Errorf("page %d: %v", i, err)
				}
			})
		}
		waiting.Wait()
		if most.Load() != ownFetches {
			t.Errorf("%d fetches at a time, want %d", most.Load(), ownFetches)
		}
	})
}

// answering is a transport that answers with a page after a function has run.
type answering func()

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a()
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(strings.NewReader(chair)), Request: r,
	}, nil
}

// take takes a turn and holds it for a time.
func take(t *testing.T, turns *turns, caller string, hold time.Duration) (waited time.Duration) {
	t.Helper()
	start := time.Now()
	release, ok := turns.take(t.Context(), caller)
	if !ok {
		t.Error("no turn")
		return 0
	}
	waited = time.Since(start)
	time.Sleep(hold)
	release()
	return waited
}

// However much one caller asks for, another gets pages at once, and from then on both get the same share.
func TestCallersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		var greedy atomic.Int64
		for range maxOwnWaiting {
			go func() {
				take(t, turns, "greedy", time.Millisecond)
				greedy.Add(1)
			}()
		}
		time.Sleep(time.Second)
		if n := greedy.Load(); n != ownBurst+ownPerSecond-1 {
			t.Errorf("%d turns in the first second, want %d", n, ownBurst+ownPerSecond-1)
		}
		for i := range burst - ownBurst {
			if waited := take(t, turns, "modest", 0); waited > 0 {
				t.Errorf("turn %d waited %s", i, waited)
			}
		}
		synctest.Wait()
		before := greedy.Load()
		for start := time.Now(); time.Since(start) < 5*time.Second; {
			if waited := take(t, turns, "modest", 0); waited > time.Second {
				t.Errorf("waited %s", waited)
			}
		}
		if n := greedy.Load() - before; n < 8 || n > 11 {
			t.Errorf("the other caller got %d turns in 5 s, want 10", n)
		}
		time.Sleep(time.Minute)
	})
}

// A caller whose pages hang does not delay others.
func TestHangingPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		for range 10 {
			go take(t, turns, "slow", 10*time.Second)
		}
		synctest.Wait()
		for range 10 {
			if waited := take(t, turns, "quick", time.Millisecond); waited > 0 {
				t.Errorf("waited %s", waited)
			}
		}
		time.Sleep(time.Minute)
	})
}

// The bounds of waiting: per caller, in total, and in time. Callers with nothing to wait for are dropped.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		ctx, cancel := context.WithTimeout(t.Context(), longestWaiting)
		defer cancel()
		ask := func(caller string) (running, refused int) {
			var waiting sync.WaitGroup
			var came, full atomic.Int64
			for range maxOwnWaiting + 50 {
				waiting.Go(func() {
					if release, ok := turns.take(ctx, caller); ok {
						came.Add(1)
						<-t.Context().Done()
						release()
					} else if ctx.Err() == nil {
						full.Add(1)
					}
				})
			}
			synctest.Wait()
			return int(came.Load()), int(full.Load())
		}
		for i, want := range [][2]int{{3, 47}, {1, 49}, {0, 50}, {0, 50}, {0, 50}, {0, 150}} {
			running, refused := ask(strconv.Itoa(i))
			if got := [2]int{running, refused}; got != want {
				t.Errorf("caller %d: %v, want %v", i, got, want)
			}
		}
		time.Sleep(longestWaiting)
		synctest.Wait()
		if turns.waiting != 0 {
			t.Errorf("%d still wait", turns.waiting)
		}
		turns.of("new")
		if n := len(turns.callers); n != 3 {
			t.Errorf("%d callers are known, want the two that have pages and the new one", n)
		}
	})
}
