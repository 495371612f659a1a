package evodb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"
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

// takeTurn waits for one of the pool's connections. database/sql would wait, too, but in no order, for as long as ctx
// lasts, and would open connections without a time limit.
func (db *DB) takeTurn(ctx context.Context) error {
	served, ofCall := ctx.Value(callKey{}).(*atomic.Bool)
	if err := db.waitForTurn(ctx, ofCall && served.Load()); err != nil || !ofCall {
		return err
	}
	served.Store(true)
	return nil
}

// waitForTurn is takeTurn with patience, or without.
func (db *DB) waitForTurn(ctx context.Context, patient bool) error {
	if db.turns.TryAcquire(1) {
		return nil
	}
	db.waits.Add(1)
	start := time.Now()
	defer func() { db.waited.Add(int64(time.Since(start))) }()
	waiting := ctx
	if !patient {
		limited, cancel := context.WithTimeout(ctx, turnTime)
		defer cancel()
		waiting = limited
	}
	switch err := db.turns.Acquire(waiting, 1); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return faultOf(ctx.Err(), acquiring)
	}
	return busyFault(errors.New("all connections of the pool are in use"))
}

// Times of checks whether an abandoned statement still runs. At the first check, most have left the server. A check
// takes lookTime at most.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
	lookTime   = time.Second
)

// leftover is an abandoned statement. Its connection is closed, but the server notices that only when it writes, and
// some statements cannot be interrupted at all.
type leftover struct {
	connection int64
	kill       bool // it must still be killed
}

// lost returns the statement of a connection that may still run after an error. It may if the error was not reported by
// the server.
func lost(connection int64, err error) *leftover {
	var reported *mysql.MySQLError
	if err == nil || errors.As(err, &reported) || errors.Is(err, driver.ErrBadConn) { // before the statement was sent
		return nil
	}
	return &leftover{connection: connection}
}

// giveBack returns the turn of a leftover when the server no longer runs it, so that there are never more statements
// than connections of the pool. Callers do not wait for that. It ends with the DB.
func (db *DB) giveBack(l leftover) {
	defer db.turns.Release(1)
	for pause := firstPause; !db.left(&l); pause = min(2*pause, lastPause) {
		select {
		case <-db.closed.Done():
			return
		case <-time.After(pause):
		}
	}
}

// left kills the leftover, once, and reports whether the server no longer runs it. While the server does not answer, it
// may still run it.
func (db *DB) left(l *leftover) bool {
	ctx, cancel := context.WithTimeout(db.closed, lookTime)
	defer cancel()
	if l.kill {
		// The connection's own user may always do this.
		_, err := db.side.ExecContext(ctx, fmt.Sprintf("KILL %d", l.connection))
		l.kill = err != nil
	}
	var runs bool
	// After a restart of the server, another connection can have the number. It sleeps at times.
	err := db.side.QueryRowContext(ctx,
		"SELECT COUNT(*) FROM information_schema.processlist WHERE id = ? AND command <> 'Sleep'", l.connection).Scan(&runs)
	return err == nil && !runs || gone(err)
}

// gone reports whether a connection error means that there is no server, and so no statement.
func gone(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ENOENT) // for a port, for a socket
}
