package toolset

import (
	"context"
	"slices"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/toolset/view"
)

// Catalog is what a caller may read of a site beside its documents.
type Catalog struct {
	Models    []string       // names, in the order of the configuration
	Templates []TemplateName // those with the lowest ids
}

// TemplateName is a template of the site.
type TemplateName struct {
	ID   int64
	Name string // empty: callers may not read it
}

// maxCatalogTemplates is how many templates a catalog lists.
const maxCatalogTemplates = 50

// Catalog returns the models that the caller may read, and templates of the site.
func (t *Toolset) Catalog(ctx context.Context, caller identity.Principal) (Catalog, error) {
	c, err := t.begin(ctx, caller, "resources/list", noArguments)
	if err != nil {
		return Catalog{}, err
	}
	all := Catalog{Models: c.modelNames()}
	statement, err := c.Compiler().Templates()
	if err != nil {
		return Catalog{}, err
	}
	named := t.options.Allows("SiteTemplate", "templatename")
	err = c.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		var name *string
		err := scan(&id, &name)
		if !named {
			name = nil
		}
		if len(all.Templates) < maxCatalogTemplates {
			all.Templates = append(all.Templates, TemplateName{id, c.Untagged(view.OrEmpty(name))})
		}
		return err
	})
	return all, err
}

// modelNames returns the names of the models that the caller may read.
func (c *call) modelNames() []string {
	var names []string
	for _, m := range c.Models() {
		names = append(names, m.Name)
	}
	return names
}

// ModelsFor returns the names of the server's models that a caller may read, if its site has their tables.
func (t *Toolset) ModelsFor(caller identity.Principal) []string {
	var names []string
	for _, m := range t.options.Models {
		if view.MayRead(caller, m) == nil {
			names = append(names, m.Name)
		}
	}
	return names
}

// HasModel reports whether the server has a model of exactly this name.
func (t *Toolset) HasModel(name string) bool {
	return slices.ContainsFunc(t.options.Models, func(m allowlist.Model) bool { return m.Name == name })
}

// ListLimit is the highest limit of a list.
func (t *Toolset) ListLimit() int64 { return t.options.ListLimit }
