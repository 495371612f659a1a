package server

import (
	"errors"
	"fmt"
	"reflect"

	"emcp/config"
	"emcp/internal/sitepage"
	"emcp/internal/toolconfig"
	"emcp/mcp"
	"emcp/mcp/catalog"
	"emcp/mcp/method"
	"emcp/mcp/reply"
	"emcp/toolset"
	"emcp/upstream"
)

// service returns the MCP service of all servers of the configuration. Its errors are errors in the owner's
// declarations.
func (f *front) service() (*mcp.Service, error) {
	s := f.base
	options := mcp.Options{
		Limiter: s.limiter, Keys: s.keys, Sessions: s.sessions, Changes: s.changes, Draining: s.draining,
		Version: s.options.Version, KeyHeader: keyHeader, SiteTime: s.options.SiteTime, Log: s.log,
	}
	several := len(f.config.Sites) > 1
	pages := map[string]*sitepage.Site{}
	for name, site := range f.config.Sites {
		if site.Pages {
			pages[name], _ = sitepage.New(site.BaseURL, s.options.Version) // the configuration has checked the address
		}
	}
	shared := toolset.NewShared()
	var wrong []error
	for _, c := range f.config.Servers {
		handle, siteName := "", "" // in results, if there are several sites
		if several {
			handle, siteName = c.Handle, c.Site
		}
		site := f.config.Sites[c.Site]
		tools, found := toolconfig.Options(c, site, pages[c.Site])
		tools.CursorKey, tools.Server, tools.Answers, tools.Shared = s.cursors, handle, s.answers, shared
		tools.Indexes = s.indexes
		for _, err := range found {
			wrong = append(wrong, fmt.Errorf("server %s: %w", c.Handle, err))
		}
		var upstreams []*upstream.Upstream
		for _, name := range c.Upstreams {
			upstreams = append(upstreams, f.upstreams[name])
		}
		offers := catalog.Options{
			Handle: c.Handle, Scopes: c.Scopes,

			Tools: toolset.New(s.sites[c.Site], tools), Prompts: c.Bundle.Prompts, Resources: c.Bundle.Resources,
			ToolsOnly: c.ChatGPT || c.Profile != nil, Output: reply.Output(c.Output), Profile: c.Profile,

			Upstreams:   upstreams,
			Groups:      toolconfig.Groups(c, f.config.Groups, f.turns, s.spent),
			ListGrouped: c.ListGrouped,
		}
		answers := method.Options{
			Offers: offers,

			Site: siteName, Name: c.Name, Title: c.Title, Instructions: c.Instructions,

			Namespaced:  c.ErrorCodes == config.CodesNamespaced,
			ResultBytes: c.Limits.ResultBytes,
			Timeout:     site.StatementTimeout,
			Watch:       s.watches[c.Site],
		}
		callers := mcp.Callers{
			PerMinute: c.Rate.PerMinute, OwnRate: c.Rate.Own,
			ToolNames: mcp.ToolNames(c.ToolNames), Brief: mcp.BriefLists(c.Brief), ToolErrors: mcp.ToolErrors(c.ToolErrors),
		}
		options.Servers = append(options.Servers, mcp.Server{Options: answers, Callers: callers})
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return mcp.New(options), nil
}

// startUpstreams starts the upstreams that servers of the configuration show. Those of the front before go on if their
// settings are the same.
func (f *front) startUpstreams(before *front) {
	f.upstreams = map[string]*upstream.Upstream{}
	for _, server := range f.config.Servers {
		for _, name := range server.Upstreams {
			if f.upstreams[name] != nil {
				continue
			}
			settings := f.config.Upstreams[name]
			if before != nil && before.upstreams[name] != nil && reflect.DeepEqual(settings, before.config.Upstreams[name]) {
				f.upstreams[name] = before.upstreams[name]
				continue
			}
			options := toolconfig.Upstream(name, settings, f.base.options.Version)
			options.Log, options.Changed = f.base.log, f.base.changes.Announce
			f.upstreams[name] = upstream.Start(options)
		}
	}
}
