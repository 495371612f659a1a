package toolset

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"emcp/internal/fault"
)

// once is an execution that counts its runs. It ends with its context, or with the result that the test sends.
type once struct {
	mu    sync.Mutex
	began int
	end   chan error
	ended chan error // why its context ended
}

func newOnce() *once { return &once{end: make(chan error), ended: make(chan error, 1)} }

func (o *once) run(ctx context.Context) (Result, error) {
	o.mu.Lock()
	o.began++
	o.mu.Unlock()
	select {
	case err := <-o.end:
		return Result{JSON: []byte("{}"), Rows: 1}, err
	case <-ctx.Done():
		o.ended <- ctx.Err()
		return Result{}, ctx.Err()
	}
}

func (o *once) times() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.began
}

var someKey, otherKey = answerKey{1}, answerKey{2}

func TestAnswersAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, o := newAnswers(0, 0, nil), newOnce()
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if r, err := a.get(t.Context(), someKey, o.run); err != nil || string(r.JSON) != "{}" || r.Rows != 1 {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		synctest.Wait()
		all.Go(func() {
			if _, err := a.get(t.Context(), otherKey, o.run); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		if o.times() != 2 {
			t.Errorf("%d executions for two keys", o.times())
		}
		o.end <- nil
		o.end <- nil
		all.Wait()
		// Nothing is kept.
		all.Go(func() { _, _ = a.get(t.Context(), someKey, o.run) })
		o.end <- nil
		all.Wait()
		if o.times() != 3 || len(a.flights) != 0 {
			t.Errorf("%d executions, %d under way", o.times(), len(a.flights))
		}
	})
}

// A call that leaves does not end the execution for others. The last one ends it.
func TestAnswersEndWithTheLastCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, o := newAnswers(0, 0, nil), newOnce()
		first, leaveFirst := context.WithCancel(t.Context())
		second, leaveSecond := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for _, ctx := range []context.Context{first, second} {
			all.Go(func() {
				if _, err := a.get(ctx, someKey, o.run); !errors.Is(err, context.Canceled) {
					t.Errorf("a call that went got %v", err)
				}
			})
			synctest.Wait()
		}
		leaveFirst()
		synctest.Wait()
		select {
		case err := <-o.ended:
			t.Fatalf("the execution ended with %v while a call waited for it", err)
		default:
		}
		leaveSecond()
		all.Wait()
		if err := <-o.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the execution ended with %v", err)
		}
		// The next call does not get the result of a cancelled execution.
		all.Go(func() {
			if _, err := a.get(t.Context(), someKey, o.run); err != nil {
				t.Error(err)
			}
		})
		o.end <- nil
		all.Wait()
	})
}

func TestAnswersInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, o := newAnswers(0, 0, nil), newOnce()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		// An execution reports itself that its time is over.
		_, err := a.get(ctx, someKey, func(ctx context.Context) (Result, error) {
			<-ctx.Done()
			return Result{}, errors.New("no connection")
		})
		if err == nil || err.Error() != "no connection" {
			t.Errorf("%v", err)
		}
		// A call that has less time than the execution it waits for.
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := a.get(t.Context(), otherKey, o.run); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		short, cancelShort := context.WithTimeout(t.Context(), time.Second)
		defer cancelShort()
		if _, err := a.get(short, otherKey, o.run); fault.From(err).Kind != fault.QueryTimeout {
			t.Errorf("%v", err)
		}
		o.end <- nil
		all.Wait()
	})
}

func TestAnswersAreKept(t *testing.T) {
	c := &clock{}
	a := newAnswers(time.Second, 1<<20, c)
	failure := errors.New("no")
	runs := 0
	get := func(key answerKey, err error) error {
		_, got := a.get(t.Context(), key, func(context.Context) (Result, error) {
			runs++
			return Result{JSON: []byte("{}")}, err
		})
		return got
	}
	for range 2 {
		if err := get(someKey, failure); !errors.Is(err, failure) {
			t.Errorf("%v", err)
		}
	}
	if runs != 2 {
		t.Errorf("an error was kept: %d executions", runs)
	}
	for range 3 {
		if err := get(someKey, nil); err != nil {
			t.Error(err)
		}
	}
	if runs != 3 {
		t.Errorf("%d executions, want one for three calls", runs-2)
	}
	c.pass(time.Second)
	if err := get(someKey, nil); err != nil || runs != 4 {
		t.Errorf("%v, %d executions; the result should be too old", err, runs)
	}
}

// A panic becomes an error of the waiting calls, and does not end the process.
func TestAnswersOfPanic(t *testing.T) {
	a := newAnswers(time.Second, 1<<20, nil)
	for range 2 {
		_, err := a.get(t.Context(), someKey, func(context.Context) (Result, error) { panic("oh") })
		if err == nil || !strings.HasPrefix(err.Error(), "panic: oh\n") {
			t.Errorf("%v", err)
		}
	}
}
