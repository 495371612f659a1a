package bundle

import (
	"fmt"
	"iter"
	"regexp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Bundle is a set of declarations. Servers mount bundles.
type Bundle struct {
	Tools     []Tool
	Prompts   []Prompt
	Resources []Resource
}

// Tool is a declared tool. It calls tools of emcp one after the other, and returns a part of their results.
type Tool struct {
	Place        string // place of the declaration for messages, such as bundles.shop.tools[0]
	Name         string
	Title        string
	Description  string
	Arguments    jsontext.Value // JSON Schema of an object; nil: no arguments
	Steps        []Step         // at least one
	Result       *Template      // an object or a text; nil: the result of the last step
	Codes        Codes
	PricingRange *PricingRange  // for the manifest of a platform; nil: none
	Source       string         // the declaration as text; differs between different tools
	Meta         jsontext.Value // _meta of the tool for clients, an object; nil: none
	Examples     []jsontext.Value
}

// Codes are codes of the owner for errors of a tool. An empty one is that of emcp.
type Codes struct {
	InvalidParams string
	NothingFound  string
}

// All returns the codes that there are, by their keys.
func (c Codes) All() iter.Seq2[string, string] {
	return func(yield func(key, code string) bool) {
		if c.InvalidParams != "" && !yield("invalid_params", c.InvalidParams) {
			return
		}
		if c.NothingFound != "" {
			yield("nothing_found", c.NothingFound)
		}
	}
}

// PricingRange says what the things that a tool offers cost. Clients do not get it.
type PricingRange struct {
	Lowest   float64 `json:"lowest"`
	Highest  float64 `json:"highest"`
	Currency string  `json:"currency"` // ISO 4217, such as INR
}

// Step is a call of a tool of emcp.
type Step struct {
	Name     string // by which templates refer to its result; can be empty
	Tool     string // such as evo.content.search
	With     Template
	NotFound string // message of the error that ends the call if the step finds nothing; empty: the call goes on
}

// Prompt is a declared prompt. In the text, {name} stands for the argument of that name.
type Prompt struct {
	Place       string
	Name        string
	Title       string
	Description string
	Arguments   []PromptArgument
	Text        string
}

// PromptArgument is an argument of a prompt. Its value is a string.
type PromptArgument struct {
	Name        string
	Description string
	Required    bool
}

// Resource is a declared resource. Its content is the result of a tool of the same bundle.
type Resource struct {
	Place       string
	URI         string
	Name        string
	Title       string
	Description string
	Tool        string
	Arguments   jsontext.Value
	Text        bool // whether the result is a text; otherwise it is JSON
}

// Limits of declarations. A declared tool costs as much as its steps.
const (
	MaxSteps       = 5
	MaxTools       = 100 // per bundle; the same for prompts and for resources
	maxName        = 64  // with its prefix, as long as clients allow
	maxDescription = 1000
	maxMessage     = 300 // of an error, in bytes
)

// names matches the names of tools, prompts, steps and arguments, and prefixes. Only tools of the contract have dots in
// their names.
var names = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// CheckName returns an error if a tool, prompt, step or argument cannot have the name.
func CheckName(name string) error {
	if !names.MatchString(name) || len(name) > maxName {
		return fmt.Errorf("%q must begin with a letter and have only letters, digits, _ and -, at most %d characters", name,
			maxName)
	}
	return nil
}

// ownCodes matches codes of errors, such as LISTING_NOT_FOUND or shop.listing_not_found.
var ownCodes = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,63}$`)

// CheckDescription returns an error if a tool or prompt cannot have the description. Assistants choose tools by it.
func CheckDescription(text string) error {
	if text == "" || len(text) > maxDescription {
		return fmt.Errorf("must have 1 to %d bytes; assistants choose by it", maxDescription)
	}
	return nil
}

// maxMeta is the size of the largest _meta of a tool, in bytes. Clients read it with every list of tools.
const maxMeta = 16 << 10

// metaNames matches the names in _meta (MCP 2025-11-25, General fields), with an optional prefix.
var metaNames = regexp.MustCompile(
	`^(([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?` +
		`[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// metaReserved matches the prefixes that belong to MCP and to emcp.
var metaReserved = regexp.MustCompile(`^(([^/.]+\.)?(modelcontextprotocol|mcp)(\.[^/]+)?|emcp)/`)

// CheckMeta returns what is wrong with a value as the _meta of a tool.
func CheckMeta(meta jsontext.Value) (wrong []error) {
	if meta.Kind() != '{' || len(meta) > maxMeta {
		return []error{fmt.Errorf("must be an object of at most %d bytes", maxMeta)}
	}
	_ = EachMember(meta, func(name string, _ jsontext.Value) error { // it has been parsed before
		if !metaNames.MatchString(name) || metaReserved.MatchString(name) {
			wrong = append(wrong, fmt.Errorf("%q cannot be a name in _meta; use a name such as example.com/shelf", name))
		}
		return nil
	})
	return wrong
}

// Prefixed returns the bundle with a prefix before the names of its tools and prompts, and the names that become wrong.
// The prefix can be empty.
func (b Bundle) Prefixed(prefix string) (prefixed Bundle, wrong []error) {
	b.Tools, b.Prompts, b.Resources = slices.Clone(b.Tools), slices.Clone(b.Prompts), slices.Clone(b.Resources)
	if prefix == "" {
		return b, nil
	}
	if err := CheckName(prefix); err != nil { // once, and not for each name
		return b, []error{err}
	}
	rename := func(name *string) {
		*name = prefix + *name
		if err := CheckName(*name); err != nil {
			wrong = append(wrong, err)
		}
	}
	for i := range b.Tools {
		rename(&b.Tools[i].Name)
	}
	for i := range b.Prompts {
		rename(&b.Prompts[i].Name)
	}
	for i := range b.Resources {
		b.Resources[i].Tool = prefix + b.Resources[i].Tool
	}
	return b, wrong
}

// With returns a bundle with the declarations of both.
func (b Bundle) With(other Bundle) Bundle {
	return Bundle{
		slices.Concat(b.Tools, other.Tools), slices.Concat(b.Prompts, other.Prompts),
		slices.Concat(b.Resources, other.Resources),
	}
}

// Check returns what is wrong with the tool in itself. toolset.Declare checks whether its steps fit the tools that they
// call.
func (t Tool) Check() (found []error) {
	wrong := func(path, format string, args ...any) {
		found = append(found, fmt.Errorf("%s%s: %w", t.Place, path, fmt.Errorf(format, args...)))
	}
	if len(t.Steps) == 0 || len(t.Steps) > MaxSteps {
		wrong("", "must have 1 to %d steps", MaxSteps)
	}
	var steps []string
	for i, step := range t.Steps {
		place := fmt.Sprintf(".steps[%d]", i)
		if step.Name != "" {
			if err := CheckName(step.Name); err != nil {
				wrong(place+".name", "%w", err)
			}
			if slices.Contains(steps, step.Name) {
				wrong(place+".name", "the step %q appears twice", step.Name)
			}
		}
		if step.Tool == "" {
			wrong(place+".call", "name the tool of emcp to call, such as evo.content.search")
		}
		if !step.With.isObject() {
			wrong(place+".with", "must be an object with the arguments of the call")
		}
		if len(step.NotFound) > maxMessage {
			wrong(place+".not_found", "must have at most %d bytes", maxMessage)
		}
		for _, err := range slices.Concat(step.With.checkWith(), step.With.checkSteps(steps, i > 0)) {
			wrong(place+".with", "%w", err)
		}
		steps = append(steps, step.Name)
	}
	for key, code := range t.Codes.All() {
		if !ownCodes.MatchString(code) {
			wrong(".codes."+key, "%q must begin with a letter and have only letters, digits, _, - and ., at most 64 characters",
				code)
		}
	}
	if t.Result == nil {
		return found
	}
	if !t.Result.isObject() && t.Result.Text == nil {
		wrong(".result", "must be an object or a %s, because MCP returns no other values; give the value a name", textKey)
	}
	for _, err := range t.Result.checkSteps(steps, true) {
		wrong(".result", "%w", err)
	}
	return found
}

// IsText reports whether the tool returns a text. Others return an object.
func (t Tool) IsText() bool { return t.Result != nil && t.Result.Text != nil }

// placeholders matches the places of arguments in the text of a prompt, and of values in a text.
var placeholders = regexp.MustCompile(`{([A-Za-z][A-Za-z0-9_-]*)}`)

// Check returns what is wrong with the prompt.
func (p Prompt) Check() (found []error) {
	wrong := func(path, format string, args ...any) {
		found = append(found, fmt.Errorf("%s.%s: %w", p.Place, path, fmt.Errorf(format, args...)))
	}
	var known []string
	for i, a := range p.Arguments {
		name := fmt.Sprintf("arguments[%d].name", i)
		if err := CheckName(a.Name); err != nil {
			wrong(name, "%w", err)
		}
		if slices.Contains(known, a.Name) {
			wrong(name, "%q appears twice", a.Name)
		}
		known = append(known, a.Name)
	}
	for _, found := range placeholders.FindAllStringSubmatch(p.Text, -1) {
		if !slices.Contains(known, found[1]) {
			wrong("text", "{%s} is not an argument of the prompt; declare it in arguments", found[1])
		}
	}
	if p.Text == "" {
		wrong("text", "is empty; write what the assistant should do")
	}
	return found
}
