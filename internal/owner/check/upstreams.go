package check

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"emcp/config"
	"emcp/internal/toolconfig"
	"emcp/upstream"
)

// upstreams connects to each upstream once and reports which of its tools are used, and why others are not.
func upstreams(ctx context.Context, c *config.Config) (findings []Finding) {
	for _, name := range slices.Sorted(maps.Keys(c.Upstreams)) {
		shown := slices.ContainsFunc(c.Servers, func(s config.Server) bool { return slices.Contains(s.Upstreams, name) })
		findings = append(findings, inspect(ctx, name, c.Upstreams[name], shown))
	}
	return findings
}

func inspect(ctx context.Context, name string, u config.Upstream, shown bool) Finding {
	subject := "upstream " + name
	if !shown {
		return warning(subject, "no server shows it", "its tools cannot be called", "add it to servers[].upstreams, or remove it")
	}
	options := toolconfig.Upstream(name, u, "check")
	options.Log = slog.New(slog.DiscardHandler)
	list, err := upstream.Inspect(ctx, options)
	if err != nil {
		do := "check that the server runs, its address, and its token"
		if len(u.Command) > 0 {
			do = "run the command in a terminal to see its messages; from emcp it gets only the variables in env"
		}
		return warning(subject, err.Error(), "its tools cannot be called; emcp tries again while it runs", do)
	}
	what := fmt.Sprintf("%d of %d tool(s) are used", len(list.Tools), list.Listed)
	if len(list.Refused) == 0 {
		return ok(subject, what)
	}
	var reasons []string
	for _, r := range list.Refused[:min(len(list.Refused), mostReported)] {
		reasons = append(reasons, fmt.Sprintf("%q: %s", r.Name, r.Reason))
	}
	return warning(subject, what+"\n"+strings.Join(reasons, "\n"), "assistants do not see the others",
		"change the upstream, or name tools that you do not want in deny; docs/upstreams.md explains the rules")
}
