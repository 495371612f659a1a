package group

import (
	"slices"

	"emcp/internal/identity"
)

// Group is a choice of a server's tools.
type Group struct {
	Name        string
	Title       string // for people; can be empty
	Description string // for assistants, in the words of the owner
	Tools       []identity.Pattern
	Agent       *Agent // nil: the group does no tasks
}

// Role is what a tool of the group itself does.
type Role string

// The roles. A tool has the name of its group, _ and its role.
const (
	Find Role = "find"
	Call Role = "call"
	Task Role = "agent" // only with an agent
)

// Roles returns the roles of the tools that the group has.
func (g *Group) Roles() []Role {
	if g.Agent == nil {
		return []Role{Find, Call}
	}
	return []Role{Find, Call, Task}
}

// ToolName returns the name of the tool of a role.
func (g *Group) ToolName(r Role) string { return g.Name + "_" + string(r) }

// Has reports whether a tool of that name belongs to the group.
func (g *Group) Has(name string) bool {
	return slices.ContainsFunc(g.Tools, func(p identity.Pattern) bool { return p.Matches(name) })
}

// Tool is a tool in a group, as a caller may use it.
type Tool struct {
	Name        string // as the client sees it
	Title       string
	Description string
	Input       func() []byte // JSON Schema of the arguments
	Writes      bool          // it may change something
	Destructive bool          // of tools that write: it may remove or overwrite something
	OpenWorld   bool          // it deals with more than its own data
}

// About returns the title and the description of the tool of a role.
func (g *Group) About(r Role) (title, description string) {
	if title = g.Title; title != "" {
		title += map[Role]string{Find: ": find a tool", Call: ": call a tool", Task: ": do a task"}[r]
	}
	switch r {
	case Task:
		return title, g.Description +
			" Does a task with those tools of this group that only read, and answers with a text. A language model decides " +
			"which tools it calls; what they return goes to that model."
	case Find:
		return title, g.Description +
			" Finds the tools of this group by words, with their arguments; without words it lists all. Call them with " +
			g.ToolName(Call) + "."
	}
	return title, "Calls a tool that " + g.ToolName(Find) + " has described, and returns its result."
}
