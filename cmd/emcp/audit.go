package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/fault"
	"emcp/internal/owner/review"
)

const auditUsage = `Usage: emcp audit [SITE] [flags]

Lists the pages of a site that lack something, as visitors see them: pages with broken links, pages that nothing leads
to, pages that expire soon, pages without a description or an image. SITE is a key of sites in the configuration.

Exit status: 0 a report, 1 an error.

`

// auditSite is emcp audit.
func auditSite(ctx context.Context, args []string, env environment) error {
	set, site := flags("audit", env), ""
	describe(set, auditUsage)
	path := addConfigFlag(set)
	shown := set.Int("limit", 3, fmt.Sprintf("pages to list of each kind, at most %d", review.MaxShown))
	asJSON := set.Bool("json", false, "print the report as one JSON document")
	if err := parse(set, args, &site); err != nil {
		return err
	}
	if *shown < 0 || *shown > review.MaxShown {
		return fmt.Errorf("--limit: %d is not between 0 and %d", *shown, review.MaxShown)
	}
	found, err := config.Find(*path)
	if err != nil {
		return err
	}
	c, err := config.Load(found, env.lookup)
	if err != nil {
		return err
	}
	if site == "" {
		site = c.Servers[0].Site
	}
	if _, ok := c.Sites[site]; !ok {
		return fmt.Errorf("audit: there is no site %q; the sites are %s", site,
			strings.Join(slices.Sorted(maps.Keys(c.Sites)), ", "))
	}
	report, err := review.Site(ctx, c, site, *shown)
	var failed *fault.Error
	if errors.As(err, &failed) {
		return fmt.Errorf("audit: %s; emcp check says more", failed.Told())
	}
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return writeReport(env.stdout, report, *asJSON)
}
