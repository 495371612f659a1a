package fault

import (
	"fmt"
	"runtime/debug"
)

// Recovered is to be deferred: it makes a panic an error, which the log has with its stack, and callers as an Internal fault.
func Recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
