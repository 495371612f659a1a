package toolset

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/toolset/view"
)

// Answers lets identical calls that arrive together share one execution, and reuses its result for a while. A key of
// everything that the result depends on decides which calls are identical. Errors are not kept.
type Answers struct {
	kept *otter.Cache[answerKey, Result] // nil: no result is kept

	hits, shared, runs atomic.Uint64

	mu      sync.Mutex
	flights map[answerKey]*flight
}

type answerKey [sha256.Size]byte

// flight is a running execution that calls wait for.
type flight struct {
	ctx     context.Context
	cancel  context.CancelFunc
	waiting int
	done    chan struct{} // closed when result and err are there
	result  Result
	err     error
}

// NewAnswers returns Answers that keep results for ttl, in at most maxBytes. With a ttl of 0 no result is kept.
func NewAnswers(ttl time.Duration, maxBytes int) *Answers { return newAnswers(ttl, maxBytes, nil) }

func newAnswers(ttl time.Duration, maxBytes int, clock otter.Clock) *Answers {
	a := &Answers{flights: map[answerKey]*flight{}}
	if ttl > 0 {
		a.kept = otter.Must(&otter.Options[answerKey, Result]{
			MaximumWeight:    uint64(maxBytes), //nolint:gosec // not negative
			Weigher:          func(_ answerKey, r Result) uint32 { return r.weight() },
			ExpiryCalculator: otter.ExpiryCreating[answerKey, Result](ttl),
			Clock:            clock,
		})
	}
	return a
}

// weight returns the memory that a kept result takes, in bytes.
func (r Result) weight() uint32 {
	return uint32(len(r.JSON) + 8*len(r.shown.documents) + 2*sha256.Size) //nolint:gosec // bounded by max_result_bytes
}

// Stats counts how calls got their results.
type Stats struct {
	Hits   uint64 // calls that got a kept result
	Shared uint64 // calls that shared an execution
	Runs   uint64 // executions
	Bytes  uint64 // size of the kept results
}

// Stats returns the counts since the start, and the present size of the kept results.
func (a *Answers) Stats() Stats {
	s := Stats{Hits: a.hits.Load(), Shared: a.shared.Load(), Runs: a.runs.Load()}
	if a.kept != nil {
		s.Bytes = a.kept.WeightedSize()
	}
	return s
}

// get returns a kept result, or that of a running execution, or executes the call itself. The execution has the
// deadline of the call that started it. It ends early when the last call that waits for it ends; until then its call
// waits, too.
func (a *Answers) get(ctx context.Context, key answerKey, run func(context.Context) (Result, error)) (Result, error) {
	if a.kept != nil {
		if r, ok := a.kept.GetIfPresent(key); ok {
			a.hits.Add(1)
			return r, nil
		}
	}
	f, first := a.join(ctx, key)
	if first {
		return a.execute(ctx, key, f, run)
	}
	defer a.leave(key, f)
	select {
	case <-f.done:
		return f.result, f.err
	case <-ctx.Done():
	}
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Result{}, ctx.Err()
	}
	select {
	case <-f.done:
		return f.result, f.err
	case <-time.After(grace):
		return Result{}, evodb.TimeoutFault(ctx.Err())
	}
}

// grace is how long a call waits beyond its deadline for an execution. The execution usually has the same deadline, and
// reports why the time was not enough.
const grace = 100 * time.Millisecond

// join adds a call to the execution for a key. The first call has to execute.
func (a *Answers) join(ctx context.Context, key answerKey) (f *flight, first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if f = a.flights[key]; f != nil {
		f.waiting++
		a.shared.Add(1)
		return f, false
	}
	a.runs.Add(1)
	f = &flight{waiting: 1, done: make(chan struct{})}
	f.ctx, f.cancel = view.Detached(ctx)
	a.flights[key] = f
	return f, true
}

// execute runs the execution of a call. It needs no goroutine of its own: the call has nothing else to do.
func (a *Answers) execute(
	ctx context.Context, key answerKey, f *flight, run func(context.Context) (Result, error),
) (Result, error) {
	stays := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			a.leave(key, f)
		}
	})
	f.result, f.err = recovered(f.ctx, run)
	if f.err == nil && a.kept != nil {
		a.kept.Set(key, f.result)
	}
	a.mu.Lock()
	a.end(key, f)
	a.mu.Unlock()
	close(f.done)
	if !stays() && errors.Is(ctx.Err(), context.Canceled) {
		return Result{}, ctx.Err()
	}
	f.cancel()
	return f.result, f.err
}

// leave removes a call from an execution, and cancels the execution if no call waits for it any more.
func (a *Answers) leave(key answerKey, f *flight) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.cancel()
		a.end(key, f)
	}
}

// end lets later calls with the key run again. a.mu is locked.
func (a *Answers) end(key answerKey, f *flight) {
	if a.flights[key] == f {
		delete(a.flights, key)
	}
}

// recovered runs an execution and turns a panic into an error. A panic in a goroutine would otherwise end the process.
func recovered(ctx context.Context, run func(context.Context) (Result, error)) (r Result, err error) {
	defer fault.Recovered(&err)
	return run(ctx)
}
