package toolset

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// Declared is a declared tool that fits the tools that it calls.
type Declared struct {
	bundle.Tool

	input *Schema
	calls []Tool // the tool of each step
}

// Declare checks the owner's declarations against the tools of a server with these options, and returns the declared
// tools. Errors are for the owner and name the place of the declaration. A declared tool can call every tool that is
// for everybody and not denied, even one that is not listed.
func Declare(b bundle.Bundle, o Options) ([]Declared, error) {
	if len(b.Tools) == 0 { // and no resources, which are results of tools
		return nil, nil
	}
	callable := o.callable()
	places := map[string]string{} // owners of declared names, by the name with underscores
	for _, name := range Names() {
		places[Underscored(name)] = "a tool of emcp"
	}
	var declared []Declared
	for _, tool := range b.Tools {
		if other, taken := places[Underscored(tool.Name)]; taken {
			return nil, fmt.Errorf("%s: the name %s is already that of %s; rename one, or mount the bundle with a prefix", tool.Place, tool.Name, other)
		}
		places[Underscored(tool.Name)] = tool.Place
		input, err := readSchema(tool.Arguments)
		if err != nil {
			return nil, fmt.Errorf("%s.arguments: %w", tool.Place, err)
		}
		d := Declared{Tool: tool, input: input}
		if err := d.check(callable); err != nil {
			return nil, err
		}
		declared = append(declared, d)
	}
	for _, r := range b.Resources {
		i := slices.IndexFunc(declared, func(d Declared) bool { return d.Name == r.Tool })
		if err := declared[i].input.Check(jsontext.Value(cmp.Or(string(r.Arguments), "{}"))); err != nil {
			return nil, fmt.Errorf("%s.arguments: %s", r.Place, fault.From(err).Told())
		}
	}
	return declared, nil
}

// callable returns the tools that a declared tool can call, by name.
func (o Options) callable() map[string]Tool {
	tools := map[string]Tool{}
	for _, tool := range slices.Concat(contentTools(o), modelTools(o), siteTools()) {
		if !slices.ContainsFunc(o.Deny, func(p identity.Pattern) bool { return p.Matches(tool.Name) }) {
			tools[tool.Name] = tool
		}
	}
	return tools
}

// check finds the tools that the steps call, and checks the steps against them.
func (d *Declared) check(callable map[string]Tool) error {
	used := map[string]bool{}
	for i, step := range d.Steps {
		place := fmt.Sprintf("%s.steps[%d]", d.Place, i)
		tool, ok := callable[step.Tool]
		if !ok {
			f := fault.New(fault.UnknownTool, "%q is not a tool that declared tools can call on this server", step.Tool)
			f.Suggestions = fault.Nearest(step.Tool, slices.Sorted(maps.Keys(callable)))
			return fmt.Errorf("%s.tool: %s", place, f.Told())
		}
		d.calls = append(d.calls, tool)
		if err := d.fits(step.With, tool.Input, ""); err != nil {
			return fmt.Errorf("%s.with: %w", place, err)
		}
		if name := d.absent(step.With, tool.Input); name != "" {
			return fmt.Errorf("%s.with: %s always needs a value; make the argument %s required, or give it a $default", place, step.Tool, name)
		}
		for _, name := range step.With.Arguments() {
			used[name] = true
		}
	}
	if d.Result != nil {
		for _, name := range d.Result.Arguments() {
			used[name] = true
			if _, _, ok := d.argument(name); !ok {
				return fmt.Errorf("%s.result: %w", d.Place, d.noArgument(name))
			}
		}
	}
	if name := unused(d.input, "", used); name != "" {
		return fmt.Errorf("%s.arguments: nothing uses %s; put {$argument: %s} into a step", d.Place, name, name)
	}
	for i, example := range d.Examples {
		if err := d.input.Check(example); err != nil {
			return fmt.Errorf("%s.examples[%d]: %s", d.Place, i, fault.From(err).Told())
		}
	}
	return nil
}

// unused returns an argument, or a member of one, that no template uses; "" if there is none. path is the path of the object.
func unused(o *Schema, path string, used map[string]bool) string {
	for _, p := range o.properties {
		name := join(path, p.name)
		switch {
		case used[name]:
		case len(p.schema.properties) == 0:
			return name
		default:
			if inner := unused(p.schema, name, used); inner != "" {
				return inner
			}
		}
	}
	return ""
}

// argument returns the schema of an argument, or of a member of one, such as price.most. always says that every call has it.
func (d Declared) argument(path string) (s *Schema, always, ok bool) {
	s, always = d.input, true
	for name := range strings.SplitSeq(path, ".") {
		p, known := s.member(name)
		if !known {
			return nil, false, false
		}
		s, always = p.schema, always && p.required
	}
	return s, always, true
}

func (d Declared) noArgument(name string) error {
	return fmt.Errorf("there is no argument %s; declare it in arguments.properties", name)
}

// fits returns an error for the first place of a template that can have a value which the schema refuses. Values from
// results of earlier steps are checked only when the tool is called.
func (d Declared) fits(t bundle.Template, s *Schema, path string) error {
	switch {
	case t.Literal != nil:
		if err := s.check(decoder(t.Literal), path); err != nil {
			return fmt.Errorf("%s", fault.From(err).Told())
		}
		return nil
	case t.Argument != "":
		return d.argumentFits(t, s, path)
	case t.Result != nil:
		return nil
	case t.Elements != nil && !s.allows("array"), t.Members != nil && !s.allows("object"):
		return s.wrongType(path)
	}
	for i, element := range t.Elements {
		if err := d.fits(element, s.items, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	given := map[string]bool{}
	for _, m := range t.Members {
		p, known := s.member(m.Name)
		if !known {
			return fmt.Errorf("%s", fault.From(s.unknownProperty(m.Name, path)).Told())
		}
		given[m.Name] = true
		if err := d.fits(m.Value, p.schema, join(path, m.Name)); err != nil {
			return err
		}
	}
	for _, p := range s.properties {
		if t.Members != nil && p.required && !given[p.name] {
			return fmt.Errorf("%s is required", join(path, p.name))
		}
	}
	return nil
}

// absent returns the argument that gives a required member its value although callers can leave the argument out.
func (d Declared) absent(t bundle.Template, s *Schema) (argument string) {
	for _, m := range t.Members {
		if p, _ := s.member(m.Name); !p.required || m.Value.Argument == "" || m.Value.Default != nil {
			continue
		}
		if _, always, _ := d.argument(m.Value.Argument); !always {
			return m.Value.Argument
		}
	}
	return ""
}

func (d Declared) argumentFits(t bundle.Template, s *Schema, path string) error {
	argument, _, ok := d.argument(t.Argument)
	if !ok {
		return fmt.Errorf("%s: %w", path, d.noArgument(t.Argument))
	}
	if err := s.takes(argument); err != nil {
		return fmt.Errorf("%s: the argument %s %w", path, t.Argument, err)
	}
	if t.Default == nil {
		return nil
	}
	return d.fits(bundle.Template{Literal: t.Default}, s, path)
}

// declared returns a declared tool as one of the toolset.
func (t *Toolset) declared(d Declared) Tool {
	return Tool{
		Name: d.Name, Title: d.Title, Description: d.Description, Input: d.input, Meta: d.Meta, declared: true,
		documents: !slices.ContainsFunc(d.calls, func(tool Tool) bool { return !tool.documents }),
		parse: func(arguments jsontext.Value, _ Options) (action, error) {
			values := bundle.Values{Arguments: map[string]jsontext.Value{}, Results: map[string]jsontext.Value{}}
			err := bundle.EachMember(arguments, func(name string, value jsontext.Value) error {
				values.Arguments[name] = value
				return nil
			})
			return func(ctx context.Context, c *call) (toolAnswer, error) { return t.runSteps(ctx, c, d, values) }, err
		},
	}
}

// runSteps calls the tools of a declared tool. A step is skipped if it needs something that an earlier result lacks; it
// then has no result.
func (t *Toolset) runSteps(ctx context.Context, c *call, d Declared, values bundle.Values) (toolAnswer, error) {
	answer := declaredAnswer{text: jsontext.Value("{}")}
	for i, step := range d.Steps {
		if !step.With.Ready(values) {
			values.Last = nil
			continue
		}
		arguments, _ := step.With.Fill(values)
		result, err := t.run(ctx, c.caller, d.calls[i], arguments)
		if err != nil {
			return nil, explained(err, step, values)
		}
		c.absorb(result)
		answer.found += result.Rows
		values.Last = result.JSON
		if step.Name != "" {
			values.Results[step.Name] = result.JSON
		}
	}
	if d.Result != nil {
		answer.text = d.Result.Show(values)
	} else if values.Last != nil {
		answer.text = values.Last
	}
	return answer, nil
}

// explained returns the error of a step. If an argument of the called tool is wrong, it names the declared argument that
// the value came from. A value that the declaration itself gives has none; then the message has its place.
func explained(err error, step bundle.Step, values bundle.Values) error {
	f := *fault.From(err)
	answers := "the tool " + step.Tool + ", which this one calls, answers: "
	if f.Field == "" {
		f.Message = answers + f.Message
		return &f
	}
	if argument := step.With.ArgumentAt(f.Field, values); argument != "" {
		// The message speaks of the argument of the called tool, so it can have the declared name as an ordinary word only.
		f.Field, f.Message = argument, argument+": "+answers+f.Message
		return &f
	}
	refusal := fault.Error{Field: f.Field, Message: f.Message}
	f.Field, f.Message = "", answers+refusal.Told()
	return &f
}

// absorb records what the result of a step shows of the site.
func (c *call) absorb(r Result) {
	c.shown = append(c.shown, r.shown.documents...)
	c.uncertain = c.uncertain || !r.shown.known
}

// declaredAnswer is the answer of a declared tool.
type declaredAnswer struct {
	text  jsontext.Value
	found int // rows of all steps
}

func (a declaredAnswer) rows() int { return a.found }

func (a declaredAnswer) json() ([]byte, error) { return a.text, nil }
