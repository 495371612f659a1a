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

// upstreams connects to each upstream once and reports which of its tools, resources and prompts are
// used, and why others are not.
func upstreams(ctx context.Context, c *config.Config) (findings []Finding) {
	lists := map[string]*upstream.List{}
	for _, name := range slices.Sorted(maps.Keys(c.Upstreams)) {
		if !slices.ContainsFunc(c.Servers, func(s config.Server) bool { return slices.Contains(s.Upstreams, name) }) {
			findings = append(findings,
				warning("upstream "+name, "no server shows it", "its tools cannot be called",
					"add it to servers[].upstreams, or remove it"))
			continue
		}
		f, list := inspect(ctx, name, c.Upstreams[name])
		findings, lists[name] = append(findings, f), list
	}
	return append(findings, renamed(c, lists)...)
}

// inspect connects to an upstream. Its list is empty if that fails.
func inspect(ctx context.Context, name string, u config.Upstream) (Finding, *upstream.List) {
	subject := "upstream " + name
	options := toolconfig.Upstream(name, u, "check")
	options.Log = slog.New(slog.DiscardHandler)
	list, err := upstream.Inspect(ctx, options)
	if err != nil {
		do := "check that the server runs, its address, and its token"
		if len(u.Command) > 0 {
			do = "run the command in a terminal to see its messages; from emcp it gets only the variables in env"
		}
		return warning(subject, err.Error(), "its tools cannot be called; emcp tries again while it runs", do), list
	}
	return report(subject, u, list), list
}

// report returns what of a list is used, and why the rest is not.
func report(subject string, u config.Upstream, list *upstream.List) Finding {
	counts := []string{fmt.Sprintf("%d of %d tool(s)", len(list.Tools), list.Listed)}
	reasons := reasonsOf(list.Refused)
	offers := func(used, listed int, what string, chosen bool, refused []upstream.Refusal, unread string) {
		if chosen || listed > 0 {
			counts = append(counts, fmt.Sprintf("%d of %d %s(s)", used, listed, what))
		}
		if unread != "" {
			reasons = append(reasons, what+"s cannot be listed: "+unread)
		}
		reasons = append(reasons, reasonsOf(refused)...)
	}
	resources, prompts := list.Resources, list.Prompts
	offers(len(resources.Used), resources.Listed, "resource", u.Resources != nil, resources.Refused, resources.Failure)
	offers(len(prompts.Used), prompts.Listed, "prompt", u.Prompts != nil, prompts.Refused, prompts.Failure)
	what := strings.Join(counts, ", ") + " are used"
	if len(reasons) == 0 {
		return ok(subject, what)
	}
	return warning(subject, what+"\n"+strings.Join(reasons, "\n"), "assistants do not see the others",
		"change the upstream, or name tools that you do not want in deny; docs/hosters/upstreams.md explains the rules")
}

// reasonsOf returns the first refusals of a list, each with its reason.
func reasonsOf(refused []upstream.Refusal) (reasons []string) {
	for _, r := range refused[:min(len(refused), mostReported)] {
		reasons = append(reasons, fmt.Sprintf("%q: %s", r.Name, r.Reason))
	}
	return reasons
}

// renamed reports resources of upstreams that clients know by another URI, because an earlier upstream
// of the server has the same.
func renamed(c *config.Config, lists map[string]*upstream.List) (findings []Finding) {
	for _, s := range c.Servers {
		var shown []*upstream.List
		for _, name := range s.Upstreams {
			if lists[name] != nil {
				shown = append(shown, lists[name])
			}
		}
		for uri, r := range upstream.Resources(shown) {
			if uri != r.URI && len(findings) < mostReported {
				findings = append(findings,
					ok("server "+s.Handle,
						fmt.Sprintf("clients see the resource %q of the upstream %s as %q: another upstream has the same URI",
							r.URI, r.Upstream.Name(), uri)))
			}
		}
	}
	return findings
}
