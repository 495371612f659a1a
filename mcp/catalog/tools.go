package catalog

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/bundle"
	"emcp/group"
	"emcp/mcp/reply"
	"emcp/toolset"
	"emcp/upstream"
)

// ListedTools returns the tools as tools/list shows them to a client: the server's, those of upstreams, and those of
// groups. A brief list of the server's is in the order of the contract, because a tool explains arguments for the tools
// after it; other lists are in the order of names. The server's tools only read, and only from the site.
func (c *Catalog) ListedTools(to Client) []mcpgo.Tool {
	return slices.Concat(c.describedOwn(to), c.describedUpstream(to), c.describedGroups(to))
}

// describedOwn returns the tools of emcp and the declared ones.
func (c *Catalog) describedOwn(to Client) []mcpgo.Tool {
	tools := slices.DeleteFunc(slices.Clone(c.Tools.Tools()),
		func(tool toolset.Tool) bool { return !tool.For(to.Caller) || !c.Shows(tool.Name) })
	yes, no := true, false
	hints := mcpgo.ToolAnnotation{ReadOnlyHint: &yes, IdempotentHint: &yes, DestructiveHint: &no, OpenWorldHint: &no}
	if to.Brief && !c.ToolsOnly {
		tools = c.Tools.Brief(tools)
		hints = mcpgo.ToolAnnotation{ReadOnlyHint: &yes} // the others say nothing more of tools that only read
	} else {
		slices.SortFunc(tools, func(a, b toolset.Tool) int { return cmp.Compare(a.Name, b.Name) })
	}
	described := make([]mcpgo.Tool, len(tools))
	for i, tool := range tools {
		described[i] = mcpgo.Tool{
			Name: to.sees(tool.Name), Title: tool.Title, Description: tool.Description, RawInputSchema: tool.Input.JSON(),
			Annotations: hints,
		}
		if c.Profile != nil { // calls have an envelope
			described[i].RawInputSchema = tool.Input.Open().JSON()
		}
		if tool.Meta != nil {
			described[i].Meta = metaOf(tool.Meta)
		}
		if tool.Output != nil && c.Output != reply.OutputText { // results must then have structured content
			described[i].RawOutputSchema = tool.Output.JSON()
		}
	}
	return described
}

// metaOf returns what an owner has declared as the _meta of a tool.
func metaOf(object jsontext.Value) *mcpgo.Meta {
	members := map[string]any{}
	_ = bundle.EachMember(object, func(name string, value jsontext.Value) error { // the configuration has checked it
		members[name] = value
		return nil
	})
	return &mcpgo.Meta{AdditionalFields: members}
}

// sees returns the name that the client sees for a tool of the contract.
func (c Client) sees(tool string) string {
	if c.Underscored {
		return toolset.Underscored(tool)
	}
	return tool
}

// describedUpstream returns the tools of upstreams as tools/list shows them to a client: after those of emcp, each with
// the name of its upstream in the description and in _meta.
func (c *Catalog) describedUpstream(to Client) []mcpgo.Tool {
	var described []mcpgo.Tool
	for _, tool := range c.upstreamTools(to.Caller) {
		if c.Shows(tool.Name) {
			described = append(described, describeUpstream(tool))
		}
	}
	return described
}

func describeUpstream(tool upstream.Tool) mcpgo.Tool {
	reads := !tool.Writes
	hints := mcpgo.ToolAnnotation{ReadOnlyHint: &reads, OpenWorldHint: &tool.OpenWorld}
	if tool.Writes {
		hints.DestructiveHint = &tool.Destructive
	}
	return mcpgo.Tool{
		Name: tool.Name, Title: tool.Title, Description: tool.Description, RawInputSchema: []byte(tool.Input),
		Annotations: hints,
		Meta:        upstreamMeta(tool.Upstream),
	}
}

// describedGroups returns the tools of the groups themselves as tools/list shows them to a client. A group without
// tools for the caller has none.
func (c *Catalog) describedGroups(to Client) []mcpgo.Tool {
	var described []mcpgo.Tool
	for _, g := range c.Groups {
		tools := c.Grouped(g, to)
		if len(tools) == 0 {
			continue
		}
		reading := slices.ContainsFunc(tools, func(t group.Tool) bool { return !t.Writes })
		for _, role := range g.Roles() {
			if own := c.groupTools[g.ToolName(role)]; own.group != g || role == group.Task && !reading {
				continue
			}
			title, description := g.About(role)
			described = append(described, mcpgo.Tool{
				Name: g.ToolName(role), Title: title, Description: description, RawInputSchema: role.Schema(),
				Annotations: hintsOf(role, tools),
			})
		}
	}
	return described
}

// hintsOf returns the annotations of a group's own tool: those of all its tools together.
func hintsOf(role group.Role, tools []group.Tool) mcpgo.ToolAnnotation {
	reads, destructive, open := true, false, false
	switch role {
	case group.Find:
	case group.Task:
		open = true // the language model
	case group.Call:
		for _, t := range tools {
			reads, destructive, open = reads && !t.Writes, destructive || t.Destructive, open || t.OpenWorld
		}
	}
	hints := mcpgo.ToolAnnotation{ReadOnlyHint: &reads, OpenWorldHint: &open}
	if !reads {
		hints.DestructiveHint = &destructive
	}
	return hints
}
