package main

import (
	"context"
	"errors"
	"fmt"
	"net"
)

const configUsage = "path of the configuration"

// serve is emcp serve: it runs until the context ends, then finishes the calls under way.
func serve(ctx context.Context, args []string, env environment) (err error) {
	set := flags("serve", env)
	path := set.String("config", "emcp.yaml", configUsage)
	if err := parse(set, args); err != nil {
		return err
	}
	c, s, err := open(*path, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := c.Auth.CheckHTTP(); err != nil {
		return fmt.Errorf("%s:\n%w", *path, err)
	}
	if err := s.Admit(ctx); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if c.Metrics.Listen != "" {
		watched, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Metrics.Listen)
		if err != nil {
			return errors.Join(fmt.Errorf("metrics.listen: %w", err), listener.Close())
		}
		until, end := context.WithCancel(context.WithoutCancel(ctx)) // the last call has ended
		served := make(chan error, 1)
		go func() { served <- s.ServeMetrics(until, watched) }()
		defer func() { end(); err = errors.Join(err, <-served) }()
	}
	return s.Serve(ctx, listener)
}

// serveStdio is emcp stdio: one client on standard input and output. Nothing but answers goes to standard output.
func serveStdio(ctx context.Context, args []string, env environment) (err error) {
	set := flags("stdio", env)
	path := set.String("config", "emcp.yaml", configUsage)
	handle := set.String("server", "", "handle of the server; the first of the configuration if absent")
	if err := parse(set, args); err != nil {
		return err
	}
	c, s, err := open(*path, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Admit(ctx); err != nil {
		return err
	}
	if *handle == "" {
		*handle = c.Servers[0].Handle
	}
	return s.ServeStdio(ctx, *handle, env.stdin, env.stdout)
}
