package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/owner/grants"
)

// accountCheck returns the check of a database account by the lines of SHOW GRANTS: it may only read the site, unless
// the owner allows more. The account is judged again whenever the schema is read, because grants change, and because a
// database can be down when emcp starts. A nil check accepts any account.
func accountCheck(site config.Site) func(lines []string) error {
	if site.AllowWideGrants {
		return nil
	}
	return func(lines []string) error {
		login, err := evodb.ParseLogin(site.DSN.Reveal())
		if err != nil {
			return err
		}
		return grants.Narrow(login.Database, lines)
	}
}

// CheckAccounts returns an error if a site's database answers and its account may do more than read: emcp does not
// start with such an account. Other database problems are errors of the calls that need the database.
func (s *Server) CheckAccounts(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(s.sites)) {
		_, err := s.sites[name].Schema(ctx)
		if errors.Is(err, grants.ErrWide) {
			return fmt.Errorf(
				"sites.%s: %w; emcp check prints the statements that create an account for emcp; to serve with this one anyway, "+
					"set sites.%[1]s.allow_wide_grants: true", name, errors.Unwrap(err))
		}
	}
	return nil
}
