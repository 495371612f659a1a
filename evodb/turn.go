package evodb

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// turnTime is how long the first statement of a call waits while others have all connections. A caller that retries
// later does less harm than a caller that waits.
const turnTime = 200 * time.Millisecond

// Begin returns a context for the statements of one call. Its first statement is refused if it gets no connection
// within 200 ms. Later statements wait for as long as the context lasts: a refusal would throw away what the call has
// already cost the database. If ctx is already that of a call, it stays so.
func Begin(ctx context.Context) context.Context {
	if _, begun := ctx.Value(callKey{}).(*atomic.Bool); begun {
		return ctx
	}
	return context.WithValue(ctx, callKey{}, new(atomic.Bool))
}

// callKey is the key of a flag in the context of a call: whether one of its statements has had a connection.
type callKey struct{}

// turns are the connections of a pool, first come, first served. A connection is free again when the server no longer
// runs its statement, so that there are never more statements than connections.
type turns struct {
	free   *semaphore.Weighted
	waits  atomic.Int64 // statements that had to wait, or wait, for a connection
	waited atomic.Int64 // total time that they waited, in nanoseconds
}

func (t *turns) giveBack() { t.free.Release(1) }

// take waits for a free connection. database/sql would wait, too, but in no order, for as long as ctx lasts, and would
// open connections without a time limit.
func (t *turns) take(ctx context.Context) error {
	served, ofCall := ctx.Value(callKey{}).(*atomic.Bool)
	if err := t.wait(ctx, ofCall && served.Load()); err != nil || !ofCall {
		return err
	}
	served.Store(true)
	return nil
}

// wait waits for a free connection, for turnTime at most unless the call is patient.
func (t *turns) wait(ctx context.Context, patient bool) error {
	if t.free.TryAcquire(1) {
		return nil
	}
	t.waits.Add(1)
	start := time.Now()
	defer func() { t.waited.Add(int64(time.Since(start))) }()
	waiting := ctx
	if !patient {
		limited, cancel := context.WithTimeout(ctx, turnTime)
		defer cancel()
		waiting = limited
	}
	switch err := t.free.Acquire(waiting, 1); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return faultOf(ctx.Err(), acquiring)
	}
	return busyFault(errors.New("all connections of the pool are in use"))
}
