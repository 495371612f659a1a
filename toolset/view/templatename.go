package view

import (
	"context"
	"strings"

	"emcp/internal/fault"
)

// TemplatesNamed returns the ids of all templates with this name. Names are compared as callers see them, without
// surrounding spaces. If the name is unknown, the schema is read again.
func (v *Site) TemplatesNamed(ctx context.Context, name string) ([]int64, error) {
	if !v.Options.Allows("SiteTemplate", "templatename") {
		return nil, fault.Invalid("template_name",
			"this server does not show the names of templates; use template with an id")
	}
	name = strings.TrimSpace(name)
	ids, names := v.templateIDs(name)
	if ids == nil {
		fresh, err := v.DB.FreshSchema(ctx)
		if err != nil {
			return nil, err
		}
		v.Schema = fresh
		ids, names = v.templateIDs(name)
	}
	if ids == nil {
		f := fault.Invalid("template_name", "the site has no template of this name")
		f.Suggestions = fault.Nearest(name, names)
		return nil, f
	}
	return ids, nil
}

// templateIDs returns the ids of the templates with the name, and the names of all templates. Hidden parts of a name
// are not compared, so that callers cannot guess them.
func (v *Site) templateIDs(name string) (ids []int64, names []string) {
	for _, t := range v.Schema.Templates() {
		shown := strings.TrimSpace(v.Untagged(t.Name))
		if shown == "" {
			continue // callers see no name
		}
		if names = append(names, shown); shown == name {
			ids = append(ids, t.ID)
		}
	}
	return ids, names
}
