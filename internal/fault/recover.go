package fault

import (
	"fmt"
	"runtime/debug"
)

// Recovered turns a panic into an error; call it with defer. The log gets the stack, and callers get the answer of any
// error that is not a fault. Everything that runs for one caller goes through here, so that no caller can end the
// process.
func Recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
