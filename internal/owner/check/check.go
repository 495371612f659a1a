// Package check examines everything that emcp depends on: configuration, databases, Redis, certificates and tokens. It
// reports what is right and what is wrong, why that matters, and what to do.
package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"emcp/config"
)

// Report is the result of all checks.
type Report struct {
	Complete bool      `json:"complete"` // false: something could not be checked, such as a database that is down
	Findings []Finding `json:"findings"`
}

// Advice about configurations that cannot be read.
const (
	createFile  = "create the file with emcp init --site FOLDER, or name another one with --config"
	correctFile = "correct the file and run emcp check again; docs/hosters/configure.md has every key with its default"
)

// unreadable returns the report on a configuration that cannot be read.
func unreadable(err error, do string) Report {
	return Report{Findings: []Finding{failure(
		"configuration", err.Error(), "without a configuration emcp does not start, and nothing else can be checked",
		advice(err, do),
	)}}
}

// Failed reports whether there is an error among the findings.
func (r Report) Failed() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Level == Error })
}

// File checks a configuration and everything that it names. path is the file; if empty, emcp looks in the usual places
// (config.Find). env looks up environment variables, as os.LookupEnv does.
func File(ctx context.Context, path string, env func(string) (string, bool), more More) Report {
	path, err := config.Find(path)
	if err != nil {
		return unreadable(err, createFile)
	}
	c, err := config.Load(path, env)
	if err != nil {
		var file *fs.PathError
		if errors.As(err, &file) && file.Path == path && errors.Is(file, fs.ErrNotExist) {
			return unreadable(err, createFile)
		}
		return unreadable(err, correctFile)
	}
	r := Run(ctx, c, more)
	read := ok("configuration", fmt.Sprintf("%s has %d site(s), %d server(s)", path, len(c.Sites), len(c.Servers)))
	r.Findings = slices.Insert(r.Findings, 0, read)
	return r
}

// Run checks everything that a configuration names. It changes nothing and takes some seconds.
func Run(ctx context.Context, c *config.Config, more More) Report {
	r := Report{Complete: true}
	own, misplaced := settingsIn(more.Folder, c)
	for _, name := range slices.Sorted(maps.Keys(c.Sites)) {
		s := site{name: name, config: c.Sites[name], reads: reads(c, name), more: more, own: own,
			searchMemory: c.SearchMemory}
		for _, server := range c.Servers {
			if server.Site == name {
				s.servers = append(s.servers, server)
			}
		}
		if !s.examine(ctx) {
			r.Complete = false
		}
		r.Findings = append(r.Findings, s.findings...)
	}
	for _, findings := range [][]Finding{
		misplaced, redis(ctx, c), listener(ctx, c), certificates(c.TLS), tokens(c.Auth), keys(ctx, c.Auth.JWT), tenancy(c),
		checkSignIn(ctx, c),
		publicAddress(ctx, c), denied(c), upstreams(ctx, c), groups(ctx, c),
	} {
		r.Findings = append(r.Findings, findings...)
	}
	return r
}
