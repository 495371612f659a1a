package setup

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/owner/siteconf"
)

// settingsSource is where a site's database is, as the owner says.
type settingsSource struct {
	dsn    string // to examine it with
	login  evodb.Login
	prefix string // empty: emcp finds it
	own    bool   // the DSN is the owner's, and is kept
	dir    string // of the site; empty if unknown
	name   string // where the settings come from
}

// source returns where the site's database is, from the DSN or from the settings in the site's folder.
func (d *dialogue) source(ctx context.Context, o Options) (settingsSource, error) {
	if o.DSN != "" {
		return fromDSN(o)
	}
	here := ""
	if siteconf.IsSite(".") {
		here = "."
	}
	var s settingsSource
	_, err := d.askFor(ctx, o.Site, "Folder of the Evolution site", here, func(dir string) (err error) {
		s, err = fromSite(dir, o.Prefix)
		s.dir = dir
		return err
	})
	return s, err
}

// fromDSN reads the DSN as the configuration does.
func fromDSN(o Options) (settingsSource, error) {
	dsn, err := config.Expand(o.DSN, o.Env)
	if err != nil {
		return settingsSource{}, fmt.Errorf("--dsn: %w", err)
	}
	login, err := evodb.ParseLogin(dsn)
	if err != nil {
		return settingsSource{}, fmt.Errorf("--dsn: %w", err)
	}
	return settingsSource{dsn: dsn, login: login, prefix: o.Prefix, own: true, name: "--dsn"}, nil
}

func fromSite(dir, prefix string) (settingsSource, error) {
	if dir == "" {
		return settingsSource{}, errors.New("name the folder of the site with --site, or its database with --dsn")
	}
	settings, err := siteconf.Read(dir)
	if err != nil {
		return settingsSource{}, err
	}
	if prefix == "" {
		prefix = settings.Prefix
	}
	login := evodb.Login{
		User: settings.User, Password: settings.Password, Network: settings.Network, Address: settings.Address,
		Database: settings.Database,
	}
	dsn, err := login.DSN()
	return settingsSource{dsn: dsn, login: login, prefix: prefix, name: strings.Join(settings.Files, " and ")}, err
}
