package main

import (
	"context"
	"errors"

	"emcp/internal/owner/check"
)

// Errors of emcp check. The findings have the reasons.
var (
	errFindings  = errors.New("there are errors")
	errUnchecked = errors.New("not everything could be checked")
)

// runCheck implements emcp check: it reports what is wrong and what to do.
func runCheck(ctx context.Context, args []string, env environment) error {
	set := flags("check", env)
	path := addConfigFlag(set)
	pages := set.Bool("pages", false,
		"fetch the pages of each site for up to 5 minutes and compare them with what emcp returns")
	folder := set.String("site", "",
		"folder of a site; emcp looks in its code and database for template variables that nothing prints")
	asJSON := set.Bool("json", false, "print the findings as one JSON document")
	if err := parse(set, args); err != nil {
		return err
	}
	report := check.File(ctx, *path, env.lookup, check.More{Pages: *pages, Folder: *folder})
	if err := writeReport(env.stdout, report, *asJSON); err != nil {
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
