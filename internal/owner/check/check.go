// Package check looks at everything that emcp rests on, the databases, Redis, certificates, tokens, and tells the owner what
// is in order, what is not, why that matters and what to do.
package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"emcp/config"
	"emcp/internal/owner/permission"
)

// Level says how bad a finding is.
type Level string

// Levels of findings.
const (
	OK      Level = "ok"
	Warning Level = "warning" // emcp works, but not as well or as safely as it could
	Error   Level = "error"
)

// Finding is what has been found out about one thing. Why and Do are empty where all is well.
type Finding struct {
	Site    string `json:"site,omitempty"` // key of sites; empty: of all
	Subject string `json:"subject"`
	Level   Level  `json:"level"`
	What    string `json:"what"`
	Why     string `json:"why,omitempty"` // it matters
	Do      string `json:"do,omitempty"`
}

// Report is all that has been found out.
type Report struct {
	Complete bool      `json:"complete"` // false: something could not be looked at, such as a database that is down
	Findings []Finding `json:"findings"`
}

// unreadable is the report on a configuration that cannot be read.
func unreadable(err error) Report {
	return Report{Findings: []Finding{failure(
		"configuration", err.Error(), "without a configuration emcp does not start, and nothing else can be checked",
		advice(err, "correct the file and run emcp check again; the README has every key with its default"),
	)}}
}

// advice is what to do about an error: about the permissions of a file, where it is about these.
func advice(err error, otherwise string) string { return cmp.Or(permission.Advice(err), otherwise) }

// Failed reports whether something is wrong.
func (r Report) Failed() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Level == Error })
}

// File looks at a configuration and at everything that it names. path is that of the file, or empty for the places where it is
// looked for; env looks up environment variables, as os.LookupEnv does.
func File(ctx context.Context, path string, env func(string) (string, bool)) Report {
	path, err := config.Find(path)
	if err != nil {
		return unreadable(err)
	}
	c, err := config.Load(path, env)
	if err != nil {
		return unreadable(err)
	}
	r := Run(ctx, c)
	read := ok("configuration", fmt.Sprintf("%s has %d site(s), %d server(s)", path, len(c.Sites), len(c.Servers)))
	r.Findings = slices.Insert(r.Findings, 0, read)
	return r
}

// Run looks at everything that a configuration names. It changes nothing, and takes some seconds.
func Run(ctx context.Context, c *config.Config) Report {
	r := Report{Complete: true}
	for _, name := range slices.Sorted(maps.Keys(c.Sites)) {
		s := site{name: name, config: c.Sites[name], reads: reads(c, name)}
		if !s.look(ctx) {
			r.Complete = false
		}
		r.Findings = append(r.Findings, s.findings...)
	}
	for _, findings := range [][]Finding{
		redis(ctx, c), listener(ctx, c), certificates(c.TLS), tokens(c.Auth.Tokens), keys(ctx, c.Auth.JWT), denied(c),
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
