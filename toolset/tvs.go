package toolset

import (
	"context"
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/quantity"
	"emcp/query"
	"emcp/tvfilter"
)

// find finds a template variable. It reads the schema again if the name is unknown.
func (v *siteView) find(ctx context.Context, name string) (evodb.TV, error) {
	tv, ok := v.tv(name)
	if !ok {
		fresh, err := v.db.FreshSchema(ctx)
		if err != nil {
			return evodb.TV{}, err
		}
		v.schema = fresh
		tv, ok = v.tv(name)
	}
	if !ok {
		f := fault.New(fault.UnknownTV, "the site has no template variable of this name")
		if slices.ContainsFunc(allowlist.DocumentFields(), func(f allowlist.DocumentField) bool { return f.Name == name }) {
			f.Message += "; it is a field of documents: see fields and order_by"
		}
		f.Suggestions = fault.Nearest(strings.TrimSuffix(name, ":d"), v.tvNames())
		return evodb.TV{}, f
	}
	return tv, nil
}

// tv finds a template variable that the caller may see. If several have the name, it is the oldest.
func (v *siteView) tv(name string) (evodb.TV, bool) {
	for _, tv := range v.schema.TVs(name) {
		if v.compiler().Shows(tv.ID) {
			return tv, true
		}
	}
	return evodb.TV{}, false
}

// tvNames returns the names of the template variables that the caller may see.
func (v *siteView) tvNames() []string {
	return slices.DeleteFunc(v.schema.TVNames(), func(name string) bool {
		_, shown := v.tv(name)
		return !shown
	})
}

// lookup finds template variables for comparisons, with their defaults as the caller's view compares them.
func (v *siteView) lookup(ctx context.Context) tvfilter.Lookup {
	return func(name string) (tvfilter.TV, error) {
		tv, err := v.find(ctx, name)
		numbers, configured := v.quantityOf(tv)
		return tvfilter.TV{ID: tv.ID, Default: v.compiler().Default(tv.Default), Quantity: numbers, Numeric: configured}, err
	}
}

// returned finds template variables for the answer, with their defaults as the caller's view reads them.
func (v *siteView) returned(ctx context.Context) tvfilter.Lookup {
	return func(name string) (tvfilter.TV, error) {
		tv, err := v.find(ctx, name)
		shown := v.compiler().ReadStored(tv.Default)
		v.untag(&shown)
		return tvfilter.TV{ID: tv.ID, Default: shown}, err
	}
}

// quantityOf returns the meaning of a template variable's numbers, or nil if it is unknown. configured says that the
// configuration defines it.
func (v *siteView) quantityOf(tv evodb.TV) (t *quantity.Type, configured bool) {
	if t := v.options.TVTypes[tv.Name]; t != nil {
		return t, true
	}
	if tv.Type != "number" && tv.Type != "text" && !isChoice(tv.Type) {
		return nil, false
	}
	var values []string
	for _, option := range v.optionsOf(tv) {
		values = append(values, option.Value)
	}
	caption := ""
	if v.options.allows("SiteTmplvar", "caption") {
		caption = tv.Caption
	}
	return quantity.Named(caption, values), false
}

// optionsOf returns the options of a template variable, or none if the caller may not know them.
func (v *siteView) optionsOf(tv evodb.TV) []tvOption {
	if !isChoice(tv.Type) || !v.options.allows("SiteTmplvar", "elements") {
		return nil
	}
	return parseElements(v.untagged(tv.Elements))
}

type tvOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// parseElements parses options written as Label==value||Label==value, as Evolution does. An option without a value has
// its label as value. There are no options if Evolution computes them.
func parseElements(elements string) []tvOption {
	if strings.TrimSpace(elements) == "" || query.Binding(elements) {
		return nil
	}
	var options []tvOption
	for element := range strings.SplitSeq(elements, separator) {
		parts := strings.Split(element, "==")
		option := tvOption{parts[0], parts[0]}
		if len(parts) > 1 && parts[1] != "" {
			option.Value = parts[1]
		}
		options = append(options, option)
	}
	return options
}

// separator separates options, and several chosen values.
const separator = "||"

// chosen are the types of template variables whose values are chosen from a list, and whether they allow several
// values.
var chosen = map[string]bool{"dropdown": false, "listbox": false, "listbox-multiple": true, "option": false, "checkbox": true}

func isChoice(kind string) bool {
	_, is := chosen[kind]
	return is
}
