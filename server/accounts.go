package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"emcp/internal/owner/grants"
)

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
