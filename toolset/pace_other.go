//go:build !linux

package toolset

import "time"

// sleep waits for a short time.
func sleep(d time.Duration) { time.Sleep(d) }
