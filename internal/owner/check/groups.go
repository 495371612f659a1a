package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"emcp/bundle"
	"emcp/config"
	"emcp/internal/identity"
	"emcp/internal/llm"
	"emcp/internal/toolconfig"
	"emcp/toolset"
)

// groups looks for groups that no server has, and for patterns in them that can match no tool of their servers. It asks
// the endpoints of their language models.
func groups(ctx context.Context, c *config.Config) (findings []Finding) {
	for _, name := range slices.Sorted(maps.Keys(c.Groups)) {
		subject := "group " + name
		servers := slices.DeleteFunc(slices.Clone(c.Servers),
			func(s config.Server) bool { return !slices.Contains(s.Groups, name) })
		if len(servers) == 0 {
			findings = append(findings,
				warning(subject, "no server has it", "assistants do not see it", "add it to servers[].groups, or remove it"))
			continue
		}
		var idle []string
		for _, pattern := range c.Groups[name].Tools {
			if !slices.ContainsFunc(servers, func(s config.Server) bool { return hasTool(c, s, pattern) }) {
				idle = append(idle, fmt.Sprintf("%q", pattern))
			}
		}
		if len(idle) > 0 {
			findings = append(findings,
				warning(subject, "no tool matches "+strings.Join(idle, ", "),
					"assistants find fewer tools in the group than you expect",
					"correct the names; they are those that emcp shows, such as evo.content.search, or crm_* for the tools of an "+
						"upstream"))
			continue
		}
		findings = append(findings, ok(subject, fmt.Sprintf("%d server(s) have it", len(servers))))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Groups)) {
		if l := c.Groups[name].LLM; l != nil {
			findings = append(findings, languageModel(ctx, "language model of group "+name, *l))
		}
	}
	return findings
}

// modelTime is how long the endpoint of a language model has to list its models.
const modelTime = 10 * time.Second

// languageModel asks an endpoint for the list of its models, which costs nothing.
func languageModel(ctx context.Context, subject string, l config.LLM) Finding {
	const why = "the group has a tool for tasks, which fails"
	ctx, cancel := context.WithTimeout(ctx, modelTime)
	defer cancel()
	names, err := toolconfig.Model(l).Models(ctx)
	switch {
	case errors.Is(err, llm.ErrRefused):
		return warning(subject, err.Error(), why,
			"check url and key; with status 404 the endpoint has no list of models, and only a task shows whether it works")
	case err != nil:
		return warning(subject, err.Error(), why,
			"check that the endpoint runs, and that url is its address without /chat/completions")
	case !slices.Contains(names, l.Model):
		return warning(subject, fmt.Sprintf("the endpoint does not list the model %q", l.Model), why,
			"correct model, or load the model there")
	}
	return ok(subject, fmt.Sprintf("the endpoint has %q", l.Model))
}

// hasTool reports whether a pattern matches a tool of emcp, of the server's bundles, or possibly one of its upstreams.
func hasTool(c *config.Config, s config.Server, pattern identity.Pattern) bool {
	if slices.ContainsFunc(toolset.Names(), pattern.Matches) {
		return true
	}
	if slices.ContainsFunc(s.Bundle.Tools, func(t bundle.Tool) bool { return pattern.Matches(t.Name) }) {
		return true
	}
	return slices.ContainsFunc(s.Upstreams, func(name string) bool {
		fixed, _, wild := strings.Cut(pattern.String(), "*")
		prefix := c.Upstreams[name].Prefix
		return strings.HasPrefix(fixed, prefix) || wild && strings.HasPrefix(prefix, fixed)
	})
}
