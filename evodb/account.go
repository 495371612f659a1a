package evodb

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"emcp/internal/fault"
)

// Account is emcp's account at the database server.
type Account struct {
	Name     string // as CURRENT_USER() writes it, such as emcp@127.0.0.1
	Database string
	Version  string // of the server
	Grants   []string
}

// Account asks the server. The error is a fault.
func (db *DB) Account(ctx context.Context) (Account, error) {
	var a Account
	err := db.Query(ctx, Statement{SQL: "SELECT CURRENT_USER(), DATABASE(), VERSION()"}, func(scan Scan) error {
		return scan(&a.Name, &a.Database, &a.Version)
	})
	if err != nil {
		return Account{}, err
	}
	a.Grants, err = db.grants(ctx)
	return a, err
}

// grants returns the lines of SHOW GRANTS.
func (db *DB) grants(ctx context.Context) (lines []string, err error) {
	err = db.Query(ctx, Statement{SQL: "SHOW GRANTS"}, func(scan Scan) error {
		var line string
		err := scan(&line)
		lines = append(lines, line)
		return err
	})
	return lines, err
}

// checkAccount refuses an account that Options.CheckAccount refuses.
func (db *DB) checkAccount(ctx context.Context, _ *Schema) error {
	if db.options.CheckAccount == nil {
		return nil
	}
	lines, err := db.grants(ctx)
	if err != nil {
		return err
	}
	if err := db.options.CheckAccount(lines); err != nil {
		return siteFault(err)
	}
	return nil
}

// Limit says how statements that take too long are ended.
type Limit uint8

// Ways to end statements that take too long.
const (
	Unlimited Limit = iota // nothing
	ByKill                 // emcp ends them; if emcp dies, they run on
	ByServer
)

// Times of a trial: the limit of a statement, how long the statement runs if nothing ends it, and how long emcp waits
// for its end.
const (
	trialLimit = 200 * time.Millisecond
	trialTime  = 3 // seconds
	trialWait  = 2 // seconds
)

// TryLimit finds out how statements that take too long are ended, by running some. The error is a fault, or an error in
// o.
func TryLimit(ctx context.Context, o Options) (Limit, error) {
	o.MaxOpenConns, o.CheckAccount = 2, nil
	db, err := open(o, trialLimit)
	if err != nil {
		return Unlimited, err
	}
	defer db.Close()
	var interrupted bool
	single := func(scan Scan) error { return scan(&interrupted) }
	err = db.Query(ctx, Statement{SQL: "SELECT SLEEP(1)"}, single) // MySQL returns 1 if it was interrupted
	switch {
	case isTimeout(err), err == nil && interrupted:
		return ByServer, nil
	case err != nil:
		return Unlimited, err
	}
	if err := db.Ping(ctx); err != nil { // open the connection for KILL before it is needed
		return Unlimited, err
	}
	// The sleeping connection holds a lock. Another connection gets the lock when the first was killed.
	lock := "emcp " + rand.Text()
	short, cancel := context.WithTimeout(ctx, trialLimit)
	defer cancel()
	err = db.Query(short, Statement{SQL: "SELECT GET_LOCK(?, 0) + SLEEP(?)", Args: []any{lock, trialTime}},
		func(Scan) error { return nil })
	if err != nil && !isTimeout(err) {
		return Unlimited, err
	}
	var freed bool
	err = db.Query(ctx, Statement{SQL: "SELECT GET_LOCK(?, ?)", Args: []any{lock, trialWait}},
		func(scan Scan) error { return scan(&freed) })
	if err == nil && freed {
		return ByKill, nil
	}
	return Unlimited, err
}

func isTimeout(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.QueryTimeout
}
