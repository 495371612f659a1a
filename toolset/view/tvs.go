package view

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

// findTV finds a template variable. It reads the schema again if the name is unknown.
func (v *Site) findTV(ctx context.Context, name string) (evodb.TV, error) {
	tv, ok := v.TV(name)
	if !ok {
		fresh, err := v.DB.FreshSchema(ctx)
		if err != nil {
			return evodb.TV{}, err
		}
		v.Schema = fresh
		tv, ok = v.TV(name)
	}
	if !ok {
		f := fault.New(fault.UnknownTV, "the site has no template variable of this name")
		if slices.ContainsFunc(allowlist.DocumentFields(), func(f allowlist.DocumentField) bool { return f.Name == name }) {
			f.Message += "; it is a field of documents: see fields and order_by"
		}
		f.Suggestions = fault.Nearest(strings.TrimSuffix(name, ":d"), v.TVNames())
		return evodb.TV{}, f
	}
	return tv, nil
}

// TV finds a template variable that the caller may see. If several have the name, it is the oldest.
func (v *Site) TV(name string) (evodb.TV, bool) {
	for _, tv := range v.Schema.TVs(name) {
		if v.Compiler().Shows(tv.ID) {
			return tv, true
		}
	}
	return evodb.TV{}, false
}

// TVNames returns the names of the template variables that the caller may see.
func (v *Site) TVNames() []string {
	return slices.DeleteFunc(v.Schema.TVNames(), func(name string) bool {
		_, shown := v.TV(name)
		return !shown
	})
}

// Compared finds template variables for comparisons, with their defaults as the caller's view compares them.
func (v *Site) Compared(ctx context.Context) tvfilter.Lookup {
	return func(name string) (tvfilter.TV, error) {
		tv, err := v.findTV(ctx, name)
		numbers, configured := v.QuantityOf(tv)
		return tvfilter.TV{
			ID: tv.ID, Default: v.Compiler().Default(tv.Default), Owned: v.Caller.Revised,
			Quantity: numbers, Numeric: configured, Dated: v.Caller.Revised && tv.Type == DateType, DateOrder: v.dateOrder(),
		}, err
	}
}

// DateType is the type of template variables that hold a date.
const DateType = "date"

// dateOrder returns the order in which the site's manager writes dates.
func (v *Site) dateOrder() allowlist.DateOrder {
	switch format := v.Schema.Setting("datetime_format"); {
	case strings.HasPrefix(format, "dd"):
		return allowlist.DayFirst
	case strings.HasPrefix(format, "mm"):
		return allowlist.MonthFirst
	}
	return allowlist.UnknownOrder
}

// Returned finds template variables for the answer, with their defaults as the caller's view reads them.
func (v *Site) Returned(ctx context.Context) tvfilter.Lookup {
	return func(name string) (tvfilter.TV, error) {
		tv, err := v.findTV(ctx, name)
		shown := v.Compiler().ReadStored(tv.Default)
		v.Untag(&shown)
		return tvfilter.TV{ID: tv.ID, Default: shown, Owned: v.Caller.Revised}, err
	}
}

// QuantityOf returns the meaning of a template variable's numbers, or nil if it is unknown. configured says that the
// configuration defines it.
func (v *Site) QuantityOf(tv evodb.TV) (t *quantity.Type, configured bool) {
	if t := v.Options.TVTypes[tv.Name]; t != nil {
		return t, true
	}
	if tv.Type != "number" && tv.Type != "text" && !IsChoice(tv.Type) {
		return nil, false
	}
	var values []string
	for _, option := range v.OptionsOf(tv) {
		values = append(values, option.Value)
	}
	caption := ""
	if v.Options.Allows("SiteTmplvar", "caption") {
		caption = tv.Caption
	}
	return quantity.Named(caption, values), false
}

// OptionsOf returns the options of a template variable, or none if the caller may not know them.
func (v *Site) OptionsOf(tv evodb.TV) []TVOption {
	if !IsChoice(tv.Type) || !v.Options.Allows("SiteTmplvar", "elements") {
		return nil
	}
	return ParseElements(v.Untagged(tv.Elements))
}

// TVOption is one of the values that a template variable offers.
type TVOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// ParseElements parses options written as Label==value||Label==value, as Evolution does. An option without a value has
// its label as value. There are no options if Evolution computes them.
func ParseElements(elements string) []TVOption {
	if strings.TrimSpace(elements) == "" || query.Binding(elements) {
		return nil
	}
	var options []TVOption
	for element := range strings.SplitSeq(elements, Separator) {
		parts := strings.Split(element, "==")
		option := TVOption{parts[0], parts[0]}
		if len(parts) > 1 && parts[1] != "" {
			option.Value = parts[1]
		}
		options = append(options, option)
	}
	return options
}

// Separator separates options, and several chosen values.
const Separator = "||"

// Chosen are the types of template variables whose values are chosen from a list, and whether they allow several
// values.
var Chosen = map[string]bool{"dropdown": false, "listbox": false, "listbox-multiple": true, "option": false,
	"checkbox": true}

// IsChoice reports whether the values of a type of template variable are chosen from a list.
func IsChoice(kind string) bool {
	_, ok := Chosen[kind]
	return ok
}
