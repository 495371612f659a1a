// Package toolconfig makes the options of a toolset, of upstreams and of groups from the configuration, for the
// server and for emcp check.
package toolconfig

import (
	"slices"
	"strings"

	"emcp/config"
	"emcp/group"
	"emcp/internal/identity"
	"emcp/internal/llm"
	"emcp/internal/quota"
	"emcp/internal/sitepage"
	"emcp/toolset"
	"emcp/toolset/view"
	"emcp/upstream"
)

// nearestFrom is the number of documents from which a list looks at the nearest documents first. On smaller sites a
// whole list costs less than the second statement that is needed if the nearest are not enough.
const nearestFrom = 2000

// Limits of the arguments of a call.
const (
	maxDepth     = 6  // levels of the tree
	maxTVFilters = 10 // conditions in tv_filters
	maxTVOrder   = 5  // sort keys in tv_order
	maxWithTVs   = 20 // template variables in with_tvs
)

// Limits of a task, beside those of the configuration.
const (
	taskSteps = 8         // calls of tools
	taskBytes = 128 << 10 // of the results of tools that the model reads
)

// Options returns the configured options of the tools of a server over a site, and everything that is wrong with its
// declared tools. pages fetches the pages of the site; nil: its pages are not fetched. The caller adds the key of
// cursors, the server's name in results, and what servers share.
func Options(c config.Server, site config.Site, pages *sitepage.Site) (options toolset.Options, wrong []error) {
	l := c.Limits
	options = toolset.Options{
		Options: view.Options{
			ListLimit: l.ListLimit, ContentOffset: l.ContentOffset, ModelOffset: l.ModelOffset, Depth: maxDepth,
			TVFilters: maxTVFilters, TVOrder: maxTVOrder, WithTVs: maxWithTVs,
			ResultTokens: l.ResultTokens, ResultBytes: l.ResultBytes, NearestFrom: nearestFrom,
			BaseURL: site.BaseURL, Pages: pages, Models: c.Models, RFC3339: c.Dates == config.DatesRFC3339,
			TVTypes: site.TVTypes, Synonyms: site.Synonyms,
			ProductLinks: site.ProductLinks,
		},
		Deny: c.Deny, Only: c.Tools, ChatGPT: c.ChatGPT, Elements: c.Elements,
	}
	options.Declared, wrong = toolset.Declare(c.Bundle, options)
	return options, wrong
}

// Groups returns the groups of a server. turns are those of all groups, by name; spent counts
// the tokens of their callers.
func Groups(
	c config.Server, groups map[string]config.Group, turns map[string]*group.Turns, spent quota.Counter,
) []*group.Group {
	var used []*group.Group
	for _, name := range c.Groups {
		g := groups[name]
		next := &group.Group{Name: name, Title: g.Title, Description: g.Description, Tools: g.Tools}
		if l := g.LLM; l != nil {
			bounds := group.Bounds{
				Steps: taskSteps, Tokens: l.Tokens, PerDay: l.PerDay, Bytes: taskBytes, Time: l.Timeout, AtATime: l.AtATime,
			}
			next.Agent = group.NewAgent(Model(*l), bounds, turns[name], spent)
		}
		used = append(used, next)
	}
	return used
}

// Model returns a language model of the configuration.
func Model(l config.LLM) *llm.Model {
	return llm.New(llm.Options{URL: l.URL, Model: l.Model, Key: l.Key})
}

// ownTools returns patterns of emcp's own tools. The site's own PHP package has most of them, too: an owner who names
// only tools that write wants those, and not the others twice.
func ownTools() (patterns []identity.Pattern) {
	for _, name := range toolset.Names() {
		if pattern, err := identity.ParsePattern(name); err == nil && strings.HasPrefix(name, "evo.") {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// Upstream returns what the configuration says of an upstream. version is that of the program; the
// log is left to the caller.
func Upstream(name string, u config.Upstream, version string) upstream.Options {
	env := map[string]string{}
	for name, value := range u.Env {
		env[name] = value.Reveal()
	}
	deny := u.Deny
	if u.Write != nil && u.Allow == nil {
		deny = slices.Concat(deny, ownTools())
	}
	return upstream.Options{
		Name: name, URL: u.URL, Command: u.Command, Env: env, Token: u.Token, Prefix: u.Prefix, Allow: u.Allow, Deny: deny,
		Write:     u.Write,
		Resources: u.Resources, Prompts: u.Prompts, Timeout: u.Timeout, PassPersonalToken: u.PassPersonalToken,
		Version: version,
	}
}
