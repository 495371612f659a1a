package mcp

import (
	"context"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/group"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
)

// groupTool is a tool that belongs to a group itself.
type groupTool struct {
	group *group.Group
	role  group.Role
}

// groupToolsByName returns the own tools of groups by name. They have their names before tools of upstreams, but not
// before those of emcp, also denied ones.
func (e *endpoint) groupToolsByName() map[string]groupTool {
	all := map[string]groupTool{}
	for _, g := range e.Groups {
		for _, role := range g.Roles() {
			if name := g.ToolName(role); !e.hasTool(name) {
				all[name] = groupTool{g, role}
			}
		}
	}
	return all
}

// unwrapped returns the message that counts in place of m: where m calls a tool through a group, the call of that tool.
// So everything that holds for the tool holds for it there, too. A call whose arguments cannot be read stays one of the
// group's tool.
func (e *endpoint) unwrapped(m message) message {
	if m.Method != wire.CallMethod {
		return m
	}
	own, ok := e.groupTools[m.Tool]
	if !ok {
		return m
	}
	m.group, m.role = own.group, own.role
	if own.role != group.Call {
		return m
	}
	if inner, err := group.ReadCall(m.Arguments); err == nil {
		m.Tool, m.Arguments, m.role = inner.Tool, inner.Arguments, ""
	}
	return m
}

// admitGrouped refuses calls through a group of tools that it does not have, or that the caller may not call.
func (e *endpoint) admitGrouped(caller identity.Principal, m message) error {
	if _, own := e.groupTools[m.Tool]; !own && m.group.Has(e.Tools.Canonical(m.Tool)) {
		if err := e.admitCall(caller, m.Tool); err == nil || fault.From(err).Kind != fault.UnknownTool {
			return err
		}
	}
	var names []string
	for _, tool := range e.grouped(m.group, client{caller: caller}) {
		names = append(names, tool.Name)
	}
	f := fault.New(fault.UnknownTool, "the group %s has no tool of this name; %s returns its tools", m.group.Name,
		m.group.ToolName(group.Find))
	f.Suggestions = fault.Nearest(m.Tool, names)
	return f
}

// grouped returns the tools of a group that a client may use: those of the server and then those of upstreams.
func (e *endpoint) grouped(g *group.Group, to client) []group.Tool {
	var tools []group.Tool
	for _, t := range e.Tools.Tools() {
		if t.For(to.caller) && g.Has(t.Name) {
			tools = append(tools, group.Tool{Name: to.sees(t.Name), Title: t.Title, Description: t.Description,
				Input: t.Input.JSON})
		}
	}
	for _, t := range e.upstreamTools(to.caller) {
		if g.Has(t.Name) {
			tools = append(tools, group.Tool{
				Name: t.Name, Title: t.Title, Description: t.Description, Input: func() []byte { return t.Input },
				Writes: t.Writes, Destructive: t.Destructive, OpenWorld: t.OpenWorld,
			})
		}
	}
	return tools
}

// lists reports whether tools/list shows a tool, which is in a group otherwise.
func (e *endpoint) lists(name string) bool {
	return e.ListGrouped || !slices.ContainsFunc(e.Groups, func(g *group.Group) bool { return g.Has(name) })
}

// called returns how a text names a tool of emcp for a client, which may have to call it through a group.
func (e *endpoint) called(tool string, to client) string {
	if e.lists(tool) {
		return to.sees(tool)
	}
	i := slices.IndexFunc(e.Groups, func(g *group.Group) bool { return g.Has(tool) })
	return to.sees(tool) + " (through " + e.Groups[i].ToolName(group.Call) + ")"
}

// describedGroups returns the tools of the groups themselves as tools/list shows them to a client. A group without
// tools for the caller has none.
func (e *endpoint) describedGroups(to client) []mcpgo.Tool {
	var described []mcpgo.Tool
	for _, g := range e.Groups {
		tools := e.grouped(g, to)
		if len(tools) == 0 {
			continue
		}
		reading := slices.ContainsFunc(tools, func(t group.Tool) bool { return !t.Writes })
		for _, role := range g.Roles() {
			if own := e.groupTools[g.ToolName(role)]; own.group != g || role == group.Task && !reading {
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

// maxFound bounds the result of NAME_find, in bytes.
const maxFound = 24 << 10

// callGroup answers tools/call of a tool of a group itself.
func (e *endpoint) callGroup(ctx context.Context, from client, m message) (reply, error) {
	r := reply{seen: nothingSeen}
	switch m.role {
	case group.Task:
		return e.doTask(ctx, from, m)
	case group.Call:
		_, err := group.ReadCall(m.Arguments)
		return r.failed(from, err)
	}
	words, err := group.ReadFind(m.Arguments)
	if err != nil {
		return r.failed(from, err)
	}
	e.awaitLists(ctx)
	tools := e.grouped(m.group, from)
	// sent twice, once with escapes
	r.before, r.result = toolResult(group.Search(tools, words, min(maxFound, e.ResultBytes/3)), e.Output)
	return r, nil
}
