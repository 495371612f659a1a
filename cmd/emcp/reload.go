package main

import (
	"context"
	"os"
	"time"

	"emcp/config"
	"emcp/internal/owner/permission"
)

// lookInterval is how often emcp serve looks for changes of its configuration.
const lookInterval = 2 * time.Second

// fileLook is the state of a configuration file at one moment.
type fileLook struct {
	text string
	err  error
}

func lookAt(path string) fileLook {
	text, err := os.ReadFile(path) //nolint:gosec // the path is the operator's
	return fileLook{string(text), err}
}

func (l fileLook) same(as fileLook) bool {
	return l.text == as.text && (l.err == nil) == (as.err == nil)
}

// follow applies changes of the configuration file until the context ends: at once on SIGHUP, otherwise when two looks in a row see the
// same new content. So a file that is being written is not read halfway.
func (p *instance) follow(ctx context.Context, hangups <-chan os.Signal) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	known, last := p.seen, p.seen
	for {
		var now fileLook
		select {
		case <-ctx.Done():
			return
		case <-hangups:
			now = lookAt(p.path)
		case <-ticker.C:
			now = lookAt(p.path)
			settled := now.same(last)
			last = now
			if !settled || now.same(known) {
				continue
			}
		}
		known = now
		p.reload(ctx, now)
	}
}

// apply gives the server the configuration in a file. It returns the configuration and the keys whose changes need a restart.
func (p *instance) apply(l fileLook) (c *config.Config, restart []string, err error) {
	if l.err != nil {
		return nil, nil, l.err
	}
	if c, err = config.Parse([]byte(l.text), p.env.lookup); err != nil {
		return nil, nil, err
	}
	if err := c.Auth.CheckHTTP(); err != nil {
		return nil, nil, err
	}
	restart, err = p.server.Reload(c)
	return c, restart, err
}

// reload applies a configuration, or logs what is wrong with it.
func (p *instance) reload(ctx context.Context, l fileLook) {
	c, restart, err := p.apply(l)
	if err != nil {
		report := []any{"file", p.path, "error", err}
		if advice := permission.Advice(err); advice != "" {
			report = append(report, "advice", advice)
		}
		p.log.ErrorContext(ctx, "the new configuration has an error; emcp keeps the old one", report...)
		return
	}
	p.level.Set(c.Log.Level)
	p.log.InfoContext(ctx, "the configuration was reloaded", "file", p.path)
	if len(restart) > 0 {
		p.log.WarnContext(ctx, "some changes need a restart of emcp", "keys", restart)
	}
}
