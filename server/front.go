package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"sync/atomic"

	"emcp/config"
	"emcp/group"
	"emcp/internal/audit"
	"emcp/internal/auth"
	"emcp/internal/auth/personal"
	"emcp/internal/oauth"
	"emcp/internal/sitepage"
	"emcp/internal/toolconfig"
	"emcp/mcp"
	"emcp/mcp/catalog"
	"emcp/mcp/method"
	"emcp/mcp/reply"
	"emcp/toolset"
	"emcp/upstream"
)

// front is the part of a Server that depends on the configuration: callers, MCP servers and HTTP routes. A reload
// replaces it. A request stays with its front, even while it is logged and counted.
type front struct {
	base     *base // the part that outlives the configuration
	config   *config.Config
	servers  map[string]config.Server // by handle
	mcp      *mcp.Service
	gate     auth.Gate
	jwt      *auth.JWT                   // nil: JWTs are not accepted
	issuer   *auth.Issuer                // nil: there is no authorization server elsewhere
	oauth    *oauth.Server               // nil: people sign in elsewhere, or not at all
	personal map[string]*personal.Tokens // by handle; empty: they are not accepted
	routes   http.Handler

	upstreams map[string]*upstream.Upstream // by name, those that servers show; unchanged ones outlive the front
	turns     map[string]*group.Turns       // by name of the group; they outlive the front

	successor atomic.Pointer[front] // nil: f is current

	replaced context.Context // ends when another front takes the place of this one, or emcp is about to end
	replace  context.CancelFunc
}

// newFront prepares the front of a configuration, all sites of which must be sites of the base. It goes on with what
// has not changed since the front before, which is nil at the start. Its errors are errors of the configuration.
func (b *base) newFront(c *config.Config, before *front) (*front, error) {
	f := &front{base: b, config: c, servers: map[string]config.Server{}}
	for _, server := range c.Servers {
		f.servers[server.Handle] = server
	}
	f.turns = groupTurns(c, before)
	f.startUpstreams(before)
	service, err := f.service()
	if err == nil {
		f.mcp = service
		err = f.openGate(before)
	}
	if err != nil {
		f.close(before)
		return nil, err
	}
	f.replaced, f.replace = context.WithCancel(b.draining)
	if f.oauth != nil {
		context.AfterFunc(f.replaced, f.oauth.Close)
	}
	f.routes = f.handler()
	return f, nil
}

// groupTurns returns the turns of the groups of a configuration. Tasks of the front before may still run.
func groupTurns(c *config.Config, before *front) map[string]*group.Turns {
	turns := map[string]*group.Turns{}
	for name := range c.Groups {
		if before != nil {
			turns[name] = before.turns[name]
		}
		if turns[name] == nil {
			turns[name] = group.NewTurns()
		}
	}
	return turns
}

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

// openGate prepares the ways in which callers over HTTP prove who they are. Key sets stay those of the front before if
// their settings are the same. Otherwise no caller would be known until the keys are fetched again.
func (f *front) openGate(before *front) (err error) {
	accepted := f.config.Auth
	f.gate = auth.Gate{Open: accepted.Open}
	if accepted.Tokens != nil {
		f.gate.Kinds, f.gate.Certificates = append(f.gate.Kinds, accepted.Tokens), accepted.Tokens
	}
	if accepted.OAuth != nil && accepted.OAuth.Builtin != nil {
		f.oauth = f.authority()
		f.gate.Kinds = append(f.gate.Kinds, f.oauth)
	}
	if signIn := accepted.OAuth; signIn != nil && signIn.Issuer != nil { // before jwt, which refuses tokens of others
		if before != nil && before.issuer != nil && reflect.DeepEqual(signIn.Issuer, before.config.Auth.OAuth.Issuer) {
			f.issuer = before.issuer
		} else {
			f.issuer = auth.NewIssuer(*signIn.Issuer)
		}
		f.gate.Kinds = append(f.gate.Kinds, f.issuer.For(f.resourceURLs))
	}
	if accepted.JWT != nil {
		if before != nil && accepted.JWT.KeyFile == "" && reflect.DeepEqual(accepted.JWT, before.config.Auth.JWT) {
			f.jwt = before.jwt
		} else if f.jwt, err = auth.NewJWT(*accepted.JWT); err != nil {
			return fmt.Errorf("auth.jwt: %w", err)
		}
		f.gate.Kinds = append(f.gate.Kinds, f.jwt)
	}
	if accepted.Personal == nil {
		return nil
	}
	sites := map[string]*personal.Tokens{}
	for name := range f.config.Sites {
		sites[name] = personal.New(name, f.base.lookups[name], *accepted.Personal)
	}
	kind := auth.ByServer{"": sites[f.config.Servers[0].Site]}
	f.personal = map[string]*personal.Tokens{}
	for _, server := range f.config.Servers {
		kind[server.Handle], f.personal[server.Handle] = sites[server.Site], sites[server.Site]
	}
	f.gate.Kinds = append(f.gate.Kinds, kind)
	return nil
}

// Reload applies another configuration to new requests. Running requests keep the one they began with. Streams of
// events end, so that their clients are authenticated again. restart are the changed keys that need a restart; until
// then, servers of new sites are not served. After an error nothing has changed.
func (s *Server) Reload(c *config.Config) (restart []string, err error) {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	c, restart, err = c.Over(s.started)
	if err != nil {
		return nil, err
	}
	before := s.front.Load()
	f, err := s.newFront(c, before)
	if err != nil {
		return nil, err
	}
	s.front.Store(f)
	before.successor.Store(f)
	before.replace()
	before.close(f)
	s.Refresh()
	return restart, nil
}

// Refresh makes later calls read the sites again, and fetch their pages again.
func (s *Server) Refresh() {
	for _, site := range s.sites {
		site.Refresh()
	}
}

// latest returns the current front.
func (f *front) latest() *front {
	for next := f.successor.Load(); next != nil; next = f.successor.Load() {
		f = next
	}
	return f
}

// close ends the background work of f, except what another front has taken over; nil: all of it.
func (f *front) close(other *front) {
	f.closeUpstreams(other)
	if f.issuer != nil && (other == nil || other.issuer != f.issuer) {
		f.issuer.Close()
	}
	if f.jwt != nil && (other == nil || other.jwt != f.jwt) {
		f.jwt.Close()
	}
}

// report passes the record of a request to the audit log, the metrics and the collector of traces.
func (f *front) report(ctx context.Context, r *audit.Record) {
	f.base.audit.Write(ctx, r)
	f.base.metrics.Request(r, f.names(r))
	r.EndSpan(ctx)
}
