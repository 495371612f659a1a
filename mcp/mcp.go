package mcp

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"emcp/internal/fault"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/internal/profile"
	"emcp/internal/ratelimit"
	"emcp/mcp/method"
	"emcp/mcp/session"
)

// Service answers for all MCP servers of one configuration.
type Service struct {
	endpoints map[string]*endpoint // by handle
	limiter   ratelimit.Limiter
	keys      idempotency.Store
	keyHeader string
	sessions  *session.Sessions
	draining  context.Context
	log       *slog.Logger
}

// Options are the parts of a Service.
type Options struct {
	Servers []Server

	// What outlives the Service:
	Limiter  ratelimit.Limiter // counts the requests of callers
	Keys     idempotency.Store
	Sessions *session.Sessions
	Changes  *session.Changes // of lists
	Draining context.Context  // ends when emcp is about to end: no stream begins then

	// What holds for all servers:
	Version   string        // of the program, as initialize shows it
	KeyHeader string        // name of the header with the idempotency key
	SiteTime  time.Duration // how long the first answer to a client waits for the site; 0: half a second
	Log       *slog.Logger
}

// Server is one MCP server: the tools of a site, and who may do what with them.
type Server struct {
	method.Options
	Callers
}

// Callers says how a server treats its callers.
type Callers struct {
	PerMinute  int  // requests of a caller; 0 is without limit
	OwnRate    bool // they are counted for this server alone
	ToolNames  ToolNames
	Brief      BriefLists
	ToolErrors ToolErrors
}

// ToolNames selects the names that tools/list shows. Tools can be called by either name.
type ToolNames string

// The kinds of names.
const (
	NamesAuto       ToolNames = "auto"       // with underscores for clients that refuse dots, else with dots
	NamesDotted     ToolNames = "dotted"     // evo.content.search
	NamesUnderscore ToolNames = "underscore" // evo_content_search
)

// BriefLists selects who gets a brief tools/list. Callers at the address of the PHP package never do.
type BriefLists string

// The choices.
const (
	BriefAuto   BriefLists = "auto"   // clients that name their revision of MCP
	BriefAlways BriefLists = "always" // all clients
	BriefNever  BriefLists = "never"  // none
)

// ToolErrors selects how clients get errors in the arguments of a tool.
type ToolErrors string

// The forms of such errors.
const (
	// as the client's revision of MCP has them; as JSON-RPC errors in a Contract request
	ErrorsAuto   ToolErrors = "auto"
	ErrorsRPC    ToolErrors = "rpc"    // as JSON-RPC errors
	ErrorsResult ToolErrors = "result" // as results of the tool, with isError
)

// endpoint is a server of a Service.
type endpoint struct {
	*method.Endpoint
	Callers
	sessionLimits map[string]profile.SessionLimit // limits of tools for each session; nil without a profile
}

// New returns a service that answers for all the servers.
func New(o Options) *Service {
	s := &Service{
		endpoints: map[string]*endpoint{}, limiter: o.Limiter, keys: o.Keys, keyHeader: o.KeyHeader,
		sessions: o.Sessions, draining: o.Draining, log: o.Log,
	}
	shared := &method.Shared{
		Version: o.Version, Changes: o.Changes, SiteTime: cmp.Or(o.SiteTime, method.SiteTime), Log: o.Log,
	}
	for _, server := range o.Servers {
		e := &endpoint{Endpoint: method.New(server.Options, shared), Callers: server.Callers}
		if e.Profile != nil {
			e.sessionLimits = map[string]profile.SessionLimit{}
			for _, tool := range e.Tools.Tools() {
				e.sessionLimits[tool.Name] = e.Profile.SessionLimit(tool.Meta)
			}
		}
		s.endpoints[e.Handle] = e
	}
	return s
}

// Serves reports whether there is a server of that handle.
func (s *Service) Serves(handle string) bool { return s.endpoints[handle] != nil }

// Prepare reads the texts that a caller of a server sees, so that the first search need not wait for that.
func (s *Service) Prepare(ctx context.Context, handle string, caller identity.Principal) (err error) {
	defer fault.Recovered(&err)
	if e := s.endpoints[handle]; e != nil {
		err = e.Tools.Prepare(ctx, caller)
	}
	return err
}

// Title returns the name of a server for people: its title, otherwise the name of its site. It is empty if there is no
// such server, or if the database does not answer within half a second.
func (s *Service) Title(ctx context.Context, handle string) string {
	e := s.endpoints[handle]
	if e == nil {
		return ""
	}
	return cmp.Or(e.Title, e.SiteName(ctx))
}

// Tool returns the name under which calls of a tool are counted, given one of its names: the canonical one of a tool
// that the server has and does not deny, or that of the upstream to which the tool belongs. An upstream can invent any
// number of names.
func (s *Service) Tool(handle, name string) (canonical string, ok bool) {
	e := s.endpoints[handle]
	if e == nil {
		return "", false
	}
	if e.Tools.Admit(name) == nil {
		return e.Tools.Canonical(name), true
	}
	if _, _, ok := e.GroupTool(name); ok {
		return name, true
	}
	if tool, ok := e.UpstreamTool(name); ok {
		return UpstreamTool(tool.Upstream.Name()), true
	}
	return "", false
}

// UpstreamTool returns the name under which everything is counted that an upstream answers.
func UpstreamTool(upstream string) string { return "upstream " + upstream }
