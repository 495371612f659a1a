package mcp

import (
	"context"
	"log/slog"
	"time"

	"emcp/bundle"
	"emcp/group"
	"emcp/internal/idempotency"
	"emcp/internal/identity"
	"emcp/internal/profile"
	"emcp/internal/ratelimit"
	"emcp/mcp/watch"
	"emcp/toolset"
	"emcp/upstream"
)

// Service answers for all MCP servers of one configuration.
type Service struct {
	endpoints map[string]*endpoint // by handle
	limiter   ratelimit.Limiter
	keys      idempotency.Store
	keyHeader string
	sessions  *Sessions
	draining  context.Context
	log       *slog.Logger
}

// Options are the parts of a Service.
type Options struct {
	Servers   []Server
	Version   string            // of the program, as initialize shows it
	Limiter   ratelimit.Limiter // counts the requests of callers
	Keys      idempotency.Store
	KeyHeader string          // name of the header with the idempotency key
	Changes   *Changes        // of lists; they outlive the Service, too
	Sessions  *Sessions       // outlive the Service, as Keys and Limiter do
	Draining  context.Context // ends when emcp is about to end: no stream begins then
	SiteTime  time.Duration   // how long the first answer to a client waits for the site; 0: half a second
	Log       *slog.Logger
}

// Server is one MCP server: the tools of a site, and who may do what with them.
type Server struct {
	Handle       string
	Site         string // name of the site in _meta of results; empty: results do not name it
	Scopes       identity.ScopeMap
	PerMinute    int    // requests of a caller; 0 is without limit
	OwnRate      bool   // they are counted for this server alone
	Name         string // of serverInfo; empty: emcp
	Title        string // of serverInfo; empty: the name of the site
	ToolNames    ToolNames
	ToolErrors   ToolErrors
	Output       Output
	Namespaced   bool             // errors also have their code with a namespace, and their details
	ResultBytes  int              // of a tool's result as it is sent
	Profile      *profile.Profile // of the platform that calls the server; nil: none
	ToolsOnly    bool             // there are no resources, prompts and completions
	Instructions string           // the owner's text for assistants
	Timeout      time.Duration    // of a call
	Tools        *toolset.Toolset
	Prompts      []bundle.Prompt   // declared by the owner, in addition to those of emcp
	Resources    []bundle.Resource // likewise; their tools are in Tools
	// whose tools, resources and prompts are beside those of the server; they outlive the Service
	Upstreams   []*upstream.Upstream
	Groups      []*group.Group // whose tools are behind two of the group
	ListGrouped bool           // tools/list shows the tools in groups, too
	Watch       *watch.Watch   // of the site
}

// ToolNames selects the names that tools/list shows. Tools can be called by either name.
type ToolNames string

// The kinds of names.
const (
	NamesAuto       ToolNames = "auto"       // with underscores for clients that refuse dots, else with dots
	NamesDotted     ToolNames = "dotted"     // evo.content.search
	NamesUnderscore ToolNames = "underscore" // evo_content_search
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

// Output selects where the results of tools stand.
type Output string

// The places.
const (
	OutputBoth       Output = "both"       // structuredContent, and its JSON as text in content
	OutputStructured Output = "structured" // structuredContent; content is empty
	OutputText       Output = "text"       // content
)

// New returns a service that answers for all the servers.
func New(o Options) *Service {
	s := &Service{
		endpoints: map[string]*endpoint{}, limiter: o.Limiter, keys: o.Keys, keyHeader: o.KeyHeader,
		sessions: o.Sessions, draining: o.Draining, log: o.Log,
	}
	rendered := &listTexts{}
	for _, server := range o.Servers {
		s.endpoints[server.Handle] = newEndpoint(server, o, rendered)
	}
	return s
}

// Serves reports whether there is a server of that handle.
func (s *Service) Serves(handle string) bool { return s.endpoints[handle] != nil }

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
	if _, ok := e.groupTools[name]; ok {
		return name, true
	}
	if tool, ok := e.upstreamTool(name); ok {
		return UpstreamTool(tool.Upstream.Name()), true
	}
	return "", false
}

// UpstreamTool returns the name under which everything is counted that an upstream answers.
func UpstreamTool(upstream string) string { return "upstream " + upstream }
