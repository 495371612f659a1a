package catalog

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/mcp/wire"
	"emcp/upstream"
)

// declaredPrompt returns a prompt of the owner as one of the server.
func declaredPrompt(p bundle.Prompt) Prompt {
	own := Prompt{Name: p.Name, title: p.Title, Description: p.Description, text: p.Text}
	for _, a := range p.Arguments {
		own.arguments = append(own.arguments, PromptArgument{a.Name, a.Description, a.Required, FreeText})
	}
	return own
}

// Argument returns an argument of the prompt.
func (p Prompt) Argument(name string) (PromptArgument, bool) {
	i := slices.IndexFunc(p.arguments, func(a PromptArgument) bool { return a.name == name })
	if i < 0 {
		return PromptArgument{}, false
	}
	return p.arguments[i], true
}

// FindPrompt returns the prompt of a name for a caller. path is where the params have the name.
func (c *Catalog) FindPrompt(caller identity.Principal, path, name string) (Prompt, error) {
	var names []string
	for _, p := range slices.Concat(c.prompts, c.upstreamPrompts(caller)) {
		if p.Name == name {
			return p, c.admitPrompt(p)
		}
		names = append(names, p.Name)
	}
	f := fault.Invalid(path, "there is no prompt of this name; prompts/list returns the prompts")
	f.Suggestions = fault.Nearest(name, names)
	return Prompt{}, f
}

// admitPrompt refuses a prompt that names a denied tool.
func (c *Catalog) admitPrompt(p Prompt) error {
	for _, tool := range p.tools {
		if err := c.Tools.Admit(tool); err != nil {
			return err
		}
	}
	return nil
}

// ListedPrompts returns the prompts as prompts/list shows them to a caller, those of upstreams last.
func (c *Catalog) ListedPrompts(caller identity.Principal) (list []mcpgo.Prompt) {
	for _, p := range slices.Concat(c.prompts, c.upstreamPrompts(caller)) {
		if c.admitPrompt(p) != nil {
			continue
		}
		listed := mcpgo.Prompt{Name: p.Name, Title: p.title, Description: p.Description}
		if p.Upstream != nil {
			listed.Meta = upstreamMeta(p.Upstream.Upstream)
		}
		for _, a := range p.arguments {
			listed.Arguments = append(listed.Arguments,
				mcpgo.PromptArgument{Name: a.name, Description: a.description, Required: a.required})
		}
		list = append(list, listed)
	}
	return list
}

// UpstreamPrompt returns the prompt of an upstream that a caller may get by a name. A prompt of emcp or a declared one,
// also one that is denied, is never replaced by one of an upstream. Prefixes keep those of upstreams apart.
func (c *Catalog) UpstreamPrompt(caller identity.Principal, name string) (upstream.Prompt, bool) {
	own := slices.ContainsFunc(c.prompts, func(p Prompt) bool { return p.Name == name })
	if own || len(c.Upstreams) == 0 || !c.Scopes.Allows(caller, wire.CallMethod) {
		return upstream.Prompt{}, false
	}
	for _, u := range c.Upstreams {
		if p, ok := u.List().Prompt(name); ok {
			return p, true
		}
	}
	return upstream.Prompt{}, false
}

// upstreamPrompts returns those that a caller may get.
func (c *Catalog) upstreamPrompts(caller identity.Principal) (list []Prompt) {
	for _, u := range c.Upstreams {
		for _, p := range u.List().Prompts.Used {
			if found, ok := c.UpstreamPrompt(caller, p.Name); ok && found.Upstream == u {
				list = append(list, promptOf(found))
			}
		}
	}
	return list
}

// promptOf returns a prompt of an upstream as one of the server.
func promptOf(p upstream.Prompt) Prompt {
	own := Prompt{Name: p.Name, title: p.Title, Description: p.Description, Upstream: &p}
	for _, a := range p.Arguments {
		own.arguments = append(own.arguments, PromptArgument{a.Name, a.Description, a.Required, FreeText})
	}
	return own
}

// documentIDs are the strings that can be the id of a document.
var documentIDs = regexp.MustCompile(`^[1-9][0-9]{0,17}$`)

// Check refuses arguments that the prompt does not have, that are missing, or that have an impossible value.
func (p Prompt) Check(arguments map[string]string) error {
	names := make([]string, len(p.arguments))
	for i, a := range p.arguments {
		names[i] = a.name
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if !slices.Contains(names, name) {
			f := fault.Invalid("arguments."+name, "the prompt %s has no such argument; it has %s", p.Name,
				strings.Join(names, ", "))
			f.Suggestions = fault.Nearest(name, names)
			return f
		}
	}
	for _, a := range p.arguments {
		path, value := "arguments."+a.name, arguments[a.name]
		if value == "" && !a.required {
			continue
		}
		if err := wire.Required(path, value); err != nil {
			return err
		}
		if a.Kind == DocumentID && !documentIDs.MatchString(value) {
			return fault.Invalid(path, "%s must be the id of a document, such as 43; completion/complete finds it by the title",
				path)
		}
	}
	return nil
}

// namedTool is where the text of a prompt names a tool.
var namedTool = regexp.MustCompile(`{tool ([a-z_.]+)}`)

// optionalTool is where the text of a prompt names a tool that not every site has.
var optionalTool = regexp.MustCompile(`{tool\? ([a-z_.]+)}`)

// Fill returns the text of a prompt with the arguments in it, in quotes unless they are ids, and with the names of
// tools as the client sees them. Lines with an optional tool for which has is false are left out.
func (p Prompt) Fill(arguments map[string]string, has func(tool string) bool, called func(tool string) string) string {
	var pairs, absent []string
	for _, a := range p.arguments {
		value := arguments[a.name]
		switch {
		case value == "":
			absent = append(absent, "{"+a.name+"}")
		case a.Kind == DocumentID:
			pairs = append(pairs, "{"+a.name+"}", value)
		default:
			pairs = append(pairs, "{"+a.name+"}", string(wire.Quoted(value)))
		}
	}
	replace := strings.NewReplacer(pairs...)
	var text strings.Builder
	for line := range strings.Lines(p.text) {
		if optional := optionalTool.FindStringSubmatch(line); optional != nil {
			if !has(optional[1]) {
				continue
			}
			line = strings.Replace(line, optional[0], called(optional[1]), 1)
		}
		if !slices.ContainsFunc(absent, func(name string) bool { return strings.Contains(line, name) }) {
			line = namedTool.ReplaceAllStringFunc(line,
				func(name string) string { return called(namedTool.FindStringSubmatch(name)[1]) })
			text.WriteString(replace.Replace(line))
		}
	}
	return text.String()
}
