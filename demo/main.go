// Command demo shows emcp without an installation: it starts a MySQL-compatible engine in its own process, fills it
// with a sample Evolution site, and puts the gateway in front of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to stop
	}
}

// run shows the demo until ctx ends.
func run(ctx context.Context, stdout io.Writer) (err error) {
	engine, err := Start(ctx, Site())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	return serve(ctx, engine.DSN, stdout)
}
