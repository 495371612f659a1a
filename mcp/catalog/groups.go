package catalog

import (
	"slices"

	"emcp/group"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// groupToolsByName returns the own tools of groups by name. They have their names before tools of upstreams, but not
// before those of emcp, also denied ones.
func (c *Catalog) groupToolsByName() map[string]groupTool {
	all := map[string]groupTool{}
	for _, g := range c.Groups {
		for _, role := range g.Roles() {
			if name := g.ToolName(role); !c.hasTool(name) {
				all[name] = groupTool{g, role}
			}
		}
	}
	return all
}

// AdmitGrouped refuses calls through a group of tools that it does not have, or that the caller may not call.
func (c *Catalog) AdmitGrouped(caller identity.Principal, g *group.Group, name string) error {
	if _, own := c.groupTools[name]; !own && g.Has(c.Tools.Canonical(name)) {
		if err := c.AdmitCall(caller, name); err == nil || fault.From(err).Kind != fault.UnknownTool {
			return err
		}
	}
	var names []string
	for _, tool := range c.Grouped(g, Client{Caller: caller}) {
		names = append(names, tool.Name)
	}
	f := fault.New(fault.UnknownTool, "the group %s has no tool of this name; %s returns its tools", g.Name,
		g.ToolName(group.Find))
	f.Suggestions = fault.Nearest(name, names)
	return f
}

// Grouped returns the tools of a group that a client may use: those of the server and then those of upstreams.
func (c *Catalog) Grouped(g *group.Group, to Client) []group.Tool {
	var tools []group.Tool
	for _, t := range c.Tools.Tools() {
		if t.For(to.Caller) && g.Has(t.Name) {
			tools = append(tools, group.Tool{Name: to.sees(t.Name), Title: t.Title, Description: t.Description,
				Input: t.Input.JSON})
		}
	}
	for _, t := range c.upstreamTools(to.Caller) {
		if g.Has(t.Name) {
			tools = append(tools, group.Tool{
				Name: t.Name, Title: t.Title, Description: t.Description, Input: func() []byte { return t.Input },
				Writes: t.Writes, Destructive: t.Destructive, OpenWorld: t.OpenWorld,
			})
		}
	}
	return tools
}

// Shows reports whether tools/list shows a tool, which is in a group otherwise.
func (c *Catalog) Shows(name string) bool {
	return c.ListGrouped || !slices.ContainsFunc(c.Groups, func(g *group.Group) bool { return g.Has(name) })
}

// NameFor returns how a text names a tool of emcp for a client, which may have to call it through a group.
func (c *Catalog) NameFor(tool string, to Client) string {
	if c.Shows(tool) {
		return to.sees(tool)
	}
	i := slices.IndexFunc(c.Groups, func(g *group.Group) bool { return g.Has(tool) })
	return to.sees(tool) + " (through " + c.Groups[i].ToolName(group.Call) + ")"
}

// GroupTool returns the group to which a tool itself belongs, and the tool's role in it.
func (c *Catalog) GroupTool(name string) (g *group.Group, role group.Role, ok bool) {
	own, ok := c.groupTools[name]
	return own.group, own.role, ok
}
