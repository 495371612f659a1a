package catalog

import (
	"emcp/bundle"
	"emcp/group"
	"emcp/internal/identity"
	"emcp/internal/profile"
	"emcp/mcp/reply"
	"emcp/toolset"
	"emcp/upstream"
)

// Catalog has what an MCP server offers.
type Catalog struct {
	Options
	// AdmitTool refuses tools of emcp, and declared ones, that are unknown or denied.
	AdmitTool  func(name string) error
	prompts    []Prompt
	groupTools map[string]groupTool // the own tools of groups, by name
}

// Options are the parts of a Catalog.
type Options struct {
	Handle string
	Scopes identity.ScopeMap

	// What emcp and the owner of the site offer:
	Tools     *toolset.Toolset
	Prompts   []bundle.Prompt   // declared by the owner, in addition to those of emcp
	Resources []bundle.Resource // likewise; their tools are in Tools
	ToolsOnly bool              // there are no resources, prompts and completions
	Output    reply.Output      // how results are sent; without structured content, tools have no output schemas
	Profile   *profile.Profile  // of the platform that calls the server; nil: none

	// What is beside that:
	Upstreams   []*upstream.Upstream // their tools, resources and prompts
	Groups      []*group.Group       // whose tools are behind two of the group
	ListGrouped bool                 // tools/list shows the tools in groups, too
}

// Client is who reads a list, and how it wants it.
type Client struct {
	Caller identity.Principal
	Listing
}

// Listing is a way to list tools.
type Listing struct {
	Underscored bool // evo_content_search for evo.content.search
	Brief       bool // each argument is explained once, for assistants, which read the list with every conversation
}

// Listings are all ways to list tools.
var Listings = []Listing{{}, {Underscored: true}, {Brief: true}, {Underscored: true, Brief: true}}

// groupTool is a tool that belongs to a group itself.
type groupTool struct {
	group *group.Group
	role  group.Role
}
