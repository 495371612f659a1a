package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/term"

	"emcp/internal/owner/setup"
)

// setUp is emcp init: it examines a site, writes the first configuration or adds to one, and lists the remaining steps.
func setUp(ctx context.Context, args []string, env environment) error {
	set := flags("init", env)
	o := setup.Options{In: env.stdin, Out: env.stdout, Env: env.lookup}
	set.StringVar(&o.Site, "site", "",
		"folder of the Evolution site; emcp reads its database settings (default the current folder)")
	set.StringVar(&o.DSN, "dsn", "",
		"DSN of the database, instead of --site; emcp uses it unchanged: user:password@tcp(127.0.0.1:3306)/database")
	set.StringVar(&o.Prefix, "prefix", "", "prefix of the table names (default from the site's settings)")
	set.StringVar(&o.User, "user", "", "name of the database user for emcp (default emcp)")
	set.StringVar(&o.URL, "base-url", "",
		"address of the site for visitors, such as https://www.example.com/ (default the site's setting site_url)")
	set.StringVar(&o.Config, "config", "",
		"path of the configuration to write (default emcp.yaml), outside the folder of the site")
	set.StringVar(&o.Listen, "listen", "", "address to listen on (default 127.0.0.1:8787)")
	set.StringVar(&o.Public, "public-url", "",
		"scheme and host of the public address, such as https://www.example.com; people sign in there (default none)")
	set.StringVar(&o.Web, "web-server", "", "web server with the public address: nginx, apache or caddy (default nginx)")
	set.StringVar(&o.View, "view", "", "what assistants see: public or manager (default public)")
	set.StringVar(&o.Token, "name", "", "name of the first token, for the log (default owner)")
	set.StringVar(&o.SQL, "sql", "", "file for the SQL that creates the database user, instead of printing it")
	set.StringVar(&o.AddSite, "add-site", "",
		"add this site to an existing configuration; the name is also the last part of its address")
	set.BoolVar(&o.AddSignIn, "add-sign-in", false, "add sign-in at --public-url to an existing configuration")
	set.BoolVar(&o.Force, "force", false, "replace existing files; owner and mode stay")
	yes := set.Bool("yes", false, "ask no questions; without a terminal emcp never asks")
	if err := parse(set, args); err != nil {
		return err
	}
	o.Ask = !*yes && terminal(env.stdin) && terminal(env.stdout)
	var err error
	if o.Program, err = os.Executable(); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if err := setup.Run(ctx, o); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	return nil
}

// terminal reports whether the stream is a terminal.
func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) //nolint:gosec // descriptors are small
}
