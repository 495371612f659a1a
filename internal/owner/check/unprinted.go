package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/owner/siteconf"
	"emcp/internal/owner/unprinted"
)

const unprintedSubject = "unprinted variables"

// settingsIn reads the settings of the site in a folder, which must be one of the configuration. They
// are nil without a folder.
func settingsIn(folder string, c *config.Config) (*siteconf.Settings, []Finding) {
	if folder == "" {
		return nil, nil
	}
	const do = "name the folder of a site of the configuration with --site"
	settings, err := siteconf.Read(folder)
	if err != nil {
		return nil, []Finding{
			failure(unprintedSubject, err.Error(), "emcp cannot look for variables that the site does not print",
				advice(err, do)),
		}
	}
	for _, site := range c.Sites {
		if isOf(site, settings) {
			return &settings, nil
		}
	}
	return nil, []Finding{failure(unprintedSubject,
		fmt.Sprintf("the site in %s has the database %q and the prefix %q, which no site of the configuration has", folder,
			settings.Database, settings.Prefix),
		"emcp cannot look for variables that the site does not print", do)}
}

// isOf reports whether a site of the configuration is that of the settings.
func isOf(site config.Site, settings siteconf.Settings) bool {
	login, err := evodb.ParseLogin(site.DSN.Reveal())
	return err == nil && login.Database == settings.Database &&
		(site.TablePrefix == "" || site.TablePrefix == settings.Prefix)
}

// unprinted lists the template variables that nothing on the site prints and hidden_tvs does not hide. emcp's own
// account cannot read the code of templates, so this is checked only with the folder of the site, whose account can.
func (s *site) unprinted(ctx context.Context) {
	if s.own == nil || !isOf(s.config, *s.own) {
		return
	}
	names, err := s.findUnprinted(ctx, *s.own)
	if err != nil {
		s.add(warning(unprintedSubject, "could not be looked for: "+fault.Cause(err).Error(),
			"visitors' assistants may see what the site does not show",
			"check that the site itself works, and run emcp check again"))
		return
	}
	if names = slices.DeleteFunc(names, s.config.HidesTV); len(names) > 0 {
		s.add(warning(unprintedSubject, "nothing on the site prints the template variables "+strings.Join(names, ", "),
			"visitors' assistants see their values, which visitors do not see on any page",
			"add those that are not for visitors to sites."+s.name+".hidden_tvs"))
		return
	}
	s.add(ok(unprintedSubject, "the site prints every template variable that visitors' assistants see"))
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
