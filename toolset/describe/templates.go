package describe

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"emcp/evodb"
	"emcp/internal/fault"
)

type template struct {
	ID        int64   `json:"id"`
	Name      *string `json:"name"` // nil: unknown, or not shown to callers
	Documents int64   `json:"documents"`
	TVs       []any   `json:"tvs"`
	tvs       []*variable
}

// templates reads the templates with their template variables. It also returns all these variables, and those that
// belong to no template. If tv is not "", it reads only the variable of this name.
func (d Describer) templates(ctx context.Context, tv string) (all []*template, tvs, loose []*variable, err error) {
	if tvs, err = d.variables(ctx, tv); err != nil {
		return nil, nil, nil, err
	}
	if all, err = d.countedTemplates(ctx); err != nil {
		return nil, nil, nil, err
	}
	loose, err = d.distribute(ctx, tvs, all)
	return all, tvs, loose, err
}

// countedTemplates reads the templates with the number of their documents, but without template variables. A template
// id that only documents have, such as 0, is included.
func (d Describer) countedTemplates(ctx context.Context) ([]*template, error) {
	statement, err := d.Compiler().Templates()
	if err != nil {
		return nil, err
	}
	named := d.Options.Allows("SiteTemplate", "templatename")
	templates := map[int64]*template{}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var t template
		err := scan(&t.ID, &t.Name)
		d.Untag(&t.Name)
		if !named {
			t.Name = nil
		}
		templates[t.ID] = &t
		return err
	})
	if err != nil {
		return nil, err
	}
	if statement, err = d.Compiler().DocumentsByTemplate(); err != nil {
		return nil, err
	}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var t template
		err := scan(&t.ID, &t.Documents)
		if known, ok := templates[t.ID]; ok {
			known.Documents = t.Documents
		} else {
			templates[t.ID] = &t
		}
		return err
	})
	return slices.SortedFunc(maps.Values(templates), func(a, b *template) int { return cmp.Compare(a.ID, b.ID) }), err
}

// chosen returns those of the templates that a call names.
func (d Describer) chosen(ctx context.Context, in Input, templates []*template) ([]*template, error) {
	if in.TemplateName != "" {
		ids, err := d.TemplatesNamed(ctx, in.TemplateName)
		return slices.DeleteFunc(templates, func(t *template) bool { return !slices.Contains(ids, t.ID) }), err
	}
	named := slices.DeleteFunc(templates, func(t *template) bool { return t.ID != int64(*in.Template) })
	if len(named) == 0 {
		return nil, fault.Invalid("template",
			"the site has no template with this id; leave out template to describe all templates")
	}
	return named, nil
}

// distribute adds template variables to their templates, and returns those that belong to none of them.
func (d Describer) distribute(ctx context.Context, tvs []*variable, templates []*template) ([]*variable, error) {
	statement, err := d.Compiler().TemplateTVs()
	if err != nil {
		return nil, err
	}
	has := map[int64]map[int64]bool{} // by template, then by template variable
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var template, tv int64
		err := scan(&template, &tv)
		if has[template] == nil {
			has[template] = map[int64]bool{}
		}
		has[template][tv] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	var loose []*variable
	for _, tv := range tvs {
		placed := false
		for _, t := range templates {
			if has[t.ID][tv.id] {
				t.tvs, placed = append(t.tvs, tv), true
			}
		}
		if !placed {
			loose = append(loose, tv)
		}
	}
	return loose, nil
}
