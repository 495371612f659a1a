package config

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/currency"

	"emcp/bundle"
)

// bundles reads the owner's declarations.
func (m *mistakes) bundles(f map[string]fileBundle) map[string]bundle.Bundle {
	bundles := map[string]bundle.Bundle{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path, entry := join("bundles", name), f[name]
		if max(len(entry.Tools), len(entry.Prompts), len(entry.Resources)) > bundle.MaxTools {
			m.add("%s: has more than %d tools, prompts or resources", path, bundle.MaxTools)
			continue
		}
		var b bundle.Bundle
		for i, tool := range entry.Tools {
			b.Tools = append(b.Tools, m.tool(m.element(path+".tools", i), tool))
		}
		for i, prompt := range entry.Prompts {
			b.Prompts = append(b.Prompts, m.prompt(m.element(path+".prompts", i), prompt))
		}
		for i, resource := range entry.Resources {
			b.Resources = append(b.Resources, m.resource(m.element(path+".resources", i), resource, b.Tools))
		}
		bundles[name] = b
	}
	return bundles
}

// tool reads a declared tool.
func (m *mistakes) tool(path string, f fileTool) bundle.Tool {
	m.named(path, f.Name, f.Description)
	steps := f.Steps
	switch {
	case f.Call != "" && len(f.Steps) > 0:
		m.add("%s: has both call and steps; keep one of them", path)
	case f.Call == "" && len(f.Steps) == 0:
		m.add("%s.call: name the tool of emcp to call, such as evo.content.search", path)
	case f.Call != "":
		steps = []fileStep{{Call: f.Call, With: f.With, NotFound: f.NotFound}}
	default:
		m.onlyInSteps(path+".with", f.With != nil)
		m.onlyInSteps(path+".not_found", f.NotFound != "")
	}
	t := bundle.Tool{
		Place: path, Name: f.Name, Title: f.Title, Description: f.Description, Arguments: jsontext.Value(f.Arguments),
	}
	t.Codes = bundle.Codes(f.Codes)
	t.PricingRange = m.prices(path+".pricing_range", f.Prices)
	for i, step := range steps {
		with := m.template(m.element(path+".steps", i)+".with", step.With)
		t.Steps = append(t.Steps, bundle.Step{Name: step.Name, Tool: step.Call, With: with, NotFound: step.NotFound})
	}
	if f.Result != nil {
		result := m.template(path+".result", f.Result)
		t.Result = &result
	}
	for _, example := range f.Examples {
		t.Examples = append(t.Examples, jsontext.Value(example))
	}
	if f.Meta != nil {
		t.Meta = jsontext.Value(f.Meta)
		for _, err := range bundle.CheckMeta(t.Meta) {
			m.add("%s.meta: %w", path, err)
		}
	}
	source, err := json.Marshal(f)
	if err != nil {
		panic(err) // cannot happen: it has only strings and JSON
	}
	t.Source = string(source)
	if len(steps) > 0 {
		m.list = append(m.list, t.Check()...)
	}
	return t
}

// prices reads the range of prices of a tool; nil: none.
func (m *mistakes) prices(path string, f filePrices) *bundle.PricingRange {
	if f == (filePrices{}) {
		return nil
	}
	if !(f.Lowest >= 0) {
		m.add("%s.lowest: must be a price of at least 0", path)
	}
	if !(f.Highest >= f.Lowest && f.Highest > 0 && f.Highest <= math.MaxInt32) { // also if it is not a number
		m.add("%s.highest: must be a price of at least lowest and at most %d", path, math.MaxInt32)
	}
	if unit, err := currency.ParseISO(f.Currency); err != nil || unit.String() != f.Currency {
		m.add("%s.currency: %q is not the code of a currency, such as INR", path, f.Currency)
	}
	prices := bundle.PricingRange(f)
	return &prices
}

// onlyInSteps refuses a key of a tool whose steps have it.
func (m *mistakes) onlyInSteps(path string, given bool) {
	if given {
		m.add("%s: belongs in a step, beside its call", path)
	}
}

// template reads a template. An absent one is an empty object.
func (m *mistakes) template(path string, f fileValue) bundle.Template {
	if f == nil {
		f = fileValue("{}")
	}
	t, wrong := bundle.ParseTemplate(jsontext.Value(f))
	for _, err := range wrong {
		m.add("%s: %w", path, err)
	}
	return t
}

// prompt reads a declared prompt.
func (m *mistakes) prompt(path string, f filePrompt) bundle.Prompt {
	m.named(path, f.Name, f.Description)
	p := bundle.Prompt{Place: path, Name: f.Name, Title: f.Title, Description: f.Description, Text: f.Text}
	for _, a := range f.Arguments {
		p.Arguments = append(p.Arguments,
			bundle.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required})
	}
	m.list = append(m.list, p.Check()...)
	return p
}

// resource reads a declared resource. tools are the tools of its bundle.
func (m *mistakes) resource(path string, f fileResource, tools []bundle.Tool) bundle.Resource {
	if u, err := url.Parse(f.URI); err != nil || !u.IsAbs() || len(f.URI) > 200 {
		m.add("%s.uri: %q is not an absolute URI such as shop://prices, of at most 200 characters", path, f.URI)
	} else if u.Scheme == "evo" {
		m.add("%s.uri: the scheme evo is reserved for the site's own resources; choose another, such as shop", path)
	}
	if f.Name == "" {
		m.add("%s.name: is required", path)
	}
	i := slices.IndexFunc(tools, func(t bundle.Tool) bool { return t.Name == f.Tool })
	if i < 0 {
		m.add("%s.tool: the bundle has no tool %q", path, f.Tool)
	}
	return bundle.Resource{
		Place: path, URI: f.URI, Name: f.Name, Title: f.Title, Description: f.Description, Tool: f.Tool,
		Arguments: jsontext.Value(f.Arguments),
		Text:      i >= 0 && tools[i].IsText(),
	}
}

// named checks the name and the description of a tool or prompt.
func (m *mistakes) named(path, name, description string) {
	if err := bundle.CheckName(name); err != nil {
		m.add("%s.name: %w", path, err)
	}
	if err := bundle.CheckDescription(description); err != nil {
		m.add("%s.description: %w", path, err)
	}
}

// mount returns the contents of the bundles that a server names, with their prefixes.
func (m *mistakes) mount(path string, bundles map[string]bundle.Bundle, mounts []fileMount) (mounted bundle.Bundle) {
	taken := map[string]string{}
	take := func(place, kind, name string) {
		other, twice := taken[kind+name]
		if twice {
			m.add("%s.bundles: %s and %s are both the %s %s; rename one, or give one of the bundles a prefix", path, other,
				place, kind, name)
		}
		taken[kind+name] = place
	}
	for i, entry := range mounts {
		place := m.element(path+".bundles", i)
		b, ok := bundles[entry.Name]
		if !ok {
			m.add("%s.name: there is no bundle %q%s", place, entry.Name,
				didYouMean(entry.Name, slices.Collect(maps.Keys(bundles))))
			continue
		}
		b, wrong := b.Prefixed(entry.Prefix)
		for _, err := range wrong {
			m.add("%s.prefix: %w", place, err)
		}
		for _, t := range b.Tools {
			take(t.Place, "tool", strings.ReplaceAll(t.Name, "-", "_"))
		}
		for _, p := range b.Prompts {
			take(p.Place, "prompt", p.Name)
		}
		for _, r := range b.Resources {
			take(r.Place, "resource", r.URI)
		}
		mounted = mounted.With(b)
	}
	return mounted
}
