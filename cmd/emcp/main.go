// Command emcp lets AI assistants read an Evolution CMS site through MCP. See the README for how it is used.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	_ "time/tzdata" // auth.pat.timezone works where the system has no zones
)

// version is set by the build (-ldflags "-X main.version=...").
var version = "dev"

// ballast is memory that is never touched, and so never resident. The garbage collector counts it, and lets about as much
// garbage gather before it runs: what lives is so little that it would run every 20 calls otherwise. A higher GOGC does the
// same, but lets garbage grow with what lives.
const ballast = 8 << 20

func main() {
	held := make([]byte, ballast)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	runtime.KeepAlive(held)
	os.Exit(status)
}
