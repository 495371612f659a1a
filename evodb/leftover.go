package evodb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Times of checks whether an abandoned statement still runs. At the first check, most have left the server. A check
// takes lookTime at most.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
	lookTime   = time.Second
)

// leftover is a statement that emcp no longer waits for. Its connection is closed, but the server notices that only
// when it writes, and some statements cannot be interrupted at all.
type leftover struct {
	connection int64
	kill       bool // it must still be killed
}

// lost returns the statement that the server may still run after an error. It may unless the server itself has
// reported the error.
func lost(connection int64, err error) *leftover {
	var reported *mysql.MySQLError
	if err == nil || errors.As(err, &reported) || errors.Is(err, driver.ErrBadConn) { // before the statement was sent
		return nil
	}
	return &leftover{connection: connection}
}

// end kills the statement if need be, and returns when the server no longer runs it, or when ctx ends.
func (l *leftover) end(ctx context.Context, server *sql.DB) {
	for pause := firstPause; !l.ended(ctx, server); pause = min(2*pause, lastPause) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// ended kills the abandoned statement, once, and reports whether the server no longer runs it. It is false while the
// server does not answer.
func (l *leftover) ended(ctx context.Context, server *sql.DB) bool {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	if l.kill {
		// The connection's own user may always do this.
		_, err := server.ExecContext(ctx, fmt.Sprintf("KILL %d", l.connection))
		l.kill = err != nil
	}
	var runs bool
	// After a restart of the server, another connection can have the number. It sleeps at times.
	err := server.QueryRowContext(ctx,
		"SELECT COUNT(*) FROM information_schema.processlist WHERE id = ? AND command <> 'Sleep'", l.connection).Scan(&runs)
	return err == nil && !runs || gone(err)
}

// gone reports whether a connection error means that there is no server, and so no statement.
func gone(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ENOENT) // for a port, for a socket
}
