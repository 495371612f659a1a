package fault

import (
	"fmt"
	"runtime/debug"
)

// Recovered is to be deferred: it makes a panic an error. The log has its stack; callers get what they get of every error that is not
// a fault. Everything that runs for one caller goes through here, so that none can end the process.
func Recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
