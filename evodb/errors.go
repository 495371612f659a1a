package evodb

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/fault"
)

// phase is what emcp was doing when an error occurred. If the context ends while emcp waits for a connection, the
// statement was not slow.
type phase uint8

const (
	acquiring phase = iota
	running
)

// Numbers of server errors, https://mariadb.com/kb/en/mariadb-error-codes/.
var (
	// timeouts: lock wait timeout, deadlock, interrupted, statement time limit of MariaDB and of MySQL.
	timeouts = []uint16{1205, 1213, 1317, 1969, 3024}
	// refusals: a table or column that the database user may not read.
	refusals = []uint16{1142, 1143}
	// foreign: a text has characters that the column cannot be compared with (of two, of three, of several).
	foreign = []uint16{1267, 1270, 1271}
	// changes: a table or column that no longer exists.
	changes = []uint16{1054, 1146}
	// full: too many connections (of all, of the user), resource limit of the user.
	full = []uint16{1040, 1203, 1226}
	// logins: access denied, by password or by a plugin.
	logins = []uint16{1045, 1698}
	// databases: access denied to a database, unknown database.
	databases = []uint16{1044, 1049}
	// unavailable: the above, shutdown, blocked or unknown host, killed connection.
	unavailable = slices.Concat(logins, databases, []uint16{1053, 1129, 1130, 1927})
)

// Refusal is why a database server refuses an account altogether.
type Refusal uint8

// Refusals of a server.
const (
	NotRefused      Refusal = iota // another error, for example nothing answers
	LoginRefused                   // wrong user, password or host
	DatabaseRefused                // the database does not exist, or the account may not use it
)

// RefusalOf returns the refusal in err, or in an error that err wraps.
func RefusalOf(err error) Refusal {
	var server *mysql.MySQLError
	switch {
	case !errors.As(err, &server):
		return NotRefused
	case slices.Contains(logins, server.Number):
		return LoginRefused
	case slices.Contains(databases, server.Number):
		return DatabaseRefused
	}
	return NotRefused
}

// unreadable reports whether the account may not read a table or column, which the schema shows if the account may
// write it.
func unreadable(err error) bool {
	var server *mysql.MySQLError
	return errors.As(err, &server) && slices.Contains(refusals, server.Number)
}

// faultOf turns an error of the driver or of database/sql into a fault; nil stays nil.
func faultOf(err error, during phase) error {
	if err == nil {
		return nil
	}
	var server *mysql.MySQLError
	switch {
	case during == running && errors.Is(err, context.DeadlineExceeded):
		return TimeoutFault(err)
	case errors.Is(err, context.Canceled):
		return fault.Wrap(fault.Internal, err, "the caller ended the call")
	case errors.As(err, &server) && !slices.Contains(unavailable, server.Number):
		return serverFault(server)
	}
	return fault.Wrap(fault.DatabaseUnavailable, err, "the site's database does not answer at the moment; try again later")
}

func serverFault(err *mysql.MySQLError) error {
	switch {
	case slices.Contains(timeouts, err.Number):
		return TimeoutFault(err)
	case slices.Contains(full, err.Number):
		return busyFault(err)
	case slices.Contains(foreign, err.Number):
		return fault.Wrap(fault.InvalidParams, err,
			"a string has characters that the site's database cannot store; remove them")
	case slices.Contains(refusals, err.Number):
		return fault.Wrap(fault.Internal, err,
			"the site's database does not let emcp read this; ask the site's owner to run emcp check")
	case slices.Contains(changes, err.Number):
		return fault.Wrap(fault.Internal, err,
			"the site's tables are not what emcp expects; ask the site's owner to run emcp check")
	}
	return fault.From(err)
}

// busyTime is the Retry-After of a call that got no connection.
const busyTime = time.Second

// busyFault is the fault of a call for which there is no connection.
func busyFault(err error) error {
	f := fault.Wrap(fault.Unavailable, err,
		"all connections to the site's database are busy; try again in a moment, with fewer calls at once")
	f.RetryAfter = busyTime
	return f
}

// TimeoutFault returns the fault for a call whose time is up.
func TimeoutFault(err error) error {
	return fault.Wrap(fault.QueryTimeout, err,
		"the call took longer than the site allows; narrow it (parent, template, filters, a smaller depth) or try again "+
			"later")
}

// siteFault hides the setup of the site from callers and reports it to the log.
func siteFault(cause error) error {
	return fault.Wrap(fault.DatabaseUnavailable, cause,
		"the site's database is not set up for emcp; ask the site's owner to run emcp check")
}
