package main

import (
	"context"
	"errors"

	"emcp/internal/owner/check"
)

// Errors of emcp check, whose reasons stand in its findings.
var (
	errFindings  = errors.New("not everything is in order")
	errUnchecked = errors.New("not everything could be checked")
)

// runCheck is emcp check: it says what is wrong and what to do.
func runCheck(ctx context.Context, args []string, env environment) error {
	set := flags("check", env)
	path := configFlag(set)
	asJSON := set.Bool("json", false, "print the findings as one JSON document")
	if err := parse(set, args); err != nil {
		return err
	}
	report := check.File(ctx, *path, env.lookup)
	write := report.Write
	if *asJSON {
		write = report.WriteJSON
	}
	if err := write(env.stdout); err != nil {
		return err
	}
	switch {
	case !report.Complete:
		return errUnchecked
	case report.Failed():
		return errFindings
	}
	return nil
}
