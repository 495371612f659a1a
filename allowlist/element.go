package allowlist

// Element is a type of the parts from which a site builds its pages. Unlike models, elements are read with their code,
// and only if a server has them switched on.
type Element struct {
	Type  string // as evo.elements.* name it, such as chunk
	Table string // without prefix
	Name  string // column with the name
	// Disabled means that there is a column disabled.
	Disabled bool
	Texts    []ElementText // the code first
	// Permission is the one that opens such elements in Evolution's manager.
	Permission string
}

// ElementText is a text of an element that evo.elements.get returns.
type ElementText struct{ Member, Column string }

// Permissions of Evolution's manager.
const (
	editTemplates = "edit_template" // of template variables, too
	editChunks    = "edit_chunk"
	editSnippets  = "edit_snippet"
	editPlugins   = "edit_plugin"
)

// Elements returns the types of elements. Evolution 1.4, 3.1 and 3.5 have all of their columns.
func Elements() []Element {
	return []Element{
		{
			Type: "template", Table: "site_templates", Name: "templatename", Permission: editTemplates,
			Texts: []ElementText{{"code", "content"}},
		}, {
			Type: "tv", Table: "site_tmplvars", Name: "name", Permission: editTemplates,
			Texts: []ElementText{{"code", "elements"}, {"default_text", "default_text"}},
		}, {
			Type: "chunk", Table: "site_htmlsnippets", Name: "name", Disabled: true, Permission: editChunks,
			Texts: []ElementText{{"code", "snippet"}},
		}, {
			Type: "snippet", Table: "site_snippets", Name: "name", Disabled: true, Permission: editSnippets,
			Texts: []ElementText{{"code", "snippet"}, {"properties", "properties"}},
		}, {
			Type: "plugin", Table: "site_plugins", Name: "name", Disabled: true, Permission: editPlugins,
			Texts: []ElementText{{"code", "plugincode"}, {"properties", "properties"}},
		},
	}
}

// Columns returns the columns of the table that emcp reads.
func (e Element) Columns() []string {
	columns := []string{"id", e.Name, "description", "category", "locked"}
	if e.Disabled {
		columns = append(columns, "disabled")
	}
	for _, text := range e.Texts {
		columns = append(columns, text.Column)
	}
	return columns
}

// Categories is the table with the names of elements' categories, and its columns.
func Categories() (table string, columns []string) { return "categories", []string{"id", "category"} }
