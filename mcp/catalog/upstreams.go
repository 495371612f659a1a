package catalog

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// UpstreamTool returns the tool of an upstream that has a name. A tool of emcp, also one that is denied, is never
// replaced by one of an upstream; of several upstreams the first counts.
func (c *Catalog) UpstreamTool(name string) (upstream.Tool, bool) {
	if len(c.Upstreams) == 0 || c.isOwn(name) {
		return upstream.Tool{}, false
	}
	for _, u := range c.Upstreams {
		if tool, ok := u.List().Tool(name); ok {
			return tool, true
		}
	}
	return upstream.Tool{}, false
}

// upstreamTools returns the tools of upstreams that a caller may call, those that UpstreamTool returns.
func (c *Catalog) upstreamTools(caller identity.Principal) []upstream.Tool {
	var tools []upstream.Tool
	taken := map[string]bool{}
	for _, u := range c.Upstreams {
		for _, tool := range u.List().Tools {
			if taken[tool.Name] || c.isOwn(tool.Name) {
				continue
			}
			if taken[tool.Name] = true; !tool.Writes || caller.MayWrite() {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// isOwn reports whether a name is taken before tools of upstreams.
func (c *Catalog) isOwn(name string) bool {
	_, ofGroup := c.groupTools[name]
	return ofGroup || c.hasTool(name)
}

// hasTool reports whether a name is that of a tool of emcp or a declared one, also of a denied one.
func (c *Catalog) hasTool(name string) bool {
	err := c.AdmitTool(name)
	return err == nil || fault.From(err).Kind != fault.UnknownTool
}

// AdmitCall refuses calls of tools that the server does not have, or that the caller may not call.
func (c *Catalog) AdmitCall(caller identity.Principal, name string) error {
	tool, ok := c.UpstreamTool(name)
	switch {
	case !ok:
		return c.AdmitTool(name)
	case tool.Writes && !caller.MayWrite():
		return fault.New(fault.ScopeDenied,
			"this tool may change something; that takes the scope %s, which this token does not have", identity.ScopeWrite)
	}
	return nil
}

// AwaitLists waits for the first lists of upstreams, for a short time.
func (c *Catalog) AwaitLists(ctx context.Context) {
	for _, u := range c.Upstreams {
		u.Settled(ctx)
	}
}

// AwaitOffers waits for the first lists of upstreams whose resources or prompts a caller may see, for a short time.
func (c *Catalog) AwaitOffers(ctx context.Context, caller identity.Principal, shares func(*upstream.Upstream) bool) {
	if !c.Scopes.Allows(caller, wire.CallMethod) {
		return
	}
	for _, u := range c.Upstreams {
		if shares(u) {
			u.Settled(ctx)
		}
	}
}

// upstreamKey is the member of _meta that names the upstream that a tool, a resource or a prompt comes from.
const upstreamKey = "emcp/upstream"

func upstreamMeta(u *upstream.Upstream) *mcpgo.Meta {
	return mcpgo.NewMetaFromMap(map[string]any{upstreamKey: u.Name()})
}
