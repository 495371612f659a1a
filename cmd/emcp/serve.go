package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"emcp/config"
	"emcp/internal/owner/check"
)

// serve is emcp serve: it runs until the context ends, then finishes the running calls.
func serve(ctx context.Context, args []string, env environment) (err error) {
	set := flags("serve", env)
	path := addConfigFlag(set)
	if err := parse(set, args); err != nil {
		return err
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	p, err := open(*path, env, nil)
	if err != nil {
		return err
	}
	c, s := p.config, p.server
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := c.Auth.CheckHTTP(); err != nil {
		return fmt.Errorf("%s:\n%w", p.path, err)
	}
	if err := s.CheckAccounts(ctx); err != nil {
		return err
	}
	if err := s.OpenState(); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return check.Occupied(ctx, "listen", c.Listen, c.TLS, err)
	}
	until, end := context.WithCancel(context.WithoutCancel(ctx)) // the last call has ended
	var beside sync.WaitGroup
	defer beside.Wait()
	defer end()
	if c.Metrics.Listen != "" {
		watched, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Metrics.Listen)
		if err != nil {
			return errors.Join(check.Occupied(ctx, "metrics.listen", c.Metrics.Listen, config.TLS{}, err), listener.Close())
		}
		beside.Go(func() {
			if err := s.ServeMetrics(until, watched); err != nil {
				p.log.ErrorContext(ctx, "metrics are no longer served", "error", err)
			}
		})
	}
	beside.Go(func() { p.follow(until, hangups) })
	beside.Go(func() { s.PrepareSearches(until) })
	return s.Serve(ctx, listener)
}

// serveStdio is emcp stdio: one client on standard input and output. Only answers go to standard output.
func serveStdio(ctx context.Context, args []string, env environment) (err error) {
	set := flags("stdio", env)
	path := addConfigFlag(set)
	handle := addServerFlag(set)
	if err := parse(set, args); err != nil {
		return err
	}
	p, err := open(*path, env, func(c *config.Config) { withoutOthers(c, *handle) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.server.Close()) }()
	if err := p.server.CheckAccounts(ctx); err != nil {
		return err
	}
	go p.server.PrepareStdio(ctx, p.handle(*handle)) // ends at the latest when the server closes
	return p.server.ServeStdio(ctx, p.handle(*handle), env.stdin, env.stdout)
}
