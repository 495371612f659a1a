package grants

import (
	"slices"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/itemtype"
	"emcp/internal/sgallery"
	"emcp/internal/slang"
	"emcp/internal/smultisite"
	"emcp/internal/sseo"
)

// Table is a table of a site, with its prefix, and columns of it.
type Table struct {
	Name    string
	Columns []string
}

// required are the columns that emcp needs, by table without prefix.
var required = []Table{
	{
		"site_content",
		append(allowlist.DocumentColumns(), "contentType", "deletedon", "privateweb", "privatemgr", "alias_visible"),
	},
	{"site_tmplvars", []string{"id", "type", "name", "caption", "elements", "default_text"}},
	{"site_tmplvar_contentvalues", []string{"tmplvarid", "contentid", "value"}},
	{"site_tmplvar_templates", []string{"tmplvarid", "templateid"}},
	{"site_templates", []string{"id", "templatename"}},
	{"document_groups", []string{"document_group", "document"}},
	{"documentgroup_names", []string{"id", "private_memgroup", "private_webgroup"}},
	{"membergroup_access", []string{"id", "documentgroup"}},
}

// optional are columns that are read if the site has them. Only emcp check reads the closure table and, to distinguish
// the releases of Evolution, membergroup_access.context.
var optional = []Table{
	{"site_content_closure", []string{"ancestor", "descendant"}},
	{"membergroup_access", []string{"context"}},
	{"site_tmplvar_access", []string{"id", "tmplvarid", "documentgroup"}},
	{"system_settings", []string{"setting_name", "setting_value"}},
	{"site_templates", []string{"editedon", "content"}},
	{"site_htmlsnippets", []string{"id", "name", "snippet", "disabled"}},
	{"site_tmplvars", []string{"display", "display_params"}},
	{"tags", []string{"id", "name"}},
	{"site_content_tags", []string{"doc_id", "tv_id", "tag_id"}},
	{slang.Contents, slang.Columns[slang.Contents]},
	{slang.Values, slang.Columns[slang.Values]},
	{sseo.Meta, append([]string{sseo.DomainKey}, sseo.Columns[sseo.Meta]...)},
	{sseo.Redirects, sseo.Columns[sseo.Redirects]},
	{sgallery.Files, append(sgallery.Owners, sgallery.Columns[sgallery.Files]...)},
	{sgallery.Texts, sgallery.Columns[sgallery.Texts]},
	{smultisite.Table, smultisite.Columns},
	Table(itemtype.DeliveryMethods),
	Table(itemtype.PaymentMethods),
}

// personal are the columns by which the owners of personal access tokens are found.
var personal = []Table{
	{"emcp_tokens", []string{"user_id", "token_hash", "scopes", "expires_at", "revoked_at"}},
	{"user_attributes", []string{"id", "internalKey", "role", "blocked", "blockeduntil", "blockedafter"}},
	{"role_permissions", []string{"role_id", "permission"}},
	{"member_groups", []string{"user_group", "member"}},
	{"membergroup_access", []string{"membergroup"}},
}

// Reads says what a configuration makes emcp read in addition to documents.
type Reads struct {
	Models   []allowlist.Model // models that evo.model.* may read
	Personal bool              // personal access tokens are accepted
	Elements bool              // evo.elements.* are switched on
}

// Needed returns the tables and columns that emcp reads, as far as a schema shows them. The schema must be read with an
// account that sees the whole site. With the schema of another account, Needed returns what that account can read, and
// Missing the rest.
func Needed(schema *evodb.Schema, r Reads) []Table {
	all := slices.Concat(required, optional, r.tables())
	for _, t := range itemtype.All() {
		all = append(all, itemTables(t.Tables(slang.Of(schema).Codes()))...)
	}
	if r.Elements {
		all = append(all, elements()...)
	}
	all = merge(all)
	return cut(schema.Prefix, all, schema.HasColumn)
}

// elements are the columns that evo.elements.* read.
func elements() []Table {
	name, columns := allowlist.Categories()
	tables := []Table{{name, columns}}
	for _, e := range allowlist.Elements() {
		tables = append(tables, Table{e.Table, e.Columns()})
	}
	return tables
}

// MissingElements returns the columns that evo.elements.* need and a schema does not show.
func MissingElements(schema *evodb.Schema) []Table {
	return cut(schema.Prefix, elements(), func(table, column string) bool { return !schema.HasColumn(table, column) })
}

// itemTables returns tables of items, which emcp reads if the site has them.
func itemTables(tables []itemtype.Table) []Table {
	all := make([]Table, len(tables))
	for i, t := range tables {
		all[i] = Table(t)
	}
	return all
}

// MissingItems returns the columns of a type of items that all versions of its package have and a schema does not show.
func MissingItems(schema *evodb.Schema, t itemtype.Type) []Table {
	return cut(schema.Prefix, merge(itemTables(t.Usual())),
		func(table, column string) bool { return !schema.HasColumn(table, column) })
}

// Missing returns what emcp reads and a schema does not show: first the columns that emcp cannot do without, then the
// others, except those of MissingElements and MissingItems.
func Missing(schema *evodb.Schema, r Reads) (needed, others []Table) {
	missing := func(table, column string) bool { return !schema.HasColumn(table, column) }
	return cut(schema.Prefix, required, missing),
		cut(schema.Prefix, merge(slices.Concat(optional, r.tables())), func(table, column string) bool {
			return missing(table, column) && !slices.ContainsFunc(required, func(t Table) bool {
				return t.Name == table && slices.Contains(t.Columns, column)
			})
		})
}

// tables returns what is read for models and personal access tokens.
func (r Reads) tables() []Table {
	var tables []Table
	for _, m := range r.Models {
		tables = append(tables, Table{m.Table, m.FieldNames()})
	}
	if r.Personal {
		tables = append(tables, personal...)
	}
	return tables
}

// merge makes one table of those with the same name.
func merge(tables []Table) []Table {
	var merged []Table
	for _, t := range tables {
		i := slices.IndexFunc(merged, func(known Table) bool { return known.Name == t.Name })
		if i < 0 {
			merged = append(merged, Table{Name: t.Name})
			i = len(merged) - 1
		}
		for _, column := range t.Columns {
			if !slices.Contains(merged[i].Columns, column) {
				merged[i].Columns = append(merged[i].Columns, column)
			}
		}
	}
	return merged
}

// cut returns the columns for which keep is true, with the prefix before the names of their tables.
func cut(prefix string, tables []Table, keep func(table, column string) bool) []Table {
	var kept []Table
	for _, t := range tables {
		columns := slices.DeleteFunc(slices.Clone(t.Columns), func(column string) bool { return !keep(t.Name, column) })
		if len(columns) > 0 {
			kept = append(kept, Table{prefix + t.Name, columns})
		}
	}
	return kept
}
