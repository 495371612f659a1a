package toolset

import (
	"syscall"
	"time"
)

// sleep waits for a short time, to about 0.1 ms. A signal can end it early.
func sleep(d time.Duration) {
	left := syscall.NsecToTimespec(d.Nanoseconds())
	_ = syscall.Nanosleep(&left, nil)
}
