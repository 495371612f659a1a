package toolset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset/schema"
)

// Declare checks the owner's declarations against the tools of a server with these options. It returns the declared
// tools, or all mistakes, each with the place of the declaration. A declared tool can call every tool that is open to
// all callers and not denied, even an unlisted one.
func Declare(b bundle.Bundle, o Options) (declared []Declared, found []error) {
	if len(b.Tools) == 0 { // and no resources, which are results of tools
		return nil, nil
	}
	callable := o.callable()
	places := map[string]string{} // owners of declared names, by the name with underscores
	for _, name := range Names() {
		places[Underscored(name)] = "a tool of emcp"
	}
	for _, tool := range b.Tools {
		if other, taken := places[Underscored(tool.Name)]; taken {
			found = append(found, fmt.Errorf("%s: the name %s is already that of %s; rename one, or mount the bundle with a "+
				"prefix", tool.Place, tool.Name, other))
		}
		places[Underscored(tool.Name)] = tool.Place
		d, wrong := declare(tool, callable)
		found = append(found, wrong...)
		declared = append(declared, d)
	}
	for _, r := range b.Resources {
		i := slices.IndexFunc(declared, func(d Declared) bool { return d.Name == r.Tool })
		if declared[i].input == nil {
			continue // what is wrong with the arguments of the tool has been reported
		}
		if err := declared[i].input.Check(jsontext.Value(cmp.Or(string(r.Arguments), "{}"))); err != nil {
			found = append(found, fmt.Errorf("%s.arguments: %s", r.Place, fault.From(err).Told()))
		}
	}
	if len(found) > 0 {
		return nil, found
	}
	return declared, nil
}

// callable returns the tools that a declared tool can call, by name.
func (o Options) callable() map[string]Tool {
	tools := map[string]Tool{}
	for _, tool := range slices.Concat(contentTools(o.Options), modelTools(o.Options), siteTools(), itemTools(o.Options)) {
		if !slices.ContainsFunc(o.Deny, func(p identity.Pattern) bool { return p.Matches(tool.Name) }) {
			tools[tool.Name] = tool
		}
	}
	return tools
}

// declare finds the tools that the steps call, and checks the steps against them. Without valid arguments nothing can
// be compared with them.
func declare(tool bundle.Tool, callable map[string]Tool) (d Declared, wrong []error) {
	d.Tool = tool
	m := schema.NewMistakes(tool.Place, &wrong)
	if d.input = schema.Read(tool.Arguments, m.At(".arguments")); len(wrong) > 0 {
		d.input = nil
		return d, wrong
	}
	used := map[string]bool{}
	for i, step := range d.Steps {
		m := m.At(fmt.Sprintf(".steps[%d]", i))
		for _, name := range step.With.Arguments() {
			used[name] = true
		}
		tool, ok := callable[step.Tool]
		if !ok {
			f := fault.New(fault.UnknownTool, "%q is not a tool that declared tools can call on this server", step.Tool)
			f.Suggestions = fault.Nearest(step.Tool, slices.Sorted(maps.Keys(callable)))
			m.At(".tool").Add("%s", f.Told())
			continue
		}
		d.calls = append(d.calls, tool)
		m = m.At(".with")
		d.fits(step.With, tool.Input, "", m)
		for _, name := range d.absent(step.With, tool.Input) {
			m.Add("%s always needs a value; make the argument %s required, or give it a $default", step.Tool, name)
		}
	}
	if d.Result != nil {
		for _, name := range d.Result.Arguments() {
			used[name] = true
			if _, _, ok := d.input.Lookup(name); !ok {
				m.At(".result").Add(noArgument, name)
			}
		}
	}
	for _, name := range d.input.Unused("", used) {
		m.At(".arguments").Add("nothing uses %s; put {$argument: %s} into a step", name, name)
	}
	for i, example := range d.Examples {
		if err := d.input.Check(example); err != nil {
			m.At(fmt.Sprintf(".examples[%d]", i)).Add("%s", fault.From(err).Told())
		}
	}
	return d, wrong
}

// noArgument is the message for a place that names an undeclared argument.
const noArgument = "there is no argument %s; declare it in arguments.properties"

// fits reports each place of a template that can have a value which the schema refuses. Values from results of earlier
// steps are checked only when the tool is called.
func (d Declared) fits(t bundle.Template, s *schema.Schema, path string, m schema.Mistakes) {
	refuse := func(err error) { m.Add("%s", fault.From(err).Told()) }
	switch {
	case t.Literal != nil && t.Literal.Kind() == '{' && s.Allows("object"):
		t = bundle.Template{Members: literalMembers(t.Literal)} // to report every member
	case t.Literal != nil:
		if err := s.CheckAt(t.Literal, path); err != nil {
			refuse(err)
		}
		return
	case t.Argument != "":
		d.argumentFits(t, s, path, m)
		return
	case t.Result != nil:
		return
	case t.Elements != nil && !s.Allows("array"), t.Members != nil && !s.Allows("object"):
		refuse(s.WrongType(path))
		return
	}
	for i, element := range t.Elements {
		d.fits(element, s.Elements(), fmt.Sprintf("%s[%d]", path, i), m)
	}
	present := map[string]bool{}
	for _, member := range t.Members {
		present[member.Name] = true
		if property, _, ok := s.Member(member.Name); ok {
			d.fits(member.Value, property, schema.Join(path, member.Name), m)
		} else {
			refuse(s.UnknownProperty(member.Name, path))
		}
	}
	for _, name := range s.RequiredNames() {
		if t.Members != nil && !present[name] {
			m.Add("%s is required", schema.Join(path, name))
		}
	}
}

// literalMembers returns the members of a JSON object, which contains no places.
func literalMembers(object jsontext.Value) []bundle.Member {
	list := []bundle.Member{}
	_ = bundle.EachMember(object, func(name string, value jsontext.Value) error { // it has been parsed before
		list = append(list, bundle.Member{Name: name, Value: bundle.Template{Literal: value}})
		return nil
	})
	return list
}

// absent returns optional arguments that required members get their values from.
func (d Declared) absent(t bundle.Template, s *schema.Schema) (arguments []string) {
	for _, m := range t.Members {
		if _, needed, _ := s.Member(m.Name); !needed || m.Value.Argument == "" || m.Value.Default != nil {
			continue
		}
		if _, always, known := d.input.Lookup(m.Value.Argument); known && !always {
			arguments = append(arguments, m.Value.Argument)
		}
	}
	return arguments
}

func (d Declared) argumentFits(t bundle.Template, s *schema.Schema, path string, m schema.Mistakes) {
	argument, _, ok := d.input.Lookup(t.Argument)
	if !ok {
		m.Add("%s: "+noArgument, path, t.Argument)
		return
	}
	if err := s.Takes(argument); err != nil {
		m.Add("%s: the argument %s %w", path, t.Argument, err)
	}
	if t.Default != nil {
		d.fits(bundle.Template{Literal: t.Default}, s, path, m)
	}
}
