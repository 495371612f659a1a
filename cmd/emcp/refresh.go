package main

import (
	"context"
	"os"
	"time"

	"emcp/config"
)

const refreshUsage = `Usage: emcp refresh [flags]

Makes emcp serve forget what it keeps of the sites, such as pages, and read it again. It sets the modification time of
the configuration, which emcp serve looks at every 2 seconds.

`

// refresh is emcp refresh.
func refresh(_ context.Context, args []string, env environment) error {
	set := flags("refresh", env)
	describe(set, refreshUsage)
	given := addConfigFlag(set)
	if err := parse(set, args); err != nil {
		return err
	}
	path, err := config.Find(*given)
	if err != nil {
		return err
	}
	now := time.Now()
	return os.Chtimes(path, now, now)
}
