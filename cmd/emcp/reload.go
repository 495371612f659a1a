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

// follow applies changes of the configuration's files until the context ends: at once on SIGHUP, otherwise when two
// looks in a row see the same new content. So a file that is being written is not read halfway.
func (p *instance) follow(ctx context.Context, hangups <-chan os.Signal) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	known, last := p.seen, p.seen
	for {
		var now config.Source
		select {
		case <-ctx.Done():
			return
		case <-hangups:
			now = config.Read(p.path)
		case <-ticker.C:
			now = config.Read(p.path)
			settled := now.Same(last)
			last = now
			switch {
			case !settled:
				continue
			case now.Same(known):
				if now.Touched(known) {
					p.refresh(ctx)
				}
				known = now
				continue
			}
		}
		known = now
		p.reload(ctx, now)
	}
}

// refresh makes the server forget what it keeps of the sites.
func (p *instance) refresh(ctx context.Context) {
	p.server.Refresh()
	p.log.InfoContext(ctx, "what was kept of the sites was forgotten", "file", p.path)
}

// apply gives the server a configuration. It returns the configuration and the keys whose changes need a restart.
func (p *instance) apply(s config.Source) (c *config.Config, restart []string, err error) {
	if c, err = s.Config(p.env.lookup); err != nil {
		return nil, nil, err
	}
	if err := c.Auth.CheckHTTP(); err != nil {
		return nil, nil, err
	}
	restart, err = p.server.Reload(c)
	return c, restart, err
}

// reload applies a configuration, or logs what is wrong with it.
func (p *instance) reload(ctx context.Context, s config.Source) {
	c, restart, err := p.apply(s)
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
