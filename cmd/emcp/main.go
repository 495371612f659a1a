// Command emcp lets AI assistants read an Evolution CMS site through MCP. The README explains its use.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	_ "time/tzdata" // auth.pat.timezone works even if the system has no time zones
)

// ballast is memory that is never touched, and so never resident. The garbage collector counts it and lets about as
// much garbage gather before it runs. Without it the live heap is so small that the collector would run every 20 calls.
// A higher GOGC would have the same effect, but garbage would then grow with the live heap.
const ballast = 8 << 20

func main() {
	held := make([]byte, ballast)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	runtime.KeepAlive(held)
	os.Exit(status)
}
