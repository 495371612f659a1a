package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"emcp/internal/auth"
	"emcp/internal/owner/probe"
)

const (
	tokenVariable = "EMCP_TOKEN"
	profileTOMO   = "tomo"
)

const probeUsage = `Usage: emcp probe URL [flags]

Repeats the first contact of an MCP client, prints the answers, and reports what is wrong and why it matters. It works
with any MCP server over HTTP. It calls each tool that claims only to read, with arguments made from its schema.
It does not follow redirects, because they would get the token. If URL has no path and no MCP, it tries /mcp.

--profile tomo checks the requirements of the TOMO MCP Server Specification instead, and gives a verdict for each.

Exit status: 0 all is well, 1 something is wrong, 2 no answer.

`

// probeURL is emcp probe: it reports how a server looks to a client.
func probeURL(ctx context.Context, args []string, env environment) error {
	set := flags("probe", env)
	describe(set, probeUsage)
	o := probe.Options{Version: version}
	set.StringVar(&o.Token, "token", "",
		"bearer token; other users of this computer can see it in the list of processes,\n"+
			"unless you set it in the environment variable "+tokenVariable)
	set.BoolVar(&o.All, "all", false, "call every tool, even those that may change something")
	set.IntVar(&o.Repeat, "repeat", 3, "how often to send each request without side effects, to measure latencies")
	set.DurationVar(&o.Timeout, "timeout", 10*time.Second, "how long to wait for each answer")
	profile := set.String("profile", "", "check the requirements of a kind of client instead: "+profileTOMO)
	asJSON := set.Bool("json", false, "print JSON")
	if err := parse(set, args, &o.URL); err != nil {
		return err
	}
	if o.Token == "" {
		o.Token, _ = env.lookup(tokenVariable)
	}
	if err := checkProbe(o, *profile); err != nil {
		_, _ = fmt.Fprintf(env.stderr, "emcp probe: %v\n", err)
		return errUsage
	}
	report, err := examine(ctx, o, *profile)
	if err != nil {
		return unreached{fmt.Errorf("probe: %s: %w", o.URL, err)}
	}
	if err := writeReport(env.stdout, report, *asJSON); err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	return nil
}

// findings are the results of a run.
type findings interface {
	report
	Err() error // nil: all is well
}

// examine probes the server.
func examine(ctx context.Context, o probe.Options, profile string) (findings, error) {
	if profile == profileTOMO {
		return probe.RunTOMO(ctx, o)
	}
	return probe.Run(ctx, o)
}

// checkProbe returns the error in the command line, if any.
func checkProbe(o probe.Options, profile string) error {
	switch {
	case o.URL == "":
		return errors.New("usage: emcp probe URL, such as https://www.example.com/mcp")
	case profile != "" && profile != profileTOMO:
		return errors.New("--profile must be " + profileTOMO)
	case o.Repeat < 1 || o.Repeat > 100:
		return errors.New("--repeat must be between 1 and 100")
	case o.Timeout < time.Millisecond || o.Timeout > time.Hour:
		return errors.New("--timeout must be between 1ms and 1h")
	case auth.Slip(o.Token) != "":
		return errors.New(auth.Slip(o.Token))
	case strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("the token has characters that a header cannot contain; copy it without spaces and line breaks")
	}
	return probe.CheckURL(o.URL)
}
