// Command emcp lets AI assistants read an Evolution CMS site through MCP. The README explains its use.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	_ "time/tzdata" // auth.pat.timezone works even if the system has no time zones
)

// The garbage collector runs when there is half as much garbage as live memory, so that a large index of searches does
// not double the memory of the process. The ballast counts as live, but is never touched and so never resident. Without
// it the live heap of a small site is so small that the collector would run every few calls.
const (
	garbagePercent = 50
	ballast        = 28 << 20
)

func main() {
	debug.SetGCPercent(garbagePercent)
	held := make([]byte, ballast)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	runtime.KeepAlive(held)
	os.Exit(status)
}
