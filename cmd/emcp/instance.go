package main

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"emcp/config"
	"emcp/server"
)

// instance is a server that a command runs in its own process, and its configuration.
type instance struct {
	path   string        // of the configuration
	seen   config.Source // the files of which config was made
	config *config.Config
	server *server.Server
	log    *slog.Logger
	level  *slog.LevelVar // of log
	env    environment
}

// open reads the configuration that --config names and prepares the server; logs go to stderr. change adapts the
// configuration to the command; nil leaves it.
func open(configPath string, env environment, change func(*config.Config)) (*instance, error) {
	path, err := config.Find(configPath)
	if err != nil {
		return nil, err
	}
	seen := config.Read(path)
	c, err := seen.Load(env.lookup)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(c)
	}
	p := &instance{path: path, seen: seen, config: c, level: new(slog.LevelVar), env: env}
	p.level.Set(c.Log.Level)
	var requests io.Writer
	p.log, requests = logs(c.Log, p.level, env.stderr)
	if p.server, err = server.New(c, server.Options{Version: version, Log: p.log, Requests: requests}); err != nil {
		return nil, fmt.Errorf("%s:\n%w", path, err)
	}
	return p, nil
}

// handle returns the handle of the server that --server names: the first of the configuration where it names none.
func (p *instance) handle(server string) string { return handleOf(p.config, server) }

func handleOf(c *config.Config, server string) string { return cmp.Or(server, c.Servers[0].Handle) }

// withoutOthers removes the upstreams of all servers but the one that --server names, so that emcp does not start them.
func withoutOthers(c *config.Config, server string) {
	for i := range c.Servers {
		if c.Servers[i].Handle != handleOf(c, server) {
			c.Servers[i].Upstreams = nil
		}
	}
}

// logs returns the logger and the writer of audit lines. They share a stream.
func logs(c config.Log, level slog.Leveler, out io.Writer) (log *slog.Logger, requests io.Writer) {
	w := &lineWriter{out: out}
	options := &slog.HandlerOptions{Level: level}
	log, requests = slog.New(slog.NewTextHandler(w, options)), io.Discard
	if c.JSON {
		log = slog.New(slog.NewJSONHandler(w, options))
	}
	if c.Audit {
		requests = w
	}
	return log, requests
}

// lineWriter writes whole lines, so that the lines of both logs never mix.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes one line.
func (w *lineWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(line)
}
