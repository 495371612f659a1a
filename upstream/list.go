package upstream

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// List is what an upstream offers to callers of emcp.
type List struct {
	Tools   []Tool
	Refused []Refusal // tools that it offers and emcp does not use
	Listed  int       // tools that the upstream has listed

	Resources Offer[Resource]
	Prompts   Offer[Prompt]

	room  int // size of schemas that there is room for
	shown int // bytes of the tools
}

// Offer is what an upstream offers in addition to tools: its resources or its prompts.
type Offer[T any] struct {
	Used    []T
	Refused []Refusal // those that the owner has chosen and emcp does not use
	Listed  int       // how many the upstream has listed
	// Failure is the reason why the list could not be read, for owners. Used is then the result of an earlier reading.
	Failure string

	shown int // bytes of those in Used
}

// Refusal names a tool, resource or prompt that is not used, and the reason, for owners.
type Refusal struct {
	Name   string // of a resource its URI
	Reason string
}

// Tool is a tool of an upstream, as emcp shows it.
type Tool struct {
	Name        string // with the prefix: letters, digits, _ and -, at most 64
	Title       string // begins with the name of the upstream, as the description does; empty: none
	Description string
	Input       jsontext.Value
	Writes      bool // it may change something
	Destructive bool // of tools that write: it may remove or overwrite something
	OpenWorld   bool // it deals with more than the upstream's own data
	Upstream    *Upstream

	remote string // name at the upstream
	schema *argumentSchema
}

// Prompt is a prompt of an upstream, as emcp shows it.
type Prompt struct {
	Name        string // with the prefix: letters, digits, _ and -, at most 64
	Title       string // begins with the name of the upstream, as the description does; empty: none
	Description string
	Arguments   []PromptArgument
	Upstream    *Upstream

	remote string // name at the upstream
}

// PromptArgument is an argument of a prompt.
type PromptArgument struct {
	Name        string // letters, digits, _ . and -
	Description string
	Required    bool
}

// Resource is a resource of an upstream, as emcp shows it.
type Resource struct {
	URI         string // absolute, at most 1,024 bytes, not of the scheme evo
	Name        string // begins with the name of the upstream, as title and description do
	Title       string // empty: none
	Description string
	MIMEType    string // empty: unknown
	Upstream    *Upstream
}

// Bounds of what an upstream lists.
const (
	mostTools     = 200
	mostPages     = 20
	mostEntries   = 50_000 // on all pages together, used or not
	mostListBytes = 4 << 20
	mostShown     = 256 << 10 // bytes of names, titles, descriptions and schemas together: assistants read all of it
	// size of all schemas as survey counts it, used or not; preparing them takes some 500 ms and 20 MiB
	mostSchemas    = 20_000
	maxName        = 64
	maxTitle       = 100
	maxDescription = 1000
)

// mostOffered limits the bytes of the resources of an upstream, and of its prompts. Clients read these
// lists, assistants do not.
const mostOffered = 64 << 10

// Tool returns the tool that is shown under a name.
func (l *List) Tool(name string) (Tool, bool) {
	i := slices.IndexFunc(l.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return l.Tools[i], true
}

// shows reports whether two lists look the same to callers.
func (l *List) shows(other *List) bool {
	tools := slices.EqualFunc(l.Tools, other.Tools, func(a, b Tool) bool {
		return a.Name == b.Name && a.Title == b.Title && a.Description == b.Description && bytes.Equal(a.Input, b.Input) &&
			a.Writes == b.Writes && a.Destructive == b.Destructive && a.OpenWorld == b.OpenWorld
	})
	return tools && slices.Equal(l.Resources.Used, other.Resources.Used) &&
		slices.EqualFunc(l.Prompts.Used, other.Prompts.Used, Prompt.sameAs)
}

// add adds a tool with a schema, or returns the reason why it is not added.
func (l *List) add(t Tool, schema jsontext.Value) (reason string) {
	if len(l.Tools) == mostTools {
		return fmt.Sprintf("emcp uses at most %d tools of an upstream; choose them with allow", mostTools)
	}
	if _, taken := l.Tool(t.Name); taken {
		return "another tool of the upstream has the same name " + t.Name
	}
	var err error
	if t.schema, err = compile(schema, &l.room); err != nil {
		return "emcp cannot check its arguments: " + bounded(err)
	}
	if t.Input, err = cleanSchema(schema); err != nil {
		return "its schema is not valid JSON"
	}
	shown := len(t.Name) + len(t.Title) + len(t.Description) + len(t.Input)
	if l.shown+shown > mostShown {
		return fmt.Sprintf("emcp shows at most %d bytes of the tools of an upstream; choose them with allow", mostShown)
	}
	l.shown += shown
	l.Tools = append(l.Tools, t)
	return ""
}

// mostRefused is how many refusals are kept of each list.
const mostRefused = 50

// refuse adds a refusal, up to mostRefused.
func refuse(refused []Refusal, name, reason string) []Refusal {
	if len(refused) == mostRefused {
		return refused
	}
	return append(refused, Refusal{cleanLine(name, maxName), reason})
}

// sameAs reports whether two prompts look the same to callers.
func (p Prompt) sameAs(other Prompt) bool {
	return p.Name == other.Name && p.Title == other.Title && p.Description == other.Description &&
		slices.Equal(p.Arguments, other.Arguments)
}

// add adds a resource or prompt to an offer, unless there is a reason not to use it. shown are its texts.
func (o *Offer[T]) add(used T, name string, most int, reason string, shown ...string) {
	size := 0
	for _, text := range shown {
		size += len(text)
	}
	switch {
	case reason != "":
	case len(o.Used) == most:
		reason = fmt.Sprintf("emcp uses at most %d of an upstream; choose fewer", most)
	case o.shown+size > mostOffered:
		reason = fmt.Sprintf("emcp shows at most %d bytes of them; choose fewer", mostOffered)
	}
	if reason != "" {
		o.Refused = refuse(o.Refused, name, reason)
		return
	}
	o.shown += size
	o.Used = append(o.Used, used)
}
