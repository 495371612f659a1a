// Package check examines everything that emcp depends on: configuration, databases, Redis, certificates and tokens. It
// reports what is right and what is wrong, why that matters, and what to do.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"emcp/config"
	"emcp/internal/owner/permission"
)

// Level is how serious a finding is.
type Level string

// Levels of findings.
const (
	OK      Level = "ok"
	Warning Level = "warning" // emcp works, but not as well or as safely as it could
	Error   Level = "error"
)

// Finding is the result of one check. Why and Do are empty if all is well.
type Finding struct {
	Site    string `json:"site,omitempty"` // key of sites; empty: all sites
	Subject string `json:"subject"`
	Level   Level  `json:"level"`
	What    string `json:"what"`
	Why     string `json:"why,omitempty"` // why it matters
	Do      string `json:"do,omitempty"`
}

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

// advice returns what to do about an error. Errors about file permissions have their own advice.
func advice(err error, otherwise string) string { return cmp.Or(permission.Advice(err), otherwise) }

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

// More selects additional checks.
type More struct {
	Pages bool // fetches pages of each site, which takes up to 5 minutes
	// PagesTime limits fetching pages of each site; 0: 5 minutes.
	PagesTime time.Duration
	Folder    string // of a site, whose code is searched for template variables that nothing prints; empty: none
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

func ok(subject, what string) Finding { return Finding{Subject: subject, Level: OK, What: what} }

func warning(subject, what, why, do string) Finding {
	return Finding{Subject: subject, Level: Warning, What: what, Why: why, Do: do}
}

func failure(subject, what, why, do string) Finding {
	return Finding{Subject: subject, Level: Error, What: what, Why: why, Do: do}
}
