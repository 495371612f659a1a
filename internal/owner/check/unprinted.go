package check

import (
	"context"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/owner/siteconf"
	"emcp/internal/owner/unprinted"
)

// unprinted lists the template variables that nothing on the site prints and hidden_tvs does not hide. emcp's own account cannot
// read the code of templates, so this is checked only with the folder of the site, whose account can.
func (s *site) unprinted(ctx context.Context) {
	const subject = "unprinted variables"
	if s.more.Folder == "" {
		return
	}
	settings, err := siteconf.Read(s.more.Folder)
	if err != nil {
		s.add(failure(subject, err.Error(), "emcp cannot look for variables that the site does not print", "name the folder of the site with --site"))
		return
	}
	if login, err := evodb.ParseLogin(s.config.DSN.Reveal()); err != nil || login.Database != settings.Database {
		return // the folder of another site
	}
	names, err := s.findUnprinted(ctx, settings)
	if err != nil {
		s.add(warning(subject, "could not be looked for: "+fault.Cause(err).Error(),
			"visitors' assistants may see what the site does not show", "check that the site itself works, and run emcp check again"))
		return
	}
	if names = slices.DeleteFunc(names, s.config.HidesTV); len(names) > 0 {
		s.add(warning(subject, "nothing on the site prints the template variables "+strings.Join(names, ", "),
			"visitors' assistants see their values, which visitors do not see on any page",
			"add those that are not for visitors to sites."+s.name+".hidden_tvs"))
		return
	}
	s.add(ok(subject, "the site prints every template variable that visitors' assistants see"))
}

// findUnprinted reads the site with the account of the site itself.
func (s *site) findUnprinted(ctx context.Context, settings siteconf.Settings) ([]string, error) {
	login := evodb.Login{
		User: settings.User, Password: settings.Password,
		Network: settings.Network, Address: settings.Address, Database: settings.Database,
	}
	dsn, err := login.DSN()
	if err != nil {
		return nil, err
	}
	db, err := evodb.Open(evodb.Options{DSN: dsn, Prefix: s.schema.Prefix, MaxOpenConns: 1, StatementTimeout: patience})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	schema, err := db.Schema(ctx)
	if err != nil {
		return nil, err
	}
	return unprinted.Find(ctx, db, schema, s.more.Folder)
}
