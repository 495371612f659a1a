package main

import (
	"context"
	"errors"
	"fmt"

	"emcp/internal/fault"
)

// check is emcp check: it says what is wrong and how to mend it.
func check(ctx context.Context, args []string, env environment) (err error) {
	set := flags("check", env)
	path := set.String("config", "emcp.yaml", configUsage)
	if err := parse(set, args); err != nil {
		return err
	}
	c, s, err := open(*path, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	_, _ = fmt.Fprintf(env.stdout, "ok     configuration: %d site(s), %d server(s)\n", len(c.Sites), len(c.Servers))

	failed := false
	for _, finding := range s.Check(ctx) {
		if finding.Text != "" {
			_, _ = fmt.Fprintf(env.stdout, "ok     %s: %s\n", finding.Subject, finding.Text)
		}
		if finding.Warning != "" {
			_, _ = fmt.Fprintf(env.stdout, "warn   %s: %s\n", finding.Subject, finding.Warning)
		}
		if finding.Err == nil {
			continue
		}
		failed = true
		reason := finding.Err
		if cause := errors.Unwrap(fault.From(finding.Err)); cause != nil {
			reason = cause // the owner reads this, not a caller
		}
		_, _ = fmt.Fprintf(env.stdout, "error  %s: %v\n", finding.Subject, reason)
	}
	if failed {
		return errors.New("not everything is in order")
	}
	return nil
}
