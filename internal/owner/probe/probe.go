package probe

import (
	"context"
	"crypto/x509"
	"errors"
	"net/url"
	"time"
)

// handshakes are the revisions of MCP that begin with initialize. stateless is the revision that does not.
var handshakes = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

const stateless = "2026-07-28"

// Limits of a run.
const (
	maxSilent    = 3       // after so many steps in a row without an answer, the remaining steps are skipped
	oversized    = 8 << 20 // size of a request that every server should refuse, in bytes
	unknownTool  = "emcp_probe_no_such_tool"
	unknownToken = "emcp-probe-wrong-token"
)

// Options say what to probe, and how.
type Options struct {
	URL     string // see CheckURL
	Token   string // bearer token; empty: none
	Version string // of this program, as servers see it
	All     bool   // also call tools that are not marked as read-only
	Repeat  int    // how often to send requests that change nothing
	Timeout time.Duration

	roots *x509.CertPool // authorities of certificates; nil: those of the system
	clock *clock         // nil: that of the system
}

// CheckURL returns an error if the address cannot be that of a server.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return errors.New("the URL must be like https://www.example.com/mcp")
	case u.User != nil:
		return errors.New("the URL must not contain a user or password; pass the token with --token or EMCP_TOKEN")
	case u.Fragment != "":
		return errors.New("the URL must not contain #; servers do not get the part after it")
	}
	return nil
}

// Run probes the server. Its error means that the server did not answer at all. Everything wrong with the answers is in
// the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	o, moved := locate(ctx, o)
	p := &prober{client: newClient(o), options: o, report: &Report{URL: o.URL}}
	defer p.close()
	err := p.handshake(ctx)
	if !p.agreed && p.wantsTLS(ctx) {
		return nil, errHTTPS
	}
	if err != nil {
		return nil, err
	}
	p.tools(ctx)
	p.mistakes(ctx)
	if p.silent < maxSilent {
		p.end(ctx, p.sessions)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.report.Notes = p.notes(moved)
	return p.report, nil
}

// prober is the state of one run.
type prober struct {
	*client
	options  Options
	report   *Report
	dialect  dialect   // of the tool calls
	modern   bool      // the server speaks 2026-07-28
	agreed   bool      // the server agreed to some revision
	sessions []dialect // that are still open
	silent   int       // steps in a row without an answer
}

// step runs one step. look sends the requests, records the answers in the step, and returns what is wrong.
func (p *prober) step(name string, look func(*Step) error) {
	s := &Step{Name: name, Verdict: OK}
	p.report.Steps = append(p.report.Steps, s)
	if p.silent >= maxSilent {
		s.skip("not tried: the server no longer answers")
		return
	}
	err := look(s)
	if errors.As(err, &unansweredError{}) {
		p.silent++
	} else {
		p.silent = 0
	}
	s.conclude(err)
}
