package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/term"

	"emcp/internal/owner/setup"
)

// setUp is emcp init: it looks at a site, writes the first configuration and says what is left to do.
func setUp(ctx context.Context, args []string, env environment) error {
	set := flags("init", env)
	o := setup.Options{In: env.stdin, Out: env.stdout, Env: env.lookup}
	set.StringVar(&o.Site, "site", "", "folder of the Evolution site, whose database settings are read (default the current one)")
	set.StringVar(&o.DSN, "dsn", "", "DSN of the database instead, which is used as it is: user:password@tcp(127.0.0.1:3306)/database")
	set.StringVar(&o.Prefix, "prefix", "", "prefix of the table names (default that of the site's settings)")
	set.StringVar(&o.User, "user", "", "name of the database user that emcp is to have (default emcp)")
	set.StringVar(&o.Config, "config", "", "path of the configuration to write (default emcp.yaml)")
	set.StringVar(&o.Listen, "listen", "", "address to answer at (default 127.0.0.1:8787)")
	set.StringVar(&o.View, "view", "", "what assistants see: public or manager (default public)")
	set.StringVar(&o.Token, "name", "", "name of the first token, for the log (default claude)")
	set.StringVar(&o.SQL, "sql", "", "file for the SQL that makes the database user, instead of showing it")
	set.BoolVar(&o.Force, "force", false, "replace files that are there; owner and mode stay")
	yes := set.Bool("yes", false, "ask nothing; without a terminal nothing is asked anyway")
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

// terminal reports whether somebody types or reads here.
func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) //nolint:gosec // descriptors are small
}
